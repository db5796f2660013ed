/** What the serving thread and a worker say to each other. */
import type { KernelValue } from "../../../protocol/kernel/result.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { RefusalCode } from "../../../protocol/solvers/refusal.js";
import type { FieldsMode } from "../../../protocol/solvers/fieldText.js";

export interface JobRequest {
  readonly solver: string;
  readonly body: JsonObject;
  readonly mode: FieldsMode;
  /** Media type of a rendering wanted beside the answer, or null. */
  readonly media: string | null;
  /** Which field is rendered. */
  readonly field: number;
}

export interface ToWorker extends JobRequest {
  readonly id: number;
  /** One 32-bit flag in shared memory: not 0 when the job is to stop. */
  readonly stop: SharedArrayBuffer;
}

/** A solved job as plain data. */
export interface JobValue {
  readonly kind: "value";
  readonly kernel: KernelValue;
  readonly inputs: JsonObject;
  readonly digests: readonly string[];
  readonly work: bigint;
  /** Operators a multibody job is priced by; null for the usual price. */
  readonly operators: number | null;
  readonly unsealed: string | null;
  readonly rendered: Uint8Array | null;
}

/** Why a job has no value, in the solver's own words. */
export type JobRefusal =
  | {
      readonly kind: "refused";
      readonly code: RefusalCode;
      readonly message: string;
      readonly members: JsonObject;
    }
  | {
      readonly kind: "missing";
      readonly missing: string;
      readonly accepts: readonly string[];
      readonly message: string;
    }
  | { readonly kind: "stopped" };

export type JobOutcome = JobValue | JobRefusal;

export type FromWorker =
  | {
      readonly type: "progress";
      readonly id: number;
      readonly fraction: number;
      readonly step: number;
      readonly of: number;
      readonly level: number;
    }
  | { readonly type: "done"; readonly id: number; readonly outcome: JobOutcome }
  | { readonly type: "failed"; readonly id: number; readonly error: string };
