import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import {
  HEADS_PROTOCOL,
  IDS_PROTOCOL,
  SPINE_PROTOCOL,
} from "../../../../../node/mesh/sync/syncServer.js";
import { canonicalize } from "../../../../../protocol/encoding/jcs.js";
import { createEvent } from "../../../../../protocol/seal/event.js";
import { authorOf, NETWORK, startMeshNode } from "../../../../kit/meshNode.js";
import {
  Cluster,
  expectHeld,
  framesOf,
  held,
  pretend,
  publish,
  seals,
  slowLiar,
  storeOf,
  storeWith,
} from "../../../../kit/cluster.js";
import { grow, keep } from "../../../../kit/spines.js";
import { settled } from "../../../../kit/virtualTime.js";

const PERIOD_MS = 13 * 777;

describe("spines between nodes", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  it("a newcomer verifies every spine from its first event", async () => {
    const [a, b] = [await cluster.start(1), await cluster.start(2)];
    await seals(a, 1_500);
    cluster.link(a, b);
    await cluster.time.pass(1_000);
    await expectHeld(b, a);
    const last = await b.store.spine.event(a.author.publicKey, 1_500);
    expect(last?.body).to.equal((await a.store.spine.event(a.author.publicKey, 1_500))?.body);
    const c = await cluster.start(3);
    cluster.link(b, c);
    await cluster.time.pass(1_000);
    // From a node that is not the author.
    await expectHeld(c, a);
  });

  it("a new head brings the seals that no topic carries", async () => {
    const [a, b] = [await cluster.start(1), await cluster.start(2)];
    cluster.link(a, b);
    await cluster.time.pass(60_000);
    await seals(a, 5);
    a.mesh.headChanged();
    await cluster.time.pass(100);
    await expectHeld(b, a);
    expect(b.mesh.snapshot().detached).to.equal(0);
  });

  it("a member that names 200 spines and holds requests up stops nobody, and is cut off", async () => {
    const nodes = [await cluster.start(1), await cluster.start(2), await cluster.start(3)];
    for (const a of nodes) for (const b of nodes) cluster.link(a, b);
    const liar = await slowLiar(cluster, 9, 200);
    for (const { net } of nodes) cluster.hub.link(liar.peerId, net.peerId);
    try {
      await cluster.time.pass(15_000);
      for (let round = 0; round < 4; round += 1) {
        await seals(nodes[0]!, 1);
        nodes[0]!.mesh.headChanged();
        await cluster.time.pass(8_000);
        await expectHeld(nodes[1]!, nodes[0]!);
        await expectHeld(nodes[2]!, nodes[0]!);
      }
      for (let rounds = 0; rounds < 12 && nodes[1]!.net.peers().length > 2; rounds += 1) {
        await seals(nodes[0]!, 1);
        nodes[0]!.mesh.headChanged();
        await cluster.time.pass(8_000);
      }
      expect(nodes[1]!.mesh.scores().denied).to.deep.equal([liar.peerId]);
      expect(nodes[1]!.net.peers()).to.have.length(2);
    } finally {
      // What the liar holds up ends before the nodes do.
      cluster.hub.remove(liar.peerId);
      await cluster.time.pass(20_000);
    }
  });

  it("who was away catches up on its return", async () => {
    const [a, b, c] = [await cluster.start(1), await cluster.start(2), await cluster.start(3)];
    cluster.link(a, b);
    cluster.link(b, c);
    await cluster.time.pass(30_000);
    await expectHeld(c, a);
    cluster.cut(b, c);
    await seals(a, 300);
    a.mesh.headChanged();
    await cluster.time.pass(30_000);
    cluster.link(b, c);
    await cluster.time.pass(1_000);
    await expectHeld(c, a);
    await expectHeld(c, b);
  });

  it("the comparison every 13 calconds finds what gossip never said", async () => {
    const [a, b, c] = [await cluster.start(1), await cluster.start(2), await cluster.start(3)];
    cluster.link(a, b);
    cluster.link(b, c);
    await cluster.time.pass(60_000);
    await seals(a, 40);
    await cluster.time.pass(2 * PERIOD_MS + 100);
    await expectHeld(b, a);
    await expectHeld(c, a);
  });

  it("an event that comes too early waits for those before it, and survives a restart", async () => {
    const author = authorOf(9);
    const events = grow(author, [], 3);
    const announced = createEvent(nodeCrypto, author, {
      net: NETWORK,
      kind: "node",
      seq: 3,
      prev: events[2]!.id,
      calcond: events[2]!.event.header.calcond,
      body: { addrs: [], capacity: 1, engine_versions: ["x"], roles: [] },
    });
    const store = storeOf();
    const a = await cluster.start(1, store);
    const liar = cluster.hub.join(author.publicKey);
    cluster.hub.link(liar.peerId, a.net.peerId);
    await publish(liar, cluster.time, 9, "node", announced.text);
    await settled();
    expect(a.words).to.include(`event node ${author.publicKey} 3`);
    expect(a.mesh.snapshot().detached).to.equal(1);
    expect(await held(a, author.publicKey)).to.equal(null);
    cluster.hub.cut(liar.peerId, a.net.peerId);
    await a.mesh.stop();
    cluster.nodes.splice(0);
    const again = await startMeshNode(2, {
      store,
      net: cluster.hub.join(authorOf(2).publicKey),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.push(again);
    expect(again.mesh.snapshot().detached).to.equal(1);
    const b = await cluster.start(3, storeOf());
    await keep(b.store, events);
    await b.mesh.stop();
    const other = await startMeshNode(4, {
      store: b.store,
      net: cluster.hub.join(authorOf(4).publicKey),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 } },
    });
    cluster.nodes.splice(cluster.nodes.indexOf(b), 1, other);
    cluster.link(again, other);
    await cluster.time.pass(1_000);
    expect(await held(again, author.publicKey)).to.deep.equal([3, announced.id]);
    expect(again.mesh.snapshot().detached).to.equal(0);
    expect(await again.store.spine.detached(10)).to.deep.equal([]);
    // Its effect was told when it came, and not again.
    expect(again.words).to.not.include(`event node ${author.publicKey} 3`);
  });

  it("who serves a bad event loses 100 points, and the range comes from another", async () => {
    const author = authorOf(9);
    const events = grow(author, [], 20);
    const [good, a] = [await cluster.start(1, await storeWith(events)), await cluster.start(2)];
    const spoiled = events.map(({ text }, seq) =>
      seq === 12
        ? text.replace(/"sig":"../, (first) => `"sig":"${first.endsWith("0") ? "11" : "00"}`)
        : text,
    );
    const liar = await pretend(cluster, 8, { served: spoiled, claimed: events });
    cluster.hub.link(liar.peerId, a.net.peerId);
    await cluster.time.pass(1_000);
    expect(a.words).to.include(`points ${liar.peerId} -100`);
    expect((await held(a, author.publicKey))?.[0]).to.equal(11);
    cluster.link(good, a);
    await cluster.time.pass(1_000);
    expect(await held(a, author.publicKey)).to.deep.equal([19, events[19]!.id]);
  });

  it("a peer that answers with another range, or none, moves nothing", async () => {
    const author = authorOf(9);
    const events = grow(author, [], 10);
    const shifted = events.slice(1).map(({ text }) => text);
    const a = await cluster.start(2);
    const liar = await pretend(cluster, 8, { served: shifted, claimed: events });
    cluster.hub.link(liar.peerId, a.net.peerId);
    await cluster.time.pass(1_000);
    expect(await held(a, author.publicKey)).to.equal(null);
    expect(a.words).to.include(`points ${liar.peerId} -100`);
  });

  it("a spine goes on over events of kinds that a newer version brought", async () => {
    const author = authorOf(9);
    const events = grow(author, [], 2);
    const strange = [
      ...events,
      createEvent(nodeCrypto, author, {
        net: NETWORK,
        kind: "comet",
        seq: 2,
        prev: events[1]!.id,
        calcond: events[1]!.event.header.calcond,
        body: { tail: { length: 3 } },
      }),
    ];
    const [a, b] = [await cluster.start(1, await storeWith(strange)), await cluster.start(2)];
    cluster.link(a, b);
    await cluster.time.pass(1_000);
    expect(await held(b, author.publicKey)).to.deep.equal([2, strange[2]!.id]);
  });

  it("requests of another shape are not answered", async () => {
    const a = await cluster.start(1);
    const stranger = cluster.hub.join(authorOf(8).publicKey);
    cluster.hub.link(stranger.peerId, a.net.peerId);
    const frames = framesOf(cluster.time, 8);
    for (const [protocol, data] of [
      [SPINE_PROTOCOL, { author: "0".repeat(64), from: 0, count: 1_025 }],
      [SPINE_PROTOCOL, { author: "0".repeat(64), from: -1, count: 1 }],
      [SPINE_PROTOCOL, { author: "0", from: 0, count: 1 }],
      [IDS_PROTOCOL, { author: "0".repeat(64), seqs: Array.from({ length: 65 }, (_, i) => i) }],
      [HEADS_PROTOCOL, { buckets: [256] }],
      [HEADS_PROTOCOL, []],
    ] as const) {
      const answer = await stranger
        .request(a.net.peerId, protocol, frames.seal(canonicalize(data)), {
          timeoutMs: 1_000,
          bytesMax: 1_048_576,
        })
        .catch((error: unknown) => error);
      expect(answer, canonicalize(data)).to.be.instanceOf(Error);
    }
    const answer = await stranger.request(a.net.peerId, HEADS_PROTOCOL, frames.seal("{}"), {
      timeoutMs: 1_000,
      bytesMax: 1_048_576,
    });
    expect(frames.open(answer, a.net.peerId).data).to.have.length(256);
  });
});
