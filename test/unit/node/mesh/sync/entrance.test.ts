import { expect } from "chai";
import { canonicalize } from "../../../../../protocol/encoding/jcs.js";
import type { JsonObject } from "../../../../../protocol/ports.js";
import { authorOf, contentId } from "../../../../kit/meshNode.js";
import type { MeshNode } from "../../../../kit/meshNode.js";
import { Cluster } from "../../../../kit/cluster.js";
import {
  announcement,
  calcondOf,
  handshakeOf,
  IDENTITY_KEY,
  IDENTITY_SIGNATURE,
  malleated,
  opening,
  post,
  relay,
  withBody,
  withSig,
} from "../../../../kit/hostile.js";
import type { Sent } from "../../../../kit/hostile.js";

const EVE = authorOf(66);

describe("both entrances of the mesh", () => {
  let cluster: Cluster;
  let node: MeshNode;
  beforeEach(async () => {
    cluster = new Cluster();
    node = await cluster.start(1);
  });
  afterEach(() => cluster.stop());

  /** Text of Eve's event, the verdict on it at both doors, and what HTTP calls it. */
  function hostile(): readonly (readonly [
    string,
    Partial<Sent> & Pick<Sent, "text">,
    string,
    string,
  ])[] {
    const { time } = cluster;
    const event = announcement(EVE, time);
    const { sig } = event.event;
    const flipped = sig.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    const small = canonicalize({
      body: event.event.body,
      sig: IDENTITY_SIGNATURE,
      header: { ...event.event.header, author: IDENTITY_KEY },
    });
    const other = announcement(EVE, time, { seq: 9 });
    const deep = (levels: number): JsonObject => (levels === 0 ? {} : { a: deep(levels - 1) });
    const stretched = event.text.replace('"capacity":1', '"capacity":1.0');
    const bad = "reject NOT_CANONICAL";
    const stale = "ignore STALE_HANDSHAKE";
    const now = calcondOf(time);
    return [
      [
        "a bad signature",
        { text: withSig(event, flipped) },
        "reject BAD_SIGNATURE",
        "BAD_SIGNATURE",
      ],
      ["S + L", { text: withSig(event, malleated(sig)) }, "reject BAD_SIGNATURE", "BAD_SIGNATURE"],
      [
        "a small-order key",
        { text: small, sender: IDENTITY_KEY },
        "reject BAD_SIGNATURE",
        "BAD_SIGNATURE",
      ],
      ["spaces", { text: `${event.text} ` }, bad, "NOT_CANONICAL"],
      ["a byte order mark", { text: `\ufeff${event.text}` }, bad, "NOT_CANONICAL"],
      ["1.0", { text: stretched }, bad, "NOT_CANONICAL"],
      [
        "a key twice",
        { text: event.text.replace('{"body"', '{"body":{},"body"') },
        bad,
        "NOT_CANONICAL",
      ],
      [
        "unsorted keys",
        { text: JSON.stringify({ sig, header: event.event.header, body: event.event.body }) },
        bad,
        "NOT_CANONICAL",
      ],
      ["a lone surrogate", { text: event.text.replace('"x"', '"\\ud800"') }, bad, "NOT_CANONICAL"],
      ["bytes that are no UTF-8", { text: Buffer.from([0x7b, 0xff, 0x7d]) }, bad, "NOT_CANONICAL"],
      ["nesting 17 deep", { text: canonicalize(deep(17)) }, bad, "NOT_CANONICAL"],
      ["1 MiB of junk", { text: Buffer.alloc(1_048_576, 0x78) }, "reject TOO_LARGE", "TOO_LARGE"],
      [
        "a body over its kind's",
        {
          text: announcement(EVE, time, {
            body: { addrs: [], capacity: 1, engine_versions: ["x"], roles: ["y".repeat(4_100)] },
          }).text,
        },
        "reject TOO_LARGE",
        "TOO_LARGE",
      ],
      [
        "another network",
        { text: announcement(EVE, time, { net: "00000000" }).text },
        "reject WRONG_NET",
        "WRONG_NET",
      ],
      ["no event", { text: "[]" }, "reject BAD_EVENT", "BAD_EVENT"],
      [
        "another body",
        { text: withBody(event, { ...event.event.body, capacity: 2 }) },
        "reject BAD_BODY_HASH",
        "BAD_EVENT",
      ],
      [
        "a body of another kind",
        { text: announcement(EVE, time, { body: {} }).text },
        "reject BAD_EVENT",
        "BAD_EVENT",
      ],
      [
        "an unknown kind",
        { text: announcement(EVE, time, { kind: "later" }).text },
        "ignore UNKNOWN_KIND",
        "UNKNOWN_KIND",
      ],
      [
        "a clock 3 ahead",
        { text: announcement(EVE, time, { calcond: now + 3 }).text },
        "ignore FUTURE_CALCOND",
        "BAD_EVENT",
      ],
      [
        "a handshake of another body",
        {
          text: event.text,
          handshake: handshakeFor(other.text),
        },
        "reject BAD_HANDSHAKE",
        "BAD_HANDSHAKE",
      ],
      [
        "a handshake that is none",
        { text: event.text, handshake: "v2" },
        "reject BAD_HANDSHAKE",
        "BAD_HANDSHAKE",
      ],
      [
        "a handshake of 121 before",
        { text: event.text, calcond: now - 121 },
        stale,
        "STALE_HANDSHAKE",
      ],
      ["a handshake of 3 ahead", { text: event.text, calcond: now + 3 }, stale, "STALE_HANDSHAKE"],
      ["an unknown secret", { text: event.text, kid: 2 }, "ignore BAD_HANDSHAKE", "BAD_HANDSHAKE"],
    ];
    function handshakeFor(text: string): string {
      return handshakeOf(time, { text, sender: EVE.publicKey });
    }
  }

  it("give the same verdict on every hostile message, and keep nothing of any", async () => {
    for (const [why, message, verdict, code] of hostile()) {
      const sent = { sender: EVE.publicKey, ...message };
      expect(await relay(cluster.hub, cluster.time, node, sent), `${why}, relayed`).to.equal(
        verdict,
      );
      expect(await post(cluster.time, node, sent), `${why}, over HTTP`).to.deep.equal({
        judged: verdict,
        answer: code,
      });
    }
    expect(await node.store.spine.detached(10)).to.deep.equal([]);
    expect(await node.store.spine.authors()).to.deep.equal([node.author.publicKey]);
    expect(node.mesh.snapshot().recentGossipCount).to.equal(0);
  });

  it("know a wrong topic and a foreign sender, which only a relayed message can have", async () => {
    const event = announcement(EVE, cluster.time);
    const sent = { text: event.text, sender: EVE.publicKey };
    expect(await relay(cluster.hub, cluster.time, node, { ...sent, topic: "digest" })).to.equal(
      "reject WRONG_TOPIC",
    );
    expect(
      await relay(cluster.hub, cluster.time, node, { ...sent, sender: authorOf(5).publicKey }),
    ).to.equal("reject BAD_HANDSHAKE");
    const posted = await node.mesh.post(Buffer.from(event.text), "");
    expect(posted).to.include({ accepted: false, code: "MISSING_HANDSHAKE" });
  });

  it("pass the edges of the window: 120 before and 2 ahead, at both doors", async () => {
    const now = calcondOf(cluster.time);
    for (const [n, calcond] of [
      [70, now - 120],
      [71, now + 2],
    ] as const) {
      const author = authorOf(n);
      const { text } = opening(author, cluster.time);
      const sent = { text, sender: author.publicKey, calcond };
      expect(await relay(cluster.hub, cluster.time, node, sent)).to.equal("accept ACCEPTED");
      const second = authorOf(n + 10);
      const other = { text: opening(second, cluster.time).text, sender: second.publicKey, calcond };
      expect((await post(cluster.time, node, other)).answer).to.equal("200 linked");
    }
  });

  it("answer a repetition at every age up to 120, refuse it at 121, and change nothing", async () => {
    const { time } = cluster;
    const { text, id } = opening(EVE, time);
    const sent = { text, sender: EVE.publicKey, calcond: calcondOf(time) };
    const start = calcondOf(time);
    expect((await post(time, node, sent)).answer).to.equal("200 linked");
    for (let age = 1; age <= 121; age += age < 118 ? 13 : 1) {
      while (calcondOf(time) < start + age) await time.pass(100);
      const { answer } = await post(time, node, sent);
      expect(answer, `${age} later`).to.equal(age <= 120 ? "200 duplicate" : "STALE_HANDSHAKE");
    }
    // A fresh handshake, and one of another member: the event's own id is known.
    expect((await post(time, node, { text, sender: EVE.publicKey })).answer).to.equal(
      "200 duplicate",
    );
    expect((await post(time, node, { text, sender: authorOf(5).publicKey })).answer).to.equal(
      "200 duplicate",
    );
    expect((await node.store.spine.tip(EVE.publicKey))?.seq).to.equal(0);
    const again = await cluster.start(2, node.store);
    const after = await post(time, again, { text, sender: EVE.publicKey });
    expect(after.answer, "after a restart").to.equal("200 duplicate");
    expect((await again.store.spine.event(EVE.publicKey, 0))?.id).to.equal(id);
  });

  it("know an old event again when only the store remembers it", async () => {
    const { time } = cluster;
    const first = opening(EVE, time);
    const second = announcement(EVE, time, { seq: 1, prev: first.id });
    const third = announcement(EVE, time, { seq: 2, prev: second.id });
    const sender = EVE.publicKey;
    for (const { text } of [first, second, third]) {
      expect((await post(time, node, { text, sender })).answer).to.equal("200 linked");
    }
    const again = await cluster.start(2, node.store);
    const old = await post(time, again, { text: second.text, sender });
    expect(old).to.deep.equal({ judged: "ignore BELOW_TIP", answer: "200 duplicate" });
  });

  it("judge an altered copy of what is held as if it were new, also after a restart", async () => {
    const { hub, time } = cluster;
    const sender = EVE.publicKey;
    const first = opening(EVE, time);
    const second = announcement(EVE, time, { seq: 1, prev: first.id });
    const early = announcement(EVE, time, { seq: 7 });
    for (const { text } of [first, second, early]) await post(time, node, { text, sender });
    const again = await cluster.start(2, node.store);
    for (const [where, door] of [
      ["held", node],
      ["after a restart", again],
    ] as const) {
      for (const event of [second, early]) {
        const body = { ...event.event.body, capacity: 2 };
        for (const [text, verdict, answer] of [
          [withBody(event, body), "reject BAD_BODY_HASH", "BAD_EVENT"],
          [withSig(event, "00".repeat(64)), "reject BAD_SIGNATURE", "BAD_SIGNATURE"],
          [`${event.text} `, "reject NOT_CANONICAL", "NOT_CANONICAL"],
        ] as const) {
          const sent = { text, sender };
          expect(await relay(hub, time, door, sent), `${where}, relayed`).to.equal(verdict);
          expect(await post(time, door, sent), where).to.deep.equal({ judged: verdict, answer });
        }
        const { answer } = await post(time, door, { text: event.text, sender });
        expect(answer, where).to.equal("200 duplicate");
      }
    }
  });

  it("name the proof when an author signs two events of one number", async () => {
    const { time } = cluster;
    const sender = EVE.publicKey;
    const [one, two] = ["one", "two"].map((salt) =>
      opening(EVE, time, { body: { engine_version: "x", next: contentId(salt) } }),
    );
    expect((await post(time, node, { text: one!.text, sender })).answer).to.equal("200 linked");
    const handshake = handshakeOf(time, { text: two!.text, sender });
    const rival = await node.mesh.post(Buffer.from(two!.text), handshake);
    expect(rival).to.include({ accepted: false, code: "EQUIVOCATION" });
    const evidence = rival.accepted ? null : rival.evidence;
    expect(evidence).to.match(/^[0-9a-f]{64}$/);
    expect((await node.store.evidence.get(evidence!))?.accused).to.equal(sender);
    // Frozen: the next one is refused with the same proof.
    const next = announcement(EVE, time, { seq: 1, prev: one!.id });
    const refused = await node.mesh.post(
      Buffer.from(next.text),
      handshakeOf(time, { text: next.text, sender }),
    );
    expect(refused).to.include({ accepted: false, code: "EQUIVOCATION", evidence });
  });

  it("publish what its own author hands in, and leave other events to sync", async () => {
    const { time } = cluster;
    const other = await cluster.start(2);
    cluster.link(node, other);
    await time.pass(5_000);
    const own = opening(EVE, time);
    await post(time, node, { text: own.text, sender: EVE.publicKey });
    await time.pass(100);
    expect(other.words).to.include(`event spine.open ${EVE.publicKey} 0`);
    const third = authorOf(67);
    await post(time, node, { text: opening(third, time).text, sender: EVE.publicKey });
    await time.pass(100);
    expect(other.words.some((word) => word.includes(third.publicKey))).to.equal(false);
  });

  it("limit an author to a hundred events at once", async () => {
    const { time } = cluster;
    const answers: string[] = [];
    for (let seq = 1; seq <= 102; seq += 1) {
      const { text } = announcement(EVE, time, { seq });
      answers.push((await post(time, node, { text, sender: EVE.publicKey })).answer);
    }
    expect(answers.filter((answer) => answer === "200 detached")).to.have.length(100);
    expect(answers.slice(100)).to.deep.equal(["RATE_LIMITED", "RATE_LIMITED"]);
    await time.pass(1_000);
    const { text } = announcement(EVE, time, { seq: 200 });
    expect((await post(time, node, { text, sender: EVE.publicKey })).answer).to.equal(
      "200 detached",
    );
  });
});
