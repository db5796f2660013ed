import { expect } from "chai";
import * as fc from "fast-check";
import { fromBase64, toBase64 } from "../../../protocol/encoding/base64.js";
import { bitsToValue, valueBits } from "../../../protocol/encoding/bits.js";
import { concatBytes, equalBytes, u64be } from "../../../protocol/encoding/bytes.js";
import { fromHex, isHex, toHex } from "../../../protocol/encoding/hex.js";
import {
  isWellFormed,
  utf8Decode,
  utf8Encode,
  utf8Length,
} from "../../../protocol/encoding/utf8.js";
import { runs } from "../../kit/runs.js";

const SEED = 3_629;
const bytes = fc.uint8Array({ maxLength: 100 });

describe("encoding/utf8, hex, base64, bits, bytes", () => {
  it("encodes and measures as the platform does, lone surrogates included", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((u) => String.fromCharCode(u)) }),
        (text) => {
          expect(Buffer.from(utf8Encode(text)).equals(Buffer.from(text, "utf8"))).to.equal(true);
          expect(utf8Length(text)).to.equal(Buffer.byteLength(text));
        },
      ),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("decodes exactly what the platform's fatal decoder accepts", () => {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const lead = fc.constantFrom(
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xe1,
      0xed,
      0xee,
      0xf0,
      0xf1,
      0xf4,
      0xf5,
      0x7f,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(lead, fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
        (list) => {
          const input = new Uint8Array(list);
          let expected: string | null = null;
          try {
            expected = decoder.decode(input);
          } catch {
            expected = null;
          }
          const ours = utf8Decode(input);
          expect(ours.ok ? ours.text : null).to.equal(expected);
        },
      ),
      { seed: SEED, numRuns: runs(5_000, 20_000) },
    );
    const long = "a\u20ac\u{1f600}".repeat(20_000);
    const decoded = utf8Decode(Buffer.from(long));
    expect(decoded.ok && decoded.text === long).to.equal(true);
  });

  it("tells paired from lone surrogates", () => {
    for (const text of ["", "abc", "\u{1f600}", "a\ud83d\ude00b"])
      expect(isWellFormed(text), text).to.equal(true);
    for (const text of ["\ud800", "\udc00", "\ud800a", "\ud83d\ud83d\ude00", "\ude00\ud83d"])
      expect(isWellFormed(text)).to.equal(false);
  });

  it("writes hex and base64 as the platform does and reads only that", () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(toHex(input)).to.equal(Buffer.from(input).toString("hex"));
        expect(toBase64(input)).to.equal(Buffer.from(input).toString("base64"));
        expect(fromHex(toHex(input))).to.deep.equal(input);
        expect(fromBase64(toBase64(input))).to.deep.equal(input);
      }),
      { seed: SEED, numRuns: runs(250, 1_000) },
    );
    for (const text of ["a", "AB", "0g", "0x", " 00", "00 "])
      expect(fromHex(text), text).to.equal(null);
    for (const text of [
      "A",
      "AA",
      "AA=",
      "AB==",
      "AAB=",
      "A===",
      "====",
      "AA==AA==",
      "AA-_",
      "AAAA\n",
      " AAA",
    ]) {
      expect(fromBase64(text), text).to.equal(null);
    }
    expect(isHex("00ff", 2)).to.equal(true);
    for (const value of ["00FF", "00f", "00ff00", 0, null, "zzzz"])
      expect(isHex(value, 2)).to.equal(false);
  });

  it("writes the bits of a number as the platform does, and -0 as 0", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const buffer = Buffer.alloc(8);
        buffer.writeDoubleBE(value + 0);
        expect(valueBits(value)).to.equal(buffer.toString("hex"));
        expect(bitsToValue(valueBits(value))).to.equal(value + 0);
      }),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
    expect(valueBits(-0)).to.equal("0000000000000000");
    expect(valueBits(1)).to.equal("3ff0000000000000");
    expect(() => valueBits(Number.NaN)).to.throw(RangeError);
    expect(() => valueBits(Number.NEGATIVE_INFINITY)).to.throw(RangeError);
    for (const bits of [
      "8000000000000000",
      "7ff0000000000000",
      "7ff8000000000000",
      "3FF0000000000000",
      "3ff",
      "xff0000000000000",
    ]) {
      expect(bitsToValue(bits), bits).to.equal(null);
    }
  });

  it("joins, compares and counts bytes", () => {
    expect(
      concatBytes(new Uint8Array([1]), new Uint8Array(0), new Uint8Array([2, 3])),
    ).to.deep.equal(new Uint8Array([1, 2, 3]));
    expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1, 2]))).to.equal(true);
    expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1, 3]))).to.equal(false);
    expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1]))).to.equal(false);
    for (const value of [0n, 1n, 255n, 256n, 2_310_461_010n, 2n ** 64n - 1n]) {
      const buffer = Buffer.alloc(8);
      buffer.writeBigUInt64BE(value);
      expect(toHex(u64be(value))).to.equal(buffer.toString("hex"));
    }
  });
});
