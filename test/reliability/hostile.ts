/** Members of the mesh that do everything wrong, beside honest ones whose events must not suffer. */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/crypto.js";
import { createEvent, NO_HASH } from "../../protocol/events/event.js";
import type { EncodedEvent } from "../../protocol/events/event.js";
import type { TopicName } from "../../protocol/events/topics.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { temporaryDir } from "../../scripts/devnet.js";
import type { RunningNode } from "../../scripts/devnet.js";
import { Cluster } from "../../scripts/devnetCluster.js";
import { checkSpines, equalHeads, residentMb, until } from "./checker.js";
import { digestBody, eventIdIn, NETWORK, nowCalcond, Probe, secretIn, wireOf } from "../../scripts/chaos/probe.js";

/** Order of the base point of Ed25519 (RFC 8032, section 5.1). */
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** The neutral element: a key under which anything can be signed. */
const SMALL_ORDER_KEY = `01${"0".repeat(62)}`;
const MESSAGES_EACH = 15;
const JUNK_BYTES = 1_000_000;

type Trick = (probe: Probe, i: number) => { readonly topic: TopicName; readonly data: Uint8Array };

function opened(probe: Probe, i: number): EncodedEvent {
  return createEvent(nodeCrypto, probe.author, {
    net: NETWORK, kind: "spine.open", seq: 0, prev: NO_HASH, calcond: nowCalcond() - i,
    body: { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex(`${i}`) },
  });
}

function withSignature({ text, event }: EncodedEvent, sig: string): string {
  return text.replace(event.sig, sig);
}

/** S + L: the same signature to whoever does not check its range. */
function malleated(sig: string): string {
  const bytes = Buffer.from(sig, "hex");
  let s = L;
  for (let i = 63; i >= 32; i -= 1) s += BigInt(bytes[i]!) << BigInt(8 * (i - 32));
  for (let i = 32; i < 64; i += 1) bytes[i] = Number((s >> BigInt(8 * (i - 32))) & 0xffn);
  return bytes.toString("hex");
}

function wired(probe: Probe, text: string): Uint8Array {
  return wireOf(probe.author, probe.secret, text);
}

/** What each hostile member sends; every message of them proves its sender's fault. */
export const TRICKS: Readonly<Record<string, Trick>> = {
  "bad signatures": (probe, i) => {
    const event = opened(probe, i);
    const sig = createHash("sha512").update(event.id).digest("hex");
    return { topic: "node", data: wired(probe, withSignature(event, sig)) };
  },
  "signatures with S + L": (probe, i) => {
    const event = opened(probe, i);
    return { topic: "node", data: wired(probe, withSignature(event, malleated(event.event.sig))) };
  },
  "a key of small order": (probe, i) => {
    const author = { seed: probe.author.seed, publicKey: SMALL_ORDER_KEY };
    const { text, event } = createEvent(nodeCrypto, author, {
      net: NETWORK, kind: "spine.open", seq: 0, prev: NO_HASH, calcond: nowCalcond() - i,
      body: { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex(`${i}`) },
    });
    const sig = SMALL_ORDER_KEY + "0".repeat(64);
    return { topic: "node", data: wireOf(author, probe.secret, text.replace(event.sig, sig)) };
  },
  "JSON that is not canonical": (probe, i) => {
    const { text } = opened(probe, i);
    const spaced = Buffer.from(wired(probe, text)).toString("utf8").replace('"msg":', '"msg": ');
    return { topic: "node", data: Buffer.from(spaced, "utf8") };
  },
  "lone surrogates": (probe, i) => {
    const { text } = opened(probe, i);
    const data = Buffer.from(wired(probe, text)).toString("utf8").replace(ENGINE_VERSION, "\\ud800");
    return { topic: "node", data: Buffer.from(data, "utf8") };
  },
  "events on a wrong topic, and junk": (probe, i) => ({
    topic: "head",
    data: i % 2 === 0 ? wired(probe, opened(probe, i).text) : Buffer.alloc(JUNK_BYTES, i),
  }),
};

export interface HostileFigures {
  readonly tricks: number;
  readonly honestHeard: number;
  readonly honestWanted: number;
  /** Most messages a hostile member got rid of before it was cut off. */
  readonly sentBeforeCut: number;
  readonly grownMb: number;
}

