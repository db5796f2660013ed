/**
 * Everything said of names, as a set: whatever the order and however often its events come, what
 * follows from them is the same on every node.
 */
import type { Crypto } from "../ports.js";
import type {
  ClaimBody,
  CommitBody,
  NameKind,
  RevokeBody,
  SeenBody,
  UpdateBody,
} from "./bodies.js";
import {
  NAME_COMMIT_CALCONDS_MAX,
  NAME_COMMIT_CALCONDS_MIN,
  NAME_COMMIT_WINDOW_CALCONDS,
  NAME_COMMITS_OF_NODE_MAX,
} from "./rules.js";
import type { Sights, Standing } from "./sight.js";
import { isWitnessed, sightOf, standingOf } from "./sight.js";
import { commitHash } from "./work.js";

interface Said {
  /** Id of the event. */
  readonly id: string;
  /** Node that appended it. */
  readonly author: string;
  /** Of the event's header. */
  readonly calcond: number;
}

/** An event about names whose body proves itself, the address of a claim included. */
export type NameFact =
  | (Said & { readonly kind: "name.claim"; readonly body: ClaimBody })
  | (Said & { readonly kind: "name.update"; readonly body: UpdateBody })
  | (Said & { readonly kind: "name.revoke"; readonly body: RevokeBody })
  | (Said & { readonly kind: "name.commit"; readonly body: CommitBody })
  | (Said & { readonly kind: "name.seen"; readonly body: SeenBody });
export type Fact<K extends NameKind> = Extract<NameFact, { readonly kind: K }>;
export type Claim = Fact<"name.claim">;
export type Change = Fact<"name.update"> | Fact<"name.revoke">;

/** The object of contention: a name, or the bare address of a key. */
export function subjectOf({
  name,
  address,
}: {
  readonly name: string | null;
  readonly address: string;
}): string {
  return name ?? `@${address}`;
}

const NO_SIGHTS: Sights = new Map();

/** The key in the genesis of the witness that a key is of; null for a key of any other node. */
export type WitnessOf = (key: string) => string | null;

export class NameSet {
  readonly #crypto: Pick<Crypto, "sha256" | "sha256Hex">;
  readonly #witnesses: ReadonlySet<string>;
  readonly #witnessOf: WitnessOf;
  readonly #ids = new Set<string>();
  readonly #claims = new Map<string, Claim>();
  readonly #bySubject = new Map<string, Claim[]>();
  readonly #commits = new Map<string, Fact<"name.commit">[]>();
  /** Node and window -> its commitments that count, in order. */
  readonly #quotas = new Map<string, Fact<"name.commit">[]>();
  readonly #changes = new Map<string, Change[]>();
  /** Statement -> witness -> the larger of what it says. */
  readonly #sights = new Map<string, Map<string, number>>();
  /** The statements of the witnesses themselves, for proofs: statement -> witness -> fact. */
  readonly #spoken = new Map<string, Map<string, Fact<"name.seen">>>();
  /** Where a sight or commitment belongs: statement -> subjects it may change. */
  readonly #touched = new Map<string, string>();

  /**
   * @param witnesses public keys of the network's genesis; none: own first sight decides
   * @param witnessOf where keys may have followed those
   */
  constructor(
    crypto: Pick<Crypto, "sha256" | "sha256Hex">,
    witnesses: readonly string[],
    witnessOf?: WitnessOf,
  ) {
    this.#crypto = crypto;
    this.#witnesses = new Set(witnesses);
    this.#witnessOf = witnessOf ?? ((key) => (this.#witnesses.has(key) ? key : null));
  }

