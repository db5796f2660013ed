/** Solved rows of tables that are not sealed yet, the oldest tables first. */
import { buckets } from "../records/buckets.js";
import type { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import type { SweptRowRecord } from "../records/records.js";
import { Table, type Reader } from "./table.js";

/** A table of jobs, by the calcond in which its first row was kept, and what was asked as a hash. */
export type SweptTable = readonly [calcond: number, asked: string];

const LEAST = "0".repeat(64);

export class SweptRowRepository {
  readonly #rows: Table<readonly [table: SweptTable, row: number], SweptRowRecord>;

  constructor(store: Reader) {
    this.#rows = new Table(store, buckets.sweptrow);
  }

  put(table: SweptTable, row: number, record: SweptRowRecord): Operation {
    return this.#rows.put([table, row], record);
  }

  /** Rows of a table; in the place of a damaged one what is wrong with it. */
  async of(
    table: SweptTable,
  ): Promise<readonly (readonly [row: number, SweptRowRecord | CorruptRecordError])[]> {
    const rows: [number, SweptRowRecord | CorruptRecordError][] = [];
    for await (const [[, row], record] of this.#rows.scanEach({
      gte: [table, 0],
      lt: [table, Number.MAX_SAFE_INTEGER],
    }))
      rows.push([row, record]);
    return rows;
  }

  /** How many rows each table has, the oldest first. */
  async tables(): Promise<readonly { readonly table: SweptTable; readonly rows: number }[]> {
    const counts = new Map<string, { readonly table: SweptTable; rows: number }>();
    for await (const [table] of this.#rows.keys({
      gte: [[0, LEAST], 0],
      lt: [[Number.MAX_SAFE_INTEGER, LEAST], 0],
    })) {
      const name = table.join(" ");
      const entry = counts.get(name) ?? { table, rows: 0 };
      entry.rows += 1;
      counts.set(name, entry);
    }
    return [...counts.values()];
  }

  async forgetOps(table: SweptTable): Promise<readonly Operation[]> {
    return (await this.of(table)).map(([row]) => this.#rows.del([table, row]));
  }
}
