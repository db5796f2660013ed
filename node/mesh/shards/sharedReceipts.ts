/**
 * Shared receipts, wherever they were sealed: which nodes hold them, that they get there and stay
 * there, and how a reader finds one.
 */
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import type { EncodedEvent } from "../../../protocol/seal/event.js";
import type { DigestBody, NodeBody, ShardBody } from "../../../protocol/mesh/kinds.js";
import { shardMap, shardOf } from "../../../protocol/placement/shards.js";
import type { Clock, Crypto, Logger } from "../../../protocol/ports.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { Store } from "../../../storage/store.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { BlobExchange, BlobSource } from "./blob.js";
import type { Frames } from "../host/frame.js";
import { Holdings } from "./holdings.js";
import type { Net } from "../host/net.js";
import { Onward } from "./onward.js";
import { peerIdOf } from "../host/peerKey.js";
import { Placement } from "./placement.js";
import type { DrawRows } from "./placement.js";
import { Repair } from "./repair.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import { ShardClaims } from "./shardClaims.js";
import { ShardExchange } from "./shards.js";

export interface KeptView {
  /** Of 256 shards, those this node said it holds. */
  readonly shards: number;
  /** Shards of which some holder is not known to have all that this node has. */
  readonly open: number;
  /** Kept for others. */
  readonly receipts: number;
  readonly bytes: number;
  /** Receipts that repair has brought here, and to others, since the start. */
  readonly taken: number;
  readonly given: number;
}

/** What came of looking for a receipt. */
export interface LookedFor {
  readonly text: string | null;
  /** Where there is none: nodes that should hold it, and that neither gave it nor denied it. */
  readonly unreached: readonly string[];
}

/** Peers whose neighbours are asked for one receipt. */
const THROUGH_MAX = 3;
/** A search in which nothing has come for so long is given up by who asked. */
const STALLED_MS = 25_000;
/** Addresses of a node that are tried before it counts as not reached. */
const DIALS_MAX = 2;

interface SharedOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
  /** Own capacity and addresses, as they are announced. */
  readonly self: () => Pick<NodeBody, "addrs" | "capacity">;
}

interface DialBounds {
  mayTry(address: string, peer: string): boolean;
  failed(address: string, peer: string): void;
  reached(address: string): void;
}

interface SharedModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: Logger;
  readonly net: Net;
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly authors: Pick<AuthorBook, "isFrozen" | "isHeardOf">;
  readonly frames: Frames;
  readonly blobs: BlobExchange;
  /** What bounds calls to addresses that others told. */
  readonly dials: DialBounds;
  readonly draws?: DrawRows;
  readonly isHeard: () => boolean;
  /** When somebody last had a connection to a node. */
  readonly seenAt: (node: string) => number;
  readonly say: (kind: string, body: ShardBody) => Promise<EncodedEvent | null>;
}

/** What a node hands out: its own shared receipts, and those it keeps for others. */
export function heldReceipts(source: BlobSource, store: Pick<Store, "blobs">): BlobSource {
  return {
    shared: async (id) => (await source.shared(id)) ?? (await store.blobs.get(id)) ?? null,
    isReceipt: (id, text) => source.isReceipt(id, text),
  };
}

export class SharedReceipts {
  readonly placement: Placement;
  readonly claims: ShardClaims;
  readonly holdings: Holdings;
  readonly #options: SharedOptions;
  readonly #modules: SharedModules;
  readonly #exchange: ShardExchange;
  readonly #repair: Repair;

