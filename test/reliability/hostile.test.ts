import { expect } from "chai";
import { TRICKS } from "../../scripts/chaos/tricks.js";
import { expectHarmless, hostileMesh } from "./hostile.js";

describe("reliability: members of the mesh that lie", () => {
  const names = Object.keys(TRICKS);
  it(`are cut off, nothing of theirs is kept, and honest events arrive: ${names.join(", ")}`, async () => {
    const figures = await hostileMesh({
      nodes: 3,
      members: 4,
      seconds: 0,
      eventsPerSecond: 20,
      floodTopics: 1_000,
    });
    const { attacks, among, grownMb, flooded, refused } = figures;
    process.stdout.write(
      `      ${JSON.stringify({ sent: attacks.map(({ sent }) => sent), ...among, grownMb, flooded, refused })}\n`,
    );
    expect(attacks.map(({ trick }) => trick).sort()).to.deep.equal([...names].sort());
    expect(flooded).to.equal(1_000);
    expectHarmless(figures);
  });
});
