import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import type { Net } from "../../../node/mesh/host/net.js";
import { publicKeyOf } from "../../../node/mesh/host/peerKey.js";
import { createNote } from "../../../protocol/seal/event.js";
import { makeHandshake } from "../../../protocol/events/handshake.js";
import { topicOf } from "../../../protocol/events/topics.js";
import { encodeWire } from "../../../protocol/events/wireText.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { checkpointOrigin, signCheckpoint } from "../../../protocol/seal/checkpoint.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import {
  authorOf,
  clock,
  contentId,
  NETWORK,
  SECRET,
  startMeshNode,
  startNet,
} from "../../kit/meshNode.js";
import type { MeshNode, NodeOptions } from "../../kit/meshNode.js";

const HEAD = topicOf(NETWORK, "head");

function peersOf(net: Net, count: number): Promise<void> {
  return new Promise((resolve) => {
    const off = net.onPeer(() => check());
    const check = (): void => {
      if (net.peers().length !== count) return;
      off();
      resolve();
    };
    check();
  });
}

function left(net: Net): Promise<void> {
  return new Promise((resolve) => {
    net.onPeer((_, connected) => {
      if (!connected) resolve();
    });
  });
}

/** A bare host, connected to a node and known there as a follower of the head topic. */
async function join(node: MeshNode): Promise<Net> {
  const net = await startNet(9);
  net.subscribe(HEAD, () => "ignore");
  const joined = new Promise<void>((resolve) => {
    net.onSubscriber(() => resolve());
  });
  await net.dial(node.net.addresses()[0]!);
  await joined;
  return net;
}

/** A head of a spine of `seq + 1` events that nobody has, signed by author `n`. */
function headNote(n: number, seq: number): string {
  const author = authorOf(n);
  const origin = checkpointOrigin(NETWORK, author.publicKey);
  const root = new Uint8Array(32).fill(3);
  const { note, sig } = createNote(nodeCrypto, author, {
    author: author.publicKey,
    calcond: Number(clock.nowNs() / CALCOND_NS),
    checkpoint: signCheckpoint(nodeCrypto, { origin, size: seq + 1, root }, author.seed),
    id: "7".repeat(64),
    kind: "head",
    net: NETWORK,
    seq,
    v: 1,
  });
  return canonicalize({ note, sig });
}

function wire(n: number, text: string, secret: Uint8Array): Uint8Array {
  const claim = { kid: 1, sender: authorOf(n).publicKey, calcond: clock.nowNs() / CALCOND_NS };
  return encodeWire(makeHandshake(nodeCrypto, secret, claim, text), text);
}

