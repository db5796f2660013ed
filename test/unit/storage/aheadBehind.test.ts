/** A database that has less than what was acknowledged: who waits for it, and who does not. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { AHEAD_FILES } from "../../../storage/ahead/files.js";
import { BLOCK_BYTES, readFrames } from "../../../storage/ahead/frames.js";
import { Progress } from "../../../storage/ahead/progress.js";
import type { AheadStore } from "../../../storage/ahead/store.js";
import { MemoryStore } from "../../../storage/memory.js";
import { Store } from "../../../storage/store.js";
import { aheadIn, contents, FILE_BYTES, over } from "./aheadStore.js";
import { bytes, hex, put } from "./keyValueSuite.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

describe("files ahead: a database that is behind", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  /** A database that takes nothing until it is let. */
  async function held(): Promise<{
    store: AheadStore;
    memory: MemoryStore;
    progress: Progress;
    taken: number[];
    release: () => void;
    hold: () => void;
  }> {
    const memory = new MemoryStore();
    const taken: number[] = [];
    let gate = Promise.resolve();
    let release: () => void = () => undefined;
    const slow = over(memory, async (operations, options) => {
      await gate;
      taken.push(operations.length);
      await memory.batch(operations, options);
    });
    const progress = new Progress();
    const store = await aheadIn(dir, slow, { fileBytes: 16 * FILE_BYTES, progress });
    await store.caughtUp();
    taken.length = 0;
    const hold = (): void => {
      gate = new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    return { store, memory, progress, taken, hold, release: () => release() };
  }

  it("is told of what is durable in order, together what came meanwhile, and who reads waits for it", async () => {
    const { store, memory, progress, taken, hold, release } = await held();
    hold();
    for (const value of [1, 2, 3, 4])
      await store.batch([put(bytes(2), bytes(value))], { sync: true });
    expect([hex(await memory.get(bytes(2))), taken.length]).to.deep.equal([undefined, 0]);
    expect(readFrames(await readFile(join(dir, AHEAD_FILES[0]))).inOrder.length).to.be.at.least(4);
    let read = "";
    const reading = [
      store.get(bytes(2)).then((value) => {
        read += hex(value);
      }),
      store.getMany([bytes(2)]).then(([value]) => {
        read += hex(value);
      }),
      contents(store).then(([entry]) => {
        read += entry;
      }),
    ];
    const other = new Progress(progress.shared).caughtUp();
    for (let turn = 0; turn < 20; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    expect(read).to.equal("");
    release();
    await Promise.all([...reading, other]);
    expect(read).to.equal("040402 4 1");
    // Each with its mark: the first alone, the three that came while it was under way at once.
    expect([taken, store.caughtUp()]).to.deep.equal([[2, 6], null]);
    await store.close();
  });

  it("is waited for when a megabyte is durable that it lacks, and before anything that goes to it alone", async () => {
    const { store, taken, hold, release } = await held();
    hold();
    const large = new Uint8Array(FILE_BYTES - BLOCK_BYTES);
    let written = 0;
    const writing = (async () => {
      for (; written < 40; written += 1)
        await store.batch([put(bytes(2, written), large)], { sync: true });
      await store.batch([put(bytes(3), bytes(1))], { sync: false });
    })();
    for (let turn = 0; turn < 200; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    expect(written * large.length).to.be.within(900_000, 1_200_000);
    expect(taken).to.deep.equal([]);
    release();
    await writing;
    expect(taken.slice(-1)).to.deep.equal([1]);
    expect((await contents(store)).length).to.equal(41);
    await store.close();
  });

  it("is waited for by the other threads where they read what may be missing, and nowhere else", async () => {
    const author = "5a".repeat(32);
    const memory = new MemoryStore();
    const store = new Store(memory);
    const progress = new Progress();
    store.cede(author, progress);
    const own = Buffer.from(author, "hex");
    const key = (bucket: number, rest: Uint8Array = bytes()): Uint8Array =>
      Buffer.concat([bytes(bucket), rest]);
    const all = async (gte: Uint8Array, lt: Uint8Array): Promise<void> => {
      for await (const _ of store.kv.range({ gte, lt })) {
        /* nothing is there */
      }
    };
    const readings: Readonly<Record<string, () => Promise<unknown>>> = {
      "a receipt": () => store.kv.get(key(8)),
      "a body": () => store.kv.getMany([key(1), key(3)]),
      "the own tip": () => store.kv.get(key(5, own)),
      "all balances": () => all(key(28), key(29)),
      everything: () => all(bytes(), bytes(0xff)),
      "a list of windows": async () => {
        for await (const _ of store.inspect({ number: 7 }, 9)) {
          /* nothing is there */
        }
      },
      "every record": async () => {
        for await (const damaged of store.scrub()) throw damaged;
      },
      "others: an account": () => store.kv.get(key(11)),
      "others: a tip": () => store.kv.get(key(5, Buffer.alloc(32, 9))),
      "others: all accounts": () => all(key(11), key(12)),
    };
    for (const ending of ["apply", "fail"] as const) {
      progress.give();
      const ended: string[] = [];
      const refused: string[] = [];
      const reading = Object.entries(readings).map(([name, read]) =>
        read().then(
          () => ended.push(name),
          (error: Error) => {
            expect(error.message).to.contain("until the node is started again");
            refused.push(name);
          },
        ),
      );
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      expect(ended).to.have.members([
        "others: an account",
        "others: a tip",
        "others: all accounts",
      ]);
      if (ending === "apply") progress.apply(1);
      else progress.fail();
      await Promise.all(reading);
      expect([ended.length, refused.length]).to.deep.equal(ending === "apply" ? [10, 0] : [3, 7]);
    }
    await store.close();
  });

  it("fails nobody by a reading that is never begun", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => {
      unhandled.push(error);
    };
    process.on("unhandledRejection", note);
    try {
      const store = new Store(new MemoryStore());
      const progress = new Progress();
      store.cede("5a".repeat(32), progress);
      progress.give();
      store.kv.range({ gte: bytes(28), lt: bytes(29) });
      progress.fail();
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      expect(unhandled).to.deep.equal([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });

  it("gets some windows together, eight at most, or when a little later comes, or somebody reads", async () => {
    const memory = new MemoryStore();
    const taken: number[] = [];
    const later: (() => void)[] = [];
    const noted = over(memory, (operations, options) => {
      if (!options.sync) taken.push(operations.length);
      return memory.batch(operations, options);
    });
    const progress = new Progress();
    const store = await aheadIn(dir, noted, {
      fileBytes: 16 * FILE_BYTES,
      progress,
      held: {
        later: (task) => {
          later.push(task);
        },
        refused: () => {
          throw new Error("nothing is refused");
        },
      },
    });
    await store.caughtUp();
    taken.length = 0;
    const write = async (first: number, count: number): Promise<void> => {
      for (let value = first; value < first + count; value += 1)
        await store.batch([put(bytes(2), bytes(value))], { sync: true });
    };
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    };
    // What comes late finds nothing to do.
    for (const task of later.splice(0)) task();
    await write(1, 20);
    await turns();
    expect([taken, hex(await memory.get(bytes(2)))]).to.deep.equal([[16, 16], hex(bytes(16))]);
    expect(later.length).to.equal(1);
    later.splice(0)[0]!();
    await turns();
    expect([taken, progress.caughtUp(), hex(await memory.get(bytes(2)))]).to.deep.equal([
      [16, 16, 8],
      null,
      hex(bytes(20)),
    ]);
    await write(21, 3);
    expect([taken.length, hex(await store.get(bytes(2)))]).to.deep.equal([3, hex(bytes(23))]);
    await write(24, 2);
    // Whoever has the same memory as another handle of this thread.
    await progress.caughtUp();
    expect([taken, hex(await memory.get(bytes(2)))]).to.deep.equal([
      [16, 16, 8, 6, 4],
      hex(bytes(25)),
    ]);
    await write(26, 2);
    await store.close();
    expect(taken.at(-1)).to.equal(4);
    // It was late, and does no harm.
    for (const task of later.splice(0)) task();
    await turns();
    expect(taken.length).to.equal(6);
  });

  it("says once that it refused what was held back, though nobody waits", async () => {
    const memory = new MemoryStore();
    let isRefusing = false;
    const refusing = over(memory, (operations, options) =>
      isRefusing ? Promise.reject(new Error("no room")) : memory.batch(operations, options),
    );
    const later: (() => void)[] = [];
    const refused: string[] = [];
    const store = await aheadIn(dir, refusing, {
      held: {
        later: (task) => {
          later.push(task);
        },
        refused: (error) => {
          refused.push(String(error));
        },
      },
    });
    isRefusing = true;
    await store.batch([put(bytes(2), bytes(1))], { sync: true });
    expect(refused).to.deep.equal([]);
    for (const task of later.splice(0)) task();
    for (let turn = 0; turn < 20; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    expect(refused.length).to.equal(1);
    expect(refused[0]).to.contain("until the node is started again");
    const outcomes = await Promise.allSettled([
      store.get(bytes(2)),
      store.batch([put(bytes(2), bytes(2))], { sync: true }),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(refused.length).to.equal(1);
    await store.close();
    // The files have what was acknowledged.
    expect(readFrames(await readFile(join(dir, AHEAD_FILES[0]))).inOrder.length).to.be.at.least(1);
  });

  it("may have any number of batches: counters start again", async () => {
    const progress = new Progress();
    const counters = new Int32Array(progress.shared);
    counters.fill(0x7fff_ffff, 0, 2);
    expect(progress.caughtUp()).to.equal(null);
    progress.give();
    const waiting = progress.caughtUp();
    expect(waiting).to.not.equal(null);
    progress.give();
    progress.apply(1);
    await waiting;
    expect(progress.caughtUp()).to.not.equal(null);
    progress.apply(1);
    expect([progress.caughtUp(), counters[0]]).to.deep.equal([null, -0x7fff_ffff]);
  });
});
