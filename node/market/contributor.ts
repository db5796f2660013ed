/**
 * This node's own work for others: says that it may be called, computes what it is called for, and
 * commits before it reveals. What it computed is on the disk before it commits.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { drawOf, type JobFacts } from "../../protocol/market/facts.js";
import {
  commitmentOf,
  leaseOf,
  mayReveal,
  type Caller,
  type Progress,
} from "../../protocol/market/progress.js";
import { resultDocument, type ResultDocument } from "../../protocol/market/result.js";
import { outcomeOf } from "../../protocol/market/settle.js";
import { JOB_DOCUMENT_BYTES_MAX, JOB_KEPT_CALCONDS } from "../../protocol/market/terms.js";
import { attestationBytes } from "../../protocol/economy/bond.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { WorkRecord } from "../../storage/records/marketRecords.js";
import { sealNameOf, type ContributorFact } from "../../storage/repositories/market.js";
import { BusyError } from "../../storage/kv/errors.js";
import type { Store } from "../../storage/store.js";
import type { RandomBytes } from "../runtime/random.js";
import type { SeparateSteps } from "../runtime/separateSteps.js";
import type { Bonds } from "../vaults/bonds.js";
import type { Contribution } from "../vaults/contribution.js";
import type { Beacons } from "./beacons.js";
import type { MarketBook } from "./book.js";
import type { Earnings } from "./earnings.js";
import type { JobDocuments } from "./documents.js";
import type { JobExecution } from "./execution.js";
import type { MarketVoice } from "./voice.js";

/** Jobs that wait for their turn here; a node with more to do lets the next one of the draw work. */
const QUEUE_MAX = 32;
/** Accepted results that an asker has not paid: beyond them this node does no more for it. */
const UNPAID_MAX = 3;
const SALT_BYTES = 32;
const FULL_PCT = 100;

/** A liar's results, for the simulator and the demonstration. */
export type WorkResult = (result: ResultDocument, job: string) => ResultDocument;

interface ContributorModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly random: RandomBytes;
  readonly log: Logger;
  readonly book: MarketBook;
  readonly beacons: Beacons;
  readonly publisher: MarketVoice;
  readonly documents: JobDocuments;
  readonly execution: JobExecution;
  readonly bonds: Bonds;
  readonly contribution: Contribution;
  readonly publicKey: string;
  readonly seed: Uint8Array;
  readonly engineVersion: string;
  readonly earnings: Earnings;
  readonly steps: SeparateSteps;
  readonly workResult?: WorkResult;
}

/** What a node shows of its own work. */
export interface Contributed {
  readonly account: string | null;
  readonly sharePct: number;
  readonly running: string | null;
  readonly waiting: number;
  readonly computed: number;
  /** Results that were paid for, the credits that askers burned, and those minted here for them. */
  readonly paid: number;
  readonly earned: number;
  readonly minted: number;
  readonly agreements: number;
  readonly disagreements: number;
}

export interface DayEarned {
  /** Days of UTC since 1970-01-01. */
  readonly day: number;
  /** Results, and the credits that askers burned for them. */
  readonly paid: number;
  readonly credits: number;
}

const DAYS_SHOWN = 31;
const NS_PER_DAY = 86_400_000_000_000n;

function dayOf(calcond: number): number {
  return Number((BigInt(calcond) * CALCOND_NS) / NS_PER_DAY);
}

/** How long a node rests that has computed for so long, so that it works `sharePct` of its time. */
export function restNs(usedNs: bigint, sharePct: number): bigint {
  const share = BigInt(sharePct);
  return usedNs > 0n ? (usedNs * (BigInt(FULL_PCT) - share)) / share : 0n;
}

export class Contributor {
  readonly #modules: ContributorModules;
  readonly #work = new Map<string, WorkRecord>();
  readonly #queue: string[] = [];
  readonly #failed = new Set<string>();
  #fact: ContributorFact | null = null;
  #running: { readonly job: string; readonly stop: AbortController } | null = null;
  #run: Promise<void> = Promise.resolve();
  #restUntilNs = 0n;
  #stopped = false;
  #changed: () => void = () => undefined;

