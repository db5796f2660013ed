/**
 * One message again and again: through both doors, at each age, with another body or sender, and
 * after a restart.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import {
  clock,
  digestBody,
  nowCalcond,
  Probe,
  secretIn,
  wireOf,
} from "../../scripts/chaos/probe.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import type { Reply } from "../kit/requests.js";
import { checkSpines, equalHeads, eventsJudged, until } from "./checker.js";
import { handshakeOf, postEvent } from "./doors.js";

/** A handshake holds from 120 calconds after its own to 2 before. */
const BACK_MAX = 120;
/**
 * How far handshakes are ahead of the clock that judges them, and whether that is too far either
 * way.
 */
const EDGES = [
  [-119, true],
  [-120, true],
  [-121, false],
  [2, true],
  [3, false],
] as const;
const ATTEMPTS = 8;

export interface ReplayFigures {
  /** Events that one author said. */
  readonly said: number;
  /** Times one of them was handed in again, through any door. */
  readonly again: number;
  /** Of these, those taken for the first time. */
  readonly takenTwice: number;
  readonly restarts: number;
  /**
   * Greatest age in calconds at which a repetition was known as one, and at which none was read any
   * more.
   */
  readonly oldestKnown: number;
  readonly oldestRefused: number;
}

/** Values handed in once, to be handed in again. */
interface Sent {
  readonly event: EncodedEvent;
  readonly calcond: number;
  readonly handshake: string;
}

class Doors {
  readonly cluster: Cluster;
  readonly #secret: Uint8Array;
  readonly #author: Probe;
  readonly #asking: Probe;
  readonly sent: Sent[] = [];
  readonly #probes: Probe[] = [];
  /** Messages on topics that were refused for their time. */
  stale = 0;
  again = 0;
  oldestKnown = 0;
  oldestRefused = 0;

  private constructor(cluster: Cluster, secret: Uint8Array, author: Probe, asking: Probe) {
    this.cluster = cluster;
    this.#secret = secret;
    this.#author = author;
    this.#asking = asking;
    this.#probes.push(author, asking);
  }

  static async open(cluster: Cluster): Promise<Doors> {
    const secret = secretIn(cluster.secretFile);
    const doors = new Doors(
      cluster,
      secret,
      await Probe.start(80, secret),
      await Probe.start(81, secret),
    );
    const event = await doors.#author.open();
    expect((await doors.post(event, nowCalcond())).body).to.include({
      accepted: true,
      duplicate: false,
    });
    return doors;
  }

