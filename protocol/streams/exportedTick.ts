/**
 * A tick as a file that a stranger checks without a node: its text, its fields, its receipt, its row
 * with the tick before it, and their places under a signed checkpoint of the channel's log.
 */
import * as z from "zod";
import { fromHex, toHex } from "../encoding/hex.js";
import { CanonicalError, canonicalize } from "../encoding/jcs.js";
import { parseJson, isObject } from "../encoding/json.js";
import { SUB_TICKS_MAX } from "../limits.js";
import { instantOf } from "../math/modulation.js";
import { verifyLogCheckpoint, type LogCheckpoint } from "../log/checkpoint.js";
import { payloadHash, readRow, rowHash, rowText, type MachineRow } from "../log/row.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { leafHash, verifyInclusion } from "../seal/merkle.js";
import { presentedReceipt } from "../seal/receiptFormat.js";
import type { Checked } from "../seal/verdict.js";
import { subResults, tickRoot } from "./subTicks.js";
import { bodyHash, tickHeaderFields } from "./tickBody.js";

export const TICK_EXPORT_VERSION = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const object = z.custom<JsonObject>(isObject, "must be an object");
const placedRow = {
  row: object,
  /** What the row's `payloadHash` is over; null where it was dropped. */
  payload: object.nullable(),
  /** Inclusion path of the row under the checkpoint. */
  path: z.array(hash).max(64),
};

const exportedTick = z.strictObject({
  "calc-tick": z.literal(TICK_EXPORT_VERSION),
  contentType: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  receipt: object,
  ...placedRow,
  /** The tick before; null for the first. */
  before: z.strictObject(placedRow).nullable(),
  /** What the log begins with, where there is no tick before. */
  genesis: hash.nullable(),
  origin: z.string(),
  checkpoint: z.string(),
});

export type ExportedTick = z.output<typeof exportedTick>;

/** Whether a value begins as an exported tick does. */
export function isExportedTick(value: JsonValue): boolean {
  return isObject(value) && value["calc-tick"] !== undefined;
}

/** What the payload of a tick's row says. */
const tickPayload = z.strictObject({
  tick: z.int().min(1),
  inputs: object,
  missed: z.int().min(0),
  subTicks: z.int().min(0).max(SUB_TICKS_MAX),
  tickRoot: hash,
  tickIntervalCalconds: z.int().optional(),
  bodyHash: hash.optional(),
});
type TickPayload = z.output<typeof tickPayload>;

/** What an answer says of its tick that only a payload could confirm. */
const STREAM_MEMBERS = ["tick", "subTicks", "tickRoot", "nextCalcond"] as const;

interface ReceiptParts {
  readonly core: JsonObject;
  readonly calcProof: JsonValue;
}

/** Faults of the file. */
export interface TickExpectations {
  /** Public key that must have signed, hex. */
  readonly key?: string;
}

/** The checks of the file, without those of its receipt. */
export interface TickChecks {
  readonly checks: readonly Checked[];
  /** What holds the receipt, and is checked as one: the answer, or the receipt alone. */
  readonly held: JsonValue;
  readonly machine: string | null;
  /** Number of the tick. */
  readonly tick: number | null;
  /** Receipt id that the row names. */
  readonly token: string | null;
  readonly signer: string | null;
}