  constructor(modules: ContributorModules) {
    this.#modules = modules;
  }

  onChange(fn: () => void): void {
    this.#changed = fn;
  }

  /** The account that contributes on this node, and with how much of its time. */
  get fact(): ContributorFact | null {
    return this.#fact;
  }

  async load(): Promise<void> {
    const { market } = this.#modules.store;
    this.#fact = await market.contributor();
    for await (const [job, record] of market.allWork()) this.#work.set(job, record);
    await this.#modules.earnings.load(this.#work);
  }

  /** When nothing runs. */
  async idle(): Promise<void> {
    await this.#run;
  }

  stop(): void {
    this.#stopped = true;
    this.#running?.stop.abort();
  }

  /** One account of a node contributes: the last one that started. */
  async start(fact: ContributorFact): Promise<void> {
    const { store } = this.#modules;
    await store.write(store.market.contributorOps(fact));
    this.#fact = fact;
    this.#changed();
  }

  /** A mode was set, or a bond made or released: what runs for it may have to end. */
  modeChanged(account: string, mode: string): void {
    if (mode !== "contributing" && this.#fact?.account === account) {
      this.#queue.length = 0;
      this.#running?.stop.abort();
    }
    this.#changed();
  }

  figures(): Contributed {
    const { book, earnings, publicKey } = this.#modules;
    return {
      account: this.#fact?.account ?? null,
      sharePct: this.#fact?.sharePct ?? FULL_PCT,
      running: this.#running?.job ?? null,
      waiting: this.#queue.length,
      computed: this.#work.size,
      ...earnings.totals,
      ...book.credibility.total(publicKey),
    };
  }

  /** Earnings on each day of UTC, the newest first. */
  earnedByDay(): readonly DayEarned[] {
    const { book, publicKey } = this.#modules;
    const days = new Map<number, { paid: number; credits: number }>();
    for (const { settled } of book.jobs.values()) {
      for (const { credits, node } of settled?.body.paid ?? []) {
        if (node !== publicKey || settled === null) continue;
        const day = dayOf(settled.calcond);
        const { credits: before, paid } = days.get(day) ?? { paid: 0, credits: 0 };
        days.set(day, { paid: paid + 1, credits: before + credits });
      }
    }
    return [...days]
      .map(([day, sums]) => ({ day, ...sums }))
      .sort((a, b) => b.day - a.day)
      .slice(0, DAYS_SHOWN);
  }

