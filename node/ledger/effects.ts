/**
 * The one way to write what somebody asked for: read, check and write under guards, in one batch
 * that joins a commit window, with its entry in the journal and what is kept of its answer. A
 * request, a contract and a job use the same steps.
 */
import type { LedgerDelta } from "../../protocol/economy/accounts.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { Bucket } from "../../storage/records/buckets.js";
import type { Transaction } from "../../storage/kv/guard.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import type { SealedPlace } from "../sealing/draft.js";
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
  /** With an entry of the journal, or with an envelope. */
  companion(operations: () => readonly Operation[]): Companion<Posted | SealedPlace>;
}

/** Seals an envelope with what stands beside it. @throws what it was not sealed for */
export type Sealing = (companion: Companion<SealedPlace>) => Promise<void>;

/** A transaction whose batch may carry one entry of the journal. */
export interface EffectTransaction extends Transaction {
  /**
   * Books an entry in the batch of the effect, which has at most one.
   * @param explain makes what is thrown out of what booking failed with
   */
  book(booking: Booking, explain?: (error: unknown) => unknown): void;
  /** Has a log write in the batch of the effect, which has at most one. */
  carry(carrier: Carrier): void;
  /** Has the batch written with an envelope, and only then; for an effect that is carried. */
  seal(sealing: Sealing): void;
  /** Called under the guards when the write has ended, with whether it is durable. */
  onSettled(fn: (isWritten: boolean) => void): void;
}

/** Work that is checked as far as it can be, and waits for its guards. */
export interface Step<T> {
  readonly keys: readonly string[];
  /** Under the guards. What it throws undoes all of it. */
  readonly run: (tx: EffectTransaction) => Promise<T> | T;
}

class Effect implements EffectTransaction {
  readonly #tx: Transaction;
  readonly #books: Books | null;
  readonly #listeners: ((isWritten: boolean) => void)[] = [];
  #booking: Booking | null = null;
  #explain: (error: unknown) => unknown = (error) => error;
  #carrier: Carrier | null = null;
  #sealing: Sealing | null = null;
  #late: () => readonly Operation[] = () => [];
  #isEmpty = true;

  constructor(tx: Transaction, books: Books | null) {
    this.#tx = tx;
    this.#books = books;
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

  seal(sealing: Sealing): void {
    if (this.#sealing !== null) throw new Error("an effect seals one envelope");
    this.#sealing = sealing;
  }

  onSettled(fn: (isWritten: boolean) => void): void {
    this.#listeners.push(fn);
  }

  /**
   * The step is done.
   * @param late further writes, made when what a log writes has its place
   * @returns whether the log alone has something to write
   */
  close(late: () => readonly Operation[]): boolean {
    if (this.#carrier === null) {
      this.add(late());
      if (this.#sealing !== null) throw new Error("an envelope is sealed with rows of a log");
      // A batch without writes is not submitted: an entry alone would be lost without a word.
      if (this.#isEmpty && this.#booking !== null)
        throw new Error("an entry is booked with the writes that it is for");
      return false;
    }
    if (this.#booking !== null && this.#sealing !== null)
      throw new Error("the price of an envelope is booked by its sealing");
    this.#late = late;
    return this.#isEmpty;
  }

  async #write(store: Store, operations: readonly Operation[]): Promise<void> {
    const carrier = this.#carrier;
    if (carrier === null) {
      if (this.#booking === null) await store.write(operations);
      else await this.#books!.post(this.#booking, operations);
      return;
    }
    const all = (): readonly Operation[] => [...operations, ...this.#late()];
    if (this.#sealing !== null) await this.#sealing(carrier.companion(all));
    else if (this.#booking === null) await carrier.submit(all);
    else await this.#books!.post(this.#booking, [], carrier.companion(all));
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

  /**
   * Runs a step alone among all that share one of its keys. Resolves when its batch is durable.
   * @param keep further writes of the batch, made from what came of the step
   */
  async run<T>(
    step: Step<T> | Promise<Step<T>>,
    keep: (made: T) => readonly Operation[] = () => [],
  ): Promise<T> {
    const { keys, run } = await step;
    let effect: Effect | undefined;
    return this.#store.guards.withGuard(
      keys,
      async (tx) => {
        effect = new Effect(tx, this.#books);
        const made = await run(effect);
        if (effect.close(() => keep(made))) await effect.submit(this.#store, []);
        return made;
      },
      (operations) => effect!.submit(this.#store, operations),
    );
  }
}

/** Two steps in one batch: both happen, or neither. */
export function both<A, B>(first: Step<A>, second: Step<B>): Step<readonly [A, B]> {
  return {
    keys: [...first.keys, ...second.keys],
    run: async (tx) => [await first.run(tx), await second.run(tx)],
  };
}
