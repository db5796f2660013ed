/**
 * Batches that are durable in files ahead of the database: what is left of them when the power
 * goes.
 */
import { cp, mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { AHEAD_FILES, AheadFile, makeAheadFiles, readAhead } from "../../../storage/ahead/files.js";
import {
  BLOCK_BYTES,
  frameBytes,
  operationsOf,
  readFrames,
  writeFrame,
} from "../../../storage/ahead/frames.js";
import { markOf, recoverAhead } from "../../../storage/ahead/recover.js";
import { mayGoAhead, soleKeys } from "../../../storage/ahead/soleWriter.js";
import { AheadStore } from "../../../storage/ahead/store.js";
import { nameOfKey } from "../../../storage/buckets.js";
import { CheckedStore } from "../../../storage/checked.js";
import { FaultyStore } from "../../../storage/faulty.js";
import type { KeyValueStore, Operation } from "../../../storage/kv.js";
import { openLevel } from "../../../storage/level.js";
import { MemoryStore } from "../../../storage/memory.js";
import { joinStore, openStore } from "../../../storage/store.js";
import { AUTHOR as WRITER, countWholeWindows, writeWindow } from "../../fault/storageWindows.js";
import {
  ALL,
  aheadIn,
  contents,
  FILE_BLOCKS,
  FILE_BYTES,
  over,
  type Options,
} from "./aheadStore.js";
import { bytes, hex, keyValueSuite, put, rejection, SEED } from "./keyValueSuite.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

let dir = "";
const database = (): string => join(dir, "db");

async function openAhead(options: Options = {}): Promise<AheadStore> {
  await mkdir(database(), { recursive: true });
  return aheadOf(await openLevel(database()), options);
}

function aheadOf(raw: KeyValueStore, options: Options): Promise<AheadStore> {
  return aheadIn(dir, raw, options);
}

/** Before the files are made, so that there are no marks. */
async function openEarly(): Promise<AheadStore> {
  await mkdir(database(), { recursive: true });
  return new AheadStore(await openLevel(database()), {
    dir,
    database: database(),
    mayGoAhead: ALL,
  });
}

async function recovered(
  at: string,
): Promise<{ readonly batches: number; readonly contents: readonly string[] }> {
  const raw = await openLevel(join(at, "db"));
  try {
    const batches = await recoverAhead(at, raw, new CheckedStore(raw, nameOfKey));
    return { batches, contents: await contents(raw) };
  } finally {
    await raw.close();
  }
}

/** A batch that overwrites, adds and deletes among few keys, and fits one block. */
function someBatch(random: () => number, number: number): readonly Operation[] {
  return Array.from({ length: 1 + Math.floor(4 * random()) }, (): Operation => {
    const key = bytes(1, Math.floor(12 * random()));
    return random() < 0.25
      ? { type: "del", key }
      : put(key, Buffer.alloc(1 + Math.floor(900 * random()), number % 251));
  });
}

async function logOf(at: string): Promise<string> {
  const logs = (await readdir(join(at, "db"))).filter((name) => name.endsWith(".log")).sort();
  return join(at, "db", logs[logs.length - 1]!);
}

/** Within a suite: hooks outside of any would be those of all tests that run in the process. */
function withDirectory(): void {
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));
}

describe("files ahead: as a store", () => {
  withDirectory();
  keyValueSuite("files ahead of LevelDB", openEarly, async () => undefined);
});

