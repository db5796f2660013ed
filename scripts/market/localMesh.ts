/**
 * A market in one process: whole nodes on a network in memory and in virtual time, for the
 * demonstration, the benchmark and the tests. Some of them may lie.
 */
import { composeNode, type ComposedNode } from "../../node/compose.js";
import { revokedAt, rotateKey, type Revoked } from "../../node/ground/keyChange.js";
import type { NodeConfig } from "../../node/ground/ports.js";
import type { WorkResult } from "../../node/market/contributor.js";
import { MemoryHub } from "../sim/wires/memoryNet.js";
import { peerIdOf } from "../../node/mesh/host/peerKey.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { endOwnKeyOps } from "../../node/spine/ownKeys.js";
import { createMetrics } from "../../node/runtime/metrics/metrics.js";
import type { Cancel, Scheduler } from "../../node/runtime/scheduler.js";
import { Closers } from "../../node/runtime/shutdown.js";
import type { Call, Principal } from "../../api/contract/definition/call.js";
import { PreEncoded } from "../../api/contract/definition/preEncoded.js";
import { verifyCheck } from "../../protocol/mesh/judgement.js";
import { BOND_ENVELOPES } from "../../protocol/economy/bond.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { Clock, JsonObject, Logger } from "../../protocol/ports.js";
import { nameOfKey } from "../../storage/records/buckets.js";
import { MemoryStore } from "../stores/memory.js";
import { StoreError } from "../../storage/kv/errors.js";
import type { BatchOptions, Entry, Operation, RangeOptions } from "../../storage/kv/kv.js";
import { Store } from "../../storage/store.js";
import { SeededRandom } from "../sim/random.js";

const CALCOND_MS = 777.000777;
/** Of the mesh, under key number 1. */
export const TOWN_SECRET = new Uint8Array(32).fill(0x5c);
/** Turns of the event loop in which everything that is ready has run. */
const SETTLING_TURNS = 12;

/** A clock and timers that move when they are told to. */
export class LocalTime implements Scheduler, Clock {
  #ms = 0;
  readonly #timers = new Set<{ readonly at: number; readonly f: () => void }>();
  readonly #startNs = 2_400_000_000n * CALCOND_NS;

  nowNs(): bigint {
    return this.#startNs + BigInt(Math.floor(this.#ms * 1_000)) * 1_000n;
  }

  get calcond(): number {
    return Number(this.nowNs() / CALCOND_NS);
  }

