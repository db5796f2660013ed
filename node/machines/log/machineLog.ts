/**
 * The logs of all machines, for those who write and read them: rows in the batch of an effect, of a
 * sealed result or alone, and readings of what is durable.
 */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { Folded } from "../../../protocol/log/fold.js";
import { genesisHash, type LogGenesis, type RowActor } from "../../../protocol/log/row.js";
import type { Crypto } from "../../../protocol/ports.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { LogHeadRecord } from "../../../storage/records/logRecords.js";
import type {
  RowRange,
  StoredCheckpoint,
  StoredRow,
} from "../../../storage/repositories/machineLogs.js";
import type { Store } from "../../../storage/store.js";
import type { Carrier, EffectTransaction } from "../../ledger/effects.js";
import { LedgerError } from "../../ledger/ledger.js";
import type { SealedPlace } from "../../sealing/draft.js";
import type { Posted } from "../../sealing/posting.js";
import type { Sealer } from "../../sealing/sealer.js";
import type { Companion } from "../../sealing/stagedLog.js";
import type { UnsealedReason } from "../../spine/unsealed.js";
import {
  machinesOf,
  PendingRow,
  type LogChange,
  type LogEntry,
  type LogOutcome,
  type RowDraft,
  type SealedWith,
} from "./draft.js";
import { RowLog, type RowLogModules } from "./rowLog.js";

interface MachineLogModules extends RowLogModules {
  readonly sealer: Pick<Sealer, "enter">;
}

/** The end of a log as it is durable. */
export type DurableHead = Pick<
  LogHeadRecord,
  "hash" | "ns" | "calcond" | "state" | "evalRoot" | "evalCount"
> & {
  /** Rows. */
  readonly size: number;
  /** Number of the last row; -1 before the first. */
  readonly seq: number;
};

/** What a row must stand behind. */
interface Expectation {
  /** Number of the last row; another one is refused with PRECONDITION_FAILED. */
  readonly after?: number;
}

export class MachineLog {
  /** What takes part in commit windows. */
  readonly rowLog: RowLog;
  readonly #crypto: Crypto;
  readonly #store: Store;
  readonly #sealer: Pick<Sealer, "enter">;
  readonly #open = new WeakMap<EffectTransaction, EffectRows>();

  constructor({ sealer, ...modules }: MachineLogModules) {
    this.rowLog = new RowLog(modules);
    this.#crypto = modules.crypto;
    this.#store = modules.store;
    this.#sealer = sealer;
  }

  // Writing.

  /** Begins a log in the batch of an effect; rows of it may follow in the same. */
  begin(tx: EffectTransaction, genesis: LogGenesis): void {
    this.#rowsOf(tx).changes.push({ kind: "begin", genesis });
  }

  /**
   * Writes a row in the batch of an effect. Its place is known when the batch is put together: an
   * answer made of the step may name it, the step itself may not.
   */
  append(
    tx: EffectTransaction,
    machine: string,
    row: RowDraft,
    { after }: Expectation = {},
  ): PendingRow {
    const rows = this.#rowsOf(tx);
    const pending = new PendingRow();
    rows.changes.push({ kind: "row", machine, row, pending });
    if (after !== undefined) rows.expected.set(machine, after);
    return pending;
  }

  /** Counts an evaluation without a row: the next row carries it. */
  fold(tx: EffectTransaction, machine: string, folded: Folded): void {
    this.#rowsOf(tx).changes.push({ kind: "fold", machine, folded });
  }

  /** Counts some at once, where nothing else is written. */
  async foldAlone(machine: string, all: readonly Folded[]): Promise<void> {
    const changes = all.map((folded): LogChange => ({ kind: "fold", machine, folded }));
    await this.#enter({ changes, operations: () => [] });
  }

  /** A row for a result, in the batch of its envelope. */
  withSeal(machine: string, actor: RowActor, row: Partial<RowDraft> = {}): Companion<SealedPlace> {
    const change: LogChange = {
      kind: "row",
      machine,
      row: { transitionType: "sealed_event", actor, ...row },
      pending: new PendingRow(),
    };
    return this.#companion([change], () => []);
  }

