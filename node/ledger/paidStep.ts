/**
 * The one frame of all that is paid for: a computation, a table, a tick, a step of a reactor and a
 * firing. It waits for its turn, sets the price aside, computes, writes in a commit window, and
 * tells of it behind the sync. However it ends, nothing stays set aside.
 */
import type { Quote } from "../../protocol/economy/price.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Logger } from "../../protocol/ports.js";
import { after } from "../runtime/after.js";
import { KeyedQueue } from "../runtime/keyedQueue.js";
import { ALLOWANCE, type Payment } from "../sealing/draft.js";
import type { Ledger } from "./ledger.js";
import type { VainWork } from "./vainWork.js";
import { isUnlimited, payFor, type Payer } from "./payment.js";

/** What each envelope costs, in order; null for one that will not be sealed. */
export type Prices = readonly (Quote | null)[];

/** Of work that seals nothing. */
export const FREE: Prices = [];

/** What work has come to, and how it is written. */
export interface Outcome<R> {
  /** By what came of the work; absent where it costs what was set aside for it. */
  readonly prices?: Prices;
  /** Of the work, the part that is sealed, in ms; absent for all of it. */
  readonly sealedMs?: number;
  /**
   * Writes it; resolves behind the sync.
   * @param payment of the first envelope
   * @param payments of all of them
   */
  commit(payment: Payment, payments: readonly Payment[]): R | Promise<R>;
}

/** Of work that came to nothing that is sealed, or charged. */
export function unsealed<R>(result: R): Outcome<R> {
  return { prices: FREE, commit: () => result };
}

/** Who has the work of a step done: what it took adds up there, in ms of processor time. */
export interface Worked {
  readonly workMs: number;
}

export interface PaidStep<R> {
  readonly payer: Payer;
  /** Absent where the step has nothing done that could end in nothing. */
  readonly by?: Worked;
  /** Set aside before the work: who cannot pay does not get it done. */
  readonly prices: Prices;
  /** Computes. What it throws is told to the caller, and nothing is charged. */
  work(): Outcome<R> | Promise<Outcome<R>>;
  /** Where the balance covers no price: what follows of it, and what is thrown. */
  unpaid?(refusal: Refusal): Refusal | Promise<Refusal>;
  /** Tells those who listen: called when the result is durable. */
  tell?(result: R): void;
  /** Gives back what else was taken for it; called once, also for what failed. */
  release?(isDone: boolean): void;
}

/** What has steps that wait for each other. */
type Thing = "channel" | "reactor" | "contract";

interface PaidStepModules {
  readonly ledger: Ledger;
  readonly vainWork: Pick<VainWork, "check" | "spend">;
  readonly log: Logger;
}

export class PaidSteps {
  readonly #modules: PaidStepModules;
  readonly #queues: Readonly<Record<Thing, KeyedQueue>> = {
    channel: new KeyedQueue("the queue of a channel"),
    reactor: new KeyedQueue("the queue of a reactor"),
    contract: new KeyedQueue("the queue of a contract"),
  };

  constructor(modules: PaidStepModules) {
    this.#modules = modules;
  }

  /**
   * Alone among all that waits for one thing, first come first served.
   * @throws BusyError where too many wait
   */
  alone<T>(thing: Thing, id: string, work: () => Promise<T>): Promise<T> {
    return this.#queues[thing].run(id, work);
  }

  /** A step of a thing. @param prepare called when its turn has come: checks, and says the price */
  inTurn<R>(thing: Thing, id: string, prepare: () => Promise<PaidStep<R>>): Promise<R> {
    return this.alone(thing, id, async () => this.run(await prepare()));
  }

  /**
   * At once where nothing has to be waited for.
   * @throws Refusal INSUFFICIENT_BALANCE, or what the work or its writing failed with
   */
  run<R>(step: PaidStep<R>): R | Promise<R> {
    const held = new Held(this.#modules.ledger, step.payer);
    let result: R | Promise<R>;
    try {
      result = after(this.#admitted(step), () =>
        after(setAside(step, held, step.prices), () =>
          after(step.work(), (outcome) => {
            held.sealedMs = sealedMsOf(step, outcome);
            return after(repriced(step, held, outcome), () =>
              outcome.commit(held.first, held.payments),
            );
          }),
        ),
      );
    } catch (error) {
      this.#ended(step, held, false);
      throw error;
    }
    if (result instanceof Promise) return this.#settled(step, held, result);
    return this.#done(step, held, result);
  }

  async #settled<R>(step: PaidStep<R>, held: Held, written: Promise<R>): Promise<R> {
    let result: R;
    try {
      result = await written;
    } catch (error) {
      this.#ended(step, held, false);
      throw error;
    }
    return this.#done(step, held, result);
  }

  /** Who has used up the day's work that seals nothing has no more done. */
  #admitted<R>(step: PaidStep<R>): void | Promise<void> {
    const { by, payer } = step;
    const refusalOf =
      step.unpaid === undefined ? undefined : (refusal: Refusal) => step.unpaid!(refusal);
    if (by === undefined || isUnlimited(payer)) return;
    const { vainWork } = this.#modules;
    try {
      const checking = vainWork.check(payer.account);
      if (!(checking instanceof Promise) || refusalOf === undefined) return checking;
      return checking.catch(async (error: unknown) => {
        throw error instanceof Refusal ? await refusalOf(error) : error;
      });
    } catch (error) {
      if (refusalOf === undefined || !(error instanceof Refusal)) throw error;
      return Promise.resolve(refusalOf(error)).then((refusal) => {
        throw refusal;
      });
    }
  }

  #ended<R>(step: PaidStep<R>, held: Held, isDone: boolean): void {
    const { by, payer } = step;
    const vainMs = by === undefined || isUnlimited(payer) ? 0 : by.workMs;
    const sealedMs = isDone ? held.sealedMs : 0;
    if (vainMs > sealedMs) void this.#modules.vainWork.spend(payer.account, vainMs - sealedMs);
    held.release();
    step.release?.(isDone);
  }

  #done<R>(step: PaidStep<R>, held: Held, result: R): R {
    this.#ended(step, held, true);
    try {
      step.tell?.(result);
    } catch (error) {
      // A durable entry stays acknowledged, whatever a listener does with the news.
      this.#modules.log.error("a listener of paid steps failed", { error });
    }
    return result;
  }
}

