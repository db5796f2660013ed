/** Requests to a log: rows, folds and beginnings, and what became of them. */
import type { Folded } from "../../../protocol/log/fold.js";
import type {
  LogGenesis,
  MachineRow,
  RowActor,
  TransitionType,
} from "../../../protocol/log/row.js";
import type { Operation } from "../../../storage/kv/kv.js";

/** When a row is written, and what is sealed with it. */
export interface RowPlace {
  readonly ns: bigint;
  readonly sealed: SealedWith | null;
}

export interface RowDraft {
  readonly transitionType: TransitionType;
  readonly actor: RowActor;
  /**
   * Canonical text; kept until it is dropped. Absent: that of the envelope which is sealed with the
   * row, and which is kept already. A function makes it when the row has its place.
   */
  readonly payload?: string | ((place: RowPlace) => string);
  readonly from?: string | null;
  readonly to?: string | null;
  readonly programHash?: string | null;
  /** Absent: those of the envelope which is sealed with the row, or null. */
  readonly token?: string | null;
  readonly proof?: string | null;
}

/** A row that will stand in the batch of an effect. */
export class PendingRow {
  #written: WrittenRow | null = null;

  /** Its place in the log. Known when the batch is put together, and so for an answer. */
  get written(): WrittenRow {
    if (this.#written === null) throw new Error("a row has no place before its batch");
    return this.#written;
  }

  settle(written: WrittenRow): void {
    this.#written = written;
  }
}

export interface WrittenRow {
  readonly row: MachineRow;
  readonly hash: string;
}

/** Envelopes sealed in the same window, as rows name it. */
export interface SealedWith {
  readonly id: string;
  readonly proof: string;
  /** sha256 of the canonical text of the envelope's core. */
  readonly coreHash: string;
}

export type LogChange =
  | { readonly kind: "begin"; readonly genesis: LogGenesis }
  | { readonly kind: "fold"; readonly machine: string; readonly folded: Folded }
  | {
      readonly kind: "row";
      readonly machine: string;
      readonly row: RowDraft;
      readonly pending: PendingRow;
    };

/** Changes of logs that are made together, with further writes, or not at all. */
export interface LogEntry {
  readonly changes: readonly LogChange[];
  /** Numbers that last rows must have: nothing is written where one has another. */
  readonly expected?: ReadonlyMap<string, number>;
  readonly sealed?: SealedWith;
  /** Entered with an envelope or an entry of the journal, which stands already: it cannot fail. */
  readonly isCompanion?: boolean;
  /** Called when the rows have their places; perhaps once more, where a window is prepared anew. */
  readonly operations: () => readonly Operation[];
}

export type LogOutcome =
  | { readonly fault: null }
  /** The last row is another one. */
  | { readonly fault: "HEAD_MOVED"; readonly machine: string; readonly have: number }
  | { readonly fault: "THROWN"; readonly error: unknown };

/** All logs whose ends an entry needs. */
export function machinesOf({
  changes,
  expected,
}: Pick<LogEntry, "changes" | "expected">): string[] {
  const named = changes.map((change) =>
    change.kind === "begin" ? change.genesis.machine : change.machine,
  );
  return expected === undefined ? named : [...named, ...expected.keys()];
}
