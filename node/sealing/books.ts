/**
 * The ledger where it is written: balances that are durable, and the same with the windows that are
 * not written yet. Every change is checked here a last time: nothing falls below zero, and every
 * sum is an exact integer.
 */
import {
  BURN_CREDITS,
  ledgerAccount,
  mayHold,
  MINT_CREDITS,
  MINT_FREE,
  MINT_PAID,
  type LedgerDelta,
  type Purse,
  type TotalKind,
} from "../../protocol/economy/accounts.js";
import {
  chargeEntries,
  dayOf,
  sumCharges,
  type ChargeRow,
} from "../../protocol/economy/charges.js";
import {
  COMPUTE_KIND,
  journalHash,
  journalText,
  postingFault,
  type JournalEntry,
} from "../../protocol/economy/journal.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import {
  EMPTY_LEDGER,
  NO_BALANCE,
  type BalanceRecord,
  type LedgerHead,
} from "../../storage/records/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import type { Charge } from "./draft.js";
import type { Posted, PostDraft, Posting, PostOutcome, PostRefusal } from "./posting.js";
import { allRead, type OpenWindow, type StagedLog, type StagedPart } from "./stagedLog.js";
import { StagedValues, type Layer } from "./stagedValues.js";

/**
 * Accounts whose balances are kept ready; beyond this they are read again when they are next named.
 */
const READY_ACCOUNTS_MAX = 65_536;

interface BooksModules {
  readonly crypto: Crypto;
  readonly store: Store;
}

/** What a window makes of the ledger. */
interface ClosedPage {
  readonly head: LedgerHead;
  readonly touched: Layer<BalanceRecord>;
  readonly operations: readonly Operation[];
  readonly posted: readonly PostOutcome[];
}

interface BooksEnd {
  readonly head: LedgerHead;
  readonly balances: readonly Layer<BalanceRecord>[];
}

export class Books implements StagedLog<PostDraft, PostOutcome | null, PostDraft, BooksEnd> {
  readonly name = "books";
  /** A change that is paid, granted or moved does not touch the spine. */
  readonly isWrittenWhileBlocked = true;
  /** The journal holds itself to a time that never goes back. */
  readonly notBeforeNs = 0n;
  readonly #modules: BooksModules;
  readonly #balances = new StagedValues<BalanceRecord>();
  #head: LedgerHead = EMPTY_LEDGER;
  #stagedHead: LedgerHead = EMPTY_LEDGER;
  /** Of the window that is being put together. */
  #page: Page | null = null;

  constructor(modules: BooksModules) {
    this.#modules = modules;
  }

