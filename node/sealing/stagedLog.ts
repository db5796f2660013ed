/**
 * What a commit window is made of: logs that each add their part, in one synced batch. The spine,
 * the envelopes and the books are the first three; a capability brings others.
 */
import type { CoreInstant } from "../../protocol/seal/coreText.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { UnsealedReason } from "../spine/unsealed.js";

/** A window while it is put together. */
export interface OpenWindow {
  /** The clock is read once for all that is in it. */
  readonly instant: CoreInstant;
  /** The same in unix nanoseconds. */
  readonly ns: bigint;
  /**
   * Adds an entry to a log that comes after the one which is being staged, for what is to be written
   * with one of its own entries and only then. Nothing is read for it any more.
   * @throws RangeError for a log that has been staged already, or is not of this node
   */
  enter<Entry>(log: StagedLog<Entry>, entry: Entry): void;
}

/** What a window adds to one log. */
export interface StagedPart<Came> {
  readonly operations: readonly Operation[];
  /**
   * What became of each entry, in order, to be told when the window is durable. Called once, while
   * the disk has the window.
   */
  came(): readonly Came[];
}

/**
 * A log with one writer. It has two ends: the durable one, and the staged one behind all windows
 * that are put together and not written yet. `stage` moves the staged end, `confirm` the durable
 * one, `discard` takes the staged one back. Ends are values: a log never changes one that it gave.
 *
 * @typeParam Entry what callers add
 * @typeParam Came what becomes of an entry
 * @typeParam Ready an entry with all that needs no window
 */
export interface StagedLog<Entry = unknown, Came = unknown, Ready = unknown, End = unknown> {
  /** For messages. */
  readonly name: string;
  /**
   * Whether its entries are written, too, while nothing may be added to the spine: because of the
   * clock, of peers that may know more of it, or of a second history.
   */
  readonly isWrittenWhileBlocked: boolean;
  /** The staged end. */
  readonly end: End;
  /** Unix nanoseconds at the staged end: no window goes back behind them. */
  readonly notBeforeNs: bigint;
  /**
   * Takes its end from the store: at a start, and after a failed write, when only the store knows
   * what became durable. Nothing is staged then.
   */
  reload(): Promise<void>;
  /**
   * Reads what has to be in memory before the entries can be staged; null where all of it is there.
   */
  load(entries: readonly Entry[]): Promise<void> | null;
  /** Does for an entry what needs no window: it is called when the entry comes. */
  ready(entry: Entry): Ready;
  /**
   * Puts its part of a window behind the staged end and moves that. Called for every window, also
   * without entries. What it throws takes the window back, from all logs.
   */
  stage(entries: readonly Ready[], window: OpenWindow): StagedPart<Came>;
  /** The word about entries that are not written, and why. */
  refused(entries: readonly Ready[], reason: UnsealedReason): readonly Came[];
  /** The oldest staged window is durable; `end` was the staged end behind it. */
  confirm(end: End): void;
  /** Rows behind `end` are not going to be written; absent: behind the durable end. */
  discard(end?: End): void;
  /** Called when nothing is staged and nothing waits: what is kept for speed may be dropped. */
  trim(): void;
}

/** Rows written into other logs with an item, and only then. */
export interface Companion<Became> {
  /** Reads what those logs need before the window; null where nothing has to be read. */
  load(): Promise<void> | null;
  /** Enters it, when it is known what the item became. It must not throw. */
  enter(window: OpenWindow, became: Became): void;
}

/** An entry with its log. */
export interface WindowItem<Entry = unknown, Came = unknown, Ready = unknown> {
  readonly log: StagedLog<Entry, Came, Ready>;
  readonly entry: Entry;
  /** Items of one group stand together and go into one window; absent for an item of its own. */
  readonly group?: number;
}

/** Waits for several reads; null where none is needed. */
export function allRead(reading: readonly (Promise<void> | null)[]): Promise<void> | null {
  const needed = reading.filter((one) => one !== null);
  return needed.length === 0 ? null : Promise.all(needed).then(() => undefined);
}
