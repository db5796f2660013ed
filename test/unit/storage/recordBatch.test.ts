import { expect } from "chai";
import { checksum, CHECKSUM_BYTES } from "../../../storage/kv/checked.js";
import type { OpenBatch } from "../../../storage/kv/kv.js";
import { RecordWriter } from "../../../storage/kv/recordBatch.js";

const BATCH_BYTES = 1_000;

interface Kept {
  readonly keys: number[];
  bytes: number;
  state: "open" | "written" | "dropped";
}

/**
 * Batches in the order in which they were begun, and how many of them are being written at most.
 */
class Batches {
  readonly all: Kept[] = [];
  readonly order: Kept[] = [];
  failing = -1;
  most = 0;
  #writing = 0;

  begin(): OpenBatch {
    const kept: Kept = { keys: [], bytes: 0, state: "open" };
    this.all.push(kept);
    return {
      put: (key, record) => {
        const bytes = Buffer.from(record);
        const value = bytes.subarray(0, bytes.length - CHECKSUM_BYTES);
        expect(bytes.readUInt32BE(value.length)).to.equal(checksum(key, value));
        expect([...value].every((byte) => byte === key[1])).to.equal(true);
        kept.keys.push(key[0]! * 0x100 + key[1]!);
        kept.bytes += key.length + value.length;
      },
      write: async ({ sync }) => {
        expect(sync).to.equal(true);
        this.#writing += 1;
        this.most = Math.max(this.most, this.#writing);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        this.#writing -= 1;
        if (this.order.length === this.failing) throw new Error("the disk is full");
        kept.state = "written";
        this.order.push(kept);
      },
      drop: () => {
        kept.state = "dropped";
        return Promise.resolve();
      },
    };
  }
}

/** A record of `bytes` bytes, each the key's last. */
function put(writer: RecordWriter, share: number, n: number, bytes: number): Promise<void> | void {
  return writer.put(
    share,
    Uint8Array.of(share, n),
    bytes,
    (into, at) => into.fill(n, at, at + bytes) && at + bytes,
  );
}

describe("batches of records", () => {
  it("hold records of one share each, in order, none too large, one under way at a time", async () => {
    const batches = new Batches();
    const writer = new RecordWriter(BATCH_BYTES, () => batches.begin());
    for (let n = 0; n < 100; n += 1)
      for (const [share, bytes] of [
        [0, 90],
        [2, 9],
        [3, 40],
      ] as const)
        await put(writer, share, n, bytes);
    await writer.end();
    expect(batches.order.length).to.equal(batches.all.length);
    expect(batches.most).to.equal(1);
    for (const share of [0, 2, 3]) {
      const own = batches.order.filter(({ keys }) => keys[0]! >>> 8 === share);
      expect(own.flatMap(({ keys }) => keys)).to.deep.equal(
        Array.from({ length: 100 }, (_, n) => share * 0x100 + n),
      );
    }
    for (const { keys, bytes } of batches.order) {
      expect(new Set(keys.map((key) => key >>> 8)).size).to.equal(1);
      expect(bytes).to.be.lessThan(BATCH_BYTES + 100);
    }
    // A share of few bytes waits for the end instead of making many small batches.
    expect(batches.order.filter(({ keys }) => keys[0]! >>> 8 === 2).length).to.be.lessThan(3);
  });

  it("keep what waits within one and a half of them", async () => {
    const batches = new Batches();
    const writer = new RecordWriter(BATCH_BYTES, () => batches.begin());
    for (let n = 0; n < 200; n += 1) {
      await put(writer, n % 4, n, 50);
      const waiting = batches.all
        .filter(({ state }) => state === "open")
        .reduce((sum, { bytes }) => sum + bytes, 0);
      // A batch being written is still open here: at most one batch.
      expect(waiting).to.be.lessThan(2.5 * BATCH_BYTES);
    }
    await writer.end();
    expect(batches.order.flatMap(({ keys }) => keys).length).to.equal(200);
  });

  it("take records larger than any before, and than a batch", async () => {
    const batches = new Batches();
    const writer = new RecordWriter(BATCH_BYTES, () => batches.begin());
    for (const [n, bytes] of [4_091, 4_092, 4_096, 70_000, 4_092, 200_000, 3, 70_000].entries())
      await put(writer, 1, n, bytes);
    await writer.end();
    expect(batches.order.flatMap(({ keys }) => keys)).to.deep.equal(
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => 0x100 + n),
    );
  });

  it("tell of a failure, and drop what was not under way", async () => {
    const batches = new Batches();
    batches.failing = 1;
    const writer = new RecordWriter(BATCH_BYTES, () => batches.begin());
    const failed = (async () => {
      for (let n = 0; n < 100; n += 1) await put(writer, n % 2, n, 90);
      await writer.end();
    })().then(
      () => "",
      (error: unknown) => String(error),
    );
    expect(await failed).to.contain("the disk is full");
    await writer.drop();
    expect(batches.order.length).to.equal(1);
    expect(batches.all.some(({ state }) => state === "dropped")).to.equal(true);
  });

  it("begin nothing that was not under way once they are dropped, though somebody waits for their end", async () => {
    const batches = new Batches();
    const writer = new RecordWriter(BATCH_BYTES, () => batches.begin());
    for (const share of [1, 2, 3]) await put(writer, share, 7, 90);
    const ended = writer.end();
    // The first one is being written by then.
    await Promise.resolve();
    await writer.drop();
    const written = batches.order.length;
    await ended;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    expect([written, batches.order.length]).to.deep.equal([1, 1]);
    expect(batches.all.map(({ state }) => state)).to.deep.equal(["written", "dropped", "dropped"]);
  });
});
