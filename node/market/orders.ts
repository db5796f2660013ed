/**
 * Orders of this node's accounts: the price is locked before anybody hears of a job, and every lock
 * is spent or returned. What was decided is on the disk before it is said.
 */
import { dailyLimitOf } from "../../protocol/economy/freeCredits.js";
import {
  BURN_CREDITS,
  MINT_CREDITS,
  purseOf,
  type LedgerDelta,
} from "../../protocol/economy/accounts.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { jobLockMessage, jobOpenBody } from "../../protocol/events/job.js";
import type { JobSettleBody } from "../../protocol/market/bodies.js";
import { drawn, isAlone, poolHash } from "../../protocol/market/draw.js";
import { drawOf, type JobFacts } from "../../protocol/market/facts.js";
import { readResult, type ResultDocument } from "../../protocol/market/result.js";
import { outcomeOf, resultsMax, settlementOf } from "../../protocol/market/settle.js";
import {
  INLINE_INPUT_BYTES_MAX,
  JOB_KEPT_CALCONDS,
  ORDER_KEPT_CALCONDS,
} from "../../protocol/market/terms.js";
import type { Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { JobOrderRecord, ShardEnd, ShardRecord } from "../../storage/records/marketRecords.js";
import type { Store } from "../../storage/store.js";
import type { Effects, Step } from "../ledger/effects.js";
import { LedgerError, type Ledger } from "../ledger/ledger.js";
import type { RandomBytes } from "../runtime/random.js";
import type { SeparateSteps } from "../runtime/separateSteps.js";
import type { MarketBook } from "./book.js";
import type { Checks } from "./checks.js";
import type { JobDocuments } from "./documents.js";
import type { Keeper } from "./keeper.js";
import type { MarketVoice } from "./voice.js";

/** How long the result of a job that is done may take to arrive before the job has failed. */
const FETCH_CALCONDS = 120;
const ID_BYTES = 8;
const NONCE_BYTES = 32;

interface OrderModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly effects: Effects;
  readonly ledger: Ledger;
  readonly random: RandomBytes;
  readonly log: Logger;
  readonly book: MarketBook;
  readonly publisher: MarketVoice;
  readonly documents: JobDocuments;
  readonly keeper: Keeper;
  readonly checks: Checks;
  readonly steps: SeparateSteps;
  readonly seed: Uint8Array;
  readonly publicKey: string;
  readonly net: string;
}

/** One part of what is ordered. */
export interface Part {
  readonly inputs: JsonObject;
  readonly rows: number | null;
  /** Credits of one result, at most. */
  readonly credits: number;
}

export interface OrderRequest extends Pick<
  JobOrderRecord,
  "account" | "chain" | "class" | "k" | "engineVersion" | "createdCalcond" | "deadline"
> {
  readonly isOperator: boolean;
  readonly parts: readonly Part[];
}

export class JobOrders {
  readonly #modules: OrderModules;
  /** Orders with a part that has not ended, or whose end was not told. */
  readonly #open = new Map<string, JobOrderRecord>();
  #sees: () => boolean = () => true;
  #changed: () => void = () => undefined;

  constructor(modules: OrderModules) {
    this.#modules = modules;
  }

  onChange(fn: () => void): void {
    this.#changed = fn;
  }

  /** @param sees whether what others have said of work is known here: nothing is opened before */
  useView(sees: () => boolean): void {
    this.#sees = sees;
  }

  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  /** Parts that have not ended, and what is locked for them. */
  get figures(): { readonly shards: number; readonly locked: number } {
    const shards = [...this.#open.values()].flatMap((order) =>
      order.shards.filter(({ end }) => end === null),
    );
    return { shards: shards.length, locked: shards.reduce((sum, { locked }) => sum + locked, 0) };
  }

