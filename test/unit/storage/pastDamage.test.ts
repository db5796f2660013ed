/** Records past what LevelDB cannot read: bytes of its files are altered on the disk. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { buckets } from "../../../storage/records/buckets.js";
import { StoreCorruptError } from "../../../storage/kv/errors.js";
import { openLevel } from "../../../storage/leveldb/level.js";
import type { Gap } from "../../../storage/kv/pastDamage.js";
import { Store } from "../../../storage/store.js";
import { keyOf, put } from "../../../storage/kv/table.js";
import { generator } from "../../kit/generator.js";
import { runs } from "../../kit/runs.js";

const RECORDS = 6_000;
const ROUNDS = runs(5, 12);
const SEED = 20_261_125;

describe("storage: reading past damage", () => {
  const dir = temporaryDir("damage");
  let files: ReadonlyMap<string, Buffer>;
  before(async () => {
    const store = new Store(await openLevel(dir.path));
    for (let from = 0; from < RECORDS; from += 500) {
      const operations = Array.from({ length: 500 }, (_, i) =>
        put(buckets.journal, from + i, `entry ${from + i} ${"x".repeat((from + i) % 90)}`),
      );
      await store.write([
        ...operations,
        put(buckets.balance, `a${from}`, {
          free: 0,
          paid: 0,
          held: 0,
          spent: 0,
          day: 0,
          spentOnDay: 0,
          paidOnDay: 0,
          journal: 0,
          hash: "0".repeat(64),
        }),
      ]);
    }
    await store.close();
    // A record in the log becomes a table when it is opened again.
    await (await openLevel(dir.path)).close();
    const tables = (await readdir(dir.path)).filter((name) => name.endsWith(".ldb"));
    files = new Map(
      await Promise.all(
        tables.map(async (name) => [name, await readFile(join(dir.path, name))] as const),
      ),
    );
  });
  after(() => {
    dir.remove();
  });

  interface Reading {
    readonly numbers: readonly number[];
    readonly gaps: readonly Gap[];
  }

  async function readAll(isPatient: boolean): Promise<Reading> {
    const store = new Store(await openLevel(dir.path));
    const numbers: number[] = [];
    const gaps: Gap[] = [];
    try {
      for await (const list of store.inspect(
        buckets.journal,
        100,
        isPatient
          ? {
              onGap: (gap) => {
                gaps.push(gap);
              },
            }
          : {},
      )) {
        for (const { key, fault } of list)
          if (fault === null) numbers.push(keyOf(buckets.journal, key));
      }
      return { numbers, gaps };
    } finally {
      await store.close();
    }
  }

  const numberAt = (key: Uint8Array | null): number | null =>
    key === null ? null : keyOf(buckets.journal, key);

  it("finds all that can be read on both sides of a damaged block, and says between which keys nothing can", async () => {
    const draw = generator(SEED);
    let damaged = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [name, sound] = [...files][Math.floor(draw() * files.size)]!;
      const altered = Buffer.from(sound);
      const at = Math.floor(draw() * sound.length);
      for (let i = at; i < Math.min(sound.length, at + 64); i += 1) altered[i] = altered[i]! ^ 0x5a;
      await writeFile(join(dir.path, name), altered);
      try {
        const ends = await readAll(false).then(
          () => null,
          (error: unknown) => error,
        );
        if (ends === null) continue;
        if (!(ends instanceof StoreCorruptError)) throw ends;
        const { gaps, numbers } = await readAll(true).catch((error: unknown) => {
          // A database that cannot be opened at all.
          if (error instanceof StoreCorruptError) return { gaps: [], numbers: [] };
          throw error;
        });
        if (numbers.length === 0) continue;
        damaged += 1;
        expect(gaps.length, `seed ${SEED}, round ${round}`).to.be.greaterThan(0);
        expect([...numbers].sort((a, b) => a - b)).to.deep.equal(numbers);
        const there = new Set(numbers);
        const missing = Array.from({ length: RECORDS }, (_, seq) => seq).filter(
          (seq) => !there.has(seq),
        );
        const isCovered = (seq: number): boolean =>
          gaps.some(
            ({ after: from, before: to }) =>
              (numberAt(from) ?? -1) < seq && seq < (numberAt(to) ?? RECORDS),
          );
        // A missing record is told: between the keys of a gap, or as a record whose checksum does
        // not fit.
        expect(
          missing.filter((seq) => !isCovered(seq)).length,
          `seed ${SEED}, round ${round}`,
        ).to.be.lessThan(10);
        expect(numbers.length).to.be.greaterThan(RECORDS / 3);
      } finally {
        await writeFile(join(dir.path, name), sound);
      }
    }
    expect(damaged).to.be.greaterThan(ROUNDS / 4);
    const { gaps, numbers } = await readAll(true);
    expect([gaps, numbers.length]).to.deep.equal([[], RECORDS]);
  });
});
