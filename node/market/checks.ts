/**
 * Jobs that this node computes itself: results of its own accounts before they end with them where
 * nodes differed, or where one node alone computed them, and whatever is in dispute.
 */
import { isCheckedAgain, liarsIn, spotCheckChance } from "../../protocol/market/check.js";
import type { JobFacts } from "../../protocol/market/facts.js";
import type { Progress } from "../../protocol/market/progress.js";
import type { ResultDocument } from "../../protocol/market/result.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import type { MarketBook } from "./book.js";
import type { Recomputations } from "./recomputations.js";

interface CheckModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly book: MarketBook;
  readonly recomputations: Recomputations;
  readonly publicKey: string;
  /** Of this node: which results it computes again is nobody's to foresee. */
  readonly proofKey: Uint8Array;
  /** Part of the results of one node alone that is computed again, in place of the rule's. */
  readonly spotCheckChance?: () => number;
}

/** A result that this node has computed otherwise. */
export interface Lie {
  readonly job: string;
  readonly node: string;
}

export class Checks {
  readonly #modules: CheckModules;
  readonly #secret: string;
  /** Jobs of this node's accounts: whether each is computed again. */
  readonly #due = new Map<string, boolean>();
  /** Those that it has looked at. */
  readonly #checked = new Set<string>();
  /** Those that ended with a wrong result, kept as long as their orders. */
  readonly #wrong = new Set<string>();
  /** Of them those that are not on the disk yet. */
  readonly #unwritten = new Set<string>();

  constructor(modules: CheckModules) {
    this.#modules = modules;
    this.#secret = Buffer.from(modules.proofKey).toString("hex");
  }

  async load(): Promise<void> {
    for (const job of await this.#modules.store.market.wrongJobs()) this.#wrong.add(job);
  }

  /** Whether this node has computed a job again and found that it ended with a wrong result. */
  isWrong(job: string): boolean {
    return this.#wrong.has(job);
  }

  /** Looks at results again whose nodes have lied since. */
  look(jobs: readonly string[]): void {
    for (const job of jobs) {
      this.#checked.delete(job);
      this.#due.delete(job);
      if (this.#modules.book.jobs.has(job)) this.#modules.book.ended.add(job);
    }
  }

  /**
   * What this node has found itself for a job of its accounts that is done: the job ends with it.
   * Null where the nodes that agree are taken at their word.
   */
  before(facts: JobFacts, progress: Progress): ResultDocument | "pending" | null {
    return this.#isDue(facts, progress) ? this.#modules.recomputations.begun(facts) : null;
  }

  #isDue(facts: JobFacts, progress: Progress): boolean {
    const known = this.#due.get(facts.id);
    if (known !== undefined) return known;
    const { book, crypto } = this.#modules;
    const version = facts.open!.body.engine_version;
    const isDue = isCheckedAgain(crypto, facts, progress, {
      chance: (node) =>
        this.#modules.spotCheckChance?.() ??
        spotCheckChance(book.credibility.of(node, version).agreements),
      isLiar: (node) => book.withheld.has(node),
      secret: this.#secret,
    });
    this.#due.set(facts.id, isDue);
    return isDue;
  }

  /** Lies about jobs of this node's accounts that were not told of yet. */
  *lies(now: number): Generator<Lie> {
    const { book, publicKey } = this.#modules;
    for (const job of book.ended) {
      const facts = book.jobs.get(job)!;
      const { open, settled } = facts;
      const isOwn = open?.author === publicKey && settled?.body.outcome === "done";
      if (!isOwn || this.#checked.has(job)) {
        book.ended.delete(job);
        continue;
      }
      const progress = book.progress(facts, now);
      const recomputed = this.#isDue(facts, progress)
        ? this.#modules.recomputations.begun(facts)
        : null;
      if (recomputed === "pending") continue;
      this.#checked.add(job);
      book.ended.delete(job);
      if (recomputed === null) continue;
      if (recomputed.hash !== settled.body.result_hash && !this.#wrong.has(job)) {
        this.#wrong.add(job);
        this.#unwritten.add(job);
      }
      const [node] = progress.agreed;
      if (progress.quorum === 1 && recomputed.hash === progress.accepted && node !== undefined)
        book.credibility.confirm(node, open.body.engine_version);
      else if (recomputed.hash === progress.accepted)
        for (const one of progress.agreed) book.credibility.computed(one, open.body.engine_version);
      for (const liar of liarsIn(progress, recomputed.hash)) yield { job, node: liar };
    }
  }

  /** Writes down which jobs were found to have ended with a wrong result. */
  async keep(): Promise<void> {
    const { store } = this.#modules;
    const found = [...this.#unwritten];
    if (found.length === 0) return;
    await store.write(found.flatMap((job) => store.market.wrongOps(job)));
    for (const job of found) this.#unwritten.delete(job);
  }

  /** The order of these jobs is forgotten. */
  forgetWrong(jobs: readonly string[]): readonly Operation[] {
    const { market } = this.#modules.store;
    return jobs.flatMap((job) => (this.#wrong.delete(job) ? market.forgetWrongOps(job) : []));
  }

  /** Forgets jobs that nobody remembers any more. */
  forget(): void {
    const { jobs } = this.#modules.book;
    for (const kept of [this.#due, this.#checked])
      for (const job of kept.keys()) if (!jobs.has(job)) kept.delete(job);
    this.#modules.recomputations.forget(jobs);
  }
}
