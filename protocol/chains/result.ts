/**
 * What the kernel answers before a clock is read: a pure function of request, registry and engine.
 */
import type { Refusal } from "../equations/reading/ast.js";
import type { MissingInput } from "../equations/evaluation/evaluation.js";
import type { JsonValue } from "../ports.js";

export interface KernelRequest {
  readonly domain?: string;
  /** Operator ids, KO42 first; at most three others. */
  readonly operators: readonly string[];
  /** SI values by symbol or alias. */
  readonly inputs: Readonly<Record<string, number>>;
  /** Standard uncertainties of inputs, by the same names. */
  readonly uncertainties?: Readonly<Record<string, number>>;
}

export interface MasterTerm {
  readonly operator_id: string;
  /** KO42 multiplies (1 when averaged over a calcond); domain operators are summed. */
  readonly role: "factor" | "term";
  readonly unit: string | null;
  readonly value: number;
}

/** Key order is canonical: this object is hashed as it is written. */
export interface MasterSum {
  readonly terms: readonly MasterTerm[];
  /** Null unless the units of all summed terms agree. */
  readonly total: number | null;
  readonly unit: string | null;
}

export type StepStatus = "ok" | "warning" | "degraded" | "not-run";

export interface ProtocolStep {
  readonly step: number;
  readonly name: string;
  readonly status: StepStatus;
  readonly detail?: string;
}

/** What the verdicts of the seven steps follow from. */
export interface StepFacts {
  readonly domainOperators: number;
  /** Inputs outside the scale their record declares as usual, as `m_1 = 5e40`. */
  readonly outOfScale: readonly string[];
  /** Relative bound of this run; null when there was no value. */
  readonly precisionActual: number | null;
  /** Of the gate that was passed; the usual one unless stated. */
  readonly precisionBound?: number;
  /** The figure is relative to this scale of the field, not to the value. */
  readonly ofField?: FieldScale;
  /** Why there is no value, in a few words. */
  readonly refusedBecause: string | null;
}

/** A scale of a field, larger than the value that was asked for. */
export interface FieldScale {
  readonly scale: number;
  readonly unit: string;
}

/** What a solver adds to a value. */
export interface Solution {
  /** `heat/1`: follows the engine in the version of the envelope. */
  readonly engine: string;
  /** sha256 of all that is sealed of the solution, in hex. */
  readonly fieldsHash: string;
  /** Digests of its fields, in hex. */
  readonly fields: readonly string[];
  readonly precisionBound: number;
  /**
   * The caller fixed a mesh or step too coarse for the gate, or the value is known to a part of its
   * field only: sealed as the differential observable it is.
   */
  readonly differential: boolean;
  /** What the precision is relative to; null where it is the value itself. */
  readonly ofField: FieldScale | null;
  /** JSON members of the answer, each with a comma before it. */
  readonly members: string;
}

/** What a table adds to the value of its first row. */
export interface TableRows {
  readonly count: number;
  /** Of the tree over all rows, in hex. */
  readonly root: string;
  /** What proves single rows without computing all of them again. */
  readonly blocks: { readonly rows: number; readonly roots: Uint8Array };
  /** JSON members of the answer, each with a comma before it. */
  readonly members: string;
}

export interface KernelValue {
  readonly status: "value";
  readonly operatorChain: readonly string[];
  readonly operatorId: string;
  readonly value: number;
  readonly unit: string | null;
  readonly unitUnknown: readonly string[];
  /** State of a continuum that the value is, as "pressure"; null for what is none. */
  readonly continuum: string | null;
  readonly uncertainty: number;
  readonly uncertaintySource: "gum" | "numerical";
  readonly equations: readonly string[];
  readonly masterSum: MasterSum;
  readonly masterEquation: string;
  /** Numerical relative error bound of this run. */
  readonly precisionActual: number;
  readonly calcondVariance: number;
  /** Applied delta-alpha; null when the variance is within the threshold. */
  readonly metricShift: number | null;
  readonly assumed: Readonly<Record<string, { value: JsonValue; unit: string; reason: string }>>;
  readonly unused: Readonly<Record<string, string | null>>;
  readonly notes: readonly string[];
  /** What the verdicts of the seven steps follow from. */
  readonly facts: StepFacts;
  /** Present where a solver computed it. */
  readonly solution?: Solution;
  /** Present for a table: what is above is of its first row that has a value. */
  readonly rows?: TableRows;
  /** Present where laws were joined: JSON members of the answer, each with a comma before it. */
  readonly derived?: { readonly members: string };
}

export interface KernelMissing {
  readonly status: "missing";
  readonly operatorChain: readonly string[];
  readonly operatorId: string;
  readonly inputError: MissingInput;
  readonly steps: readonly ProtocolStep[];
}

export interface KernelRefused {
  readonly status: "refused";
  readonly operatorChain: readonly string[];
  readonly operatorId: string;
  readonly refusal: Refusal;
  readonly steps: readonly ProtocolStep[];
}

/** A numerical method that did not settle: answered 422, nothing is sealed or charged. */
export interface KernelNotConverged {
  readonly status: "not-converged";
  readonly operatorChain: readonly string[];
  readonly operatorId: string;
  readonly message: string;
  /** Relative difference of the two finest levels; null when they have no values. */
  readonly difference: number | null;
}

/** A request that cannot be a question: answered 400. */
export interface KernelInvalid {
  readonly status: "invalid";
  readonly code: "OPERATOR_CHAIN" | "UNKNOWN_OPERATOR" | "DUPLICATE_INPUT" | "INVALID_INPUT";
  readonly message: string;
  /** The offending operator id or input name. */
  readonly name?: string;
  readonly nearest?: readonly string[];
}

export type KernelResult =
  | KernelValue
  | KernelMissing
  | KernelRefused
  | KernelInvalid
  | KernelNotConverged;
