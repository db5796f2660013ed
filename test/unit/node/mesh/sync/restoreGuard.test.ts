import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { knownPeers, RestoreGuard } from "../../../../../node/mesh/sync/restoreGuard.js";
import { SyncClient } from "../../../../../node/mesh/sync/syncClient.js";
import { OwnSpine } from "../../../../../node/spine/ownSpine.js";
import { canonicalize } from "../../../../../protocol/encoding/jcs.js";
import { createEvent, type EncodedEvent } from "../../../../../protocol/seal/event.js";
import { authorOf, NETWORK } from "../../../../kit/meshNode.js";
import { quiet } from "../../../../kit/logger.js";
import { Cluster, framesOf, pretend, storeOf, storeWith } from "../../../../kit/cluster.js";
import { grow } from "../../../../kit/spines.js";

const OWN = authorOf(1);
const CHAIN = grow(OWN, [], 700);

type GuardModules = ConstructorParameters<typeof RestoreGuard>[1];

interface Guarded {
  readonly guard: RestoreGuard;
  readonly spine: OwnSpine;
  readonly heard: string[];
  /** Connects a peer that shows these events, or others than it claims. */
  readonly meet: (
    n: number,
    claimed: readonly EncodedEvent[],
    served?: readonly string[],
  ) => Promise<void>;
}

