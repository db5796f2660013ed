import { expect } from "chai";
import { nameOfKey } from "../../../storage/buckets.js";
import { CheckedStore } from "../../../storage/checked.js";
import { CorruptRecordError } from "../../../storage/errors.js";
import { WHOLE_RANGE } from "../../../storage/kv.js";
import { MemoryStore } from "../../../storage/memory.js";
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
});