describe("frames", () => {
  const operations: readonly Operation[] = [
    put(bytes(1, 2), bytes()),
    { type: "del", key: bytes(3) },
    put(bytes(4), new Uint8Array(5_000).fill(7)),
  ];

  it("come back as they went, and take whole blocks", () => {
    expect(frameBytes(operations)).to.equal(2 * BLOCK_BYTES);
    const file = Buffer.alloc(4 * BLOCK_BYTES);
    expect(writeFrame(file, 2 ** 40, operations)).to.equal(20 + 3 * 8 + 2 + 1 + 1 + 5_000);
    writeFrame(file.subarray(2 * BLOCK_BYTES), 2 ** 40 + 1, []);
    const { inOrder, beyond } = readFrames(file);
    expect([inOrder.map(({ number }) => number), beyond.length]).to.deep.equal([
      [2 ** 40, 2 ** 40 + 1],
      0,
    ]);
    expect(
      operationsOf(inOrder[0]!).map(({ type, key, ...rest }) => [
        type,
        hex(key),
        "value" in rest ? rest.value.length : null,
      ]),
    ).to.deep.equal([
      ["put", "0102", 0],
      ["del", "03", null],
      ["put", "04", 5_000],
    ]);
  });

  it("count only up to the first whose checksum or number is wrong, for every bit of it", () => {
    const file = Buffer.alloc(3 * BLOCK_BYTES);
    for (const i of [0, 1, 2])
      writeFrame(file.subarray(i * BLOCK_BYTES), 5 + i, [put(bytes(i), bytes(i))]);
    const length = 20 + 8 + 2;
    for (let bit = 0; bit < 8 * length; bit += 1) {
      const bad = Buffer.from(file);
      bad[BLOCK_BYTES + (bit >> 3)]! ^= 1 << (bit & 7);
      const { inOrder, beyond } = readFrames(bad);
      expect([inOrder.length, beyond.map(({ number }) => number)], `bit ${bit}`).to.deep.equal([
        1,
        [7],
      ]);
    }
    writeFrame(file.subarray(BLOCK_BYTES), 2, []);
    expect(readFrames(file).inOrder.map(({ number }) => number)).to.deep.equal([5]);
  });
});

describe("files ahead: the power goes", () => {
  withDirectory();
  it(`every acknowledged batch is there, in order (seed ${SEED})`, async () => {
    const random = generator(SEED);
    const store = await openAhead();
    const log = await logOf(dir);
    const states: (readonly string[])[] = [await contents(store)];
    const sizes = [(await stat(log)).size];
    for (let batch = 1; batch <= 150; batch += 1) {
      await store.batch(someBatch(random, batch), { sync: true });
      states.push(await contents(store));
      sizes.push((await stat(log)).size);
      if (random() < 0.6) continue;
      const copy = `${dir}-copy`;
      await cp(dir, copy, { recursive: true });
      // Of the log, what was synced before the older of the two files was begun is on the disk; of
      // the rest, anything.
      const older = FILE_BLOCKS * Math.max(0, Math.floor((batch - 1) / FILE_BLOCKS) - 1);
      const kept = sizes[older]! + Math.floor(random() * (sizes[batch]! - sizes[older]! + 1));
      await truncate(await logOf(copy), kept);
      const found = await recovered(copy);
      expect(found.contents, `batch ${batch}, ${kept} bytes of the log`).to.deep.equal(
        states[batch],
      );
      // Once more: what was brought in is marked.
      expect(await recovered(copy)).to.deep.equal({ batches: 0, contents: states[batch] });
      await removeDirectory(copy);
    }
    await store.close();
  });

  it("a batch that was being written is there whole or not at all", async () => {
    const store = await openAhead();
    await store.batch([put(bytes(1, 1), bytes(1))], { sync: true });
    const before = await contents(store);
    const log = await logOf(dir);
    const { size } = await stat(log);
    await store.batch(
      [put(bytes(1, 1), bytes(2, 2)), put(bytes(1, 2), new Uint8Array(2_000).fill(3))],
      { sync: true },
    );
    const after = await contents(store);
    for (const [bytesKept, expected] of [
      [BLOCK_BYTES, before],
      [BLOCK_BYTES + 19, before],
      [BLOCK_BYTES + 2_000, before],
      [FILE_BYTES, after],
    ] as const) {
      const copy = `${dir}-copy`;
      await cp(dir, copy, { recursive: true });
      await truncate(await logOf(copy), size);
      const file = join(copy, AHEAD_FILES[0]);
      const whole = await readFile(file);
      await writeFile(file, whole.fill(0, bytesKept));
      expect((await recovered(copy)).contents).to.deep.equal(expected);
      await removeDirectory(copy);
    }
    await store.close();
  });

  it("after a clean end there is nothing to bring in, and numbers go on", async () => {
    const first = await openAhead();
    for (let i = 0; i < 11; i += 1) await first.batch([put(bytes(1, i), bytes(i))], { sync: true });
    await first.close();
    const { batches, contents: held } = await recovered(dir);
    expect(batches).to.equal(0);
    const second = await openAhead();
    await second.batch([put(bytes(2), bytes(2))], { sync: true });
    await second.close();
    expect((await recovered(dir)).contents).to.deep.equal([
      ...held.slice(0, 11),
      `02 2 1`,
      ...held.slice(11),
    ]);
    const numbers = readFrames(await readFile(join(dir, AHEAD_FILES[0]))).inOrder.map(
      ({ number }) => number,
    );
    expect(numbers).to.deep.equal([12]);
  });
});