  #rowsOf(tx: EffectTransaction): EffectRows {
    const held = this.#open.get(tx);
    if (held !== undefined) return held;
    const rows = new EffectRows(
      (entry) => this.#enter(entry),
      (changes, operations) => this.#companion(changes, operations),
    );
    this.#open.set(tx, rows);
    tx.carry(rows);
    return rows;
  }

  async #enter(entry: LogEntry): Promise<void> {
    const outcome = await this.#sealer.enter<LogEntry, LogOutcome | UnsealedReason>(
      this.rowLog,
      entry,
    );
    if (typeof outcome === "string") throw notWritten(outcome);
    if (outcome.fault === "HEAD_MOVED") throw moved(outcome.have);
    if (outcome.fault === "THROWN") throw outcome.error;
  }

  #companion<Became extends SealedPlace | Posted>(
    changes: readonly LogChange[],
    operations: (became: Became) => readonly Operation[],
  ): Companion<Became> {
    return {
      load: () => this.rowLog.loadHeads(machinesOf({ changes })),
      enter: (window, became) => {
        const sealed = this.#sealedWith(became);
        window.enter(this.rowLog, {
          changes,
          operations: () => operations(became),
          isCompanion: true,
          ...(sealed === null ? {} : { sealed }),
        });
      },
    };
  }

  #sealedWith(became: SealedPlace | Posted): SealedWith | null {
    if (!("core" in became)) return null;
    const { core, id, proof } = became;
    return { id, proof, coreHash: this.#crypto.sha256Hex(core) };
  }

  // Reading what is durable.

  /** Null where there is no such log. */
  async head(machine: string): Promise<DurableHead | null> {
    const record = await this.#store.machineLogs.head(machine);
    if (record !== undefined) return durableHead(record);
    const known = await this.#store.machines.get(machine);
    if (known === undefined) return null;
    const { genesisCalcond, owner } = known;
    const hash = genesisHash(this.#crypto, { machine, owner, genesisCalcond });
    const nothing = { size: 0, seq: -1, ns: "0", state: null, evalRoot: null, evalCount: 0 };
    return { ...nothing, hash, calcond: genesisCalcond };
  }

  /**
   * The same under the guard of all that writes the log: nothing of it is staged then, and what is
   * in memory is what is durable.
   */
  async heldHead(machine: string): Promise<DurableHead | null> {
    const head = this.rowLog.head(machine);
    return head === undefined ? this.head(machine) : durableHead(head);
  }

  /** Canonical texts of rows, in their order. */
  rows(machine: string, range: RowRange = {}): AsyncGenerator<StoredRow> {
    return this.#store.machineLogs.rows(machine, range);
  }

  /** Canonical bytes of a payload that is kept beside its row; undefined where none is. */
  payload(machine: string, seq: number): Promise<string | undefined> {
    return this.#store.machineLogs.payload(machine, seq);
  }

  checkpoints(machine: string, range: RowRange = {}): AsyncGenerator<StoredCheckpoint> {
    return this.#store.machineLogs.checkpoints(machine, range);
  }
}

function durableHead(record: Omit<LogHeadRecord, "edge">): DurableHead {
  const { next, hash, ns, calcond, state, evalRoot, evalCount } = record;
  return { size: next, seq: next - 1, hash, ns, calcond, state, evalRoot, evalCount };
}

type CompanionOf = <Became extends SealedPlace | Posted>(
  changes: readonly LogChange[],
  operations: (became: Became) => readonly Operation[],
) => Companion<Became>;

/** What one effect adds to logs. */
class EffectRows implements Carrier {
  readonly changes: LogChange[] = [];
  readonly expected = new Map<string, number>();
  readonly #enter: (entry: LogEntry) => Promise<void>;
  readonly #with: CompanionOf;

  constructor(enter: (entry: LogEntry) => Promise<void>, companion: CompanionOf) {
    this.#enter = enter;
    this.#with = companion;
  }

  submit(operations: () => readonly Operation[]): Promise<void> {
    return this.#enter({ changes: this.changes, expected: this.expected, operations });
  }

  companion<Became extends SealedPlace | Posted>(
    operations: (became: Became) => readonly Operation[],
  ): Companion<Became> {
    if (this.expected.size > 0)
      throw new Error("what is sealed or booked cannot be refused for the number of a row");
    return this.#with(this.changes, operations);
  }
}

/** The canonical bytes of a payload. @throws CanonicalError */
export function payloadText(payload: object): string {
  return canonicalize(payload);
}

function moved(have: number): Refusal {
  return new Refusal("PRECONDITION_FAILED", `the last row is ${have}: nothing was written`, {
    members: { have },
  });
}

/**
 * Rows are written also while nothing may be sealed, so a window that is told not to be durable was
 * given to the disk, unless the store takes nothing: only the store knows, and that is no refusal.
 */
function notWritten(reason: UnsealedReason): Refusal | LedgerError {
  if (reason !== "STORE_READ_ONLY")
    return new LedgerError(
      "NOT_WRITTEN",
      "the row could not be written: whether it was is read from the log",
    );
  return new Refusal("NOT_READY", `nothing can be added to a log now: ${reason}`, {
    members: { reasons: [reason] },
    retryAfterSeconds: 1,
  });
}
