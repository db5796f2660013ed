/**
 * Credits available to whom, decided in the serving thread; what becomes of it is written by anyone
 * who writes the windows. A price is set aside before a computation and burned in the batch of its
 * seal, or given back. An account's figures here are those of the store, changed by what was told
 * to be durable since, less what is set aside.
 */
import {
  ledgerAccount,
  type LedgerDelta,
  type LedgerTotals,
  type Purse,
} from "../../protocol/economy/accounts.js";
import { dayOf, firstCalcondOf } from "../../protocol/economy/charges.js";
import { dailyLimitOf } from "../../protocol/economy/freeCredits.js";
import { FIRST_JOURNAL_PREV, settlePosting } from "../../protocol/economy/journal.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, JsonObject } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { LedgerHead } from "../../storage/records/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import type { Payment } from "../sealing/draft.js";
import type { LedgerFault, Posted } from "../sealing/posting.js";
import type { Companion } from "../sealing/stagedLog.js";
import type { Sealer } from "../sealing/sealer.js";

/**
 * Accounts whose figures are kept ready; beyond this the idle ones are read again when they are
 * next asked for.
 */
const OPEN_ACCOUNTS_MAX = 65_536;

/** A posting that was not booked. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly fault: LedgerFault | "NOT_WRITTEN";

  constructor(fault: LedgerError["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface Available {
  readonly free: number;
  readonly paid: number;
}

/** An entry to be booked. */
export interface LedgerPost {
  /** A word that says what for: `welcome`, `claim`, `grant`, `transfer`, ... */
  readonly kind: string;
  readonly entries: readonly LedgerDelta[];
  readonly note?: JsonObject;
}

/** What an account may still spend today, where a day's spending is limited. */
export interface DailyLeft {
  readonly limit: number;
  readonly left: number;
  /** First calcond of the next day. */
  readonly resetsCalcond: number;
}

/** A change that was told to be durable while the account was being read. */
interface Late {
  readonly journal: number;
  readonly change: Partial<Record<Purse, number>>;
  readonly spent: Spent | null;
}

/** Credits that were burned on a UTC day. */
interface Spent {
  readonly day: number;
  readonly credits: number;
}

interface Account {
  readonly free: number;
  readonly paid: number;
  readonly held: number;
}

interface ReadAccount extends Account {
  readonly day: number;
  readonly spentOnDay: number;
}

const NOTHING: ReadAccount = { free: 0, paid: 0, held: 0, day: 0, spentOnDay: 0 };

class OpenAccount {
  /** Credits that may be spent in a UTC day; null where only the balance limits that. */
  readonly limit: number | null;
  /** Null until it is read, and after a failed write: then only the store knows. */
  balance: { free: number; paid: number; held: number } | null = null;
  /** The last UTC day on which something was spent, and how much was. */
  day = 0;
  spentOnDay = 0;
  /** The last entry that the figures read held already. */
  readAt = -1;
  /** Set aside. */
  free = 0;
  paid = 0;
  /** Reservations and postings under way. */
  pending = 0;
  reading: Promise<void> | null = null;
  /** Moves with each failed write. */
  epoch = 0;
  late: Late[] = [];

  constructor(limit: number | null) {
    this.limit = limit;
  }

  change(journal: number, change: Late["change"], spent: Spent | null = null): void {
    if (this.reading !== null) this.late.push({ journal, change, spent });
    if (this.balance !== null && journal > this.readAt) this.#apply(change, spent);
  }

  start(read: ReadAccount, readAt: number): void {
    this.balance = { free: read.free, paid: read.paid, held: read.held };
    this.day = read.day;
    this.spentOnDay = read.spentOnDay;
    this.readAt = readAt;
    for (const { journal, change, spent } of this.late)
      if (journal > readAt) this.#apply(change, spent);
    this.late = [];
  }

  #apply({ free = 0, held = 0, paid = 0 }: Late["change"], spent: Spent | null): void {
    const balance = this.balance!;
    balance.free += free;
    balance.paid += paid;
    balance.held += held;
    if (spent === null) return;
    this.spentOnDay = this.spentOn(spent.day) + spent.credits;
    this.day = Math.max(this.day, spent.day);
  }

  /** A day that is set back is the last one still. */
  spentOn(day: number): number {
    return day > this.day ? 0 : this.spentOnDay;
  }
}

/** A price that is set aside until its result is sealed, or is not. */
class Reservation implements Payment {
  readonly credits: number;
  readonly free: number;
  readonly allowance = false;
  readonly #account: OpenAccount;
  /** The last UTC day of the journal. */
  readonly #bookedDay: () => number;
  #open = true;

  /** @param isFree whether all of it is paid by free credits; by purchased ones otherwise */
  constructor(account: OpenAccount, credits: number, isFree: boolean, bookedDay: () => number) {
    this.#account = account;
    this.#bookedDay = bookedDay;
    this.credits = credits;
    this.free = isFree ? credits : 0;
    account[isFree ? "free" : "paid"] += credits;
    account.pending += 1;
  }

