/** Whole nodes that each keep a share of the spines, in virtual time. */
import { expect } from "chai";
import { idleReport, quietMesh } from "../../scripts/sim/idle.js";
import { drive, startAll, untilHeadsEqual } from "../../scripts/sim/checks/rest.js";
import { namesOf } from "../../scripts/sim/scenarios.js";
import { World } from "../../scripts/sim/world.js";
import { simulate } from "../../scripts/sim/simulation.js";
import { headsEqual } from "../../scripts/sim/checks/checks.js";
import { SPINE_HOLDERS } from "../../protocol/placement/spines.js";
import { isLong } from "../kit/runs.js";

const NODES = isLong ? 48 : 14;

describe("nodes that keep a share of the spines", () => {
  it("agree at rest, say nothing, and keep each change with those to whom it falls", async () => {
    const world = await quietMesh("share", NODES, 20, "share");
    const quiet = await idleReport(world, 5);
    expect(quiet.kinds).to.deep.equal({});
    expect(quiet.bytesMinute).to.be.below(40_000);
    // Eight holders each; who was a holder until all had met has let most go.
    expect(quiet.spinesMean).to.be.within(SPINE_HOLDERS, SPINE_HOLDERS + 2);
    world.compute(world.nodes[3]!, false);
    await idleReport(world, 3);
    expect(await world.loop.complete(headsEqual(world), 60_000)).to.equal(true);

    // Who does not keep it has an event of it from one who does.
    const { author, up } = world.nodes[3]!;
    const tip = up!.spine.tip!;
    const without = world.nodes.find((node) => node.up?.mesh.keeps(author.publicKey) === false)!;
    const { proven } = without.up!.node.services.witnessing;
    const found = await world.loop.complete(proven.find(author.publicKey, tip.seq), 10_000);
    expect(found?.event.id).to.equal(tip.id);
  });

  it("find who has what they keep, where one bears fewer connections than there are nodes", async () => {
    const world = new World({ seed: "1", keep: "share", connectionsMax: isLong ? 10 : 6 });
    for (let n = 0; n < (isLong ? 24 : 14); n += 1) {
      const bootstrap = world.nodes.slice(0, 2).map(({ author }) => author.publicKey);
      world.add({ place: `n${n}`, bootstrap });
    }
    await startAll(world, 60_000);
    expect(await untilHeadsEqual(world)).not.to.equal(null);
    await drive(world, namesOf(world.nodes), world.nodes.length, 100);
    // Before, the 24 took 108 s.
    expect(await untilHeadsEqual(world)).to.be.at.most(60_000);
  });

  it("lose no money and no acknowledged thing through faults", async () => {
    const { violations } = await simulate({
      seed: "share",
      keep: "share",
      nodes: isLong ? 14 : 10,
      sealed: isLong ? 200 : 40,
    });
    expect(violations).to.deep.equal([]);
  });
});
