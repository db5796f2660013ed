/** Whether the books add up: sums that have to be equal, taken from figures that are kept apart from each other. */
import { SIDES, TOTAL_KINDS, type LedgerTotals } from "../../protocol/economy/accounts.js";
import type { LedgerRepository } from "../../storage/repositories/ledger.js";
import type { Supply } from "./supply.js";
import { totalsOf } from "./supplyFigures.js";

export interface HeldIdentity {
  readonly name: string;
  /** Null where the two could not be taken at one instant. */
  readonly holds: boolean | null;
  readonly left: number | null;
  readonly right: number | null;
}

export interface BookHealth {
  readonly entries: number;
  /** Hash of the last entry; null before any. */
  readonly head: string | null;
  readonly identities: readonly HeldIdentity[];
  readonly journalBehind: number;
}

const NAMES = [
  "credits: issued = in balances + burned",
  "free-funded envelopes: value minted = live + burned",
  "paid-funded envelopes: value minted = live + burned",
] as const;
/** Bookings may go on while they are looked at. */
const TRIES = 4;

export async function bookHealth(supply: Supply, ledger: LedgerRepository): Promise<BookHealth> {
  let journalBehind = await supply.follow();
  for (let tries = 1; ; tries += 1) {
    const [snapshot, head] = [await supply.now(), await ledger.head()];
    const entries = head?.entries ?? 0;
    const atOnce = (snapshot?.journal ?? -1) + 1 === entries;
    if (atOnce || tries === TRIES) {
      const kept = head?.totals ?? null;
      const identities = [...sideIdentities(kept), keptIdentity(kept, atOnce ? totalsOf(snapshot) : null)];
      return { entries, head: entries === 0 ? null : head!.hash, identities, journalBehind };
    }
    journalBehind = await supply.follow();
  }
}

/** What was minted is below zero, the rest is not. */
function sideIdentities(kept: LedgerTotals | null): readonly HeldIdentity[] {
  return SIDES.map((kinds, side): HeldIdentity => {
    const name = NAMES[side]!;
    if (kept === null) return { name, holds: true, left: 0, right: 0 };
    let [left, right] = [0, 0];
    for (const kind of kinds) {
      if (kind.startsWith("mint:")) left -= kept[kind];
      else right += kept[kind];
    }
    return { name, holds: left === right && Number.isSafeInteger(right), left, right };
  });
}

function keptIdentity(kept: LedgerTotals | null, summed: LedgerTotals | null): HeldIdentity {
  const name = "totals as they are kept = sums over the journal, in each of its kinds of account";
  if (summed === null) return { name, holds: null, left: null, right: null };
  const differing = TOTAL_KINDS.find((kind) => (kept?.[kind] ?? 0) !== summed[kind]);
  const shown = differing ?? "mint:credits";
  return { name: differing === undefined ? name : `${name}; ${differing} differs`, holds: differing === undefined,
    left: kept?.[shown] ?? 0, right: summed[shown] };
}