  async load(now: number): Promise<void> {
    for await (const [id, order] of this.#modules.store.market.orders())
      if (order.shards.some((shard) => !this.#isOver(order, shard, now))) this.#open.set(id, order);
  }

  /** Ended, and said so where the mesh knew of it and remembers it. */
  #isOver(
    { deadline }: Pick<JobOrderRecord, "deadline">,
    { end, job }: ShardRecord,
    now: number,
  ): boolean {
    if (end === null) return false;
    if (end.settle === null || now > deadline + JOB_KEPT_CALCONDS) return true;
    return job !== null && this.#modules.book.jobs.get(job)?.settled != null;
  }

  /** @throws Refusal INSUFFICIENT_BALANCE, FORBIDDEN */
  async open(requested: OrderRequest): Promise<Step<JobOrderRecord>> {
    const { account, isOperator } = requested;
    const { documents, ledger, random, store } = this.#modules;
    if (!isOperator && dailyLimitOf(account) !== null)
      throw new Refusal("FORBIDDEN", "a demo key's account opens no jobs");
    const times = resultsMax(requested);
    const operations: Operation[] = [];
    const shards: ShardRecord[] = [];
    for (const { credits, inputs, rows } of requested.parts) {
      const text = canonicalize(inputs);
      const hash = this.#modules.crypto.sha256Hex(text);
      operations.push(...(await documents.putOps(hash, text, keptUntil(requested))));
      const nonce = toHex(random.bytes(NONCE_BYTES));
      shards.push({ nonce, inputs: hash, rows, locked: credits * times, job: null, end: null });
    }
    const locked = shards.reduce((sum, shard) => sum + shard.locked, 0);
    await ledger.open(account);
    const { free, paid } = ledger.available(account) ?? { free: 0, paid: 0 };
    const funding = isOperator ? "allowance" : free >= locked ? "free" : "paid";
    const { parts: _parts, isOperator: _is, ...named } = requested;
    const order: JobOrderRecord = {
      ...named,
      id: `job_${toHex(random.bytes(ID_BYTES))}`,
      chain: [...requested.chain],
      funding,
      isCancelled: false,
      shards,
    };
    return {
      keys: [guardOf(order.id)],
      run: (tx) => {
        tx.add(operations);
        tx.add(store.market.beginOps(order));
        tx.book(
          { kind: "job.lock", note: { job: order.id }, entries: lockEntries(order, locked) },
          (error) => refusedLock(error, locked, { free, paid }),
        );
        tx.onSettled((isWritten) => {
          if (!isWritten) return;
          this.#open.set(order.id, order);
          this.#changed();
        });
        return order;
      },
    };
  }

  /** Asks for an order to end: parts to which nobody has committed are given up. */
  cancel(account: string, id: string): Step<JobOrderRecord> {
    const { store } = this.#modules;
    return {
      keys: [guardOf(id)],
      run: async (tx) => {
        const order = await store.market.order(id);
        if (order === undefined || order.account !== account)
          throw new Refusal("NOT_FOUND", `you have no job ${id}`);
        const cancelled = { ...order, isCancelled: true };
        if (order.shards.every(({ end }) => end !== null)) return order;
        tx.add(store.market.orderOps(cancelled));
        tx.onSettled((isWritten) => {
          if (!isWritten) return;
          this.#open.set(id, cancelled);
          this.#changed();
        });
        return cancelled;
      },
    };
  }

  /** Orders that ended long ago. @returns operations that remove them */
  async forget(now: number): Promise<readonly Operation[]> {
    const { checks, store } = this.#modules;
    const operations: Operation[] = [];
    for await (const [id, order] of store.market.orders()) {
      if (now <= keptUntil(order) || this.#open.has(id)) continue;
      const jobs = order.shards.flatMap(({ job }) => (job === null ? [] : [job]));
      operations.push(...store.market.forgetOrderOps(order), ...checks.forgetWrong(jobs));
    }
    return operations;
  }

  async step(now: number): Promise<void> {
    for (const id of this.#open.keys()) {
      const { length } = this.#open.get(id)!.shards;
      for (let at = 0; at < length; at += 1)
        await this.#modules.steps.run(`part ${at} of ${id}`, () => this.#stepShard(id, at, now));
      const order = this.#open.get(id)!;
      if (order.shards.every((shard) => this.#isOver(order, shard, now))) this.#open.delete(id);
    }
  }

  async #stepShard(id: string, at: number, now: number): Promise<void> {
    const order = this.#open.get(id)!;
    const shard = order.shards[at]!;
    if (this.#isOver(order, shard, now)) return;
    if (shard.end !== null) {
      await this.#tell(shard.end);
      return;
    }
    const { book, publicKey } = this.#modules;
    const job = shard.job ?? book.opened(publicKey, shard.nonce);
    if (job === null) {
      if (order.isCancelled) await this.#unopened(order, at, "cancelled", "it was cancelled");
      else if (now > order.deadline)
        await this.#unopened(order, at, "expired", "this node could not say it in time");
      else if (this.#sees()) await this.#announce(order, at);
      return;
    }
    if (shard.job === null) await this.#change(id, at, { job });
    const facts = book.jobs.get(job);
    if (facts !== undefined) await this.#follow(order, at, facts, now);
    else if (now > order.deadline + JOB_KEPT_CALCONDS)
      await this.#unopened(order, at, "expired", "this node remembers nothing of it any more");
  }

  async #announce(order: JobOrderRecord, at: number): Promise<void> {
    const { crypto, documents, net, publicKey, seed, publisher } = this.#modules;
    const { inputs: inputsHash, locked, nonce } = order.shards[at]!;
    const text = (await documents.held(inputsHash)) ?? "{}";
    const inline = inlineInputs(text);
    const lock = { credits: locked, expires: order.deadline, home: publicKey };
    const sig = toHex(crypto.ed25519Sign(seed, jobLockMessage(net, nonce, lock)));
    const job = await publisher.say("job.open", {
      chain: [...order.chain],
      class: order.class,
      deadline: order.deadline,
      engine_version: order.engineVersion,
      ...(inline === null ? {} : { inputs: inline }),
      inputs_hash: inputsHash,
      k: order.k,
      lock: { ...lock, sig },
      nonce,
      price: locked,
    });
    if (job !== null) await this.#change(order.id, at, { job });
  }

  async #follow(order: JobOrderRecord, at: number, facts: JobFacts, now: number): Promise<void> {
    const { book, publisher } = this.#modules;
    if (order.isCancelled && facts.cancelled === null)
      await publisher.say("job.cancel", { job: facts.id });
    if (facts.cancelled === null && drawOf(facts, facts.id) === null && now <= order.deadline)
      if (await this.#draw(order, at, facts, now)) return;
    const progress = book.progress(facts, now);
    const outcome = outcomeOf(progress);
    if (outcome === null) return;
    if (outcome !== "done") {
      const settle = settlementOf(facts, progress, { outcome, credits: 0 });
      await this.#end(order, at, settle, WHY[outcome]);
      return;
    }
    const found = this.#modules.checks.before(facts, progress);
    if (found === "pending") return;
    const hash = found?.hash ?? progress.accepted!;
    if (found !== null) await this.#keep(found, keptUntil(order));
    const result = await this.#result(hash, keptUntil(order));
    if (result !== null) {
      const credits = creditsIn(result);
      const settle = settlementOf(facts, progress, { outcome, credits, found: hash });
      await this.#end(order, at, settle, null);
    } else if (now > lastReveal(progress) + FETCH_CALCONDS) {
      const settle = settlementOf(facts, progress, { outcome: "failed", credits: 0 });
      await this.#end(order, at, settle, "those who agree on a result did not hand it over");
    }
  }

  /** A result that this node has computed itself is on the disk before the job ends with it. */
  async #keep({ hash, text }: ResultDocument, until: number): Promise<void> {
    const { documents, store } = this.#modules;
    await store.write(await documents.putOps(hash, text, until));
  }

  /** Null while it is fetched, and where nobody has it. */
  async #result(hash: string, until: number): Promise<JsonObject | null> {
    const text = await this.#modules.documents.begun(hash, until);
    return text === null ? null : readResult(this.#modules.crypto, hash, text);
  }

  /** @returns whether it ended for want of nodes */
  async #draw(order: JobOrderRecord, at: number, facts: JobFacts, now: number): Promise<boolean> {
    const { book, crypto, keeper, publisher } = this.#modules;
    const called = resultsMax(order);
    const { id: about, open } = facts;
    const wanting = { about, calcond: open!.calcond, owner: open!.author, called, accused: null };
    const beacon = keeper.found(facts, wanting, now);
    if (beacon === null) return false;
    const pool = keeper.pool(beacon, called, {
      about,
      engineVersion: order.engineVersion,
      calcond: open!.calcond,
      parties: new Set([open!.author]),
      withheld: new Set(book.withheld.keys()),
    });
    const nodes = drawn(crypto, pool, { about, beacon: beacon.value });
    if (nodes.length < called) {
      const { locked } = order.shards[at]!;
      const why = `${nodes.length} nodes can be drawn, and ${called} are needed`;
      await this.#end(order, at, nothingSpent(about, "failed", locked), why);
      return true;
    }
    const first = nodes[0]!;
    const { agreements } = book.credibility.of(first, order.engineVersion);
    const alone =
      order.class === "economy" &&
      isAlone(crypto, { about, beacon: beacon.value, node: first, agreements });
    await publisher.say("job.draw", {
      about,
      job: about,
      beacon: beacon.name,
      drawn: [...nodes],
      called: alone ? 1 : called,
      pool: pool.length,
      pool_hash: poolHash(crypto, pool),
    });
    return false;
  }

  /** A part that no node ever heard of, or remembers. */
  #unopened(
    order: JobOrderRecord,
    at: number,
    outcome: "cancelled" | "expired",
    why: string,
  ): Promise<void> {
    const { locked } = order.shards[at]!;
    const end = { outcome, spent: 0, returned: locked, result: null, settle: null, why };
    return this.#close(order, at, end);
  }

  #end(
    order: JobOrderRecord,
    at: number,
    settle: JobSettleBody,
    why: string | null,
  ): Promise<void> {
    const { outcome, returned, spent, result_hash: result } = settle;
    return this.#close(order, at, { outcome, spent, returned, result, settle, why });
  }

  /** The lock is spent and returned in the batch that ends the part; then the mesh is told. */
  async #close(order: JobOrderRecord, at: number, end: ShardEnd): Promise<void> {
    const { effects, store } = this.#modules;
    const { id } = order;
    await effects.run({
      keys: [guardOf(id)],
      run: async (tx) => {
        const kept = (await store.market.order(id))!;
        if (kept.shards[at]!.end !== null) return;
        const changed = withShard(kept, at, { end });
        tx.add(store.market.orderOps(changed));
        tx.book({
          kind: "job.settle",
          note: { job: id, shard: at, outcome: end.outcome },
          entries: settleEntries(order, end),
        });
        tx.onSettled((isWritten) => {
          if (isWritten) this.#open.set(id, changed);
        });
      },
    });
    if (end.settle !== null) await this.#tell(end);
  }

