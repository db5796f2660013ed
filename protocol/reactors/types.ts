/** What a reactor is made of, as plain data. */
import type { JsonObject } from "../ports.js";

export const PROGRAM_SCHEMA = "calc-reactor/1";

/** What becomes of a reactor whose step has no value. */
export const ON_FAIL = ["halt", "skip"] as const;
export type OnFail = (typeof ON_FAIL)[number];

export interface ReactorProgram extends JsonObject {
  readonly schema: typeof PROGRAM_SCHEMA;
  /** A solver, or a chain of operators. */
  readonly solver: string | null;
  readonly operators: readonly string[] | null;
  readonly domain: string | null;
  readonly transition: {
    /** By name: a text is an expression over x, u, n and none, everything else the value itself. */
    readonly inputs: JsonObject;
  };
  readonly onFail: OnFail;
  readonly maxSteps: number;
}

/** State of a reactor: what an expression sees as x. */
export type ReactorState = JsonObject;
