/**
 * The equation kernel: text to tree, tree to operations, operations to a value with its unit,
 * bounds and texts.
 */
export * from "./ast.js";
export * from "./evaluation.js";
export * from "./symbols.js";
export { classify, classifyText, statedKind } from "./classify.js";
export type { ClassifyOptions } from "./classify.js";
export { substituteDefinitions } from "./classifyDefinitions.js";
export { FUNCTIONS } from "./functions.js";
export type { FunctionInfo } from "./functions.js";
export { bindLetters, letterBindings } from "./letters.js";
export { parseStatement } from "./parse.js";
export type { ParseOptions, Parsed } from "./parse.js";
export { printExpr, printStatement } from "./print.js";
export { printSubstituted } from "./printSubstituted.js";
export { namesOf } from "./walk.js";
export type { EquationContext } from "./bindNames.js";
export type { CarriedInputs, CompiledEquation, InputInfo, ResultUnit,
  Uncertainties } from "./evaluate.js";
export { compileEquation } from "./compileEquation.js";
export { canGenerate } from "./compile.js";
export { evaluateUnnamed } from "./playground.js";
export type { EvaluatedUnnamed, SymbolRequest, UnnamedRequest } from "./playground.js";
