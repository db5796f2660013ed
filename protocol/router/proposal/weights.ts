/**
 * What each way of saying a candidate is worth, in thousandths of a unit of log odds. Fitted once by a
 * softmax over the candidates of some thousand questions with known values
 * (`scripts/words/fitProposals.py`), rounded to integers.
 */
export const WEIGHTS = {
  title: 3,
  titleMissing: -2,
  titleShare: 16,
  phrase: 8,
  result: 9,
  input: 4,
  alias: 12,
  left: -2,
  case: 8,
  asked: 127,
  askedOther: -84,
  askedNone: -39,
  unit: 47,
  unitOther: -367,
  nearest: 46,
  byDimension: -126,
  assumed: -11,
  bodies: 103,
  isResult: 286,
  famous: -36,
  nearNone: -22,
  missing: 0,
  unfit: 0,
  leftMeasured: -140,
  leftBare: -31,
  anyLeft: -310,
  used: 96,
  first: 48,
  rank: -4,
  hints: 100,
  score: 28,
  supposed: -126,
  loosely: -75,
  conversions: -541,
  laws: -381,
  further: 573,
  stepTitle: 9,
  stepInput: 2,
  stepAlias: 11,
  stepCase: 7,
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
  title: 1,
  titleShare: 1,
  result: -4,
  asked: -2,
  askedOther: 33,
  askedNone: -51,
  unit: -14,
  unitOther: -112,
  nearest: 8,
  byDimension: 13,
  assumed: -65,
  bodies: 12,
  isResult: 11,
  famous: -11,
  nearNone: 8,
  leftMeasured: -49,
  leftBare: -1,
  anyLeft: -39,
  used: 23,
  first: 62,
  rank: -16,
  supposed: -49,
  loosely: -32,
  conversions: -147,
  laws: -6,
  further: -7,
  stepTitle: 4,
  stepInput: 2,
  stepAlias: 4,
  stepCase: 6,
  stepMissing: -4,
  lead: 14,
  weight: 5,
} as const;
export const SURE_BASE = -1271;

export type SureFeature = keyof typeof SURENESS;

const isSureFeature = (name: string): name is SureFeature => Object.hasOwn(SURENESS, name);
export const SURE_FEATURES: readonly SureFeature[] = Object.keys(SURENESS).filter(isSureFeature);