  async #tell({ settle }: ShardEnd): Promise<void> {
    if (settle !== null)
      await this.#modules.publisher.say("job.settle", {
        ...settle,
        paid: settle.paid.map((one) => ({ ...one })),
      });
  }

  async #change(id: string, at: number, change: Partial<ShardRecord>): Promise<void> {
    const { effects, store } = this.#modules;
    await effects.run({
      keys: [guardOf(id)],
      run: async (tx) => {
        const changed = withShard((await store.market.order(id))!, at, change);
        tx.add(store.market.orderOps(changed));
        tx.onSettled((isWritten) => {
          if (isWritten) this.#open.set(id, changed);
        });
      },
    });
  }
}

const WHY: Readonly<Record<"failed" | "expired" | "cancelled", string>> = {
  failed: "no result has as many that agree as the job asks for",
  expired: "its deadline is over",
  cancelled: "it was cancelled",
};

/** The last calcond in which an order and its documents are kept. */
function keptUntil({ deadline }: Pick<JobOrderRecord, "deadline">): number {
  return deadline + ORDER_KEPT_CALCONDS;
}

export function guardOf(order: string): string {
  return `job:${order}`;
}

/** The purse in which the price of an order stands aside. */
export function lockPurse({ funding, id }: Pick<JobOrderRecord, "funding" | "id">): string {
  return purseOf(funding === "paid" ? "paid" : "free", `job:${id}`);
}

