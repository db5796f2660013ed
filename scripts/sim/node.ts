/**
 * A whole node in a simulation: the composition of the daemon on a virtual clock, disk and network.
 * What outlives a process is here; what dies with it is its life.
 */
import { composeNode, type ComposedNode } from "../../node/compose.js";
import type { NodePorts } from "../../node/compose.js";
import type { NodeConfig } from "../../node/ground/ports.js";
import type { NodeServices } from "../../node/compose.js";
import type { Mesh } from "../../node/mesh/mesh.js";
import { peerIdOf } from "../../node/mesh/host/peerKey.js";
import type { KeepPolicy } from "../../node/mesh/intake/keeping.js";
import type { RelayRole } from "../../node/mesh/host/relaying.js";
import type { MeshPorts } from "../../node/mesh/meshNode.js";
import type { DrawRows } from "../../node/mesh/shards/placement.js";
import type { NameRegister } from "../../node/names/nameRegister.js";
import type { Genesis } from "../../node/names/names.js";
import { createMetrics } from "../../node/runtime/metrics/metrics.js";
import type { Metrics } from "../../node/runtime/metrics/metrics.js";
import type { Identity } from "../../node/runtime/identity/identity.js";
import { Closers } from "../../node/runtime/shutdown.js";
import type { Sealer } from "../../node/sealing/sealer.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import type { Author } from "../../protocol/seal/event.js";
import type { Registry } from "../../protocol/operators/index.js";
import type { Logger } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import { Store } from "../../storage/store.js";
import { scan } from "../../storage/kv/table.js";
import { SimChecker } from "./checker.js";
import { promptAddresses } from "./customers/claims.js";
import { SimClock, SimScheduler } from "./clock.js";
import { credulous } from "./crypto.js";
import type { SimCrypto } from "./crypto.js";
import { SimDisk } from "./disk.js";
import { SimNet } from "./wires/net.js";
import { flawsOf, FORGETFUL_KEYS, forgottenBuckets } from "./plants.js";
import type { OncePerKey, Plant } from "./plants.js";
import type { SeededRandom } from "./random.js";
import type { Site } from "./wires/sites.js";
import type { SimWire } from "./wires/wire.js";

export const MESH_SECRET = new Uint8Array(32).fill(0xa5);
const MESH_KID = 1;
/**
 * Credits of a new account: two computations, and one credit that pays for nothing. Then come those
 * that are bought, as a price is paid wholly from one kind.
 */
export const WELCOME = 7;
/** Claims are open below so many. */
const UNLOCK_BELOW = 128;
/** A supervisor starts a node again that did not come up. */
const RESTART_MS = 1_000;

export interface SimNodeOptions {
  /** Name in traces; unique, unlike the key. */
  readonly place: string;
  readonly seed: Uint8Array;
  readonly network: string;
  readonly genesis: Genesis;
  /** Public keys in hex of the nodes it knows from its configuration. */
  readonly bootstrap: readonly string[];
  readonly clockOffsetMs: number;
  readonly driftPpm: number;
  /** What it can hold, 1 to 16. */
  readonly capacity: number;
  /** A fault planted in it. */
  readonly plant: Plant | null;
  /**
   * Whether it asks for its own head when it starts again; without that a backup forks its spine.
   */
  readonly guarded: boolean;
  /** Where it lives; null where addresses do not matter. */
  readonly site: Site | null;
  /** Whether it is a relay, or uses those of others. */
  readonly relay: RelayRole;
  /** Whose spines it keeps. */
  readonly keep: KeepPolicy;
  readonly connectionsMax: number;
  /** Who cosigns and who gathers heads; null where nobody is named. */
  readonly witness: NodeConfig["witness"] | null;
}

/** What a simulation is told by its nodes. */
interface NodeObserver {
  /** Something of a node's own leaves it. */
  readonly onPublish: (node: SimNode, topic: string, data: Uint8Array) => void;
  /** What became of a message from a neighbour. */
  readonly onVerdict: (code: string) => void;
  /** An event of another author is durable at the node. */
  readonly onHeard: (id: string) => void;
  readonly onLog: (node: SimNode, level: string, message: string, fields: string) => void;
  /** The node will not seal any more, because somebody else uses its key. */
  readonly onSelfEquivocation: (node: SimNode) => void;
}

export interface SimNodeModules {
  readonly wire: SimWire<SimNet>;
  readonly random: SeededRandom;
  readonly registry: Registry;
  readonly crypto: SimCrypto;
  readonly draws: DrawRows;
  readonly observer: NodeObserver;
}