  constructor(options: SharedOptions, modules: SharedModules) {
    const { crypto, store, authors, scheduler } = modules;
    this.#options = options;
    this.#modules = modules;
    this.placement = new Placement(options, {
      ...modules,
      isFrozen: (author) => authors.isFrozen(author),
      pause: () =>
        new Promise((resolve) => {
          scheduler.after(0, resolve);
        }),
    });
    this.holdings = new Holdings({
      crypto,
      store,
      accepts: (signer) => signer === options.publicKey || authors.isHeardOf(signer),
    });
    this.claims = new ShardClaims({ store, calcond: () => this.placement.calcond });
    this.#exchange = new ShardExchange({
      ...modules,
      holdings: this.holdings,
      onOffer: (ids, from) => this.#offered(ids, from),
    });
    this.#repair = new Repair(options, {
      ...modules,
      placement: this.placement,
      claims: this.claims,
      holdings: this.holdings,
      exchange: this.#exchange,
      reach: (node) => this.reach(node),
    });
  }

  async start(): Promise<void> {
    const onward = new Onward({
      ...this.#modules,
      holders: (id) => this.#holdersOf(id).map(peerIdOf),
    });
    this.#modules.blobs.useOnward((request, from) => onward.answer(request, from));
    await this.placement.load();
    await this.claims.load();
    await this.holdings.load();
    await this.#exchange.start();
    this.#repair.start();
  }

  async stop(): Promise<void> {
    await this.#repair.stop();
  }

  /** Something was sealed. */
  nudge(): void {
    this.#repair.nudge();
  }

  /** An event of another node is durable here. */
  heard({ event }: AcceptedEvent): void {
    const before = this.placement.members();
    this.placement.hear(event);
    if (this.placement.members() !== before) this.#repair.nudge();
  }

  /** What events about shards change beside their spine. */
  readonly effect = (message: AcceptedEvent): readonly Operation[] => this.claims.effect(message);

  /** Takes back what an event about shards changed, where it is not kept. */
  readonly undo = (message: AcceptedEvent): Promise<void> => this.claims.undo(message);

  /** Shards this node said it holds. */
  get claimed(): number {
    return this.claims.shardsOf(this.#options.publicKey).length;
  }

  /** Shards held for others, and what repair does. */
  get kept(): KeptView {
    const { count, bytes } = this.holdings.kept;
    return { shards: this.claimed, receipts: count, bytes, ...this.#repair.progress };
  }

  holdersOf(id: string): readonly string[] {
    return this.placement.holders(shardOf(this.#modules.crypto, id));
  }

  /** For this node's digest: the shards it said it holds, and the root over what is in them. */
  async digest(): Promise<DigestBody["shards"]> {
    const shards = this.claims.shardsOf(this.#options.publicKey);
    return { held: shardMap(shards), root: await this.holdings.rootOf(shards) };
  }

  /** A shared receipt by its id, checked against it; null when no node that is reached has it. */
  async fetch(id: string): Promise<string | null> {
    return (await this.lookFor(id)).text;
  }

  /** The same, and which of those that should hold it were not heard. */
  async lookFor(id: string): Promise<LookedFor> {
    const { blobs, net, log } = this.#modules;
    const nodes = this.#holdersOf(id);
    const connected = net.peers();
    const near = nodes.map(peerIdOf).filter((peer) => connected.includes(peer));
    const others = connected.filter((peer) => !near.includes(peer));
    const far = nodes.filter((node) => !connected.includes(peerIdOf(node)));
    const deniedBy = new Set<string>();
    const looking = async (): Promise<string | null> =>
      (await blobs.fetch(id, near, { deniedBy })) ??
      firstOf([
        blobs.fetch(id, others, { deniedBy }),
        // A dial to a node behind a translator takes long to fail; who is connected may reach it.
        ...(far.length === 0 ? [] : [this.#fetchThrough(id, [...near, ...others], deniedBy)]),
        this.#fetchFar(id, far, deniedBy),
      ]);
    const found = await this.#whileMoving(id, looking());
    if (found === null) {
      return { text: null, unreached: nodes.filter((node) => !deniedBy.has(peerIdOf(node))) };
    }
    await this.holdings.keep(id, found).catch((error: unknown) => {
      log.warn("a fetched receipt could not be stored", { id, error: String(error) });
    });
    return { text: found, unreached: [] };
  }

  /** The result, or null once nothing of it has come for a while; the search itself goes on. */
  async #whileMoving(id: string, looking: Promise<string | null>): Promise<string | null> {
    const { blobs, clock, scheduler } = this.#modules;
    let cancel: Cancel = () => undefined;
    const stalled = new Promise<null>((resolve) => {
      const watch = (sinceNs: bigint): void => {
        const leftMs = STALLED_MS - Number(clock.nowNs() - sinceNs) / 1e6;
        if (leftMs <= 0) resolve(null);
        else cancel = scheduler.after(Math.ceil(leftMs), () => watch(blobs.movedNs(id) ?? sinceNs));
      };
      watch(clock.nowNs());
    });
    try {
      return await Promise.race([looking, stalled]);
    } finally {
      cancel();
    }
  }

  /** Other nodes that should have a receipt, or say so, in order. */
  #holdersOf(id: string): readonly string[] {
    const shard = shardOf(this.#modules.crypto, id);
    const nodes = [
      ...this.placement.candidates(shard),
      ...this.claims.claimants(shard, (author) => this.placement.isMember(author)),
    ];
    return [...new Set(nodes)].filter((node) => node !== this.#options.publicKey);
  }

  /** From neighbours of those that are connected. */
  #fetchThrough(
    id: string,
    peers: readonly string[],
    deniedBy: Set<string>,
  ): Promise<string | null> {
    return this.#modules.blobs.fetch(id, peers.slice(0, THROUGH_MAX), { near: true, deniedBy });
  }

  /** From nodes that have to be dialled first. */
  #fetchFar(id: string, nodes: readonly string[], deniedBy: Set<string>): Promise<string | null> {
    return firstOf(
      nodes.map(async (node) => {
        const peer = await this.reach(node);
        return peer === null ? null : this.#modules.blobs.fetch(id, [peer], { deniedBy });
      }),
    );
  }

  /** Calls a node, unless it is connected. @returns the peer; null where nobody answered */
  async reach(node: string): Promise<string | null> {
    const { net, log, dials } = this.#modules;
    const peer = peerIdOf(node);
    if (net.peers().includes(peer)) return peer;
    for (const address of this.placement.addresses(node).slice(0, DIALS_MAX)) {
      // Anyone who answers there must be the one that was meant.
      const full = address.includes("/p2p/") ? address : `${address}/p2p/${peer}`;
      if (!full.endsWith(`/p2p/${peer}`) || !dials.mayTry(full, peer)) continue;
      try {
        const reached = await net.dial(full);
        dials.reached(full);
        return reached;
      } catch (error) {
        dials.failed(full, peer);
        log.debug("a holder was not reached", { address: full, error: String(error) });
      }
    }
    return null;
  }

  /** A peer has receipts that may belong here. @returns which are held now */
  async #offered(ids: readonly string[], from: string): Promise<readonly string[]> {
    const { crypto } = this.#modules;
    const { publicKey } = this.#options;
    const wanted: string[] = [];
    const held: string[] = [];
    for (const id of ids) {
      if (await this.holdings.has(id)) held.push(id);
      // A node that knows of one more or less may count the next in order.
      else if (this.placement.candidates(shardOf(crypto, id)).includes(publicKey)) wanted.push(id);
    }
    return [...held, ...(await this.#repair.take(wanted, [from]))];
  }
}

/** The first that is not null; null when all are. */
async function firstOf(found: readonly Promise<string | null>[]): Promise<string | null> {
  const answers = found.map(async (answer) => {
    const text = await answer;
    if (text === null) throw new Error("nothing there");
    return text;
  });
  // That nobody has it is no error: each failure was logged where it happened.
  return Promise.any(answers).catch(() => null);
}