/** From where a lock comes, and to where it goes back. */
function sourceOf({ account, funding }: JobOrderRecord): string {
  return funding === "allowance" ? MINT_CREDITS : purseOf(funding, account);
}

function lockEntries(order: JobOrderRecord, locked: number): readonly LedgerDelta[] {
  return [
    { account: sourceOf(order), delta: -locked },
    { account: lockPurse(order), delta: locked },
  ];
}

function settleEntries(
  order: JobOrderRecord,
  { returned, spent }: ShardEnd,
): readonly LedgerDelta[] {
  return [
    { account: lockPurse(order), delta: -(spent + returned) },
    { account: BURN_CREDITS, delta: spent },
    { account: sourceOf(order), delta: returned },
  ];
}

function refusedLock(
  error: unknown,
  locked: number,
  { free, paid }: { readonly free: number; readonly paid: number },
): unknown {
  if (!(error instanceof LedgerError) || error.fault !== "INSUFFICIENT") return error;
  return new Refusal(
    "INSUFFICIENT_BALANCE",
    `${locked} credits are locked for this job, wholly free or wholly paid ones: ${free} free and ` +
      `${paid} paid are there; nothing was opened`,
    { members: { price: { credits: locked }, have: free + paid, free, paid } },
  );
}

function withShard(
  order: JobOrderRecord,
  at: number,
  change: Partial<ShardRecord>,
): JobOrderRecord {
  const shards = order.shards.map((shard, place) =>
    place === at ? { ...shard, ...change } : shard,
  );
  return { ...order, shards };
}

/** Numbers by name that fit into the event itself; null for what is fetched by its digest. */
function inlineInputs(text: string): Readonly<Record<string, number>> | null {
  if (text.length > INLINE_INPUT_BYTES_MAX) return null;
  const read = jobOpenBody.shape.inputs.safeParse(JSON.parse(text));
  return read.success && read.data !== undefined ? read.data : null;
}

function creditsIn({ credits }: JsonObject): number {
  return typeof credits === "number" && Number.isSafeInteger(credits) && credits >= 0 ? credits : 0;
}

function lastReveal({
  callers,
}: {
  readonly callers: readonly { readonly reveal: { readonly calcond: number } | null }[];
}): number {
  return Math.max(0, ...callers.map(({ reveal }) => reveal?.calcond ?? 0));
}

function nothingSpent(job: string, outcome: "failed", locked: number): JobSettleBody {
  return { job, outcome, result_hash: null, paid: [], spent: 0, returned: locked };
}
