/**
 * A member of the mesh that is no daemon: it speaks the protocols through the project's own parts,
 * writes a spine of its own, sees what neighbours pass on, and asks any daemon what it holds.
 */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { systemClock } from "../../node/runtime/clock.js";
import { BlobExchange } from "../../node/mesh/shards/blob.js";
import { Frames } from "../../node/mesh/host/frame.js";
import { startHost } from "../../node/mesh/host/host.js";
import { Mesh } from "../../node/mesh/mesh.js";
import type { Net, RequestHandler, ServeOptions } from "../../node/mesh/host/net.js";
import { systemScheduler } from "../../node/runtime/scheduler.js";
import { StatusExchange } from "../../node/mesh/sync/status.js";
import { SyncClient } from "../../node/mesh/sync/syncClient.js";
import { BUCKETS } from "../../node/mesh/sync/syncHeads.js";
import type { Tip } from "../../node/mesh/sync/syncHeads.js";
import { SPINE_PROTOCOL, SyncServer } from "../../node/mesh/sync/syncServer.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { NO_HASH, readEvent } from "../../protocol/seal/event.js";
import type { Author, EncodedEvent, MeshEvent } from "../../protocol/seal/event.js";
import { makeHandshake } from "../../protocol/events/handshake.js";
import { genesisOf, net8, TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import type { TopicName } from "../../protocol/events/topics.js";
import { encodeWire } from "../../protocol/events/wireText.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, JsonObject, Logger } from "../../protocol/ports.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { MemoryStore } from "../stores/memory.js";
import { Store } from "../../storage/store.js";
import type { RunningNode } from "../devnet/daemons.js";
import { ProbeSpine } from "./probeSpine.js";

export const clock = systemClock();
export const NETWORK = net8(nodeCrypto, genesisOf("test", "calc"));

const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};
const FOLLOWED_POLL_MS = 20;
const peersAnswer = z.looseObject({
  peers: z.array(z.looseObject({ nodeId: z.string(), topics: z.array(z.string()) })),
});
const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, n) => n);

/** Keys of probes: never those of a daemon, which draws its own. */
export function probeAuthor(n: number): Author {
  const seed = new Uint8Array(32).fill(0xb0);
  new DataView(seed.buffer).setUint32(0, n);
  return { seed, publicKey: toHex(nodeCrypto.ed25519PublicKey(seed)) };
}

/** The secret of key number 1 in a cluster's file. */
export function secretIn(file: string): Uint8Array {
  const match = /^1:([0-9a-f]{64})$/m.exec(readFileSync(file, "utf8"));
  if (match === null) throw new Error(`no secret in ${file}`);
  return Buffer.from(match[1]!, "hex");
}

function calcondBy(by: Clock): number {
  return Number(by.nowNs() / CALCOND_NS);
}

export function nowCalcond(): number {
  return calcondBy(clock);
}

/** A message as it travels on a topic, with a handshake of now or of another time. */
export function wireOf(
  author: Author,
  secret: Uint8Array,
  text: string,
  calcond = nowCalcond(),
): Uint8Array {
  const claim = { kid: 1, sender: author.publicKey, calcond: BigInt(calcond) };
  return encodeWire(makeHandshake(nodeCrypto, secret, claim, text), text);
}

/** Any body of the digest kind: what fills the mesh in these tests. */
export function digestBody(size: number): JsonObject {
  const empty = nodeCrypto.sha256Hex("");
  return {
    build: "probe",
    engine_version: ENGINE_VERSION,
    envelopes: size,
    machines: empty,
    min_index: 0,
    operators_hash: empty,
    registry_generation: "probe",
    root: empty,
    shards: { held: NO_HASH, root: empty },
    size,
  };
}

/** The test network and the system's clock where left out. */
export interface ProbeOptions {
  /** The network's name on the wire: other than NETWORK where it has witnesses. */
  readonly network?: string;
  /** For daemons whose clocks are all off. */
  readonly clock?: Clock;
  /** The clock that it shows to others, where it lies about the time. */
  readonly shownClock?: Clock;
  /**
   * Topics on which it is sent or told what others said. Left out: all. Daemons let go after half a
   * minute whoever does not follow heads.
   */
  readonly follows?: readonly TopicName[];
  /** Ends of spines that nobody wrote, and for how long it holds whoever asks for a spine. */
  readonly invents?: { readonly tips: readonly Tip[]; readonly holdMs: number };
}

