/**
 * The equation kernel: text to tree, tree to operations, operations to a value with its unit,
 * bounds and texts.
 */
export * from "./reading/ast.js";
export * from "./evaluation/evaluation.js";
export * from "./reading/symbols.js";
export { classify, classifyText, statedKind } from "./classify/classify.js";
export type { ClassifyOptions } from "./classify/classify.js";
export { substituteDefinitions } from "./reading/definitions.js";
export { FUNCTIONS } from "./reading/functions.js";
export type { FunctionInfo } from "./reading/functions.js";
export { bindLetters, letterBindings } from "./reading/letters.js";
export { parseStatement } from "./reading/parse.js";
export type { ParseOptions, Parsed } from "./reading/parse.js";
export { printExpr, printStatement } from "./reading/print.js";
export { printSubstituted } from "./reading/printSubstituted.js";
export { namesOf } from "./reading/walk.js";
export type { EquationContext } from "./reading/bindNames.js";
export type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "./evaluation/evaluate.js";
export { compileEquation } from "./compileEquation.js";
export { canGenerate } from "./evaluation/valueFunction.js";
export { evaluateUnnamed } from "./playground.js";
export type { EvaluatedUnnamed, SymbolRequest, UnnamedRequest } from "./playground.js";
export { equationInNumbers, type QuantityRequest } from "./quantityInputs.js";
export { isDifferenceName } from "./reading/quantityQuestions.js";
