/**
 * The rows of all machines as one staged log: dense in each machine, linked, and written in the batch
 * of what they record.
 */
import {
  CHECKPOINT_EVERY_CALCONDS,
  CHECKPOINT_EVERY_ROWS,
  machineOrigin,
  signLogCheckpoint,
} from "../../../protocol/log/checkpoint.js";
import type { Crypto } from "../../../protocol/ports.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { frontierRoot } from "../../../protocol/seal/merkle.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { SignedCheckpoint } from "../../../storage/repositories/machineLogs.js";
import type { Store } from "../../../storage/store.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { OpenWindow, StagedLog, StagedPart } from "../../sealing/stagedLog.js";
import { StagedValues, type Layer } from "../../sealing/stagedValues.js";
import type { OwnSpine } from "../../spine/ownSpine.js";
import type { UnsealedReason } from "../../spine/unsealed.js";
import { machinesOf, type LogChange, type LogEntry, type LogOutcome } from "./draft.js";
import {
  beginning,
  folded,
  grown,
  headOf,
  LogDamagedError,
  recordOf,
  type LogHead,
} from "./logHead.js";

/** The task once a checkpoint of the newest rows is to be signed. */
export const LOG_CHECKPOINT = "machine.checkpoint";
/** Name of the fact in the store: unix nanoseconds of the newest row of any machine. */
const NEWEST_NS = "machines.rows.ns";
/** Heads kept in memory; beyond this they are read again when they are next named. */
const READY_LOGS_MAX = 16_384;

export interface RowLogModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: Pick<OwnSpine, "author" | "net">;
  readonly deadlines: Pick<Deadlines, "now">;
}

interface RowLogEnd {
  readonly heads: readonly Layer<LogHead>[];
  readonly ns: bigint;
}

/** What an entry makes of the logs it names. */
interface Staged {
  readonly heads: Map<string, LogHead>;
  readonly operations: Operation[];
}

export class RowLog implements StagedLog<
  LogEntry,
  LogOutcome | UnsealedReason,
  LogEntry,
  RowLogEnd