/** What a step has set aside. */
class Held {
  readonly #ledger: Ledger;
  readonly #payer: Payer;
  #payments: Payment[] = [];
  /** Of the work, what is sealed with it. */
  sealedMs = 0;

  constructor(ledger: Ledger, payer: Payer) {
    this.#ledger = ledger;
    this.#payer = payer;
  }

  get payments(): readonly Payment[] {
    return this.#payments;
  }

  /** Nothing is charged where nothing is sealed. */
  get first(): Payment {
    return this.#payments[0] ?? ALLOWANCE;
  }

  /** At once where the account's figures are ready. @throws Refusal for the first that is too much */
  take(prices: Prices): void | Promise<void> {
    for (let i = 0; i < prices.length; i += 1) {
      const payment = this.#pay(prices[i]!);
      if (payment instanceof Promise) return this.#takeLater(payment, prices, i + 1);
      this.#payments.push(payment);
    }
  }

  async #takeLater(first: Promise<Payment>, prices: Prices, next: number): Promise<void> {
    this.#payments.push(await first);
    await this.take(prices.slice(next));
  }

  #pay(price: Quote | null): Payment | Promise<Payment> {
    if (price === null) return ALLOWANCE;
    return payFor(this.#ledger, this.#payer, this.#payer.account, price);
  }

  /** Nothing of those that were burned. */
  release(): void {
    const payments = this.#payments;
    this.#payments = [];
    for (const payment of payments) payment.unsealed();
  }
}

/** What stands in the way is told in the words of the step, where it has any. */
function setAside<R>(step: PaidStep<R>, held: Held, prices: Prices): void | Promise<void> {
  if (step.unpaid === undefined) return held.take(prices);
  try {
    const taking = held.take(prices);
    return taking instanceof Promise
      ? taking.catch((error: unknown) => unpaid(step, error))
      : taking;
  } catch (error) {
    return unpaid(step, error);
  }
}

async function unpaid<R>(step: PaidStep<R>, error: unknown): Promise<never> {
  const isPoor = error instanceof Refusal && error.code === "INSUFFICIENT_BALANCE";
  throw isPoor && step.unpaid !== undefined ? await step.unpaid(error) : error;
}

/** Sets aside what the work has come to cost in place of what was set aside for it. */
function repriced<R>(step: PaidStep<R>, held: Held, { prices }: Outcome<R>): void | Promise<void> {
  if (prices === undefined) return;
  held.release();
  return setAside(step, held, prices);
}

/** Nothing of what seals no envelope; all of the work, unless the outcome says which part. */
function sealedMsOf<R>(step: PaidStep<R>, { prices = step.prices, sealedMs }: Outcome<R>): number {
  if (prices.every((price) => price === null)) return 0;
  return sealedMs ?? Number.POSITIVE_INFINITY;
}
