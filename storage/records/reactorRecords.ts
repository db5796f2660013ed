/** Records kept of reactors: what they compute, how far they are, and where each step stands. */
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import type { ReactorProgram } from "../../protocol/reactors/types.js";

export interface ReactorRecord {
  readonly id: string;
  /** Account that pays for its steps. */
  readonly owner: string;
  /** Made with a key without limits: its steps take no balance. */
  readonly unlimited: boolean;
  readonly name: string | null;
  /** Id of the machine whose roles hold for it; null where only its account may use it. */
  readonly machine: string | null;
  readonly createdCalcond: number;
  readonly program: ReactorProgram;
  readonly programHash: string;
}

/**
 * open: it may step. halted: a step had no value. finished: it made all steps that it may. closed:
 * for good.
 */
export type ReactorStatus = "open" | "halted" | "finished" | "closed";

export interface ReactorProgress {
  readonly status: ReactorStatus;
  /** Steps so far. */
  readonly n: number;
  /** Number of the row whose payload holds the state. */
  readonly row: number;
  /** Steps that had no value. */
  readonly faults: number;
  /** The last of them, or null. */
  readonly fault: JsonObject | null;
  /** Observations that made no step. */
  readonly quiet: number;
  /** What its last step observed; null where none did. */
  readonly observed: JsonValue;
  /** Burned by all steps. */
  readonly credits: number;
  /** By name of a conserved quantity: the largest drift of any step, in percent. */
  readonly drift: Readonly<Record<string, number>>;
}

export interface ReactorStepRecord {
  /** Number of its row in the log. */
  readonly row: number;
  readonly calcond: number;
  readonly token: string;
}
