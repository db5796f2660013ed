import { expect } from "chai";
import type { BatchOptions, KeyValueStore, Operation } from "../../../storage/kv/kv.js";
import { WHOLE_RANGE } from "../../../storage/kv/kv.js";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import { NotedWrites } from "../../../storage/leveldb/notedWrites.js";
import { rejection } from "./keyValueSuite.js";

const put = (name: string): Operation => ({
  type: "put",
  key: Buffer.from(name),
  value: Buffer.from("x"),
});

type Failure = "before" | "after";

/** A database that counts operations as LevelDB does, and fails as it is told. */
class Disk {
  readonly memory = new MemoryStore();
  sequence = 0;
  opened = 1;
  failure: Failure | null = null;
  hasRoom = true;

  database(): Required<KeyValueStore> {
    const { memory } = this;
    let isDead = false;
    const write = async (
      operations: readonly Operation[],
      options: BatchOptions,
    ): Promise<void> => {
      // As LevelDB: behind a write that failed nothing can be written.
      if (isDead) throw new Error("dead");
      const { failure } = this;
      this.failure = null;
      isDead = failure !== null;
      if (failure === "before") throw new Error("no room");
      await memory.batch(operations, options);
      this.sequence += operations.length;
      if (failure === "after") throw new Error("late");
    };
    return {
      get: (key) => memory.get(key),
      getMany: (keys) => memory.getMany(keys),
      range: (options) => memory.range(options),
      async *chunks(options) {
        for await (const entry of memory.range(options)) yield [entry];
      },
      async *valuesFrom() {},
      batch: write,
      begin: () => {
        const operations: Operation[] = [];
        return {
          put: (key, value) => {
            operations.push({ type: "put", key, value });
          },
          write: (options) => write(operations, options),
          drop: () => Promise.resolve(),
        };
      },
      close: () => Promise.resolve(),
    };
  }
}

function opened(): { readonly disk: Disk; readonly noted: number[]; readonly store: NotedWrites } {
  const disk = new Disk();
  const noted: number[] = [];
  const store = new NotedWrites(
    { store: disk.database(), sequence: 0 },
    {
      hasRoom: () => disk.hasRoom,
      note: (sequence) => {
        noted.push(sequence);
      },
      reopen: async () => {
        disk.opened += 1;
        return { store: disk.database(), sequence: disk.sequence };
      },
      close: () => Promise.resolve(),
    },
  );
  return { disk, noted, store };
}

describe("storage: writes that are noted", () => {
  it("are counted by their operations, and noted when they are durable, before anybody is told", async () => {
    const { noted, store } = opened();
    const notes: string[] = [];
    const write = async (names: readonly string[], sync: boolean): Promise<void> => {
      await store.batch(names.map(put), { sync });
      notes.push(`${names.join("")} ${noted.join(" ")}`);
    };
    await Promise.all([
      write(["a", "b"], true),
      write(["c"], false),
      write(["d"], true),
      write([], true),
    ]);
    expect(notes).to.deep.equal(["ab 2", "c 2", "d 2 4", " 2 4 4"]);
    const batch = store.begin();
    batch.put(Buffer.from("e"), Buffer.from("x"));
    batch.put(Buffer.from("f"), Buffer.from("x"));
    await batch.write({ sync: true });
    expect(noted.at(-1)).to.equal(6);
  });

  it("after one that failed the database is opened anew before the next", async () => {
    const { disk, noted, store } = opened();
    await store.batch([put("a")], { sync: true });
    disk.failure = "before";
    expect((await rejection(store.batch([put("b")], { sync: true }))).message).to.equal("no room");
    expect(store.isBroken).to.equal(true);
    expect(await store.get(Buffer.from("a"))).to.not.equal(undefined);
    await store.batch([put("c")], { sync: true });
    expect([disk.opened, store.isBroken, noted.at(-1)]).to.deep.equal([2, false, 2]);
    expect(await store.get(Buffer.from("b"))).to.equal(undefined);
  });

  it("one that failed and is there after all is told to who writes next, who does not know of it", async () => {
    const { disk, noted, store } = opened();
    disk.failure = "after";
    await rejection(store.batch([put("a")], { sync: true }));
    const error = await rejection(store.batch([put("b")], { sync: true }));
    expect(error.message).to.match(/is there/);
    expect(await store.get(Buffer.from("b"))).to.equal(undefined);
    await store.batch([put("c")], { sync: true });
    expect(noted.at(-1)).to.equal(2);
  });

  it("nothing is written and all is read while the disk has no room, and it goes on by itself when it has", async () => {
    const { disk, store } = opened();
    await store.batch([put("a")], { sync: true });
    disk.failure = "before";
    disk.hasRoom = false;
    await rejection(store.batch([put("b")], { sync: true }));
    store.mend();
    expect(await rejection(store.batch([put("c")], { sync: true }))).to.include({
      code: "STORE_IO",
      message: "the disk is full",
    });
    expect(await store.get(Buffer.from("a"))).to.not.equal(undefined);
    expect([disk.opened, store.isBroken]).to.deep.equal([1, true]);
    disk.hasRoom = true;
    store.mend();
    store.mend();
    await store.batch([], { sync: false });
    expect([disk.opened, store.isBroken]).to.deep.equal([2, false]);
  });

  it("a list that is read and a batch that is filled end in the database that they were begun in", async () => {
    const { disk, store } = opened();
    await store.batch(["a", "b", "c"].map(put), { sync: true });
    const batch = store.begin();
    batch.put(Buffer.from("d"), Buffer.from("x"));
    const read: string[] = [];
    for await (const list of store.chunks(WHOLE_RANGE, 1)) {
      read.push(...list.map(([key]) => Buffer.from(key).toString()));
      await store.refresh();
      await store.batch([put("e")], { sync: true });
      expect(disk.opened).to.equal(1);
    }
    expect(read.slice(0, 3)).to.deep.equal(["a", "b", "c"]);
    await batch.write({ sync: true });
    // Then it is opened anew, once.
    await store.batch([put("f")], { sync: true });
    expect([disk.opened, store.isBroken]).to.deep.equal([2, false]);
    for (const name of "abcdef")
      expect(await store.get(Buffer.from(name)), name).to.not.equal(undefined);
    const dropped = store.begin();
    await store.refresh();
    expect(disk.opened).to.equal(2);
    await dropped.drop();
    await store.batch([], { sync: true });
    expect(disk.opened).to.equal(3);
  });
});