  sealed(journal: number): void {
    if (!this.#close()) return;
    const { credits } = this;
    this.#account.change(
      journal,
      this.free > 0 ? { free: -credits } : { paid: -credits, held: credits },
      this.#account.limit === null ? null : { day: this.#bookedDay(), credits },
    );
  }

  /** Gives it back; nothing where that was done, or the result was sealed. */
  unsealed(): void {
    this.#close();
  }

  #close(): boolean {
    if (!this.#open) return false;
    this.#open = false;
    this.#account.free -= this.free;
    this.#account.paid -= this.credits - this.free;
    this.#account.pending -= 1;
    return true;
  }
}

interface LedgerModules {
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly store: Store;
}

export class Ledger {
  readonly #store: Store;
  readonly #sealer: Sealer;
  readonly #clock: Clock;
  readonly #accounts = new Map<string, OpenAccount>();
  readonly #bookedDay = (): number => dayOf(this.#sealer.ledger.calcond);
  /** The last full audit of this process. */
  lastAudit: {
    readonly calcond: number;
    readonly ok: boolean;
    readonly entries: number;
    readonly found: number;
  } | null = null;

  constructor({ clock, sealer, store }: LedgerModules) {
    this.#clock = clock;
    this.#store = store;
    this.#sealer = sealer;
    sealer.onReload(() => this.#forget());
  }

  /** The durable end of the journal: entries, hash of the last, sums over all accounts. */
  get head(): LedgerHead {
    return this.#sealer.ledger;
  }

  /** The present one. */
  get calcond(): number {
    return Number(this.#clock.nowNs() / CALCOND_NS);
  }

  /** Sums by kind of account: exact integers. */
  totals(): LedgerTotals {
    return this.#sealer.ledger.totals;
  }

  /**
   * Makes an account's figures ready; at once when they are.
   * @throws CorruptRecordError
   */
  open(account: string): Promise<void> | void {
    const known = this.#accounts.get(account);
    if (known !== undefined && known.balance !== null) return;
    return this.#read(account, known ?? this.#enter(account));
  }

  #enter(account: string): OpenAccount {
    if (this.#accounts.size >= OPEN_ACCOUNTS_MAX) this.#trim();
    const opened = new OpenAccount(dailyLimitOf(account));
    this.#accounts.set(account, opened);
    return opened;
  }

  /** Forgets one half of the idle accounts, those first that were opened first. */
  #trim(): void {
    let left = OPEN_ACCOUNTS_MAX / 2;
    for (const [name, { pending, reading }] of this.#accounts) {
      if (left === 0) return;
      if (pending > 0 || reading !== null) continue;
      this.#accounts.delete(name);
      left -= 1;
    }
  }

  #read(name: string, account: OpenAccount): Promise<void> {
    account.reading ??= this.#readOnce(name, account);
    return account.reading;
  }

