/** What the rest of the protocol needs of units, in one place. */
export {
  CODATA_YEAR,
  CONSTANTS,
  NAMED_CONSTANTS,
  RESERVED,
  SOURCES,
  constantsBySymbol,
  isReserved,
  namedConstant,
  relativeSpreadOf,
} from "./constants.js";
export type { Sensitivity } from "./constantRow.js";
export type { Constant } from "./constants.js";
export {
  DimensionRangeError,
  dimensionKey,
  dimensionless,
  divide,
  equals as dimensionsEqual,
  formatBase,
  formatDimension,
  isDimensionless,
  multiply,
  power,
  rational,
  withAngle,
} from "./dimension.js";
export type { Dimension } from "./dimension.js";
export {
  factorText,
  fromSI,
  isCoherent,
  isExactIn,
  isUnit,
  parseUnit,
  toSI,
  unitNames,
} from "./parse.js";
export type { UnitRefusal, UnitValue } from "./parse.js";
export type { Rational } from "./rational.js";
export { quantityDimension, quantityNames, quantityUnit } from "./quantities.js";