  get witnesses(): number {
    return this.#witnesses.size;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  subjects(): readonly string[] {
    return [...this.#bySubject.keys()].sort();
  }

  claims(subject: string): readonly Claim[] {
    return this.#bySubject.get(subject) ?? [];
  }

  claim(id: string): Claim | null {
    return this.#claims.get(id) ?? null;
  }

  /** Changes of a claim that are signed by this key: those of others are nobody's concern. */
  changes(claim: string, owner: string): readonly Change[] {
    return this.#changes.get(changeKey(claim, owner)) ?? [];
  }

  /** Commitments to a claim. */
  commits(claim: Claim): readonly Fact<"name.commit">[] {
    const h = this.#commitHash(claim);
    return h === null ? [] : (this.#commits.get(h) ?? []);
  }

  sights(id: string): Sights {
    return this.#sights.get(id) ?? NO_SIGHTS;
  }

  /** The witnesses' own words, in the order of their keys. */
  statements(id: string): readonly Fact<"name.seen">[] {
    return [...(this.#spoken.get(id)?.values() ?? [])].sort((a, b) =>
      a.author < b.author ? -1 : 1,
    );
  }

  /**
   * A commitment beyond those that count of its node is not held.
   * @returns the subjects whose state may have changed
   */
  add(fact: NameFact): readonly string[] {
    if (this.#ids.has(fact.id)) return [];
    if (fact.kind === "name.commit") return this.#addCommit(fact);
    this.#ids.add(fact.id);
    const subject =
      fact.kind === "name.seen"
        ? this.#addSeen(fact)
        : fact.kind === "name.claim"
          ? this.#addClaim(fact)
          : this.#addChange(fact);
    return subject === null ? [] : [subject];
  }

  /** Commitments of a node that count in the window of a calcond. */
  commitsOf(author: string, calcond: number): number {
    return this.#quotas.get(quotaKey({ author, calcond }))?.length ?? 0;
  }

  /** Whether a commitment counts beside those that are known. */
  takesCommit(commit: Said): boolean {
    const held = this.#quotas.get(quotaKey(commit)) ?? [];
    return held.length < NAME_COMMITS_OF_NODE_MAX || isBefore(commit, held.at(-1)!);
  }

  /** This node's own first sight, which counts only where a network has no witnesses. */
  sawFirst(id: string, node: string, calcond: number): string | null {
    if (this.#witnesses.size > 0 || this.#sights.has(id) || !this.#ids.has(id)) return null;
    this.#sights.set(id, new Map([[node, calcond]]));
    return this.#touched.get(id) ?? null;
  }

  #addSeen(fact: Fact<"name.seen">): string | null {
    const { claim, seen } = fact.body;
    const witness = this.#witnessOf(fact.author);
    if (witness === null) return null;
    const sights = mapIn(this.#sights, claim);
    const before = sights.get(witness);
    // Of two statements of one witness the larger counts: going back in time is no choice.
    const spoken = mapIn(this.#spoken, claim);
    const said = spoken.get(witness);
    if (before !== undefined && (before > seen || (before === seen && said!.id < fact.id)))
      return null;
    sights.set(witness, seen);
    spoken.set(witness, fact);
    return this.#touched.get(claim) ?? null;
  }

  /** Of each node and window the earliest count: who comes late finds what everybody finds. */
  #addCommit(fact: Fact<"name.commit">): readonly string[] {
    if (!this.takesCommit(fact)) return [];
    const quota = listIn(this.#quotas, quotaKey(fact));
    const at = quota.findIndex((held) => isBefore(fact, held));
    quota.splice(at < 0 ? quota.length : at, 0, fact);
    const { h } = fact.body;
    this.#ids.add(fact.id);
    listIn(this.#commits, h).push(fact);
    const subject = this.#touched.get(`commit ${h}`);
    if (subject !== undefined) this.#touched.set(fact.id, subject);
    const dropped = quota.length > NAME_COMMITS_OF_NODE_MAX ? this.#dropCommit(quota.pop()!) : null;
    return [...new Set([subject ?? null, dropped].filter((one) => one !== null))];
  }

  /** @returns the subject it belonged to */
  #dropCommit({ id, body: { h } }: Fact<"name.commit">): string | null {
    const subject = this.#touched.get(id) ?? null;
    const rest = (this.#commits.get(h) ?? []).filter((commit) => commit.id !== id);
    if (rest.length === 0) this.#commits.delete(h);
    else this.#commits.set(h, rest);
    this.#ids.delete(id);
    this.#touched.delete(id);
    return subject;
  }

  #addClaim(fact: Claim): string {
    const { body } = fact;
    const subject = subjectOf(body);
    this.#claims.set(fact.id, fact);
    listIn(this.#bySubject, subject).push(fact);
    this.#touched.set(fact.id, subject);
    for (const { id } of this.changes(fact.id, body.owner)) this.#touched.set(id, subject);
    const h = this.#commitHash(fact);
    if (h !== null) {
      this.#touched.set(`commit ${h}`, subject);
      for (const { id } of this.#commits.get(h) ?? []) this.#touched.set(id, subject);
    }
    return subject;
  }

  #addChange(fact: Change): string | null {
    const { claim, owner } = fact.body;
    listIn(this.#changes, changeKey(claim, owner)).push(fact);
    const subject =
      this.#claims.get(claim)?.body.owner === owner ? this.#touched.get(claim) : undefined;
    if (subject !== undefined) this.#touched.set(fact.id, subject);
    return subject ?? null;
  }

  #commitHash({ body: { owner, name, salt } }: Claim): string | null {
    return salt === undefined ? null : commitHash(this.#crypto, { author: owner, name, salt });
  }

  sight(id: string): number | null {
    return sightOf(this.sights(id), this.#witnesses.size);
  }

  isWitnessed(id: string): boolean {
    return isWitnessed(this.sights(id), this.#witnesses.size);
  }

  standing(id: string, claimed: number): Standing {
    return standingOf(claimed, this.sight(id));
  }

  /** What orders a claim, with the commitment that stands for it when there is one. */
  standingOfClaim(claim: Claim): {
    readonly standing: Standing;
    readonly commit: Fact<"name.commit"> | null;
  } {
    const own = this.standing(claim.id, claim.body.claimed);
    let standing = own;
    let commit: Fact<"name.commit"> | null = null;
    if (own.kind !== "counts") return { standing, commit };
    for (const one of this.commits(claim)) {
      const other = this.standing(one.id, one.calcond);
      if (other.kind !== "counts") continue;
      const after = own.sight - other.sight;
      if (after < NAME_COMMIT_CALCONDS_MIN || after > NAME_COMMIT_CALCONDS_MAX) continue;
      const best = standing.kind === "counts" ? standing.effective : Infinity;
      if (other.effective > best) continue;
      if (other.effective === best && (commit === null || commit.id < one.id)) continue;
      standing = { kind: "counts", sight: own.sight, effective: other.effective };
      commit = one;
    }
    return { standing, commit };
  }
}

function quotaKey({ author, calcond }: Pick<Said, "author" | "calcond">): string {
  return `${author} ${Math.floor(calcond / NAME_COMMIT_WINDOW_CALCONDS)}`;
}

function isBefore(a: Said, b: Said): boolean {
  return a.calcond < b.calcond || (a.calcond === b.calcond && a.id < b.id);
}

function changeKey(claim: string, owner: string): string {
  return `${claim} ${owner}`;
}

function listIn<V>(map: Map<string, V[]>, key: string): V[] {
  const held = map.get(key);
  if (held !== undefined) return held;
  const list: V[] = [];
  map.set(key, list);
  return list;
}

function mapIn<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const held = map.get(key);
  if (held !== undefined) return held;
  const inner = new Map<string, V>();
  map.set(key, inner);
  return inner;
}
