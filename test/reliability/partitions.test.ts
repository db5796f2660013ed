import { expect } from "chai";
import { partitionedMesh } from "./partitions.js";

describe("reliability: partitions of a mesh that seals", () => {
  it("ends with equal heads and one owner of each name soon after each is healed: a third, and one way only", async () => {
    const splits = ["third", "one way"] as const;
    const figures = await partitionedMesh({ nodes: 4, splits, seconds: 1 });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.equalMs).to.have.length(splits.length);
    expect(figures.acknowledged).to.be.greaterThan(5);
    expect(figures.claims).to.be.at.least(splits.length + 1);
  });
});
