/** Whole nodes that leave the heads of strangers to who gathers them, in virtual time. */
import { expect } from "chai";
import * as fc from "fast-check";
import { quietMesh } from "../../scripts/sim/idle.js";
import { drive, startAll, untilHeadsEqual } from "../../scripts/sim/checks/rest.js";
import { checkForks } from "../../scripts/sim/checks/checkForks.js";
import { checkToldOnce } from "../../scripts/sim/checks/checkEffects.js";
import { namesOf } from "../../scripts/sim/scenarios.js";
import { unconcernedReport, type Heard } from "../../scripts/sim/unconcerned.js";
import { World } from "../../scripts/sim/world.js";
import { isLong, runs } from "../kit/runs.js";

const NODES = runs(16, 32);
/** Until who kept a spine at first has let it go. */
const SETTLE_MINUTES = 9;
/** What peers ask each other with or without seals, and the one thing that all hear of them. */
const AT_REST = /^(?:ask|answer) \/calc\/(?:kept|seen|status)\/1$|^ckpt$/;

function bytesOf(heard: Readonly<Record<string, Heard>>, what: RegExp): number {
  return Object.entries(heard).reduce(
    (sum, [name, { bytes }]) => (what.test(name) ? sum + bytes : sum),
    0,
  );
}

describe("nodes that keep a share where heads are gathered", () => {
  it("hear nothing of seals on spines that they do not keep but the gathered round", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 1, max: 2 }),
        fc.boolean(),
        async (seed, sealers, shared) => {
          const world = await quietMesh(
            `quiet ${seed}`,
            NODES,
            SETTLE_MINUTES,
            "share",
            Infinity,
            true,
          );
          const asked = { seconds: 30, sealers, shared, windows: 10 };
          const report = await unconcernedReport(world, asked);
          expect(report.windows).to.be.at.least(10 * sealers);
          expect(report.followers).to.be.at.most(5);
          if (report.unconcerned > 0) {
            const names = Object.keys(report.heardByUnconcerned);
            const placed = shared ? /calc\/(?:shards|blob)|^shard$/ : /^$/;
            expect(names.filter((name) => !AT_REST.test(name) && !placed.test(name))).to.deep.equal(
              [],
            );
          }
          // Who keeps one has each head from its author, and the events behind it.
          expect(bytesOf(report.heardByKeepers, /spine/)).to.be.above(0);
          expect(bytesOf(report.heardByKeepers, /^head$/)).to.equal(0);
          expect(await untilHeadsEqual(world)).to.be.at.most(5_000);
        },
      ),
      { numRuns: runs(1, 6), endOnFailure: true },
    );
  });

  it("freeze a key that shows two histories, whoever was shown which", async () => {
    const world = await quietMesh("two histories", 12, 3, "share", Infinity, true);
    expect(world.nodes.filter(({ up }) => up?.mesh.follows("head") === false).length).above(6);
    const first = world.nodes.at(-1)!;
    const liar = first.author.publicKey;
    world.liars.add(liar);
    first.crash(false);
    const second = world.add({ place: "copy", seed: first.author.seed, guarded: false });
    second.disk.restore(first.disk.image());
    for (const node of [first, second]) node.start();
    await world.loop.run(runs(1_000, 8_000));
    for (let i = 0; i < 3; i += 1) {
      for (const node of [first, second]) world.compute(node, false);
      await world.loop.run(1_000);
    }
    const isFrozen = (): boolean =>
      world.honest.every(({ up }) => up?.mesh.snapshot().frozen.includes(liar) === true);
    expect(await world.loop.runUntil(isFrozen, 300_000, 500)).to.equal(true);
    await world.loop.complete(checkForks(world), 10_000);
    expect(world.violations).to.deep.equal([]);
  });

  it("are understood by nodes that keep all and hear all heads", async () => {
    const world = new World({ seed: "mixed", keep: "share", gathered: true });
    const isArchive = (n: number): boolean => n >= NODES - 2;
    for (let n = 0; n < NODES; n += 1)
      world.add({ place: `n${n}`, ...(isArchive(n) ? { keep: "all" as const } : {}) });
    await startAll(world, 120_000);
    expect(await untilHeadsEqual(world)).not.to.equal(null);
    expect(world.nodes.filter(({ up }) => up?.mesh.follows("head") === false).length).above(6);
    await drive(world, namesOf(world.nodes), isLong ? 60 : 20, 200);
    expect(await untilHeadsEqual(world)).to.be.at.most(15_000);
    // Also of spines that fell to a node after it had heard of them.
    const parts = world.nodes.flatMap((node) =>
      node.up === null ? [] : [[node, node.up] as const],
    );
    await world.loop.complete(checkToldOnce(world, parts), 10_000);
    expect(world.violations).to.deep.equal([]);
    for (const { up } of world.nodes.slice(-2)) {
      expect(up!.mesh.follows("head")).to.equal(true);
      expect(up!.mesh.load().spines).to.equal(NODES - 1);
    }
  });
});
