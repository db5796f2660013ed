/**
 * What each way of saying a candidate is worth, in thousandths of a unit of log odds. Fitted once by a
 * softmax over the candidates of some thousand questions with known values
 * (`scripts/words/fitProposals.py`), rounded to integers.
 */
export const WEIGHTS = {
  title: 2,
  titleMissing: -1,
  titleShare: 7,
  phrase: 8,
  result: 6,
  input: 2,
  alias: 9,
  left: -3,
  case: 7,
  asked: 179,
  askedOther: -45,
  askedNone: 12,
  askedOnly: 0,
  askedElse: 0,
  unit: -24,
  unitOther: 158,
  nearest: 46,
  byDimension: -134,
  assumed: 11,
  bodies: 125,
  isResult: 256,
  famous: -54,
  nearNone: -21,
  missing: 0,
  leftMeasured: -156,
  leftBare: -53,
  anyLeft: -247,
  used: 108,
  first: 47,
  rank: -19,
  hints: 162,
  score: 28,
  supposed: -169,
  things: 30,
  twins: 0,
  ratios: 0,
  stated: 0,
  saidSo: 0,
  otherKind: 0,
  ownKind: 0,
  inverted: 0,
  loosely: -64,
  conversions: -536,
  laws: -396,
  further: 36,
  unsaid: 0,
  again: 0,
  deep: 0,
  sum: 0,
  radians: 0,
  stepTitle: 10,
  stepInput: 0,
  stepAlias: 19,
  stepCase: 8,
  stepMissing: -10,
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
  alias: -1,
  left: -1,
  asked: 6,
  askedOther: 18,
  askedNone: -42,
  unit: 15,
  unitOther: -26,
  nearest: -19,
  byDimension: 7,
  assumed: -58,
  bodies: -115,
  isResult: 31,
  famous: -2,
  leftMeasured: -64,
  leftBare: -16,
  anyLeft: -10,
  used: 27,
  first: 32,
  rank: -33,
  hints: -3,
  score: 3,
  supposed: -55,
  loosely: -49,
  conversions: -29,
  laws: 36,
  further: 127,
  stepTitle: -3,
  stepInput: -2,
  stepAlias: 11,
  stepCase: -2,
  stepMissing: -2,
  lead: 21,
  weight: 4,
} as const;
export const SURE_BASE = -753;

export type SureFeature = keyof typeof SURENESS;

const isSureFeature = (name: string): name is SureFeature => Object.hasOwn(SURENESS, name);
export const SURE_FEATURES: readonly SureFeature[] = Object.keys(SURENESS).filter(isSureFeature);
