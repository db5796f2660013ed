/**
 * The one way to write what somebody asked for: read, check and write under guards, in one batch
 * that joins a commit window, with its entry in the journal and what is kept of its answer. A
 * request, a contract and a job use the same steps.
 */
import type { LedgerDelta } from "../../protocol/economy/accounts.js";
import type { JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Bucket } from "../../storage/records/buckets.js";
import type { Transaction } from "../../storage/kv/guard.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import type { SealedPlace } from "../sealing/draft.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { Posted } from "../sealing/posting.js";
import type { Companion } from "../sealing/stagedLog.js";

/** An entry of the journal that is asked for. */
export interface Booking {
  readonly kind: string;
  readonly entries: readonly LedgerDelta[];
  readonly note?: JsonObject;
}

/** Where the ledger books entries, in one batch with other operations. */
export interface Books {
  post(
    booking: Booking,
    operations: readonly Operation[],
    companion?: Companion<Posted>,
  ): Promise<{ readonly journal: number; readonly hash: string }>;
}

/** What a log writes in the batch of an effect, and the batch with it. */
export interface Carrier {
  /**
   * Alone. @param operations of the effect: asked for when the log has placed what it writes
   * @throws what the batch was not written for
   */
  submit(operations: () => readonly Operation[]): Promise<void>;
  /**
   * With an entry of the journal, or with an envelope.
   * @param operations of the effect, made of where that stands
   */
  companion<Became extends Posted | SealedPlace>(
    operations: (became: Became) => readonly Operation[],
  ): Companion<Became>;
}

/** Seals an envelope with what stands beside it; the answer says whether it was sealed. */
export type Sealing = (companion: Companion<SealedPlace>) => Promise<SealedAnswer>;

/** Results made when all that the batch writes has its place. */
export interface Late<R> {
  /** Further writes of the batch. */
  readonly operations: readonly Operation[];
  /** What the effect comes to. */
  readonly result: R;
}

/** What came of an effect that is written with an envelope, and only then. */
export type SealedEffect<R> =
  | { readonly sealed: true; readonly result: R }
  /** Nothing was written: the value comes back without a receipt, and says why. */
  | { readonly sealed: false; readonly answer: SealedAnswer };

/** A transaction whose batch may carry one entry of the journal. */
export interface EffectTransaction extends Transaction {
  /**
   * Books an entry in the batch of the effect, which has at most one.
   * @param explain makes what is thrown out of what booking failed with
   */
  book(booking: Booking, explain?: (error: unknown) => unknown): void;
  /** Has a log write in the batch of the effect, which has at most one. */
  carry(carrier: Carrier): void;
  /** Called under the guards when the write has ended, with whether it is durable. */
  onSettled(fn: (isWritten: boolean) => void): void;
}

/** Work that is checked as far as it can be, and waits for its guards. */
export interface Step<T> {
  readonly keys: readonly string[];
  /** Under the guards. What it throws undoes all of it. */
  readonly run: (tx: EffectTransaction) => Promise<T> | T;
}

/** Ends an effect whose envelope was not sealed. */
class Unsealed extends Error {
  readonly answer: SealedAnswer;

  constructor(answer: SealedAnswer) {
    super("the value of an effect could not be sealed");
    this.answer = answer;
  }
}

/** With the place of the envelope, of an effect that has one. */
type MakeLate<R> = (place: SealedPlace | null) => Late<R>;

class Effect<R> implements EffectTransaction {
  readonly #tx: Transaction;
  readonly #books: Books | null;
  readonly #sealing: Sealing | null;
  readonly #listeners: ((isWritten: boolean) => void)[] = [];
  #booking: Booking | null = null;
  #explain: (error: unknown) => unknown = (error) => error;
  #carrier: Carrier | null = null;
  #makeLate: MakeLate<R> | null = null;
  #late: Late<R> | null = null;
  #isEmpty = true;

  constructor(tx: Transaction, books: Books | null, sealing: Sealing | null) {
    this.#tx = tx;
    this.#books = books;
    this.#sealing = sealing;
  }

  get<K, V>(bucket: Bucket<K, V>, key: K): Promise<V | undefined> {
    return this.#tx.get(bucket, key);
  }

  put<K, V>(bucket: Bucket<K, V>, key: K, value: V): void {
    this.#isEmpty = false;
    this.#tx.put(bucket, key, value);
  }

  del<K, V>(bucket: Bucket<K, V>, key: K): void {
    this.#isEmpty = false;
    this.#tx.del(bucket, key);
  }

  add(operations: readonly Operation[]): void {
    if (operations.length > 0) this.#isEmpty = false;
    this.#tx.add(operations);
  }

