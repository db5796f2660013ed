/**
 * Who should hold which shard, as far as this node knows: a function of the newest `node` event of
 * each author, of who is there and of the calcond, so nodes that know the same say the same.
 * Who said an address that can be called from everywhere comes before the others.
 */
import { parseJson } from "../../../protocol/encoding/json.js";
import { readEvent } from "../../../protocol/seal/event.js";
import type { MeshEvent } from "../../../protocol/seal/event.js";
import { nodeBody } from "../../../protocol/mesh/kinds.js";
import type { NodeBody } from "../../../protocol/mesh/kinds.js";
import { epochsAt, epochSeed } from "../../../protocol/placement/epoch.js";
import { placementDraw, rankByScore } from "../../../protocol/placement/rendezvous.js";
import type { PlacedNode } from "../../../protocol/placement/rendezvous.js";
import {
  RECEIPT_HOLDERS,
  SHARD_COUNT,
  SPARE_CANDIDATES,
} from "../../../protocol/placement/shards.js";
import type { Clock, Crypto } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import { calcondOf } from "../intake/calcond.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { CALLED, calledAt, type Called } from "./reachable.js";

const NODES_MAX = 4_096;
/** Nobody has seen it for so long. Unreachable is not gone: only new placements leave it out. */
export const SILENT_CALCONDS_MAX = 360;
/** Who was known before a start counts for so long without being seen. */
const PRESUMED_CALCONDS = 60;
/** Nobody has seen it for a day: its spines fall to others. Spines are much to move for a restart. */
export const GONE_CALCONDS = 111_196;
/** Whom a node that has just started could not ask about yet counts as there. */
const ASKING_CALCONDS = 360;
/** Between two looks at who keeps spines, where nobody said anything new. */
const KEEPERS_CALCONDS = 60;
/** Draws computed before others get a turn: a few milliseconds. */
const DRAWS_AT_ONCE = 2_048;

/** Two overlap; one more while calconds of events go before the clock. */
const EPOCHS_KEPT = 3;

interface PlacementOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
  /** Own capacity and addresses, as they are announced. */
  readonly self: () => Pick<NodeBody, "addrs" | "capacity">;
}

/** A node that may hold shards, and from how far it can be called. */
interface Member extends PlacedNode {
  readonly called: Called;
}

/** The first are drawn from those who can be called from furthest. */
const BY_REACH = [CALLED.directly, CALLED.overRelay, CALLED.nowhere] as const;

interface PlacementModules {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly clock: Clock;
  readonly store: Pick<Store, "peers">;
  readonly isFrozen: (author: string) => boolean;
  /** When somebody last had a connection to a node, by this node's clock; -1 for never. */
  readonly seenAt: (node: string) => number;
  /**
   * Draws by epoch and node: they are the same for all, and may be shared where many nodes are one
   * process.
   */
  readonly draws?: DrawRows;
  /** Lets others have a turn. */
  readonly pause: () => Promise<void>;
}

/** What each node draws for each shard in one epoch; NaN where nobody has computed it yet. */
export class DrawRows {
  readonly #rows = new Map<string, Map<string, Float64Array>>();
  readonly #epochsMax: number;

  /** @param epochsMax epochs kept: those of the network in use, at least */
  constructor(epochsMax: number) {
    this.#epochsMax = epochsMax;
  }

  row(epochSeed: string, node: string): Float64Array {
    let rows = this.#rows.get(epochSeed);
    if (rows === undefined) {
      this.#rows.set(epochSeed, (rows = new Map()));
      const [oldest] = this.#rows.keys();
      if (this.#rows.size > this.#epochsMax && oldest !== undefined) this.#rows.delete(oldest);
    }
    let row = rows.get(node);
    if (row === undefined) {
      row = new Float64Array(SHARD_COUNT).fill(Number.NaN);
      rows.set(node, row);
      const [oldest] = rows.keys();
      if (rows.size > 2 * NODES_MAX && oldest !== undefined) rows.delete(oldest);
    }
    return row;
  }
}

interface Known {
  /** Null until its announcement of itself was heard. */
  body: NodeBody | null;
  called: Called;
  bodyCalcond: number;
  /** When it last said anything about itself, by its own clock. */
  heard: number;
  /** Whether it was known before this start. */
  readonly isPresumed: boolean;
}

/** Ranks of one epoch, shard by shard. */
interface Epoch {
  readonly seed: string;
  ranks: (readonly string[] | undefined)[];
}

export class Placement {
  readonly #options: PlacementOptions;
  readonly #modules: PlacementModules;
  readonly #known = new RecentMap<string, Known>(NODES_MAX);
  readonly #epochs = new Map<number, Epoch>();
  readonly #draws: DrawRows;
  /** The first nodes of each shard, by how many of them, while members and epochs stay the same. */
  readonly #firsts = new Map<number, (readonly string[] | undefined)[]>();
  #firstsOf = "";
  #epochsNow: readonly number[] = [];
  #epochsAt = -1;
  #members: readonly Member[] = [];
  /** The same in the order in which they were last heard. */
  #heardOf: readonly Member[] = [];
  #membersAt = -1;
  #isLoading = false;
  #presumedUntil = -1;
  #askedUntil = -1;
  #keepers: readonly PlacedNode[] = [];
  #keepersAt = -1;
  readonly #calcond: () => number;

