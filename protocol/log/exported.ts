/**
 * A log as a file that a stranger checks without a node: a line that names the log, then its rows,
 * each with its payload behind it where payloads are shown, and each signed checkpoint behind the
 * rows that it covers.
 */
import { parseCanonical } from "../encoding/canonicalJson.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import type { Crypto, JsonObject } from "../ports.js";
import { LOG_LINE_BYTES_MAX, RECEIPT_AHEAD_CALCONDS_MAX } from "../limits.js";
import { LogCheck, type LogFault } from "./check.js";
import { verifyLogCheckpoint, type LogCheckpoint } from "./checkpoint.js";
import { CONTRACT, ContractLines } from "./contractLines.js";
import { genesisHash, type MachineRow } from "./row.js";

const EXPORT_VERSION = 3;

export interface LogIdentity {
  readonly machine: string;
  /** What the first row is linked to. */
  readonly genesis: string;
  readonly genesisCalcond: number;
  /** Account; null where it is not told: the hash of the genesis is then taken as it stands. */
  readonly owner: string | null;
  readonly origin: string;
  /** Of the node, hex. */
  readonly publicKey: string;
}

export function identityLine(identity: LogIdentity): string {
  const { genesis, genesisCalcond, machine, origin, owner, publicKey } = identity;
  return canonicalize({
    "calc-log": EXPORT_VERSION,
    machine,
    genesis,
    genesisCalcond,
    ...(owner === null ? {} : { owner }),
    origin,
    public_key: publicKey,
  });
}

export function checkpointLine(text: string): string {
  return canonicalize({ checkpoint: text });
}

/** The payload of the row before it, byte for byte as the row's hash covers it. @param text canonical */
export function payloadLine(text: string): string {
  return `${PAYLOAD}${text}}`;
}

const PAYLOAD = '{"payload":';
const EVALUATION = '{"evaluation":';
const RECEIPT = '{"receipt":';

/** An event of a contract without a transition, in front of the row that counts it. @param text canonical */
export function evaluationLine(text: string): string {
  return `${EVALUATION}${text}}`;
}

/** The receipt that the row before it names. @param text canonical */
export function receiptLine(text: string): string {
  return `${RECEIPT}${text}}`;
}

/** The event that a line holds, or null. */
export function evaluationIn(line: string): string | null {
  return within(line, EVALUATION);
}

/** The receipt that a line holds, or null. */
export function receiptIn(line: string): string | null {
  return within(line, RECEIPT);
}

function within(line: string, opening: string): string | null {
  return line.startsWith(opening) && line.endsWith("}") ? line.slice(opening.length, -1) : null;
}

/** How ids of reactors begin. */
export const REACTOR = "rx_";

/** The payload that a line holds, or null. */
export function payloadOf(line: string): string | null {
  return within(line, PAYLOAD);
}

function identityOf(line: string): LogIdentity | null {
  const read = parseCanonical(line);
  if (!read.ok || !isObject(read.value) || read.value["calc-log"] !== EXPORT_VERSION) return null;
  const {
    "calc-log": _version,
    genesis,
    genesisCalcond,
    machine,
    origin,
    owner,
    public_key: publicKey,
    ...stray
  } = read.value;
  // A member that nobody reads could stand in the place of one that is checked.
  if (
    Object.keys(stray).length > 0 ||
    typeof genesis !== "string" ||
    typeof genesisCalcond !== "number" ||
    typeof machine !== "string" ||
    typeof origin !== "string" ||
    typeof publicKey !== "string" ||
    (owner !== undefined && typeof owner !== "string")
  )
    return null;
  return { genesis, genesisCalcond, machine, origin, publicKey, owner: owner ?? null };
}

export interface ExportVerdict {
  /**
   * valid: all of it holds, and a signed checkpoint covers rows of it. sound: nothing of it is
   * signed. invalid: something does not hold.
   */
  readonly verdict: "valid" | "sound" | "invalid";
  readonly machine: string | null;
  readonly publicKey: string | null;
  readonly rows: number;
  /** Rows under the last checkpoint that they agree with. */
  readonly signed: number;
  readonly head: string | null;
  readonly checkpointsMatched: number;
  readonly firstBad: LogFault | null;
  /** Rows of the checkpoint that it was to hold; null where none was given. */
  readonly holds: number | null;
}

