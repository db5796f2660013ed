/**
 * Brings shared receipts to the nodes that should hold them, and keeps them there: new own ones are
 * offered at once; a shard whose holders changed is compared with each of them, as is every held
 * one now and then; the little that is held of others' shards is offered without comparing.
 * Nothing is given up because somebody is not reached.
 */
import type { EncodedEvent } from "../../../protocol/seal/event.js";
import type { ShardBody } from "../../../protocol/mesh/kinds.js";
import { epochOf } from "../../../protocol/placement/epoch.js";
import { SHARD_COUNT, shardMap, shardOf } from "../../../protocol/placement/shards.js";
import type { Crypto, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { BlobExchange } from "./blob.js";
import type { Holdings } from "./holdings.js";
import type { Placement } from "./placement.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../../runtime/scheduler.js";
import type { ShardClaims } from "./shardClaims.js";
import type { ShardExchange } from "./shards.js";
import { OFFER_MAX } from "./shards.js";

const PERIOD_CALCONDS = 10;
/**
 * Held shards are compared with the other holders so often although nothing seems to have changed.
 */
const AUDIT_CALCONDS = 120;
/** Between two events about shards: what changes in between falls together. */
const CLAIM_CALCONDS = 30;
/** Nodes that start together are to be heard of before anything is said. */
const STEADY_CALCONDS = 10;
const BACKOFF_CALCONDS_MAX = 120;
/** Own new receipts read at a time. */
const UNTOLD_AT_ONCE = 256;
/** Receipts moved to or from one node in one round; the next one follows soon. */
const MOVED_MAX = 128;
const NODES_AT_ONCE = 3;
/** Shards for which a node that answers otherwise may owe an answer in one round. */
const MISSES_MAX = 4;
const SHARDS_AT_ONCE = 3;
/**
 * Of a shard that is others', no more than so many receipts are offered without comparing it: a
 * request has room for four such shards.
 */
const FEW_IDS_MAX = OFFER_MAX / 4;
const FETCHES_AT_ONCE = 8;

interface RepairOptions {
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface RepairModules {
  readonly crypto: Pick<Crypto, "sha256">;
  readonly store: Pick<Store, "shards" | "write">;
  readonly placement: Placement;
  readonly claims: ShardClaims;
  readonly holdings: Holdings;
  readonly exchange: ShardExchange;
  readonly blobs: BlobExchange;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** A connected peer id of a node, dialled if need be; null when it is not reached. */
  readonly reach: (node: string) => Promise<string | null>;
  /** Whether somebody listens to what is said about shards. */
  readonly isHeard: () => boolean;
  readonly say: (kind: string, body: ShardBody) => Promise<EncodedEvent | null>;
}

interface Backoff {
  failures: number;
  until: number;
}

export class Repair {
  readonly #options: RepairOptions;
  readonly #modules: RepairModules;
  /** Shards that some holder may not have in full. */
  readonly #dirty = new Set<number>();
  /**
   * Of these the holders that have all there was at a version: while another one is away, they need
   * not be asked again.
   */
  readonly #agreed = new Map<number, { readonly version: number; readonly nodes: Set<string> }>();
  /** Of shards that were settled: own receipts sealed since. */
  readonly #fresh = new Map<number, string[]>();
  /** In this round: what is held of shards that are others', where it is little. */
  readonly #few = new Map<number, Promise<readonly string[]>>();
  /** Receipts being offered to a peer, and which of them it has fetched. */
  readonly #offers = new Map<string, Map<string, boolean>>();
  readonly #holders: (readonly string[])[] = Array.from({ length: SHARD_COUNT }, () => []);
  readonly #backoffs = new Map<string, Backoff>();
  #auditedAt = 0;
  #saidAt = -CLAIM_CALCONDS;
  #claimed = "";
  #claimedAt = 0;
  #more = false;
  /** Whether a receipt may have been sealed since it was looked for: at rest nothing is read. */
  #mayBeNew = true;
  #taken = 0;
  #given = 0;
  #round: Promise<void> | null = null;
  #timer: Cancel = () => undefined;
  #soon = false;
  #stopped = false;

  constructor(options: RepairOptions, modules: RepairModules) {
    this.#options = options;
    this.#modules = modules;
  }

  start(): void {
    this.#auditedAt = this.#modules.placement.calcond;
    this.#modules.blobs.onHanded((id, peer) => {
      const offered = this.#offers.get(peer);
      if (offered?.has(id) === true) offered.set(id, true);
    });
    this.#schedule(1);
  }

  /** Ends the rounds; the one under way stops at its next step. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer();
    await this.#round;
  }

  /** Something may have to be moved: a round follows within a calcond. */
  nudge(): void {
    this.#mayBeNew = true;
    if (!this.#soon) this.#schedule(1);
  }

  /** Shards that are not settled, and receipts brought here and to others since the start. */
  get progress(): { readonly open: number; readonly taken: number; readonly given: number } {
    return { open: this.#dirty.size, taken: this.#taken, given: this.#given };
  }

  /** Whether every holder that counts has all this node has of a shard, as far as is known. */
  isSettled(shard: number): boolean {
    return !this.#dirty.has(shard);
  }

  #schedule(calconds: number): void {
    if (this.#stopped) return;
    this.#timer();
    this.#soon = calconds === 1;
    this.#timer = this.#modules.scheduler.after(calconds * CALCOND_MS, () => {
      this.#soon = false;
      if (this.#round === null) this.#round = this.#run();
      // What asked for a round may have come too late for the one under way.
      else this.#more = true;
    });
  }

  async #run(): Promise<void> {
    this.#more = false;
    try {
      await this.#work();
    } catch (error) {
      this.#modules.log.warn("shared receipts could not be placed", { error: String(error) });
    }
    this.#round = null;
    if (!this.#soon) this.#schedule(this.#more ? 1 : PERIOD_CALCONDS);
  }

  async #work(): Promise<void> {
    const own = new Set(await this.#modules.placement.own());
    this.#notice(own);
    await this.#tellNew();
    await this.#settle(own);
    if (this.#stopped) return;
    this.#modules.holdings.setSpare(this.#unheld(own));
    await this.#claim(own);
  }

  /**
   * Marks what has to be looked at: shards with new holders, and sometimes all held ones. One with
   * nothing in it is no matter of this node: who holds something of it asks here.
   */
  #notice(own: ReadonlySet<number>): void {
    const { placement, holdings } = this.#modules;
    const now = placement.calcond;
    const isAudit = now - this.#auditedAt >= AUDIT_CALCONDS;
    if (isAudit) this.#auditedAt = now;
    for (let shard = 0; shard < SHARD_COUNT; shard += 1) {
      const holders = placement.holders(shard);
      const isOwn = own.has(shard);
      const isEmpty = holdings.count(shard) === 0;
      if (!isOwn && isEmpty) continue;
      const isDue = isAudit && isOwn && !isEmpty;
      if (isDue || !areSame(holders, this.#holders[shard]!)) this.#mark(shard);
      this.#holders[shard] = holders;
    }
  }

  #mark(shard: number): void {
    this.#dirty.add(shard);
    this.#agreed.delete(shard);
  }

  #settled(shard: number): void {
    this.#dirty.delete(shard);
    this.#agreed.delete(shard);
  }

  /** Shards of which this node need not keep anything: all their holders have it. */
  #unheld(own: ReadonlySet<number>): readonly number[] {
    const { publicKey } = this.#options;
    const { placement } = this.#modules;
    return Array.from({ length: SHARD_COUNT }, (_, shard) => shard).filter(
      (shard) =>
        !own.has(shard) &&
        !this.#dirty.has(shard) &&
        placement.holders(shard).some((node) => node !== publicKey),
    );
  }

  /** Own receipts sealed since the last round go to their holders at once. */
  async #tellNew(): Promise<void> {
    const { crypto, store, holdings, placement } = this.#modules;
    if (!this.#mayBeNew) return;
    this.#mayBeNew = false;
    const ids = await this.#untold();
    if (ids.length === 0) return;
    const unsettled = new Set(this.#dirty);
    for (const id of ids) {
      const shard = shardOf(crypto, id);
      // With its first receipt a shard is not compared: to these holders it is offered now.
      if (holdings.count(shard) === 0) this.#holders[shard] = placement.holders(shard);
      holdings.noteOwn([id]);
      this.#mark(shard);
      if (!unsettled.has(shard)) this.#fresh.set(shard, [...(this.#fresh.get(shard) ?? []), id]);
    }
    // From here on the comparison of shards sees to them; after a restart all are compared.
    this.#mayBeNew = true;
    await store.write(store.shards.sharingOps(ids));
    if (ids.length === UNTOLD_AT_ONCE) this.#more = true;
  }

  async #untold(): Promise<readonly string[]> {
    try {
      return await this.#modules.store.shards.untold(UNTOLD_AT_ONCE);
    } catch (error) {
      this.#mayBeNew = true;
      throw error;
    }
  }

  async #settle(own: ReadonlySet<number>): Promise<void> {
    const { placement, holdings } = this.#modules;
    const open = new Map<number, number>();
    const work = new Map<string, number[]>();
    for (const shard of [...this.#dirty].sort((a, b) => a - b)) {
      const version = holdings.version(shard);
      // What has come since, they may not have.
      if (this.#agreed.get(shard)?.version !== version)
        this.#agreed.set(shard, { version, nodes: new Set() });
      const { nodes } = this.#agreed.get(shard)!;
      const others = placement
        .holders(shard)
        .filter((node) => node !== this.#options.publicKey && !nodes.has(node));
      open.set(shard, others.length);
      for (const node of others) {
        const shards = work.get(node);
        if (shards === undefined) work.set(node, [shard]);
        else shards.push(shard);
      }
    }
    for (const [shard, count] of open) if (count === 0) this.#settled(shard);
    const nodes = [...work];
    const settleNext = async (): Promise<void> => {
      for (let next = nodes.shift(); next !== undefined && !this.#stopped; next = nodes.shift()) {
        for (const shard of await this.#settleWith(next[0], next[1], own)) {
          const left = open.get(shard)! - 1;
          open.set(shard, left);
          if (left === 0) this.#settled(shard);
          else this.#agreed.get(shard)!.nodes.add(next[0]);
        }
      }
    };
    await Promise.all(Array.from({ length: NODES_AT_ONCE }, settleNext));
    // An event that was not taken is found by comparing.
    this.#fresh.clear();
    this.#few.clear();
  }

  /** @returns shards in which this node and the other one owe each other nothing */
  async #settleWith(
    node: string,
    shards: readonly number[],
    own: ReadonlySet<number>,
  ): Promise<readonly number[]> {
    const { placement, log, reach, exchange, holdings } = this.#modules;
    const backoff = this.#backoffs.get(node) ?? { failures: 0, until: 0 };
    if (placement.calcond < backoff.until) return [];
    const settled: number[] = [];
    let isAnswering = false;
    try {
      const peer = await reach(node);
      if (peer === null) throw new Error("not reached");
      const fresh = this.#freshOf(shards);
      settled.push(...allIn(fresh, await this.#offer(peer, [...fresh.values()].flat())));
      isAnswering = settled.length > 0;
      const old = shards.filter((shard) => !fresh.has(shard));
      const few = old.filter((shard) => !own.has(shard) && holdings.count(shard) <= FEW_IDS_MAX);
      const budget = { left: MOVED_MAX, misses: MISSES_MAX };
      settled.push(...(await this.#offerFew(peer, few, budget)));
      isAnswering ||= settled.length > 0;
      const rest = old.filter((shard) => !few.includes(shard));
      const roots = rest.length === 0 ? [] : await exchange.roots(peer, rest);
      isAnswering = true;
      const compared = rest.map((shard, i) => ({ shard, root: roots[i] }));
      const compareNext = async (): Promise<void> => {
        while (budget.misses >= 0 && !this.#stopped) {
          const next = compared.shift();
          if (next === undefined) return;
          if (await this.#compare(peer, next, own, budget)) settled.push(next.shard);
        }
      };
      await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, compareNext));
      this.#backoffs.delete(node);
      if (budget.left <= 0) this.#more = true;
    } catch (error) {
      // Anyone who gave some answer is there: the rest is for the next round, not for later.
      if (isAnswering) this.#backoffs.delete(node);
      else this.#wait(node, backoff.failures + 1);
      log.debug("a holder of shared receipts gave no answer", { node, error: String(error) });
    }
    return settled;
  }

  /**
   * Over a line that loses much one of many exchanges fails nearly always; the others need not wait
   * for it.
   */
  async #compare(
    peer: string,
    { shard, root }: { readonly shard: number; readonly root: string | undefined },
    own: ReadonlySet<number>,
    budget: { left: number; misses: number },
  ): Promise<boolean> {
    try {
      return (
        root === (await this.#modules.holdings.root(shard)) ||
        (await this.#even(peer, shard, own.has(shard), budget))
      );
    } catch (error) {
      budget.misses -= 1;
      this.#modules.log.debug("a shard was not compared", { peer, shard, error: String(error) });
      return false;
    }
  }

  #wait(node: string, failures: number): void {
    const wait = Math.min(BACKOFF_CALCONDS_MAX, PERIOD_CALCONDS * 2 ** Math.min(failures, 8));
    this.#backoffs.set(node, { failures, until: this.#modules.placement.calcond + wait });
  }

  #freshOf(shards: readonly number[]): ReadonlyMap<number, readonly string[]> {
    return new Map(
      shards.flatMap((shard) => {
        const ids = this.#fresh.get(shard);
        return ids === undefined ? [] : [[shard, ids] as const];
      }),
    );
  }

  /**
   * Of a shard that is others' a node has hardly more than it sealed itself, and its holders have
   * everybody's: their roots never agree, and to list theirs would take a request for each. What
   * there is, is offered, that of many shards together.
   * @returns shards of which the peer holds all this node has. @throws when the first offer is not
   * answered
   */
  async #offerFew(
    peer: string,
    shards: readonly number[],
    budget: { left: number; misses: number },
  ): Promise<readonly number[]> {
    const settled: number[] = [];
    let isAnswering = false;
    for (const offered of inOffers(await this.#fewOf(shards))) {
      if (budget.left <= 0 || budget.misses < 0 || this.#stopped) break;
      try {
        const { held, given } = await this.#offerOnce(peer, [...offered.values()].flat());
        budget.left -= given;
        settled.push(...allIn(offered, held));
        isAnswering = true;
      } catch (error) {
        if (!isAnswering) throw error;
        budget.misses -= 1;
        this.#modules.log.debug("shards were not offered", { peer, error: String(error) });
      }
    }
    return settled;
  }

  async #fewOf(shards: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const few = new Map<number, readonly string[]>();
    for (const shard of shards) {
      let ids = this.#few.get(shard);
      if (ids === undefined) this.#few.set(shard, (ids = this.#modules.holdings.ids(shard)));
      few.set(shard, await ids);
    }
    return few;
  }

  /** Offers what the peer lacks of a shard, and takes what it has more if it belongs here. */
  async #even(
    peer: string,
    shard: number,
    isOwn: boolean,
    budget: { left: number },
  ): Promise<boolean> {
    const { exchange, holdings } = this.#modules;
    const mine = new Set(await holdings.ids(shard));
    const theirs = new Set<string>();
    for (let after: string | null = null; ;) {
      const page: readonly string[] = await exchange.page(peer, shard, after);
      for (const id of page) theirs.add(id);
      after = page.at(-1) ?? null;
      if (after === null || this.#stopped) break;
    }
    const wanted = isOwn ? [...theirs].filter((id) => !mine.has(id)) : [];
    const lacking = [...mine].filter((id) => !theirs.has(id));
    const taken = await this.take(wanted.slice(0, budget.left), [peer]);
    const given = await this.#offer(peer, lacking.slice(0, budget.left));
    budget.left -= Math.max(taken.length, given.length);
    return taken.length === wanted.length && given.length === lacking.length;
  }

  /** @returns which of these the peer holds then */
  async #offer(peer: string, ids: readonly string[]): Promise<readonly string[]> {
    const held: string[] = [];
    for (let at = 0; at < ids.length && !this.#stopped; at += OFFER_MAX) {
      held.push(...(await this.#offerOnce(peer, ids.slice(at, at + OFFER_MAX))).held);
    }
    return held;
  }

  /**
   * @param ids as many as one offer has room for. @returns which of them the peer holds then, and
   * how many of these it had to fetch
   */
  async #offerOnce(
    peer: string,
    ids: readonly string[],
  ): Promise<{ readonly held: readonly string[]; readonly given: number }> {
    if (ids.length === 0) return { held: [], given: 0 };
    // Several shards may be offered to a peer at the same time.
    const offered = this.#offers.get(peer) ?? new Map<string, boolean>();
    this.#offers.set(peer, offered);
    for (const id of ids) offered.set(id, false);
    try {
      const held = await this.#modules.exchange.offer(peer, ids);
      const given = held.filter((id) => offered.get(id) === true).length;
      this.#given += given;
      return { held, given };
    } finally {
      for (const id of ids) offered.delete(id);
      if (offered.size === 0) this.#offers.delete(peer);
    }
  }

  /** Fetches receipts and keeps them. @returns which are held then */
  async take(ids: readonly string[], peers: readonly string[]): Promise<readonly string[]> {
    const { blobs, holdings } = this.#modules;
    const held: string[] = [];
    const rest = [...ids];
    const takeNext = async (): Promise<void> => {
      for (let id = rest.shift(); id !== undefined && !this.#stopped; id = rest.shift()) {
        const text = (await holdings.has(id))
          ? null
          : await blobs.fetch(id, peers, { canWait: true });
        if (text === null ? !(await holdings.has(id)) : !(await holdings.keep(id, text))) continue;
        held.push(id);
        if (text !== null) this.#taken += 1;
      }
    };
    await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, takeNext));
    return held;
  }

  /** Says what this node holds, once that has stayed the same for a while. */
  async #claim(own: ReadonlySet<number>): Promise<void> {
    const { claims, holdings, placement, isHeard } = this.#modules;
    const held = new Set(claims.shardsOf(this.#options.publicKey));
    const left = [...held].filter((shard) => !own.has(shard) && this.isSettled(shard));
    const come = [...own].filter((shard) => !held.has(shard) && this.isSettled(shard));
    const claim = `${shardMap(left)} ${shardMap(come)}`;
    const now = placement.calcond;
    if (claim !== this.#claimed) this.#claimedAt = now;
    this.#claimed = claim;
    // Holders change with each epoch: of shards in which there is nothing that is no news.
    const isNews = [...left, ...come].some((shard) => holdings.count(shard) > 0);
    if (!(isNews || (held.size === 0 && come.length > 0)) || !isHeard()) return;
    if (now - this.#claimedAt < STEADY_CALCONDS || now - this.#saidAt < CLAIM_CALCONDS) return;
    this.#saidAt = now;
    const epoch = epochOf(now);
    if (left.length > 0) await this.#say("shard.release", { epoch, shards: shardMap(left) });
    for (const shard of left) held.delete(shard);
    if (come.length > 0) {
      await this.#say("shard.claim", { epoch, shards: shardMap([...held, ...come]) });
    }
  }

  async #say(kind: string, body: ShardBody): Promise<void> {
    const { say, claims, store } = this.#modules;
    const said = await say(kind, body);
    if (said !== null) await store.write(claims.effect(said));
  }
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return (
    one === other || (one.length === other.length && one.every((node, i) => node === other[i]))
  );
}

/** Shards in as few parts as have room for their receipts in one offer each. */
function inOffers(
  shards: ReadonlyMap<number, readonly string[]>,
): readonly ReadonlyMap<number, readonly string[]>[] {
  const parts: Map<number, readonly string[]>[] = [];
  let room = 0;
  for (const [shard, ids] of shards) {
    if (parts.length === 0 || ids.length > room) {
      parts.push(new Map());
      room = OFFER_MAX;
    }
    parts.at(-1)!.set(shard, ids);
    room -= ids.length;
  }
  return parts;
}

/** Those of the shards of which all that was offered is held. */
function allIn(
  offered: ReadonlyMap<number, readonly string[]>,
  held: readonly string[],
): readonly number[] {
  const there = new Set(held);
  return [...offered].filter(([, ids]) => ids.every((id) => there.has(id))).map(([shard]) => shard);
}
