/** The journal in ranges that are walked side by side, and their totals. */
import {
  mayHold,
  PURSES,
  TOTAL_KINDS,
  type TotalKind,
} from "../../../protocol/economy/accounts.js";
import { IdSum } from "../../../protocol/economy/idSum.js";
import { COMPUTE_KIND, readJournal } from "../../../protocol/economy/journal.js";
import { buckets } from "../../../storage/records/buckets.js";
import { bufferOf } from "../../../storage/kv/bytes.js";
import { keyBytes } from "../../../storage/kv/table.js";
import { AuditFindings } from "./findings.js";
import {
  emptyCourse,
  type AccountCourse,
  type Course,
  type JournalRange,
  type WalkedRange,
} from "./journal.js";
import { joinedNotes } from "./notes.js";
import type { RecordSource } from "./records.js";
import { streamOf } from "./stream.js";

/** What all of the journal makes of one account. */
export type AccountBooks = {
  -readonly [N in keyof AccountCourse]: AccountCourse[N] extends Course ? number : AccountCourse[N];
};

/** Totals of the whole journal. */
export interface WalkedJournal extends Pick<
  WalkedRange,
  "end" | "last" | "isWhole" | "arePricesWhole" | "windows" | "envelopes" | "taken" | "noted"
> {
  readonly totals: Readonly<Record<TotalKind, number>>;
  readonly accounts: Map<string, AccountBooks>;
  readonly findings: AuditFindings;
}

/**
 * Divides a journal where entries book windows, so that the windows of a range are in it, too.
 * @param parts at most as many ranges
 */
export async function divided(
  source: RecordSource,
  all: JournalRange,
  parts: number,
): Promise<readonly JournalRange[]> {
  const ranges: JournalRange[] = [];
  let {
    entries: { from: entry },
    windows: { from: window },
  } = all;
  for (let part = 1; part < parts; part += 1) {
    const cut = await firstBooking(
      source,
      Math.floor((all.entries.end * part) / parts),
      all.entries.end,
    );
    if (cut === null || cut.seq <= entry || cut.window <= window || cut.window >= all.windows.end)
      continue;
    ranges.push({
      entries: { from: entry, end: cut.seq },
      windows: { from: window, end: cut.window },
    });
    [entry, window] = [cut.seq, cut.window];
  }
  return [
    ...ranges,
    {
      entries: { from: entry, end: all.entries.end },
      windows: { from: window, end: all.windows.end },
    },
  ];
}

/** The first entry from one on that books a window as it was sealed. */
async function firstBooking(
  source: RecordSource,
  from: number,
  end: number,
): Promise<{ readonly seq: number; readonly window: number } | null> {
  const range = { from: keyBytes(buckets.journal, from), below: keyBytes(buckets.journal, end) };
  // What cannot be read is named by anyone who walks there.
  const stream = streamOf(source, buckets.journal, { range, onDamage: () => undefined });
  try {
    while (stream.isReady || (await stream.fill())) {
      const { key: seq, value, fault } = stream.head;
      stream.skip();
      const entry = fault === null ? readJournal(bufferOf(value).toString("utf8")) : null;
      if (entry?.kind === COMPUTE_KIND && entry.window !== undefined)
        return { seq, window: entry.window };
    }
    return null;
  } finally {
    await stream.close();
  }
}

/**
 * Totals of several ranges.
 * @param ranges one behind the other, from the first entry to the last
 * @returns null where only a walk through all of it can tell what is wrong
 */
export function joined(ranges: readonly WalkedRange[]): WalkedJournal | null {
  const totals = Object.fromEntries(TOTAL_KINDS.map((kind) => [kind, 0])) as Record<
    TotalKind,
    number
  >;
  const accounts = new Map<string, AccountBooks>();
  const findings = new AuditFindings();
  const taken = new IdSum();
  const isOne = ranges.length === 1;
  let before: string | null = null;
  for (const {
    accounts: own,
    findings: found,
    first,
    isOdd,
    last,
    taken: ids,
    totals: courses,
  } of ranges) {
    const isLinked = before === null || first === null || before === first;
    if (isOdd || !isLinked) return null;
    before = last;
    for (const kind of TOTAL_KINDS) {
      if (!isOne && !stays(kind, totals[kind], courses[kind])) return null;
      totals[kind] += courses[kind].sum;
    }
    for (const [account, course] of own) {
      const books = accounts.get(account) ?? booksOf(emptyCourse());
      if (!isOne && !PURSES.every((purse) => stays(purse, books[purse], course[purse])))
        return null;
      accounts.set(account, continued(books, course));
    }
    findings.addAll(found);
    taken.addAll(ids);
  }
  const sum = (of: (range: WalkedRange) => number): number =>
    ranges.reduce((total, range) => total + of(range), 0);
  return {
    end: ranges.at(-1)!.end,
    last: before,
    totals,
    accounts,
    findings,
    isWhole: ranges.every(({ isWhole }) => isWhole),
    arePricesWhole: ranges.every(({ arePricesWhole }) => arePricesWhole),
    windows: sum(({ windows }) => windows),
    envelopes: sum(({ envelopes }) => envelopes),
    taken: taken.sum,
    noted: joinedNotes(ranges.map(({ noted }) => noted)),
  };
}

/** Whether a balance stays where it may be on its whole course. */
function stays(kind: TotalKind, before: number, { low, high }: Course): boolean {
  return [before + low, before + high].every(
    (balance) => mayHold(kind, balance) && Number.isSafeInteger(balance),
  );
}

export function booksOf({ free, held, paid, ...rest }: AccountCourse): AccountBooks {
  return { free: free.sum, paid: paid.sum, held: held.sum, ...rest };
}

/**
 * Days do not go back, so what the later course spent on the day before is all of what it spent.
 */
function continued(before: AccountBooks, course: AccountCourse): AccountBooks {
  const { day, free, held, journal, newFree, newPaid, paid, paidOnDay, spent, spentOnDay, hash } =
    booksOf(course);
  const hasDay = day !== 0 || spentOnDay !== 0;
  return {
    free: before.free + free,
    paid: before.paid + paid,
    held: before.held + held,
    spent: before.spent + spent,
    day: hasDay ? day : before.day,
    spentOnDay: hasDay
      ? (day === before.day ? before.spentOnDay : 0) + spentOnDay
      : before.spentOnDay,
    paidOnDay: hasDay ? (day === before.day ? before.paidOnDay : 0) + paidOnDay : before.paidOnDay,
    journal,
    hash,
    newFree: before.newFree + newFree,
    newPaid: before.newPaid + newPaid,
  };
}