/** One process. */
interface Life {
  readonly net: SimNet;
  readonly scheduler: SimScheduler;
  /** Its time runs out only while it lives. */
  readonly closers: Closers;
  parts: LifeParts | null;
}

/** Events of others on a disk. */
interface Found {
  /** Number of the last one of each spine. */
  readonly ends: ReadonlyMap<string, number>;
  /** Those that wait for earlier ones, as "author seq": they were told when they came. */
  readonly detached: ReadonlySet<string>;
}

export interface LifeParts extends Pick<
  NodeServices,
  "compute" | "names" | "receipts" | "spine" | "store"
> {
  readonly node: ComposedNode;
  readonly sealer: Sealer;
  readonly register: NameRegister;
  readonly mesh: Mesh;
  readonly once: OncePerKey;
  /** Events held of others when this life began: what came since was told. */
  readonly found: Found;
  /** Times each event of another author was told in this life, by id. */
  readonly heard: ReadonlyMap<string, number>;
}

let metrics: Metrics | null = null;

/** Numbers nobody reads: one set serves all. */
function sharedMetrics(): Metrics {
  metrics ??= createMetrics();
  return metrics;
}

export class SimNode {
  readonly place: string;
  readonly author: Author;
  readonly peerId: string;
  readonly clock: SimClock;
  readonly disk: SimDisk;
  readonly crypto: SimCrypto;
  readonly #options: SimNodeOptions;
  readonly #modules: SimNodeModules;
  readonly #proofKey: Uint8Array;
  readonly #log: Logger;
  #life: Life | null = null;
  #lives = 0;

  constructor(options: SimNodeOptions, modules: SimNodeModules) {
    const { place, seed, clockOffsetMs, driftPpm, plant, site } = options;
    const { wire, crypto, random } = modules;
    this.#options = options;
    this.#modules = modules;
    this.crypto = plant === "credulous" ? credulous(crypto) : crypto;
    this.place = place;
    if (site !== null) wire.sites.settle(place, site);
    this.author = { seed, publicKey: toHex(crypto.ed25519PublicKey(seed)) };
    this.peerId = peerIdOf(this.author.publicKey);
    this.clock = new SimClock(wire.loop, clockOffsetMs, driftPpm);
    this.disk = new SimDisk(wire.loop, random.stream("disk"), {
      acknowledgesEarly: plant === "early-acknowledgement",
      forgets: forgottenBuckets(plant),
    });
    this.#proofKey = crypto.sha256(seed);
    this.#log = this.#logger();
  }

  /** What runs, or null while the node is down or comes up. */
  get up(): LifeParts | null {
    return this.#life?.parts ?? null;
  }

  /** Whether a process exists, ready or not. */
  get running(): boolean {
    return this.#life !== null;
  }

  /** Timers that wait. */
  get timers(): number {
    return this.#life?.scheduler.waiting ?? 0;
  }

  get net(): SimNet | null {
    return this.#life?.net ?? null;
  }

  get site(): Site | null {
    return this.#options.site;
  }

  get capacity(): number {
    return this.#options.capacity;
  }

  get keep(): KeepPolicy {
    return this.#options.keep;
  }

  get lives(): number {
    return this.#lives;
  }