  async close(): Promise<void> {
    await Promise.all(this.#probes.map((probe) => probe.stop()));
  }

  /** A peer that is told no message, so that none is held back as seen. */
  async stranger(): Promise<Probe> {
    const probe = await Probe.start(80 + this.#probes.length, this.#secret, [], { follows: [] });
    this.#probes.push(probe);
    await probe.join(this.cluster.node(0));
    return probe;
  }

  next(): Promise<EncodedEvent> {
    return this.#author.append("digest", digestBody(this.sent.length));
  }

  async post(event: EncodedEvent, calcond: number): Promise<Reply> {
    const handshake = handshakeOf(this.#author.author, this.#secret, event.text, calcond);
    const reply = await postEvent(this.cluster.node(0), event.text, handshake);
    if (reply.status === 200) this.sent.push({ event, calcond, handshake });
    return reply;
  }

  wire(event: EncodedEvent, calcond: number): Uint8Array {
    return wireOf(this.#author.author, this.#secret, event.text, calcond);
  }

  /** Numbers of the author's events that node 0 has linked. */
  async held(): Promise<number> {
    const { publicKey } = this.#author.author;
    const tips = await this.#asking.tips(this.cluster.node(0));
    return (tips.find(([author]) => author === publicKey)?.[1] ?? -1) + 1;
  }

  equalHeads(): Promise<number> {
    return equalHeads(this.#asking, this.cluster.nodes, 30_000);
  }

  judged(code: string): Promise<number> {
    return eventsJudged(this.cluster.node(0), "gossip", code);
  }

  /** Bytes sent over HTTP, to the byte: known while its handshake holds, unread from then on. */
  async postAgain({ event, calcond, handshake }: Sent): Promise<void> {
    const before = nowCalcond() - calcond;
    const reply = await postEvent(this.cluster.node(0), event.text, handshake);
    const after = nowCalcond() - calcond;
    this.again += 1;
    if (reply.status === 200) {
      expect(reply.body).to.include({ accepted: true, duplicate: true, id: event.id });
      expect(before).to.be.at.most(BACK_MAX);
      this.oldestKnown = Math.max(this.oldestKnown, before);
    } else {
      expect(reply.status, reply.text).to.equal(401);
      expect(reply.body["code"]).to.equal("STALE_HANDSHAKE");
      expect(after).to.be.above(BACK_MAX);
      this.oldestRefused = Math.max(this.oldestRefused, after);
    }
  }

  /** The same event under a new handshake, on its topic. */
  async sayAgain(by: Probe, { event, calcond }: Sent): Promise<void> {
    await by.publish("digest", this.wire(event, calcond));
    this.again += 1;
  }
}

/** Waits for the next calcond: what follows has the whole of it. */
async function newCalcond(): Promise<number> {
  const before = nowCalcond();
  while (nowCalcond() === before) {
    await delay(Number((CALCOND_NS - (clock.nowNs() % CALCOND_NS)) / 1_000_000n) + 1);
  }
  return nowCalcond();
}

/**
 * Time only takes a handshake further back. So what comes out as it should is what was asked for;
 * what does not counts only if it was judged in the calcond it was made for.
 */
async function atEdge(
  what: string,
  holds: boolean,
  ask: (now: number) => Promise<boolean>,
): Promise<void> {
  for (let i = 0; i < ATTEMPTS; i += 1) {
    const now = await newCalcond();
    const taken = await ask(now);
    if (taken === holds) return;
    expect(nowCalcond(), `${what} was ${taken ? "taken" : "refused"}`).to.be.above(now);
  }
  throw new Error(`${what}: no answer within one calcond in ${ATTEMPTS} attempts`);
}

async function edgesOverHttp(doors: Doors): Promise<void> {
  for (const [ahead, holds] of EDGES) {
    await atEdge(`over HTTP, ${ahead} calconds ahead`, holds, async (now) => {
      const event = await doors.next();
      const { status, body } = await doors.post(event, now + ahead);
      if (status === 200) {
        expect(body).to.include({ accepted: true, duplicate: false });
        return true;
      }
      expect(body).to.include({ code: "STALE_HANDSHAKE", status: 401 });
      await takenUnderAnother(doors, event);
      return false;
    });
  }
}

/** An event refused for its handshake alone has left nothing, and is news under another. */
async function takenUnderAnother(doors: Doors, event: EncodedEvent): Promise<void> {
  expect((await doors.post(event, nowCalcond())).body).to.include({
    accepted: true,
    duplicate: false,
  });
}

async function edgesOnTopics(doors: Doors): Promise<void> {
  const speaker = await doors.stranger();
  for (const [ahead, holds] of EDGES) {
    await atEdge(`on a topic, ${ahead} calconds ahead`, holds, async (now) => {
      const event = await doors.next();
      await speaker.publish("digest", doors.wire(event, now + ahead));
      const stale = doors.stale;
      let taken = false;
      await until("a verdict", 10_000, async () => {
        taken = (await doors.held()) === event.event.header.seq + 1;
        return taken || (await doors.judged("STALE_HANDSHAKE")) > stale;
      });
      if (taken) return true;
      doors.stale += 1;
      await takenUnderAnother(doors, event);
      return false;
    });
  }
}

/** A handshake is one sender's, one calcond's and one body's. */
async function otherBodies(doors: Doors): Promise<void> {
  const event = await doors.next();
  expect((await doors.post(event, nowCalcond())).status).to.equal(200);
  const { handshake } = doors.sent.at(-1)!;
  const other = doors.sent[1]!.event;
  const node = doors.cluster.node(0);
  const forged = [
    [other.text, handshake],
    [event.text, handshake.replace(/sender=[0-9a-f]{64}/, `sender=${"11".repeat(32)}`)],
    [event.text, handshake.replace(/calcond=\d+/, `calcond=${nowCalcond() + 1}`)],
  ] as const;
  for (const [text, header] of forged) {
    const { status, body } = await postEvent(node, text, header);
    expect([status, body["code"]]).to.deep.equal([401, "BAD_HANDSHAKE"]);
  }
  const refused = await doors.judged("BAD_HANDSHAKE");
  const speaker = await doors.stranger();
  const wire = Buffer.from(doors.wire(event, nowCalcond())).toString("utf8");
  const moved = wire.replace(event.text, other.text);
  expect(moved).to.not.equal(wire);
  await speaker.publish("digest", Buffer.from(moved, "utf8"));
  await until("a refusal", 10_000, async () => (await doors.judged("BAD_HANDSHAKE")) > refused);
}

/**
 * @param everyCalcond so often all of it is handed in again, until its last handshake has run out;
 * 0 for once
 */
export async function replayed({
  everyCalcond,
  restarts,
}: {
  readonly everyCalcond: number;
  readonly restarts: number;
}): Promise<ReplayFigures> {
  const dir = temporaryDir("replays");
  const cluster = await Cluster.start({
    dir: dir.path,
    count: 2,
    args: ["--metrics", "127.0.0.1:0", "--rate-limits", "off", "--log-level", "error"],
  });
  let doors: Doors | null = null;
  try {
    doors = await Doors.open(cluster);
    await edgesOverHttp(doors);
    await edgesOnTopics(doors);
    await otherBodies(doors);
    const said = await doors.held();
    await repetitions(doors, everyCalcond, restarts);
    const takenTwice = (await doors.held()) - said;
    await doors.equalHeads();
    await checkSpines(cluster.nodes);
    const { again, oldestKnown, oldestRefused } = doors;
    return { said, again, takenTwice, restarts, oldestKnown, oldestRefused };
  } finally {
    await doors?.close();
    await cluster.stop();
    dir.remove();
  }
}

async function repetitions(doors: Doors, everyCalcond: number, restarts: number): Promise<void> {
  const all = [...doors.sent];
  const last = Math.max(...all.map(({ calcond }) => calcond)) + BACK_MAX;
  const rounds =
    everyCalcond === 0 ? restarts + 1 : Math.ceil((last + 2 - nowCalcond()) / everyCalcond);
  for (let round = 0; round < rounds; round += 1) {
    for (const sent of all) await doors.postAgain(sent);
    const known = await doors.judged("DUPLICATE");
    const speaker = await doors.stranger();
    // Its handshake as it was, and a new one: neither is news. In one calcond both would be the
    // same bytes, which the gossip library drops before anyone judges them.
    const old = all.at(-1)!;
    const now = await newCalcond();
    await doors.sayAgain(speaker, { ...old, calcond: now });
    if (old.calcond < now && now - old.calcond < BACK_MAX) await doors.sayAgain(speaker, old);
    await until(
      "a repetition being known",
      10_000,
      async () => (await doors.judged("DUPLICATE")) > known,
    );
    if (round % Math.max(1, Math.floor(rounds / (restarts + 1))) === 0 && round < rounds - 1) {
      await doors.cluster.restart(0);
    }
    for (let i = 0; i < everyCalcond; i += 1) await newCalcond();
  }
}