  book(booking: Booking, explain?: (error: unknown) => unknown): void {
    if (this.#books === null) throw new Error("nothing can be booked without a ledger");
    if (this.#booking !== null) throw new Error("an effect books one entry of the journal");
    this.#booking = booking;
    if (explain !== undefined) this.#explain = explain;
  }

  carry(carrier: Carrier): void {
    if (this.#carrier !== null) throw new Error("an effect is carried by one log");
    this.#carrier = carrier;
  }

  onSettled(fn: (isWritten: boolean) => void): void {
    this.#listeners.push(fn);
  }

  /**
   * The step is done.
   * @param makeLate called when what a log writes has its place
   * @returns whether the log alone has something to write
   */
  close(makeLate: MakeLate<R>): boolean {
    this.#makeLate = makeLate;
    if (this.#carrier === null) {
      if (this.#sealing !== null) throw new Error("an envelope is sealed with rows of a log");
      this.add(this.#lateOperations(null));
      // A batch without writes is not submitted: an entry alone would be lost without a word.
      if (this.#isEmpty && this.#booking !== null)
        throw new Error("an entry is booked with the writes that it is for");
      return false;
    }
    if (this.#booking !== null && this.#sealing !== null)
      throw new Error("the price of an envelope is booked by its sealing");
    return this.#isEmpty;
  }

  /** Of the effect, once it is written. */
  get result(): R {
    if (this.#late === null) throw new Error("an effect was written without what is made late");
    return this.#late.result;
  }

  /** Perhaps once more, where a window is prepared anew: the last one is that which is written. */
  #lateOperations(place: SealedPlace | null): readonly Operation[] {
    this.#late = this.#makeLate!(place);
    return this.#late.operations;
  }

  async #write(store: Store, operations: readonly Operation[]): Promise<void> {
    const carrier = this.#carrier;
    if (carrier === null) {
      if (this.#booking === null) await store.write(operations);
      else await this.#books!.post(this.#booking, operations);
      return;
    }
    const all = (place: SealedPlace | null): readonly Operation[] => [
      ...operations,
      ...this.#lateOperations(place),
    ];
    if (this.#sealing !== null) {
      const answer = await this.#sealing(carrier.companion<SealedPlace>(all));
      if (!answer.sealed) throw new Unsealed(answer);
    } else if (this.#booking === null) await carrier.submit(() => all(null));
    else
      await this.#books!.post(
        this.#booking,
        [],
        carrier.companion<Posted>(() => all(null)),
      );
  }

  async submit(store: Store, operations: readonly Operation[]): Promise<void> {
    try {
      await this.#write(store, operations);
    } catch (error) {
      this.#settled(false);
      throw this.#booking === null ? error : this.#explain(error);
    }
    this.#settled(true);
  }

  #settled(isWritten: boolean): void {
    for (const listener of this.#listeners) listener(isWritten);
  }
}

interface EffectModules {
  readonly store: Store;
  /** Null where nothing is booked. */
  readonly ledger: Books | null;
}

export class Effects {
  readonly #store: Store;
  readonly #books: Books | null;

  constructor({ store, ledger }: EffectModules) {
    this.#store = store;
    this.#books = ledger;
  }

  /** Runs a step alone among all that share one of its keys. Resolves when its batch is durable. */
  run<T>(step: Step<T> | Promise<Step<T>>): Promise<T>;
  /** @param late made of what came of the step; perhaps once more, for another place */
  run<T, R>(step: Step<T> | Promise<Step<T>>, late: (value: T) => Late<R>): Promise<R>;
  run<T, R>(
    step: Step<T> | Promise<Step<T>>,
    late: (value: T) => Late<T | R> = nothingLate,
  ): Promise<T | R> {
    return this.#run(step, null, late);
  }

  /**
   * The same of a step that has rows of a log, written with an envelope and its charge, or not at
   * all.
   * @param late made of what came of the step and of where the envelope stands; perhaps once more,
   * for another place
   */
  async seal<T, R>(
    step: Step<T>,
    sealing: Sealing,
    late: (value: T, place: SealedPlace) => Late<R>,
  ): Promise<SealedEffect<R>> {
    try {
      const result = await this.#run(step, sealing, (value, place) => late(value, place!));
      return { sealed: true, result };
    } catch (error) {
      if (error instanceof Unsealed) return { sealed: false, answer: error.answer };
      throw error;
    }
  }

  async #run<T, R>(
    step: Step<T> | Promise<Step<T>>,
    sealing: Sealing | null,
    late: (value: T, place: SealedPlace | null) => Late<R>,
  ): Promise<R> {
    const { keys, run } = await step;
    let effect: Effect<R> | undefined;
    await this.#store.guards.withGuard(
      keys,
      async (tx) => {
        effect = new Effect<R>(tx, this.#books, sealing);
        const value = await run(effect);
        if (effect.close((place) => late(value, place))) await effect.submit(this.#store, []);
      },
      (operations) => effect!.submit(this.#store, operations),
    );
    return effect!.result;
  }
}

function nothingLate<T>(value: T): Late<T> {
  return { operations: [], result: value };
}

/**
 * What an effect came to that was sealed.
 * @param nothing what there is not where it was not, as a clause: "no step was made"
 * @throws Refusal NOT_READY
 */
export function requireSealed<R>(effect: SealedEffect<R>, nothing: string): R {
  if (effect.sealed) return effect.result;
  const { unsealed_reason: reason = "UNKNOWN" }: { readonly unsealed_reason?: string } = JSON.parse(
    Buffer.from(effect.answer.body).toString("utf8"),
  );
  throw new Refusal("NOT_READY", `nothing can be sealed now (${reason}): ${nothing}`, {
    members: { reasons: [reason] },
    retryAfterSeconds: 1,
  });
}

/** Late writes alone: the effect comes to what its step did. */
export function keeping<T>(operations: (value: T) => readonly Operation[]): (value: T) => Late<T> {
  return (value) => ({ operations: operations(value), result: value });
}

/** Two steps in one batch: both happen, or neither. */
export function both<A, B>(first: Step<A>, second: Step<B>): Step<readonly [A, B]> {
  return {
    keys: [...first.keys, ...second.keys],
    run: async (tx) => [await first.run(tx), await second.run(tx)],
  };
}
