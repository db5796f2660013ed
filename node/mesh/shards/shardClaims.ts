/**
 * What each node says it holds. A claim names all shards its author holds; a shard named before
 * keeps its earlier place in the order of claims.
 */
import { shardBody } from "../../../protocol/mesh/kinds.js";
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import { compareClaims, effectiveCalcond } from "../../../protocol/placement/claims.js";
import type { ShardClaim } from "../../../protocol/placement/claims.js";
import { RECEIPT_HOLDERS, shardMap, shardsIn } from "../../../protocol/placement/shards.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { ClaimsRecord } from "../../../storage/records/records.js";
import type { Store } from "../../../storage/store.js";
import { RecentMap } from "../../runtime/recentMap.js";

const AUTHORS_MAX = 1_000;

/** An event about shards, as far as it counts here. */
type ClaimEvent = Pick<AcceptedEvent, "event" | "id">;

interface ClaimModules {
  readonly store: Pick<Store, "shards">;
  /** The calcond now. */
  readonly calcond: () => number;
}

export class ShardClaims {
  readonly #modules: ClaimModules;
  readonly #records = new RecentMap<string, ClaimsRecord>(AUTHORS_MAX);

  constructor(modules: ClaimModules) {
    this.#modules = modules;
  }

  async load(): Promise<void> {
    for (const [author, record] of await this.#modules.store.shards.claims()) {
      this.#records.set(author, record);
    }
  }

  /** Takes a claim or a release in. @returns what has to be written */
  readonly effect = ({ event: { header, body }, id }: ClaimEvent): readonly Operation[] => {
    const { author, seq, kind, calcond } = header;
    const said = shardBody.safeParse(body);
    const before = this.#records.get(author) ?? { seq: -1, claims: [] };
    if (!said.success || seq <= before.seq) return [];
    const effective = effectiveCalcond(calcond, this.#modules.calcond());
    const named = new Set(shardsIn(said.data.shards));
    const claims =
      kind === "shard.claim"
        ? claimed(before.claims, named, { id, effective })
        : without(before.claims, named);
    const record = { seq, claims };
    this.#records.set(author, record);
    return this.#modules.store.shards.claimsOps(author, record);
  };

  /** An event of an author is not kept: what counts is what the store holds. */
  readonly undo = async ({
    event: {
      header: { author },
    },
  }: ClaimEvent): Promise<void> => {
    const kept = (await this.#modules.store.shards.claims()).find(([name]) => name === author);
    if (kept === undefined) this.#records.delete(author);
    else this.#records.set(author, kept[1]);
  };

  /** Shards a node says it holds, ascending. */
  shardsOf(author: string): readonly number[] {
    const claims = this.#records.get(author)?.claims ?? [];
    return claims.flatMap(({ shards }) => [...shardsIn(shards)]).sort((a, b) => a - b);
  }

  /**
   * Those whose claim to a shard counts: of conflicting ones the earlier, then the lower id.
   * @param counts whether an author takes part
   */
  claimants(shard: number, counts: (author: string) => boolean): readonly string[] {
    const claims: (ShardClaim & { readonly author: string })[] = [];
    for (const [author, record] of this.#records.entries()) {
      const claim = record.claims.find(({ shards }) => shardsIn(shards).includes(shard));
      if (claim !== undefined && counts(author)) claims.push({ ...claim, author });
    }
    return claims
      .sort(compareClaims)
      .slice(0, RECEIPT_HOLDERS)
      .map(({ author }) => author);
  }
}

type Claims = ClaimsRecord["claims"];

function keeping(claims: Claims, keeps: (shard: number) => boolean): Claims {
  return claims
    .map(({ shards, ...claim }) => ({ ...claim, shards: shardMap(shardsIn(shards).filter(keeps)) }))
    .filter(({ shards }) => shardsIn(shards).length > 0);
}

function without(claims: Claims, named: ReadonlySet<number>): Claims {
  return keeping(claims, (shard) => !named.has(shard));
}

function claimed(claims: Claims, named: ReadonlySet<number>, claim: ShardClaim): Claims {
  const standing = keeping(claims, (shard) => named.has(shard));
  const old = new Set(standing.flatMap(({ shards }) => [...shardsIn(shards)]));
  const added = [...named].filter((shard) => !old.has(shard));
  return added.length === 0 ? standing : [...standing, { ...claim, shards: shardMap(added) }];
}