/** A net that keeps whoever asks for a spine waiting, and gives nothing then. */
function holding(net: Net, ms: number): Net {
  return new Proxy(net, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target);
      if (name !== "serve") return typeof own === "function" ? own.bind(target) : own;
      return (protocol: string, handler: RequestHandler, options: ServeOptions) =>
        target.serve(
          protocol,
          protocol === SPINE_PROTOCOL
            ? async () => {
                await delay(ms);
                throw new Error("nothing there");
              }
            : handler,
          options,
        );
    },
  });
}

interface Arrived {
  readonly topic: string;
  readonly data: Uint8Array;
  /** Milliseconds of the monotonic clock. */
  readonly atMs: number;
}

export class Probe {
  readonly author: Author;
  readonly net: Net;
  readonly secret: Uint8Array;
  /** Told of what arrives on topics; nothing is passed on. */
  onArrival: (arrived: Arrived) => void = () => undefined;
  readonly #blobs: BlobExchange;
  readonly #client: SyncClient;
  readonly #status: StatusExchange;
  readonly #server: SyncServer;
  readonly #store = new Store(new MemoryStore());
  readonly #network: string;
  readonly #clock: Clock;
  readonly #follows: readonly TopicName[];
  readonly #spine: ProbeSpine;
  readonly #carried: ProbeSpine[] = [];

