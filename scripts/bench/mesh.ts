/** The mesh: judging, verifying, writing, delivering, joining, and the memory of a node with many peers. */
import { readFileSync } from "node:fs";
import { AuthorBook } from "../../node/mesh/authorBook.js";
import { nodeCrypto } from "../../node/crypto.js";
import type { Net } from "../../node/mesh/net.js";
import { startHost } from "../../node/mesh/host.js";
import { Mesh } from "../../node/mesh/mesh.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import { createEvent, NO_HASH } from "../../protocol/events/event.js";
import type { EncodedEvent } from "../../protocol/events/event.js";
import { topicOf } from "../../protocol/events/topics.js";
import { validateEvent } from "../../protocol/events/validate.js";
import type { EventView } from "../../protocol/events/validate.js";
import type { Logger } from "../../protocol/ports.js";
import { verifySignature } from "../../protocol/seal/signature.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { MemoryStore } from "../../storage/memory.js";
import { openStore, Store } from "../../storage/store.js";
import { clock, digestBody, NETWORK, nowCalcond, Probe, probeAuthor, secretIn, wireOf } from "../chaos/probe.js";
import { startNode, temporaryDir, writeMeshSecret } from "../devnet.js";
import { median, type Row } from "./report.js";

const AUTHORS = 20;
const EVENTS = 10_000;
const ROUNDS = 3;
const VERIFIED = 4_000;
const WINDOW_EVENTS = 256;
const DELIVERED = 2_000;
/** Published before the next ones: what a neighbour's queue takes without loss. */
const BURST = 20;
const PEERS = 24;
const JOINED_EVENTS = 100_000;
const POLL_MS = 50;
const JOIN_MS_MAX = 120_000;
const BYTES_PER_MB = 1_000_000;
const TOPIC = topicOf(NETWORK, "digest");
const SECRET = new Uint8Array(32).fill(0xa5);

const silent: Logger = {
  debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined,
  child: () => silent,
};

/** Spines of equal length, of digests after the opening; in the order in which all grow together. */
function spines(authors: number, events: number, firstAuthor = 0): readonly EncodedEvent[] {
  const made: EncodedEvent[] = [];
  for (let i = 0; i < events; i += 1) {
    const author = probeAuthor(firstAuthor + i % authors);
    const seq = Math.floor(i / authors);
    const body = seq === 0
      ? { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex("") } : digestBody(seq);
    made.push(createEvent(nodeCrypto, author, {
      net: NETWORK, kind: seq === 0 ? "spine.open" : "digest", seq,
      prev: made[i - authors]?.id ?? NO_HASH, calcond: nowCalcond(), body,
    }));
  }
  return made;
}

/** As a node sees a message of a topic, with rates that refuse nothing. */
function viewOf(book: AuthorBook, topic: string): EventView {
  return {
    crypto: nodeCrypto, net: NETWORK, secrets: new Map([[1, SECRET]]), arrival: { via: "gossip", topic },
    allow: () => true,
    isHeld: (id) => book.isHeld(id), isFrozen: (author, seq) => book.isFrozen(author, seq),
    tip: (author) => book.tip(author), idAt: (author, seq) => book.idAt(author, seq),
    hasDetachedRoom: (author, bytes) => book.hasDetachedRoom(author, bytes),
    headSeq: (author) => book.headSeq(author),
  };
}

function newBook(): AuthorBook {
  return new AuthorBook({ crypto: nodeCrypto, store: new Store(new MemoryStore()), log: silent });
}

interface Wire { readonly topic: string; readonly data: Uint8Array }

function wires(events: readonly EncodedEvent[]): readonly Wire[] {
  return events.map(({ text, event }) => ({
    topic: topicOf(NETWORK, event.header.kind === "digest" ? "digest" : "node"),
    data: wireOf(probeAuthor(authorNumber(event.header.author)), SECRET, text),
  }));
}

const numbers = new Map<string, number>();

function authorNumber(publicKey: string): number {
  for (let n = numbers.size; !numbers.has(publicKey); n += 1) numbers.set(probeAuthor(n).publicKey, n);
  return numbers.get(publicKey)!;
}

