/**
 * The journal, read backwards by those whom it concerns. Nothing says which entries are about an
 * account but the entries themselves, so a reading looks through a bounded number of them and says
 * where it stopped.
 */
import { ledgerAccount } from "../../protocol/economy/accounts.js";
import {
  journalHash,
  readJournal,
  type JournalEntry,
  type JournalHasher,
} from "../../protocol/economy/journal.js";
import { systemTurn } from "../../storage/kv/groupCommit.js";
import type { Store } from "../../storage/store.js";

/** Entries one reading looks at: some 50 ms. */
const JOURNAL_SCANNED_MAX = 20_000;
/** Looked at between two turns of the event loop. */
const STEP = 256;

export interface EntryQuery {
  /**
   * Only what books something of this account, and of that only its own lines; null for everything.
   */
  readonly account: string | null;
  /** Only entries before this one; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
}

export interface EntryPage {
  /** Newest first. */
  readonly entries: readonly (JournalEntry & { readonly hash: string })[];
  /** `before` of the next reading, or null where nothing is left. */
  readonly next: number | null;
}

interface EntryModules {
  readonly store: Pick<Store, "ledger">;
  readonly crypto: JournalHasher;
  /** For tests. */
  readonly scannedMax?: number;
}

/** @throws Error for an entry that cannot be read; the audit says more */
export async function journalEntries(
  { crypto, scannedMax = JOURNAL_SCANNED_MAX, store: { ledger } }: EntryModules,
  { account, before, limit }: EntryQuery,
): Promise<EntryPage> {
  const entries: EntryPage["entries"][number][] = [];
  let at = await firstOf(ledger, account, before);
  for (let scanned = 0; at > 0 && entries.length < limit;) {
    if (scanned >= scannedMax) return { entries, next: at };
    const [step, from] = [Math.min(STEP, scannedMax - scanned), at];
    for await (const [seq, text] of ledger.entriesBefore(at, step)) {
      at = seq;
      scanned += 1;
      const entry = account === null || text.includes(account) ? ownLines(text, account) : null;
      if (entry === null) continue;
      entries.push({ ...entry, hash: journalHash(crypto, text) });
      if (entries.length === limit) break;
    }
    // Nothing is there: a journal begins with 0.
    if (at === from) at = 0;
    await new Promise<void>((resolve) => {
      systemTurn(resolve);
    });
  }
  return { entries, next: at === 0 ? null : at };
}

/** Behind the last entry that can be meant. */
async function firstOf(
  ledger: Store["ledger"],
  account: string | null,
  before: number | null,
): Promise<number> {
  const known =
    account === null ? ((await ledger.head())?.entries ?? 0) : await behindLast(ledger, account);
  return before === null ? known : Math.min(known, before);
}

/** A balance names the last entry that booked something of it. */
async function behindLast(ledger: Store["ledger"], account: string): Promise<number> {
  const balance = await ledger.balance(account);
  return balance === undefined ? 0 : balance.journal + 1;
}

/** @returns null where it books nothing of the account */
function ownLines(text: string, account: string | null): JournalEntry | null {
  const entry = readJournal(text);
  if (entry === null) throw new Error("a journal entry cannot be read");
  if (account === null) return entry;
  const entries = entry.entries.filter((line) => {
    const found = ledgerAccount(line.account);
    return found !== null && "owner" in found && found.owner === account;
  });
  return entries.length === 0 ? null : { ...entry, entries };
}
