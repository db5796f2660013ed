/** What an account has and has used; the operator's bookings and audits. */
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { DAILY_CREDITS, dailyLimitOf } from "../../../protocol/economy/freeCredits.js";
import { dayOf, dayText, firstCalcondOf } from "../../../protocol/economy/charges.js";
import { FIRST_JOURNAL_PREV } from "../../../protocol/economy/journal.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { bookGrant } from "../grants.js";
import { journalEntries } from "../ledgerEntries.js";
import { auditLedger } from "../audit/ledgerAudit.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { Ground } from "../../ground/ground.js";
import type { LedgerServices } from "../createLedger.js";
import { operatorOf, ownerOf } from "../../operations/owner.js";

type LedgerHandlers = Pick<
  NodeHandlers,
  "computeUsage" | "ledgerAudit" | "ledgerBalance" | "ledgerEntries" | "ledgerGrant"
>;

type LedgerModules = EffectServices &
  Pick<Ground, "clock" | "crypto" | "store"> &
  Pick<LedgerServices, "ledger">;

export function ledgerHandlers(services: LedgerModules): LedgerHandlers {
  const { clock, crypto, ledger, store } = services;
  return {
    ledgerBalance: async (_input, call) => {
      const account = ownerOf(call);
      const found = await store.ledger.balance(account);
      const { free, held, paid, spent } = found ?? NOTHING;
      await ledger.open(account);
      return {
        account,
        free,
        paid,
        held,
        available: { ...(ledger.available(account) ?? { free: 0, paid: 0 }) },
        spent,
        unlimited: call.principal?.unlimited ?? false,
        journal: found?.journal ?? null,
        hash: found?.hash ?? FIRST_JOURNAL_PREV,
      };
    },
    ledgerEntries: async ({ account, before, limit }, call) => {
      const owner = ownerOf(call);
      const isOperator = call.principal?.unlimited === true;
      const asked =
        account === undefined
          ? isOperator
            ? null
            : owner
          : await meant(services, account, { owner, isOperator });
      const { entries, next } = await journalEntries(
        { crypto, store },
        { account: asked, before: before ?? null, limit },
      );
      return preEncoded({
        next: next === null ? null : { before: next },
        body: JSON.stringify({ entries, before_next: next, limit }),
      });
    },
    ledgerGrant: ({ account, credits, reference }, call) => {
      const by = operatorOf(call, "books credits");
      return effectOf(services, call, nodeOperations.ledgerGrant).run(
        bookGrant(store, { account, credits, reference, by }),
        (granted) => ({ ...granted }),
      );
    },
    ledgerAudit: async (_input, call) => {
      operatorOf(call, "audits the ledger");
      const report = await auditLedger(store, crypto, {
        signal: call.signal,
        onProgress: (done, of) => call.emit("progress", JSON.stringify({ done, of })),
      });
      ledger.lastAudit = {
        calcond: instantOf(clock.nowNs()).calcond,
        ok: report.ok,
        entries: report.entries,
        found: report.found,
      };
      return {
        ...report,
        totals: { ...report.totals },
        live: { ...report.live },
        findings: report.findings.map((one) => ({ ...one })),
      };
    },
    computeUsage: async (_input, call) => {
      const today = dayOf(instantOf(clock.nowNs()).calcond);
      const account = ownerOf(call);
      const { day, free, paid, paidOnDay, spent, spentOnDay } =
        (await store.ledger.balance(account)) ?? NOTHING;
      const used = day === today ? spentOnDay : 0;
      const overage = day === today ? paidOnDay : 0;
      const limit = dailyLimitOf(account);
      const counted = limit === null ? used - overage : used;
      return {
        used,
        bundle: limit ?? DAILY_CREDITS,
        remaining: Math.max(0, (limit ?? DAILY_CREDITS) - counted),
        overage,
        enforced: limit !== null,
        day: dayText(today),
        resetsCalcond: firstCalcondOf(today + 1),
        total: spent,
        balance: { free, paid },
      };
    },
  };
}

/** @throws ApiError for an account that is not the caller's to ask about */
async function meant(
  { store }: Pick<Ground, "store">,
  named: string,
  { isOperator, owner }: { owner: string; isOperator: boolean },
): Promise<string> {
  if (named === owner) return owner;
  if (!isOperator) {
    if ((await store.accounts.get(owner))?.cid === named) return owner;
    throw new ApiError("FORBIDDEN", "only the operator reads the entries of others");
  }
  const found = await store.accounts.nameOf(named);
  if (found === undefined) throw new ApiError("NOT_FOUND", `there is no account ${named} here`);
  return found;
}

const NOTHING = { free: 0, paid: 0, held: 0, spent: 0, day: -1, spentOnDay: 0, paidOnDay: 0 };
