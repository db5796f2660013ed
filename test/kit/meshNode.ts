/**
 * Nodes with everything of the mesh and nothing else: a spine in memory, a real or a simulated
 * network.
 */
import { systemRandom } from "../../node/runtime/random.js";
import { createHash } from "node:crypto";
import { systemClock } from "../../node/runtime/clock.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { startHost } from "../../node/mesh/host/host.js";
import { Mesh } from "../../node/mesh/mesh.js";
import type { MeshModules } from "../../node/mesh/meshOptions.js";
import type { Net } from "../../node/mesh/host/net.js";
import { systemScheduler } from "../../node/runtime/scheduler.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { createEvent, NO_HASH } from "../../protocol/seal/event.js";
import type { Author, EncodedEvent } from "../../protocol/seal/event.js";
import type { DigestBody } from "../../protocol/mesh/kinds.js";
import { genesisOf, net8 } from "../../protocol/events/topics.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, JsonObject } from "../../protocol/ports.js";
import { checkpointOrigin, signCheckpoint } from "../../protocol/seal/checkpoint.js";
import { appendLeaf, EMPTY_FRONTIER, frontierRoot } from "../../protocol/seal/merkle.js";
import type { Frontier } from "../../protocol/seal/merkle.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { MemoryStore } from "../../scripts/stores/memory.js";
import { Store } from "../../storage/store.js";
import { quiet } from "./logger.js";

export const clock = systemClock();
export const NETWORK = net8(nodeCrypto, genesisOf("mesh-test", "calc"));
export const SECRET = Buffer.alloc(32, 0xa5);

export function seedOf(n: number): Uint8Array {
  return new Uint8Array(32).fill(n);
}