  constructor(options: PlacementOptions, modules: PlacementModules) {
    this.#options = options;
    this.#modules = modules;
    this.#draws = modules.draws ?? new DrawRows(EPOCHS_KEPT);
    this.#calcond = calcondOf(modules.clock);
  }

  async load(): Promise<void> {
    this.#isLoading = true;
    this.#presumedUntil = this.calcond + PRESUMED_CALCONDS;
    this.#askedUntil = this.calcond + ASKING_CALCONDS;
    for (const kind of ["node", "digest"] as const) {
      for (const [, { text }] of await this.#modules.store.peers.announcements(kind, NODES_MAX)) {
        const read = parseJson(text);
        const event = read.ok ? readEvent(read.value) : null;
        if (event !== null) this.hear(event);
      }
    }
    this.#isLoading = false;
  }

  /** Takes a `node` or `digest` event in; any other is none of its business. */
  hear({ header, body }: MeshEvent): void {
    const { author, calcond, kind } = header;
    if (author === this.#options.publicKey || (kind !== "node" && kind !== "digest")) return;
    const known = this.#known.get(author) ?? {
      body: null,
      called: CALLED.nowhere,
      bodyCalcond: -1,
      heard: -1,
      isPresumed: this.#isLoading,
    };
    const wasHeard = this.#isThere(author, known, this.calcond);
    known.heard = Math.max(known.heard, calcond);
    const said = kind === "node" ? nodeBody.safeParse(body) : null;
    if (said?.success === true && calcond >= known.bodyCalcond) {
      known.body = said.data;
      known.called = calledAt(said.data.addrs);
      known.bodyCalcond = calcond;
      this.#keepersAt = -1;
    }
    this.#known.set(author, known);
    if (kind === "node" || this.#isThere(author, known, this.calcond) !== wasHeard)
      this.#membersAt = -1;
  }

  #isThere(node: string, { heard, isPresumed }: Known, now: number): boolean {
    return (
      now - Math.max(heard, this.#modules.seenAt(node)) <= SILENT_CALCONDS_MAX ||
      (isPresumed && now <= this.#presumedUntil)
    );
  }

  /** Nodes that said where they are, but for those in dispute, seen or not. */
  known(): readonly string[] {
    return [...this.#known.entries()].flatMap(([node, { body }]) =>
      body === null || this.#modules.isFrozen(node) ? [] : [node],
    );
  }

  /** What a node said that it does; nothing of one that said nothing. */
  rolesOf(node: string): readonly string[] {
    return this.#known.get(node)?.body?.roles ?? [];
  }

  /** Nodes among which spines are shared out, this one among them; the same list until it changes. */
  readonly keepers = (): readonly PlacedNode[] => {
    const now = this.calcond;
    if (this.#keepersAt >= 0 && now - this.#keepersAt < KEEPERS_CALCONDS) return this.#keepers;
    this.#keepersAt = now;
    const { isFrozen, seenAt } = this.#modules;
    const { publicKey, self } = this.#options;
    const found: PlacedNode[] = [{ node: publicKey, capacity: self().capacity }];
    for (const [node, { body, heard }] of this.#known.entries()) {
      const isGone = now > this.#askedUntil && now - Math.max(heard, seenAt(node)) > GONE_CALCONDS;
      if (body !== null && !isGone && !isFrozen(node))
        found.push({ node, capacity: body.capacity });
    }
    found.sort((a, b) => (a.node < b.node ? -1 : 1));
    if (!areAlike(found, this.#keepers)) this.#keepers = found;
    return this.#keepers;
  };

  get calcond(): number {
    return this.#calcond();
  }

  /** Nodes that take part now, this one among them, by name. */
  members(): readonly PlacedNode[] {
    return this.#membersNow();
  }

  #membersNow(): readonly Member[] {
    const now = this.calcond;
    if (this.#membersAt === now) return this.#members;
    this.#membersAt = now;
    const own = this.#own();
    if (this.#isAsBefore(now, own)) return this.#members;
    const heardOf: Member[] = [own];
    for (const [node, known] of this.#known.entries()) {
      if (!this.#counts(node, known, now)) continue;
      heardOf.push({ node, capacity: known.body.capacity, called: known.called });
    }
    this.#heardOf = heardOf;
    const members = heardOf.toSorted((a, b) => (a.node < b.node ? -1 : 1));
    if (!areSame(members, this.#members)) {
      this.#members = members;
      for (const epoch of this.#epochs.values()) epoch.ranks = [];
      this.#firsts.clear();
    }
    return this.#members;
  }

  #own(): Member {
    const { publicKey, self } = this.#options;
    const { addrs, capacity } = self();
    return { node: publicKey, capacity, called: calledAt(addrs) };
  }

  /**
   * Whether the same nodes count in the same order: so it is mostly, and then nothing has to be
   * made.
   */
  #isAsBefore(now: number, own: Member): boolean {
    const before = this.#heardOf;
    if (before[0] === undefined || !isSame(before[0], own)) return false;
    let count = 1;
    for (const [node, known] of this.#known.entries()) {
      if (!this.#counts(node, known, now)) continue;
      const held = before[count];
      const { called, body } = known;
      if (held === undefined || !isSame(held, { node, capacity: body.capacity, called }))
        return false;
      count += 1;
    }
    return count === before.length;
  }

  #counts(node: string, known: Known, now: number): known is Known & { readonly body: NodeBody } {
    return known.body !== null && this.#isThere(node, known, now) && !this.#modules.isFrozen(node);
  }

  /** Where a node said it can be reached. */
  addresses(node: string): readonly string[] {
    return this.#known.get(node)?.body?.addrs ?? [];
  }

  isMember(node: string): boolean {
    return this.members().some((member) => member.node === node);
  }

  /** Nodes that should hold a shard now, in order; twice as many while two epochs overlap. */
  holders(shard: number): readonly string[] {
    return this.#first(shard, RECEIPT_HOLDERS);
  }

  /** Nodes that a reader asks, in order. */
  candidates(shard: number): readonly string[] {
    return this.#first(shard, RECEIPT_HOLDERS + SPARE_CANDIDATES);
  }

  /** Shards this node should hold now, ascending. */
  async own(): Promise<readonly number[]> {
    const { publicKey } = this.#options;
    const shards: number[] = [];
    let draws = 0;
    for (let shard = 0; shard < SHARD_COUNT; shard += 1) {
      if (this.holders(shard).includes(publicKey)) shards.push(shard);
      draws += this.#members.length;
      if (draws < DRAWS_AT_ONCE) continue;
      draws = 0;
      await this.#modules.pause();
    }
    return shards;
  }

  #first(shard: number, count: number): readonly string[] {
    const epochs = this.#epochsOf(this.calcond);
    const members = this.#membersNow();
    let firsts = this.#firsts.get(count);
    if (firsts === undefined) this.#firsts.set(count, (firsts = []));
    return (firsts[shard] ??= this.#firstOf(epochs, shard, members, count));
  }

  /** The epochs that count; what was found for others is forgotten. */
  #epochsOf(calcond: number): readonly number[] {
    if (calcond === this.#epochsAt) return this.#epochsNow;
    this.#epochsAt = calcond;
    this.#epochsNow = epochsAt(calcond);
    const key = this.#epochsNow.join();
    if (key !== this.#firstsOf) this.#firsts.clear();
    this.#firstsOf = key;
    return this.#epochsNow;
  }

  #firstOf(
    epochs: readonly number[],
    shard: number,
    members: readonly Member[],
    count: number,
  ): readonly string[] {
    const found = new Set<string>();
    for (const epoch of epochs) {
      for (const node of this.#rank(epoch, shard, members).slice(0, count)) found.add(node);
    }
    return [...found];
  }

  #rank(number: number, shard: number, members: readonly Member[]): readonly string[] {
    const epoch = this.#epoch(number);
    return (epoch.ranks[shard] ??= BY_REACH.flatMap((reach) =>
      rankByScore(
        members.filter(({ called }) => called === reach),
        (node) => this.#draw(epoch, node, shard),
      ),
    ));
  }

  #epoch(number: number): Epoch {
    const known = this.#epochs.get(number);
    if (known !== undefined) return known;
    const seed = epochSeed(this.#modules.crypto, number, this.#options.network);
    const epoch: Epoch = { seed, ranks: [] };
    for (const old of this.#epochs.keys()) if (old < number - 1) this.#epochs.delete(old);
    this.#epochs.set(number, epoch);
    return epoch;
  }

  #draw({ seed }: Epoch, node: string, shard: number): number {
    const row = this.#draws.row(seed, node);
    const known = row[shard]!;
    if (!Number.isNaN(known)) return known;
    return (row[shard] = placementDraw(this.#modules.crypto, seed, node, shard));
  }
}

function areAlike(one: readonly PlacedNode[], other: readonly PlacedNode[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ node, capacity }, i) => node === other[i]!.node && capacity === other[i]!.capacity)
  );
}

function areSame(one: readonly Member[], other: readonly Member[]): boolean {
  return one.length === other.length && one.every((member, i) => isSame(member, other[i]!));
}

function isSame(one: Member, other: Member): boolean {
  return one.node === other.node && one.capacity === other.capacity && one.called === other.called;
}
