/**
 * The checked subset of CEL (Common Expression Language) that programs of contracts are written in.
 * Numbers are doubles with physical dimensions, and arithmetic is that of `protocol/math`.
 */
export { CEL_LIMITS, CEL_LIST_ITEMS_MAX, CEL_STEPS_MAX, CelError } from "./ast.js";
export type {
  CelErrorCode,
  CelLimits,
  CelNode,
  CelProblem,
  CelProblemCode,
  CelScope,
  CelValue,
} from "./ast.js";
export { checkExpression } from "./check.js";
export type { Checked, ScopeTypes } from "./check.js";
export { compileExpression } from "./compile.js";
export type { Compiled } from "./compile.js";
export { FUNCTION_NAMES } from "./functions.js";
export { parseExpression } from "./parse.js";
export type { Parsed } from "./parse.js";
export { BOOL, DYN, STRING, double, list, struct, typeText } from "./types.js";
export type { CelDimension, CelType } from "./types.js";
