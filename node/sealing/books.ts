/**
 * The ledger where it is written: balances that are durable, and the same with the windows that are not written yet. Every
 * change is checked here a last time: nothing falls below zero, and every sum is an exact integer.
 */
import {
  BURN_CREDITS, HOUSE, ledgerAccount, mayHold, MINT_CREDITS, MINT_FREE, MINT_PAID, NO_TOTALS, purseOf,
  type LedgerDelta, type LedgerTotals, type Purse, type TotalKind,
} from "../../protocol/economy/accounts.js";
import {
  COMPUTE_KIND, FIRST_JOURNAL_PREV, journalHash, journalText, postingFault, type JournalEntry,
} from "../../protocol/economy/journal.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv.js";
import type { BalanceRecord, ChargeRow, LedgerHead } from "../../storage/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import type { Charge } from "./draft.js";
import type { PostOutcome, Posting } from "./posting.js";

export const EMPTY_LEDGER: LedgerHead = { entries: 0, hash: FIRST_JOURNAL_PREV, calcond: 0, totals: NO_TOTALS };
const NOTHING: BalanceRecord = { free: 0, paid: 0, held: 0, journal: 0, hash: FIRST_JOURNAL_PREV };
/** Accounts whose balances are kept ready; beyond this they are read again when they are next named. */
const READY_ACCOUNTS_MAX = 65_536;

interface BooksModules { readonly crypto: Crypto; readonly store: Store }

/** What a staged window makes of the ledger. */
export interface StagedBooks {
  readonly head: LedgerHead;
  readonly touched: ReadonlyMap<string, BalanceRecord>;
  readonly operations: readonly Operation[];
  /** Number of the entry that books the window's envelopes, or -1. */
  readonly charged: number;
  readonly posted: readonly PostOutcome[];
}

export class Books {
  readonly #modules: BooksModules;
  #head: LedgerHead = EMPTY_LEDGER;
  #stagedHead: LedgerHead = EMPTY_LEDGER;
  readonly #durable = new Map<string, BalanceRecord>();
  /** Of the windows that are not written yet. */
  readonly #staged = new Map<string, BalanceRecord>();

