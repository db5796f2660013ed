/**
 * Facts about a name before an equation is compiled: from an operator record or from a
 * request's `symbols`.
 */
import type { Dimension } from "../../units/dimension.js";

export interface SymbolInfo {
  readonly name: string;
  readonly description?: string;
  readonly quantity?: string;
  /** Unit text with factor 1 (SI coherent), as in `kg m/s`; null when the dimension is unknown. */
  readonly unit: string | null;
  readonly dimension: Dimension | null;
  readonly aliases: readonly string[];
  /** Inclusive bounds in SI; null is open. Outside is a `domain-error`. */
  readonly range?: readonly [number | null, number | null];
  /** Counts something: a value that is not an integer is a `domain-error`. */
  readonly whole?: boolean;
}

/** A standard condition a record allows to be assumed, always declared back. */
export interface AssumedValue {
  readonly value: number;
  readonly unit: string;
  readonly reason: string;
}
