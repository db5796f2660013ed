/** The chain of sub-ticks, held against an implementation in Python. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { modulationAt } from "../../../protocol/math/modulation.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { subResults, tickRoot } from "../../../protocol/streams/subTicks.js";

const {
  roots,
}: {
  readonly roots: readonly {
    readonly start: string;
    readonly results: readonly JsonObject[];
    readonly root: string;
  }[];
} = JSON.parse(readFileSync("test/vectors/streams/streams.json", "utf8"));

describe("sub-ticks", () => {
  for (const { results, root, start } of roots) {
    it(`links ${results.length} to ${start.slice(0, 8)} as the other implementation does`, () => {
      const tickDigest = tickRoot(nodeCrypto, Buffer.from(start, "hex"), results);
      expect(Buffer.from(tickDigest).toString("hex")).to.equal(root);
    });
  }

  it("have the value of the tick at equal parts of a calcond", () => {
    const results = subResults({ value: 2.5, unit: "N" }, 4);
    expect(results.map(({ index, phase }) => [index, phase])).to.deep.equal([
      [1, 0],
      [2, 0.25],
      [3, 0.5],
      [4, 0.75],
    ]);
    // Sine of a whole, a quarter, a half and three quarters of a turn, times 1e-3.
    expect(results.map(({ R_t }) => R_t)).to.deep.equal([1, 1.001, 1, 0.999]);
    expect(results[1]?.R_t).to.equal(modulationAt(0.25));
    expect(results.every(({ unit, value }) => unit === "N" && value === 2.5)).to.equal(true);
    expect(subResults({ value: 1, unit: null }, 0)).to.deep.equal([]);
  });

  it("changes with each of them, their order and the tick before", () => {
    const start = Buffer.alloc(32, 1);
    const [first, second, third] = subResults({ value: 1, unit: "m" }, 3);
    const roots = [
      tickRoot(nodeCrypto, start, [first!, second!, third!]),
      tickRoot(nodeCrypto, start, [first!, second!]),
      tickRoot(nodeCrypto, start, [second!, first!, third!]),
      tickRoot(nodeCrypto, start, [first!, second!, { ...third!, value: 2 }]),
      tickRoot(nodeCrypto, Buffer.alloc(32, 2), [first!, second!, third!]),
    ];
    expect(new Set(roots.map((root) => Buffer.from(root).toString("hex"))).size).to.equal(5);
  });
});
