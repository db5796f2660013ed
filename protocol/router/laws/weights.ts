/**
 * What each way of saying a law is worth, in thousandths of a unit of log odds. Fitted once by a
 * softmax over all readings of some 800 questions with known values (`scripts/words/fitWeights.py`),
 * rounded to integers.
 */
export const WEIGHTS = {
  title: 24,
  titleMissing: -2,
  titleShare: -28,
  phrase: 14,
  result: 33,
  input: 16,
  alias: 7,
  scene: 17,
  asked: 121,
  askedOther: -124,
  askedNone: -89,
  unit: 302,
  unitOther: -128,
  nearest: 64,
  byDimension: -19,
  assumed: -47,
  bodies: 14,
  isResult: 218,
  famous: 58,
  nearNone: -15,
  missing: -74,
  unfit: -459,
} as const;

export type Feature = keyof typeof WEIGHTS;
