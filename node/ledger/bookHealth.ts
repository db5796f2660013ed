/**
 * Whether the books add up: sums that have to be equal, taken from figures that are kept apart from
 * each other.
 */
import { SIDES, TOTAL_KINDS, type LedgerTotals } from "../../protocol/economy/accounts.js";
import type { LedgerHead } from "../../storage/records/ledgerRecords.js";
import type { DamagedRecord } from "../../storage/records/projections.js";
import type { LedgerRepository } from "../../storage/repositories/ledger.js";
import { damagedRecord } from "../runtime/damage.js";
import type { Supply, SupplySnapshot } from "./supply.js";
import { totalsOf } from "./supplyFigures.js";

export interface HeldIdentity {
  readonly name: string;
  /** Null where the two could not be taken at one instant. */
  readonly holds: boolean | null;
  readonly left: number | null;
  readonly right: number | null;
}

export interface BookHealth {
  /** Null where the head of the journal cannot be read. */
  readonly entries: number | null;
  /** Hash of the last entry; null before any. */
  readonly head: string | null;
  readonly identities: readonly HeldIdentity[];
  readonly journalBehind: number;
  /** What could not be read for it. */
  readonly damaged: DamagedRecord | null;
}

const NAMES = [
  "credits: issued = in balances + burned",
  "free-funded envelopes: value minted = live + burned",
  "paid-funded envelopes: value minted = live + burned",
] as const;
const KEPT = "totals as they are kept = sums over the journal, in each of its kinds of account";
const UNMEASURED: readonly HeldIdentity[] = [...NAMES, KEPT].map((name) => ({
  name,
  holds: null,
  left: null,
  right: null,
}));
/** Bookings may go on while they are looked at. */
const TRIES = 4;

export async function bookHealth(supply: Supply, ledger: LedgerRepository): Promise<BookHealth> {
  let journalBehind = await supply.follow();
  for (let tries = 1; ; tries += 1) {
    const [snapshot, head] = [
      await unlessDamaged(supply.now()),
      await unlessDamaged(ledger.head()),
    ];
    if ("fault" in head)
      return { entries: null, head: null, identities: UNMEASURED, journalBehind, damaged: head };
    const { entries = 0, hash = null, totals: kept = null } = head.read ?? {};
    const atOnce = "read" in snapshot && (snapshot.read?.journal ?? -1) + 1 === entries;
    const damaged = supply.damaged ?? ("fault" in snapshot ? snapshot : null);
    if (atOnce || damaged !== null || tries === TRIES) {
      const identities = [
        ...sideIdentities(kept),
        keptIdentity(kept, atOnce ? totalsOf(snapshot.read) : null),
      ];
      return { entries, head: hash, identities, journalBehind, damaged };
    }
    journalBehind = await supply.follow();
  }
}

/** Health is told also where the books are damaged: then most of all. */
async function unlessDamaged<T extends LedgerHead | SupplySnapshot | null | undefined>(
  reading: Promise<T>,
): Promise<{ readonly read: T } | DamagedRecord> {
  return reading.then((read) => ({ read }), damagedRecord);
}

/** Minted credits are below zero, the rest is not. */
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
  const name = KEPT;
  if (summed === null) return { name, holds: null, left: null, right: null };
  const differing = TOTAL_KINDS.find((kind) => (kept?.[kind] ?? 0) !== summed[kind]);
  const shown = differing ?? "mint:credits";
  return {
    name: differing === undefined ? name : `${name}; ${differing} differs`,
    holds: differing === undefined,
    left: kept?.[shown] ?? 0,
    right: summed[shown],
  };
}
