/** Many honest nodes behind one address, as in offices and behind carriers. */
import { PeerScore } from "@chainsafe/libp2p-gossipsub/score";
import { expect } from "chai";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { peerScore, topicScore } from "../../../../../node/mesh/host/scoring.js";
import { Cluster, expectHeld } from "../../../../kit/cluster.js";
import { authorOf, startMeshNode } from "../../../../kit/meshNode.js";

/** Of a carrier's translator (RFC 6598). */
const ADDRESS = "100.64.0.9";
const PEERS = Array.from({ length: 11 }, (_, i) => authorOf(20 + i).publicKey);
const TOPIC = "/calc/1/00000000/head";

const silent = Object.assign(() => undefined, {
  error: () => undefined,
  trace: () => undefined,
  enabled: false,
  newScope: () => silent,
});

/** By the library's own book, with the parameters that the host hands it. */
function scoresWith(colocationWeight: number | null): readonly number[] {
  const params = { ...peerScore(new Set()), topics: { [TOPIC]: topicScore("head") } };
  const book = new PeerScore(
    {
      ...params,
      IPColocationFactorWeight: colocationWeight ?? params.IPColocationFactorWeight,
    },
    null,
    { forComponent: () => silent },
    { scoreCacheValidityMs: 0 },
  );
  const peers = PEERS.map(peerIdOf);
  for (const peer of peers) {
    book.addPeer(peer);
    book.addIP(peer, ADDRESS);
    book.graft(peer, TOPIC);
  }
  return peers.map((peer) => book.score(peer));
}

describe("eleven nodes behind one address", () => {
  it("have no score below zero", () => {
    expect(Math.min(...scoresWith(null))).to.be.at.least(0);
  });

  it("had one of -180 by the weight that was in use: gossip is closed to whoever is below zero", () => {
    // The specification of gossipsub 1.1, P6: the weight times (11 - 8) squared.
    expect(scoresWith(-20)).to.deep.equal(PEERS.map(() => -180));
  });

  it("are all let in, heard and held, and none of them loses a point", async () => {
    const cluster = new Cluster();
    const { hub, nodes, time } = cluster;
    try {
      for (const [i, publicKey] of [authorOf(1).publicKey, ...PEERS].entries()) {
        const ip = i === 0 ? "203.0.113.1" : ADDRESS;
        nodes.push(
          await startMeshNode(i === 0 ? 1 : 19 + i, {
            net: hub.join(publicKey, ip),
            bootstrap: nodes.slice(0, 1).flatMap(({ net }) => [...net.addresses()]),
            connectionsMax: 20,
            modules: { scheduler: time, clock: time, random: { next: () => 0.5 } },
          }),
        );
      }
      await time.pass(20_000);
      const [host, ...others] = nodes;
      expect(host!.mesh.scores().denied).to.deep.equal([]);
      for (const { faults, application } of host!.mesh.scores().scores)
        expect([faults, application]).to.deep.equal([0, 0]);
      for (const other of others) {
        expect(host!.net.peers()).to.include(other.net.peerId);
        expect(Object.values(other.mesh.refusals("peer")).every((count) => count === 0)).to.equal(
          true,
        );
        await expectHeld(host!, other);
      }
    } finally {
      await cluster.stop();
    }
  });
});
