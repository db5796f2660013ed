/**
 * Contribution bonds: envelopes that their owner leaves in place as a pledge for results computed
 * for others. Nothing moves when one is made or released; a whole bond is withheld when a result is
 * proven wrong by computing it again.
 */
import { concatBytes } from "../encoding/bytes.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";

/** Envelopes of one bond. */
export const BOND_ENVELOPES = 1_000;
/** A released bond can be withheld for so long: an hour. */
export const BOND_TAIL_CALCONDS = 4_632;

const ATTESTATION_TAG = utf8Encode("calc-bond/1\u0000");

export interface BondAttestation {
  readonly account: string;
  readonly bond: number;
  readonly count: number;
  /** SHA-256 over the sorted token ids, hex. */
  readonly listHash: string;
  /** Public key of the node, hex. */
  readonly node: string;
  readonly sinceCalcond: number;
}

/**
 * The bytes the node signs: "calc-bond/1" || 00 || the canonical JSON (RFC 8785) of the
 * attestation.
 */
export function attestationBytes({
  account,
  bond,
  count,
  listHash,
  node,
  sinceCalcond,
}: BondAttestation): Uint8Array {
  return concatBytes(
    ATTESTATION_TAG,
    utf8Encode(canonicalize({ account, bond, count, listHash, node, sinceCalcond })),
  );
}

/**
 * upheld: the contributor's result is wrong. not_reproducible: it agrees with neither side, and
 * nobody loses anything.
 */
export type ChallengeOutcome = "upheld" | "rejected" | "not_reproducible";

/** What a node found when it computed a challenged job again itself. */
export interface ChallengeVerdict {
  readonly outcome: ChallengeOutcome;
  /** The challenged result: one of the contributor's receipts. */
  readonly token_id: string;
  /** The node's own computation of the job; without one there is no verdict to act on. */
  readonly reexecuted: {
    readonly engine_version: string;
    readonly value_bits: string;
    readonly calcond: number;
  } | null;
  /** Calcond at which the challenge was opened. */
  readonly openedCalcond: number;
}

/** What of a bond decides whether it can still be withheld. */
export interface BondStanding {
  readonly state: "bonded" | "released" | "ended" | "slashed";
  readonly heldUntilCalcond: number | null;
}

/** Why a verdict does not withhold a bond, in words; null when it does. */
export function slashRefusal(
  { state, heldUntilCalcond }: BondStanding,
  verdict: ChallengeVerdict,
): string | null {
  if (verdict.reexecuted === null) return "the job was not computed again by this node";
  if (verdict.outcome !== "upheld") return `the verdict is ${verdict.outcome}: nobody loses a bond`;
  if (state === "slashed" || state === "ended") return `the bond is ${state}`;
  if (heldUntilCalcond !== null && verdict.openedCalcond > heldUntilCalcond) {
    return "the challenge was opened after the released bond had been given back";
  }
  return null;
}
