/**
 * A damaged record that something met: named to whom it may be, and in the way of what needs it
 * alone.
 */
import type { Principal } from "../../protocol/identity/principal.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { DamagedRecord } from "../../storage/records/projections.js";

/**
 * Their keys are numbers and fixed names, which are public anyway; those of others tell who there
 * is, and what for.
 */
const PUBLIC_KEYS: ReadonlySet<string> = new Set(
  [
    buckets.env,
    buckets.chain,
    buckets.journal,
    buckets.charge,
    buckets.ledger,
    buckets.pub,
    buckets.pubop,
    buckets.reading,
    buckets.supply,
  ].map(({ name }) => name),
);
const NEXT_OF_OPERATOR =
  "Stop the node and restore its data directory from a backup; `calc ledger audit` says what " +
  "else of its books is damaged.";
const NEXT = "Tell the operator of the node, whose log names the record under the `request_id`.";

/** What a call asked for cannot be read, and who made the call may know which record that is. */
export class DamagedError extends Error {
  override readonly name = "DamagedError";
  readonly record: CorruptRecordError;

  /** @param what for people: what cannot be done without the record */
  constructor(what: string, record: CorruptRecordError) {
    super(what, { cause: record });
    this.record = record;
  }
}

/** @throws the error itself when it says nothing of a record */
export function damagedRecord(error: unknown): DamagedRecord {
  if (!(error instanceof CorruptRecordError)) throw error;
  const { bucket, key, message } = error;
  return { bucket, key, fault: message };
}

/** The record that an error comes from, or null. */
export function recordBehind(error: unknown): CorruptRecordError | null {
  if (error instanceof DamagedError) return error.record;
  return error instanceof CorruptRecordError ? error : null;
}

/** That something cannot be read is the node's failure, and says nothing about the request. */
export function damageProblem(
  error: unknown,
  record: CorruptRecordError,
  principal: Principal | null,
): Refusal {
  const { bucket, key } = record;
  const isOperator = principal?.unlimited === true;
  const isNamed =
    error instanceof DamagedError || isOperator || PUBLIC_KEYS.has(bucket) || isOf(principal, key);
  const named = isNamed ? `record ${key} of bucket ${bucket}` : `a record of bucket ${bucket}`;
  const what = error instanceof DamagedError ? error.message : "this cannot be answered without it";
  return new Refusal("NOT_READY", `${named} is damaged: ${what}`, {
    members: {
      reasons: ["db"],
      damaged: { bucket, key: isNamed ? key : null },
      next: isOperator ? NEXT_OF_OPERATOR : NEXT,
    },
  });
}

/** Whether the key of a record names the caller's own account. */
function isOf(principal: Principal | null, key: string): boolean {
  return principal !== null && Buffer.from(key, "hex").includes(principal.owner, 0, "utf8");
}
