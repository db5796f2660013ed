/**
 * A whole node in a simulation: the spine, the sealer, the services and the mesh of the daemon, on
 * a virtual clock, disk and network. What outlives a process is here; what dies with it is its
 * life.
 */
import { createMetrics } from "../../node/runtime/metrics.js";
import type { Metrics } from "../../node/runtime/metrics.js";
import { Mesh } from "../../node/mesh/mesh.js";
import { OperatorSet } from "../../node/mesh/discovery/operatorSet.js";
import { peerIdOf } from "../../node/mesh/host/peerKey.js";
import type { DrawRows } from "../../node/mesh/shards/placement.js";
import { recomputer } from "../../node/mesh/shards/recompute.js";
import { Reputation } from "../../node/mesh/discovery/reputation.js";
import { SealEngine } from "../../node/sealing/engine.js";
import { Sealer } from "../../node/sealing/sealer.js";
import { Idempotency } from "../../node/accounts/idempotency.js";
import { NameRegister } from "../../node/names/nameRegister.js";
import { Names } from "../../node/names/names.js";
import type { Genesis } from "../../node/names/names.js";
import { ComputeService } from "../../node/compute/compute.js";
import { OwnSpine } from "../../node/spine/ownSpine.js";
import { Receipts } from "../../node/compute/receipts.js";
import { toHex } from "../../protocol/encoding/hex.js";
import type { Author } from "../../protocol/events/event.js";
import type { DigestBody, NodeBody } from "../../protocol/events/kinds.js";
import type { Registry } from "../../protocol/operators/index.js";
import type { Logger } from "../../protocol/ports.js";
import { ENGINE_VERSION, SOFTWARE_VERSION } from "../../protocol/version.js";
import { buckets } from "../../storage/buckets.js";
import { Store } from "../../storage/store.js";
import { scan } from "../../storage/table.js";
import { NAME_KINDS } from "../../protocol/names/bodies.js";
import { SimChecker } from "./checker.js";
import { promptAddresses } from "./claims.js";
import { SimClock, SimScheduler } from "./clock.js";
import { credulous } from "./crypto.js";
import type { SimCrypto } from "./crypto.js";
import { SimDisk } from "./disk.js";
import { SimNet } from "./net.js";
import { FORGETFUL_KEYS, forgottenBuckets, mutedProtocols } from "./plants.js";
import type { OncePerKey, Plant } from "./plants.js";
import type { SeededRandom } from "./random.js";
import type { SimWire } from "./wire.js";

export const MESH_SECRET = new Uint8Array(32).fill(0xa5);
const MESH_KID = 1;
const NO_SHARDS = "0".repeat(64);
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
}

/** What a simulation is told by its nodes. */
interface NodeObserver {
  /** Something of a node's own leaves it. */
  readonly onPublish: (node: SimNode, topic: string, data: Uint8Array) => void;
  /** What became of a message from a neighbour. */
  readonly onVerdict: (code: string) => void;
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
  parts: LifeParts | null;
}

/** Events of others on a disk. */
interface Found {
  /** Number of the last one of each spine. */
  readonly ends: ReadonlyMap<string, number>;
  /** Those that wait for earlier ones, as "author seq": they were told when they came. */
  readonly detached: ReadonlySet<string>;
}

export interface LifeParts {
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly sealer: Sealer;
  readonly compute: ComputeService;
  readonly receipts: Receipts;
  readonly names: Names;
  readonly register: NameRegister;
  readonly mesh: Mesh;
  readonly once: OncePerKey;
  readonly checker: SimChecker;
  /** What was held of others when this life began: what came since was told. */
  readonly found: Found;
  /** Times each event of another author was told in this life, by id. */
  readonly told: ReadonlyMap<string, number>;
}

/** What the mesh is built on. */
interface Base extends Pick<
  LifeParts,
  "store" | "spine" | "sealer" | "receipts" | "names" | "checker"