  private constructor(
    n: number,
    net: Net,
    secret: Uint8Array,
    {
      network = NETWORK,
      clock: own = clock,
      shownClock = own,
      follows = TOPIC_NAMES,
      invents = { tips: [], holdMs: 0 },
    }: ProbeOptions,
  ) {
    this.author = probeAuthor(n);
    this.net = net;
    this.secret = secret;
    this.#network = network;
    this.#clock = own;
    this.#follows = follows;
    this.#spine = this.#spineOf(this.author);
    const modules = {
      net,
      crypto: nodeCrypto,
      clock: own,
      scheduler: systemScheduler,
      log: silent,
    };
    const frames = new Frames(
      { secrets: new Map([[1, secret]]), kid: 1, publicKey: this.author.publicKey },
      modules,
    );
    const tips = (): readonly Tip[] => [...this.held, ...invents.tips];
    // Who asks here looks at what it gets itself.
    this.#blobs = new BlobExchange({
      ...modules,
      frames,
      source: { shared: async () => null, isReceipt: () => true },
    });
    this.#client = new SyncClient({ net, frames });
    this.#status = new StatusExchange(
      { network, engineVersion: ENGINE_VERSION, registryGeneration: "probe" },
      { ...modules, clock: shownClock, frames, tips, refuse: (peer) => net.disconnect(peer) },
      () => undefined,
    );
    const held = invents.holdMs > 0 ? holding(net, invents.holdMs) : net;
    this.#server = new SyncServer({ ...modules, net: held, frames, store: this.#store, tips });
  }

  /** @param more topics it may follow beside those of the mesh */
  static async start(
    n: number,
    secret: Uint8Array,
    more: readonly string[] = [],
    options: ProbeOptions = {},
  ): Promise<Probe> {
    const topics = Mesh.topics(options.network ?? NETWORK);
    const net = await startHost(
      {
        seed: probeAuthor(n).seed,
        listen: ["/ip4/127.0.0.1/tcp/0"],
        announce: [],
        sharedAddresses: [],
        connectionsMax: 200,
        topics: [...topics, ...more],
      },
      { crypto: nodeCrypto, log: silent },
    );
    const probe = new Probe(n, net, secret, options);
    await probe.#server.start();
    await probe.#status.start();
    for (const name of probe.#follows) {
      const topic = topicOf(probe.#network, name);
      net.subscribe(topic, (data) => {
        probe.onArrival({ topic, data, atMs: performance.now() });
        return "ignore";
      });
    }
    return probe;
  }

  /** The ends of the spines that it keeps. */
  get held(): readonly Tip[] {
    return [this.#spine, ...this.#carried].flatMap(({ tip }) => (tip === null ? [] : [tip]));
  }

  async stop(): Promise<void> {
    this.#status.stop();
    await this.net.stop();
    await this.#store.close();
  }

  /**
   * Connects, and waits until either side knows what the other follows: what is published then
   * arrives.
   */
  async join({ api }: Pick<RunningNode, "api">): Promise<void> {
    const topic = topicOf(this.#network, "digest");
    const joined = new Promise<void>((resolve) => {
      const off = this.net.onSubscriber((peer, of) => {
        if (peer !== api.peerId || of !== topic) return;
        off();
        resolve();
      });
    });
    await this.net.dial(api.p2p[0]!);
    if (!this.net.subscribers(topic).includes(api.peerId)) await joined;
    const [followed] = this.#follows;
    if (followed === undefined) return;
    while (!(await followersAt(api, followed)).has(this.net.peerId)) await delay(FOLLOWED_POLL_MS);
  }

  /** The ends of all spines a daemon holds, sorted by author. */
  async tips({ api }: Pick<RunningNode, "api">): Promise<readonly Tip[]> {
    if (!this.net.peers().includes(api.peerId)) await this.net.dial(api.p2p[0]!);
    const found = await this.#client.tips(api.peerId, ALL_BUCKETS);
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** What a daemon holds of a spine, from a number on. @param author public key, hex */
  async events(
    { api }: Pick<RunningNode, "api">,
    author: string,
    from: number,
    count: number,
  ): Promise<readonly MeshEvent[]> {
    if (!this.net.peers().includes(api.peerId)) await this.net.dial(api.p2p[0]!);
    const values = await this.#client.events(api.peerId, author, from, count);
    return values.map((value) => {
      const event = readEvent(value);
      if (event === null) throw new Error("a daemon holds what is no event");
      return event;
    });
  }

  /** Whether a daemon has a shared receipt itself, for others or of its own. */
  async holds({ api }: Pick<RunningNode, "api">, id: string): Promise<boolean> {
    if (!this.net.peers().includes(api.peerId)) await this.net.dial(api.p2p[0]!);
    return (await this.#blobs.fetchFrom(api.peerId, id)) !== null;
  }

  /** The next event of this probe's spine, kept where daemons may ask for it. */
  async append(kind: string, body: JsonObject): Promise<EncodedEvent> {
    return this.#spine.append(kind, body);
  }

  /** A spine of another key, which this probe holds and serves as any member may. */
  carry(author: Author): ProbeSpine {
    const spine = this.#spineOf(author);
    this.#carried.push(spine);
    return spine;
  }

  #spineOf(author: Author): ProbeSpine {
    const calcond = (): number => calcondBy(this.#clock);
    return new ProbeSpine({ author, network: this.#network, store: this.#store, calcond });
  }

  /** @param text canonical event */
  publishEvent(topic: TopicName, text: string): Promise<number> {
    return this.publish(topic, wireOf(this.author, this.secret, text, calcondBy(this.#clock)));
  }

  /** Says the first event of the spine; what else is said links to it. */
  async open(): Promise<EncodedEvent> {
    const body = { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex("") };
    const opened = await this.append("spine.open", body);
    await this.publishEvent("node", opened.text);
    return opened;
  }

  /** @returns neighbours it was handed to */
  publish(topic: TopicName, data: Uint8Array): Promise<number> {
    return this.net.publish(topicOf(this.#network, topic), data);
  }
}

/** Peer ids of those connected to a daemon of whom it knows that they follow a topic. */
export async function followersAt(
  { http }: RunningNode["api"],
  name: TopicName,
): Promise<ReadonlySet<string>> {
  const text = await (await fetch(`${http}/api/mesh/peers`)).text();
  const { peers } = peersAnswer.parse(JSON.parse(text));
  return new Set(peers.filter(({ topics }) => topics.includes(name)).map(({ nodeId }) => nodeId));
}

/** Id of the event in a message of a topic; null when it holds none. */
export function eventIdIn(data: Uint8Array): string | null {
  const text = Buffer.from(data).toString("utf8");
  const from = text.indexOf('"header":');
  const to = text.lastIndexOf(',"sig":');
  if (from === -1 || to < from) return null;
  return nodeCrypto.sha256Hex(`calc-event/1\u0000${text.slice(from + 9, to)}`);
}
