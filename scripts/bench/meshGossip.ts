/**
 * Messages delivered by gossip, judged in full or taken as they come by the same hosts, and taken
 * as they come by hosts with nothing but the library: messages of the same kind, in turns.
 */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { startHost } from "../../node/mesh/host/host.js";
import { Mesh } from "../../node/mesh/mesh.js";
import { topicOf } from "../../protocol/events/topics.js";
import { NETWORK } from "../chaos/probe.js";
import { SignatureThread } from "../../node/mesh/intake/signatureThread.js";
import { cpuSeconds, judgeElsewhere, newBook, silent, spines, wires } from "./meshEvents.js";
import type { Wire } from "./meshEvents.js";
import { startPlainHost } from "./plainGossip.js";
import type { GossipHost } from "./plainGossip.js";
import { median } from "./report.js";

const ROUNDS = 3;
/** Each says one event before any says its next. */
const AUTHORS = 16;
const MESH_EVENTS = 120;
const PAIR_EVENTS = 2_000;
/** Hosts that each one dials, by their distance in a ring. */
const DISTANCES = [1, 2, 5];
const PEERS_MIN = 4;
const MESH_MS_MAX = 60_000;
const BURST_MS_MAX = 120_000;
const POLL_MS = 50;
const TOPICS = ["digest", "node"] as const;

export interface Rates {
  /** Deliveries per second, as they follow each other. */
  readonly perSecond: number;
  /** Per second of processor time, all threads and hosts together. */
  readonly perCpuSecond: number;
}

export interface Delivered {
  readonly judged: Rates;
  /** The same hosts without judging. */
  readonly bare: Rates;
  /** As many hosts with nothing but the library. */
  readonly plain: Rates;
}

type Take = (host: number, message: Wire) => boolean | Promise<boolean>;

/** Hosts in one process, and who counts what reaches them. */
class Swarm {
  readonly #hosts: readonly GossipHost[];
  #take: Take = () => true;
  #taken = 0;
  #accepted = 0;
  #arrived: () => void = () => undefined;

  private constructor(hosts: readonly GossipHost[]) {
    this.#hosts = hosts;
  }

  static async start(count: number, startOne: (n: number) => Promise<GossipHost>): Promise<Swarm> {
    const topics = Mesh.topics(NETWORK);
    const swarm = new Swarm(
      await Promise.all(Array.from({ length: count }, (_, n) => startOne(n))),
    );
    swarm.#hosts.forEach((host, n) => {
      for (const topic of topics)
        host.subscribe(topic, (data) => swarm.#receive(n, { topic, data }));
    });
    await swarm.#connect();
    return swarm;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.stop()));
  }

  /** @throws Error when one is missing or refused */
  async deliver(messages: readonly Wire[], take: Take): Promise<Rates> {
    this.#take = take;
    this.#accepted = 0;
    const others = this.#hosts.length - 1;
    const [begun, begunCpu] = [performance.now(), process.cpuUsage()];
    for (let at = 0; at < messages.length; at += AUTHORS) {
      await this.#burst(messages.slice(at, at + AUTHORS), others);
    }
    const count = messages.length * others;
    if (this.#accepted !== count) throw new Error(`${this.#accepted} were accepted`);
    return {
      perSecond: (1_000 * count) / (performance.now() - begun),
      perCpuSecond: count / cpuSeconds(begunCpu),
    };
  }

  async #burst(messages: readonly Wire[], others: number): Promise<void> {
    this.#taken = 0;
    const all = new Promise<void>((done, fail) => {
      const timer = setTimeout(() => fail(this.#late(messages.length * others)), BURST_MS_MAX);
      this.#arrived = () => {
        if (this.#taken < messages.length * others) return;
        clearTimeout(timer);
        done();
      };
    });
    // With two hosts one publishes and one takes.
    const from = this.#hosts.length === 2 ? this.#hosts.slice(0, 1) : this.#hosts;
    for (const [i, { topic, data }] of messages.entries()) {
      await from[i % from.length]!.publish(topic, data);
    }
    await all;
  }

  /** A message that is not judged is answered in the same turn, as a host without validators would. */
  #receive(host: number, message: Wire): "accept" | Promise<"accept"> {
    const taken = this.#take(host, message);
    return typeof taken === "boolean"
      ? this.#count(taken)
      : taken.then((isGood) => this.#count(isGood));
  }

  #count(isGood: boolean): "accept" {
    this.#taken += 1;
    if (isGood) this.#accepted += 1;
    this.#arrived();
    return "accept";
  }

  /** A machine too busy to answer pings in time loses connections. */
  #late(wanted: number): Error {
    const alone = this.#hosts.filter((host) => host.peers().length === 0).length;
    return new Error(
      `${this.#taken} of ${wanted} were delivered in time; ${alone} hosts have no peer any more`,
    );
  }

  async #connect(): Promise<void> {
    const count = this.#hosts.length;
    for (const [n, host] of this.#hosts.entries()) {
      for (const distance of DISTANCES) {
        const to = this.#hosts[(n + distance) % count]!;
        if (to !== host && !host.peers().includes(to.peerId)) await host.dial(to.addresses()[0]!);
      }
    }
    const wanted = Math.min(PEERS_MIN, count - 1);
    const deadline = performance.now() + MESH_MS_MAX;
    const isReady = (host: GossipHost): boolean =>
      TOPICS.map((name) => topicOf(NETWORK, name)).every(
        (topic) =>
          host.meshPeers(topic).length >= wanted &&
          host.subscribers(topic).length === host.peers().length,
      );
    while (!this.#hosts.every(isReady)) {
      if (performance.now() > deadline) throw new Error("the hosts form no mesh");
      await new Promise<void>((done) => {
        setTimeout(done, POLL_MS);
      });
    }
  }
}