> {
  readonly name = "rows of machines";
  /** As what they record is: what is granted, paid or moved does not touch the spine. */
  readonly isWrittenWhileBlocked = true;
  readonly #modules: RowLogModules;
  readonly #heads = new StagedValues<LogHead>();
  #durableNs = 0n;
  #stagedNs = 0n;

  constructor(modules: RowLogModules) {
    this.#modules = modules;
  }

  get end(): RowLogEnd {
    return { heads: this.#heads.end, ns: this.#stagedNs };
  }
  get notBeforeNs(): bigint {
    return this.#stagedNs;
  }

  async reload(): Promise<void> {
    const { store } = this.#modules;
    this.#durableNs = this.#stagedNs = BigInt((await store.meta.get(NEWEST_NS)) ?? "0");
    await this.#read(this.#heads.clear());
  }

  load(entries: readonly LogEntry[]): Promise<void> | null {
    return this.loadHeads(entries.flatMap(machinesOf));
  }

  /** Reads ends of logs: whichever is named in a window has to be known. */
  loadHeads(machines: readonly string[]): Promise<void> | null {
    const unknown = [...new Set(machines)].filter((machine) => !this.#heads.knows(machine));
    return unknown.length === 0 ? null : this.#read(unknown);
  }

  async #read(machines: readonly string[]): Promise<void> {
    if (machines.length === 0) return;
    const { crypto, store } = this.#modules;
    const records = await store.machineLogs.heads(machines);
    for (const [i, machine] of machines.entries()) {
      const record = records[i];
      if (record !== undefined) this.#heads.read(machine, headOf(machine, record));
      else {
        // One that began before machines had logs has nothing in its own yet.
        const known = await store.machines.get(machine);
        if (known !== undefined) {
          const { genesisCalcond, owner } = known;
          this.#heads.read(machine, beginning(crypto, { machine, owner, genesisCalcond }));
        }
      }
    }
  }

  /** The end of a log behind all that is staged, where it is in memory. */
  head(machine: string): LogHead | undefined {
    return this.#heads.get(machine);
  }

  ready(entry: LogEntry): LogEntry {
    return entry;
  }

  stage(entries: readonly LogEntry[], window: OpenWindow): StagedPart<LogOutcome> {
    const layer = new Map<string, LogHead>();
    const operations: Operation[] = [];
    const outcomes = entries.map((entry): LogOutcome => {
      const moved = this.#moved(entry, layer);
      if (moved !== null) return moved;
      let staged: Staged;
      try {
        staged = this.#stageEntry(entry, layer, window);
      } catch (error) {
        // An answer sealed or booked with it was decided already: that must not stand without it.
        if (entry.isCompanion === true) throw error;
        return { fault: "THROWN", error };
      }
      for (const [machine, head] of staged.heads) layer.set(machine, head);
      for (const operation of staged.operations) operations.push(operation);
      return { fault: null };
    });
    if (layer.size > 0) this.#close(layer, operations, window);
    return { operations, came: () => outcomes };
  }

  #close(layer: ReadonlyMap<string, LogHead>, operations: Operation[], { ns }: OpenWindow): void {
    const { store } = this.#modules;
    for (const [machine, head] of layer)
      operations.push(store.machineLogs.headOp(machine, recordOf(head)));
    operations.push(...store.meta.putOps(NEWEST_NS, ns.toString()));
    this.#heads.stage(layer);
    this.#stagedNs = ns;
  }

  /** The end of a log behind all that is staged. @throws LogDamagedError where there is none */
  #head(machine: string, layer: Layer<LogHead>): LogHead {
    const head = layer.get(machine) ?? this.#heads.get(machine);
    if (head === undefined) throw new LogDamagedError(`there is no log of ${machine}`);
    return head;
  }

  #moved({ expected }: LogEntry, layer: Layer<LogHead>): LogOutcome | null {
    for (const [machine, seq] of expected ?? []) {
      const have = this.#head(machine, layer).next - 1;
      if (have !== seq) return { fault: "HEAD_MOVED", machine, have };
    }
    return null;
  }

  #stageEntry(entry: LogEntry, before: Layer<LogHead>, window: OpenWindow): Staged {
    const staged: Staged = { heads: new Map(), operations: [] };
    const headOfLog = (machine: string): LogHead =>
      staged.heads.get(machine) ?? this.#head(machine, before);
    for (const change of entry.changes) this.#change(change, entry, staged, headOfLog, window);
    for (const operation of entry.operations()) staged.operations.push(operation);
    return staged;
  }

  #change(
    change: LogChange,
    { sealed }: LogEntry,
    { heads, operations }: Staged,
    headOfLog: (machine: string) => LogHead,
    { instant: { calcond }, ns }: OpenWindow,
  ): void {
    const { crypto, store } = this.#modules;
    if (change.kind === "begin") {
      const { machine } = change.genesis;
      if (heads.has(machine) || this.#heads.get(machine) !== undefined)
        throw new LogDamagedError(`the log of ${machine} has begun already`);
      heads.set(machine, beginning(crypto, change.genesis));
      return;
    }
    const { machine } = change;
    const head = headOfLog(machine);
    if (change.kind === "fold") {
      heads.set(machine, folded(crypto, head, change.folded));
      return;
    }
    const {
      head: after,
      payload,
      row,
      text,
    } = grown(crypto, machine, head, change.row, { calcond, ns }, sealed);
    change.pending.settle({ row, hash: after.hash });
    operations.push(store.machineLogs.rowOp(machine, row.seq, text));
    if (payload !== undefined)
      operations.push(store.machineLogs.payloadOp(machine, row.seq, payload));
    heads.set(machine, this.#marked(machine, after, operations));
  }

  /** Signs the tree at a multiple of rows, and has the next checkpoint signed in time. */
  #marked(machine: string, head: LogHead, operations: Operation[]): LogHead {
    const { deadlines, store } = this.#modules;
    if (head.next % CHECKPOINT_EVERY_ROWS === 0)
      operations.push(
        ...store.machineLogs.checkpointOps(machine, this.checkpointOf(machine, head)),
      );
    const now = Math.max(head.calcond, deadlines.now());
    if (head.due > now) return head;
    const due = now + CHECKPOINT_EVERY_CALCONDS;
    operations.push(store.due.addOp({ calcond: due, kind: LOG_CHECKPOINT, key: machine }));
    return { ...head, due };
  }

  /** A signed checkpoint of all rows of a log. */
  checkpointOf(
    machine: string,
    { calcond, frontier }: Pick<LogHead, "calcond" | "frontier">,
  ): SignedCheckpoint {
    const { crypto, deadlines, spine } = this.#modules;
    const origin = machineOrigin(spine.net, spine.author.publicKey, machine);
    const text = signLogCheckpoint(
      crypto,
      {
        origin,
        size: frontier.size,
        root: frontierRoot(crypto, frontier),
        calcond: Math.max(calcond, deadlines.now()),
      },
      spine.author.seed,
    );
    return { size: frontier.size, text, edge: frontier.hashes.map(toHex) };
  }

  refused(entries: readonly LogEntry[], reason: UnsealedReason): readonly UnsealedReason[] {
    return entries.map(() => reason);
  }

  confirm({ heads, ns }: RowLogEnd): void {
    this.#durableNs = ns;
    this.#heads.confirm(heads);
  }

  discard(end?: RowLogEnd): void {
    this.#stagedNs = end?.ns ?? this.#durableNs;
    this.#heads.discard(end?.heads);
  }

  trim(): void {
    if (this.#heads.size > READY_LOGS_MAX) this.#heads.clear();
  }
}