  after(ms: number, f: () => void): Cancel {
    const timer = { at: this.#ms + ms, f };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Fires what is due, one after the other. @param settle after each */
  async pass(ms: number, settle: () => Promise<void>): Promise<void> {
    const end = this.#ms + ms;
    for (;;) {
      let next: { readonly at: number; readonly f: () => void } | null = null;
      for (const timer of this.#timers) if (next === null || timer.at < next.at) next = timer;
      if (next === null || next.at > end) break;
      this.#timers.delete(next);
      this.#ms = Math.max(this.#ms, next.at);
      next.f();
    }
    this.#ms = end;
    await settle();
  }
}

/** Lets everything that is ready to run do so. */
async function turns(): Promise<void> {
  for (let i = 0; i < SETTLING_TURNS; i += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

const registry = builtinRegistry();
const metrics = createMetrics();

const CONFIG: Omit<NodeConfig, "network"> = {
  mesh: { capacity: 1, alone: true },
  p2p: { bootstrap: [] },
  meshSecrets: { secrets: new Map([[1, TOWN_SECRET]]), currentKid: 1 },
  credits: { welcome: 128 },
  claim: { unlockBelow: 128 },
  rateLimits: "off",
};

/**
 * A disk that stops writing when it is told to: what comes later is as if power had gone. It counts
 * what is read from it.
 */
export class LocalDisk extends MemoryStore {
  /** Keys asked for and entries read in order, by bucket, since the disk was begun. */
  readonly reads = new Map<string, number>();
  #left = Infinity;

  /** After so many batches more nothing is written. */
  failAfter(batches: number): void {
    this.#left = batches;
  }

  override get(key: Uint8Array): Promise<Uint8Array | undefined> {
    this.#count(key);
    return super.get(key);
  }

  override getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    for (const key of keys) this.#count(key);
    return super.getMany(keys);
  }

  override range(options: RangeOptions): AsyncIterable<Entry> {
    return this.#counted(super.range(options));
  }

  async *#counted(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    for await (const entry of entries) {
      this.#count(entry[0]);
      yield entry;
    }
  }

  #count(key: Uint8Array): void {
    const { bucket } = nameOfKey(key);
    this.reads.set(bucket, (this.reads.get(bucket) ?? 0) + 1);
  }

  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    if (this.#left <= 0) throw new StoreError("STORE_IO", "the disk has stopped");
    this.#left -= 1;
    await super.batch(operations, options);
  }
}

export interface LocalNode {
  readonly name: string;
  publicKey: string;
  /** Keys that it had before. */
  keys: number;
  raw: LocalDisk;
  /** The life of it that runs; killed and begun anew by the mesh. */
  node: ComposedNode;
  store: Store;
  closers: Closers;
  readonly options: LocalNodeOptions;
}

export interface LocalNodeOptions {
  /** Changes what this node tells of its results. */
  readonly result?: WorkResult;
  /** Part of the results of one node alone that it computes again. */
  readonly spotCheckChance?: () => number;
  /** Whose envelopes it takes, and under how many cosignatures. */
  readonly transfers?: NodeConfig["transfers"];
}

export interface LocalMeshOptions {
  readonly log?: Logger;
  /** Names of nodes that are the network's witnesses. */
  readonly witnesses?: readonly string[];
  /** Names of nodes whose cosignatures all nodes ask for, and how many of them. */
  readonly cosigned?: {
    readonly by: readonly string[];
    readonly quorum: number;
    /** Keys of witnesses of elsewhere, with their addresses, as an operator names them. */
    readonly elsewhere?: readonly string[];
    /** Name of the node that gathers heads for them. */
    readonly gatherer?: string;
  };
  /** Nodes keep a share of the spines. */
  readonly shares?: boolean;
  /** Zero bits of a key that shows work; none unless given, so that any key does. */
  readonly keyWorkBits?: number;
}

/** The key that a node of a name has. @param keys that it had before */
export function localKey(name: string, keys = 0): string {
  return Buffer.from(nodeCrypto.ed25519PublicKey(localSeed(name, keys))).toString("hex");
}

export function localSeed(name: string, keys = 0): Uint8Array {
  return nodeCrypto.sha256(Buffer.from(`town ${name}${keys === 0 ? "" : ` ${keys}`}`));
}

export class LocalMesh {
  readonly hub = new MemoryHub();
  readonly time = new LocalTime();
  readonly nodes: LocalNode[] = [];
  readonly #log: Logger;
  readonly #config: NodeConfig;

  readonly #keyWorkBits: number;

  constructor({
    cosigned,
    keyWorkBits = 0,
    log = SILENT,
    shares = false,
    witnesses = [],
  }: LocalMeshOptions = {}) {
    this.#keyWorkBits = keyWorkBits;
    this.#log = log;
    const network = {
      name: "town",
      registryFamily: "calc",
      witnesses: witnesses.map((name) => localKey(name)),
    };
    const witness =
      cosigned === undefined
        ? {}
        : {
            witness: {
              keys: [...cosigned.by.map((name) => localKey(name)), ...(cosigned.elsewhere ?? [])],
              quorum: cosigned.quorum,
              gatherer: cosigned.gatherer === undefined ? "" : localKey(cosigned.gatherer),
            },
          };
    const mesh = shares ? { ...CONFIG.mesh, keep: "share" as const } : CONFIG.mesh;
    this.#config = { ...CONFIG, mesh, network, ...witness };
  }