describe("mesh of real nodes on loopback", () => {
  let running: MeshNode[] = [];
  afterEach(async () => {
    await Promise.all(running.map((node) => node.stop()));
    running = [];
  });

  async function start(n: number, options: NodeOptions = {}): Promise<MeshNode> {
    const node = await startMeshNode(n, options);
    running.push(node);
    return node;
  }

  async function line(): Promise<readonly [MeshNode, MeshNode, MeshNode]> {
    const first = await start(1);
    const second = await start(2, { bootstrap: [first.net.addresses()[0]!] });
    const third = await start(3, { bootstrap: [second.net.addresses()[0]!] });
    return [first, second, third];
  }

  it("spreads signed heads and announcements to all, and links the spines", async () => {
    const [first, second, third] = await line();
    await Promise.all([
      third.heard(`node ${first.author.publicKey}`),
      first.heard(`node ${third.author.publicKey}`),
      second.heard(`node ${third.author.publicKey}`),
    ]);
    const { author } = first;
    await first.spine.append("seal", { count: 1, engine_version: "x", root: "0".repeat(64) });
    const seq = first.spine.tip!.seq;
    first.mesh.headChanged();
    await Promise.all([second, third].map((node) => node.heard(`head ${author.publicKey} ${seq}`)));
    const head = third.mesh.snapshot().heads.find((known) => known.author === author.publicKey);
    expect(head).to.include({ seq, id: first.spine.tip!.id });
    expect((await third.store.peers.announcement("head", author.publicKey))?.id).to.equal(head?.id);
    const opened = await third.store.spine.event(author.publicKey, 0);
    expect(opened?.header).to.equal((await first.store.spine.event(author.publicKey, 0))?.header);
    expect(third.mesh.snapshot()).to.include({ gossip: "on" });
    expect(third.mesh.snapshot().recentGossipCount).to.be.greaterThan(2);
  });

  it("meets nodes it only heard of", async () => {
    const [first, , third] = await line();
    await Promise.all([peersOf(first.net, 2), peersOf(third.net, 2)]);
    const known = third.net.peers().map((peer) => publicKeyOf(peer));
    expect(known).to.have.members([1, 2].map((n) => authorOf(n).publicKey));
  });

  it("fetches a shared receipt by its id from whoever has it", async () => {
    const [first, second, third] = await line();
    await Promise.all([peersOf(first.net, 2), peersOf(second.net, 2)]);
    const text = canonicalize({ proof: "ü".repeat(1_000), value: 1.5 });
    third.shared.set(contentId(text), text);
    // A liar answers for the same id; what it says does not check.
    second.shared.set(contentId(text), canonicalize({ value: 2 }));
    expect(await first.mesh.fetchReceipt(contentId(text))).to.equal(text);
    expect(await first.mesh.fetchReceipt(contentId("nobody"))).to.equal(null);
    const large = canonicalize("x".repeat(1_048_576));
    third.shared.set(contentId(large), large);
    expect(await first.mesh.fetchReceipt(contentId(large))).to.equal(null);
  });

  it("sends away a node with another secret, or of another network", async () => {
    const first = await start(1);
    const [address] = first.net.addresses();
    for (const options of [{ secret: Buffer.alloc(32, 1) }, { network: "00000000" }]) {
      const stranger = await start(options.network === undefined ? 4 : 5, options);
      const gone = left(stranger.net);
      await stranger.net.dial(address!);
      await gone;
      expect(stranger.net.peers()).to.deep.equal([]);
    }
  });

  it("refuses a head with a bad handshake, passes it to nobody, cuts its sender off", async () => {
    const first = await start(1);
    const second = await start(2, { bootstrap: [first.net.addresses()[0]!] });
    await first.heard(`node ${second.author.publicKey}`);
    const liar = await join(first);
    const gone = left(liar);
    try {
      const text = headNote(9, 0);
      for (let i = 0; i < 11; i += 1) await liar.publish(HEAD, wire(9, text, Buffer.alloc(32, i)));
      await gone;
      expect(first.words.filter((word) => word === "head reject BAD_HANDSHAKE")).to.have.length(11);
      expect(second.words.filter((word) => word.startsWith("head reject"))).to.deep.equal([]);
      const authors = first.mesh.snapshot().heads.map((head) => head.author);
      expect(authors).to.not.include(authorOf(9).publicKey);
    } finally {
      await liar.stop();
    }
  });

  it("notices that somebody signs with its key what it did not write", async () => {
    const first = await start(1);
    const copy = await join(first);
    try {
      await copy.publish(HEAD, wire(1, headNote(1, 7), SECRET));
      await first.heard("self-equivocation");
    } finally {
      await copy.stop();
    }
  });

  it("finds its peer again after a restart", async () => {
    const first = await start(1);
    const second = await start(2, { bootstrap: [first.net.addresses()[0]!] });
    await peersOf(second.net, 1);
    await first.heard(`node ${second.author.publicKey}`);
    await second.net.disconnect(first.net.peerId);
    await peersOf(second.net, 1);
    const { store } = first;
    expect((await store.peers.list({ limit: 10 })).map(([peer]) => peer)).to.deep.equal([
      second.net.peerId,
    ]);
  });

  it("without a secret takes part in nothing", async () => {
    const first = await start(1, { secret: null });
    expect(first.mesh.snapshot()).to.deep.equal({
      gossip: "disabled",
      peers: 0,
      topicMesh: {},
      recentGossipCount: 0,
      lastGossipCalcond: null,
      heads: [],
      heldBy: 0,
      clockOffsetMs: null,
      detached: 0,
      frozen: [],
      evidence: 0,
      restoreGuard: "off",
      spines: { kept: 0, max: 1_000 },
      shardsHeld: 0,
      coherenceScore: null,
    });
    expect(await first.mesh.fetchReceipt("0".repeat(64))).to.equal(null);
    expect(first.spine.tip?.seq).to.equal(0);
    expect(SECRET).to.have.length(32);
  });
});
