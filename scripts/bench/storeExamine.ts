/**
 * The look at a database before it is opened: it reads every log and the names of all tables, and changes
 * nothing. Once with the whole store in its log, once with most of it in tables.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examineDatabase } from "../../storage/leveldb/examine.js";
import { openStore } from "../../storage/store.js";
import { median, type Row } from "./report.js";

const ROUNDS = 5;
const VALUE_BYTES = 1_024;
const IN_A_BATCH = 256;
/** 2 MiB stay in the log; 128 MiB go to tables. */
const SIZES = [2_048, 131_072] as const;
const US_PER_MS = 1_000;
const MIB = 1_048_576;

async function fill(dir: string, values: number): Promise<void> {
  const store = await openStore({ dir });
  for (let at = 0; at < values; at += IN_A_BATCH) {
    const operations = Array.from({ length: IN_A_BATCH }, (_, i) =>
      store.fields.put((at + i).toString(16).padStart(64, "0"), {
        account: "bench",
        receipt: randomBytes(VALUE_BYTES / 2).toString("hex"),
        calcond: at,
        field: 0,
      }),
    );
    await store.write(operations);
  }
  await store.close();
}

async function bytesIn(dir: string): Promise<number> {
  const names = await readdir(dir);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function benchStoreExamine(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const values of SIZES) {
    const root = await mkdtemp(join(tmpdir(), "calc-bench-examine-"));
    try {
      const dir = join(root, "data");
      await fill(dir, values);
      const database = join(dir, "db");
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = process.cpuUsage();
        await examineDatabase(database, true);
        const { system, user } = process.cpuUsage(before);
        times.push((system + user) / US_PER_MS);
      }
      const mib = Math.round((await bytesIn(database)) / MIB);
      rows.push({
        name: `processor time of the look at ${values} values, ${mib} MiB`,
        value: median(times),
        unit: "ms",
      });
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }
  return rows;
}
