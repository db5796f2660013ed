import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { OWNERSHIP } from "../../compute/consensus.js";
import type { Supply, SupplySnapshot } from "../supply.js";
import { breakdownOf, changesOf, figuresOf, totalsOf } from "../supplyFigures.js";
import type { Ground } from "../../ground/ground.js";
import type { LedgerServices } from "../createLedger.js";
import { checkPeriod, misfit } from "../../operations/period.js";

type TransparencyHandlers = Pick<
  NodeHandlers,
  "transparencyNow" | "transparencyHistory" | "transparencyBreakdown" | "transparencyRevenue"
>;

/** The sums are over the journal of this node and of no other. */
const SCOPE = "node" as const;

export function transparencyHandlers({
  supply,
  clock,
}: Pick<LedgerServices, "supply"> & Pick<Ground, "clock">): TransparencyHandlers {
  return {
    transparencyNow: async () => {
      const behind = await supply.follow();
      const now = await supply.now();
      return {
        scope: SCOPE,
        calcond: instantOf(clock.nowNs()).calcond,
        ...figuresOf(totalsOf(now)),
        journal_entries: (now?.journal ?? -1) + 1 + behind,
        snapshots: await supply.snapshots(),
        through: throughOf(supply, now, behind),
      };
    },
    transparencyHistory: async ({ from, to, limit, offset, order, before, after }, call) => {
      checkPeriod({ from, to }, call);
      const newestFirst = order === "newest";
      if (newestFirst && after !== undefined)
        throw misfit(
          call,
          "/after",
          "`after` goes with `order=oldest`; newest first pages by `before`",
        );
      if (!newestFirst && before !== undefined)
        throw misfit(
          call,
          "/before",
          "`before` goes newest first; `order=oldest` pages by `after`",
        );
      const behind = await supply.follow();
      const { rows, total, left } = await supply.page({
        from,
        to,
        limit,
        offset,
        before,
        after,
        newestFirst,
      });
      // A calcond stays where it is while new rows arrive, an offset from the newest does not.
      const last = left > 0 ? (rows.at(-1)?.now.calcond ?? null) : null;
      const [before_next, after_next] = newestFirst ? [last, null] : [null, last];
      return preEncoded({
        next: last === null ? null : { [newestFirst ? "before" : "after"]: last, offset: 0 },
        body: JSON.stringify({
          scope: SCOPE,
          rows: rows.map(({ now, before }) => ({
            calcond: now.calcond,
            journal: now.journal,
            ...figuresOf(totalsOf(now)),
            changes: changesOf(now, before),
          })),
          total,
          limit,
          offset,
          next: last === null ? null : offset + rows.length,
          before_next,
          after_next,
          through: throughOf(supply, await supply.now(), behind),
        }),
      });
    },
    transparencyBreakdown: async ({ from, to }, call) => {
      checkPeriod({ from, to }, call);
      const behind = await supply.follow();
      const { before, end } = await supply.range({ from, to });
      return {
        scope: SCOPE,
        from: from ?? null,
        to: to ?? null,
        ...plain(breakdownOf(end, before)),
        through: throughOf(supply, await supply.now(), behind),
      };
    },
    transparencyRevenue: async ({ from, to }, call) => {
      checkPeriod({ from, to }, call);
      const behind = await supply.follow();
      return {
        scope: SCOPE,
        from: from ?? null,
        to: to ?? null,
        ...(await revenueOf(supply, { from, to })),
        paid_funded_user_bps: OWNERSHIP.paid_funded_user_bps,
        currency: null,
        through: throughOf(supply, await supply.now(), behind),
      };
    },
  };
}

async function revenueOf(
  supply: Supply,
  range: { readonly from: number | undefined; readonly to: number | undefined },
) {
  const { before, end } = await supply.range(range);
  const { bookings, burned, minted } = breakdownOf(end, before);
  // What came into paid balances and was not moved there from another one.
  const booked = Object.values(bookings).reduce(
    (sum, { paid = 0, "burn:credits": spent = 0 }) => sum + (spent === 0 ? paid : 0),
    0,
  );
  return {
    paid_credits_booked: booked,
    paid_credits_used: burned.paid,
    paid_credits_owed: totalsOf(end).paid,
    free_credits_used: burned.free,
    allowance_credits_used: burned.allowance,
    user_value: minted.paid,
    house_value: minted.free,
  };
}

function plain({ issued, burned, minted, entries, bookings }: ReturnType<typeof breakdownOf>) {
  return {
    issued: { ...issued },
    burned: { ...burned },
    minted: { ...minted },
    entries: { ...entries },
    bookings: Object.fromEntries(
      Object.entries(bookings).map(([kind, sums]) => [kind, { ...sums }]),
    ),
  };
}

function throughOf({ damaged }: Supply, now: SupplySnapshot | null, behind: number) {
  return {
    journal: now?.journal ?? null,
    calcond: now?.calcond ?? null,
    behind,
    damaged: damaged === null ? null : { ...damaged },
  };
}
