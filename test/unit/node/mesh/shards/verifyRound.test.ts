import { expect } from "chai";
import type { MeshModules } from "../../../../../node/mesh/meshOptions.js";
import { MeshVerifier } from "../../../../../node/mesh/shards/verifyRound.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { bucketHashes, bucketOf } from "../../../../../node/mesh/sync/syncHeads.js";
import type { Tip } from "../../../../../node/mesh/sync/syncHeads.js";
import { authorOf, contentId, startMeshNode } from "../../../../kit/meshNode.js";
import { quiet } from "../../../../kit/logger.js";
import type { MeshNode } from "../../../../kit/meshNode.js";
import type { VerifyRound } from "../../../../../node/mesh/shards/verifyRound.js";
import { Cluster, seals, storeOf } from "../../../../kit/cluster.js";
import { grow, keep } from "../../../../kit/spines.js";

const SHARD = 7;

async function roundOf(node: MeshNode, peers: number, samples: number): Promise<VerifyRound> {
  const round = await node.mesh.verify(peers, samples);
  if (round === null) throw new Error("no round could be made");
  return round;
}

describe("a round of verification", () => {
  let cluster: Cluster;
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  async function start(n: number, modules: Partial<MeshModules> = {}): Promise<MeshNode> {
    const node = await startMeshNode(n, {
      net: cluster.hub.join(authorOf(n).publicKey),
      modules: {
        scheduler: cluster.time,
        clock: cluster.time,
        random: { next: () => 0 },
        ...modules,
      },
    });
    cluster.nodes.push(node);
    return node;
  }

  /** A shared receipt: its text here is what its id is the hash of. */
  async function share(holder: MeshNode, knower: MeshNode, text: string): Promise<string> {
    const json = JSON.stringify(text);
    const id = contentId(json);
    holder.shared.set(id, json);
    await knower.store.write(knower.store.shards.ownOps(SHARD, id));
    return id;
  }

  it("has no score before, and none when there is nobody to compare with", async () => {
    const node = await start(1);
    expect(node.mesh.snapshot().coherenceScore).to.equal(null);
    const round = await roundOf(node, 4, 8);
    expect(round).to.deep.include({
      coherenceScore: null,
      peers: 0,
      compared: 0,
      agreed: 0,
      sampled: 0,
      recomputed: 0,
      mismatches: [],
    });
    expect(node.mesh.snapshot().coherenceScore).to.equal(null);
  });

  it("agrees with honest peers, also where one is ahead", async () => {
    const [a, b, c] = [await start(1), await start(2), await start(3)];
    cluster.link(a, b);
    cluster.link(a, c);
    await cluster.time.pass(15_000);
    await seals(b, 3);
    const round = await roundOf(a, 16, 0);
    expect(round).to.deep.include({ peers: 2, coherenceScore: 1, mismatches: [] });
    // Each of three spines is held on both sides of at least one pair, the two ends of each surely.
    expect(round.compared).to.be.at.least(4);
    expect(round.agreed).to.equal(round.compared);
    expect(a.mesh.snapshot().coherenceScore).to.equal(1);
    expect((await roundOf(a, 1, 0)).peers).to.equal(1);
  });

  it("counts a spine as one only where one chain is a prefix of the other", async () => {
    const eve = authorOf(66);
    const chain = grow(eve, [], 4);
    const store = storeOf();
    await keep(store, chain);
    const mine: Tip = [eve.publicKey, 3, chain[3]!.id];
    const reported = new Map<
      string,
      { readonly tip: Tip; readonly ids: readonly (string | null)[] }
    >([
      ["equal", { tip: mine, ids: [] }],
      ["forked", { tip: [eve.publicKey, 3, contentId("fork")], ids: [] }],
      ["behind", { tip: [eve.publicKey, 1, chain[1]!.id], ids: [] }],
      ["behind and forked", { tip: [eve.publicKey, 1, contentId("fork")], ids: [] }],
      ["ahead", { tip: [eve.publicKey, 9, contentId("ahead")], ids: [chain[3]!.id] }],
      [
        "ahead and forked",
        { tip: [eve.publicKey, 9, contentId("ahead")], ids: [contentId("fork")] },
      ],
      ["ahead, and not written yet", { tip: [eve.publicKey, 9, contentId("ahead")], ids: [null] }],
      ["of another author", { tip: [authorOf(67).publicKey, 0, contentId("other")], ids: [] }],
    ]);
    const of = (peer: string) => {
      const found = reported.get(peer);
      if (found === undefined) throw new Error("no answer");
      return found;
    };
    const peers = [...reported.keys(), "mute"];
    const verifier = new MeshVerifier({
      crypto: nodeCrypto,
      clock: cluster.time,
      log: quiet,
      store,
      tips: () => [mine],
      random: { next: () => 0 },
      net: { peers: () => peers },
      status: { greeted: () => [...peers, "gone"] },
      client: {
        bucketHashes: async (peer) => bucketHashes(nodeCrypto, [of(peer).tip]),
        tips: async (peer, buckets) =>
          [of(peer).tip].filter(([author]) => buckets.includes(bucketOf(author))),
        ids: async (peer) => of(peer).ids,
      },
      blobs: { fetchFrom: async () => null },
      recompute: () => "agrees",
    });
    const round = await verifier.run(16, 4);
    expect(round).to.include({
      peers: 8,
      compared: 6,
      agreed: 3,
      sampled: 0,
      coherenceScore: 3 / 6,
    });
    if (round === null) throw new Error("no round could be made");
    expect(round.mismatches.map(({ peer }) => peer).sort()).to.deep.equal([
      "ahead and forked",
      "behind and forked",
      "forked",
    ]);
    expect(verifier.score).to.equal(3 / 6);
  });

  it("accuses nobody of what is not written here yet", async () => {
    const eve = authorOf(66);
    const chain = grow(eve, [], 4);
    const store = storeOf();
    await keep(store, chain.slice(0, 1));
    const tip = (seq: number): Tip => [eve.publicKey, seq, chain[seq]!.id];
    const verifier = new MeshVerifier({
      crypto: nodeCrypto,
      clock: cluster.time,
      log: quiet,
      store,
      tips: () => [tip(3)],
      random: { next: () => 0 },
      net: { peers: () => ["behind"] },
      status: { greeted: () => ["behind"] },
      client: {
        bucketHashes: async () => bucketHashes(nodeCrypto, [tip(2)]),
        tips: async () => [tip(2)],
        ids: async () => [],
      },
      blobs: { fetchFrom: async () => null },
      recompute: () => "agrees",
    });
    expect(await verifier.run(1, 0)).to.deep.include({
      peers: 1,
      compared: 0,
      agreed: 0,
      mismatches: [],
      coherenceScore: null,
    });
  });

  it("computes anew what peers hand over, and believes no receipt that comes out otherwise", async () => {
    const asked: string[] = [];
    const a = await start(1, {
      recompute: (_id, json) => {
        const text = String(JSON.parse(json));
        asked.push(text);
        if (text === "wrong") return "differs";
        return text === "old engine" ? "not-comparable" : "agrees";
      },
    });
    const b = await start(2);
    cluster.link(a, b);
    await cluster.time.pass(15_000);
    await share(b, a, "right");
    const wrong = await share(b, a, "wrong");
    await share(b, a, "old engine");
    await share(a, a, "held by nobody else");
    const round = await roundOf(a, 4, 64);
    expect(asked.sort()).to.deep.equal(["old engine", "right", "wrong"]);
    expect(round).to.deep.include({
      sampled: 2,
      recomputed: 1,
      mismatches: [{ peer: b.net.peerId, what: `receipt ${wrong}` }],
    });
    expect(round.coherenceScore).to.equal((round.agreed + 1) / (round.compared + 2));
    expect(round.agreed).to.equal(round.compared);
  });

  it("samples at most as many receipts as it is asked for", async () => {
    const a = await start(1, { recompute: () => "agrees" });
    const b = await start(2);
    cluster.link(a, b);
    await cluster.time.pass(15_000);
    for (let i = 0; i < 20; i += 1) await share(b, a, `receipt ${i}`);
    expect((await roundOf(a, 4, 5)).sampled).to.equal(5);
    expect((await roundOf(a, 4, 0)).sampled).to.equal(0);
    expect((await roundOf(a, 4, 64)).sampled).to.equal(20);
  });

  it("is refused while eight wait", async () => {
    const node = await start(1);
    const rounds = await Promise.all(Array.from({ length: 10 }, () => node.mesh.verify(1, 0)));
    expect(rounds.map((round) => round === null)).to.deep.equal([
      ...Array.from({ length: 8 }, () => false),
      true,
      true,
    ]);
    expect(await node.mesh.verify(1, 0)).to.not.equal(null);
  });
});
