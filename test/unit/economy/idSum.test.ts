/** The sum of ids, by integers of any length. */
import { expect } from "chai";
import * as fc from "fast-check";
import { IdSum, sumOfIds, wordsOf } from "../../../protocol/economy/idSum.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_130;
const WORD = 2n ** 32n;
const ids = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 6 });

/** Four words of the first sixteen bytes, big-endian, each summed modulo 2^32. */
function expected(all: readonly Uint8Array[]): string {
  return [0, 4, 8, 12]
    .map((at) => {
      const sum = all.reduce((total, id) => total + BigInt(Buffer.from(id).readUInt32BE(at)), 0n);
      return (sum % WORD).toString(16).padStart(8, "0");
    })
    .join("");
}

describe("economy: the sum of ids", () => {
  it(`is that of their words, in any order and in parts (seed ${SEED})`, () => {
    fc.assert(
      fc.property(ids, ids, (some, others) => {
        const all = [...some, ...others];
        const whole = sumOfIds(Buffer.concat(all));
        expect(whole.hex).to.equal(expected(all));
        expect(whole.count).to.equal(all.length);
        expect(sumOfIds(Buffer.concat([...all].reverse())).hex).to.equal(whole.hex);
        const parts = new IdSum();
        parts.addAll(sumOfIds(Buffer.concat(some)).sum);
        parts.addAll(sumOfIds(Buffer.concat(others)).sum);
        expect([parts.hex, parts.count]).to.deep.equal([whole.hex, whole.count]);
        expect(wordsOf(whole.hex, whole.count)).to.deep.equal(whole.sum);
      }),
      { seed: SEED, numRuns: runs(200, 20_000) },
    );
  });

  it("is read from 32 small hex digits, and from nothing else", () => {
    const text = "0123456789abcdef".repeat(2);
    expect(wordsOf(text, 3)?.count).to.equal(3);
    for (const bad of [text.slice(1), `${text}0`, text.toUpperCase(), ` ${text}`, `${text}\n`])
      expect(wordsOf(bad, 3), JSON.stringify(bad)).to.equal(null);
  });
});
