/** Facts about names for tests, without signatures or work: what is tested is their order. */
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import type { NameRecords } from "../../../protocol/names/bodies.js";
import { historyOf, stateHash, stateRow } from "../../../protocol/names/history.js";
import type { History } from "../../../protocol/names/history.js";
import { NameSet } from "../../../protocol/names/nameSet.js";
import type { Claim, Fact, NameFact } from "../../../protocol/names/nameSet.js";

const SIG = "0".repeat(128);

export function idOf(text: string): string {
  return nodeCrypto.sha256Hex(text);
}

export const WITNESSES = [0, 1, 2, 3].map((n) => idOf(`witness ${n}`));

let serial = 0;
function nextId(what: string): string {
  serial += 1;
  return idOf(`${what} ${serial}`);
}

interface ClaimParts {
  readonly name?: string | null;
  readonly claimed: number;
  readonly expires?: number;
  readonly salt?: string;
  readonly id?: string;
}

export function claimOf(
  who: string,
  { name = "newton", claimed, expires, salt, id }: ClaimParts,
): Claim {
  return {
    id: id ?? nextId("claim"),
    author: idOf(`home of ${who}`),
    calcond: claimed,
    kind: "name.claim",
    body: {
      address: idOf(`address of ${who}`).slice(0, 16),
      claimed,
      expires: expires ?? claimed + 1_000_000,
      name,
      owner: idOf(who),
      records: { url: `https://${who}.example/` },
      sequence: 0,
      sig: SIG,
      work: "a",
      ...(salt === undefined ? {} : { salt }),
    },
  };
}

export function commitOf(h: string, calcond: number, by = "somebody"): Fact<"name.commit"> {
  return { id: nextId("commit"), author: idOf(by), calcond, kind: "name.commit", body: { h } };
}

export function seenBy(witness: number, id: string, seen: number): Fact<"name.seen"> {
  return {
    id: nextId("seen"),
    author: WITNESSES[witness]!,
    calcond: seen,
    kind: "name.seen",
    body: { claim: id, seen },
  };
}

/** First sights of all four, one calcond apart. */
export function seenByAll(id: string, from: number): readonly NameFact[] {
  return WITNESSES.map((_, n) => seenBy(n, id, from + n));
}

export function updateOf(
  who: string,
  claim: string,
  sequence: number,
  { claimed, expires, records = {} }: { claimed: number; expires: number; records?: NameRecords },
): Fact<"name.update"> {
  return {
    id: nextId("update"),
    author: idOf("somebody"),
    calcond: claimed,
    kind: "name.update",
    body: { claim, claimed, expires, owner: idOf(who), records, sequence, sig: SIG },
  };
}

export function revokeOf(
  who: string,
  claim: string,
  sequence: number,
  claimed: number,
): Fact<"name.revoke"> {
  return {
    id: nextId("revoke"),
    author: idOf("somebody"),
    calcond: claimed,
    kind: "name.revoke",
    body: { claim, claimed, owner: idOf(who), sequence, sig: SIG },
  };
}

export function setOf(
  facts: Iterable<NameFact>,
  witnesses: readonly string[] = WITNESSES,
): NameSet {
  const set = new NameSet(nodeCrypto, witnesses);
  for (const fact of facts) set.add(fact);
  return set;
}

export function history(set: NameSet, subject = "newton"): History {
  return historyOf(nodeCrypto, set, subject);
}

export function hashOf(set: NameSet): string {
  return stateHash(
    nodeCrypto,
    set.subjects().map((subject) => stateRow(set, history(set, subject))),
  );
}

/** Whose claim holds, by the history's last tenure. */
export function holderOf(set: NameSet, subject = "newton"): string | null {
  return history(set, subject).tenures.at(-1)?.claim.body.owner ?? null;
}