  /** @param due jobs that are looked at now */
  async step(now: number, due: readonly JobFacts[]): Promise<void> {
    const { earnings, publicKey, steps } = this.#modules;
    await earnings.step();
    let isOpen = false;
    await steps.run("offer", async () => {
      isOpen = await this.#offer();
    });
    for (const facts of due)
      if (facts.open!.author !== publicKey)
        await steps.run(`work for ${facts.id}`, () => this.#stepJob(facts, isOpen, now));
    this.#next();
  }

  /** When this node looks at a job again: in each calcond where it is drawn, else when something is said. */
  nextOf(facts: JobFacts, now: number): number {
    const isDrawn = drawOf(facts, facts.id)?.body.drawn.includes(this.#modules.publicKey) === true;
    return isDrawn ? now + 1 : Infinity;
  }

  async #stepJob(facts: JobFacts, isOpen: boolean, now: number): Promise<void> {
    const { book, publicKey } = this.#modules;
    const progress = book.progress(facts, now);
    const own = progress.callers.find(({ node }) => node === publicKey);
    if (own === undefined || outcomeOf(progress) !== null) return;
    if (own.stage === "called" && isOpen) await this.#claim(facts, own, now);
    else if (own.stage === "claimed") await this.#commit(facts, isOpen);
    else if (own.stage === "committed") await this.#reveal(facts, progress);
  }

  /** Says anew whether this node may be called, where that has changed. @returns whether it may */
  async #offer(): Promise<boolean> {
    const { bonds, book, contribution, crypto, engineVersion, publicKey, seed, publisher } =
      this.#modules;
    const said = book.offers.get(publicKey)?.offer;
    const account = this.#fact?.account ?? null;
    if (account === null) return false;
    const { bonds: held } = await bonds.status(account);
    const newest = held.at(-1);
    const mode = await contribution.mode(account);
    const isOpen =
      newest?.state === "bonded" && mode === "contributing" && !book.withheld.has(publicKey);
    if (newest === undefined || (said === undefined && !isOpen)) {
      if (said?.open === true) await publisher.say("work.offer", { ...said, open: false });
      return false;
    }
    const { bond, envelopes, listHash, sinceCalcond } = newest;
    const count = envelopes.length;
    // By the key of today: that of the bond may have ended since.
    const attested = { account, bond, count, listHash, node: publicKey, sinceCalcond };
    const attestation = toHex(crypto.ed25519Sign(seed, attestationBytes(attested)));
    const offer = {
      account,
      attestation,
      bond,
      count,
      engine_version: engineVersion,
      list_hash: listHash,
      open: isOpen,
      since: sinceCalcond,
    };
    if (said === undefined || canonicalize(said) !== canonicalize(offer))
      await publisher.say("work.offer", offer);
    return isOpen;
  }

  async #claim(facts: JobFacts, own: Caller, now: number): Promise<void> {
    const { id, open } = facts;
    // A beacon may still be under way; who chose another draw than it says gets no work.
    const drawing = this.#modules.beacons.reading(facts, id);
    if (drawing === null || drawing.fault !== null) {
      this.#modules.log.debug("a draw is not what its beacon says", { id, why: drawing?.fault });
      return;
    }
    const isBusy = this.#queue.length >= QUEUE_MAX;
    if (isBusy || this.#failed.has(id) || this.#rests(facts, own)) return;
    if (this.#modules.earnings.owedBy(open!.author, now) >= UNPAID_MAX) return;
    await this.#modules.publisher.say("work.claim", { job: id });
    this.#enqueue(id);
  }

  /** Whether its share keeps this node from beginning before a commitment would be late. */
  #rests(facts: JobFacts, { calledAt }: Caller): boolean {
    const drawnAt = drawOf(facts, facts.id)!.calcond;
    const last = calledAt + leaseOf(drawnAt, facts.open!.body.deadline);
    return this.#restUntilNs >= BigInt(last) * CALCOND_NS;
  }

