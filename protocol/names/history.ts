/** Who held a name when: a fold over everything said of it, in the order that witnesses gave it. */
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto, JsonValue } from "../ports.js";
import type { NameRecords } from "./bodies.js";
import type { Change, Claim, Fact, NameSet } from "./nameSet.js";
import { NAME_GRACE_CALCONDS, NAME_PENDING_CALCONDS } from "./rules.js";

const TIE_TAG = "calc-name-tie/1\u0000";
const STATE_TAG = "calc-name-state/1\u0000";

type Hashing = Pick<Crypto, "sha256Hex">;

/** One holder's time. */
export interface Tenure {
  readonly claim: Claim;
  readonly commit: Fact<"name.commit"> | null;
  readonly sight: number;
  readonly effective: number;
  /** Updates and a revocation that count, in sequence. */
  readonly changes: readonly Change[];
  readonly sequence: number;
  readonly records: NameRecords;
  /** First calcond after it. */
  readonly expires: number;
  readonly revoked: number | null;
}

/** A claim of somebody else that came later, or in a time that was not open to it. */
export interface Lost {
  readonly claim: Claim;
  readonly effective: number;
  /** Id of the claim that stood in its way. */
  readonly to: string;
}

export interface History {
  readonly subject: string;
  /** In time order; the last is the present or the latest holder. */
  readonly tenures: readonly Tenure[];
  readonly lost: readonly Lost[];
  /** Claims that too few witnesses have spoken of. */
  readonly unseen: readonly Claim[];
  readonly refused: readonly {
    readonly claim: Claim;
    readonly reason: "BACKDATED" | "FUTURE_CALCOND";
  }[];
}

interface Ordered {
  readonly claim: Claim;
  readonly commit: Fact<"name.commit"> | null;
  readonly sight: number;
  readonly effective: number;
  readonly tie: string;
}

/** Decides between claims of one calcond: nobody can choose it without new work and a new event. */
export function tieOf(crypto: Hashing, id: string, name: string | null): string {
  return crypto.sha256Hex(TIE_TAG + canonicalize({ id, name }));
}

export function historyOf(crypto: Hashing, set: NameSet, subject: string): History {
  const ordered: Ordered[] = [];
  const unseen: Claim[] = [];
  const refused: { claim: Claim; reason: "BACKDATED" | "FUTURE_CALCOND" }[] = [];
  for (const claim of set.claims(subject)) {
    const { standing, commit } = set.standingOfClaim(claim);
    if (standing.kind === "unseen") unseen.push(claim);
    else if (standing.kind === "refused") refused.push({ claim, reason: standing.reason });
    else {
      const { sight, effective } = standing;
      ordered.push({
        claim,
        commit,
        sight,
        effective,
        tie: tieOf(crypto, claim.id, claim.body.name),
      });
    }
  }
  ordered.sort((a, b) => a.effective - b.effective || (a.tie < b.tie ? -1 : 1));
  const tenures: Tenure[] = [];
  const lost: Lost[] = [];
  for (const one of ordered) {
    const holder = tenures.at(-1);
    if (holder === undefined || isOpenTo(holder, one)) tenures.push(tenureOf(crypto, set, one));
    else if (holder.claim.body.owner !== one.claim.body.owner) {
      lost.push({ claim: one.claim, effective: one.effective, to: holder.claim.id });
    }
  }
  unseen.sort(byId);
  refused.sort((a, b) => byId(a.claim, b.claim));
  return { subject, tenures, lost, unseen, refused };
}

function byId(a: Claim, b: Claim): number {
  return a.id < b.id ? -1 : 1;
}

/** After a revocation anyone may claim; after an expiry, for a while, only who held it. */
function isOpenTo(holder: Tenure, { claim, effective }: Ordered): boolean {
  if (holder.revoked !== null) return effective >= holder.revoked;
  if (effective < holder.expires) return false;
  return (
    claim.body.owner === holder.claim.body.owner ||
    effective >= holder.expires + NAME_GRACE_CALCONDS
  );
}

function tenureOf(crypto: Hashing, set: NameSet, one: Ordered): Tenure {
  const { claim, commit, sight, effective } = one;
  const changes: Change[] = [];
  let { records, expires } = claim.body;
  let revoked: number | null = null;
  for (let sequence = 1; revoked === null; sequence += 1) {
    const next = changeAt(crypto, set, claim, { sequence, from: effective, before: expires });
    if (next === null) break;
    changes.push(next.change);
    if (next.change.kind === "name.revoke") revoked = next.effective;
    else ({ records, expires } = next.change.body);
  }
  return {
    claim,
    commit,
    sight,
    effective,
    changes,
    sequence: changes.length,
    records,
    expires,
    revoked,
  };
}

/**
 * The owner's change of this number that was made in the time of holding; the earliest of several.
 */
function changeAt(
  crypto: Hashing,
  set: NameSet,
  claim: Claim,
  { sequence, from, before }: { sequence: number; from: number; before: number },
): { readonly change: Change; readonly effective: number } | null {
  let best: { change: Change; effective: number; tie: string } | null = null;
  for (const change of set.changes(claim.id, claim.body.owner)) {
    const { body } = change;
    if (body.sequence !== sequence) continue;
    const standing = set.standing(change.id, body.claimed);
    if (standing.kind !== "counts") continue;
    const { effective } = standing;
    if (effective < from || effective >= before) continue;
    const tie = tieOf(crypto, change.id, claim.body.name);
    const isEarlier =
      best === null ||
      effective < best.effective ||
      (effective === best.effective && tie < best.tie);
    if (isEarlier) best = { change, effective, tie };
  }
  return best;
}

export type NameState = "free" | "pending" | "held" | "expired" | "revoked";

/** What holds at a calcond. */
export function stateAt(set: NameSet, history: History, calcond: number): NameState {
  const holder = history.tenures.at(-1);
  if (holder === undefined) return history.unseen.length > 0 ? "pending" : "free";
  if (holder.revoked !== null && calcond >= holder.revoked) return "revoked";
  if (calcond >= holder.expires) return "expired";
  return set.isWitnessed(holder.claim.id) && calcond >= holder.sight + NAME_PENDING_CALCONDS
    ? "held"
    : "pending";
}

/** What two nodes with the same events agree on, for one subject. */
export function stateRow(set: NameSet, { subject, tenures }: History): JsonValue {
  return [
    subject,
    tenures.map(({ claim, commit, effective, changes, expires, revoked }) => ({
      changes: changes.map(({ id }) => id),
      claim: claim.id,
      commit: commit?.id ?? null,
      expires,
      revoked: revoked !== null,
      // Without witnesses each node orders by its own clock, and the hash says who holds, not since
      // when.
      effective: set.witnesses === 0 ? null : effective,
    })),
  ];
}

/** One hash over all names: equal wherever the same events are known. */
export function stateHash(crypto: Hashing, rows: readonly JsonValue[]): string {
  return crypto.sha256Hex(STATE_TAG + canonicalize(rows));
}