function judge(book: AuthorBook, { topic, data }: Wire): boolean {
  const { verdict, message } = validateEvent(data, viewOf(book, topic), clock.nowNs());
  if (verdict !== "accept" || message?.type !== "event") return false;
  book.takeEvent(message);
  return true;
}

/** Seconds of processor time used since `begun`: what else the machine does is left out. */
function cpuSeconds(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

function perSecond(count: number, work: () => void): number {
  const begun = process.cpuUsage();
  work();
  return count / cpuSeconds(begun);
}

function benchValidation(events: readonly EncodedEvent[]): number {
  return median(Array.from({ length: ROUNDS }, () => {
    const messages = wires(events);
    const book = newBook();
    let accepted = 0;
    const rate = perSecond(messages.length, () => {
      for (const message of messages) if (judge(book, message)) accepted += 1;
    });
    if (accepted !== messages.length) throw new Error(`only ${accepted} were accepted`);
    return rate;
  }));
}

/** Normative and bare check in turns. */
function benchSignatures(events: readonly EncodedEvent[]): { readonly normative: number; readonly bare: number } {
  const checks = events.slice(0, VERIFIED).map(({ event, headerText }) => ({
    key: fromHex(event.header.author)!, sig: fromHex(event.sig)!,
    text: utf8Encode(`calc-event-sig/1\u0000${headerText}`),
  }));
  const rates = { normative: [] as number[], bare: [] as number[] };
  const run = (verify: (check: (typeof checks)[number]) => boolean): number =>
    perSecond(checks.length, () => {
      if (!checks.every((check) => verify(check))) throw new Error("a good signature was refused");
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.normative.push(run(({ key, text, sig }) => verifySignature(nodeCrypto, key, text, sig)));
    rates.bare.push(run(({ key, text, sig }) => nodeCrypto.ed25519Verify(key, text, sig)));
  }
  return { normative: median(rates.normative), bare: median(rates.bare) };
}

/** Windows of events with their indexes, each durable before the next. */
async function benchCommit(events: readonly EncodedEvent[]): Promise<number> {
  const dir = temporaryDir("commit");
  const store = await openStore({ dir: dir.path });
  try {
    const begun = performance.now();
    for (let at = 0; at < events.length; at += WINDOW_EVENTS) {
      await Promise.all(events.slice(at, at + WINDOW_EVENTS).map(({ event, id, headerText, bodyText }) => {
        const { author, seq, calcond, body_hash: bodyHash } = event.header;
        return store.write(store.spine.appendOps(
          { author, seq, id, header: headerText, sig: event.sig, bodyHash, body: bodyText },
          { seq, id, calcond, edge: [] }));
      }));
    }
    return 1_000 * events.length / (performance.now() - begun);
  } finally {
    await store.close();
    dir.remove();
  }
}

/** One host publishes in bursts, another takes. @returns messages delivered per second of processor time */
async function deliveries(messages: readonly Wire[], take: (message: Wire) => boolean): Promise<number> {
  const hosts = await Promise.all([1, 2].map((n): Promise<Net> => startHost({
    seed: new Uint8Array(32).fill(n), listen: ["/ip4/127.0.0.1/tcp/0"], announce: [],
    sharedAddresses: [], connectionsMax: 10, topics: Mesh.topics(NETWORK),
  }, { crypto: nodeCrypto, log: silent })));
  const [from, to] = [hosts[0]!, hosts[1]!];
  try {
    let [taken, accepted] = [0, 0];
    let waiting: () => void = () => undefined;
    for (const topic of Mesh.topics(NETWORK)) {
      from.subscribe(topic, () => "ignore");
      to.subscribe(topic, (data) => {
        taken += 1;
        if (take({ topic, data })) accepted += 1;
        waiting();
        return "accept";
      });
    }
    const joined = new Promise<void>((done) => {
      from.onSubscriber(() => { if (from.subscribers(TOPIC).length > 0) done(); });
    });
    await from.dial(to.addresses()[0]!);
    await joined;
    const begun = process.cpuUsage();
    for (let at = 0; at < messages.length; at += BURST) {
      const burst = messages.slice(at, at + BURST);
      const all = new Promise<void>((done) => {
        waiting = () => { if (taken >= at + burst.length) done(); };
      });
      for (const { topic, data } of burst) await from.publish(topic, data);
      await all;
    }
    const rate = messages.length / cpuSeconds(begun);
    if (accepted !== messages.length) throw new Error(`only ${accepted} were accepted`);
    return rate;
  } finally {
    await Promise.all(hosts.map((host) => host.stop()));
  }
}

/** In turns, so that what else the machine does falls on both. */
async function benchGossip(events: readonly EncodedEvent[]): Promise<{ validated: number; bare: number }> {
  const [validated, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Made anew: a handshake is good for a minute and a half.
    const messages = wires(events);
    const book = newBook();
    validated.push(await deliveries(messages, (message) => judge(book, message)));
    bare.push(await deliveries(messages, () => true));
  }
  return { validated: median(validated), bare: median(bare) };
}

function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line![1]) * 1_024 / BYTES_PER_MB;
}

