import { expect } from "chai";
import { SignatureThread } from "../../../../../node/mesh/intake/signatureThread.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { AuthorBook } from "../../../../../node/mesh/intake/authorBook.js";
import { EventJudge } from "../../../../../node/mesh/intake/eventJudge.js";
import type { SignatureChecker } from "../../../../../node/mesh/intake/eventJudge.js";
import { Unheard } from "../../../../../node/mesh/intake/unheard.js";
import { topicOf } from "../../../../../protocol/events/topics.js";
import type { Arrival } from "../../../../../protocol/events/eventView.js";
import type { SignatureCheck } from "../../../../../protocol/mesh/judgement.js";
import { authorOf, NETWORK, SECRET, startMeshNode } from "../../../../kit/meshNode.js";
import { quiet } from "../../../../kit/logger.js";
import { Cluster, pretend, storeOf } from "../../../../kit/cluster.js";
import { announcement, handshakeOf, opening, post } from "../../../../kit/hostile.js";
import { grow } from "../../../../kit/spines.js";

function checkOf(n: number, clock: Cluster["time"]): SignatureCheck {
  const { event, headerText } = opening(authorOf(n), clock);
  return { type: "event", author: event.header.author, text: headerText, sig: event.sig };
}

/** Turns of the event loop until something holds: a thread answers in real time. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds()))
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
}

describe("signatures checked in another thread", () => {
  const { time } = new Cluster();

  it("come out as here, each for its own event", async () => {
    const thread = new SignatureThread({ log: quiet });
    const good = Array.from({ length: 300 }, (_, i) => checkOf(1 + (i % 20), time));
    const checks = good.map((check, i) =>
      i % 3 === 0 ? { ...check, text: `${check.text} ` } : check,
    );
    const valid = await Promise.all(checks.map((check) => thread.check(check)));
    expect(valid).to.deep.equal(checks.map((_, i) => i % 3 !== 0));
    expect(await thread.check({ ...good[0]!, type: "note" })).to.equal(false);
    await thread.stop();
  });

  it("of ranges come out in their order, longer than a batch or not", async () => {
    const thread = new SignatureThread({ log: quiet });
    const checks = Array.from({ length: 600 }, (_, i) => {
      const check = checkOf(1 + (i % 20), time);
      return i % 7 === 0 ? { ...check, sig: `00${check.sig.slice(2)}` } : check;
    });
    const parts = [checks.slice(0, 300), [], checks.slice(300, 310), checks.slice(310)];
    const valid = await Promise.all(parts.map((part) => thread.checkAll(part)));
    expect(valid.flat()).to.deep.equal(checks.map((_, i) => i % 7 !== 0));
    expect(valid.map(({ length }) => length)).to.deep.equal([300, 0, 10, 290]);
    await thread.stop();
  });

  it("end the thread when there are none for 20 s, and start another for the next", async () => {
    const starts: string[] = [];
    const log = {
      ...quiet,
      debug: (message: string) => {
        starts.push(message);
      },
    };
    const thread = new SignatureThread({ log, scheduler: time });
    expect(await thread.check(checkOf(1, time))).to.equal(true);
    await time.pass(19_000);
    expect(await thread.check(checkOf(2, time))).to.equal(true);
    expect(starts).to.have.length(1);
    await time.pass(20_000);
    expect(await thread.check(checkOf(3, time))).to.equal(true);
    expect(starts).to.have.length(2);
    await thread.stop();
    expect(time.waiting).to.equal(0);
  });

  it("tell, when the thread has ended for want of them, how many there were", async () => {
    const rests: number[] = [];
    let rested = (): void => undefined;
    const thread = new SignatureThread({
      log: quiet,
      scheduler: time,
      onRest: (checked) => {
        rests.push(checked);
        rested();
      },
    });
    const ended = (): Promise<void> =>
      new Promise((resolve) => {
        rested = resolve;
      });
    await thread.checkAll([checkOf(1, time), checkOf(2, time)]);
    await thread.check(checkOf(3, time));
    let rest = ended();
    await time.pass(20_000);
    await rest;
    expect(rests).to.deep.equal([3]);
    await thread.check(checkOf(1, time));
    rest = ended();
    await time.pass(20_000);
    await rest;
    expect(rests).to.deep.equal([3, 1]);
    await thread.check(checkOf(1, time));
    await thread.stop();
    expect(rests).to.deep.equal([3, 1]);
  });

  it("are refused when it has ended, also those that wait", async () => {
    const thread = new SignatureThread({ log: quiet });
    const waiting = thread.check(checkOf(1, time)).catch((error: unknown) => String(error));
    await thread.stop();
    await thread.stop();
    expect(await waiting).to.include("stopped");
    expect(
      await thread.check(checkOf(1, time)).catch((error: unknown) => String(error)),
    ).to.include("ended");
  });
});

describe("a judge under load", () => {
  let cluster: Cluster;
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  async function start(checker: SignatureChecker) {
    const node = await startMeshNode(1, {
      net: cluster.hub.join(authorOf(1).publicKey),
      modules: { scheduler: cluster.time, clock: cluster.time, random: { next: () => 0 }, checker },
    });
    cluster.nodes.push(node);
    return node;
  }

  it("hands signatures over beyond what it checks itself, with the same verdicts", async () => {
    const thread = new SignatureThread({ log: quiet });
    let handed = 0;
    const node = await start({
      check: (check) => {
        handed += 1;
        return thread.check(check);
      },
      checkAll: (checks) => thread.checkAll(checks),
    });
    const { time } = cluster;
    const answers = await Promise.all(
      Array.from({ length: 240 }, async (_, i) => {
        const author = authorOf(2 + (i % 200));
        const { text } = announcement(author, time, { seq: 7 + i });
        const sent = i % 40 === 0 ? text.replace(/"sig":"../, '"sig":"00') : text;
        return (await post(time, node, { text: sent, sender: author.publicKey })).answer;
      }),
    );
    // A virtual second has not passed, so only the burst of 200 is checked here.
    expect(handed).to.equal(40);
    answers.forEach((answer, i) => {
      expect(answer, `${i}`).to.equal(i % 40 === 0 ? "BAD_SIGNATURE" : "200 detached");
    });
    await thread.stop();
  });

  it("hands the signatures of a range over together, and takes what is sound of it", async () => {
    const lengths: number[] = [];
    const thread = new SignatureThread({ log: quiet });
    const node = await start({
      check: (check) => thread.check(check),
      checkAll: (checks) => {
        lengths.push(checks.length);
        return thread.checkAll(checks);
      },
    });
    const events = grow(authorOf(9), [], 600);
    const bad = events[400]!.text.replace(/"sig":"......../, '"sig":"00000000');
    const served = events.map(({ text }, i) => (i === 400 ? bad : text));
    const liar = await pretend(cluster, 9, { served, claimed: events });
    cluster.hub.link(node.net.peerId, liar.peerId);
    await cluster.time.pass(1_000);
    await until(async () => (await node.store.spine.tip(authorOf(9).publicKey))?.seq === 399);
    expect(lengths.slice(0, 4)).to.deep.equal([128, 128, 128, 128]);
    expect(await node.store.spine.firstHole(authorOf(9).publicKey)).to.equal(null);
    await thread.stop();
  });

  it("checks a range itself when the thread is gone", async () => {
    const thread = new SignatureThread({ log: quiet });
    await thread.stop();
    const node = await start(thread);
    const events = grow(authorOf(9), [], 20);
    const peer = await pretend(cluster, 9, {
      served: events.map(({ text }) => text),
      claimed: events,
    });
    cluster.hub.link(node.net.peerId, peer.peerId);
    await cluster.time.pass(1_000);
    expect((await node.store.spine.tip(authorOf(9).publicKey))?.seq).to.equal(19);
  });

  it("takes the same event once, however it comes while its signature is checked", async () => {
    const answers: ((isValid: boolean) => void)[] = [];
    const node = await start({
      check: () =>
        new Promise((resolve) => {
          answers.push(resolve);
        }),
      checkAll: () => Promise.reject(new Error("no range is synced here")),
    });
    const { time } = cluster;
    for (let i = 0; i < 200; i += 1) {
      const author = authorOf(2 + i);
      await post(time, node, { text: opening(author, time).text, sender: author.publicKey });
    }
    const eve = authorOf(230);
    const { text } = opening(eve, time);
    const sent = { text, sender: eve.publicKey };
    const both = [
      post(time, node, sent),
      post(time, node, { ...sent, sender: authorOf(5).publicKey }),
    ];
    expect(answers).to.have.length(2);
    for (const answer of answers) answer(true);
    expect((await Promise.all(both)).map(({ answer }) => answer).sort()).to.deep.equal([
      "200 duplicate",
      "200 linked",
    ]);
    expect(node.mesh.load().waiting).to.equal(0);
  });

  it("is busy when 4,096 wait: gossip before anything is read, HTTP in its order", async () => {
    const { time } = cluster;
    const intake = { writing: 4_096 };
    const judge = new EventJudge(
      { network: NETWORK, secrets: new Map([[1, SECRET]]) },
      {
        crypto: nodeCrypto,
        clock: time,
        intake,
        isProven: () => false,
        unheard: new Unheard({ clock: time }),
        authors: new AuthorBook({ crypto: nodeCrypto, store: storeOf(), log: quiet }),
      },
    );
    const eve = authorOf(66);
    const { text } = opening(eve, time);
    const handshake = handshakeOf(time, { text, sender: eve.publicKey });
    const over = (via: Arrival, bytes: string): Promise<string> =>
      Promise.resolve(
        judge.judge(Buffer.from(bytes), via, "n", ({ verdict, code }) => `${verdict} ${code}`),
      );
    const gossip: Arrival = { via: "gossip", topic: topicOf(NETWORK, "node") };
    expect(await over(gossip, "junk")).to.equal("ignore BUSY");
    expect(await over({ via: "http", handshake }, text)).to.equal("ignore BUSY");
    expect(await over({ via: "http", handshake: undefined }, text)).to.equal(
      "reject MISSING_HANDSHAKE",
    );
    intake.writing = 4_095;
    expect(await over(gossip, "junk")).to.equal("reject NOT_CANONICAL");
    expect(await over({ via: "http", handshake }, text)).to.equal("accept ACCEPTED");
  });
});
