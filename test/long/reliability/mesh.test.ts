import { expect } from "chai";
import { killedMesh } from "../../reliability/kills.js";
import { partitionedMesh } from "../../reliability/partitions.js";
import { steadyMesh } from "../../reliability/steady.js";
import { print, shareOf } from "./share.js";

const SEED = 777_000_777;

describe("reliability, long: meshes of real processes", () => {
  it("24 steady nodes hear everything", async () => {
    const figures = await steadyMesh({ nodes: 24, seconds: shareOf(600), eventsPerSecond: 20 });
    print(figures);
    expect(figures.heard).to.equal(figures.wanted);
  });

  it(`8 nodes, one killed every 5 s and back after 2 s, 360 times (seed ${SEED})`, async () => {
    const figures = await killedMesh({ nodes: 8, rounds: shareOf(360), restMs: 3_000, awayMs: 2_000, seed: SEED });
    print(figures);
    expect(figures.acknowledged).to.be.greaterThan(shareOf(10_000));
  });

  it("8 nodes, 20 partitions of a minute", async () => {
    const splits = Array.from({ length: shareOf(20) }, (_, i) => (["half", "third", "one way"] as const)[i % 3]!);
    const figures = await partitionedMesh({ nodes: 8, splits, seconds: 60 });
    print(figures);
    expect(figures.equalMs).to.have.length(splits.length);
  });
});
