/**
 * The whole ledger against everything it follows from. Read in one direction, as it was at one instant: the journal beside the
 * windows it books, then balances, sums and vaults. Memory grows with the accounts, not with the journal.
 */
import { isDeepStrictEqual } from "node:util";
import {
  ledgerAccount, mayHold, NO_TOTALS, TOTAL_KINDS, type LedgerTotals, type Purse, type TotalKind,
} from "../../protocol/economy/accounts.js";
import { chargeEntries, dayOf, type ChargeSums } from "../../protocol/economy/charges.js";
import {
  FIRST_JOURNAL_PREV, journalEntry, journalHash, OPENING_KIND, postingFault, type JournalEntry,
} from "../../protocol/economy/journal.js";
import type { Crypto, JsonValue } from "../../protocol/ports.js";
import { buckets } from "../../storage/buckets.js";
import { bufferOf } from "../../storage/bytes.js";
import { systemTurn, type Turn } from "../../storage/groupCommit.js";
import type { Store } from "../../storage/store.js";
import { AuditFindings, type AuditFinding } from "./auditFindings.js";
import { closeAll, snapshot, type Streams } from "./auditSnapshot.js";
import { readVaults, valueOf, type AuditedVaults } from "./auditVaults.js";
import { windowFacts, type Presence, type WindowFacts } from "./auditWindow.js";

export interface AuditReport {
  readonly ok: boolean;
  readonly entries: number;
  /** Hash of the last entry; zeros before the first. */
  readonly head: string;
  readonly accounts: number;
  readonly windows: number;
  readonly envelopes: number;
  readonly totals: LedgerTotals;
  /** Value of live envelopes as the vaults and the windows not taken into them have it; null where some could not be read. */
  readonly live: { readonly free: number | null; readonly paid: number | null };
  readonly findings: readonly AuditFinding[];
  readonly found: number;
}

interface AuditOptions {
  readonly onProgress?: (done: number, of: number) => void;
  /** Stops it. */
  readonly signal?: AbortSignal;
  /** How others get their turn between two lists of records. */
  readonly turn?: Turn;
  /** Entries from which on windows are read in a thread of their own. */
  readonly threadFrom?: number;
}

/** What the journal makes of one account. */
interface Books {
  free: number;
  paid: number;
  held: number;
  spent: number;
  day: number;
  spentOnDay: number;
  journal: number;
  hash: string;
  /** Face value, by funding, of its envelopes that no vault has taken in yet. */
  newFree: number;
  newPaid: number;
}

/** One that books a window. */
type BookingEntry = JournalEntry & { readonly window: number };

/** @throws what stopped it; never for what it finds */
export async function auditLedger(store: Store, crypto: Crypto, options: AuditOptions = {}): Promise<AuditReport> {
  const streams = await snapshot(store, crypto, options.threadFrom);
  try {
    return await new Audit(crypto, streams, options).run();
  } finally {
    await closeAll(streams);
  }
}

class Audit {
  readonly #crypto: Crypto;
  readonly #streams: Streams;
  readonly #options: AuditOptions;
  readonly #accounts = new Map<string, Books>();
  readonly #findings = new AuditFindings();
  readonly #totals: Record<TotalKind, number> = { ...NO_TOTALS };
  #entries = 0;
  #windows = 0;
  #envelopes = 0;
  /** Hash of the entry before, or null where it could not be read. */
  #prev: string | null = FIRST_JOURNAL_PREV;
  /** Nothing that all sums follow from was unreadable. */
  #whole = true;
  #vaultsWhole = true;
  #vaults: AuditedVaults["byAccount"] = new Map();
  /** Windows that were passed over: an opening entry may come for them yet. */
  readonly #unbooked = new Map<number, Pick<WindowFacts, "charge" | "env">>();

  constructor(crypto: Crypto, streams: Streams, options: AuditOptions) {
    this.#crypto = crypto;
    this.#streams = streams;
    this.#options = options;
  }

  async run(): Promise<AuditReport> {
    const { byAccount, isWhole } = await readVaults(this.#streams, this.#findings, () => this.#step());
    this.#vaults = byAccount;
    this.#vaultsWhole = isWhole;
    await this.#walkJournal();
    await this.#unnamed();
    this.#compareHead();
    await this.#compareBalances();
    const live = this.#compareLive();
    const { count: found, list: findings } = this.#findings;
    return { ok: found === 0, entries: this.#entries, head: this.#prev ?? FIRST_JOURNAL_PREV, accounts: this.#accounts.size,
      windows: this.#windows, envelopes: this.#envelopes, totals: this.#totals, live, findings, found };
  }

  async #step(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    this.#options.onProgress?.(this.#entries, this.#streams.head?.entries ?? 0);
    const { turn = systemTurn } = this.#options;
    await new Promise<void>((resolve) => { turn(resolve); });
  }

  async #walkJournal(): Promise<void> {
    const { journal } = this.#streams;
    for (;;) {
      if (!journal.isReady) {
        await this.#step();
        if (!await journal.fill()) return;
      }
      const { key: seq, value, fault } = journal.head;
      journal.skip();
      while (this.#entries < seq) {
        this.#lost(this.#entries, "there is no such entry");
        this.#entries += 1;
      }
      this.#entries += 1;
      if (fault !== null) this.#lost(seq, fault);
      else {
        const window = this.#entry(seq, bufferOf(value).toString("utf8"));
        if (window !== null) await this.#window(window);
      }
    }
  }

