import { expect } from "chai";
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sendOneWay, speaksFirst } from "../../../../../node/mesh/host/patches/oneWay.js";

const TOPIC = "/t";
const WAIT_MS = 5;
const ids = Array.from({ length: 400 }, (_, n) =>
  createHash("sha256").update(`${n}`).digest("base64"),
);

/** As the library's class, as far as it passes on. */
class FakePubsub {
  readonly mesh: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sent: string[] = [];
  readonly duplicates: string[] = [];
  readonly mcache = {
    observeDuplicate: (id: string, from: string): void => {
      this.duplicates.push(`${id} ${from}`);
    },
  };

  constructor(peers: readonly string[]) {
    this.mesh = new Map([[TOPIC, new Set(peers)]]);
  }

  forwardMessage(
    id: string,
    { topic }: { readonly topic: string },
    from?: string,
    without: ReadonlySet<string> = new Set(),
  ): void {
    for (const peer of this.mesh.get(topic) ?? [])
      if (peer !== from && !without.has(peer)) this.sent.push(`${id} ${peer}`);
  }
}

describe("node/mesh/oneWay", () => {
  it("has one of two send at once, each of them about half of all", () => {
    let first = 0;
    for (const id of ids) {
      expect(speaksFirst("alice", "bob", id)).to.equal(!speaksFirst("bob", "alice", id));
      if (speaksFirst("alice", "bob", id)) first += 1;
    }
    expect(first).to.be.within(150, 250);
  });

  const late = ids.filter((id) => !speaksFirst("self", "a", id));
  const early = ids.filter((id) => speaksFirst("self", "a", id));

  it("sends at once where it is first, and later where the other has not sent meanwhile", async () => {
    const pubsub = new FakePubsub(["a", "from"]);
    sendOneWay(pubsub, "self", WAIT_MS);
    pubsub.forwardMessage(early[0]!, { topic: TOPIC }, "from", new Set());
    expect(pubsub.sent).to.deep.equal([`${early[0]!} a`]);
    for (const id of late.slice(0, 3))
      pubsub.forwardMessage(id, { topic: TOPIC }, "from", new Set());
    expect(pubsub.sent).to.have.length(1);
    pubsub.mcache.observeDuplicate(late[1]!, "a");
    while (pubsub.sent.length < 3) await delay(WAIT_MS);
    await delay(WAIT_MS);
    expect(pubsub.sent.slice(1)).to.deep.equal([`${late[0]!} a`, `${late[2]!} a`]);
    expect(pubsub.duplicates).to.deep.equal([`${late[1]!} a`]);
  });

  it("does not wait any more for a neighbour that never sends, until it does", async () => {
    const pubsub = new FakePubsub(["a"]);
    sendOneWay(pubsub, "self", WAIT_MS);
    for (const id of late.slice(0, 8)) pubsub.forwardMessage(id, { topic: TOPIC });
    while (pubsub.sent.length < 8) await delay(WAIT_MS);
    pubsub.forwardMessage(late[8]!, { topic: TOPIC });
    expect(pubsub.sent).to.include(`${late[8]!} a`);
    pubsub.mcache.observeDuplicate(early[0]!, "a");
    pubsub.forwardMessage(late[9]!, { topic: TOPIC });
    expect(pubsub.sent).to.have.length(9);
  });

  it("sends nothing once it is stopped", async () => {
    const pubsub = new FakePubsub(["a"]);
    const stop = sendOneWay(pubsub, "self", WAIT_MS);
    pubsub.forwardMessage(late[0]!, { topic: TOPIC });
    stop();
    await delay(4 * WAIT_MS);
    expect(pubsub.sent).to.deep.equal([]);
  });

  it("leaves alone what does not have the library's shape, and where nothing is to wait", () => {
    expect(() => sendOneWay({ mesh: 1 }, "self")()).not.to.throw();
    const pubsub = new FakePubsub(["a"]);
    sendOneWay(pubsub, "self", 0);
    pubsub.forwardMessage(late[0]!, { topic: TOPIC });
    expect(pubsub.sent).to.have.length(1);
  });
});