export function authorOf(n: number): Author {
  const seed = seedOf(n);
  return { seed, publicKey: Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex") };
}

export function contentId(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const EMPTY = contentId("");
const NOTHING = "0".repeat(64);

/** A spine that is appended to one event at a time, each durable before it is told. */
class TestSpine {
  readonly #author: Author;
  readonly #network: string;
  readonly #store: Store;
  readonly #clock: Clock;
  #frontier: Frontier = EMPTY_FRONTIER;
  #tail: Promise<unknown> = Promise.resolve();
  tip: { readonly seq: number; readonly id: string } | null = null;

  constructor(author: Author, network: string, store: Store, now: Clock) {
    this.#clock = now;
    this.#author = author;
    this.#network = network;
    this.#store = store;
  }

  /** Goes on from what the store holds. @returns false when there is nothing */
  async load(): Promise<boolean> {
    const tip = await this.#store.spine.tip(this.#author.publicKey);
    if (tip === undefined) return false;
    this.tip = { seq: tip.seq, id: tip.id };
    this.#frontier = {
      size: tip.seq + 1,
      hashes: tip.edge.map((hex) => new Uint8Array(Buffer.from(hex, "hex"))),
    };
    return true;
  }

  checkpoint(): string {
    const origin = checkpointOrigin(this.#network, this.#author.publicKey);
    const root = frontierRoot(nodeCrypto, this.#frontier);
    return signCheckpoint(
      nodeCrypto,
      { origin, size: this.#frontier.size, root },
      this.#author.seed,
    );
  }

  append(kind: string, body: JsonObject): Promise<{ readonly encoded: EncodedEvent }> {
    const run = this.#tail.then(() => this.#append(kind, body));
    this.#tail = run;
    return run;
  }

  async #append(kind: string, body: JsonObject): Promise<{ readonly encoded: EncodedEvent }> {
    const calcond = Number(this.#clock.nowNs() / CALCOND_NS);
    const seq = this.#frontier.size;
    const encoded = createEvent(nodeCrypto, this.#author, {
      net: this.#network,
      kind,
      seq,
      prev: this.tip?.id ?? NO_HASH,
      calcond,
      body,
    });
    const frontier = appendLeaf(nodeCrypto, this.#frontier, encoded.leaf);
    const { id, headerText, bodyText, event } = encoded;
    await this.#store.write(
      this.#store.spine.appendOps(
        {
          author: this.#author.publicKey,
          seq,
          id,
          header: headerText,
          sig: event.sig,
          bodyHash: event.header.body_hash,
          body: bodyText,
        },
        { seq, id, calcond, edge: frontier.hashes.map(toHex) },
      ),
    );
    this.#frontier = frontier;
    this.tip = { seq, id };
    return { encoded };
  }
}

export interface MeshNode {
  readonly author: Author;
  readonly net: Net;
  readonly mesh: Mesh;
  readonly store: Store;
  readonly spine: TestSpine;
  /** Receipts this node shares, by id. */
  readonly shared: Map<string, string>;
  /** What its digest says of it. */
  readonly facts: { envelopes: number };
  /** Everything heard, as words; `heard(word)` waits for one. */
  heard(word: string): Promise<void>;
  readonly words: readonly string[];
  stop(): Promise<void>;
}

export interface NodeOptions {
  readonly bootstrap?: readonly string[];
  readonly secret?: Uint8Array | null;
  readonly connectionsMax?: number;
  readonly invitedOnly?: boolean;
  readonly witnesses?: () => readonly string[];
  /** Number of the secret. */
  readonly kid?: number;
  readonly network?: string;
  readonly store?: Store;
  readonly net?: Net;
  readonly modules?: Partial<MeshModules>;
}

export function startNet(n: number, network = NETWORK): Promise<Net> {
  return startHost(
    {
      seed: seedOf(n),
      listen: ["/ip4/127.0.0.1/tcp/0"],
      announce: [],
      sharedAddresses: [],
      connectionsMax: 100,
      topics: Mesh.topics(network),
    },
    { crypto: nodeCrypto, log: quiet },
  );
}

export async function startMeshNode(n: number, options: NodeOptions = {}): Promise<MeshNode> {
  const { bootstrap = [], secret = SECRET, kid = 1, network = NETWORK } = options;
  const author = authorOf(n);
  const store = options.store ?? new Store(new MemoryStore());
  const spine = new TestSpine(author, network, store, options.modules?.clock ?? clock);
  if (!(await spine.load())) {
    await spine.append("spine.open", { engine_version: ENGINE_VERSION, next: EMPTY });
  }
  const net = options.net ?? (await startNet(n, network));
  const shared = new Map<string, string>();
  const facts = { envelopes: 0 };
  const words: string[] = [];
  const waiting = new Set<() => void>();
  const say = (word: string): void => {
    words.push(word);
    for (const check of waiting) check();
  };
  const digest = async (): Promise<DigestBody> => ({
    build: "test",
    engine_version: ENGINE_VERSION,
    envelopes: facts.envelopes,
    machines: EMPTY,
    min_index: 0,
    operators_hash: contentId("[]"),
    registry_generation: "test",
    root: EMPTY,
    shards: { held: NOTHING, root: EMPTY },
    size: (spine.tip?.seq ?? -1) + 1,
  });
  const mesh = new Mesh(
    {
      network,
      author,
      bootstrap,
      engineVersion: ENGINE_VERSION,
      registryGeneration: "test",
      connectionsMax: options.connectionsMax ?? Infinity,
      invitedOnly: options.invitedOnly ?? false,
      witnesses: options.witnesses ?? (() => []),
      secrets: secret === null ? null : { ring: new Map([[kid, secret]]), kid },
    },
    {
      crypto: nodeCrypto,
      clock,
      log: quiet,
      net,
      store,
      spine,
      appender: spine,
      receipts: {
        shared: async (id) => shared.get(id) ?? null,
        isReceipt: (id, text) => contentId(text) === id,
      },
      self: {
        node: () => ({
          addrs: [...net.addresses()].slice(0, 8),
          capacity: 1,
          engine_versions: [ENGINE_VERSION],
          roles: [],
        }),
        digest,
        announced: () => undefined,
      },
      scheduler: systemScheduler,
      random: systemRandom,
      ...options.modules,
    },
    {
      onHead: (by, seq) => say(`head ${by} ${seq}`),
      onNode: (by) => say(`node ${by}`),
      onEvent: ({ event }) =>
        say(`event ${event.header.kind} ${event.header.author} ${event.header.seq}`),
      onFrozen: (by, seq) => say(`frozen ${by} ${seq}`),
      onClock: (skewed) => say(`clock ${skewed ? "off" : "right"}`),
      onRound: (_peer, agreed) => say(`round ${agreed}`),
      onPoints: (peer, points) => say(`points ${peer} ${points}`),
      onSelfEquivocation: () => say("self-equivocation"),
      onPosted: (verdict, code) => say(`http ${verdict} ${code}`),
      onVerdict: (topic, verdict, code) => say(`${topic.split("/")[4]} ${verdict} ${code}`),
    },
  );
  await mesh.start();
  return {
    author,
    net,
    mesh,
    store,
    spine,
    shared,
    facts,
    words,
    heard: (word) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!words.includes(word)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    stop: async () => {
      await mesh.stop();
      await store.close();
    },
  };
}
