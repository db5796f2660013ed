/**
 * Peers met before, across restarts: a bounded number of them, and which to try first. Those
 * reached last come first, but of as many different networks as there are: anyone who fills one
 * block of addresses with nodes must not become all that a node sees.
 */
import { CALCOND_NS, KNOWN_PEERS_MAX } from "../../../protocol/limits.js";
import type { Clock, Logger } from "../../../protocol/ports.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { PeerRecord } from "../../../storage/records/records.js";
import type { Store } from "../../../storage/store.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { ipIn, networkOf, plainIp } from "../host/networks.js";

const ADDRESSES_MAX = 8;
/** More than were ever kept: earlier versions set no bound. */
const LOADED_MAX = 65_536;
/** An hour. */
const LONG_CALCONDS = 4_632;
/** Thirty days. */
const FORGOTTEN_CALCONDS = 720 * LONG_CALCONDS;
const NAME = /^\/dns[46]?\/([^/]+)/;

interface KnownPeersModules {
  readonly clock: Clock;
  readonly store: Pick<Store, "peers" | "write">;
  readonly log: Logger;
}

type Entry = readonly [peer: string, record: PeerRecord];

export class KnownPeers {
  readonly #modules: KnownPeersModules;
  readonly #peersMax: number;
  readonly #peers = new Map<string, PeerRecord>();
  /** When those were reached that have not said yet where they are. */
  readonly #reached = new RecentMap<string, number>(KNOWN_PEERS_MAX);

  constructor(modules: KnownPeersModules, peersMax = KNOWN_PEERS_MAX) {
    this.#modules = modules;
    this.#peersMax = peersMax;
  }

  async load(): Promise<void> {
    const { peers } = this.#modules.store;
    for (const [peer, record] of await peers.list({ limit: LOADED_MAX }))
      this.#peers.set(peer, record);
    await this.#write(this.#dropWorst());
  }

  get size(): number {
    return this.#peers.size;
  }

  /** A peer said where it is. */
  learn(peer: string, addresses: readonly string[]): void {
    if (addresses.length === 0) return;
    const now = this.#calcond();
    const at = { addresses: addresses.slice(0, ADDRESSES_MAX), lastSeenCalcond: now };
    this.#put(peer, this.#met(peer, { ...this.#peers.get(peer), ...at }));
  }

  /** A connection to a peer came about. */
  reached(peer: string): void {
    const record = this.#peers.get(peer);
    const now = this.#calcond();
    if (record !== undefined)
      this.#put(peer, {
        ...this.#met(peer, record, now),
        lastSeenCalcond: now,
        reachedCalcond: now,
      });
    else this.#reached.set(peer, this.#reached.get(peer) ?? now);
  }

  /** With when a connection to it came about for the first time. */
  #met(peer: string, record: PeerRecord, now?: number): PeerRecord {
    const { metCalcond, reachedCalcond } = record;
    const met = metCalcond ?? reachedCalcond ?? this.#reached.get(peer) ?? now;
    return met === undefined ? record : { ...record, metCalcond: met };
  }

  /** Whether a connection to it ever came about, as far as is remembered. */
  isMet(peer: string): boolean {
    return this.#reached.has(peer) || this.#peers.get(peer)?.reachedCalcond !== undefined;
  }

  /** Whether it was reached for the first time long ago: keys are made in no time, and time is not. */
  isLongKnown(peer: string): boolean {
    const since = this.#peers.get(peer)?.metCalcond;
    return since !== undefined && this.#calcond() - since >= LONG_CALCONDS;
  }

  /** When it was reached for the first time, as far as is remembered; null of one never met. */
  metCalcond(peer: string): number | null {
    return this.#peers.get(peer)?.metCalcond ?? this.#reached.get(peer) ?? null;
  }

  /** Whether a peer that was reached long ago said that it is at an address of that IP. */
  isLongKnownAt(ip: string): boolean {
    const bare = plainIp(ip);
    for (const [peer, { addresses }] of this.#peers)
      if (this.isLongKnown(peer) && addresses.some((address) => ipIn(address) === bare))
        return true;
    return false;
  }

  /** The peers to try, at most `count`: the best of each network, then the next of each. */
  best(count: number): readonly (readonly [peer: string, addresses: readonly string[]])[] {
    const blocks = new Map<string, Entry[]>();
    for (const entry of this.#sorted()) {
      const block = blockOf(entry[1].addresses[0] ?? "");
      blocks.set(block, [...(blocks.get(block) ?? []), entry]);
    }
    const found: (readonly [string, readonly string[]])[] = [];
    for (let row = 0; found.length < Math.min(count, this.#peers.size); row += 1) {
      for (const entries of blocks.values()) {
        const entry = entries[row];
        if (entry !== undefined) found.push([entry[0], entry[1].addresses]);
      }
    }
    return found.slice(0, count);
  }

  #calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }

  /** Best first: reached last, then heard of last. */
  #sorted(): readonly Entry[] {
    return [...this.#peers].sort(
      ([a, left], [b, right]) =>
        (right.reachedCalcond ?? -1) - (left.reachedCalcond ?? -1) ||
        right.lastSeenCalcond - left.lastSeenCalcond ||
        (a < b ? -1 : 1),
    );
  }

  /** Of those that were heard of within a month. */
  #metFirst(count: number): readonly string[] {
    const since = this.#calcond() - FORGOTTEN_CALCONDS;
    return [...this.#peers]
      .filter(
        ([, { metCalcond, lastSeenCalcond }]) =>
          metCalcond !== undefined && lastSeenCalcond > since,
      )
      .sort(([, a], [, b]) => a.metCalcond! - b.metCalcond!)
      .slice(0, count)
      .map(([peer]) => peer);
  }

  #put(peer: string, record: PeerRecord): void {
    const { store, log } = this.#modules;
    this.#peers.set(peer, record);
    const dropped = this.#dropWorst();
    const kept = this.#peers.has(peer) ? store.peers.putOps(peer, record) : [];
    this.#write([...kept, ...dropped]).catch((error: unknown) => {
      log.warn("a peer's address could not be stored", { error: String(error) });
    });
  }

  /** Half of the places are for those met first: whoever comes in numbers comes later. */
  #dropWorst(): readonly Operation[] {
    const over = this.#peers.size - this.#peersMax;
    if (over <= 0) return [];
    const oldest = new Set(this.#metFirst(Math.floor(this.#peersMax / 2)));
    return this.#sorted()
      .filter(([peer]) => !oldest.has(peer))
      .slice(-over)
      .flatMap(([peer]) => {
        this.#peers.delete(peer);
        return this.#modules.store.peers.delOps(peer);
      });
  }

  async #write(operations: readonly Operation[]): Promise<void> {
    if (operations.length > 0) await this.#modules.store.write(operations);
  }
}

/** The network an address belongs to, the name else. */
function blockOf(address: string): string {
  const ip = ipIn(address);
  return ip === null ? (NAME.exec(address)?.[0] ?? "") : networkOf(ip);
}
