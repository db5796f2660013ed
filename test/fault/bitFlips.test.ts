/** One bit flipped in any file of a database, before a start and while it is open. */
import { randomBytes } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { flip } from "../../storage/leveldb/checksum.js";
import { buckets } from "../../storage/records/buckets.js";
import { openStore } from "../../storage/store.js";
import { put, read, scan as scanOf } from "../../storage/kv/table.js";
import { generator } from "../kit/generator.js";
import { runs } from "../kit/runs.js";
import { expectRepaired, FlippedDirectory, recordsIn } from "../reliability/bitFlips.js";
import { writeWindow } from "./storageWindows.js";

const SEED = 20_261_128;
const FLIPS = runs(40, 500);
const WINDOWS = 120;

describe("faults: one flipped bit in any file of the database", () => {
  const dir = temporaryDir("bitFlips");
  const origin = join(dir.path, "origin");
  before(async () => {
    // Twice: what the first start left in its log is in a table by the second.
    for (let start = 0; start < 2; start += 1) {
      const store = await openStore({ dir: origin });
      for (let window = 0; window < WINDOWS; window += 1)
        await writeWindow(store, WINDOWS * start + window);
      await store.close();
    }
  });
  after(() => {
    dir.remove();
  });

  it(`is put right before anything is read: seed ${SEED}`, async () => {
    const directory = new FlippedDirectory(origin, join(dir.path, "copy"));
    const figures = await directory.run(FLIPS, generator(SEED), true);
    expect(Object.keys(figures.byKind)).to.include.members(["table", "log", "MANIFEST"]);
    expectRepaired(figures);
  });

  it("is put right while the database is open, by the next look at its tables", async () => {
    const copy = join(dir.path, "open");
    cpSync(origin, copy, { recursive: true });
    const store = await openStore({ dir: copy, isVisit: true });
    const random = generator(SEED + 1);
    try {
      const whole = await recordsIn(store);
      const file = tableIn(copy);
      for (let n = 1; n <= runs(8, 40); n += 1) {
        const bytes = readFileSync(file);
        flip(bytes, { at: Math.floor(random() * bytes.length), bit: n % 8 });
        writeFileSync(file, bytes, { flag: "r+" });
        expect(await store.tables!.step(Infinity)).to.equal("done");
        expect(store.tables!.figures).to.include({ mendedBits: n });
        expect(store.tables!.figures.lost).to.deep.equal([]);
        expect(await recordsIn(store)).to.deep.equal(whole);
      }
    } finally {
      await store.close();
    }
  });

  it("is put right by who meets it, and what was read before the database was opened anew goes on", async () => {
    const place = join(dir.path, "met");
    const text = randomBytes(3_000).toString("base64url");
    for (let start = 0; start < 2; start += 1) {
      const store = await openStore({ dir: place });
      await store.write(
        Array.from({ length: 50 }, (_, i) => put(buckets.journal, 100 * start + i, `${i} ${text}`)),
      );
      await store.close();
    }
    const file = tableIn(place);
    const at = readFileSync(file).lastIndexOf(text.slice(-40));
    for (const isScanned of [false, true]) {
      const store = await openStore({ dir: place });
      const entries = scanOf(store.kv, buckets.journal);
      expect((await entries.next()).value).to.deep.equal([0, `0 ${text}`]);
      const bytes = readFileSync(file);
      flip(bytes, { at, bit: 3 });
      writeFileSync(file, bytes, { flag: "r+" });
      if (!isScanned) {
        for (let i = 0; i < 50; i += 1)
          expect(await read(store.kv, buckets.journal, i)).to.equal(`${i} ${text}`);
        expect(store.tables!.figures.mendedBits).to.equal(1);
      }
      let count = 1;
      for await (const [n, entry] of entries) {
        expect(entry).to.equal(`${n % 100} ${text}`);
        count += 1;
      }
      expect(count).to.equal(100);
      expect(await recordsIn(store)).to.have.length(101);
      await store.close();
    }
  });
});

function tableIn(dir: string): string {
  const database = join(dir, "db");
  return join(
    database,
    readdirSync(database).find((name) => name.endsWith(".ldb"))!,
  );
}
