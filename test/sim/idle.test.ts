/** A mesh in which nobody asks for anything, in virtual time: what is said, and who counts. */
import { expect } from "chai";
import { idleReport, quietMesh } from "../../scripts/sim/idle.js";
import { isLong } from "../kit/runs.js";

const HOURS = isLong ? 6 : 0.5;

describe("an idle mesh of more nodes than one bears connections", () => {
  it("comes to rest: who calls a full node does not have the next call another", async () => {
    const world = await quietMesh("full", isLong ? 60 : 16, 8, "all", isLong ? 24 : 10);
    const quiet = await idleReport(world, 5);
    expect(quiet.events).to.equal(0);
    expect(quiet.connections).to.be.above(7);
    // Before, 12 ends of connections were opened a minute and node, for 110 to 155 kB.
    expect(quiet.openedMinute).to.be.below(1.5);
    expect(quiet.bytesMinute).to.be.below(40_000);
  });
});

describe("an idle mesh of twelve whole nodes", () => {
  it("says nothing, says a change once, and notices who goes and who comes back", async () => {
    const world = await quietMesh("idle", 12);
    const quiet = await idleReport(world, 60 * HOURS);
    expect(quiet.kinds).to.deep.equal({});
    expect(quiet.events).to.equal(0);
    expect([quiet.membersMin, quiet.membersMax]).to.deep.equal([12, 12]);
    // 40 kB a minute and node, without the frames of a real network.
    expect(quiet.bytesMinute).to.be.below(40_000);

    world.compute(world.nodes[3]!, false);
    const changed = await idleReport(world, 10);
    expect(changed.kinds).to.deep.equal({ seal: 1, digest: 1 });

    world.nodes[5]!.crash(true);
    const going = await idleReport(world, 4);
    expect([going.membersMin, going.membersMax]).to.deep.equal([12, 12]);
    const gone = await idleReport(world, 2);
    expect([gone.membersMin, gone.membersMax]).to.deep.equal([11, 11]);
    world.nodes[5]!.start();
    const back = await idleReport(world, 2);
    expect([back.membersMin, back.membersMax]).to.deep.equal([12, 12]);
    const again = await idleReport(world, 10);
    expect(again.kinds).to.deep.equal({});
  });
});
