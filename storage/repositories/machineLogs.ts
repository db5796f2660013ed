/** Logs of machines: rows, the payloads that are kept, heads and signed checkpoints. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { LogHeadRecord } from "../records/logRecords.js";
import { Table, type Reader } from "./table.js";

/** Behind every row there can be. */
const END = Number.MAX_SAFE_INTEGER;

/** Rows `from` to before `to`. */
export interface RowRange {
  readonly from?: number;
  readonly to?: number;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface StoredRow {
  readonly seq: number;
  /** Canonical. */
  readonly text: string;
}

export interface StoredCheckpoint {
  readonly size: number;
  readonly text: string;
}

/** One as it is signed: with the right edge of its tree, from which the tree can be grown on. */
export interface SignedCheckpoint extends StoredCheckpoint {
  /** Hashes in hex, the largest subtree first. */
  readonly edge: readonly string[];
}

const HASH_CHARS = 64;

type Key = readonly [machine: string, number: number];

export class MachineLogRepository {
  readonly #rows: Table<Key, string>;
  readonly #payloads: Table<Key, string>;
  readonly #heads: Table<string, LogHeadRecord>;
  readonly #marks: Table<Key, string>;
  readonly #edges: Table<Key, string>;

  constructor(store: Reader) {
    this.#rows = new Table(store, buckets.row);
    this.#payloads = new Table(store, buckets.payload);
    this.#heads = new Table(store, buckets.loghead);
    this.#marks = new Table(store, buckets.logmark);
    this.#edges = new Table(store, buckets.logedge);
  }

  rowOp(machine: string, seq: number, text: string): Operation {
    return this.#rows.put([machine, seq], text);
  }
  payloadOp(machine: string, seq: number, text: string): Operation {
    return this.#payloads.put([machine, seq], text);
  }
  dropPayloadOp(machine: string, seq: number): Operation {
    return this.#payloads.del([machine, seq]);
  }
  headOp(machine: string, head: LogHeadRecord): Operation {
    return this.#heads.put(machine, head);
  }
  checkpointOps(machine: string, { edge, size, text }: SignedCheckpoint): readonly Operation[] {
    const key = [machine, size] as const;
    return [this.#marks.put(key, text), this.#edges.put(key, edge.join(""))];
  }

  head(machine: string): Promise<LogHeadRecord | undefined> {
    return this.#heads.get(machine);
  }
  heads(machines: readonly string[]): Promise<readonly (LogHeadRecord | undefined)[]> {
    return this.#heads.getMany(machines);
  }
  payload(machine: string, seq: number): Promise<string | undefined> {
    return this.#payloads.get([machine, seq]);
  }

  /** Rows in their order; with `reverse` the newest first. */
  async *rows(
    machine: string,
    { from = 0, to = END, ...rest }: RowRange = {},
  ): AsyncGenerator<StoredRow> {
    for await (const [[, seq], text] of this.#rows.scan({
      gte: [machine, from],
      lt: [machine, to],
      ...rest,
    }))
      yield { seq, text };
  }

  /** Payloads that are kept, in the order of their rows. */
  async *payloads(
    machine: string,
    { from = 0, to = END, ...rest }: RowRange = {},
  ): AsyncGenerator<StoredRow> {
    for await (const [[, seq], text] of this.#payloads.scan({
      gte: [machine, from],
      lt: [machine, to],
      ...rest,
    }))
      yield { seq, text };
  }

  /** Checkpoints in the order of what they cover. */
  async *checkpoints(
    machine: string,
    { from = 0, to = END, ...rest }: RowRange = {},
  ): AsyncGenerator<StoredCheckpoint> {
    for await (const [[, size], text] of this.#marks.scan({
      gte: [machine, from],
      lt: [machine, to],
      ...rest,
    }))
      yield { size, text };
  }

  /** The largest tree of at most so many rows whose edge is kept; null where none is. */
  async edgeBefore(
    machine: string,
    size: number,
  ): Promise<{ readonly size: number; readonly edge: readonly string[] } | null> {
    for await (const [[, at], text] of this.#edges.scan({
      gte: [machine, 0],
      lt: [machine, size + 1],
      reverse: true,
      limit: 1,
    })) {
      const count = text.length / HASH_CHARS;
      const edge = Array.from({ length: count }, (_, i) =>
        text.slice(i * HASH_CHARS, (i + 1) * HASH_CHARS),
      );
      return { size: at, edge };
    }
    return null;
  }

  async newestCheckpoint(machine: string): Promise<StoredCheckpoint | null> {
    for await (const newest of this.checkpoints(machine, { reverse: true, limit: 1 }))
      return newest;
    return null;
  }

  /** All logs, in the order of their ids. */
  logs(): AsyncGenerator<readonly [machine: string, head: LogHeadRecord]> {
    return this.#heads.scan();
  }

  /** Of the newest checkpoint of each log, in the order of their ids. */
  async *newestCheckpoints(): AsyncGenerator<StoredCheckpoint & { readonly machine: string }> {
    for await (const [machine] of this.#heads.scan()) {
      const newest = await this.newestCheckpoint(machine);
      if (newest !== null) yield { machine, ...newest };
    }
  }
}