describe("files ahead: two who write", () => {
  withDirectory();
  const AUTHOR = "5a".repeat(32);
  const OWN = bytes(28, 1);
  const SHARED = bytes(15, 1);

  /**
   * One writes both keys through the files, the other then the second one to the database alone,
   * which just then begins a new log. The power goes before the old log is on the disk.
   */
  async function afterLossOfPower(
    goes: (operations: readonly Operation[]) => boolean,
  ): Promise<readonly unknown[]> {
    const raw = await openLevel(database());
    const ahead = await aheadOf(raw, { fileBytes: 16 * FILE_BYTES, mayGoAhead: goes });
    const oldLog = await logOf(dir);
    let onDisk = (await stat(oldLog)).size;
    let frames = 0;
    const write = async (...operations: readonly Operation[]): Promise<void> => {
      await ahead.batch(operations, { sync: true });
      const before = frames;
      frames = readFrames(await readFile(join(dir, AHEAD_FILES[0]))).inOrder.length;
      if (frames === before) onDisk = (await stat(oldLog)).size;
    };
    for (const value of [1, 2, 3]) {
      await write(put(OWN, bytes(value)), put(SHARED, bytes(value)));
      for (let i = 0; i < 20; i += 1) await write(put(OWN, bytes(value, i)));
    }
    const copy = `${dir}-copy`;
    await cp(dir, copy, { recursive: true });
    // More than is kept in memory: the next write begins a log of its own.
    await raw.batch([put(bytes(200), Buffer.alloc(5 * 1_048_576))], { sync: false });
    await raw.batch([put(SHARED, bytes(9))], { sync: true });
    const newLog = await logOf(dir);
    expect(newLog).to.not.equal(oldLog);
    await cp(newLog, join(copy, newLog.slice(dir.length + 1)));
    await truncate(join(copy, oldLog.slice(dir.length + 1)), onDisk);
    await ahead.close();
    const after = await openLevel(join(copy, "db"));
    const batches = await recoverAhead(copy, after, new CheckedStore(after, nameOfKey));
    const found = [batches, hex(await after.get(OWN)), hex(await after.get(SHARED))];
    await after.close();
    await removeDirectory(copy);
    return found;
  }

  beforeEach(() => mkdir(database(), { recursive: true }));

  it("the newest value of a key that both write is kept", async () => {
    expect(await afterLossOfPower(mayGoAhead(AUTHOR))).to.deep.equal([5, "0313", "09"]);
  });

  it("which it would not be, went everything into the files", async () => {
    expect(await afterLossOfPower(ALL)).to.deep.equal([63, "0313", "03"]);
  });

  it("only envelopes, the ledger, the own spine and what names itself go into the files", () => {
    const isSole = soleKeys(AUTHOR);
    const may = mayGoAhead(AUTHOR);
    const own = Buffer.from(AUTHOR, "hex");
    const sole = new Set([7, 8, 9, 10, 28, 29, 30, 31, 45, 55]);
    const spine = new Set([2, 5, 6]);
    const content = new Set([3, 4]);
    for (let bucket = 1; bucket < 255; bucket += 1) {
      const [ours, theirs] = [own, Buffer.alloc(32, 9)].map((author) =>
        Buffer.concat([bytes(bucket), author, bytes(0, 0)]),
      );
      const names = `bucket ${bucket}`;
      expect([isSole(ours!), isSole(theirs!)], names).to.deep.equal([
        sole.has(bucket) || spine.has(bucket),
        sole.has(bucket),
      ]);
      const puts = [ours!, theirs!].map((key) => may([put(OWN, bytes()), put(key, bytes())]));
      const either = sole.has(bucket) || content.has(bucket);
      expect(puts, names).to.deep.equal([either || spine.has(bucket), either]);
      expect(may([{ type: "del", key: ours! }]), names).to.equal(isSole(ours!));
    }
  });

  it("the others are refused what only the sealing writes, until it is settled", async () => {
    const store = await openStore({ dir });
    const event = {
      author: AUTHOR,
      seq: 0,
      id: "01".repeat(32),
      header: "{}",
      sig: "00".repeat(64),
      bodyHash: "02".repeat(32),
      body: "{}",
    };
    const tip = { seq: 0, id: event.id, calcond: 1, edge: [] };
    const operations = store.spine.appendOps(event, tip);
    const foreign = store.spine.appendOps({ ...event, author: "5b".repeat(32) }, tip);
    await store.write(operations);
    store.cede(AUTHOR);
    for (const refused of [
      operations,
      store.envelopes.windowOps(1, [], { count: 0, last: "", calcond: 0, ns: "0" }),
      [store.ledger.entryOps(0, "{}")],
    ]) {
      const error = await rejection(store.write(refused));
      expect(error).to.include({ code: "STORE_IO" });
      expect(error.message).to.contain("by the sealing alone");
    }
    await store.write(foreign);
    await store.writeCeded(
      store.spine.appendOps(
        { ...event, seq: 1, id: "03".repeat(32) },
        { ...tip, seq: 1, id: "03".repeat(32) },
      ),
    );
    expect([
      (await store.spine.tip(AUTHOR))?.seq,
      (await store.spine.tip("5b".repeat(32)))?.seq,
    ]).to.deep.equal([1, 0]);
    await store.close();
  });
});