  async #readOnce(name: string, account: OpenAccount): Promise<void> {
    try {
      for (let epoch = -1; epoch !== account.epoch;) {
        epoch = account.epoch;
        const found = await this.#store.ledger.balance(name);
        // A balance read before a write failed may lack what it made durable all the same.
        if (epoch === account.epoch) account.start(found ?? NOTHING, found?.journal ?? -1);
      }
    } finally {
      account.reading = null;
    }
  }

  /** What an account can spend now, or undefined when it is not open. */
  available(account: string): Available | undefined {
    const known = this.#accounts.get(account);
    if (known === undefined || known.balance === null) return undefined;
    return { free: known.balance.free - known.free, paid: known.balance.paid - known.paid };
  }

  /**
   * What an account owns, with what is set aside for what is not sealed yet; undefined when it is
   * not open.
   */
  owned(account: string): Available | undefined {
    const balance = this.#accounts.get(account)?.balance ?? null;
    return balance === null ? undefined : { free: balance.free, paid: balance.paid };
  }

  /** Everything of one account, as it is durable. @throws CorruptRecordError */
  async balance(account: string): Promise<Account> {
    const { free, paid, held } = (await this.#store.ledger.balance(account)) ?? NOTHING;
    return { free, paid, held };
  }

  /**
   * The rest of a day's spending: less what was burned today and what is set aside. Null where
   * nothing limits it, and for an account that is not open.
   */
  dailyLeft(account: string): DailyLeft | null {
    const known = this.#accounts.get(account);
    if (known === undefined || known.balance === null || known.limit === null) return null;
    // A sealed answer is booked on the journal's day, which a clock that is set back does not move.
    const day = Math.max(dayOf(this.calcond), this.#bookedDay(), known.day);
    const spent = known.spentOn(day) + known.free + known.paid;
    return {
      limit: known.limit,
      left: Math.max(0, known.limit - spent),
      resetsCalcond: firstCalcondOf(day + 1),
    };
  }

  /**
   * Sets a price aside: wholly of free credits where they cover it, wholly of paid ones otherwise.
   * @returns null when neither covers it, and where the account may not spend so much today
   * @throws RangeError for an account that is not open, or a price that is no whole number from 1
   */
  reserve(account: string, credits: number): Reservation | null {
    const known = this.#accounts.get(account);
    if (known === undefined || known.balance === null)
      throw new RangeError(`the account ${account} is not open`);
    if (!Number.isSafeInteger(credits) || credits < 1) throw new RangeError(`no price: ${credits}`);
    const free = known.balance.free - known.free;
    const paid = known.balance.paid - known.paid;
    if (Math.max(free, paid) < credits) return null;
    if (credits > (this.dailyLeft(account)?.left ?? credits)) return null;
    return new Reservation(known, credits, free >= credits, this.#bookedDay);
  }

  /** Gives back what was set aside and not burned. */
  release(reservation: Payment): void {
    reservation.unsealed();
  }

  /**
   * Books an entry that sums to zero on each side, with the operations that are kept if and only if
   * it is; resolves after the sync. What it takes from free or paid credits is set aside meanwhile.
   * @throws LedgerError: UNBALANCED, INSUFFICIENT, OVERFLOW: nothing was written; NOT_WRITTEN: only
   * the store knows. BusyError.
   */
  async post(
    { entries: lines, kind, note }: LedgerPost,
    operations: readonly Operation[] = [],
    companion?: Companion<Posted>,
  ): Promise<Posted> {
    const settled = settlePosting(lines);
    if ("fault" in settled) throw new LedgerError("UNBALANCED", settled.fault);
    const { entries } = settled;
    const taken = await this.#setAside(entries);
    const touched = this.#keep(entries);
    try {
      const outcome = await this.#sealer.post({
        post: { kind, entries, note: note ?? null },
        operations,
        ...(companion === undefined ? {} : { companion }),
      });
      if (outcome === null)
        throw new LedgerError(
          "NOT_WRITTEN",
          "the entry could not be written: whether it was is read from the store",
        );
      if ("fault" in outcome) throw new LedgerError(outcome.fault, outcome.message);
      for (const { account, delta } of entries) {
        const { kind: purse, owner } = ledgerAccount(account)!;
        if (owner !== null)
          this.#accounts.get(owner)?.change(outcome.journal, { [purse as Purse]: delta });
      }
      return outcome;
    } finally {
      for (const give of taken) give();
      for (const account of touched) account.pending -= 1;
    }
  }

  /** Accounts in use are not forgotten. */
  #keep(entries: readonly LedgerDelta[]): readonly OpenAccount[] {
    const touched: OpenAccount[] = [];
    for (const { account } of entries) {
      const { owner } = ledgerAccount(account)!;
      const known = owner === null ? undefined : this.#accounts.get(owner);
      if (known === undefined) continue;
      known.pending += 1;
      touched.push(known);
    }
    return touched;
  }

  /** @returns what gives it back. @throws LedgerError INSUFFICIENT with nothing set aside */
  async #setAside(entries: readonly LedgerDelta[]): Promise<readonly (() => void)[]> {
    const debits = entries.flatMap(({ account, delta }) => {
      const { kind, owner } = ledgerAccount(account)!;
      return owner !== null && delta < 0 && (kind === "free" || kind === "paid")
        ? [{ kind, owner, amount: -delta }]
        : [];
    });
    for (const { owner } of debits) await this.open(owner);
    // Nothing is awaited from here on: what is checked is what is taken.
    for (const { amount, kind, owner } of debits) {
      const available = this.available(owner);
      if (available === undefined)
        throw new LedgerError("NOT_WRITTEN", "the balance has to be read again");
      if (available[kind] < amount)
        throw new LedgerError("INSUFFICIENT", `${kind}:${owner} has ${available[kind]}`);
    }
    return debits.map(({ amount, kind, owner }) => {
      const account = this.#accounts.get(owner)!;
      account[kind] += amount;
      account.pending += 1;
      return () => {
        account[kind] -= amount;
        account.pending -= 1;
      };
    });
  }

  /**
   * Hash of the last entry that names an account, as it is durable; zeros before the first. @throws
   * CorruptRecordError
   */
  async lastHash(account: string): Promise<string> {
    return (await this.#store.ledger.balance(account))?.hash ?? FIRST_JOURNAL_PREV;
  }

  /** After a failed write only the store knows what is durable; what is set aside stays so. */
  #forget(): void {
    for (const [name, account] of this.#accounts) {
      account.balance = null;
      account.late = [];
      account.epoch += 1;
      if (account.pending === 0 && account.reading === null) this.#accounts.delete(name);
    }
  }
}
