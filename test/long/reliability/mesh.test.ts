import { expect } from "chai";
import { killedMesh } from "../../reliability/kills.js";
import { partitionedMesh } from "../../reliability/partitions.js";
import { steadyMesh } from "../../reliability/steady.js";
import { print, shareOf } from "./share.js";

const SEED = 777_000_777;
const BUSY_SEED = 20_261_122;
const PROGRAM_MB = 20;

/**
 * Two requests a second from each of eight clients: about 5,000 events in a partition of five
 * minutes.
 */
const CALM_MS = 460;

describe("reliability, long: meshes of real processes", () => {
  it("24 steady nodes hear all that is said, in gossip", async () => {
    const figures = await steadyMesh({ nodes: 24, seconds: shareOf(600), eventsPerSecond: 20 });
    print(figures);
    expect(figures.heard).to.equal(figures.wanted);
    // Each node took each event from its neighbours' gossip, which `steadyMesh` counts: how soon is measured by
    // `npm run bench -- mesh`.
    expect(figures.said).to.equal(20 * shareOf(600));
  });

  it(`8 nodes of 100,000 events, one killed every 5 s and back after 2 s, 360 times (seed ${SEED})`, async () => {
    const figures = await killedMesh({
      nodes: 8,
      rounds: shareOf(360),
      restMs: 3_000,
      awayMs: 2_000,
      seed: SEED,
      clientRestMs: CALM_MS,
      heldEvents: shareOf(100_000),
    });
    print(figures);
    expect(figures.acknowledged).to.be.greaterThan(shareOf(10_000));
    // A start reads its program, and no part of what it holds twice.
    expect(figures.readBeyondMbMax).to.be.below(PROGRAM_MB);
  });

  it(`3 nodes whose clients hardly rest, two of them killed (seed ${BUSY_SEED})`, async () => {
    const figures = await killedMesh({
      nodes: 3,
      rounds: 2,
      restMs: 800,
      awayMs: 200,
      seed: BUSY_SEED,
    });
    print(figures);
    expect(figures.acknowledged).to.be.greaterThan(20);
  });

  it("8 nodes, 20 partitions of five minutes, 5,000 events in each, and a name claimed on both sides", async () => {
    const splits = Array.from(
      { length: shareOf(20) },
      (_, i) => (["half", "third", "one way"] as const)[i % 3]!,
    );
    const figures = await partitionedMesh({
      nodes: 8,
      splits,
      seconds: 300,
      clientRestMs: CALM_MS,
      untilHeld: true,
    });
    print(figures);
    expect(figures.equalMs).to.have.length(splits.length);
    expect(figures.acknowledged).to.be.greaterThan(4_000 * splits.length);
    expect(figures.claims).to.be.at.least(Math.ceil((5 * splits.length) / 3));
  });

  it("8 nodes, a partition in which they say all they can", async () => {
    const figures = await partitionedMesh({
      nodes: 8,
      splits: ["half"],
      seconds: shareOf(360),
      clientRestMs: 10,
      equalMsMax: 300_000,
    });
    print(figures);
    expect(figures.equalMs).to.have.length(1);
  });
});