  /** A node that is linked to all others. */
  async add(name: string, options: LocalNodeOptions = {}): Promise<LocalNode> {
    const begun = await this.#begin(name, new LocalDisk(), options, {
      created: true,
      alone: true,
    });
    this.nodes.push(begun);
    this.#link(begun);
    await this.settle();
    return begun;
  }

  async #begin(
    name: string,
    raw: LocalDisk,
    options: LocalNodeOptions,
    {
      alone,
      created,
      keys = 0,
      revokes,
    }: {
      readonly created: boolean;
      readonly alone: boolean;
      readonly keys?: number;
      readonly revokes?: Revoked;
    },
  ): Promise<LocalNode> {
    const { result, spotCheckChance, transfers } = options;
    const seed = localSeed(name, keys);
    const publicKey = nodeCrypto.ed25519PublicKey(seed);
    const publicKeyHex = Buffer.from(publicKey).toString("hex");
    const store = new Store(raw);
    const closers = new Closers();
    const others = this.nodes.filter((node) => node.name !== name);
    const known = others.map((node) => `/ip4/127.0.0.1/tcp/1/p2p/${peerIdOf(node.publicKey)}`);
    const asked = {
      mesh: { ...this.#config.mesh, alone },
      p2p: alone ? this.#config.p2p : { bootstrap: known },
    };
    const config = { ...this.#config, ...asked, ...(transfers === undefined ? {} : { transfers }) };
    const node = await composeNode(config, {
      store,
      identity: {
        seed,
        publicKey,
        publicKeyHex,
        proofKey: nodeCrypto.sha256(localSeed(name)),
        nextPublicKey: nodeCrypto.ed25519PublicKey(localSeed(name, keys + 1)),
        created,
      },
      crypto: nodeCrypto,
      clock: this.time,
      scheduler: this.time,
      random: new SeededRandom(`town ${name} ${this.time.calcond}`),
      log: this.#log.child(name),
      metrics,
      registry,
      closers,
      net: {
        keyWorkBits: this.#keyWorkBits,
        open: async () => this.hub.join(publicKeyHex),
        checker: () => ({
          check: async (one) => verifyCheck(nodeCrypto, one),
          checkAll: async (all) => all.map((one) => verifyCheck(nodeCrypto, one)),
          stop: () => undefined,
        }),
      },
      ...(revokes === undefined ? {} : { revokes }),
      ...(result === undefined ? {} : { workResult: result }),
      ...(spotCheckChance === undefined ? {} : { spotCheckChance }),
    });
    await node.join(null);
    return { name, publicKey: publicKeyHex, keys, raw, node, store, closers, options };
  }

  #link({ publicKey }: LocalNode): void {
    for (const other of this.nodes)
      if (other.publicKey !== publicKey)
        this.hub.link(peerIdOf(publicKey), peerIdOf(other.publicKey));
  }

  /** Ends a node, and begins it anew on an older copy of its disk; it asks its peers for its own head. */
  async restore(of: LocalNode, copy: LocalDisk): Promise<void> {
    await this.#anew(of, copy, { alone: false });
  }

  /**
   * Kills a node in the middle of whatever it does, and starts it on what its disk had then.
   * @param batches that its next life writes, once it has begun
   */
  async kill(of: LocalNode, batches = Infinity): Promise<void> {
    await this.#anew(of, new LocalDisk(of.raw.contents()), { alone: true, batches });
  }

  /** Gives a node its next key, by its own word: the last event of the spine that ends. */
  async rotate(of: LocalNode): Promise<void> {
    const secrets = {
      next: localSeed(of.name, of.keys + 1),
      after: localSeed(of.name, of.keys + 2),
    };
    if ((await rotateKey(of.node.sealer, nodeCrypto, secrets)) === null)
      throw new Error(`${of.name} may not write`);
    await this.#succeed(of);
  }

  /** Gives a node its next key after the old one was stolen. @param last event that stands */
  async revoke(of: LocalNode, last: number | null = null): Promise<void> {
    const revokes = await revokedAt(of.store, nodeCrypto, { key: of.publicKey, last });
    await this.#succeed(of, revokes);
  }

  async #succeed(of: LocalNode, revokes?: Revoked): Promise<void> {
    this.hub.remove(peerIdOf(of.publicKey));
    await of.closers.closeAll(SILENT);
    const disk = new LocalDisk(of.raw.contents());
    const store = new Store(disk);
    await store.write(await endOwnKeyOps(store, of.publicKey));
    of.keys += 1;
    await this.#replace(of, disk, { alone: true, revokes });
  }

  async #replace(
    of: LocalNode,
    disk: LocalDisk,
    {
      alone,
      batches = Infinity,
      revokes,
    }: {
      readonly alone: boolean;
      readonly batches?: number;
      readonly revokes?: Revoked | undefined;
    },
  ): Promise<void> {
    const begun = await this.#begin(of.name, disk, of.options, {
      created: false,
      alone,
      keys: of.keys,
      ...(revokes === undefined ? {} : { revokes }),
    });
    disk.failAfter(batches);
    of.publicKey = begun.publicKey;
    of.raw = disk;
    of.node = begun.node;
    of.store = begun.store;
    of.closers = begun.closers;
    this.#link(of);
    await this.settle();
  }

  async #anew(
    of: LocalNode,
    disk: LocalDisk,
    begins: { readonly alone: boolean; readonly batches?: number },
  ): Promise<void> {
    this.hub.remove(peerIdOf(of.publicKey));
    // What the old process still does reaches nobody, and not the disk that goes on.
    await of.closers.closeAll(SILENT);
    await this.#replace(of, disk, begins);
  }

  /** Parts the network: who is named hears only the others that are named. */
  part(named: readonly LocalNode[]): void {
    for (const a of named)
      for (const b of this.nodes)
        if (!named.includes(b)) this.hub.part(peerIdOf(a.publicKey), peerIdOf(b.publicKey));
  }

  heal(): void {
    this.hub.heal();
    for (const node of this.nodes) this.#link(node);
  }

  /** Until nothing happens without time passing. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await turns();
      for (const { node } of this.nodes) {
        await node.services.market.idle();
        await node.services.transfers.idle();
        await node.services.witnessing.gatherer.idle();
        await node.services.witnessing.collector.idle();
      }
    }
    await turns();
  }

  async pass(calconds: number): Promise<void> {
    for (let i = 0; i < calconds; i += 1) await this.time.pass(CALCOND_MS, () => this.settle());
  }

  /** Passes time until something holds. @returns calconds that it took. @throws Error after `most` */
  async until(what: string, holds: () => Promise<boolean>, most = 900): Promise<number> {
    for (let passed = 0; passed <= most; passed += 1) {
      if (await holds()) return passed;
      await this.pass(1);
    }
    throw new Error(`${what}: not within ${most} calconds`);
  }

  /** Gives an account a bond and has it contribute. */
  async contribute({ node, store }: LocalNode, account: string): Promise<void> {
    const call = callOf(principalOf(account, true));
    // At once: one commit window holds 256 of them.
    await Promise.all(
      Array.from({ length: BOND_ENVELOPES }, async () =>
        node.handlers.compute({ operators: ["KO42"], inputs: {} }, call),
      ),
    );
    await this.until(`${account} holds its envelopes`, async () => {
      return (await store.vault.head(account)).count >= BOND_ENVELOPES;
    });
    await node.handlers.contributeBond({ count: BOND_ENVELOPES }, call);
    await node.handlers.contributeStart({ share: 100 }, call);
    await this.settle();
  }

  async stop(): Promise<void> {
    for (const { closers } of this.nodes) await closers.closeAll(SILENT);
  }
}

export function principalOf(owner: string, unlimited = false): Principal {
  return { owner, spinUpOnly: false, unlimited, keyPrefix: "town", machine: null } as Principal;
}

export function callOf(principal: Principal | null): Call {
  return {
    requestId: "",
    method: "POST",
    path: "/",
    query: "",
    principal,
    credential: principal === null ? "absent" : "valid",
    idempotency: null,
    traceparent: "",
    accepted: "application/json",
    shape: null,
    emit: () => undefined,
    address: () => "127.0.0.1",
    header: () => "",
    body: () => new Uint8Array(),
    pieces: () => [],
    baseUrl: () => "http://127.0.0.1",
    signal: new AbortController().signal,
  };
}

/** What a handler answered, as JSON. */
export async function readAnswer(answer: unknown): Promise<JsonObject> {
  const value: unknown = await answer;
  if (!(value instanceof PreEncoded)) return value as JsonObject;
  const { body } = value as PreEncoded<object>;
  return JSON.parse(
    typeof body === "string" ? body : Buffer.from(body).toString("utf8"),
  ) as JsonObject;
}
