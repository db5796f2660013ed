/** The answer of the equation kernel, before anything is sealed. */
import type { Dimension } from "../../units/dimension.js";
import type { Refusal } from "../reading/ast.js";

export interface MissingInput {
  readonly code: "MISSING_INPUT";
  readonly message: string;
  /** Canonical name of the first missing input, in record order. */
  readonly missing: string;
  readonly missing_all: readonly string[];
  /** Comma-separated aliases of `missing`. */
  readonly accepts: string;
}

export interface Evaluation {
  readonly status: "value";
  readonly value: number;
  /** Null when withheld; then `unitUnknown` names the symbols. */
  readonly unit: string | null;
  readonly unitUnknown: readonly string[];
  readonly dimension: Dimension | null;
  /** Standard uncertainty, k = 1, in `unit`. */
  readonly uncertainty: number;
  readonly uncertaintySource: "gum" | "numerical";
  /**
   * Independent sources: "const:alpha", "const:G", "input:m1", ... -> (df/ds) u_s, signed, in
   * `unit`. A chain carries them on, so that a source used twice is one source.
   */
  readonly contributions: ReadonlyMap<string, number>;
  /** Numerical relative error bound of this run: the figure the gate judges. */
  readonly relativeBound: number;
  /** Absolute numerical bound, in `unit`. */
  readonly absoluteBound: number;
  readonly assumed: Readonly<Record<string, { value: number; unit: string; reason: string }>>;
  /** Canonical symbol -> SI value of every input that was used, assumed ones left out. */
  readonly bound: Readonly<Record<string, number>>;
  /** Inputs nobody used, with the nearest name. */
  readonly unused: Readonly<Record<string, string | null>>;
  readonly subject: string | null;
  /** Canonical text and the same with numbers: `F = G m_1 m_2/r^2`, `F = 6.6743e-11 * ...`. */
  readonly canonical: string;
  readonly substituted: string;
  readonly notes: readonly string[];
}
/** What an earlier operator of a chain hands on with the value it binds. */
export interface CarriedResult {
  readonly contributions: ReadonlyMap<string, number>;
  /**
   * Numerical error bound of the carried value, in its own unit: part of the next operator's input
   * error.
   */
  readonly absoluteBound: number;
}

export interface Refusing {
  readonly status: "refused";
  readonly refusal: Refusal;
}
export interface Missing {
  readonly status: "missing";
  readonly inputError: MissingInput;
}
/** A malformed request about names: HTTP 400. */
export interface BadInput {
  readonly status: "bad-input";
  readonly code: "DUPLICATE_INPUT" | "INVALID_INPUT";
  readonly message: string;
  readonly name: string;
}
/**
 * A numerical method that did not settle within its limits: HTTP 422, nothing is sealed or charged.
 */
export interface NotConverged {
  readonly status: "not-converged";
  readonly message: string;
  /** Relative difference of the two finest levels; null when they have no values. */
  readonly difference: number | null;
}
export type Outcome = Evaluation | Refusing | Missing | BadInput | NotConverged;