export function checkExportedTick(
  crypto: Crypto,
  value: JsonValue,
  expected: TickExpectations = {},
): TickChecks {
  const read = exportedTick.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const detail = `no exported tick: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
    const checks = [{ name: "export", ok: false, detail }];
    return { checks, held: null, machine: null, tick: null, token: null, signer: null };
  }
  return new TickCheck(crypto, read.data, expected).run();
}

class TickCheck {
  readonly #crypto: Crypto;
  readonly #file: ExportedTick;
  readonly #expected: TickExpectations;
  readonly #checks: Checked[] = [];

  constructor(crypto: Crypto, file: ExportedTick, expected: TickExpectations) {
    this.#crypto = crypto;
    this.#file = file;
    this.#expected = expected;
  }

  #add(name: string, ok: boolean | null, good: string, bad: string): boolean {
    this.#checks.push({ name, ok, detail: ok === true ? good : bad });
    return ok === true;
  }

  run(): TickChecks {
    const { before, origin, receipt } = this.#file;
    this.#add("export", true, "an exported tick", "");
    const row = this.#row("row", this.#file.row);
    const payload = row === null ? null : this.#payload("payload", row, this.#file.payload);
    const last = before === null ? null : this.#row("before-row", before.row);
    const lastPayload =
      before === null || last === null
        ? null
        : this.#payload("before-payload", last, before.payload);
    const parts = partsOf(receipt);
    const answer = this.#answer();
    if (row !== null) {
      this.#sealed(row, parts);
      this.#place(row, last);
      this.#headers(row);
      this.#body(row, payload, answer);
      if (last !== null) this.#order(row, last, payload, lastPayload);
      if (payload !== null) {
        this.#inputs(payload);
        this.#root(payload, last, parts);
      }
    }
    return {
      checks: this.#checks,
      held: answer ?? receipt,
      machine: row?.machine ?? null,
      tick: payload?.tick ?? null,
      token: row?.token ?? null,
      signer: keyIn(origin, row?.machine ?? ""),
    };
  }

  #row(name: string, held: JsonObject): MachineRow | null {
    const text = canonicalText(held);
    const read = text === null ? null : readRow(text);
    const isTick = read?.ok === true && read.row.transitionType === "tick";
    const why = read === null ? "no canonical row" : read.ok ? "no row of a tick" : read.message;
    this.#add(name, isTick, "a row of a tick", why);
    return read?.ok === true && isTick ? read.row : null;
  }

  #payload(name: string, row: MachineRow, held: JsonObject | null): TickPayload | null {
    if (held === null) {
      this.#add(name, null, "", `the payload of row ${row.seq} is not in the file`);
      return null;
    }
    const text = canonicalText(held);
    const got = text === null ? "no canonical JSON" : payloadHash(this.#crypto, text);
    const read = tickPayload.safeParse(held);
    const isGood = got === row.payloadHash && read.success;
    const bad =
      got === row.payloadHash
        ? "this is no payload of a tick"
        : `row ${row.seq} holds ${row.payloadHash}, its hash is ${got}`;
    return this.#add(name, isGood, `its hash is the row's`, bad) && read.success ? read.data : null;
  }

  /** The row names the receipt, and both the same instant. */
  #sealed({ calcond, ns, proof, token }: MachineRow, { calcProof, core }: ReceiptParts): void {
    // The receipt's own check computes its hash-link; the row must name that one.
    const instant = instantOf(BigInt(ns));
    this.#add(
      "time",
      instant.calcond === calcond && core["calcond"] === calcond && core["phase"] === instant.phase,
      "row and receipt state one instant",
      `the row is of calcond ${calcond} at ${ns} ns, the receipt of ${JSON.stringify(core["calcond"])}`,
    );
    this.#add(
      "proof",
      proof !== null && token !== null && calcProof === proof,
      "the row names the receipt's calcProof",
      `the row names ${proof ?? "no proof"}, the receipt ${JSON.stringify(calcProof)}`,
    );
  }

  /** Both rows stand under the checkpoint, which the key in the origin signed. */
  #place(row: MachineRow, last: MachineRow | null): void {
    const { before, checkpoint: note, origin, path } = this.#file;
    const key = keyIn(origin, row.machine);
    const { key: wanted } = this.#expected;
    this.#add(
      "origin",
      key !== null && (wanted === undefined || wanted === key),
      origin,
      key === null ? `${origin} names no log of ${row.machine}` : `signed by ${key}, not ${wanted}`,
    );
    if (key === null) return;
    const signed = verifyLogCheckpoint(this.#crypto, note, origin, fromHex(key)!);
    if (
      !this.#add("checkpoint", signed.ok, `signed by ${key}`, signed.ok ? "" : signed.reason) ||
      !signed.ok
    )
      return;
    const { checkpoint } = signed;
    this.#included("row-inclusion", row, path, checkpoint);
    if (before !== null && last !== null)
      this.#included("before-inclusion", last, before.path, checkpoint);
    this.#add(
      "checkpoint-time",
      row.calcond <= checkpoint.calcond,
      `signed at calcond ${checkpoint.calcond}`,
      `signed at calcond ${checkpoint.calcond}, the row is of ${row.calcond}`,
    );
  }

  #included(name: string, row: MachineRow, path: readonly string[], to: LogCheckpoint): void {
    const leaf = leafHash(this.#crypto, rowHash(this.#crypto, rowText(row)));
    const hashes = path.map((hex) => fromHex(hex)!);
    this.#add(
      name,
      verifyInclusion(this.#crypto, leaf, row.seq, to.size, hashes, to.root),
      `row ${row.seq} of ${to.size}`,
      `the path of row ${row.seq} does not lead to the root over ${to.size} rows`,
    );
  }

  #headers(row: MachineRow): void {
    const { calcond, proof, token } = row;
    const wanted = tickHeaderFields({ calcond, proof: proof ?? "", token: token ?? "" });
    const given = this.#file.headers;
    const names = new Set([...Object.keys(wanted), ...Object.keys(given)]);
    const other = [...names].find((name) => wanted[name] !== given[name]);
    this.#add(
      "headers",
      other === undefined,
      "the five fields of the row",
      `${other}: ${given[other ?? ""] ?? "absent"}, and the row says ${wanted[other ?? ""] ?? "nothing"}`,
    );
  }

  /** The answer that the body is; null for what a template made. */
  #answer(): JsonObject | null {
    const { body, payload } = this.#file;
    if (payload?.["bodyHash"] !== undefined) return null;
    const read = parseJson(body);
    return read.ok && isObject(read.value) && isObject(read.value["stream"]) ? read.value : null;
  }

  #body(row: MachineRow, payload: TickPayload | null, answer: JsonObject | null): void {
    const { body, contentType, receipt } = this.#file;
    if (payload?.bodyHash !== undefined) {
      const got = bodyHash(this.#crypto, { body, contentType });
      const bad = `the row holds ${payload.bodyHash} for the text and its type, their hash is ${got}`;
      this.#add("body", got === payload.bodyHash, "the text whose hash the row holds", bad);
      return;
    }
    if (answer === null) {
      // Rows of before held no hash of what a template made.
      const why = "no row holds the hash of this text";
      this.#add("body", contentType === "application/json" ? false : null, "", why);
      return;
    }
    const presented = presentedReceipt(this.#crypto, answer).receipt;
    const isWritten = contentType === "application/json" && JSON.stringify(answer) === body;
    const isOfReceipt = canonicalText(presented) === canonicalText(receipt);
    const faults = [
      ...(isWritten ? [] : ["it is not written as JSON is here"]),
      ...(isOfReceipt ? [] : ["it answers with another receipt"]),
      ...this.#streamFaults(row, payload, answer["stream"]!),
    ];
    this.#add("body", faults.length === 0, "the answer with this receipt", faults.join("; "));
  }

  #streamFaults(row: MachineRow, payload: TickPayload | null, said: JsonValue): string[] {
    if (!isObject(said)) return ["it does not say where the tick stands"];
    const interval = payload?.tickIntervalCalconds;
    const wanted: JsonObject = {
      channel: row.machine,
      row: row.seq,
      rowHash: toHex(rowHash(this.#crypto, rowText(row))),
      ...(payload === null
        ? {}
        : { tick: payload.tick, subTicks: payload.subTicks, tickRoot: payload.tickRoot }),
      ...(interval === undefined ? {} : { nextCalcond: row.calcond + interval }),
    };
    const known = new Set([...Object.keys(wanted), ...STREAM_MEMBERS]);
    const strays = Object.keys(said)
      .filter((name) => !known.has(name))
      .map((name) => `stream.${name} is no member of it`);
    const others = Object.entries(wanted)
      .filter(([name, value]) => said[name] !== value)
      .map(
        ([name, value]) =>
          `stream.${name} is ${JSON.stringify(said[name])}, by the row ${JSON.stringify(value)}`,
      );
    return [...strays, ...others];
  }

  #order(
    row: MachineRow,
    last: MachineRow,
    payload: TickPayload | null,
    lastPayload: TickPayload | null,
  ): void {
    const isBefore =
      last.machine === row.machine && last.seq < row.seq && BigInt(last.ns) <= BigInt(row.ns);
    const isNext =
      payload === null || lastPayload === null || payload.tick === lastPayload.tick + 1;
    this.#add(
      "before",
      isBefore && isNext,
      `tick ${String(lastPayload?.tick ?? "before")}`,
      "the row before is not that of the tick before",
    );
  }

  #inputs({ inputs }: TickPayload): void {
    const { inputs: sealed } = this.#file.receipt;
    this.#add(
      "tick-inputs",
      canonicalText(inputs) === canonicalText(sealed ?? null),
      "row and receipt state the same inputs",
      "the row states other inputs than the receipt",
    );
  }

  #root(payload: TickPayload, last: MachineRow | null, { core }: ReceiptParts): void {
    const { before, genesis } = this.#file;
    const isFirst = payload.tick === 1;
    if (isFirst !== (before === null) || isFirst !== (genesis !== null)) {
      const bad = isFirst
        ? "the first tick has a genesis and no tick before it"
        : "a tick that is not the first has one before it and no genesis";
      this.#add("tick-root", false, "", bad);
      return;
    }
    const start = isFirst
      ? fromHex(genesis!)
      : last === null
        ? null
        : rowHash(this.#crypto, rowText(last));
    const { unit, value } = core;
    if (start === null || typeof value !== "number") return;
    const results = subResults(
      { value, unit: typeof unit === "string" ? unit : null },
      payload.subTicks,
    );
    const got = toHex(tickRoot(this.#crypto, start, results));
    this.#add(
      "tick-root",
      got === payload.tickRoot,
      `${payload.subTicks} sub-ticks behind the tick before`,
      `the row holds ${payload.tickRoot}, the sub-ticks come to ${got}`,
    );
  }
}

function partsOf(receipt: JsonObject): ReceiptParts {
  const { envelope } = receipt;
  const held: JsonObject = isObject(envelope) ? envelope : {};
  const { calcProof = null, core } = held;
  return { core: isObject(core) ? core : {}, calcProof };
}

/** Null for what has no canonical form. */
function canonicalText(value: JsonValue): string | null {
  try {
    return canonicalize(value);
  } catch (error) {
    if (error instanceof CanonicalError) return null;
    throw error;
  }
}

/** The key in the origin of a log, hex; null where it is no origin of this machine's log. */
function keyIn(origin: string, machine: string): string | null {
  const [, key = null, named] =
    /^calc\/[0-9a-f]{8}\/([0-9a-f]{64})\/m\/([a-z]{1,2}_[a-z2-7]{26})$/.exec(origin) ?? [];
  return named === machine ? key : null;
}
