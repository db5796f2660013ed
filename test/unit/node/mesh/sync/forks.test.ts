import { expect } from "chai";
import { canonicalize } from "../../../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../../../protocol/encoding/json.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { createEvent, NO_HASH } from "../../../../../protocol/seal/event.js";
import {
  forkEvidence,
  splitEvidence,
  verifyEvidence,
} from "../../../../../protocol/mesh/evidence.js";
import { authorOf, contentId, NETWORK, startMeshNode } from "../../../../kit/meshNode.js";
import type { MeshNode } from "../../../../kit/meshNode.js";
import { Cluster, held, publish, seals, storeWith } from "../../../../kit/cluster.js";
import { checkpointOf, grow, headOf } from "../../../../kit/spines.js";

const LIAR = authorOf(9);
const PERIOD_MS = 13 * 777;

function proofs(node: MeshNode): Promise<readonly unknown[]> {
  return node.store.evidence.list();
}

describe("authors who sign two histories", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  /** Two halves that each hold another history of the liar, parting at event `at`. */
  async function halves(at: number, left: number, right: number): Promise<readonly MeshNode[]> {
    const common = grow(LIAR, [], at);
    const [one, other] = [
      [left, "left"],
      [right, "right"],
    ] as const;
    const nodes = [
      await cluster.start(1, await storeWith(grow(LIAR, common, ...one))),
      await cluster.start(2),
      await cluster.start(3, await storeWith(grow(LIAR, common, ...other))),
      await cluster.start(4),
    ];
    cluster.link(nodes[0]!, nodes[1]!);
    cluster.link(nodes[2]!, nodes[3]!);
    await cluster.time.pass(2_000);
    return nodes;
  }

  for (const [at, left, right] of [
    [700, 60, 300],
    [1, 5, 5],
    [40, 1, 1],
    [90, 300, 2],
  ] as const) {
    it(`are found when halves meet: parted at ${at}, ${left} and ${right} events on`, async () => {
      const nodes = await halves(at, left, right);
      cluster.link(nodes[1]!, nodes[2]!);
      await cluster.time.pass(9_000);
      for (const node of nodes) {
        expect(node.mesh.snapshot().frozen, node.author.publicKey).to.deep.equal([LIAR.publicKey]);
        expect(node.words).to.include(`frozen ${LIAR.publicKey} ${at}`);
        expect(await proofs(node)).to.have.length(1);
        // An event held stays, on both sides.
        expect((await held(node, LIAR.publicKey))?.[0]).to.equal(
          at - 1 + (nodes.indexOf(node) < 2 ? left : right),
        );
      }
    });
  }

  it("heads of honest nodes are equal again afterwards", async () => {
    const nodes = await halves(40, 3, 8);
    cluster.link(nodes[1]!, nodes[2]!);
    await cluster.time.pass(8 * PERIOD_MS);
    for (const { words } of nodes) {
      expect(words.filter((word) => word.startsWith("round")).at(-1)).to.equal("round true");
    }
  });

  it("are frozen after a restart too, and nothing of them is taken", async () => {
    const nodes = await halves(5, 2, 2);
    cluster.link(nodes[1]!, nodes[2]!);
    await cluster.time.pass(9_000);
    const { store } = nodes[0]!;
    await nodes[0]!.mesh.stop();
    const again = await startMeshNode(7, {
      store,
      net: cluster.hub.join(authorOf(7).publicKey),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.splice(0, 1, again);
    expect(again.mesh.snapshot()).to.deep.include({ frozen: [LIAR.publicKey], evidence: 1 });
    const net = cluster.hub.join(LIAR.publicKey);
    cluster.hub.link(net.peerId, again.net.peerId);
    const late = createEvent(nodeCrypto, LIAR, {
      net: NETWORK,
      kind: "node",
      seq: 9,
      prev: "1".repeat(64),
      calcond: 1,
      body: { addrs: [], capacity: 1, engine_versions: ["x"], roles: [] },
    });
    await publish(net, cluster.time, 9, "node", late.text);
    expect(again.words).to.include("node ignore FROZEN");
  });

  it("lose their place in the mesh", async () => {
    const nodes = await halves(5, 2, 2);
    const net = cluster.hub.join(LIAR.publicKey);
    cluster.hub.link(net.peerId, nodes[0]!.net.peerId);
    cluster.link(nodes[1]!, nodes[2]!);
    await cluster.time.pass(9_000);
    expect(nodes[0]!.words).to.include(`points ${peerIdOf(LIAR.publicKey)} -20000`);
    expect(nodes[0]!.net.peers()).to.not.include(net.peerId);
  });

  it("two events of one number, both relayed by gossip, are proof at once", async () => {
    const [a, b] = [await cluster.start(1), await cluster.start(2)];
    cluster.link(a, b);
    await cluster.time.pass(5_000);
    const net = cluster.hub.join(LIAR.publicKey);
    cluster.hub.link(net.peerId, a.net.peerId);
    for (const capacity of [1, 2]) {
      const { text } = createEvent(nodeCrypto, LIAR, {
        net: NETWORK,
        kind: "node",
        seq: 3,
        prev: "1".repeat(64),
        calcond: 1,
        body: { addrs: [], capacity, engine_versions: ["x"], roles: [] },
      });
      await publish(net, cluster.time, 9, "node", text);
    }
    await cluster.time.pass(1_000);
    for (const node of [a, b]) expect(node.mesh.snapshot().frozen).to.deep.equal([LIAR.publicKey]);
    expect(a.mesh.snapshot().detached).to.equal(0);
  });

  it("two signed heads of one size are proof of a split", async () => {
    const [a, b] = [await cluster.start(1), await cluster.start(2)];
    cluster.link(a, b);
    await cluster.time.pass(5_000);
    const net = cluster.hub.join(LIAR.publicKey);
    cluster.hub.link(net.peerId, a.net.peerId);
    const common = grow(LIAR, [], 3);
    for (const salt of ["x", "y"]) {
      const note = headOf(LIAR, grow(LIAR, common, 4, salt));
      await publish(net, cluster.time, 9, "head", canonicalize(note));
    }
    await cluster.time.pass(1_000);
    for (const node of [a, b]) {
      expect(node.words).to.include(`frozen ${LIAR.publicKey} 6`);
      const [entry] = await node.store.evidence.list();
      const read = parseJson(entry![1].body);
      expect(read.ok && read.value).to.include({ type: "split" });
    }
  });

  it("a second copy of this node's own key is noticed by comparison", async () => {
    const [a, b] = [await cluster.start(1), await cluster.start(2)];
    await seals(a, 3);
    const copy = grow(a.author, [], 9, "copy");
    const other = await cluster.start(3, await storeWith(copy));
    cluster.link(a, other);
    await cluster.time.pass(2_000);
    expect(a.words).to.include("self-equivocation");
    expect(b.words).to.not.include("self-equivocation");
  });

  it("a false proof is rejected, and one held already is not passed on", async () => {
    const nodes = await halves(5, 2, 2);
    cluster.link(nodes[1]!, nodes[2]!);
    await cluster.time.pass(9_000);
    const sender = authorOf(8);
    const net = cluster.hub.join(sender.publicKey);
    cluster.hub.link(net.peerId, nodes[0]!.net.peerId);
    const [entry] = await nodes[0]!.store.evidence.list();
    const read = parseJson(entry![1].body);
    if (!read.ok) throw new Error("the proof cannot be read");
    const say = (seq: number, body: Parameters<typeof createEvent>[2]["body"]): Promise<number> =>
      publish(
        net,
        cluster.time,
        8,
        "evid",
        createEvent(nodeCrypto, sender, {
          net: NETWORK,
          kind: "evidence",
          seq,
          prev: "1".repeat(64),
          calcond: 1,
          body,
        }).text,
      );
    await say(1, Object(read.value));
    expect(nodes[0]!.words.at(-1)).to.equal("evid ignore DUPLICATE");
    const innocent = grow(authorOf(6), [], 2).map(({ event }) => event);
    const [first, second] = [innocent[0]!, innocent[1]!];
    await say(2, { ...forkEvidence(nodeCrypto, first, { ...second, sig: first.sig }) });
    expect(nodes[0]!.words.at(-1)).to.equal("evid reject FALSE_BODY");
    expect(nodes[0]!.mesh.snapshot().evidence).to.equal(1);
  });
});

describe("proofs of two histories", () => {
  const common = grow(LIAR, [], 4);
  const [left, right] = ["l", "r"].map((salt) => grow(LIAR, common, 3, salt));
  const fork = forkEvidence(nodeCrypto, left![4]!.event, right![4]!.event);
  const heads = [left!, right!].map((events) => checkpointOf(LIAR, events));

  it("hold alone, and have one name in either order", () => {
    const result = verifyEvidence(nodeCrypto, NETWORK, { ...fork });
    expect(result).to.deep.include({ ok: true });
    if (!result.ok) return;
    expect(result.proven).to.deep.include({
      accused: LIAR.publicKey,
      seq: 4,
      common: common[3]!.id,
    });
    if (fork.type !== "fork") throw new Error("not a fork");
    const turned = { ...fork, a: fork.b, a_sig: fork.b_sig, b: fork.a, b_sig: fork.a_sig };
    const other = verifyEvidence(nodeCrypto, NETWORK, turned);
    expect(other.ok && other.proven.key).to.equal(result.proven.key);
    const ids = [left![4]!.id, right![4]!.id].sort();
    expect(result.proven.key).to.equal(contentId(`calc-evidence/1\0${JSON.stringify(ids)}`));
    const split = verifyEvidence(nodeCrypto, NETWORK, { ...splitEvidence(heads[0]!, heads[1]!) });
    expect(split.ok && split.proven).to.deep.include({
      accused: LIAR.publicKey,
      seq: 6,
      common: null,
    });
  });

  it("do not hold for one event, two numbers, two authors, another net or a changed word", () => {
    const event = left![4]!.event;
    const others = [
      forkEvidence(nodeCrypto, event, event),
      forkEvidence(nodeCrypto, event, right![5]!.event),
      forkEvidence(nodeCrypto, event, grow(authorOf(3), [], 5)[4]!.event),
      forkEvidence(nodeCrypto, event, { ...right![4]!.event, sig: event.sig }),
      splitEvidence(heads[0]!, heads[0]!),
      splitEvidence(heads[0]!, checkpointOf(LIAR, common)),
      splitEvidence(heads[0]!, checkpointOf(authorOf(3), right!)),
      splitEvidence(heads[0]!, heads[1]!.replace(/[A-Z]/, "_")),
    ];
    for (const body of others) {
      const { ok } = verifyEvidence(nodeCrypto, NETWORK, { ...body });
      expect(ok, JSON.stringify(body)).to.equal(false);
    }
    expect(verifyEvidence(nodeCrypto, "00000000", { ...fork }).ok).to.equal(false);
    expect(verifyEvidence(nodeCrypto, NETWORK, { ...fork, more: 1 }).ok).to.equal(false);
    for (const value of [null, {}, [], "x"]) {
      expect(verifyEvidence(nodeCrypto, NETWORK, value).ok).to.equal(false);
    }
    const opened = createEvent(nodeCrypto, LIAR, {
      net: NETWORK,
      kind: "spine.open",
      seq: 0,
      prev: NO_HASH,
      calcond: 1,
      body: { engine_version: "y", next: contentId("next") },
    });
    const first = verifyEvidence(nodeCrypto, NETWORK, {
      ...forkEvidence(nodeCrypto, common[0]!.event, opened.event),
    });
    expect(first.ok && first.proven).to.deep.include({ seq: 0, common: null });
  });
});
