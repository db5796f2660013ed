import { expect } from "chai";
import { HalvingMap } from "../../../../../node/mesh/intake/halvingMap.js";

describe("what is remembered by generations", () => {
  it("is at least the newer half, and never more than asked for", () => {
    const map = new HalvingMap<string, number>(10);
    for (let i = 0; i < 100; i += 1) {
      map.set(`${i}`, i);
      expect(map.size).to.be.at.most(10);
      for (let k = Math.max(0, i - 4); k <= i; k += 1) expect(map.get(`${k}`)).to.equal(k);
    }
    expect(map.has("99")).to.equal(true);
    expect(map.has("89")).to.equal(false);
    expect(map.get("0")).to.equal(undefined);
  });

  it("is the last value of a key, wherever the first one is", () => {
    const map = new HalvingMap<string, number>(4);
    for (const [key, value] of [
      ["a", 1],
      ["b", 2],
      ["c", 3],
      ["a", 4],
    ] as const)
      map.set(key, value);
    expect(map.get("a")).to.equal(4);
    map.set("d", 5);
    expect(map.get("a")).to.equal(4);
  });
});
