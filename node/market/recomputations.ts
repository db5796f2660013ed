/**
 * Jobs computed again by this node. Those of its own accounts begin at once. Those of others, which a
 * challenge asks for, wait until their inputs are here, and then run one at a time: a slice of time
 * each, four times as long in each round, so that a long one holds up no short one.
 */
import type { JobFacts } from "../../protocol/market/facts.js";
import { resultDocument, type ResultDocument } from "../../protocol/market/result.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import { CHALLENGE } from "../compute/evaluator.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { Contributor } from "./contributor.js";
import type { JobExecution } from "./execution.js";

/** Results that are remembered: so many, and so much of them. */
const RESULTS_MAX = 1_024;
const RESULTS_CHARS_MAX = 16_777_216;
/** A job of this node's accounts that failed is tried so often. */
const TRIES = 3;
/** Time of the rounds of a job of others. Behind the last one it is given up: no job may take longer. */
const SLICES_MS = [4_000, 16_000, 64_000, 256_000, 600_000] as const;
/** Jobs of others whose inputs are fetched at once. */
const FETCHES_MAX = 32;
/** Until inputs that did not come are asked for again, first and at most. */
const FETCH_AGAIN_CALCONDS = 8;
const FETCH_AGAIN_CALCONDS_MAX = 512;

interface RecomputationModules {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly execution: Pick<JobExecution, "run">;
  readonly contributor: Pick<Contributor, "inputsOf">;
  readonly publicKey: string;
  readonly engineVersion: string;
}

/** Inputs that did not come: when they are asked for again, and how long that took. */
interface Missing {
  readonly from: number;
  readonly wait: number;
}

export class Recomputations {
  readonly #modules: RecomputationModules;
  readonly #results = new Map<string, ResultDocument>();
  #resultChars = 0;
  readonly #running = new Map<string, Promise<void>>();
  /** Rounds that failed, or were too short. */
  readonly #rounds = new Map<string, number>();
  readonly #missing = new Map<string, Missing>();
  /** Jobs of others whose inputs are here, in the order in which they came. */
  readonly #waiting = new Map<string, JobFacts>();
  #fetches = 0;
  #slice: Promise<void> | null = null;
  #changed: () => void = () => undefined;

  constructor(modules: RecomputationModules) {
    this.#modules = modules;
  }

  onChange(fn: () => void): void {
    this.#changed = fn;
  }

