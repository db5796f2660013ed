import { expect } from "chai";
import { partitionedMesh } from "./partitions.js";
import { sample } from "../kit/runs.js";

const SPLITS = sample(["third", "one way"] as const, 2);

describe("reliability: partitions of a mesh that seals", () => {
  it(`ends with equal heads and one owner of each name soon after each is healed: ${SPLITS.join(", ")}`, async () => {
    const splits = SPLITS;
    const figures = await partitionedMesh({ nodes: 4, splits, seconds: 1 });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.equalMs).to.have.length(splits.length);
    expect(figures.acknowledged).to.be.greaterThan(5);
    expect(figures.claims).to.be.at.least(splits.length + 1);
  });
});
