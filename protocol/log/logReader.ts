/**
 * An exported log, line by line, however long it is: the file is checked as one, and the steps of a
 * reactor and the firings of a contract are made again.
 */
import { readEvaluation, type KeptEvaluation } from "../contracts/evaluation.js";
import type { LoggedFiring } from "../contracts/logReplay.js";
import { isObject, parseObject } from "../encoding/json.js";
import { utf8Decode } from "../encoding/utf8.js";
import {
  evaluationIn,
  payloadOf,
  receiptIn,
  type ExportCheck,
  type ExportVerdict,
} from "./exported.js";
import { readRow, type MachineRow } from "./row.js";

/** Of a reactor; the room above has its reader. */
export interface StepsVerdict {
  readonly replayed: number;
  readonly notReplayed: number;
  readonly firstDifference: {
    readonly seq: number;
    readonly expected: string;
    readonly got: string;
    /** Of a contract: which member of the row differs. */
    readonly member?: string;
  } | null;
}

export interface LogVerdict<R extends StepsVerdict = StepsVerdict> extends ExportVerdict {
  /** Of a reactor or a contract. */
  readonly replay?: R;
}

/** What makes the rows of a log again, each with what stands beside it in the file. */
export interface RowReplay<R extends StepsVerdict> {
  add(firing: RowFiring): Promise<void>;
  readonly verdict: R;
}

export interface RowFiring extends LoggedFiring {
  readonly row: MachineRow;
}

/** A file of millions of lines that are none costs no more than this many. */
const LINES_BEHIND_FAULT_MAX = 10_000;

export interface LogReading<R extends StepsVerdict> {
  readonly check: ExportCheck;
  /** By the id of the log; null for one that nothing makes again. */
  readonly replayFor: (machine: string) => RowReplay<R> | null;
}

export class LogReader<R extends StepsVerdict> {
  readonly #reading: LogReading<R>;
  #replay: RowReplay<R> | null = null;
  /** In front of the next row. */
  #events: KeptEvaluation[] = [];
  /** The row before, until it is known what stands behind it. */
  #firing: RowFiring | null = null;
  #linesBehindFault = 0;

  constructor(reading: LogReading<R>) {
    this.#reading = reading;
  }

  /** Enough was read: the log is invalid, and the lines right behind the fault name its row. */
  get isDecided(): boolean {
    return this.#linesBehindFault > LINES_BEHIND_FAULT_MAX;
  }

  /** @param line null for one that is longer than a line may be */
  async bytes(line: Uint8Array | null): Promise<void> {
    const { check } = this.#reading;
    const read = line === null ? null : utf8Decode(line);
    if (read === null) check.unreadable("a longer one");
    else if (read.ok) await this.line(read.text);
    else check.unreadable("other bytes");
  }

  async line(text: string): Promise<void> {
    const { check } = this.#reading;
    check.line(text);
    if (check.isBroken) this.#linesBehindFault += 1;
    const payload = payloadOf(text);
    const receipt = receiptIn(text);
    if (payload !== null) this.#behind({ payload });
    else if (receipt !== null) this.#behind({ registryVersion: registryOf(receipt) });
    else {
      await this.#flush();
      const event = evaluationIn(text);
      if (event !== null) this.#event(event);
      else if (text !== "") this.#begin(text);
    }
  }

  #begin(text: string): void {
    const read = readRow(text);
    if (!read.ok) return;
    this.#replay ??= this.#reading.replayFor(read.row.machine);
    const events = this.#events;
    this.#events = [];
    this.#firing = { row: read.row, payload: null, events, registryVersion: null };
  }

  #behind(more: Partial<Pick<LoggedFiring, "payload" | "registryVersion">>): void {
    if (this.#firing !== null) this.#firing = { ...this.#firing, ...more };
  }

  #event(text: string): void {
    const read = parseObject(text);
    const event = read === null ? null : readEvaluation(read);
    if (event !== null) this.#events.push(event);
  }

  async #flush(): Promise<void> {
    const firing = this.#firing;
    this.#firing = null;
    if (firing !== null) await this.#replay?.add(firing);
  }

  async end(): Promise<LogVerdict<R>> {
    await this.#flush();
    const { verdict } = this.#reading.check;
    if (this.#replay === null) return verdict;
    const replay = this.#replay.verdict;
    const { firstDifference, notReplayed } = replay;
    if (firstDifference === null) {
      const isOpen = verdict.verdict === "valid" && notReplayed > 0;
      return { ...verdict, verdict: isOpen ? "sound" : verdict.verdict, replay };
    }
    const { expected, got, member, seq } = firstDifference;
    const rule = member === undefined ? "replay" : `replay of ${member}`;
    // A row that was changed breaks the link of the next one: the earlier one is named.
    const { firstBad: broken } = verdict;
    const firstBad = broken !== null && broken.seq <= seq ? broken : { seq, rule, expected, got };
    return { ...verdict, verdict: "invalid", firstBad, replay };
  }
}

/** Of the operators that a receipt was computed with. */
function registryOf(receipt: string): string | null {
  const { envelope = null } = parseObject(receipt) ?? {};
  const core = isObject(envelope) ? envelope["core"] : undefined;
  const version = core !== undefined && isObject(core) ? core["registry_version"] : undefined;
  return typeof version === "string" ? version : null;
}
