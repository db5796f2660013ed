import { expect } from "chai";
import { Republish } from "../../../../../node/mesh/sync/republish.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { createEvent } from "../../../../../protocol/seal/event.js";
import type { EncodedEvent } from "../../../../../protocol/seal/event.js";
import { forkEvidence } from "../../../../../protocol/mesh/evidence.js";
import { topicOf } from "../../../../../protocol/events/topics.js";
import { authorOf, NETWORK } from "../../../../kit/meshNode.js";
import { quiet } from "../../../../kit/logger.js";
import { Cluster, storeWith } from "../../../../kit/cluster.js";
import { grow } from "../../../../kit/spines.js";

const OWN = authorOf(1);

/** A proof told in an event of this node's own, of which nobody heard before it was killed. */
function newestOf(before: readonly EncodedEvent[]): EncodedEvent {
  const [one, other] = ["a", "b"].map((salt) => grow(authorOf(9), [], 2, salt)[1]!.event);
  const { id, event } = before.at(-1)!;
  return createEvent(nodeCrypto, OWN, {
    net: NETWORK,
    kind: "evidence",
    seq: before.length,
    prev: id,
    calcond: event.header.calcond,
    body: { ...forkEvidence(nodeCrypto, one!, other!) },
  });
}

describe("own events after a restart", () => {
  it("go out again under a fresh handshake, once somebody follows their topic", async () => {
    const cluster = new Cluster();
    const before = grow(OWN, [], 300);
    const proof = newestOf(before);
    const again = await cluster.start(1, await storeWith([...before, proof]));
    const other = await cluster.start(2);
    expect(other.words).to.deep.equal([]);
    cluster.link(again, other);
    await cluster.time.pass(100);
    expect(other.words).to.include("evid accept ACCEPTED");
    expect(other.words).to.include(`frozen ${authorOf(9).publicKey} 1`);
    await cluster.stop();
  });

  it("are those with a topic among the last 256, except what is said anew anyway", async () => {
    const cluster = new Cluster();
    const early = grow(OWN, [], 10);
    const proof = newestOf(early);
    const net = cluster.hub.join(OWN.publicKey);
    const follower = cluster.hub.join(authorOf(2).publicKey);
    for (const name of ["evid", "node", "digest", "head"] as const) {
      follower.subscribe(topicOf(NETWORK, name), () => "ignore");
    }
    cluster.hub.link(net.peerId, follower.peerId);
    for (const [later, expected] of [
      [0, [`evid ${proof.text}`]],
      [256, []],
    ] as const) {
      const store = await storeWith(grow(OWN, [...early, proof], later));
      const said: string[] = [];
      const republish = new Republish(
        { network: NETWORK, publicKey: OWN.publicKey },
        {
          net,
          store,
          log: quiet,
          publish: async (topic, text) => {
            said.push(`${topic} ${text}`);
          },
        },
      );
      await republish.start();
      expect(said).to.deep.equal(expected);
      republish.stop();
    }
  });
});