/** Takes the file line by line, in constant memory. */
export class ExportCheck {
  readonly #crypto: Crypto;
  readonly #key: string | null;
  readonly #holds: LogCheckpoint | null;
  readonly #latest: number;
  #identity: LogIdentity | null = null;
  #check: LogCheck | null = null;
  #row: MachineRow | null = null;
  #signed = 0;
  /** Of a contract. */
  #lines: ContractLines | null = null;
  /** An empty line is the end of the file. */
  #isOver = false;
  #fault: LogFault | null = null;

  /**
   * @param key public key that must have signed, hex; null for the one that the file names
   * @param holds a checkpoint, its signature checked already, whose rows the log must have
   * @param nowCalcond by the clock of the checker; absent where there is none
   */
  constructor(
    crypto: Crypto,
    key: string | null = null,
    holds: LogCheckpoint | null = null,
    nowCalcond = Infinity,
  ) {
    this.#latest = nowCalcond + RECEIPT_AHEAD_CALCONDS_MAX;
    this.#crypto = crypto;
    this.#key = key;
    this.#holds = holds;
  }

  line(text: string): void {
    const check = this.#check;
    const payload = payloadOf(text);
    if (this.#isOver)
      this.#bad(
        "line",
        "the end of the file",
        text === "" ? "an empty line" : "a line behind an empty one",
      );
    else if (check === null) this.#begin(text);
    else if (text.startsWith('{"checkpoint":')) this.#checkpoint(check, text);
    else if (payload !== null) this.#payload(check, payload);
    else if (this.#beside(check, text)) return;
    else if (text !== "") this.#next(check, text);
    this.#isOver ||= text === "";
  }

  /** Of a contract: events in front of a row, and the receipt behind it. */
  #beside(check: LogCheck, text: string): boolean {
    const { next } = check.end;
    const event = this.#lines === null ? null : evaluationIn(text);
    const receipt = this.#lines === null ? null : receiptIn(text);
    if (event !== null) this.#lines!.evaluation(event, next);
    if (receipt !== null) this.#lines!.receipt(receipt, Math.max(0, next - 1));
    return event !== null || receipt !== null;
  }

  /** A line that cannot be read as text, or is too long for one. */
  unreadable(got: string): void {
    const expected = `a line of UTF-8 with at most ${LOG_LINE_BYTES_MAX} bytes`;
    if (this.#check === null) this.#bad("line", expected, got);
    else this.#check.linkageFault(this.#check.end.next, "line", expected, got);
  }

  /** Nothing is recorded, or signed, before its time. */
  #timely(check: LogCheck, calcond: number): void {
    if (calcond > this.#latest)
      check.linkageFault(
        Math.max(0, check.end.next - 1),
        "clock",
        `at most calcond ${this.#latest}`,
        `${calcond}`,
      );
  }

  #next(check: LogCheck, text: string): void {
    const prev = check.end.hash;
    this.#row = check.row(text);
    if (this.#row !== null) {
      this.#lines?.row(this.#row, prev ?? "");
      const { calcond, machine, seq, token, transitionType } = this.#row;
      this.#timely(check, calcond);
      // What a step cost is the price of the envelope that it names.
      if (machine.startsWith(REACTOR) && transitionType === "step" && token === null)
        check.linkageFault(seq, "token", "the receipt of the step", "none");
    }
    if (this.#holds === null || check.end.next !== this.#holds.size) return;
    const [held, got] = [toHex(this.#holds.root), toHex(check.root)];
    if (held !== got) check.linkageFault(check.end.next - 1, "holds", held, got);
  }

  /** Of a log that ends before what it must hold: its end was cut. */
  #cut(rows: number): LogFault | null {
    const { origin = "", size = 0 } = this.#holds ?? {};
    if (this.#holds === null) return null;
    const got = this.#identity?.origin ?? "none";
    if (origin !== got) return { seq: 0, rule: "holds", expected: origin, got };
    return rows >= size
      ? null
      : { seq: rows, rule: "holds", expected: `${size} rows`, got: `${rows}` };
  }

  #begin(text: string): void {
    const identity = identityOf(text);
    this.#check = new LogCheck(this.#crypto, {
      machine: identity?.machine ?? "",
      prev: identity?.genesis ?? null,
    });
    this.#identity = identity;
    if (identity === null) {
      this.#bad("identity", "a line that names the log", "another one");
      return;
    }
    const { genesis, genesisCalcond, machine, origin, owner, publicKey } = identity;
    if (owner !== null) {
      const expected = genesisHash(this.#crypto, { machine, owner, genesisCalcond });
      if (expected !== genesis) this.#bad("genesis", expected, genesis);
    }
    if (!origin.endsWith(`/${publicKey}/m/${machine}`))
      this.#bad("origin", `one that ends with /${publicKey}/m/${machine}`, origin);
    if (this.#key !== null && this.#key !== publicKey)
      this.#bad("public_key", this.#key, publicKey);
    if (machine.startsWith(CONTRACT))
      this.#lines = new ContractLines({
        crypto: this.#crypto,
        publicKey,
        nowCalcond: this.#latest - RECEIPT_AHEAD_CALCONDS_MAX,
        tell: (seq, rule, expected, got) => this.#check?.linkageFault(seq, rule, expected, got),
      });
  }