  /** When nothing is computed here. */
  async idle(): Promise<void> {
    while (this.#slice !== null || this.#running.size > 0)
      await Promise.all([this.#slice, ...this.#running.values()]);
  }

  /** Jobs of the mesh that this node computes again, or will. */
  get running(): number {
    return this.#running.size + this.#waiting.size;
  }

  /** The job computed here; null where its inputs cannot be had. */
  async again(facts: JobFacts, signal = CHALLENGE.signal): Promise<ResultDocument | null> {
    const known = this.#results.get(facts.id);
    if (known !== undefined) return known;
    const { contributor, crypto, engineVersion, execution } = this.#modules;
    if (!this.#isOfThisEngine(facts)) return null;
    const inputs = await contributor.inputsOf(facts);
    if (inputs === null) return null;
    const task = { chain: facts.open!.body.chain, inputs };
    const { computed } = await execution.run(task, { ...CHALLENGE, signal });
    const document = resultDocument(crypto, engineVersion, computed);
    this.#remember(facts.id, document);
    return document;
  }

  #isOfThisEngine({ open }: JobFacts): boolean {
    return open!.body.engine_version === this.#modules.engineVersion;
  }

  /** The same, begun beside what else the node does; null where it cannot be computed here. */
  begun(facts: JobFacts): ResultDocument | "pending" | null {
    const { id, open } = facts;
    const known = this.#results.get(id);
    if (known !== undefined) return known;
    const isOwn = open!.author === this.#modules.publicKey;
    const rounds = this.#rounds.get(id) ?? 0;
    if (rounds >= (isOwn ? TRIES : SLICES_MS.length) || !this.#isOfThisEngine(facts)) return null;
    if (this.#running.has(id) || this.#waiting.has(id)) return "pending";
    if (isOwn) this.#run(id, this.#begin(facts));
    else if (this.#mayFetch(id)) this.#run(id, this.#fetchFor(facts));
    return "pending";
  }

  #run(job: string, work: Promise<void>): void {
    this.#running.set(
      job,
      work.finally(() => {
        this.#running.delete(job);
        this.#changed();
      }),
    );
  }

  async #begin(facts: JobFacts): Promise<void> {
    const { id } = facts;
    try {
      if ((await this.again(facts)) === null) this.#rounds.set(id, TRIES);
    } catch (error) {
      this.#failed(id, error);
    }
  }

  #failed(job: string, error: unknown): void {
    this.#rounds.set(job, (this.#rounds.get(job) ?? 0) + 1);
    this.#modules.log.info("a job was not computed again", { job, error: String(error) });
  }

  #mayFetch(job: string): boolean {
    return this.#fetches < FETCHES_MAX && this.#calcond >= (this.#missing.get(job)?.from ?? 0);
  }

  get #calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }

  async #fetchFor(facts: JobFacts): Promise<void> {
    const { id } = facts;
    this.#fetches += 1;
    const inputs = await this.#modules.contributor.inputsOf(facts).catch(() => null);
    this.#fetches -= 1;
    if (inputs === null) {
      const before = this.#missing.get(id)?.wait;
      const wait =
        before === undefined
          ? FETCH_AGAIN_CALCONDS
          : Math.min(2 * before, FETCH_AGAIN_CALCONDS_MAX);
      this.#missing.set(id, { from: this.#calcond + wait, wait });
      return;
    }
    this.#missing.delete(id);
    this.#waiting.set(id, facts);
    this.#nextSlice();
  }

  /** Whoever had the fewest rounds is next; of those alike, whoever came first. */
  #nextSlice(): void {
    if (this.#slice !== null) return;
    let next: { readonly facts: JobFacts; readonly rounds: number } | null = null;
    for (const facts of this.#waiting.values()) {
      const rounds = this.#rounds.get(facts.id) ?? 0;
      if (next === null || rounds < next.rounds) next = { facts, rounds };
    }
    if (next === null) return;
    const { facts, rounds } = next;
    this.#slice = this.#compute(facts, SLICES_MS[rounds] ?? 0).finally(() => {
      this.#slice = null;
      this.#nextSlice();
      this.#changed();
    });
  }

  async #compute(facts: JobFacts, sliceMs: number): Promise<void> {
    const { id } = facts;
    const stop = new AbortController();
    const cancel = this.#modules.scheduler.after(sliceMs, () => {
      stop.abort();
    });
    try {
      if ((await this.again(facts, stop.signal)) === null) this.#rounds.set(id, SLICES_MS.length);
      this.#waiting.delete(id);
    } catch (error) {
      this.#failed(id, error);
      if (this.#rounds.get(id)! >= SLICES_MS.length) this.#waiting.delete(id);
    } finally {
      cancel();
    }
  }

  /** The last result stays, however large it is. */
  #remember(job: string, document: ResultDocument): void {
    this.#dropResult(job);
    this.#results.set(job, document);
    this.#resultChars += document.text.length;
    for (const oldest of this.#results.keys()) {
      if (this.#results.size <= RESULTS_MAX && this.#resultChars <= RESULTS_CHARS_MAX) return;
      if (oldest !== job) this.#dropResult(oldest);
    }
  }

  #dropResult(job: string): void {
    this.#resultChars -= this.#results.get(job)?.text.length ?? 0;
    this.#results.delete(job);
  }

  /** Forgets jobs that nobody remembers any more. */
  forget(jobs: ReadonlyMap<string, unknown>): void {
    for (const kept of [this.#rounds, this.#missing, this.#waiting])
      for (const job of kept.keys()) if (!jobs.has(job)) kept.delete(job);
    for (const job of this.#results.keys()) if (!jobs.has(job)) this.#dropResult(job);
  }
}
