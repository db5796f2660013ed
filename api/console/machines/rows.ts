/** Rows of a machine's log, as the page checks them itself. */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { rowHashHex } from "../../../protocol/log/row.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { numberAt, textAt, type Fields } from "../connection/json.js";
import { valueOf } from "../connection/asked.js";
import { client } from "../connection/session.js";

const NDJSON = "application/x-ndjson";

export interface LogRow {
  readonly seq: number;
  readonly calcond: number;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly actor: string;
  readonly role: string;
  readonly token: string;
  readonly prev: string;
  readonly payloadHash: string;
  /** As the node sent it. */
  readonly whole: Fields;
}

export function rowOf(whole: Fields): LogRow {
  const actor = whole["actor"];
  return {
    seq: numberAt(whole, "seq") ?? 0,
    calcond: numberAt(whole, "calcond") ?? 0,
    type: textAt(whole, "transitionType"),
    from: textAt(whole, "from"),
    to: textAt(whole, "to"),
    actor: textAt(actor, "key"),
    role: textAt(actor, "role"),
    token: textAt(whole, "token"),
    prev: textAt(whole, "prev"),
    payloadHash: textAt(whole, "payloadHash"),
    whole,
  };
}

/** The hash that the row behind it has for `prev`. */
export function hashOf({ whole }: LogRow): string {
  return rowHashHex(tweetCrypto, canonicalize(whole));
}

/** All rows from one on, in one answer. @throws ProblemAnswer */
export async function rowsFrom(
  slug: string,
  from: number,
  signal: AbortSignal,
): Promise<readonly LogRow[]> {
  const outcome = await client.value.stateAudit({ slug, from }, { accept: NDJSON, signal });
  valueOf(outcome);
  if (outcome.kind !== "result") return [];
  return outcome.text.split("\n").flatMap((line) => {
    if (line === "") return [];
    const whole: unknown = JSON.parse(line);
    return isObject(whole) && typeof whole["seq"] === "number" ? [rowOf(whole)] : [];
  });
}

/** The log as a file for `calc verify`. @throws ProblemAnswer */
export async function exportedLog(slug: string): Promise<string> {
  const outcome = await client.value.stateAudit({ slug, export: true }, { accept: NDJSON });
  valueOf(outcome);
  return outcome.kind === "result" ? outcome.text : "";
}

export interface Payload {
  readonly text: string;
  readonly hash: string;
}

/** The bytes of a payload, and the hash that they have here. @throws ProblemAnswer */
export async function payloadOf(slug: string, seq: number): Promise<Payload> {
  const outcome = await client.value.statePayload({ slug, seq });
  valueOf(outcome);
  const text = outcome.kind === "result" ? outcome.text : "";
  return { text, hash: tweetCrypto.sha256Hex(text) };
}

export interface Filter {
  readonly type: string;
  /** In key, states, number or receipt. */
  readonly words: string;
  readonly isSealed: boolean;
}

export const NO_FILTER: Filter = { type: "", words: "", isSealed: false };

export function isFiltered({ isSealed, type, words }: Filter): boolean {
  return isSealed || type !== "" || words.trim() !== "";
}

export function fits(row: LogRow, { isSealed, type, words }: Filter): boolean {
  const wanted = words.trim().toLowerCase();
  return (
    (type === "" || row.type === type) &&
    (!isSealed || row.token !== "") &&
    (wanted === "" ||
      [row.actor, row.role, row.from, row.to, row.token, row.type, String(row.seq)].some((text) =>
        text.toLowerCase().includes(wanted),
      ))
  );
}

export interface ChainCheck {
  readonly checked: number;
  /** The first row whose `prev` is not the hash of the one before it. */
  readonly broken: number | null;
}

/** Every link, computed here; the last one against the head that the node states. */
export function checkedChain(rows: readonly LogRow[], head: string): ChainCheck {
  let before: string | null = null;
  for (const row of rows) {
    if (before !== null && row.prev !== before) return { checked: row.seq, broken: row.seq };
    before = hashOf(row);
  }
  const last = rows.at(-1)?.seq ?? -1;
  return { checked: rows.length, broken: before !== null && before !== head ? last : null };
}
