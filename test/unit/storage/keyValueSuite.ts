/** What every store must do, whatever it is made of. */
import { expect } from "chai";
import * as fc from "fast-check";
import type { KeyValueStore, Operation } from "../../../storage/kv/kv.js";

const SEED = 20_261_121;

export function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

export function put(key: Uint8Array, value: Uint8Array): Operation {
  return { type: "put", key, value };
}

export function hex(value: Uint8Array | undefined): string | undefined {
  return value === undefined ? undefined : Buffer.from(value).toString("hex");
}

async function entries(
  store: KeyValueStore,
  options: Parameters<KeyValueStore["range"]>[0],
): Promise<string[]> {
  const found: string[] = [];
  for await (const [key, value] of store.range(options)) found.push(`${hex(key)}=${hex(value)}`);
  return found;
}

const ALL = { gte: bytes(), lt: bytes(0xff) };

export async function rejection(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error("a rejection was expected");
}

function readsAndWrites(opened: () => KeyValueStore): void {
  it("reads back what was written and nothing else", async () => {
    const store = opened();
    await store.batch([put(bytes(1, 2), bytes(3)), put(bytes(1), bytes())], { sync: true });
    expect(hex(await store.get(bytes(1, 2)))).to.equal("03");
    expect(hex(await store.get(bytes(1)))).to.equal("");
    expect(await store.get(bytes(2))).to.equal(undefined);
    const many = await store.getMany([bytes(2), bytes(1, 2), bytes(1)]);
    expect(many.map(hex)).to.deep.equal([undefined, "03", ""]);
  });

  it("orders keys by unsigned bytes, both ways, with limits", async () => {
    const store = opened();
    const keys = [[0x80], [0x7f, 0xff], [0x7f], [1, 0], [0xfe, 0xff], [1]].map((k) => bytes(...k));
    await store.batch(
      keys.map((key) => put(key, key)),
      { sync: false },
    );
    const sorted = ["01", "0100", "7f", "7fff", "80", "feff"];
    expect((await entries(store, ALL)).map((e) => e.split("=")[0])).to.deep.equal(sorted);
    const backwards = await entries(store, { ...ALL, reverse: true, limit: 2 });
    expect(backwards).to.deep.equal(["feff=feff", "80=80"]);
    const middle = await entries(store, { gte: bytes(1, 0), lt: bytes(0x80) });
    expect(middle).to.deep.equal(["0100=0100", "7f=7f", "7fff=7fff"]);
    expect(await entries(store, { ...ALL, limit: 0 })).to.deep.equal([]);
  });

  it("applies a batch in its order: the last operation on a key wins", async () => {
    const store = opened();
    const key = bytes(5);
    const drop: Operation = { type: "del", key };
    await store.batch([put(key, bytes(1)), drop, put(key, bytes(2))], { sync: true });
    expect(hex(await store.get(key))).to.equal("02");
    await store.batch([put(key, bytes(3)), drop], { sync: true });
    expect(await store.get(key)).to.equal(undefined);
    await store.batch([], { sync: true });
  });

  it("gives a range as of its call", async () => {
    const store = opened();
    await store.batch([put(bytes(1), bytes(1)), put(bytes(2), bytes(2))], { sync: true });
    const range = store.range(ALL);
    await store.batch([put(bytes(3), bytes(3)), { type: "del", key: bytes(1) }], { sync: true });
    const found: (string | undefined)[] = [];
    for await (const [key] of range) found.push(hex(key));
    expect(found).to.deep.equal(["01", "02"]);
  });

  it("keeps its own copy of what it was given and gave", async () => {
    const store = opened();
    const key = bytes(9);
    const value = bytes(1, 1);
    await store.batch([put(key, value)], { sync: true });
    value[0] = 7;
    key[0] = 8;
    const first = await store.get(bytes(9));
    first![0] = 6;
    expect(hex(await store.get(bytes(9)))).to.equal("0101");
  });

  it("refuses work after close, and closes twice", async () => {
    const store = opened();
    await store.batch([put(bytes(1), bytes(1))], { sync: true });
    await store.close();
    await store.close();
    expect((await rejection(store.get(bytes(1)))).code).to.equal("STORE_CLOSED");
    expect((await rejection(store.getMany([bytes(1)]))).code).to.equal("STORE_CLOSED");
    expect((await rejection(store.batch([], { sync: true }))).code).to.equal("STORE_CLOSED");
    expect((await rejection(entries(store, ALL))).code).to.equal("STORE_CLOSED");
  });
}

function agreesWithAModel(opened: () => KeyValueStore): void {
  it(`agrees with a sorted map over random batches (seed ${SEED})`, async () => {
    const store = opened();
    const model = new Map<string, string>();
    const key = fc.uint8Array({ minLength: 1, maxLength: 3 }).map((k) => k.map((b) => b % 0xff));
    const value = fc.uint8Array({ maxLength: 8 });
    const operation = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(key, value).map(([k, v]) => put(k, v)) },
      { weight: 1, arbitrary: key.map((k): Operation => ({ type: "del", key: k })) },
    );
    const steps = fc.sample(fc.array(operation, { maxLength: 20 }), { seed: SEED, numRuns: 60 });
    for (const [i, operations] of steps.entries()) {
      await store.batch(operations, { sync: i % 7 === 0 });
      for (const step of operations) {
        if (step.type === "put") model.set(hex(step.key)!, hex(step.value)!);
        else model.delete(hex(step.key)!);
      }
    }
    const expected = [...model].sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => `${k}=${v}`);
    expect(expected.length).to.be.greaterThan(50);
    expect(await entries(store, ALL)).to.deep.equal(expected);
  });
}

/** @param create a new, empty store; @param destroy what is left to do after it was closed */
export function keyValueSuite(
  name: string,
  create: () => Promise<KeyValueStore>,
  destroy: () => Promise<void>,
): void {
  describe(`key-value store: ${name}`, () => {
    let store: KeyValueStore;
    const opened = (): KeyValueStore => store;
    beforeEach(async () => {
      store = await create();
    });
    afterEach(async () => {
      await store.close();
      await destroy();
    });
    readsAndWrites(opened);
    agreesWithAModel(opened);
  });
}
