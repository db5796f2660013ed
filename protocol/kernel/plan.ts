/** A chain of operators made ready: resolved, compiled and priced once, then run any number of times. */
import type { Refusal } from "../equations/ast.js";
import type { CompiledEquation } from "../equations/index.js";
import type { SymbolInfo } from "../equations/symbols.js";
import { quoteClosedForm, type Quote } from "../economy/price.js";
import { KO42_ID, masterEquationText } from "./master.js";
import type { KernelInvalid } from "./result.js";

export interface ChainOperator {
  readonly id: string;
  readonly symbols: ReadonlyMap<string, SymbolInfo>;
  /** Null when the record refuses by its kind; then `refusal` says why. */
  readonly compiled: CompiledEquation | null;
  readonly refusal: Refusal | null;
  /** Name its result takes for the next operator; null where the left side is only a label. */
  readonly binds: string | null;
  /** Symbol, usual least and greatest size. */
  readonly scale: readonly (readonly [string, number, number])[];
  readonly equation: string;
}

export interface ChainPlan {
  readonly chain: readonly string[];
  readonly operators: readonly ChainOperator[];
  readonly masterEquation: string;
  readonly quote: Quote;
  readonly registryVersion: string;
}