  get end(): BooksEnd {
    return { head: this.#stagedHead, balances: this.#balances.end };
  }
  /** The durable end. */
  get head(): LedgerHead {
    return this.#head;
  }

  async reload(): Promise<void> {
    const { ledger } = this.#modules.store;
    this.#page = null;
    this.#balances.discard();
    this.#head = this.#stagedHead = (await ledger.head()) ?? EMPTY_LEDGER;
    await this.#read(this.#balances.clear());
  }

  load(drafts: readonly PostDraft[]): Promise<void> | null {
    const accounts = drafts.flatMap(({ post: { entries } }) =>
      entries.flatMap(({ account }) => ledgerAccount(account)?.owner ?? []),
    );
    return allRead([
      this.loadAccounts(accounts),
      ...drafts.map(({ companion }) => companion?.load() ?? null),
    ]);
  }

  /** Reads the balances of all accounts that a window names. */
  loadAccounts(accounts: readonly string[]): Promise<void> | null {
    const unknown = accounts.filter((account) => !this.#balances.knows(account));
    return unknown.length === 0 ? null : this.#read([...new Set(unknown)]);
  }

  async #read(accounts: readonly string[]): Promise<void> {
    if (accounts.length === 0) return;
    const found = await this.#modules.store.ledger.balances(accounts);
    accounts.forEach((account, i) => this.#balances.read(account, found[i] ?? NO_BALANCE));
  }

  ready(draft: PostDraft): PostDraft {
    return draft;
  }

  /** The page of the window that is being put together: what it charges is booked on it. */
  open(): Page {
    return (this.#page ??= new Page(this.#modules, this.#stagedHead, (account) =>
      this.#balances.get(account),
    ));
  }

  stage(drafts: readonly PostDraft[], window: OpenWindow): StagedPart<PostOutcome> {
    const { calcond } = window.instant;
    const page = this.open();
    this.#page = null;
    for (const { post, operations, companion } of drafts) {
      const outcome = page.post(post, operations, calcond);
      if ("journal" in outcome) companion?.enter(window, outcome);
    }
    const { head, operations, posted, touched } = page.close(calcond);
    this.#stagedHead = head;
    this.#balances.stage(touched);
    return { operations, came: () => posted };
  }

  refused(drafts: readonly PostDraft[]): readonly null[] {
    return drafts.map(() => null);
  }

  confirm({ balances, head }: BooksEnd): void {
    this.#head = head;
    this.#balances.confirm(balances);
  }

  discard(end?: BooksEnd): void {
    this.#page = null;
    this.#stagedHead = end?.head ?? this.#head;
    this.#balances.discard(end?.balances);
  }

  trim(): void {
    if (this.#balances.size > READY_ACCOUNTS_MAX) this.#balances.clear();
  }
}

/** What the envelopes of a window take from one account. */
interface Taken {
  readonly index: number;
  free: number;
  paid: number;
}

class Page {
  readonly #modules: BooksModules;
  readonly #before: (account: string) => BalanceRecord | undefined;
  readonly #first: LedgerHead;
  readonly #totals: Record<TotalKind, number>;
  readonly #touched = new Map<string, BalanceRecord>();
  readonly #taken = new Map<string, Taken>();
  readonly #rows: ChargeRow[] = [];
  readonly #operations: Operation[] = [];
  readonly #posted: PostOutcome[] = [];
  #seq: number;
  #hash: string;
  /**
   * Credits that the window burns, those of them that are issued for it, and those that mint
   * free-funded envelopes.
   */
  #burned = 0;
  #issued = 0;
  #toFree = 0;

  constructor(
    modules: BooksModules,
    head: LedgerHead,
    before: (account: string) => BalanceRecord | undefined,
  ) {
    this.#modules = modules;
    this.#before = before;
    this.#first = head;
    this.#totals = { ...head.totals };
    this.#seq = head.entries;
    this.#hash = head.hash;
  }

  /** @returns whether the price of an envelope was charged; nothing is if not */
  charge(account: string, credits: number, { allowance, free }: Charge): boolean {
    const burned = this.#burned + credits;
    const issued = this.#issued + (allowance ? credits : 0);
    const toFree = this.#toFree + (allowance || free > 0 ? credits : 0);
    // Every other sum is a part of one of these four.
    if (!Number.isSafeInteger(this.#totals[BURN_CREDITS] + burned)) return false;
    if (!Number.isSafeInteger(this.#totals[MINT_CREDITS] - issued)) return false;
    if (!Number.isSafeInteger(this.#totals[MINT_FREE] - toFree)) return false;
    if (!Number.isSafeInteger(this.#totals[MINT_PAID] - (burned - toFree))) return false;
    let taken = this.#taken.get(account);
    if (!allowance) {
      const paid = credits - free;
      // No envelope has mixed funding: what free credits pay a part of would be the house's.
      if (free !== 0 && paid !== 0) return false;
      const balance = this.#before(account) ?? NO_BALANCE;
      if (
        free < 0 ||
        paid < 0 ||
        balance.free < (taken?.free ?? 0) + free ||
        balance.paid < (taken?.paid ?? 0) + paid
      )
        return false;
    }
    if (taken === undefined)
      this.#taken.set(account, (taken = { index: this.#taken.size, free: 0, paid: 0 }));
    if (!allowance) {
      taken.free += free;
      taken.paid += credits - free;
    }
    this.#rows.push([taken.index, credits, allowance ? credits : free, allowance]);
    this.#burned = burned;
    this.#issued = issued;
    this.#toFree = toFree;
    return true;
  }

  /**
   * Books what was charged as one entry.
   * @param window seq of the `seal` event
   * @returns its number
   */
  bookCharges(window: number, calcond: number): number {
    const {
      crypto,
      store: { ledger },
    } = this.#modules;
    const charges = { journal: this.#seq, accounts: [...this.#taken.keys()], rows: this.#rows };
    const sums = sumCharges(charges);
    const entries = chargeEntries(sums);
    const written = ledger.chargeOps(window, charges);
    this.#operations.push(written);
    const journal = this.#seq;
    const hash = this.#write(calcond, COMPUTE_KIND, entries, {
      window,
      charges: crypto.sha256Hex(written.value),
    });
    for (const { account, delta } of entries) this.#totals[ledgerAccount(account)!.kind] += delta;
    const day = dayOf(this.#notBefore(calcond));
    for (const { account, free, paid, held, spent } of sums.payers) {
      const before = this.#balance(account);
      const isSameDay = before.day === day;
      this.#touched.set(account, {
        free: before.free - free,
        paid: before.paid - paid,
        held: before.held + held,
        spent: before.spent + spent,
        day,
        spentOnDay: (isSameDay ? before.spentOnDay : 0) + spent,
        paidOnDay: (isSameDay ? before.paidOnDay : 0) + paid,
        journal,
        hash,
      });
    }
    return journal;
  }

  /** Books a posting of its own, if every account it names can bear it. */
  post(
    { entries, kind, note }: Posting,
    operations: readonly Operation[],
    calcond: number,
  ): PostOutcome {
    const outcome = this.#refusal(entries) ?? this.#booked(calcond, kind, entries, note);
    if ("journal" in outcome) for (const operation of operations) this.#operations.push(operation);
    this.#posted.push(outcome);
    return outcome;
  }

  #refusal(entries: readonly LedgerDelta[]): PostRefusal | null {
    const unbalanced = postingFault(entries);
    if (unbalanced !== null) return { fault: "UNBALANCED", message: unbalanced };
    const totals = { ...this.#totals };
    for (const { account, delta } of entries) {
      const { kind, owner } = ledgerAccount(account)!;
      totals[kind] += delta;
      const after = owner === null ? totals[kind] : this.#balance(owner)[kind as Purse] + delta;
      if (!mayHold(kind, after))
        return { fault: "INSUFFICIENT", message: `${account} would fall to ${after}` };
      if (!Number.isSafeInteger(after))
        return { fault: "OVERFLOW", message: `${account} would pass 2^53 - 1` };
    }
    for (const [kind, total] of Object.entries(totals)) {
      if (!Number.isSafeInteger(total))
        return { fault: "OVERFLOW", message: `the sum of ${kind} would pass 2^53 - 1` };
    }
    return null;
  }

  #booked(
    calcond: number,
    kind: string,
    entries: readonly LedgerDelta[],
    note: Posting["note"],
  ): Posted {
    const journal = this.#seq;
    const hash = this.#write(calcond, kind, entries, note === null ? {} : { note });
    for (const { account, delta } of entries) {
      const { kind: purse, owner } = ledgerAccount(account)!;
      this.#totals[purse] += delta;
      if (owner === null) continue;
      const before = this.#balance(owner);
      this.#touched.set(owner, {
        ...before,
        [purse]: before[purse as Purse] + delta,
        journal,
        hash,
      });
    }
    return { journal, hash };
  }

  #balance(account: string): BalanceRecord {
    return this.#touched.get(account) ?? this.#before(account) ?? NO_BALANCE;
  }

  /** @returns its hash */
  #write(
    calcond: number,
    kind: string,
    entries: readonly LedgerDelta[],
    { charges, note, window }: Pick<JournalEntry, "charges" | "note" | "window">,
  ): string {
    const { crypto, store } = this.#modules;
    // Member by member: an object spread into another takes a sixth of what a window's books take.
    const text = journalText({
      calcond: this.#notBefore(calcond),
      charges,
      entries,
      kind,
      note,
      prev: this.#hash,
      seq: this.#seq,
      window,
    });
    this.#operations.push(store.ledger.entryOps(this.#seq, text));
    this.#seq += 1;
    this.#hash = journalHash(crypto, text);
    return this.#hash;
  }

  /** A journal never goes back in time. */
  #notBefore(calcond: number): number {
    return Math.max(calcond, this.#first.calcond);
  }

  /** Totals of the page. */
  close(calcond: number): ClosedPage {
    const { ledger } = this.#modules.store;
    const head =
      this.#seq === this.#first.entries
        ? this.#first
        : {
            entries: this.#seq,
            hash: this.#hash,
            calcond: this.#notBefore(calcond),
            totals: this.#totals,
          };
    for (const [account, balance] of this.#touched)
      this.#operations.push(ledger.balanceOps(account, balance));
    if (head !== this.#first) this.#operations.push(ledger.headOps(head));
    return {
      head,
      touched: this.#touched,
      operations: this.#operations,
      posted: this.#posted,
    };
  }
}
