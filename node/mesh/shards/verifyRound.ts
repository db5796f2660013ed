/**
 * A round of real verification: whose spines are held alike by peers, and whether receipts they
 * hand over come out with the same bits here. Nothing is taken from a peer on its word.
 */
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { Clock, Crypto, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { BlobExchange } from "./blob.js";
import type { Net } from "../host/net.js";
import type { RandomNumbers } from "../../runtime/random.js";
import type { StatusExchange } from "../sync/status.js";
import type { SyncClient } from "../sync/syncClient.js";
import { bucketHashes, bucketsOf } from "../sync/syncHeads.js";
import type { Tip } from "../sync/syncHeads.js";

export interface VerifyRound {
  readonly coherenceScore: number | null;
  /** Peers that answered. */
  readonly peers: number;
  /** Spines held on both sides, and those of them where one is a prefix of the other. */
  readonly compared: number;
  readonly agreed: number;
  /** Shared receipts that peers handed over, and those of them that came out with the same bits. */
  readonly sampled: number;
  readonly recomputed: number;
  readonly mismatches: readonly { readonly peer: string; readonly what: string }[];
  readonly calcond: number;
}

/** What computing a receipt again gave. */
export type Recomputed = "agrees" | "differs" | "not-comparable";

interface RoundModules {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store: Store;
  readonly net: Pick<Net, "peers">;
  readonly status: Pick<StatusExchange, "greeted">;
  readonly client: Pick<SyncClient, "bucketHashes" | "tips" | "ids">;
  readonly blobs: Pick<BlobExchange, "fetchFrom">;
  readonly tips: () => readonly Tip[];
  readonly random: RandomNumbers;
  readonly recompute: (id: string, text: string) => Recomputed | Promise<Recomputed>;
}

/** Shared receipts among which samples are drawn. */
const CANDIDATES_MAX = 65_536;
/** Said of one round; what is beyond still counts against the score. */
const MISMATCHES_MAX = 64;
/** Rounds under way and waiting: each asks many peers and computes many receipts. */
const ROUNDS_MAX = 8;

interface Tally {
  peers: number;
  compared: number;
  agreed: number;
  sampled: number;
  recomputed: number;
  readonly mismatches: { peer: string; what: string }[];
}

export class MeshVerifier {
  readonly #modules: RoundModules;
  #score: number | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #rounds = 0;

  constructor(modules: RoundModules) {
    this.#modules = modules;
  }

  /** Of the last round; null before the first, and when it had nothing to compare. */
  get score(): number | null {
    return this.#score;
  }

  /**
   * One round at a time.
   * @param peersMax, samplesMax at most so many. @returns null when too many rounds wait
   */
  async run(peersMax: number, samplesMax: number): Promise<VerifyRound | null> {
    if (this.#rounds >= ROUNDS_MAX) return null;
    this.#rounds += 1;
    const round = this.#running
      .then(() => this.#round(peersMax, samplesMax))
      .finally(() => {
        this.#rounds -= 1;
      });
    this.#running = round.catch(() => undefined);
    return round;
  }

  async #round(peersMax: number, samplesMax: number): Promise<VerifyRound> {
    const { net, status, clock } = this.#modules;
    const tally: Tally = {
      peers: 0,
      compared: 0,
      agreed: 0,
      sampled: 0,
      recomputed: 0,
      mismatches: [],
    };
    const connected = new Set(net.peers());
    const candidates = status.greeted().filter((peer) => connected.has(peer));
    const chosen = this.#shuffled(candidates).slice(0, peersMax);
    const answered = await Promise.all(chosen.map((peer) => this.#compare(peer, tally)));
    const asked = chosen.filter((_, i) => answered[i]);
    if (asked.length > 0 && samplesMax > 0) await this.#sample(asked, samplesMax, tally);
    const counted = tally.compared + tally.sampled;
    const coherenceScore = counted === 0 ? null : (tally.agreed + tally.recomputed) / counted;
    this.#score = coherenceScore;
    return { coherenceScore, ...tally, calcond: Number(clock.nowNs() / CALCOND_NS) };
  }

  /** @returns whether the peer answered */
  async #compare(peer: string, tally: Tally): Promise<boolean> {
    const { client, crypto, tips, log } = this.#modules;
    try {
      const own = tips();
      const hashes = bucketHashes(crypto, own);
      const theirs = await client.bucketHashes(peer);
      const buckets = bucketsOf(own);
      const differing: number[] = [];
      let same = 0;
      for (let i = 0; i < hashes.length; i += 1) {
        if (hashes[i] === theirs[i]) same += buckets[i]?.length ?? 0;
        else differing.push(i);
      }
      const found = await this.#compareTips(peer, own, differing);
      tally.peers += 1;
      tally.compared += same + found.compared;
      tally.agreed += same + found.compared - found.different.length;
      for (const author of found.different) note(tally, peer, `spine ${author}`);
      return true;
    } catch (error) {
      log.debug("heads could not be compared with a peer", { peer, error: String(error) });
      return false;
    }
  }

  async #compareTips(
    peer: string,
    own: readonly Tip[],
    differing: readonly number[],
  ): Promise<{ readonly compared: number; readonly different: readonly string[] }> {
    if (differing.length === 0) return { compared: 0, different: [] };
    const mine = new Map(own.map((tip) => [tip[0], tip]));
    const different: string[] = [];
    let compared = 0;
    for (const [author, seq, id] of await this.#modules.client.tips(peer, differing)) {
      const held = mine.get(author);
      if (held === undefined) continue;
      const isPrefix = await this.#isPrefix(peer, held, [author, seq, id]);
      if (isPrefix === null) continue;
      compared += 1;
      if (!isPrefix) different.push(author);
    }
    return { compared, different };
  }

  /**
   * Whether one of two chains begins with the other; null where that cannot be seen: anyone who has
   * just taken an event may know of it before it is written.
   */
  async #isPrefix(peer: string, mine: Tip, theirs: Tip): Promise<boolean | null> {
    const { store, client } = this.#modules;
    const [author, seq, id] = mine;
    if (theirs[1] === seq) return theirs[2] === id;
    const [at, wanted] = theirs[1] < seq ? [theirs[1], theirs[2]] : [seq, id];
    const [found] =
      theirs[1] < seq
        ? await store.spine.idsAt(author, [at])
        : await client.ids(peer, author, [at]);
    return found === null || found === undefined ? null : found === wanted;
  }

  async #sample(peers: readonly string[], samplesMax: number, tally: Tally): Promise<void> {
    for (const id of await this.#drawn(samplesMax)) {
      for (const peer of this.#shuffled(peers)) {
        const outcome = await this.#recomputeFrom(peer, id);
        if (outcome === "not-held") continue;
        if (outcome === "not-comparable") break;
        tally.sampled += 1;
        if (outcome === "agrees") tally.recomputed += 1;
        else note(tally, peer, `receipt ${id}`);
        break;
      }
    }
  }

  async #recomputeFrom(peer: string, id: string): Promise<Recomputed | "not-held"> {
    const { blobs, recompute, log } = this.#modules;
    try {
      const text = await blobs.fetchFrom(peer, id);
      return text === null ? "not-held" : await recompute(id, text);
    } catch (error) {
      log.debug("a sampled receipt could not be fetched", { peer, id, error: String(error) });
      return "not-held";
    }
  }

  /** Ids of shared receipts that this node knows of, each as likely as any other. */
  async #drawn(count: number): Promise<readonly string[]> {
    const { store, random } = this.#modules;
    const drawn: string[] = [];
    let seen = 0;
    for await (const [[, id]] of store.shards.scan()) {
      seen += 1;
      if (drawn.length < count) drawn.push(id);
      else {
        const place = Math.floor(random.next() * seen);
        if (place < count) drawn[place] = id;
      }
      if (seen >= CANDIDATES_MAX) break;
    }
    return drawn;
  }

  #shuffled<T>(items: readonly T[]): readonly T[] {
    const { random } = this.#modules;
    const mixed = [...items];
    for (let i = mixed.length - 1; i > 0; i -= 1) {
      const j = Math.floor(random.next() * (i + 1));
      [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
    }
    return mixed;
  }
}

function note(tally: Tally, peer: string, what: string): void {
  if (tally.mismatches.length < MISMATCHES_MAX) tally.mismatches.push({ peer, what });
}
