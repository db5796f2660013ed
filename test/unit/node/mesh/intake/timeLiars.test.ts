/**
 * Members that lie about the time, and clocks that are set, on a network in memory with addresses:
 * the short form of what the laboratory of namespaces shows with daemons.
 */
import { expect } from "chai";
import { ClockLine } from "../../../../../node/runtime/clockLine.js";
import { peerInAddress } from "../../../../../node/mesh/host/peerKey.js";
import { Cluster, lyingClock, seals } from "../../../../kit/cluster.js";
import { authorOf, startMeshNode } from "../../../../kit/meshNode.js";
import type { MeshNode } from "../../../../kit/meshNode.js";

const HOUR_MS = 3_600_000;

describe("liars about the time", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  /** A node with a monotonic clock, whose wall clock is ahead. */
  async function node(
    n: number,
    ip: string,
    { ahead = { ms: 0 }, bootstrap = [] as readonly MeshNode[] } = {},
  ): Promise<MeshNode> {
    const { hub, time, nodes } = cluster;
    const clock = {
      nowNs: () => time.nowNs() + BigInt(ahead.ms) * 1_000_000n,
      monoNs: () => time.nowNs(),
    };
    const started = await startMeshNode(n, {
      net: hub.join(authorOf(n).publicKey, ip),
      bootstrap: bootstrap.map(({ net }) => net.addresses()[0]!),
      modules: { scheduler: time, clock, line: new ClockLine(clock), random: { next: () => 0.5 } },
    });
    nodes.push(started);
    return started;
  }

  async function four(): Promise<readonly MeshNode[]> {
    const first = await node(1, "10.77.0.2");
    const nodes = [first];
    for (const n of [2, 3, 4]) nodes.push(await node(n, `10.77.${n}.2`, { bootstrap: [first] }));
    for (const a of nodes) for (const b of nodes) cluster.link(a, b);
    await cluster.time.pass(8_000);
    return nodes;
  }

  it("six at each of four nodes, 60 s ahead: nobody stops, while they stay and after", async () => {
    const nodes = await four();
    const liars: string[] = [];
    for (let n = 0; n < 24; n += 1) {
      const liar = await lyingClock(cluster, 20 + n, 60_000, `10.77.4.${10 + n}`);
      liars.push(liar.peerId);
      cluster.hub.link(liar.peerId, nodes[n % 4]!.net.peerId);
    }
    await cluster.time.pass(12_000);
    for (const { words, mesh } of nodes) {
      expect(words).to.not.include("clock off");
      expect(Math.abs(mesh.snapshot().clockOffsetMs!)).to.be.below(1_554);
    }
    for (const liar of liars) cluster.hub.remove(liar);
    await cluster.time.pass(12_000);
    for (const { words } of nodes) expect(words).to.not.include("clock off");
  });

  for (const ms of [5_000, HOUR_MS]) {
    it(`a new node that is ${ms} ms ahead refuses by its bootstrap peer, and goes on when put right`, async () => {
      const [first] = await four();
      const ahead = { ms };
      const late = await node(5, "10.77.5.2", { ahead, bootstrap: [first!] });
      expect(peerInAddress(first!.net.addresses()[0]!)).to.equal(first!.net.peerId);
      await cluster.time.pass(3_000);
      expect(late.words).to.include("clock off");
      ahead.ms = 0;
      await cluster.time.pass(3_000);
      expect(late.words.filter((word) => word.startsWith("clock"))).to.deep.equal([
        "clock off",
        "clock right",
      ]);
    });
  }

  it("a node whose clock is set an hour ahead stops within a second, and back again", async () => {
    const ahead = { ms: 0 };
    const [first] = await four();
    const last = await node(5, "10.77.5.2", { ahead, bootstrap: [first!] });
    await cluster.time.pass(3_000);
    ahead.ms = HOUR_MS;
    await cluster.time.pass(1_100);
    expect(last.words).to.include("clock off");
    await cluster.time.pass(120_000);
    expect(last.words).to.not.include("clock right");
    ahead.ms = 0;
    await cluster.time.pass(1_100);
    expect(last.words).to.include("clock right");
  });

  it("a node whose clock is set says nothing by it, not even before it is judged", async () => {
    const ahead = { ms: 0 };
    const [first] = await four();
    const last = await node(5, "10.77.5.2", { ahead, bootstrap: [first!] });
    await cluster.time.pass(3_000);
    let said = 0;
    const { net } = last;
    const publish = net.publish.bind(net);
    net.publish = (topic, data) => {
      said += 1;
      return publish(topic, data);
    };
    await seals(last, 1);
    last.mesh.headChanged();
    ahead.ms = HOUR_MS;
    // A head goes out a tenth of a second behind, and the clock is looked at each second.
    await cluster.time.pass(900);
    expect(said).to.equal(0);
    ahead.ms = 0;
    await seals(last, 1);
    last.mesh.headChanged();
    await cluster.time.pass(3_000);
    expect(said).to.be.greaterThan(0);
  });
});
