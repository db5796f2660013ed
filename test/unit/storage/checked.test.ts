import { expect } from "chai";
import { nameOfKey } from "../../../storage/records/buckets.js";
import { CheckedStore } from "../../../storage/kv/checked.js";
import { CorruptRecordError, StoreCorruptError } from "../../../storage/kv/errors.js";
import { WHOLE_RANGE, type Entry, type RangeOptions } from "../../../storage/kv/kv.js";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import { bytes, hex, put, rejection } from "./keyValueSuite.js";

const KEY = bytes(13, 0xab);
const VALUE = Buffer.from("123456789");

describe("checksums on values", () => {
  it("end each record with crc32(key || value)", async () => {
    const raw = new MemoryStore();
    // The published check value of CRC-32 (ISO-HDLC) over "123456789" is cbf43926; here the key
    // takes its first byte.
    await new CheckedStore(raw, nameOfKey).batch([put(Buffer.from("1"), Buffer.from("23456789"))], {
      sync: true,
    });
    expect(hex(await raw.get(Buffer.from("1")))).to.equal(
      `${Buffer.from("23456789").toString("hex")}cbf43926`,
    );
  });

  it("find every single flipped bit, and name bucket and key", async () => {
    const clean = new MemoryStore();
    await new CheckedStore(clean, nameOfKey).batch([put(KEY, VALUE)], { sync: true });
    const record = (await clean.get(KEY))!;
    for (let bit = 0; bit < 8 * record.length; bit += 1) {
      const damaged = record.slice();
      damaged[bit >> 3] = damaged[bit >> 3]! ^ (1 << (bit & 7));
      const raw = new MemoryStore();
      await raw.batch([put(KEY, damaged)], { sync: true });
      const error = await rejection(new CheckedStore(raw, nameOfKey).get(KEY));
      expect(error).to.be.instanceOf(CorruptRecordError);
      expect(error).to.include({ bucket: "key", key: "ab", code: "RECORD_CORRUPT" });
    }
  });

  it("refuse a value that lies under another key, and one cut short", async () => {
    const raw = new MemoryStore();
    const store = new CheckedStore(raw, nameOfKey);
    await store.batch([put(KEY, VALUE)], { sync: true });
    const record = (await raw.get(KEY))!;
    const moved = [put(bytes(13, 0xac), record), put(bytes(13, 0xad), record.subarray(0, 3))];
    await raw.batch(moved, { sync: true });
    expect((await rejection(store.get(bytes(13, 0xac)))).code).to.equal("RECORD_CORRUPT");
    const both = await rejection(store.getMany([KEY, bytes(13, 0xad)]));
    expect(both.code).to.equal("RECORD_CORRUPT");
  });

  it("let a scrub name all damaged records and go on", async () => {
    const raw = new MemoryStore();
    const store = new CheckedStore(raw, nameOfKey);
    const keys = [bytes(1, 1), bytes(1, 2), bytes(2, 3)];
    await store.batch(
      keys.map((key) => put(key, VALUE)),
      { sync: true },
    );
    await raw.batch([put(bytes(1, 1), VALUE), put(bytes(2, 3), VALUE)], { sync: true });
    const found: string[] = [];
    for await (const { bucket, key } of store.scrub(WHOLE_RANGE)) found.push(`${bucket}/${key}`);
    expect(found).to.deep.equal(["meta/01", "ev/03"]);
  });

  it("have each damaged record put right under its own key, of many that are read at once", async () => {
    const raw = new MemoryStore();
    const keys = Array.from({ length: 6 }, (_, n) => bytes(13, n));
    const whole = new CheckedStore(raw, nameOfKey);
    await whole.batch(
      keys.map((key) => put(key, VALUE)),
      { sync: true },
    );
    const records = await raw.getMany(keys);
    for (const n of [2, 5]) await raw.batch([put(keys[n]!, VALUE)], { sync: true });
    const asked: string[] = [];
    const mended = new CheckedStore(raw, nameOfKey, async (key) => {
      asked.push(hex(key) ?? "");
      await raw.batch([put(key, records[key[1]!]!)], { sync: true });
      return true;
    });
    const values = await mended.getMany(keys);
    expect(values.map((value) => Buffer.from(value!).toString())).to.deep.equal(
      keys.map(() => VALUE.toString()),
    );
    expect(asked).to.deep.equal([2, 5].map((n) => hex(keys[n])));
  });

  it("begin a range again whose first entries cannot be read, and fail one that has given some", async () => {
    const raw = new MemoryStore();
    await new CheckedStore(raw, nameOfKey).batch([put(KEY, VALUE)], { sync: true });
    for (const given of [0, 1]) {
      let isDamaged = true;
      const asked: string[] = [];
      class Failing extends MemoryStore {
        override async *range(options: RangeOptions): AsyncGenerator<Entry> {
          if (!isDamaged || given > 0) yield* super.range(options);
          if (isDamaged) throw new StoreCorruptError("a block was passed over");
        }
      }
      const failing = new Failing(raw.contents());
      const store = new CheckedStore(failing, nameOfKey, async (first, to) => {
        asked.push(`${hex(first)} ${hex(to ?? first)}`);
        isDamaged = false;
        return true;
      });
      const read = async (): Promise<number> => {
        let count = 0;
        for await (const _entry of store.range({ gte: bytes(13), lt: bytes(14) })) count += 1;
        return count;
      };
      if (given > 0) expect((await rejection(read())).message).to.include("passed over");
      expect(await read()).to.equal(1);
      expect(asked).to.deep.equal(["0d 0e"]);
    }
  });
});
