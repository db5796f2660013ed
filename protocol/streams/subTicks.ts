/**
 * Sub-ticks: results between two ticks that are neither sealed nor paid for. Each is linked to the
 * one before it, from the hash of the last tick on; the next tick seals the end and their count.
 */
import { concatBytes } from "../encoding/bytes.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import { modulationAt } from "../math/modulation.js";
import type { Crypto, JsonObject } from "../ports.js";

const TAG = utf8Encode("calc-sub/1\u0000");

/** What one sub-tick came to. */
export interface SubResult extends JsonObject {
  /** From 1. */
  readonly index: number;
  /** Of `count` equal parts of a calcond. */
  readonly phase: number;
  readonly value: number;
  readonly unit: string | null;
  readonly R_t: number;
}

/**
 * The sub-ticks of one tick: its value, which no phase changes, with the modulation at as many
 * equal parts of a calcond.
 */
export function subResults(
  { unit, value }: { readonly value: number; readonly unit: string | null },
  count: number,
): readonly SubResult[] {
  return Array.from({ length: count }, (_, i) => {
    const phase = i / count;
    return { index: i + 1, phase, value, unit, R_t: modulationAt(phase) };
  });
}

/** @param start 32 bytes: the hash of the last tick */
export function tickRoot(
  { sha256 }: Pick<Crypto, "sha256">,
  start: Uint8Array,
  results: readonly JsonObject[],
): Uint8Array {
  return results.reduce<Uint8Array>(
    (root, result) => sha256(concatBytes(TAG, root, utf8Encode(canonicalize(result)))),
    start,
  );
}