describe("files ahead: the store of the thread that seals", () => {
  withDirectory();
  it("begins with them in use, and the next start has every window", async () => {
    await (await openStore({ dir })).close();
    const store = await joinStore(dir, WRITER);
    const log = await logOf(dir);
    const newest = async (): Promise<number> =>
      Math.max(
        0,
        ...(await readAhead(dir)).flatMap(({ inOrder }) => inOrder).map(({ number }) => number),
      );
    let [windows, onDisk, ahead, last] = [0, 0, 0, 0];
    while (ahead < 40) {
      await writeWindow(store, windows);
      windows += 1;
      const number = await newest();
      if (number > last) ahead += 1;
      // Before there are files, the database syncs its log itself.
      else [onDisk, ahead] = [(await stat(log)).size, 0];
      last = number;
    }
    const copy = `${dir}-copy`;
    await cp(dir, copy, { recursive: true });
    await store.close();
    expect(await logOf(copy)).to.equal(join(copy, log.slice(dir.length + 1)));
    await truncate(await logOf(copy), onDisk);
    const next = await openStore({ dir: copy });
    expect(await countWholeWindows(next)).to.equal(windows);
    for await (const damaged of next.scrub()) throw damaged;
    await next.close();
    await removeDirectory(copy);
  });
});

describe("files ahead: what is brought in", () => {
  withDirectory();
  async function withFrames(numbers: readonly number[], blocks = FILE_BLOCKS): Promise<void> {
    await makeAheadFiles(dir, blocks * BLOCK_BYTES);
    const file = new AheadFile(join(dir, AHEAD_FILES[0]), blocks * BLOCK_BYTES);
    const frame = Buffer.alloc(BLOCK_BYTES);
    for (const number of numbers) {
      const batch = [put(bytes(1), bytes(number)), put(bytes(2, number), bytes(number))];
      await file.append(frame, writeFrame(frame, number, batch), BLOCK_BYTES, false);
    }
    file.close();
  }

  async function over(
    marked: readonly number[],
  ): Promise<{ batches: number; newest: string | undefined }> {
    const raw = new MemoryStore();
    for (const number of marked)
      await raw.batch([markOf(number), put(bytes(1), bytes(number))], { sync: true });
    const batches = await recoverAhead(dir, raw, new CheckedStore(raw, nameOfKey));
    return { batches, newest: hex(await raw.get(bytes(1))) };
  }

  it("is everything from the first batch that is lacking: a later one may have the newer value", async () => {
    await withFrames([1, 2, 3, 4]);
    expect(await over([])).to.deep.equal({ batches: 4, newest: "04" });
    expect(await over([1, 2])).to.deep.equal({ batches: 2, newest: "04" });
    expect(await over([1, 3, 4])).to.deep.equal({ batches: 3, newest: "04" });
    expect(await over([1, 2, 3, 4])).to.deep.equal({ batches: 0, newest: "04" });
  });

  it("is nothing of a database that is not the one they were written for", async () => {
    await withFrames([7, 8]);
    expect(await rejection(over([5]))).to.include({ code: "STORE_CORRUPT" });
    expect(await over([6])).to.deep.equal({ batches: 2, newest: "08" });
  });

  it("is refused where damage hides a batch that is lacking, not where the database has it", async () => {
    await withFrames([1, 2, 3]);
    const file = join(dir, AHEAD_FILES[0]);
    const whole = await readFile(file);
    whole[BLOCK_BYTES + 25]! ^= 4;
    await writeFile(file, whole);
    expect(await rejection(over([1]))).to.include({ code: "STORE_CORRUPT" });
    expect(await over([1, 2, 3])).to.deep.equal({ batches: 0, newest: "03" });
  });
});

