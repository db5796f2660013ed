/**
 * What each way of saying a candidate is worth, in thousandths of a unit of log odds. Fitted once by a
 * softmax over the candidates of some thousand questions with known values
 * (`scripts/words/fitProposals.py`), rounded to integers.
 */
export const WEIGHTS = {
  title: 3,
  titleMissing: -2,
  titleShare: 15,
  phrase: 6,
  result: 3,
  input: 2,
  alias: 4,
  left: -4,
  case: 7,
  asked: 191,
  askedOther: -64,
  askedNone: 25,
  unit: -47,
  unitOther: 159,
  nearest: 57,
  byDimension: -119,
  assumed: -42,
  bodies: 73,
  isResult: 260,
  famous: -18,
  nearNone: -21,
  missing: 0,
  leftMeasured: -161,
  leftBare: -77,
  anyLeft: -218,
  used: 110,
  first: 46,
  rank: -9,
  hints: 162,
  score: 30,
  supposed: -118,
  loosely: -92,
  conversions: -481,
  laws: -392,
  further: 4,
  stepTitle: 9,
  stepInput: 4,
  stepAlias: 7,
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
  phrase: 1,
  result: -3,
  input: -1,
  alias: -1,
  askedOther: 32,
  askedNone: -50,
  unit: 6,
  unitOther: -27,
  nearest: -26,
  byDimension: 11,
  assumed: -62,
  bodies: -108,
  isResult: 21,
  famous: -7,
  nearNone: -8,
  leftMeasured: -60,
  leftBare: -7,
  anyLeft: 6,
  used: 28,
  first: 43,
  rank: -35,
  hints: 3,
  score: 3,
  supposed: -57,
  loosely: -55,
  conversions: -88,
  laws: 15,
  further: 61,
  stepInput: 4,
  stepAlias: 2,
  stepCase: 3,
  stepMissing: -4,
  lead: 26,
  weight: 5,
} as const;
export const SURE_BASE = -842;

export type SureFeature = keyof typeof SURENESS;

const isSureFeature = (name: string): name is SureFeature => Object.hasOwn(SURENESS, name);
export const SURE_FEATURES: readonly SureFeature[] = Object.keys(SURENESS).filter(isSureFeature);
