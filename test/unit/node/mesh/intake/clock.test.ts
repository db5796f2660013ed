import { systemRandom } from "../../../../../node/runtime/random.js";
import { expect } from "chai";
import type { MeshNode } from "../../../../kit/meshNode.js";
import { authorOf, startMeshNode } from "../../../../kit/meshNode.js";
import { Cluster, seals } from "../../../../kit/cluster.js";
import { sample } from "../../../../kit/runs.js";

const PERIOD_MS = 13 * 777;

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
        // A head that comes a second way is none of the clock's: it is so without an offset, too.
        const stale = node.words.filter((word) => /STALE(?!_NOTE)/.test(word));
        expect(stale).to.deep.equal([]);
      }
      await cluster.stop();
      cluster = new Cluster();
    }
  });
});