describe("a node that asks for its own head before it writes", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });

  /** A node whose disk holds so many of its events, and knows of so many peers. */
  async function restored(
    size: number,
    known: number,
    heads: Partial<Pick<GuardModules, "headAt" | "seek">> = {},
  ): Promise<Guarded> {
    const store = size === 0 ? storeOf() : await storeWith(CHAIN.slice(0, size));
    const spine = new OwnSpine({ author: OWN, net: NETWORK }, { crypto: nodeCrypto, store });
    // The tiles of an own spine are written with it; these events came from elsewhere.
    if (size < 256) await spine.reload();
    const net = cluster.hub.join(OWN.publicKey);
    const heard: string[] = [];
    const guard = new RestoreGuard(
      { network: NETWORK, publicKey: OWN.publicKey, known },
      {
        crypto: nodeCrypto,
        net,
        client: new SyncClient({ net, frames: framesOf(cluster.time, 1) }),
        scheduler: cluster.time,
        log: quiet,
        spine,
        ...heads,
      },
      {
        onPassed: () => {
          heard.push("passed");
        },
        onSelfEquivocation: () => {
          heard.push("self-equivocation");
        },
        onPoints: (_peer, points) => {
          heard.push(`points ${points}`);
        },
      },
    );
    guard.start();
    const meet = async (
      n: number,
      claimed: readonly EncodedEvent[],
      served: readonly string[] = claimed.map(({ text }) => text),
    ): Promise<void> => {
      const peer = await pretend(cluster, n, { claimed, served });
      cluster.hub.link(net.peerId, peer.peerId);
      guard.ask(peer.peerId);
      await cluster.time.pass(500);
    };
    return { guard, spine, heard, meet };
  }

  const expectTip = (spine: OwnSpine, size: number): void => {
    expect(spine.size).to.equal(size);
    expect(spine.tip?.id).to.equal(CHAIN[size - 1]?.id);
  };

  it("takes over what peers kept beyond its own tip, from the longest", async () => {
    const { guard, spine, heard, meet } = await restored(100, 3);
    await meet(2, CHAIN.slice(0, 90));
    await meet(3, CHAIN);
    expect(guard.state).to.equal("asking");
    await meet(4, CHAIN.slice(0, 300));
    expect(heard).to.deep.equal(["passed"]);
    expectTip(spine, 700);
    // A spine taken over is a spine like any other: it loads again, tiles and all.
    await spine.reload();
    expectTip(spine, 700);
    await guard.stop();
    expect(cluster.time.waiting).to.equal(0);
  });

  it("takes over a spine of which peers have forgotten bodies that were superseded, and of no others", async () => {
    const event = (kind: string, before: readonly EncodedEvent[]): EncodedEvent =>
      createEvent(nodeCrypto, OWN, {
        net: NETWORK,
        kind,
        seq: before.length,
        prev: before.at(-1)!.id,
        calcond: before.at(-1)!.event.header.calcond,
        body: { envelopes: before.length },
      });
    for (const [kind, size] of [
      ["digest", 12],
      ["name.claim", 10],
    ] as const) {
      const ten = CHAIN.slice(0, 10);
      const eleven = [...ten, event(kind, ten)];
      const events = [...eleven, event("digest", eleven)];
      const { spine, heard, meet } = await restored(10, 1);
      const served = events.map(({ event: { header, sig }, text }, i) =>
        i === 10 ? canonicalize({ body: null, header: { ...header }, sig }) : text,
      );
      await meet(2, events, served);
      expect(spine.size, kind).to.equal(size);
      expect(heard, kind).to.deep.equal([kind === "digest" ? "passed" : "points -100"]);
    }
  });

  it("begins from nothing where the database is gone and the identity is not", async () => {
    const { spine, heard, meet } = await restored(0, 1);
    await meet(2, CHAIN.slice(0, 40));
    expectTip(spine, 40);
    expect(heard).to.deep.equal(["passed"]);
  });

  it("passes at once where nobody is known", async () => {
    const { guard, heard } = await restored(3, 0);
    expect([guard.state, guard.isWaiting, heard]).to.deep.equal(["passed", false, ["passed"]]);
  });

  it("after ten seconds one answer is enough, and none is not", async () => {
    const { guard, heard, meet } = await restored(3, 5);
    await meet(2, CHAIN.slice(0, 3));
    expect(guard.isWaiting).to.equal(true);
    await cluster.time.pass(10_000);
    expect(heard).to.deep.equal(["passed"]);
    const other = await restored(3, 5);
    await cluster.time.pass(29_000);
    expect(other.guard.state).to.equal("asking");
    await cluster.time.pass(1_500);
    expect(other.guard.state).to.equal("unanswered");
    expect(other.guard.isWaiting).to.equal(true);
    await other.meet(3, CHAIN.slice(0, 8));
    expect(other.heard).to.deep.equal(["passed"]);
    expectTip(other.spine, 8);
  });

  it("waits for who keeps its spine where others have heard of a longer one", async () => {
    for (const ends of [100, 150]) {
      let sought = 0;
      const { guard, spine, heard, meet } = await restored(100, 3, {
        headAt: async () => ends - 1,
        seek: () => {
          sought += 1;
        },
      });
      // They have the spine of somebody else.
      for (const n of [2, 3, 4]) await meet(n, grow(authorOf(9), [], 3));
      await cluster.time.pass(30_000);
      if (ends === 100) expect(heard).to.deep.equal(["passed"]);
      else {
        expect(heard).to.deep.equal([]);
        expect(guard.state).to.equal("unanswered");
        expect(sought).to.be.greaterThan(0);
        await meet(5, CHAIN.slice(0, ends));
        expect(heard).to.deep.equal(["passed"]);
      }
      expectTip(spine, ends);
      await guard.stop();
      cluster = new Cluster();
    }
  });

  it("asks again whom it could not reach", async () => {
    const { guard, heard } = await restored(3, 1);
    const events = CHAIN.slice(0, 3);
    const peer = await pretend(cluster, 2, {
      claimed: events,
      served: events.map(({ text }) => text),
    });
    guard.ask(peer.peerId);
    await cluster.time.pass(100);
    expect(heard).to.deep.equal([]);
    cluster.hub.link(peerIdOf(OWN.publicKey), peer.peerId);
    await cluster.time.pass(1_000);
    expect(heard).to.deep.equal(["passed"]);
  });

  it("is not moved by what it never signed, nor by heads without events", async () => {
    const { spine, heard, meet } = await restored(10, 2);
    const forged = grow(authorOf(7), [], 20).map(({ text }) => text);
    await meet(2, CHAIN.slice(0, 20), forged);
    await meet(3, CHAIN.slice(0, 20), []);
    const spoiled = CHAIN.slice(0, 20).map(({ text }) =>
      text.replace(/"sig":"..../, '"sig":"0000'),
    );
    await meet(4, CHAIN.slice(0, 20), spoiled);
    await meet(
      5,
      CHAIN.slice(0, 20),
      CHAIN.slice(1, 20).map(({ text }) => text),
    );
    expect(heard).to.deep.equal(["points -100", "points -100", "points -100", "points -100"]);
    expectTip(spine, 10);
  });

  it("stops where its key has signed another history", async () => {
    const longer = await restored(10, 1);
    await longer.meet(2, grow(OWN, CHAIN.slice(0, 9), 5, "copy"));
    expect(longer.heard).to.include("self-equivocation");
    expectTip(longer.spine, 10);
    const equal = await restored(10, 1);
    await equal.meet(3, grow(OWN, CHAIN.slice(0, 9), 1, "copy"));
    expect(equal.heard).to.include("self-equivocation");
  });

  it("counts the peers it knows once each", async () => {
    const store = storeOf();
    await store.write(store.peers.putOps("12D3KooWA", { addresses: [], lastSeenCalcond: 1 }));
    await store.write(store.peers.putOps("12D3KooWB", { addresses: [], lastSeenCalcond: 1 }));
    expect(await knownPeers([], store)).to.equal(2);
    expect(
      await knownPeers(["/ip4/10.0.0.1/tcp/1/p2p/12D3KooWB", "/ip4/10.0.0.2/tcp/1"], store),
    ).to.equal(3);
    expect(await knownPeers([], storeOf())).to.equal(0);
  });
});