  constructor(modules: BooksModules) { this.#modules = modules; }

  /** Takes what is durable from the store; also after a failed write, when only the store knows it. */
  async reload(): Promise<void> {
    const { ledger } = this.#modules.store;
    this.#staged.clear();
    this.#head = this.#stagedHead = await ledger.head() ?? EMPTY_LEDGER;
    const accounts = [...this.#durable.keys()];
    this.#durable.clear();
    await this.load(accounts);
  }

  /** What is durable. */
  get head(): LedgerHead { return this.#head; }

  knows(account: string): boolean { return this.#durable.has(account); }

  /** Makes balances ready: whoever is named in a window has to be. */
  async load(accounts: readonly string[]): Promise<void> {
    if (accounts.length === 0) return;
    const found = await this.#modules.store.ledger.balances(accounts);
    accounts.forEach((account, i) => {
      // What became durable while it was read is newer.
      if (!this.#durable.has(account)) this.#durable.set(account, found[i] ?? NOTHING);
    });
  }

  /** To be called when no window is being put together or written. */
  trim(): void {
    if (this.#durable.size > READY_ACCOUNTS_MAX) this.#durable.clear();
  }

  /** A window's page: nothing of it counts before it is staged. */
  page(): Page {
    return new Page(this.#modules, this.#stagedHead,
      (account) => this.#staged.get(account) ?? this.#durable.get(account));
  }

  stage({ head, touched }: StagedBooks): void {
    this.#stagedHead = head;
    for (const [account, balance] of touched) this.#staged.set(account, balance);
  }

  /** A staged window is durable; the oldest one comes first. */
  confirm({ head, touched }: StagedBooks): void {
    this.#head = head;
    for (const [account, balance] of touched) {
      this.#durable.set(account, balance);
      if (this.#staged.get(account) === balance) this.#staged.delete(account);
    }
  }

  /** What was staged is not going to be written. */
  discard(): void {
    this.#staged.clear();
    this.#stagedHead = this.#head;
  }
}

/** What the envelopes of a window take from one account. */
interface Taken { readonly index: number; free: number; paid: number }

export class Page {
  readonly #modules: BooksModules;
  readonly #before: (account: string) => BalanceRecord | undefined;
  readonly #totals: Record<TotalKind, number>;
  readonly #touched = new Map<string, BalanceRecord>();
  readonly #taken = new Map<string, Taken>();
  readonly #rows: ChargeRow[] = [];
  readonly #operations: Operation[] = [];
  readonly #posted: PostOutcome[] = [];
  readonly #first: LedgerHead;
  #seq: number;
  #hash: string;
  #charged = -1;
  /** Face value of the window's envelopes by funding, held value by account, and what was minted as allowance. */
  #free = 0;
  #paid = 0;
  #allowed = 0;

  constructor(modules: BooksModules, head: LedgerHead, before: (account: string) => BalanceRecord | undefined) {
    this.#modules = modules;
    this.#before = before;
    this.#first = head;
    this.#totals = { ...head.totals };
    this.#seq = head.entries;
    this.#hash = head.hash;
  }

  /** @returns whether the price of an envelope can be taken; nothing is if not */
  charge(account: string, credits: number, { allowance, free }: Charge): boolean {
    const totals = this.#totals;
    const paid = allowance ? 0 : credits - free;
    const burned = totals[BURN_CREDITS] + this.#free + this.#paid + credits;
    const issued = this.#allowed + (allowance ? credits : 0) - totals[MINT_CREDITS];
    if (!Number.isSafeInteger(burned) || !Number.isSafeInteger(issued)) return false;
    let taken = this.#taken.get(account);
    if (!allowance) {
      const balance = this.#before(account) ?? NOTHING;
      if (free < 0 || paid < 0 || balance.free < (taken?.free ?? 0) + free || balance.paid < (taken?.paid ?? 0) + paid) return false;
    }
    if (taken === undefined) this.#taken.set(account, taken = { index: this.#taken.size, free: 0, paid: 0 });
    if (allowance) this.#allowed += credits;
    else {
      taken.free += free;
      taken.paid += paid;
    }
    if (allowance || free > 0) this.#free += credits;
    else this.#paid += credits;
    this.#rows.push([taken.index, credits, allowance ? credits : free, allowance]);
    return true;
  }

  /**
   * Books what was charged as one entry.
   * @param window seq of the `seal` event
   */
  bookCharges(window: number, calcond: number): void {
    if (this.#rows.length === 0) return;
    const { crypto, store: { ledger } } = this.#modules;
    const charges = { journal: this.#seq, accounts: [...this.#taken.keys()], rows: this.#rows };
    const written = ledger.chargeOps(window, charges);
    this.#charged = this.#seq;
    this.#operations.push(written);
    this.#enter({ calcond, kind: COMPUTE_KIND, entries: this.#chargeLines(), window,
      charges: crypto.sha256Hex(written.value) });
  }

  /** Sorted by account: `burn`, `free`, `held`, `house`, `mint`, `paid`. */
  #chargeLines(): readonly LedgerDelta[] {
    const held = new Map<number, number>();
    for (const [index, credits, free, allowance] of this.#rows) {
      if (!allowance && free === 0) held.set(index, (held.get(index) ?? 0) + credits);
    }
    const sorted = [...this.#taken].sort(([a], [b]) => (a < b ? -1 : 1));
    const lines: LedgerDelta[] = [];
    const line = (account: string, delta: number): void => { if (delta !== 0) lines.push({ account, delta }); };
    line(BURN_CREDITS, this.#free + this.#paid);
    for (const [account, { free }] of sorted) line(purseOf("free", account), -free);
    for (const [account, { index }] of sorted) line(purseOf("held", account), held.get(index) ?? 0);
    line(HOUSE, this.#free);
    line(MINT_CREDITS, -this.#allowed);
    line(MINT_FREE, -this.#free);
    line(MINT_PAID, -this.#paid);
    for (const [account, { paid }] of sorted) line(purseOf("paid", account), -paid);
    return lines;
  }

  /** Books a posting of its own, if every account it names can bear it. */
  post({ entries, kind, note }: Posting, operations: readonly Operation[], calcond: number): PostOutcome {
    const refusal = this.#refusal(entries);
    if (refusal !== null) {
      this.#posted.push(refusal);
      return refusal;
    }
    for (const operation of operations) this.#operations.push(operation);
    const posted = { journal: this.#seq, hash: this.#enter({ calcond, kind, entries, ...(note === null ? {} : { note }) }) };
    this.#posted.push(posted);
    return posted;
  }

  #refusal(entries: readonly LedgerDelta[]): Exclude<PostOutcome, { journal: number }> | null {
    const unbalanced = postingFault(entries);
    if (unbalanced !== null) return { fault: "UNBALANCED", message: unbalanced };
    const totals = { ...this.#totals };
    for (const { account, delta } of entries) {
      const { kind, owner } = ledgerAccount(account)!;
      totals[kind] += delta;
      const after = owner === null ? totals[kind] : this.#balance(owner)[kind as Purse] + delta;
      if (!mayHold(kind, after)) return { fault: "INSUFFICIENT", message: `${account} would fall to ${after}` };
      if (!Number.isSafeInteger(after)) return { fault: "OVERFLOW", message: `${account} would pass 2^53 - 1` };
    }
    for (const [kind, total] of Object.entries(totals)) {
      if (!Number.isSafeInteger(total)) return { fault: "OVERFLOW", message: `the sum of ${kind} would pass 2^53 - 1` };
    }
    return null;
  }

  #balance(account: string): BalanceRecord {
    return this.#touched.get(account) ?? this.#before(account) ?? NOTHING;
  }

  /** Applies and writes one entry. @returns its hash */
  #enter({ calcond, ...entry }: Omit<JournalEntry, "seq" | "prev">): string {
    const { crypto, store } = this.#modules;
    const seq = this.#seq;
    const text = journalText({ ...entry, calcond: this.#notBefore(calcond), seq, prev: this.#hash });
    const hash = journalHash(crypto, text);
    const named = new Set<string>();
    for (const { account, delta } of entry.entries) {
      const { kind, owner } = ledgerAccount(account)!;
      this.#totals[kind] += delta;
      if (owner === null) continue;
      named.add(owner);
      const balance = this.#balance(owner);
      this.#touched.set(owner, { ...balance, [kind]: balance[kind as Purse] + delta });
    }
    for (const owner of named) this.#touched.set(owner, { ...this.#touched.get(owner)!, journal: seq, hash });
    this.#operations.push(store.ledger.entryOps(seq, text));
    this.#seq += 1;
    this.#hash = hash;
    return hash;
  }

  /** A journal never goes back in time. */
  #notBefore(calcond: number): number { return Math.max(calcond, this.#first.calcond); }

  /** What the page comes to. */
  close(calcond: number): StagedBooks {
    const { ledger } = this.#modules.store;
    const changed = this.#seq > this.#first.entries;
    const totals: LedgerTotals = this.#totals;
    const head = changed ? { entries: this.#seq, hash: this.#hash, calcond: this.#notBefore(calcond), totals } : this.#first;
    if (changed) {
      for (const [account, balance] of this.#touched) this.#operations.push(ledger.balanceOps(account, balance));
      this.#operations.push(ledger.headOps(head));
    }
    return { head, touched: this.#touched, operations: this.#operations, charged: this.#charged, posted: this.#posted };
  }
}