> {
  readonly told: Map<string, number>;
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
    const { place, seed, clockOffsetMs, driftPpm, plant } = options;
    const { wire, crypto, random } = modules;
    this.#options = options;
    this.#modules = modules;
    this.crypto = plant === "credulous" ? credulous(crypto) : crypto;
    this.place = place;
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

  get capacity(): number {
    return this.#options.capacity;
  }

  get lives(): number {
    return this.#lives;
  }

  start(): void {
    if (this.#life !== null) return;
    const { wire, observer } = this.#modules;
    this.#lives += 1;
    const life: Life = {
      net: new SimNet(
        wire,
        { peerId: this.peerId, place: this.place, life: this.#lives },
        (topic, data) => observer.onPublish(this, topic, data),
      ),
      scheduler: new SimScheduler(wire.loop, this.clock.driftPpm),
      parts: null,
    };
    life.net.muted = mutedProtocols(this.#options.plant);
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
    const { mesh, names, sealer, store, checker } = life.parts;
    this.#modules.wire.loop.note(`stop ${this.place}`);
    life.parts = null;
    checker.stop();
    await mesh.stop();
    await names.stop();
    await sealer.close();
    await store.close();
    if (this.#life !== life) return;
    life.scheduler.kill();
    this.#life = null;
  }

  async #boot(life: Life): Promise<void> {
    const { wire, registry } = this.#modules;
    const { network } = this.#options;
    const { turn } = wire.loop;
    const { crypto, clock } = this;
    const log = this.#log;
    const store = new Store(this.disk.open(), { turn });
    const spine = new OwnSpine({ author: this.author, net: network }, { crypto, store });
    await spine.reload();
    const engine = new SealEngine(
      { proofKey: this.#proofKey },
      { crypto, clock, store, spine, log },
    );
    await engine.start();
    const metrics = sharedMetrics();
    const sealer = new Sealer({ engine, spine, log, metrics, turn });
    // A new identity has nothing that others could know better.
    const guarded = this.#options.guarded && this.#lives > 1;
    if (guarded) sealer.block("RESTORE_GUARD");
    else if (spine.size === 0) await this.#open(sealer);
    const compute = new ComputeService({ registry, sealer, metrics });
    const receipts = new Receipts({
      crypto,
      store,
      publicKey: this.author.publicKey,
      proofKey: this.#proofKey,
    });
    const names = this.#names(life, store, spine);
    await names.load();
    const { random } = this.#modules;
    const { plant } = this.#options;
    const found = await findHeld(store, this.author.publicKey);
    const told = new Map<string, number>();
    const checker = new SimChecker(
      { crypto, scheduler: life.scheduler, random: random.stream(`checker ${this.#lives}`) },
      plant === "stuck-checker",
    );
    const mesh = this.#mesh(
      life,
      { store, spine, sealer, receipts, names, checker, told },
      guarded,
    );
    await mesh.start();
    names.use((kind, body) => mesh.say(kind, body));
    receipts.useFetch((id) => mesh.fetchReceipt(id));
    sealer.onWindow(() => mesh.headChanged());
    const register = new NameRegister(names, crypto);
    const once =
      plant === "double-application" ? FORGETFUL_KEYS : new Idempotency({ store, clock });
    life.parts = {
      store,
      spine,
      sealer,
      compute,
      receipts,
      names,
      register,
      mesh,
      once,
      checker,
      found,
      told,
    };
    wire.loop.note(`up ${this.place} ${spine.size}`);
  }

  async #open(sealer: Sealer): Promise<void> {
    const { crypto } = this;
    const next = crypto.sha256Hex(crypto.sha256(`next ${this.author.publicKey}`));
    const opened = await sealer.append("spine.open", { engine_version: ENGINE_VERSION, next });
    if (opened === null) throw new Error("the spine cannot be opened");
  }

  /** Peers have told this node's own head: seals go on from there. */
  async #goOn({ sealer, spine, names }: Base): Promise<void> {
    await sealer.reload();
    await names.readGrown();
    sealer.unblock("RESTORE_GUARD");
    if (spine.size === 0) await this.#open(sealer);
  }

  #names(life: Life, store: Store, spine: OwnSpine): Names {
    const { genesis, network } = this.#options;
    return new Names(
      { publicKey: this.author.publicKey, net: network, genesis },
      {
        crypto: this.crypto,
        clock: this.clock,
        store,
        spine,
        log: this.#log,
        addresses: promptAddresses(),
        after: (ms, f) => life.scheduler.after(ms, f),
      },
    );
  }

  #mesh(life: Life, made: Base, guarded: boolean): Mesh {
    const { random, registry, observer, draws } = this.#modules;
    const { network, bootstrap } = this.#options;
    const { store, spine, sealer, receipts, names, checker, told } = made;
    const { crypto, clock } = this;
    const log = this.#log;
    const reputation = new Reputation({ bootstrap: bootstrap.map(peerIdOf) }, { clock });
    const mesh: Mesh = new Mesh(
      {
        guarded,
        network,
        author: this.author,
        engineVersion: ENGINE_VERSION,
        bootstrap: bootstrap.map((key) => SimNet.address(peerIdOf(key))),
        registryGeneration: registry.registryVersion,
        secrets: { ring: new Map([[MESH_KID, MESH_SECRET]]), kid: MESH_KID },
      },
      {
        crypto,
        clock,
        log,
        store,
        spine,
        receipts,
        net: life.net,
        scheduler: life.scheduler,
        reputation,
        checker,
        draws,
        recompute: recomputer({ crypto, registry }),
        appender: sealer,
        guardedSpine: spine,
        random: random.stream(`mesh ${this.#lives}`).next,
        effects: Object.fromEntries(NAME_KINDS.map((kind) => [kind, names.effect])),
        self: {
          node: () => this.#nodeBody(life.net),
          digest: () => this.#digest(made, new OperatorSet(crypto, store)),
        },
      },
      {
        onEvent: (message) => {
          told.set(message.id, (told.get(message.id) ?? 0) + 1);
          names.take(message);
        },
        onFrozen: names.disown,
        onVerdict: (_topic, _verdict, code) => {
          observer.onVerdict(code);
        },
        onClock: (skewed) => {
          if (skewed) sealer.block("CLOCK_SKEW");
          else sealer.unblock("CLOCK_SKEW");
        },
        onSelfEquivocation: () => {
          sealer.block("SELF_EQUIVOCATION");
          observer.onSelfEquivocation(this);
        },
        onGuardPassed: () => {
          this.#goOn(made).then(
            () => mesh.mayWrite(),
            (error: unknown) => {
              log.error("the node could not go on from its own head", { error: String(error) });
            },
          );
        },
      },
    );
    return mesh;
  }

  #nodeBody(net: SimNet): NodeBody {
    return {
      addrs: [...net.addresses()],
      capacity: this.#options.capacity,
      engine_versions: [ENGINE_VERSION],
      roles: ["compute"],
    };
  }

  async #digest(
    { spine, sealer }: Pick<LifeParts, "spine" | "sealer">,
    operators: OperatorSet,
  ): Promise<DigestBody> {
    const emptyRoot = this.crypto.sha256Hex("");
    return {
      build: SOFTWARE_VERSION,
      engine_version: ENGINE_VERSION,
      envelopes: sealer.envelopes,
      machines: emptyRoot,
      min_index: 0,
      operators_hash: await operators.hash(),
      registry_generation: this.#modules.registry.registryVersion,
      root: toHex(spine.root),
      shards: { held: NO_SHARDS, root: emptyRoot },
      size: spine.size,
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
