/**
 * What askers burned for results of this node: counted once for each job, and minted once for the
 * account that contributed, where this node takes value from the asker's node.
 */
import { MINT_CREDITS, purseOf } from "../../protocol/economy/accounts.js";
import type { JobFacts } from "../../protocol/market/facts.js";
import type { JobPayment, WorkRecord } from "../../storage/records/marketRecords.js";
import type { EarnedTotals } from "../../storage/repositories/market.js";
import type { Store } from "../../storage/store.js";
import type { Effects } from "../ledger/effects.js";
import type { Ledger } from "../ledger/ledger.js";
import type { SeparateSteps } from "../runtime/separateSteps.js";
import type { MarketBook } from "./book.js";

/** How long after its deadline an asker may take to settle a job that is done. */
const SETTLE_CALCONDS = 240;

interface EarningsModules {
  readonly store: Store;
  readonly effects: Effects;
  readonly ledger: Ledger;
  readonly book: MarketBook;
  readonly steps: SeparateSteps;
  readonly publicKey: string;
  /** Whether what a node burned is minted here. */
  readonly takesFrom: (node: string) => boolean;
}

export class Earnings {
  readonly #modules: EarningsModules;
  /** Jobs that were computed here and not settled yet, and for whom. */
  readonly #due = new Map<string, WorkRecord>();
  #totals: EarnedTotals = { paid: 0, earned: 0, minted: 0 };

  constructor(modules: EarningsModules) {
    this.#modules = modules;
  }

  get totals(): EarnedTotals {
    return this.#totals;
  }

  async load(work: Iterable<readonly [job: string, WorkRecord]>): Promise<void> {
    this.#totals = await this.#modules.store.market.earned();
    for (const [job, record] of work) this.expect(job, record);
  }

  expect(job: string, record: WorkRecord): void {
    if (record.paid === undefined) this.#due.set(job, record);
  }

  /** Nobody settles a job any more that all have forgotten. */
  forget(job: string): void {
    this.#due.delete(job);
  }

  async step(): Promise<void> {
    for (const [job, record] of this.#due) {
      const facts = this.#modules.book.jobs.get(job);
      const payment = facts === undefined ? null : this.#payment(facts, record);
      if (payment === null) continue;
      await this.#modules.steps.run(`pay of ${job}`, () => this.#take(job, payment));
    }
  }

  /** Results that an asker's node accepted, and has not paid long after its own deadline. */
  owedBy(asker: string, now: number): number {
    let owed = 0;
    for (const job of this.#due.keys()) {
      const facts = this.#modules.book.jobs.get(job);
      if (facts?.open?.author !== asker || facts.settled !== null) continue;
      if (now <= facts.open.body.deadline + SETTLE_CALCONDS) continue;
      const { agreed, phase } = this.#modules.book.progress(facts, now);
      if (phase === "done" && agreed.includes(this.#modules.publicKey)) owed += 1;
    }
    return owed;
  }

  /** What the settlement of its asker pays for this node's result; null before, or for another's. */
  #payment({ open, reveals, settled }: JobFacts, { credits }: WorkRecord): JobPayment | null {
    const { publicKey, takesFrom } = this.#modules;
    if (open === null || settled === null) return null;
    const reveal = reveals.get(publicKey);
    const share = settled.body.paid.find(({ node }) => node === publicKey);
    // Nobody is paid more than its own result says that it costs, nor more than was locked.
    const most = Math.min(credits, open.body.lock.credits);
    const earned = share !== undefined && share.reveal === reveal?.id ? share.credits : 0;
    const burned = earned > most ? 0 : earned;
    return {
      settle: settled.id,
      origin: open.author,
      burned,
      minted: takesFrom(open.author) ? burned : 0,
    };
  }

  async #take(job: string, payment: JobPayment): Promise<void> {
    const { effects, ledger, store } = this.#modules;
    const known = await store.market.work(job);
    if (known !== undefined && payment.minted > 0) await ledger.open(known.account);
    await effects.run({
      keys: [`work:${job}`],
      run: async (tx) => {
        const kept = await store.market.work(job);
        if (kept === undefined || kept.paid !== undefined) {
          tx.onSettled(() => this.#due.delete(job));
          return;
        }
        const { burned, minted, origin, settle } = payment;
        const totals = {
          paid: this.#totals.paid + (burned > 0 ? 1 : 0),
          earned: this.#totals.earned + burned,
          minted: this.#totals.minted + minted,
        };
        tx.add(store.market.workOps(job, { ...kept, paid: payment }));
        tx.add(store.market.earnedOps(totals));
        if (minted > 0)
          tx.book({
            kind: "job.earn",
            note: { job, origin, settle },
            entries: [
              { account: MINT_CREDITS, delta: -minted },
              { account: purseOf("free", kept.account), delta: minted },
            ],
          });
        tx.onSettled((isWritten) => {
          if (!isWritten) return;
          this.#totals = totals;
          this.#due.delete(job);
        });
      },
    });
  }
}
