/**
 * What entries of the journal say in their notes: the references of grants, and which envelopes
 * ended.
 */
import { ledgerAccount, type LedgerDelta } from "../../../protocol/economy/accounts.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import { GRANT_KIND } from "../../../protocol/economy/journal.js";
import { IdSum, sumOfIds, wordsOf, type IdWords } from "../../../protocol/economy/idSum.js";
import type { Crypto, JsonObject } from "../../../protocol/ports.js";

type Hasher = Pick<Crypto, "sha256Hex">;

/** Plain data: it may come from another thread. */
export interface Noted {
  /** Of `grantDigest` of each. */
  readonly grants: IdWords;
  readonly ended: IdWords;
  /** Envelopes that came from other nodes, or came back from them. */
  readonly brought: IdWords;
}

interface NotedEntry {
  readonly kind: string;
  readonly entries: readonly LedgerDelta[];
}

const ENDING: ReadonlySet<string> = new Set(["burn", "slash", "move.out"]);
const BRINGING: ReadonlySet<string> = new Set(["move.in", "move.back", "move.lost"]);

export class NotedSums {
  readonly #grants = new IdSum();
  readonly #ended = new IdSum();
  readonly #brought = new IdSum();

  get sums(): Noted {
    return {
      grants: this.#grants.sum,
      ended: this.#ended.sum,
      brought: this.#brought.sum,
    };
  }

  add(crypto: Hasher, { entries, kind }: NotedEntry, note: JsonObject): void {
    if (ENDING.has(kind)) addNoted(note, this.#ended);
    if (BRINGING.has(kind)) addNoted(note, this.#brought);
    const grant = grantOf({ entries, kind, note });
    if (grant !== null) addGrant(crypto, grant, this.#grants);
  }
}

/** What does not say which envelopes is counted as none: the sums differ then. */
function addNoted({ count, idSum }: JsonObject, into: IdSum): void {
  const words =
    typeof idSum === "string" && typeof count === "number" ? wordsOf(idSum, count) : null;
  if (words !== null) into.addAll(words);
}

export function joinedNotes(all: readonly Noted[]): Noted {
  const [grants, ended, brought] = [new IdSum(), new IdSum(), new IdSum()];
  for (const noted of all) {
    grants.addAll(noted.grants);
    ended.addAll(noted.ended);
    brought.addAll(noted.brought);
  }
  return {
    grants: grants.sum,
    ended: ended.sum,
    brought: brought.sum,
  };
}

/** Credits booked by the operator: under which reference, and to whom. */
export interface BookedGrant {
  readonly reference: string;
  readonly account: string;
}

/** What an entry grants, or null where it grants nothing under a reference. */
export function grantOf({
  entries,
  kind,
  note,
}: NotedEntry & { readonly note?: JsonObject | undefined }): BookedGrant | null {
  const reference = kind === GRANT_KIND ? note?.["reference"] : undefined;
  if (typeof reference !== "string") return null;
  return {
    reference,
    account:
      entries
        .map(({ account }) => ledgerAccount(account)?.owner)
        .find((owner) => typeof owner === "string") ?? "",
  };
}

/** Adds one grant to the totals of grants. */
export function addGrant(crypto: Hasher, { account, reference }: BookedGrant, into: IdSum): void {
  sumOfIds(Buffer.from(crypto.sha256Hex(utf8Encode(`${account}\0${reference}`)), "hex"), into);
}
