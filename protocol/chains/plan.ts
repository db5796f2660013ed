/** A chain of operators made ready: resolved and priced once, then run any number of times. */
import type { Refusal } from "../equations/reading/ast.js";
import type { CompiledEquation } from "../equations/index.js";
import type { SymbolInfo } from "../equations/reading/symbols.js";
import { quoteClosedForm, type Quote } from "../economy/price.js";
import { resolveChain } from "../operators/chain.js";
import type { Registry } from "../operators/registry.js";
import { masterEquationText } from "./master.js";
import type { KernelInvalid } from "./result.js";

/** What the kernel reads of an operator: a registry entry is one. */
export interface ChainOperator {
  readonly id: string;
  readonly symbols: ReadonlyMap<string, SymbolInfo>;
  /** Null when the record refuses by its kind; then `refusal` says why. */
  readonly compiled: CompiledEquation | null;
  readonly refusal: Refusal | null;
  /** Symbol of its result, under which a caller may give it to have an input solved for. */
  readonly resultSymbol: string | null;
  /** SI unit of its result; null where the record states none. */
  readonly resultUnit: string | null;
  /** What its result is, as records name quantities; null for a statement without a value. */
  readonly resultQuantity: string | null;
  solvedFor(unknown: string): CompiledEquation | Refusal;
  /** Name its result takes for the next operator; null where the left side is only a label. */
  readonly binds: string | null;
  /** Symbol, usual least and greatest size. */
  readonly scale: readonly (readonly [string, number, number])[];
  readonly equation: string;
  /** Under which conditions it holds, in words. */
  readonly validity?: string | undefined;
}

export interface ChainPlan {
  readonly status: "plan";
  readonly chain: readonly string[];
  readonly operators: readonly ChainOperator[];
  readonly masterEquation: string;
  readonly quote: Quote;
  readonly registryVersion: string;
}

export function planChain(registry: Registry, ids: readonly string[]): ChainPlan | KernelInvalid {
  const resolved = resolveChain(registry, ids);
  if (!resolved.ok) {
    return resolved.code === "OPERATOR_CHAIN"
      ? { status: "invalid", code: resolved.code, message: resolved.message }
      : {
          status: "invalid",
          code: resolved.code,
          message: resolved.message,
          name: resolved.operator,
          nearest: resolved.nearest,
        };
  }
  const { chain, operators } = resolved;
  return {
    status: "plan",
    chain,
    operators,
    quote: quoteClosedForm(operators.length),
    masterEquation: masterEquationText(operators.map((operator) => operator.equation)),
    registryVersion: registry.registryVersion,
  };
}