/** Honest probes talk all the time; each hostile one attacks its node until it is cut off. */
export async function hostileMesh(nodes: number): Promise<HostileFigures> {
  const dir = temporaryDir("hostile");
  const cluster = await Cluster.start({ dir: dir.path, count: nodes, args: ["--log-level", "error"] });
  const probes: Probe[] = [];
  const start = async (node: RunningNode): Promise<Probe> => {
    const probe = await Probe.start(200 + probes.length, secretIn(cluster.secretFile));
    probes.push(probe);
    await probe.join(node);
    return probe;
  };
  try {
    const honest: Probe[] = [];
    for (const node of cluster.nodes) honest.push(await start(node));
    const talk = new Talk(honest);
    await talk.open();
    const before = cluster.nodes.map(residentMb);
    let sentBeforeCut = 0;
    for (const [i, trick] of Object.values(TRICKS).entries()) {
      const node = cluster.nodes[i % nodes]!;
      const hostile = await start(node);
      sentBeforeCut = Math.max(sentBeforeCut, await attack(hostile, node, trick, talk));
    }
    await talk.heardByAll();
    const grownMb = Math.max(...cluster.nodes.map((node, i) => residentMb(node) - before[i]!));
    await equalHeads(honest[0]!, cluster.nodes, 30_000);
    await checkOnlyHonest(honest, cluster.nodes);
    await checkSpines(cluster.nodes);
    return {
      tricks: Object.keys(TRICKS).length, sentBeforeCut, grownMb,
      honestHeard: talk.heard, honestWanted: talk.wanted,
    };
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    await cluster.stop();
    dir.remove();
  }
}

/** Sends until the node is gone, then tries to come back. @returns messages sent */
async function attack(hostile: Probe, node: RunningNode, trick: Trick, talk: Talk): Promise<number> {
  const { peerId, p2p } = node.api;
  let sent = 0;
  for (let i = 0; i < MESSAGES_EACH && hostile.net.peers().includes(peerId); i += 1) {
    const { topic, data } = trick(hostile, i);
    sent += await hostile.publish(topic, data);
    await talk.say();
    await delay(20);
  }
  await until("cutting an offender off", 10_000, async () => !hostile.net.peers().includes(peerId));
  const returned = await hostile.net.dial(p2p[0]!).then(() => true, () => false);
  // The door may close just after the handshake: what counts is that nobody stays.
  if (returned) {
    await until("refusing an offender", 10_000, async () => !hostile.net.peers().includes(peerId));
  }
  return sent;
}

/** Honest events, one at a time, and who has heard them. */
class Talk {
  readonly #probes: readonly Probe[];
  readonly #ids = new Set<string>();
  heard = 0;
  #said = 0;

  constructor(probes: readonly Probe[]) {
    this.#probes = probes;
  }

  async open(): Promise<void> {
    for (const probe of this.#probes) {
      probe.onArrival = ({ data }) => {
        const id = eventIdIn(data);
        if (id !== null && this.#ids.has(id)) this.heard += 1;
      };
      await probe.open();
    }
  }

  async say(): Promise<void> {
    const probe = this.#probes[this.#said % this.#probes.length]!;
    const { id, text } = await probe.append("digest", digestBody(this.#said));
    this.#ids.add(id);
    this.#said += 1;
    await probe.publishEvent("digest", text);
  }

  get wanted(): number {
    return this.#said * (this.#probes.length - 1);
  }

  heardByAll(): Promise<number> {
    return until("hearing every honest event", 20_000, async () => this.heard >= this.wanted);
  }
}

/** Every spine a node holds is an honest one's. */
async function checkOnlyHonest(
  honest: readonly Probe[], nodes: readonly RunningNode[],
): Promise<void> {
  const known = new Set([
    ...honest.map(({ author }) => author.publicKey), ...nodes.map(({ api }) => api.publicKey),
  ]);
  for (const node of nodes) {
    const authors = (await honest[0]!.tips(node)).map(([author]) => author);
    expect(authors.filter((author) => !known.has(author))).to.deep.equal([]);
    expect(authors).to.have.length(known.size);
  }
}
