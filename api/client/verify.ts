/**
 * Receipts, checked where the client runs: hashes, path, clock and signature by this code alone.
 * Only what was computed again is called valid, and that takes an engine: another node's will do.
 */
import { instantOf } from "../../protocol/math/modulation.js";
import { verifyReceiptStructure } from "../../protocol/seal/receipt.js";
import { tweetCrypto } from "../../protocol/seal/tweetCrypto.js";
import type { Checked, Verdict } from "../../protocol/seal/verdict.js";
import type { Outcome } from "./outcome.js";

const NS_PER_MS = 1_000_000n;

export interface VerifyOptions {
  /** Public key in hex that must be the signer's. */
  readonly key?: string;
  /** Receipt id that was asked for. */
  readonly id?: string;
  /** The calcond now; that of this machine's clock without it. */
  readonly nowCalcond?: number;
}

export interface CheckedReceipt {
  /**
   * `valid`: every check holds and the value was computed again. `sound`: hashes, path and signature
   * hold, and the value was NOT checked. `invalid`: a check failed.
   */
  readonly verdict: Verdict;
  readonly valid: boolean;
  /** Hash-link in hex; null where there is none. */
  readonly id: string | null;
  /** Public key in hex that signed. */
  readonly signer: string | null;
  readonly checks: readonly Checked[];
  /** What failed, or was not checked; empty for `valid`. */
  readonly reasons: readonly string[];
}

/** Checks a receipt, or a whole answer that holds one, without any node: sound at best. */
export function verifyReceipt(held: unknown, options: VerifyOptions = {}): CheckedReceipt {
  const { nowCalcond = instantOf(BigInt(Date.now()) * NS_PER_MS).calcond, ...expected } = options;
  const { checks, id, reasons, signer, valid, verdict } = verifyReceiptStructure(
    tweetCrypto,
    held,
    { ...expected, nowCalcond },
  );
  return { verdict, valid, id, signer, checks, reasons };
}

/** The part of a client that has a receipt computed again. */
export interface Recomputer {
  readonly verify: (input: Readonly<Record<string, unknown>>) => Promise<
    Outcome<{
      readonly verdict: Verdict;
      readonly reasons: readonly string[];
      readonly [member: string]: unknown;
    }>
  >;
}

/**
 * Checks a receipt here, and has its value computed again by a node that is asked for it: best by
 * one that did not seal it. What fails here is invalid, whatever that node says.
 */
export async function verifyBy(
  client: Recomputer,
  held: Readonly<Record<string, unknown>>,
  options: VerifyOptions = {},
): Promise<CheckedReceipt> {
  const own = verifyReceipt(held, options);
  if (own.verdict === "invalid") return own;
  const asked = await client.verify(held);
  if (asked.kind === "problem")
    return { ...own, reasons: [`no node computed it again: ${asked.problem.detail}`] };
  const { reasons, verdict } = asked.value;
  return { ...own, verdict, valid: verdict === "valid", reasons };
}
