/** Files of a real LevelDB with one bit flipped on the disk: each is put right byte for byte. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect } from "chai";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { buckets } from "../../../storage/records/buckets.js";
import { valueUnder } from "../../../storage/kv/checked.js";
import { crc32c, flip, masked, unmasked } from "../../../storage/leveldb/checksum.js";
import { mendLogs, mendTableFile, tablesIn } from "../../../storage/leveldb/mendFiles.js";
import { unpackSnappy } from "../../../storage/leveldb/snappy.js";
import { openStore } from "../../../storage/store.js";
import { keyBytes, put } from "../../../storage/kv/table.js";
import { TableScrub } from "../../../storage/leveldb/tableScrub.js";
import { generator } from "../../kit/generator.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_128;
const FLIPS = runs(150, 4_000);
const isWhole = (key: Uint8Array, record: Uint8Array): boolean => valueUnder(key, record) !== null;

describe("storage: CRC-32C and snappy", () => {
  it("has the checksums of RFC 3720 B.4", () => {
    expect(crc32c(new Uint8Array(32))).to.equal(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).to.equal(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).to.equal(0x46dd794e);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => 31 - i))).to.equal(0x113fdb5c);
    expect(crc32c(Buffer.from("123456789"))).to.equal(0xe3069283);
    for (const crc of [0, 1, 0xe3069283, 0xffff_ffff]) expect(unmasked(masked(crc))).to.equal(crc);
  });

  it("reads what the format's own description has, and refuses what ends early", () => {
    // "abcdabcd...": a literal of 4, then a copy that reaches into itself.
    const packed = Buffer.from([14, (4 - 1) << 2, 97, 98, 99, 100, ((10 - 1) << 2) | 2, 4, 0]);
    expect(unpackSnappy(packed)?.toString()).to.equal("abcdabcdabcdab");
    for (let end = 0; end < packed.length; end += 1)
      expect(unpackSnappy(packed.subarray(0, end))).to.equal(null);
  });
});

describe("storage: one flipped bit in a file of the database", () => {
  const dir = temporaryDir("flipped");
  const database = join(dir.path, "db");
  const files = new Map<string, Buffer>();
  before(async () => {
    for (let round = 0; round < 3; round += 1) {
      const store = await openStore({ dir: dir.path });
      for (let from = 0; from < 2_000; from += 250)
        await store.write(
          Array.from({ length: 250 }, (_, i) =>
            put(
              buckets.journal,
              2_000 * round + from + i,
              `entry ${crc32(String(i))} ${"x".repeat(i)}`,
            ),
          ),
        );
      await store.close();
    }
    for (const name of readdirSync(database))
      if (!name.startsWith("LO")) files.set(name, readFileSync(join(database, name)));
  });
  after(() => {
    dir.remove();
  });

  /** Puts everything right that can be. @returns how many bits */
  async function mendAll(): Promise<number> {
    let count = (await mendLogs(database)).length;
    for (const name of await tablesIn(database))
      count += (await mendTableFile(database, name, isWhole))!.flipped.length;
    return count;
  }

  it("is none where nothing is damaged", async () => {
    expect([...files.keys()].some((name) => name.endsWith(".ldb"))).to.equal(true);
    expect([...files.keys()].some((name) => name.endsWith(".log"))).to.equal(true);
    expect(await mendAll()).to.equal(0);
    for (const name of await tablesIn(database)) {
      const finding = await mendTableFile(database, name, isWhole);
      expect(finding).to.include({ fault: null });
      expect(finding!.lost).to.deep.equal([]);
      expect(finding!.blocks).to.be.greaterThan(10);
    }
  });

  it(`is flipped back, wherever it is: seed ${SEED}`, async () => {
    const random = generator(SEED);
    const names = [...files.keys()];
    for (let n = 0; n < FLIPS; n += 1) {
      // Small files as often as large ones: they are what a start depends on.
      const name = names[Math.floor(random() * names.length)]!;
      const whole = files.get(name)!;
      const bit = { at: Math.floor(random() * whole.length), bit: Math.floor(random() * 8) };
      const damaged = Buffer.from(whole);
      flip(damaged, bit);
      writeFileSync(join(database, name), damaged);
      expect(await mendAll(), `${name} ${bit.at}.${bit.bit}`).to.equal(1);
      expect(readFileSync(join(database, name)).equals(whole), name).to.equal(true);
    }
  });

  it("is never guessed where three bits of a block are damaged", async () => {
    const random = generator(SEED + 1);
    const name = [...files.keys()].find((one) => one.endsWith(".ldb"))!;
    const whole = files.get(name)!;
    for (let n = 0; n < FLIPS; n += 1) {
      const damaged = Buffer.from(whole);
      const at = Math.floor(random() * 1_000);
      for (const more of [0, 40, 77]) flip(damaged, { at: at + more, bit: (n + more) % 8 });
      writeFileSync(join(database, name), damaged);
      const finding = await mendTableFile(database, name, isWhole);
      expect(finding!.flipped).to.deep.equal([]);
      expect(finding!.lost).to.have.length(1);
      expect(readFileSync(join(database, name)).equals(damaged)).to.equal(true);
    }
    writeFileSync(join(database, name), whole);
  });

  it("beyond repair is looked for in tables that may hold the key, in each once in a round", async () => {
    const random = generator(SEED + 2);
    const tables = new TableScrub({ dir: database, refresh: async () => undefined });
    const names = await tablesIn(database);
    expect(names.length).to.be.greaterThan(1);
    for (const name of names) {
      const damaged = Buffer.from(files.get(name)!);
      const at = Math.floor(random() * 1_000);
      for (const more of [0, 40, 77]) flip(damaged, { at: at + more, bit: 1 });
      writeFileSync(join(database, name), damaged);
    }
    const sizes = names.map((name) => files.get(name)!.length);
    const key = (n: number): Uint8Array => keyBytes(buckets.journal, n);
    expect(await tables.mendNow(key(0))).to.equal(false);
    expect(tables.figures.bytes).to.be.greaterThan(0);
    expect(tables.figures.bytes).to.be.lessThan(sizes.reduce((sum, size) => sum + size, 0));
    await Promise.all(Array.from({ length: 60 }, (_, n) => tables.mendNow(key(100 * n))));
    // Of some the log has it all: the whole of the tables is looked at once at most.
    expect(tables.figures.bytes).to.be.at.most(sizes.reduce((sum, size) => sum + size, 0));
    expect(tables.figures.lost.length).to.be.greaterThan(1);
    const before = tables.figures.bytes;
    expect(await tables.mendNow(key(7))).to.equal(false);
    expect(tables.figures.bytes).to.equal(before);
    for (const name of names) writeFileSync(join(database, name), files.get(name)!);
  });

  it("is put right for all who met it, and a table that is being written is not broken", async () => {
    const tables = new TableScrub({ dir: database, refresh: async () => undefined });
    const [name] = await tablesIn(database);
    const damaged = Buffer.from(files.get(name!)!);
    flip(damaged, { at: 500, bit: 3 });
    writeFileSync(join(database, name!), damaged);
    const key = keyBytes(buckets.journal, 0);
    const met = await Promise.all([tables.mendNow(key), tables.mendNow(key), tables.mendNow(key)]);
    expect(met).to.deep.equal([true, true, true]);
    expect(readFileSync(join(database, name!)).equals(files.get(name!)!)).to.equal(true);
    writeFileSync(join(database, "999999.ldb"), files.get(name!)!.subarray(0, 700));
    while ((await tables.step(1_000)) === "more");
    rmSync(join(database, "999999.ldb"));
    expect(tables.figures).to.deep.include({ broken: [], lost: [], rounds: 1, mendedBits: 1 });
  });
});
