import { expect } from "chai";
import { DirectReads, KEYS_A_TURN, PATIENT_READS } from "../../../storage/leveldb/directReads.js";
import type { KeyValueStore } from "../../../storage/kv/kv.js";
import { openLevel } from "../../../storage/leveldb/level.js";
import { bytes } from "./keyValueSuite.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

const SHORT_MS = 0.01;
const DISK_MS = 8;

/** Readings whose time and event loop are the test's. */
class Bench {
  readonly #turns: (() => void)[] = [];
  #now = 0;
  readonly reads = new DirectReads({
    nowMs: () => this.#now,
    turn: (f) => {
      this.#turns.push(f);
    },
  });

  turn(): void {
    for (const f of this.#turns.splice(0)) f();
  }

  /** @returns whether it was made here; "later" where the next turn is to say */
  read(ms: number, keys = 1): boolean | "later" {
    const here = this.reads.mayRead(keys);
    if (here === true) return this.made(ms);
    if (here === false) return false;
    this.waiting.push(here.then((may) => may && this.made(ms)));
    return "later";
  }

  /** Those that were put off, in order: whether each was made here. */
  readonly waiting: Promise<boolean>[] = [];

  /** So many readings, each in a turn of its own. @returns how many were made here */
  turns(count: number, ms: number): number {
    let here = 0;
    for (let i = 0; i < count; i += 1) {
      if (this.read(ms) === true) here += 1;
      this.turn();
    }
    return here;
  }

  made(ms: number): boolean {
    return this.reads.read(() => {
      this.#now += ms;
      return true;
    });
  }
}

describe("readings in the thread that asks", () => {
  it("are so many in one turn of the event loop, and again in the next", () => {
    const bench = new Bench();
    for (let turn = 0; turn < 3; turn += 1) {
      for (let i = 0; i < KEYS_A_TURN; i += 1) expect(bench.read(SHORT_MS)).to.equal(true);
      bench.turn();
    }
    expect(bench.read(SHORT_MS, KEYS_A_TURN - 1)).to.equal(true);
    expect(bench.read(SHORT_MS, 2)).to.equal("later");
    expect(bench.read(SHORT_MS)).to.equal(true);
    expect(bench.read(SHORT_MS, KEYS_A_TURN + 1), "more than any turn has room for").to.equal(
      false,
    );
  });

  it("are put off to the next turn where there is no room, and to the pool where there is none either", async () => {
    const bench = new Bench();
    const OVER = 5;
    for (let i = 0; i < 2 * KEYS_A_TURN + OVER; i += 1)
      expect(bench.read(SHORT_MS)).to.equal(i < KEYS_A_TURN || "later");
    bench.turn();
    const here = await Promise.all(bench.waiting);
    expect(here.slice(0, KEYS_A_TURN)).to.not.include(false);
    expect(here.slice(KEYS_A_TURN)).to.deep.equal(Array.from({ length: OVER }, () => false));
    expect(bench.read(SHORT_MS), "the turn is full").to.equal("later");
    bench.turn();
    expect(await bench.waiting.at(-1)).to.equal(true);
  });

  it("that were put off go to the pool when the disk was slow meanwhile", async () => {
    const bench = new Bench();
    for (let i = 0; i < KEYS_A_TURN - 3; i += 1) expect(bench.read(SHORT_MS)).to.equal(true);
    for (let i = 0; i < 3; i += 1) expect(bench.read(DISK_MS)).to.equal(true);
    expect(bench.reads.mayRead(1), "slow is known").to.equal(false);
    const other = new Bench();
    for (let i = 0; i < KEYS_A_TURN; i += 1) expect(other.reads.mayRead(1)).to.equal(true);
    expect(other.read(SHORT_MS)).to.equal("later");
    for (let i = 0; i < 3; i += 1) other.made(DISK_MS);
    other.turn();
    expect(await other.waiting[0]).to.equal(false);
  });

  it("end after a few that the disk takes long for, and are tried again later", () => {
    const bench = new Bench();
    const few = bench.turns(20, DISK_MS);
    expect(few).to.be.within(1, 4);
    // Nothing is known of the disk until the next is made here.
    expect(bench.turns(PATIENT_READS - (20 - few), SHORT_MS)).to.equal(0);
    expect(bench.turns(100, SHORT_MS)).to.equal(100);
  });

  it("go on after one that was interrupted", () => {
    const bench = new Bench();
    expect(bench.turns(10, SHORT_MS)).to.equal(10);
    expect(bench.turns(1, 40)).to.equal(1);
    expect(bench.turns(100, SHORT_MS)).to.equal(100);
  });
});

describe("readings of LevelDB", () => {
  let dir = "";
  let store: KeyValueStore;
  const KEYS = 2_000;
  const key = (i: number): Uint8Array => bytes(1, i >>> 8, i & 0xff);

  before(async () => {
    dir = await makeDirectory();
    store = await openLevel(dir);
    await store.batch(
      Array.from({ length: KEYS }, (_, i) => ({
        type: "put",
        key: key(i),
        value: bytes(i & 0xff, i >>> 8),
      })),
      { sync: false },
    );
  });
  after(async () => {
    await store.close();
    await removeDirectory(dir);
  });

  it("give the same to one and to many, in this thread and in the pool", async () => {
    for (let i = 0; i < KEYS; i += 1)
      expect(await store.get(key(i))).to.deep.equal(Buffer.from(bytes(i & 0xff, i >>> 8)));
    for (const size of [1, 2, KEYS_A_TURN - 2, KEYS_A_TURN, KEYS_A_TURN + 1, KEYS]) {
      const found = await store.getMany([
        ...Array.from({ length: size }, (_, i) => key(i)),
        bytes(9),
      ]);
      expect(found).to.have.length(size + 1);
      expect(found[size]).to.equal(undefined);
      expect(found[size - 1]).to.deep.equal(
        Buffer.from(bytes((size - 1) & 0xff, (size - 1) >>> 8)),
      );
    }
  });

  it("in a long loop let others in", async () => {
    let [others, left] = [0, true];
    const other = (): void => {
      others += 1;
      if (left) setImmediate(other);
    };
    setImmediate(other);
    for (let i = 0; i < KEYS; i += 1) await store.get(key(i));
    left = false;
    expect(others).to.be.at.least(Math.floor(KEYS / KEYS_A_TURN) - 1);
  });
});