  async #commit(facts: JobFacts, isOpen: boolean): Promise<void> {
    const { crypto, publicKey: node, publisher } = this.#modules;
    const record = this.#work.get(facts.id);
    if (record === undefined) {
      if (isOpen) this.#enqueue(facts.id);
      return;
    }
    const { resultHash, salt } = record;
    const commit = commitmentOf(crypto, { resultHash, salt, node });
    await publisher.say("work.commit", { job: facts.id, commit });
  }

  async #reveal(facts: JobFacts, progress: Progress): Promise<void> {
    const { publicKey, publisher } = this.#modules;
    const record = this.#work.get(facts.id);
    if (record === undefined || !mayReveal(progress, publicKey)) return;
    await publisher.say("work.reveal", {
      job: facts.id,
      result_hash: record.resultHash,
      salt: record.salt,
      token_id: record.token,
      value: record.value,
      value_bits: record.valueBits,
    });
  }

  #enqueue(job: string): void {
    if (this.#queue.includes(job) || this.#running?.job === job || this.#failed.has(job)) return;
    this.#queue.push(job);
  }

  /** Starts the next job, where none runs and the share of the machine's time allows it. */
  #next(): void {
    const { book, clock, log } = this.#modules;
    if (this.#stopped || this.#running !== null || clock.nowNs() < this.#restUntilNs) return;
    const job = this.#queue.shift();
    const facts = job === undefined ? undefined : book.jobs.get(job);
    if (facts === undefined) return;
    const running = { job: facts.id, stop: new AbortController() };
    this.#running = running;
    const startNs = clock.nowNs();
    let isBusy = false;
    this.#run = this.#compute(facts, running.stop.signal)
      .catch((error: unknown) => {
        // Own callers have the workers: it is computed again a calcond later.
        if (error instanceof BusyError) {
          isBusy = true;
          return;
        }
        // Its time will be over; the next one of the draw steps in.
        this.#failed.add(facts.id);
        log.info("a job was not computed", { job: facts.id, error: String(error) });
      })
      .then(() => {
        this.#running = null;
        const used = clock.nowNs() - startNs;
        const rest = restNs(used, this.#fact?.sharePct ?? FULL_PCT);
        this.#restUntilNs = clock.nowNs() + (isBusy && rest < CALCOND_NS ? CALCOND_NS : rest);
        this.#changed();
      });
  }

  async #compute(facts: JobFacts, signal: AbortSignal): Promise<void> {
    const { clock, crypto, documents, engineVersion, execution, random, store } = this.#modules;
    const account = this.#fact?.account;
    if (account === undefined) return;
    const inputs = await this.inputsOf(facts);
    if (inputs === null) throw new Error("its inputs cannot be had");
    const { chain } = facts.open!.body;
    const outcome = await execution.run({ chain, inputs }, { caller: "keyed", signal });
    if (signal.aborted) throw new Error("the mode was changed");
    const honest = resultDocument(crypto, engineVersion, outcome.computed);
    if (honest.text.length > JOB_DOCUMENT_BYTES_MAX) throw new Error("its result is too large");
    const result = this.#modules.workResult?.(honest, facts.id) ?? honest;
    const name = sealNameOf(facts.id);
    // A crash after the seal and before what follows finds its receipt here.
    if (outcome.seal !== null && (await store.meta.get(name)) === undefined)
      await outcome.seal({ account, name });
    const record: WorkRecord = {
      account,
      resultHash: result.hash,
      value: result.value,
      valueBits: result.valueBits,
      credits: result.credits,
      salt: toHex(random.bytes(SALT_BYTES)),
      token: (await store.meta.get(name)) ?? null,
      calcond: Number(clock.nowNs() / CALCOND_NS),
    };
    await store.write([
      ...store.market.workOps(facts.id, record),
      ...(await documents.putOps(result.hash, result.text, keptUntil(facts))),
    ]);
    this.#work.set(facts.id, record);
    this.#modules.earnings.expect(facts.id, record);
  }

  /** Results computed for jobs that are long over. @returns operations that remove it */
  forget(): readonly Operation[] {
    const { book, earnings, store } = this.#modules;
    const operations: Operation[] = [];
    for (const job of this.#work.keys()) {
      if (book.jobs.has(job)) continue;
      this.#work.delete(job);
      earnings.forget(job);
      operations.push(...store.market.forgetWorkOps(job));
    }
    for (const job of this.#failed) if (!book.jobs.has(job)) this.#failed.delete(job);
    return operations;
  }

  /** What a job asks to be computed, from its event or by its digest; null when nobody has it. */
  async inputsOf({ open }: Pick<JobFacts, "open">): Promise<JsonObject | null> {
    const { inputs, inputs_hash: hash } = open!.body;
    if (inputs !== undefined) return inputs;
    const text = await this.#modules.documents.get(hash, keptUntil({ open }));
    const read = text === null ? null : parseJson(text);
    return read?.ok === true && isObject(read.value) ? read.value : null;
  }
}

/** The last calcond in which the documents of a job are needed here. */
function keptUntil({ open }: Pick<JobFacts, "open">): number {
  return open!.body.deadline + JOB_KEPT_CALCONDS;
}