let firstAuthor = 0;

/** Events that no host has seen. */
function news(count: number): readonly Wire[] {
  firstAuthor += AUTHORS;
  return wires(spines(AUTHORS, count, firstAuthor));
}

/** As a daemon has it. */
async function startOurs(n: number): Promise<GossipHost> {
  const net = await startHost(
    {
      seed: new Uint8Array(32).fill(n + 1),
      listen: ["/ip4/127.0.0.1/tcp/0"],
      announce: [],
      sharedAddresses: [],
      connectionsMax: 100,
      topics: Mesh.topics(NETWORK),
      smallMesh: true,
    },
    { crypto: nodeCrypto, log: silent },
  );
  return net as GossipHost;
}

async function inTurns(hosts: number, count: number): Promise<Delivered> {
  const [ours, plain] = [
    await Swarm.start(hosts, startOurs),
    await Swarm.start(hosts, startPlainHost),
  ];
  const thread = new SignatureThread({ log: silent });
  try {
    const rates: { readonly [Way in keyof Delivered]: Rates[] } = {
      judged: [],
      bare: [],
      plain: [],
    };
    const books = Array.from({ length: hosts }, newBook);
    // As a loaded node does it: everything but the signature in the thread that serves.
    const take: Take = (host, message) => judgeElsewhere(books[host]!, message, thread);
    // Once for the compiler.
    await ours.deliver(news(count), take);
    await plain.deliver(news(count), () => true);
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.judged.push(await ours.deliver(news(count), take));
      rates.bare.push(await ours.deliver(news(count), () => true));
      rates.plain.push(await plain.deliver(news(count), () => true));
    }
    return {
      judged: medians(rates.judged),
      bare: medians(rates.bare),
      plain: medians(rates.plain),
    };
  } finally {
    await thread.stop();
    await Promise.all([ours.stop(), plain.stop()]);
  }
}

function medians(rates: readonly Rates[]): Rates {
  return {
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    perCpuSecond: median(rates.map(({ perCpuSecond }) => perCpuSecond)),
  };
}

/** A mesh as it is: each message comes to a host from several neighbours, and is judged once. */
export function benchGossipMesh(hosts: number): Promise<Delivered> {
  return inTurns(hosts, MESH_EVENTS);
}

/** Two hosts, one message after the other over one connection: the least that gossip can cost. */
export function benchGossipPair(): Promise<Delivered> {
  return inTurns(2, PAIR_EVENTS);
}
