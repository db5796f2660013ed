/**
 * What each way of saying a candidate is worth, in thousandths of a unit of log odds. Fitted once by a
 * softmax over the candidates of some thousand questions with known values
 * (`scripts/words/fitProposals.py`), rounded to integers.
 */
export const WEIGHTS = {
  title: 2,
  titleMissing: 0,
  titleShare: 17,
  phrase: 6,
  result: 4,
  input: 0,
  alias: 9,
  left: -4,
  case: 8,
  asked: 183,
  askedOther: -18,
  askedNone: 11,
  unit: 1,
  unitOther: -28,
  nearest: 39,
  byDimension: -140,
  assumed: -12,
  bodies: 87,
  isResult: 311,
  famous: 6,
  nearNone: -4,
  missing: 0,
  leftMeasured: -153,
  leftBare: -82,
  anyLeft: -283,
  used: 76,
  first: 65,
  rank: -6,
  hints: 182,
  score: 27,
  supposed: -102,
  loosely: -86,
  conversions: -493,
  laws: -340,
  further: -48,
  stepTitle: 8,
  stepInput: 4,
  stepAlias: 8,
  stepCase: 5,
  stepMissing: -9,
} as const;

export type Feature = keyof typeof WEIGHTS;

const isFeature = (name: string): name is Feature => Object.hasOwn(WEIGHTS, name);
export const FEATURES: readonly Feature[] = Object.keys(WEIGHTS).filter(isFeature);

/**
 * How sure the first candidate is, in thousandths of a unit of log odds: fitted on the questions that
 * every other reader had turned down, by whether it was right.
 */
export const SURENESS = {
  titleShare: 1,
  result: -3,
  left: -1,
  asked: 7,
  askedOther: 35,
  askedNone: -33,
  unit: 24,
  unitOther: -98,
  nearest: -8,
  byDimension: 11,
  assumed: -61,
  bodies: -42,
  isResult: 39,
  famous: 5,
  nearNone: -2,
  leftMeasured: -70,
  leftBare: 11,
  anyLeft: -51,
  used: 21,
  first: 54,
  rank: -26,
  hints: -12,
  score: 1,
  supposed: -47,
  loosely: -30,
  conversions: -125,
  laws: -11,
  further: 56,
  stepTitle: -1,
  stepInput: 2,
  stepAlias: 2,
  stepCase: 6,
  stepMissing: -3,
  lead: 23,
  weight: 5,
} as const;
export const SURE_BASE = -1177;

export type SureFeature = keyof typeof SURENESS;

const isSureFeature = (name: string): name is SureFeature => Object.hasOwn(SURENESS, name);
export const SURE_FEATURES: readonly SureFeature[] = Object.keys(SURENESS).filter(isSureFeature);
