/**
 * What each way of saying a law is worth, in thousandths of a unit of log odds. Fitted once by a
 * softmax over all readings of some 800 questions with known values (`scripts/words/fitWeights.py`),
 * rounded to integers.
 */
export const WEIGHTS = {
  title: 11,
  titleMissing: -1,
  titleShare: -20,
  phrase: 14,
  result: 13,
  input: 7,
  alias: 0,
  left: -9,
  case: 8,
  asked: 155,
  askedOther: -120,
  askedNone: -92,
  unit: 35,
  unitOther: -50,
  nearest: 34,
  byDimension: -87,
  assumed: -47,
  bodies: 31,
  isResult: 199,
  famous: 65,
  nearNone: 10,
  missing: -67,
  unfit: -391,
} as const;

export type Feature = keyof typeof WEIGHTS;

const isFeature = (name: string): name is Feature => Object.hasOwn(WEIGHTS, name);
export const FEATURES: readonly Feature[] = Object.keys(WEIGHTS).filter(isFeature);
