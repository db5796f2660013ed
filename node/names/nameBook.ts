/** Facts about names, in memory: the set of facts, and the histories that follow from it. */
import { historyOf, stateAt, stateHash, stateRow } from "../../protocol/names/history.js";
import type { History, NameState } from "../../protocol/names/history.js";
import { NameSet, subjectOf } from "../../protocol/names/nameSet.js";
import type { Claim, NameFact, WitnessOf } from "../../protocol/names/nameSet.js";
import type { Crypto, JsonValue } from "../../protocol/ports.js";

/** About a day, over which conflicts are counted. */
const DAY_CALCONDS = 111_197;

/** A name that came to another holder because an earlier claim surfaced. */
export interface Displaced {
  readonly subject: string;
  readonly lost: string;
  readonly holder: string;
}

interface NameCounts {
  /** Held or pending. */
  readonly names: number;
  readonly states: Readonly<Record<Exclude<NameState, "free">, number>>;
  /** Claims that lost to another within the last day. */
  readonly conflicts: number;
  /** Live names whose claim enough witnesses have seen. */
  readonly witnessed: number;
}

export class NameBook {
  readonly set: NameSet;
  readonly #crypto: Crypto;
  readonly #node: string;
  readonly #histories = new Map<string, History>();
  readonly #rows = new Map<string, JsonValue>();
  /** Address or owner -> subjects it has claimed. */
  readonly #claimed = new Map<string, Set<string>>();
  /** Subjects in order; null when one is new. */
  #sorted: readonly string[] | null = null;
  #hash: string | null = null;

  /** @param node own public key, under which own first sights are kept */
  constructor(
    crypto: Crypto,
    {
      node,
      witnesses,
      witnessOf,
    }: {
      readonly node: string;
      readonly witnesses: readonly string[];
      readonly witnessOf?: WitnessOf;
    },
  ) {
    this.#crypto = crypto;
    this.#node = node;
    this.set = new NameSet(crypto, witnesses, witnessOf);
  }

  /** @param seen own first sight. @returns what changed hands because of it */
  add(fact: NameFact, seen: number): Displaced | null {
    if (this.set.has(fact.id)) return null;
    if (fact.kind === "name.claim") this.#index(fact);
    const subjects = new Set(this.set.add(fact));
    const sighted = fact.kind === "name.seen" ? null : this.set.sawFirst(fact.id, this.#node, seen);
    if (sighted !== null) subjects.add(sighted);
    let displaced: Displaced | null = null;
    for (const subject of subjects) displaced = this.#changed(subject) ?? displaced;
    return displaced;
  }

  #index({ body }: Claim): void {
    const subject = subjectOf(body);
    for (const key of [body.address, body.owner]) {
      const subjects = this.#claimed.get(key) ?? new Set();
      this.#claimed.set(key, subjects.add(subject));
    }
  }

  #changed(subject: string): Displaced | null {
    const before = this.#histories.get(subject)?.tenures.at(-1);
    const history = historyOf(this.#crypto, this.set, subject);
    if (!this.#histories.has(subject)) this.#sorted = null;
    this.#histories.set(subject, history);
    this.#rows.set(subject, stateRow(this.set, history));
    this.#hash = null;
    const holder = history.tenures.at(-1);
    if (before === undefined || holder === undefined) return null;
    const isKept = history.tenures.some(({ claim }) => claim.id === before.claim.id);
    return isKept ? null : { subject, lost: before.claim.id, holder: holder.claim.id };
  }

  history(subject: string): History | null {
    return this.#histories.get(subject) ?? null;
  }

  state(subject: string, calcond: number): NameState {
    const history = this.#histories.get(subject);
    return history === undefined ? "free" : stateAt(this.set, history, calcond);
  }

  /** Subjects that a key or an address has claimed, in order. */
  claimedBy(keyOrAddress: string): readonly string[] {
    return [...(this.#claimed.get(keyOrAddress) ?? [])].sort();
  }

  subjects(): readonly string[] {
    this.#sorted ??= [...this.#histories.keys()].sort();
    return this.#sorted;
  }

  /** So many subjects before and after the place where one would stand. */
  around(subject: string, count: number): readonly string[] {
    const sorted = this.subjects();
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < subject) low = middle + 1;
      else high = middle;
    }
    return sorted.slice(Math.max(0, low - count), low + count);
  }

  /** Subjects an owner holds or is about to. */
  heldBy(owner: string, calcond: number): readonly string[] {
    return this.claimedBy(owner).filter((subject) => {
      const history = this.#histories.get(subject);
      const claim =
        history?.tenures.at(-1)?.claim ?? history?.unseen.find(({ body }) => body.owner === owner);
      const state = this.state(subject, calcond);
      return claim?.body.owner === owner && (state === "held" || state === "pending");
    });
  }

  counts(calcond: number): NameCounts {
    const states = { pending: 0, held: 0, expired: 0, revoked: 0 };
    let conflicts = 0;
    let witnessed = 0;
    for (const history of this.#histories.values()) {
      const state = stateAt(this.set, history, calcond);
      conflicts += history.lost.filter(
        ({ effective }) => effective > calcond - DAY_CALCONDS,
      ).length;
      if (state === "free") continue;
      states[state] += 1;
      const claim = history.tenures.at(-1)?.claim;
      const isLive = state === "held" || state === "pending";
      if (
        isLive &&
        this.set.witnesses > 0 &&
        claim !== undefined &&
        this.set.isWitnessed(claim.id)
      ) {
        witnessed += 1;
      }
    }
    return { names: states.held + states.pending, states, conflicts, witnessed };
  }

  /** Equal on every node that knows the same events, in a network with witnesses. */
  stateHash(): string {
    this.#hash ??= stateHash(
      this.#crypto,
      this.subjects().map((subject) => this.#rows.get(subject)!),
    );
    return this.#hash;
  }
}