interface Joined {
  readonly perSecond: number;
  /** Events the daemon held in the end. */
  readonly joined: number;
  readonly residentMb: number;
}

/** A new daemon among peers that each have a long spine. */
async function benchJoin(): Promise<Joined> {
  const dir = temporaryDir("join");
  const secretFile = writeMeshSecret(dir.path);
  const probes: Probe[] = [];
  const each = Math.ceil(JOINED_EVENTS / PEERS);
  try {
    for (let n = 0; n < PEERS; n += 1) {
      const probe = await Probe.start(1_000 + n, secretIn(secretFile));
      probes.push(probe);
      const body = { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex("") };
      await probe.append("spine.open", body);
      for (let i = 1; i < each; i += 1) await probe.append("digest", digestBody(i));
    }
    const bootstrap = probes.map(({ net }) => net.addresses()[0]!).join(",");
    const node = await startNode({
      dataDir: `${dir.path}/node`, args: ["--network", "test", "--log-level", "error",
        "--mesh-secret-file", secretFile, "--bootstrap", bootstrap],
    });
    try {
      const begun = performance.now();
      const wanted = PEERS * each;
      let joined = 0;
      while (joined < wanted && performance.now() - begun < JOIN_MS_MAX) {
        await new Promise<void>((done) => { setTimeout(done, POLL_MS); });
        joined = await held(probes, node);
      }
      const rate = 1_000 * joined / (performance.now() - begun);
      return { perSecond: rate, joined, residentMb: residentMb(node.api.pid) };
    } finally {
      await node.stop();
    }
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()));
    dir.remove();
  }
}

async function held(probes: readonly Probe[], node: Parameters<Probe["tips"]>[0]): Promise<number> {
  const known = new Set(probes.map(({ author }) => author.publicKey));
  const tips = await probes[0]!.tips(node);
  return tips.filter(([author]) => known.has(author)).reduce((sum, [, seq]) => sum + seq + 1, 0);
}

export async function benchMesh(): Promise<readonly Row[]> {
  const events = spines(AUTHORS, EVENTS);
  const validation = benchValidation(events);
  const signatures = benchSignatures(events);
  const commit = await benchCommit(events);
  const gossip = await benchGossip(events.slice(0, DELIVERED));
  const join = await benchJoin();
  return [
    { name: "whole validation of a gossiped event", value: validation, unit: "events/cpu-s",
      target: "at least 5000 a core" },
    { name: "normative signature check", value: signatures.normative, unit: "checks/cpu-s" },
    { name: "bare signature check", value: signatures.bare, unit: "checks/cpu-s" },
    { name: "normative / bare", value: signatures.normative / signatures.bare, unit: "ratio", target: "at least 0.85" },
    { name: "synced group commit of events", value: commit, unit: "events/s", target: "at least 20000" },
    { name: "gossip with validation", value: gossip.validated, unit: "messages/cpu-s" },
    { name: "gossip without, same hosts", value: gossip.bare, unit: "messages/cpu-s" },
    { name: "with / without", value: gossip.validated / gossip.bare, unit: "ratio", target: "at least 0.8" },
    { name: `cold join of a daemon, ${PEERS} peers, ${join.joined} events`, value: join.perSecond, unit: "events/s",
      target: "at least 3000" },
    { name: "resident memory of that daemon", value: join.residentMb, unit: "MB", target: "at most 150" },
  ];
}