  start(): void {
    if (this.#life !== null) return;
    const { wire, observer } = this.#modules;
    this.#lives += 1;
    const scheduler = new SimScheduler(wire.loop, this.clock.driftPpm);
    const life: Life = {
      net: new SimNet(
        wire,
        { peerId: this.peerId, place: this.place, life: this.#lives, relay: this.#options.relay },
        (topic, data) => observer.onPublish(this, topic, data),
      ),
      scheduler,
      closers: new Closers((ms, f) => scheduler.after(ms, f)),
      parts: null,
    };
    life.net.flaws = flawsOf(this.#options.plant);
    this.#life = life;
    wire.loop.note(`start ${this.place}`);
    this.#boot(life).catch((error: unknown) => {
      if (this.#life !== life) return;
      this.#log.error("the node did not start", { error: String(error) });
      this.crash(false);
      wire.loop.after(RESTART_MS, () => {
        this.start();
      });
    });
  }

  /**
   * The process is killed, or its machine loses power.
   * @param silent its peers are not told
   */
  crash(silent: boolean): void {
    const life = this.#life;
    if (life === null) return;
    this.#life = null;
    life.scheduler.kill();
    life.net.crash(silent);
    const lost = this.disk.crash();
    this.#modules.wire.loop.note(`crash ${this.place} ${lost}`);
  }

  /** An orderly end. A crash meanwhile leaves it unfinished. */
  async stop(): Promise<void> {
    const life = this.#life;
    if (life === null || life.parts === null) return;
    this.#modules.wire.loop.note(`stop ${this.place}`);
    life.parts = null;
    await life.closers.closeAll(this.#log);
    if (this.#life !== life) return;
    life.scheduler.kill();
    this.#life = null;
  }

  async #boot(life: Life): Promise<void> {
    const { wire, random, registry } = this.#modules;
    const { clock, crypto } = this;
    const { turn } = wire.loop;
    const store = new Store(this.disk.open(), { turn });
    life.closers.add("store", () => store.close());
    const heard = new Map<string, number>();
    const bytes = random.stream(`bytes ${this.#lives}`);
    const node = await composeNode(this.#config(), {
      store,
      crypto,
      clock,
      registry,
      turn,
      identity: this.#identity(),
      scheduler: life.scheduler,
      closers: life.closers,
      random: {
        next: random.stream(`mesh ${this.#lives}`).next,
        bytes: (count) => bytes.bytes(count),
      },
      log: this.#log,
      metrics: sharedMetrics(),
      addresses: promptAddresses(),
      net: this.#net(life, heard),
    } satisfies NodePorts);
    const found = await findHeld(store, this.author.publicKey);
    const { mesh } = await node.join(null);
    const { compute, names, nameRegister: register, receipts, spine } = node.services;
    const { sealer } = node;
    const once =
      this.#options.plant === "double-application" ? FORGETFUL_KEYS : node.services.idempotency;
    life.parts = {
      node,
      store,
      spine,
      sealer,
      compute,
      receipts,
      names,
      register,
      mesh,
      once,
      found,
      heard,
    };
    wire.loop.note(`up ${this.place} ${spine.size}`);
  }

  #config(): NodeConfig {
    const { genesis, bootstrap, capacity, connectionsMax, guarded, keep, witness } = this.#options;
    return {
      network: { ...genesis, witnesses: [...genesis.witnesses] },
      ...(witness == null ? {} : { witness }),
      mesh: { capacity, alone: !guarded, keep },
      p2p: {
        bootstrap: bootstrap.map((key) => SimNet.address(peerIdOf(key))),
        connectionsMax,
      },
      meshSecrets: { secrets: new Map([[MESH_KID, MESH_SECRET]]), currentKid: MESH_KID },
      credits: { welcome: WELCOME },
      claim: { unlockBelow: UNLOCK_BELOW },
      rateLimits: "off",
    };
  }

  #identity(): Identity {
    const { seed, publicKey: publicKeyHex } = this.author;
    return {
      seed,
      publicKeyHex,
      publicKey: fromHex(publicKeyHex)!,
      proofKey: this.#proofKey,
      nextPublicKey: this.crypto.sha256(`next ${publicKeyHex}`),
      // A new identity has nothing that others could know better.
      created: this.#lives === 1,
    };
  }

  #net({ net, scheduler }: Life, heard: Map<string, number>): MeshPorts {
    const { random, observer, draws } = this.#modules;
    const { crypto } = this;
    return {
      draws,
      // To find keys that show work costs more than what is simulated.
      keyWorkBits: 0,
      open: () => Promise.resolve(net),
      checker: () =>
        new SimChecker(
          { crypto, scheduler, random: random.stream(`checker ${this.#lives}`) },
          this.#options.plant === "stuck-checker",
        ),
      watch: {
        onEvent: ({ id }) => {
          heard.set(id, (heard.get(id) ?? 0) + 1);
          observer.onHeard(id);
        },
        onVerdict: (_topic, _verdict, code) => {
          observer.onVerdict(code);
        },
        onSelfEquivocation: () => {
          observer.onSelfEquivocation(this);
        },
      },
    };
  }

  #logger(): Logger {
    const { observer } = this.#modules;
    const at =
      (level: string) =>
      (message: string, fields?: object): void => {
        observer.onLog(this, level, message, fields === undefined ? "" : JSON.stringify(fields));
      };
    const logger: Logger = {
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      child: () => logger,
    };
    return logger;
  }
}

/** What a life finds on its disk. */
async function findHeld(store: Store, own: string): Promise<Found> {
  const ends = new Map<string, number>();
  for (const author of await store.spine.authors()) {
    const tip = author === own ? undefined : await store.spine.tip(author);
    if (tip !== undefined) ends.set(author, tip.seq);
  }
  const detached = new Set<string>();
  for await (const [[author, seq]] of scan(store.kv, buckets.detached))
    detached.add(`${author} ${seq}`);
  return { ends, detached };
}
