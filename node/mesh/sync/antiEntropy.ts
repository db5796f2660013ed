/**
 * Finds what gossip lost: compares all heads with two peers every 13 calconds, one drawn at random
 * and one to which no messages are pushed, and with every peer that joins.
 */
import { topicOf } from "../../../protocol/events/topics.js";
import type { Crypto, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { Forks } from "./forks.js";
import { UnservedError, type Net } from "../host/net.js";
import { RecentMap } from "../../runtime/recentMap.js";
import type { RandomNumbers } from "../../runtime/random.js";
import { Periodic } from "../../runtime/periodic.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import type { KeptHeads } from "./keptHeads.js";
import type { StatusExchange } from "./status.js";
import { SyncFault } from "./syncClient.js";
import type { SyncClient } from "./syncClient.js";
import { BUCKETS, bucketOf, HeadHashes } from "./syncHeads.js";
import type { Tip } from "./syncHeads.js";
import { BAD_SYNC_POINTS } from "./syncSpines.js";
import type { SpineSync } from "./syncSpines.js";

const PERIOD_CALCONDS = 13;
/** Up to so many spines, the ends of all are asked for at once. */
const FEW_TIPS = 64;
const ALL_BUCKETS: readonly number[] = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
const PEERS_MAX = 4_096;

interface AntiEntropyOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface AntiEntropyModules {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly net: Net;
  readonly store: Pick<Store, "spine">;
  readonly authors: AuthorBook;
  readonly status: StatusExchange;
  readonly client: SyncClient;
  readonly sync: SpineSync;
  readonly forks: Forks;
  readonly scheduler: Scheduler;
  readonly random: RandomNumbers;
  readonly log: Logger;
  /** Every spine held, the own one too. */
  readonly tips: () => readonly Tip[];
  readonly kept: Pick<KeptHeads, "compare" | "has">;
  /** Whether this node or a peer keeps a share of the spines: then not all of their ends agree. */
  readonly isShared: (peer: string) => boolean;
  /** Shared with others who ask for the hashes of the same tips. */
  readonly heads?: HeadHashes;
}

interface TheirTips {
  readonly tips: readonly Tip[];
  /** Whether this node's own spine is among them if the peer holds any of it. */
  readonly isWhole: boolean;
}

interface AntiEntropyListener {
  /** A peer holds another event under this node's own key, or more of them. */
  readonly onOwn: (peer: string, seq: number) => void;
  /** A peer holds so much of this node's own spine, of so much; -1 for nothing. */
  readonly onHeld?: (peer: string, seq: number, of: number) => void;
  /** A round is over; `agreed` when all heads were equal. */
  readonly onRound?: (peer: string, agreed: boolean) => void;
  readonly onPoints?: (peer: string, points: number, why: string) => void;
}

export class AntiEntropy {
  readonly #options: AntiEntropyOptions;
  readonly #modules: AntiEntropyModules;
  readonly #listener: AntiEntropyListener;
  readonly #heads: HeadHashes;
  readonly #rounds = new Map<string, Promise<void>>();
  /** Spines whose ends a peer told when it was asked for all. */
  readonly #counts = new RecentMap<string, number>(PEERS_MAX);
  readonly #periodic: Periodic;

  constructor(
    options: AntiEntropyOptions,
    modules: AntiEntropyModules,
    listener: AntiEntropyListener,
  ) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
    this.#heads = modules.heads ?? new HeadHashes(modules.crypto);
    const compareDrawn = (): void => {
      for (const peer of this.#drawn()) this.compare(peer);
    };
    this.#periodic = new Periodic(compareDrawn, PERIOD_CALCONDS, modules.scheduler);
  }

  start(): void {
    this.#periodic.start();
  }

  async stop(): Promise<void> {
    void this.#periodic.stop();
    await Promise.all(this.#rounds.values());
  }

  /** Compares all heads with a peer, and asks for what it has and this node has not. */
  compare(peer: string): void {
    if (this.#periodic.isStopped || this.#rounds.has(peer)) return;
    const round = this.#compare(peer)
      .catch((error: unknown) => {
        const { log } = this.#modules;
        log.debug("heads could not be compared with a peer", { peer, error: String(error) });
        if (error instanceof SyncFault) {
          this.#listener.onPoints?.(peer, BAD_SYNC_POINTS, error.message);
        }
      })
      .finally(() => {
        this.#rounds.delete(peer);
      });
    this.#rounds.set(peer, round);
  }

  /** One peer at random, and one that is not in the mesh of the heads' topic. */
  #drawn(): readonly string[] {
    const { net, random } = this.#modules;
    const peers = net.peers();
    if (peers.length === 0) return [];
    const draw = (from: readonly string[]): string | undefined =>
      from[Math.floor(random.next() * from.length)];
    const first = draw(peers)!;
    const rest = peers.filter((peer) => peer !== first);
    const pushed = net.meshPeers?.(topicOf(this.#options.network, "head")) ?? [];
    const outside = rest.filter((peer) => !pushed.includes(peer));
    const second = draw(outside.length > 0 ? outside : rest);
    return second === undefined ? [first] : [first, second];
  }

  async #compare(peer: string): Promise<void> {
    const { status, tips } = this.#modules;
    const { heads_hash: theirs } = await status.ask(peer);
    const mine = tips();
    const ownTip = mine.find(([author]) => author === this.#options.publicKey)?.[1] ?? -1;
    if (theirs === this.#heads.all(mine)) {
      this.#listener.onHeld?.(peer, ownTip, ownTip);
      this.#listener.onRound?.(peer, true);
      return;
    }
    if (this.#modules.isShared(peer) && (await this.#compareKept(peer, mine, ownTip))) return;
    const { tips: theirTips, isWhole } = await this.#tipsOf(peer, mine);
    await this.#lookAt(peer, theirTips, mine);
    const theirOwn = theirTips.find(([author]) => author === this.#options.publicKey);
    this.#listener.onHeld?.(peer, theirOwn?.[1] ?? (isWhole ? -1 : ownTip), ownTip);
    this.#listener.onRound?.(peer, false);
  }

  /** The same over the spines that both keep. @returns whether the peer knows how */
  async #compareKept(peer: string, mine: readonly Tip[], ownTip: number): Promise<boolean> {
    const { kept } = this.#modules;
    try {
      const tips = await kept.compare(peer);
      if (tips !== null) await this.#lookAt(peer, tips, mine);
      // Who does not keep the own spine says nothing about it.
      if (kept.has(peer, this.#options.publicKey) === true) {
        const theirOwn = tips?.find(([author]) => author === this.#options.publicKey);
        this.#listener.onHeld?.(peer, theirOwn?.[1] ?? ownTip, ownTip);
      }
      this.#listener.onRound?.(peer, tips === null);
      return true;
    } catch (error) {
      if (error instanceof UnservedError) return false;
      throw error;
    }
  }

  async #lookAt(peer: string, theirs: readonly Tip[], mine: readonly Tip[]): Promise<void> {
    const held = new Map(mine.map(([author, , id]) => [author, id]));
    for (const tip of theirs) if (held.get(tip[0]) !== tip[2]) await this.#look(peer, tip);
  }

  /** The ends of the peer's spines that may differ from those of this node. */
  async #tipsOf(peer: string, mine: readonly Tip[]): Promise<TheirTips> {
    const { client } = this.#modules;
    // The hashes of all buckets are 17 kB, the ends of few spines far less.
    if (Math.max(mine.length, this.#counts.get(peer) ?? 0) <= FEW_TIPS) {
      const tips = await client.tips(peer, ALL_BUCKETS);
      this.#counts.set(peer, tips.length);
      return { tips, isWhole: true };
    }
    // As they were when the peer was asked: its answer is held against them.
    const own = [...this.#heads.buckets(mine)];
    const hashes = await client.bucketHashes(peer, own);
    const differing = hashes.flatMap((hash, bucket) => (hash === own[bucket] ? [] : [bucket]));
    if (differing.length === 0) return { tips: [], isWhole: false };
    const wanted = new Set(differing);
    const tips = await client.tips(peer, differing);
    if (tips.some(([author]) => !wanted.has(bucketOf(author))))
      throw new SyncFault("heads nobody asked for");
    return { tips, isWhole: wanted.has(bucketOf(this.#options.publicKey)) };
  }

  async #look(peer: string, [author, seq, id]: Tip): Promise<void> {
    const { authors, sync, forks, store } = this.#modules;
    if (author === this.#options.publicKey) {
      const [held] = await store.spine.idsAt(author, [seq]);
      if (held !== id) this.#listener.onOwn(peer, seq);
      return;
    }
    const tip = authors.tip(author);
    const frozenAt = authors.frozenAt(author);
    if (frozenAt !== null && seq >= frozenAt && (tip?.seq ?? -1) >= frozenAt - 1) return;
    if (tip === null || seq > tip.seq) {
      sync.want(author, peer, seq, true);
      return;
    }
    const [held] = await store.spine.idsAt(author, [seq]);
    if (typeof held === "string" && held !== id) forks.differs(author, peer, seq);
  }
}
