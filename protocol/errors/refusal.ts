/**
 * What a rule of the domain answers when it says no: a code of the error table, words about this
 * very case, and figures. Whoever asked maps it: a request becomes a problem, a contract a fault
 * row. It knows no status, no header and no request.
 */
import type { ErrorCode } from "./index.js";

/** One fault of what was asked, at the place its JSON Pointer names. */
export interface FieldFault {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly accepts?: string;
  readonly nearest?: string;
}

/** Policies whose uses a service counts, in the batch of each effect. */
export type CountedPolicy = "demo-mint" | "signup" | "claim" | "spin-up";

/** How much of a counted policy is left. */
export interface Allowance {
  readonly policy: CountedPolicy;
  readonly left: number;
  /** Whole seconds until there is more. */
  readonly resetSeconds: number;
}

export interface RefusalDetails {
  /** Figures and names that a program can act on. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly FieldFault[];
  /** Whole seconds after which the same may be asked again. */
  readonly retryAfterSeconds?: number;
  readonly allowances?: readonly Allowance[];
  /** What it is about is gone for good, also where the code alone does not say so. */
  readonly gone?: true;
}

const NO_DETAILS: RefusalDetails = {};

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  /** @param message says what was wrong with this very case, never internals. */
  constructor(code: ErrorCode, message: string, details: RefusalDetails = NO_DETAILS) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** An input that is not taken, by its place. */
export function invalidInput(pointer: string, message: string): Refusal {
  return new Refusal("INVALID_INPUT", message, {
    errors: [{ pointer, code: "INVALID_INPUT", message }],
  });
}