  #bad(rule: string, expected: string, got: string): void {
    this.#fault ??= { seq: 0, rule, expected, got };
  }

  #payload(check: LogCheck, text: string): void {
    if (this.#row === null) this.#bad("payload", "one behind its row", "one behind no row");
    else if (parseCanonical(text).ok) {
      check.payload(this.#row, text);
      this.#lines?.payload(text);
    } else check.linkageFault(this.#row.seq, "payload", "JSON in canonical form", "another text");
    this.#row = null;
  }

  #checkpoint(check: LogCheck, line: string): void {
    const { next } = check.end;
    const read = parseCanonical(line);
    const members: JsonObject = read.ok && isObject(read.value) ? read.value : {};
    // One that has other members, too, is none.
    const checkpoint = Object.keys(members).length === 1 ? members["checkpoint"] : undefined;
    const key = fromHex(this.#identity?.publicKey ?? "");
    const origin = this.#identity?.origin ?? "";
    const signed =
      typeof checkpoint === "string" && key !== null
        ? verifyLogCheckpoint(this.#crypto, checkpoint, origin, key)
        : ({ ok: false, reason: "not a signed checkpoint" } as const);
    if (!signed.ok) {
      check.linkageFault(Math.max(0, next - 1), "checkpoint", "one that is signed", signed.reason);
      return;
    }
    this.#timely(check, signed.checkpoint.calcond);
    const before = check.checkpointsMatched;
    check.checkpoint(signed.checkpoint);
    if (check.checkpointsMatched > before) this.#signed = next;
  }

  /** Something was found that is wrong: what follows makes it no better. */
  get isBroken(): boolean {
    const check = this.#check;
    return this.#fault !== null || !!check?.linkage.first || !!check?.pulse.first;
  }

  get verdict(): ExportVerdict {
    const check = this.#check;
    const rows = check?.end.next ?? 0;
    this.#lines?.end(rows);
    const faults = [
      this.#fault,
      check?.linkage.first ?? null,
      check?.pulse.first ?? null,
      this.#cut(rows),
    ];
    const [firstBad = null] = faults
      .filter((fault) => fault !== null)
      .sort((a, b) => a.seq - b.seq);
    const isBad = firstBad !== null || check === null;
    return {
      verdict: isBad ? "invalid" : this.#signed > 0 ? "valid" : "sound",
      machine: this.#identity?.machine ?? null,
      publicKey: this.#identity?.publicKey ?? null,
      rows,
      signed: this.#signed,
      head: check?.end.hash ?? null,
      checkpointsMatched: check?.checkpointsMatched ?? 0,
      firstBad,
      holds: this.#holds?.size ?? null,
    };
  }
}
