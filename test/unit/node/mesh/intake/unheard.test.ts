import { expect } from "chai";
import type { MemoryNet } from "../../../../../scripts/sim/wires/memoryNet.js";
import { Unheard } from "../../../../../node/mesh/intake/unheard.js";
import type { EncodedEvent } from "../../../../../protocol/seal/event.js";
import { topicOf } from "../../../../../protocol/events/topics.js";
import type { AcceptedEvent } from "../../../../../protocol/mesh/judgement.js";
import { authorOf, contentId, NETWORK } from "../../../../kit/meshNode.js";
import type { MeshNode } from "../../../../kit/meshNode.js";
import { Cluster, held, pretend, publish } from "../../../../kit/cluster.js";
import { announcement, calcondOf, opening, post, relay } from "../../../../kit/hostile.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const AUTHOR = authorOf(9);

function accepted({ event, id, headerText, bodyText }: EncodedEvent): AcceptedEvent {
  return { type: "event", event, id, headerText, bodyText, state: "linked" };
}

describe("events that came before gossip brought them", () => {
  let cluster: Cluster;
  let node: MeshNode;
  /** What a neighbour of the node hears on the topic of announcements. */
  let heard: string[];
  beforeEach(async () => {
    cluster = new Cluster();
    node = await cluster.start(1);
    heard = [];
    const leaf = cluster.hub.join(contentId("leaf"));
    cluster.hub.link(leaf.peerId, node.net.peerId);
    leaf.subscribe(topicOf(NETWORK, "node"), (data) => {
      const text = Buffer.from(data).toString("utf8");
      if (text.includes(AUTHOR.publicKey)) heard.push(text.slice(text.indexOf('"msg":') + 6, -1));
      return "ignore";
    });
  });
  afterEach(() => cluster.stop());

  /**
   * Three events of an author, whose last one is brought by gossip while the node asks for the
   * others.
   */
  async function overtaken(): Promise<{
    readonly events: readonly EncodedEvent[];
    readonly net: MemoryNet;
  }> {
    const open = opening(AUTHOR, cluster.time);
    const second = announcement(AUTHOR, cluster.time, { seq: 1, prev: open.id });
    const third = announcement(AUTHOR, cluster.time, { seq: 2, prev: second.id });
    const events = [open, second, third];
    const net = await pretend(cluster, 9, {
      served: events.map(({ text }) => text),
      claimed: events,
    });
    cluster.hub.link(net.peerId, node.net.peerId);
    await publish(net, cluster.time, 9, "node", third.text);
    await cluster.time.pass(1_000);
    expect(await held(node, AUTHOR.publicKey)).to.deep.equal([2, third.id]);
    expect(heard).to.deep.equal([third.text]);
    return { events, net };
  }

  it("are passed on the first time it does, once, and taken in no second time", async () => {
    const { events, net } = await overtaken();
    const eventCount = node.words.filter((word) => word.startsWith("event ")).length;
    for (let times = 0; times < 3; times += 1) {
      // Each time under a new handshake, as the same message is not even judged again.
      await cluster.time.pass(777);
      await publish(net, cluster.time, 9, "node", events[1]!.text);
    }
    expect(heard).to.deep.equal([events[2]!.text, events[1]!.text]);
    expect(node.words.filter((word) => word.startsWith("node ")).slice(-3)).to.deep.equal([
      "node accept DUPLICATE",
      "node ignore DUPLICATE",
      "node ignore DUPLICATE",
    ]);
    expect(node.words.filter((word) => word.startsWith("event "))).to.have.length(eventCount);
    expect(await held(node, AUTHOR.publicKey)).to.deep.equal([2, events[2]!.id]);
  });

  it("but not what gossip had brought, though a comparison gave it again", async () => {
    const { events, net } = await overtaken();
    await cluster.time.pass(777);
    await publish(net, cluster.time, 9, "node", events[2]!.text);
    expect(heard).to.deep.equal([events[2]!.text]);
  });

  it("include those that somebody else than their author handed in", async () => {
    const event = announcement(AUTHOR, cluster.time);
    const stranger = await post(cluster.time, node, {
      text: event.text,
      sender: authorOf(8).publicKey,
    });
    expect(stranger.answer).to.equal("200 detached");
    expect(heard).to.deep.equal([]);
    const sent = { text: event.text, sender: AUTHOR.publicKey };
    expect(await relay(cluster.hub, cluster.time, node, sent)).to.equal("accept DUPLICATE");
    expect(heard).to.deep.equal([event.text]);
    await cluster.time.pass(777);
    expect(await relay(cluster.hub, cluster.time, node, sent)).to.equal("ignore DUPLICATE");
  });

  it("are remembered while gossip may bring them: 4,096 of kinds with a topic, no older than a handshake", () => {
    const time = new VirtualTime();
    const unheard = new Unheard({ clock: time });
    const now = calcondOf(time);
    const old = accepted(announcement(AUTHOR, time, { calcond: now - 121 }));
    const seal = accepted(
      opening(AUTHOR, time, {
        kind: "seal",
        seq: 1,
        body: { count: 1, engine_version: "x", root: contentId("root") },
      }),
    );
    const first = accepted(announcement(AUTHOR, time, { calcond: now - 120 }));
    for (const message of [old, seal, first]) unheard.note(message);
    expect([old, seal, first].map(({ id }) => unheard.has(id))).to.deep.equal([false, false, true]);
    const [last] = Array.from({ length: 4_096 }, (_, i) => ({ ...first, id: contentId(`${i}`) }))
      .map((message) => {
        unheard.note(message);
        return message;
      })
      .slice(-1);
    expect([unheard.has(first.id), unheard.has(last!.id)]).to.deep.equal([false, true]);
    unheard.heard(last!.id);
    expect(unheard.has(last!.id)).to.equal(false);
  });
});