describe("files ahead: where they cannot serve", () => {
  withDirectory();
  const one = [put(bytes(1), bytes(1))] as const;

  async function overFaulty(failAt: number): Promise<{ store: AheadStore; faulty: FaultyStore }> {
    await mkdir(database(), { recursive: true });
    const faulty = new FaultyStore({ failAt });
    // Never full: the database that fails has no logs that could be synced.
    const options = {
      dir,
      database: database(),
      fileBytes: 4 * FILE_BYTES,
      afterBatches: 0,
      nowMs: () => 0,
      mayGoAhead: ALL,
    };
    return { store: new AheadStore(faulty, options), faulty };
  }

  it("a batch that the database refuses stays in the files, and nothing is read or written until it is brought in", async () => {
    // The first batch, the reading of the marks, and twelve batches with the files: each fails
    // once.
    for (let failAt = 1; failAt <= 14; failAt += 1) {
      await removeDirectory(dir);
      const { store, faulty } = await overFaulty(failAt);
      const acknowledged: number[] = [];
      for (let i = 1; i <= 20; i += 1) {
        await store.batch([put(bytes(2, i), bytes(i))], { sync: true }).then(
          () => acknowledged.push(i),
          () => undefined,
        );
        await store.settled();
        await (store.caughtUp() ?? Promise.resolve()).catch(() => undefined);
      }
      const name = `operation ${failAt}`;
      // Only what fails behind an acknowledgement ends it: the twelve batches, of which the first
      // is the second of all.
      const all = Array.from({ length: 20 }, (_, i) => i + 1);
      expect(acknowledged, name).to.deep.equal(
        failAt === 1 ? all.slice(1) : failAt === 2 ? all : all.slice(0, failAt - 1),
      );
      if (failAt > 2) {
        for (const refused of [
          store.get(bytes(2, 1)),
          store.getMany([bytes(2, 1)]),
          contents(store),
          store.batch([], { sync: true }),
          store.batch([], { sync: false }),
        ]) {
          expect((await rejection(refused)).message, name).to.contain(
            "until the node is started again",
          );
        }
      }
      await store.close();
      const crashed = await faulty.crash();
      await recoverAhead(dir, crashed, new CheckedStore(crashed, nameOfKey));
      const found: number[] = [];
      for await (const [key] of crashed.range({ gte: bytes(2), lt: bytes(3) })) found.push(key[1]!);
      expect(found, name).to.deep.equal(acknowledged);
    }
  });

  /** Says that it failed when the frame is on the disk already. */
  class FailingFile extends AheadFile {
    #appended = 0;

    override append(
      frame: Uint8Array,
      length: number,
      whole: number,
      isPatient: boolean,
    ): Promise<void> | null {
      const durable = super.append(frame, length, whole, isPatient);
      this.#appended += 1;
      if (this.#appended !== 3) return durable;
      if (durable === null) throw new Error("the disk failed");
      return durable.then(() => {
        throw new Error("the disk failed");
      });
    }
  }

  it("a frame that is whole though its batch failed is not brought in over what follows", async () => {
    // The same where another thread waits for the disk, which the first write has shown to be slow.
    for (const [failed, tookMs] of [
      [1, 0],
      [2, 0],
      [1, 10],
      [2, 10],
    ] as const) {
      await removeDirectory(dir);
      await mkdir(database(), { recursive: true });
      let ms = 0;
      // Opening, the marks and two batches; the third fails in its file, and with two also when it
      // is tried again.
      const memory = new MemoryStore();
      let refusals = 0;
      const refusing = over(memory, (operations, options) => {
        if (refusals === 0) return memory.batch(operations, options);
        refusals -= 1;
        return Promise.reject(new Error("the database failed"));
      });
      const nowMs = (): number => (ms += tookMs);
      const store = await aheadOf(refusing, {
        nowMs,
        openFile: (path, length) => new FailingFile(path, length),
      });
      for (const value of [1, 2]) await store.batch([put(bytes(2), bytes(value))], { sync: true });
      await store.caughtUp();
      refusals = failed;
      for (let i = 0; i < failed; i += 1)
        await rejection(
          store.batch([put(bytes(2), bytes(3)), put(bytes(3), bytes(3))], { sync: true }),
        );
      expect([store.isAhead, refusals]).to.deep.equal([false, 0]);
      expect(readFrames(await readFile(join(dir, AHEAD_FILES[0]))).inOrder.length).to.equal(3);
      await store.batch([put(bytes(2), bytes(4))], { sync: true });
      expect(await recoverAhead(dir, memory, new CheckedStore(memory, nameOfKey))).to.equal(0);
      expect([hex(await memory.get(bytes(2))), hex(await memory.get(bytes(3)))]).to.deep.equal([
        "04",
        undefined,
      ]);
      await store.close();
    }
  });

  it("what others write, too, goes to the database, and what follows stays with it for a while", async () => {
    const store = await openAhead({
      fileBytes: 16 * FILE_BYTES,
      mayGoAhead: (operations) => operations.length === 1,
    });
    const frames = async (): Promise<number> =>
      readFrames(await readFile(join(dir, AHEAD_FILES[0]))).inOrder.length;
    await store.batch([...one, ...one], { sync: true });
    await store.batch(one, { sync: true });
    // Nothing was ahead before: to go back costs nothing.
    expect(await frames()).to.equal(1);
    await store.batch([...one, ...one], { sync: true });
    for (let direct = 1; direct <= 15; direct += 1) {
      await store.batch(one, { sync: true });
      expect([store.isAhead, await frames()], `batch ${direct}`).to.deep.equal([false, 1]);
    }
    await store.batch(one, { sync: true });
    expect([store.isAhead, await frames()]).to.deep.equal([true, 2]);
    await store.close();
  });

  it("a batch larger than a file goes to the database, behind what was written before", async () => {
    const store = await openAhead();
    await store.batch(one, { sync: true });
    await store.batch([put(bytes(1), new Uint8Array(2 * FILE_BYTES).fill(5))], { sync: true });
    expect((await store.get(bytes(1)))?.length).to.equal(2 * FILE_BYTES);
    await store.batch(one, { sync: true });
    await store.close();
    expect((await recovered(dir)).contents[0]).to.equal("01 1 1");
  });

  const patience: boolean[] = [];
  /** Notes who waits for the disk: true where a thread of the pool does. */
  class NotedFile extends AheadFile {
    override append(
      frame: Uint8Array,
      length: number,
      whole: number,
      isPatient: boolean,
    ): Promise<void> | null {
      patience.push(isPatient);
      const durable = super.append(frame, length, whole, isPatient);
      expect(durable === null).to.equal(!isPatient);
      return durable;
    }
  }

  it("on a slow disk another thread waits for a while, and all goes the same way", async () => {
    let ms = 0;
    let tick = 0;
    patience.length = 0;
    const store = await openAhead({
      nowMs: () => (ms += tick),
      openFile: (path, length) => new NotedFile(path, length),
    });
    const write = async (value: number): Promise<void> => {
      const writing = store.batch([put(bytes(1), bytes(value))], { sync: true });
      // What is not on the disk yet is not to be read; those that come meanwhile wait.
      const read = store
        .batch([put(bytes(2), bytes(value))], { sync: true })
        .then(() => store.get(bytes(1)));
      await writing;
      expect(hex(await read)).to.equal(hex(bytes(value)));
    };
    tick = 0.2;
    for (let value = 0; value < 40; value += 1) await write(value);
    expect(patience.filter(Boolean).length).to.equal(0);
    patience.length = 0;
    // The mean of eight writes or so passes the bound in the fourth of those that take twice as
    // much.
    tick = 0.6;
    for (let value = 0; value < 140; value += 1) await write(value);
    const first = patience.indexOf(true);
    expect(first).to.be.within(1, 4);
    expect(patience.indexOf(false, first) - first).to.equal(256);
    // Then it is looked at again, from nothing.
    expect(patience.slice(first + 256, first + 256 + 6)).to.deep.equal([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(patience[first + 256 + 6]).to.equal(true);
    expect(store.isAhead).to.equal(true);
    await store.close();
    const found = await recovered(dir);
    expect(found.contents.slice(0, 2)).to.deep.equal(["01 139 1", "02 139 1"]);
  });

  it("where this one has others to serve another thread always waits", async () => {
    patience.length = 0;
    const store = await openAhead({
      isPatient: true,
      openFile: (path, length) => new NotedFile(path, length),
    });
    for (let value = 0; value < 300; value += 1)
      await store.batch([put(bytes(1), Uint8Array.of(value & 255, value >> 8))], { sync: true });
    expect([patience.length, patience.includes(false), store.isAhead]).to.deep.equal([
      300,
      false,
      true,
    ]);
    expect(hex(await store.get(bytes(1)))).to.equal("2b01");
    await store.close();
  });

  it("files that cannot be made are done without", async () => {
    await mkdir(join(dir, AHEAD_FILES[0], "in the way"), { recursive: true });
    await mkdir(database());
    const store = new AheadStore(await openLevel(database()), {
      dir,
      database: database(),
      afterBatches: 0,
      mayGoAhead: ALL,
    });
    for (let i = 0; i < 5; i += 1) await store.batch([put(bytes(1, i), bytes(i))], { sync: true });
    expect([store.isAhead, hex(await store.get(bytes(1, 4)))]).to.deep.equal([false, "04"]);
    await store.close();
  });
});