  /** An entry whose contents are unknown: what follows from all entries cannot be compared. */
  #lost(seq: number, fault: string): void {
    this.#findings.add(buckets.journal, seq, fault);
    this.#prev = null;
    this.#whole = false;
  }

  /** @returns the entry where it books a window */
  #entry(seq: number, text: string): BookingEntry | null {
    const entry = entryOf(text);
    if (entry === null) {
      this.#lost(seq, "this is no entry of a journal");
      return null;
    }
    if (entry.seq !== seq) this.#findings.add(buckets.journal, seq, `it says that it is number ${entry.seq}`);
    if (this.#prev !== null && entry.prev !== this.#prev) {
      this.#findings.add(buckets.journal, seq, `it follows ${entry.prev}, and the entry before has the hash ${this.#prev}`);
    }
    const hash = journalHash(this.#crypto, text);
    this.#prev = hash;
    const fault = postingFault(entry.entries);
    if (fault !== null) this.#findings.add(buckets.journal, seq, fault);
    this.#apply(entry, hash);
    return entry.window === undefined ? null : entry as BookingEntry;
  }

  #apply({ entries, seq }: JournalEntry, hash: string): void {
    for (const { account, delta } of entries) {
      const named = ledgerAccount(account);
      if (named === null) continue;
      const { kind, owner } = named;
      this.#totals[kind] += delta;
      let after = this.#totals[kind];
      if (owner !== null) {
        const books = this.#of(owner);
        after = books[kind as Purse] += delta;
        books.journal = seq;
        books.hash = hash;
      }
      if (this.#whole && (!mayHold(kind, after) || !Number.isSafeInteger(after))) {
        this.#findings.add(buckets.journal, seq, `${account} comes to ${after}`);
      }
    }
  }

  #of(account: string): Books {
    let books = this.#accounts.get(account);
    if (books === undefined) {
      books = { free: 0, paid: 0, held: 0, spent: 0, day: 0, spentOnDay: 0, journal: 0, hash: FIRST_JOURNAL_PREV, newFree: 0, newPaid: 0 };
      this.#accounts.set(account, books);
    }
    return books;
  }

  /** The prices of a window against its entry, and what its records say of themselves. */
  async #window(entry: BookingEntry): Promise<void> {
    this.#windows += 1;
    const { charge, digest, env, envelopes, findings, priced, window } = await this.#facts(entry);
    this.#present(buckets.charge, window, charge);
    this.#present(buckets.env, window, env);
    if (digest !== null && digest !== entry.charges) {
      this.#findings.add(buckets.charge, window, `its digest is ${digest}, and entry ${entry.seq} names ${entry.charges}`);
    }
    if (priced === null) this.#vaultsWhole = false;
    else {
      if (priced.journal !== entry.seq) this.#findings.add(buckets.charge, window, `it names entry ${priced.journal}, and is booked by ${entry.seq}`);
      this.#payers(entry, priced.sums);
    }
    this.#envelopes += envelopes;
    this.#findings.addAll(findings);
  }

  #present(bucket: { readonly name: string }, window: number, { fault }: Presence): void {
    if (fault !== null) this.#findings.add(bucket, window, fault);
  }

  /** What a window holds; those before it are passed over. */
  async #facts({ kind, window }: BookingEntry): Promise<WindowFacts> {
    if (kind === OPENING_KIND && this.#unbooked.delete(window)) return this.#passed(window);
    const { windows } = this.#streams;
    while (windows.isReady || await windows.fill()) {
      const facts = windows.item;
      if (facts.window > window) break;
      windows.skip();
      if (facts.window === window) return facts;
      this.#passOver(facts);
    }
    return windowFacts(this.#crypto, window, null, null);
  }

  #passOver({ charge, env, window }: WindowFacts): void {
    this.#unbooked.set(window, { charge, env });
  }

  /** A window before those that were booked when it was sealed: in a store that was used before it was brought to this format. */
  async #passed(window: number): Promise<WindowFacts> {
    const streams = this.#streams;
    return windowFacts(this.#crypto, window, await streams.one(buckets.charge, window), await streams.one(buckets.env, window));
  }

  #payers(entry: BookingEntry, sums: ChargeSums): void {
    if (!sameLines(chargeEntries(sums), entry.entries)) {
      this.#findings.add(buckets.journal, entry.seq, `its lines are not what the prices of window ${entry.window} come to`);
    }
    const day = dayOf(entry.calcond);
    for (const { account, held, spent } of sums.payers) {
      const books = this.#of(account);
      // What was computed before there was a ledger counts for no day of it.
      if (entry.kind !== OPENING_KIND) {
        books.spentOnDay = (books.day === day ? books.spentOnDay : 0) + spent;
        books.day = day;
      }
      books.spent += spent;
      books.journal = entry.seq;
      books.hash = this.#prev!;
      if (entry.window < (this.#vaults.get(account)?.cursor ?? 0)) continue;
      books.newFree += spent - held;
      books.newPaid += held;
    }
  }

  /** What no entry of the journal names. */
  async #unnamed(): Promise<void> {
    const { windows } = this.#streams;
    while (windows.isReady || await windows.fill()) {
      this.#passOver(windows.item);
      windows.skip();
    }
    for (const name of ["charge", "env"] as const) {
      for (const [window, { [name]: { fault, isThere } }] of this.#unbooked) {
        if (isThere) this.#findings.add(buckets[name], window, fault ?? "no journal entry names it");
      }
    }
    if (this.#unbooked.size > 0) this.#vaultsWhole = false;
  }

  #compareHead(): void {
    const { head } = this.#streams;
    if (head === undefined) {
      if (this.#entries > 0) this.#findings.add(buckets.ledger, "head", "there is none, and there are entries");
      return;
    }
    if (head.entries !== this.#entries) this.#findings.add(buckets.ledger, "head", `it counts ${head.entries} entries, and there are ${this.#entries}`);
    if (this.#prev !== null && head.hash !== this.#prev) this.#findings.add(buckets.ledger, "head", `it names the hash ${head.hash}, and the last entry has ${this.#prev}`);
    if (!this.#whole) return;
    for (const kind of TOTAL_KINDS) {
      if (head.totals[kind] !== this.#totals[kind]) {
        this.#findings.add(buckets.ledger, "head", `the sum of ${kind} is ${head.totals[kind]}, and the journal gives ${this.#totals[kind]}`);
      }
    }
  }

  async #compareBalances(): Promise<void> {
    const { balances } = this.#streams;
    const seen = new Set<string>();
    while (balances.isReady || await balances.fill()) {
      const { key: account, value, fault } = balances.head;
      balances.skip();
      seen.add(account);
      if (fault !== null) this.#findings.add(buckets.balance, account, fault);
      else this.#compareBalance(account, value);
      if (!balances.isReady) await this.#step();
    }
    if (!this.#whole) return;
    for (const account of this.#accounts.keys()) {
      if (!seen.has(account)) this.#findings.add(buckets.balance, account, "there is none, and the journal names the account");
    }
  }

  #compareBalance(account: string, value: Uint8Array): void {
    const read = valueOf(buckets.balance, value);
    if (read.fault !== null) {
      this.#findings.add(buckets.balance, account, read.fault);
      return;
    }
    if (!this.#whole) return;
    const { value: kept } = read;
    const { newFree: _, newPaid: __, ...books } = this.#of(account);
    if (isDeepStrictEqual(kept, books)) return;
    const names = (Object.keys(books) as (keyof typeof books)[]).filter((name) => kept[name] !== books[name]);
    this.#findings.add(buckets.balance, account, names.map((name) => `${name} is ${kept[name]}, and the journal gives ${books[name]}`).join("; "));
  }

  /** Live tokens, in vaults and not taken in yet, against what the ledger holds for them. */
  #compareLive(): AuditReport["live"] {
    if (!this.#vaultsWhole || !this.#whole) return { free: null, paid: null };
    let free = 0;
    let paid = 0;
    for (const [account, vault] of this.#vaults) {
      free += vault.free;
      paid += vault.paid;
      this.#of(account);
    }
    for (const [account, { held, newFree, newPaid }] of this.#accounts) {
      free += newFree;
      paid += newPaid;
      const owned = newPaid + (this.#vaults.get(account)?.paid ?? 0);
      if (owned !== held) this.#findings.add(buckets.vault, account, `its paid-funded envelopes are worth ${owned}, and held:${account} is ${held}`);
    }
    if (free !== this.#totals.house) this.#findings.add(buckets.vault, "all", `free-funded envelopes are worth ${free}, and house is ${this.#totals.house}`);
    return { free, paid };
  }
}

function sameLines(a: JournalEntry["entries"], b: JournalEntry["entries"]): boolean {
  return a.length === b.length && a.every(({ account, delta }, i) => account === b[i]!.account && delta === b[i]!.delta);
}

function entryOf(text: string): JournalEntry | null {
  try {
    return journalEntry(JSON.parse(text) as JsonValue);
  } catch {
    return null;
  }
}
