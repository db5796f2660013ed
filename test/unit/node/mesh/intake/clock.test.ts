import { systemRandom } from "../../../../../node/runtime/random.js";
import { expect } from "chai";
import { ClockGuard, type ClockBounds } from "../../../../../node/mesh/intake/clockGuard.js";
import type { MeshNode } from "../../../../kit/meshNode.js";
import { authorOf, startMeshNode } from "../../../../kit/meshNode.js";
import { Cluster, seals } from "../../../../kit/cluster.js";
import { sample } from "../../../../kit/runs.js";

const PERIOD_MS = 13 * 777;

/** As the peers' are seen. */
class Clocks {
  clocks: number;
  offset: number;
  error: number;

  constructor(clocks: number, offset: number, error = 0) {
    this.clocks = clocks;
    this.offset = offset;
    this.error = error;
  }

  clockBoundsMs(): ClockBounds {
    return { low: this.offset - this.error, high: this.offset + this.error };
  }
}

describe("a clock beside those of the peers", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  /** Five nodes, all connected, of which the last one's clock is ahead. */
  async function five(offset: { ms: number }): Promise<readonly MeshNode[]> {
    const { hub, time, nodes } = cluster;
    for (let n = 1; n <= 4; n += 1) await cluster.start(n);
    const skewed = {
      nowNs: () => time.nowNs() + BigInt(offset.ms) * 1_000_000n,
    };
    nodes.push(
      await startMeshNode(5, {
        net: hub.join(authorOf(5).publicKey),
        modules: { scheduler: time, clock: skewed, random: systemRandom },
      }),
    );
    for (const a of nodes) for (const b of nodes) cluster.link(a, b);
    await time.pass(2_000);
    return nodes;
  }

  for (const ms of sample([-5_000, 60_000, 5_000, 3_600_000], 2)) {
    it(`${ms} ms off: the node is told, goes silent, and comes back with its clock`, async () => {
      const offset = { ms };
      const nodes = await five(offset);
      const last = nodes[4]!;
      expect(last.words).to.include("clock off");
      expect(last.mesh.snapshot().clockOffsetMs).to.equal(-ms);
      for (const node of nodes.slice(0, 4)) {
        expect(node.words).to.not.include("clock off");
        expect(Math.abs(node.mesh.snapshot().clockOffsetMs!)).to.be.below(1_554);
      }
      const heard = nodes[0]!.words.filter((word) => word.includes(last.author.publicKey)).length;
      await seals(last, 1);
      last.mesh.headChanged();
      await cluster.time.pass(5_000);
      expect(
        nodes[0]!.words.filter((word) => word.startsWith(`head ${last.author.publicKey}`)).length,
      ).to.be.at.most(heard);
      offset.ms = 0;
      await cluster.time.pass(20 * PERIOD_MS);
      expect(last.words).to.include("clock right");
      expect(nodes[0]!.words).to.include(`head ${last.author.publicKey} ${last.spine.tip!.seq}`);
    });
  }

  it("half a second and 1,500 ms make no difference", async () => {
    for (const ms of [500, 1_500]) {
      const nodes = await five({ ms });
      for (const node of nodes) {
        expect(node.words).to.not.include("clock off");
        expect(node.words.filter((word) => word.includes("STALE"))).to.deep.equal([]);
      }
      await cluster.stop();
      cluster = new Cluster();
    }
  });

  it("is judged by three peers at least, and the last finding stands without them", () => {
    const found: boolean[] = [];
    const clocks = new Clocks(2, 9_999);
    const guard = new ClockGuard(clocks, (skewed) => {
      found.push(skewed);
    });
    guard.review();
    expect(guard.isSkewed).to.equal(false);
    clocks.clocks = 3;
    guard.review();
    clocks.clocks = 2;
    clocks.offset = 0;
    guard.review();
    expect(guard.isSkewed).to.equal(true);
    clocks.clocks = 3;
    clocks.offset = 1_554;
    guard.review();
    clocks.offset = -1_555;
    guard.review();
    expect(found).to.deep.equal([true, false, true]);
  });

  it("is judged by what is sure of it: answers that were long under way change nothing", () => {
    const clocks = new Clocks(3, 3_000, 1_500);
    const guard = new ClockGuard(clocks, () => undefined);
    // [offset, either way, skewed]: from not known over wrong and right to wrong again.
    for (const [offset, error, isSkewed] of [
      [3_000, 1_500, false],
      [3_000, 1_400, true],
      [-1_500, 1_500, true],
      [0, 1_600, true],
      [0, 1_500, false],
      [-3_000, 1_500, false],
      [-3_000, 1_400, true],
    ] as const) {
      clocks.offset = offset;
      clocks.error = error;
      guard.review();
      expect(guard.isSkewed, `${offset} +- ${error}`).to.equal(isSkewed);
    }
  });
});
