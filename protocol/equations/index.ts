/** The equation kernel: text to tree, tree to operations, operations to a value with its unit, bounds and texts. */
export * from "./ast.js";
export * from "./evaluation.js";
export * from "./symbols.js";
export type { EquationContext } from "./bindNames.js";
export type { CarriedInputs, CompiledEquation, InputInfo, ResultUnit, Uncertainties } from "./evaluate.js";
export { compileEquation } from "./compileEquation.js";
