/** What a node asks to be shown before it makes a key or credits a claim. */
import { readChallenge, WORK_HEADER } from "../../protocol/work/challenge.js";
import { expectedHashes } from "../../protocol/work/ladder.js";
import type { ProblemBody } from "./problem.js";

export { WORK_HEADER };

/** What a problem POW_REQUIRED asks for. */
export interface WorkTask {
  readonly challenge: string;
  readonly mac: string;
  /** Leading zero bits. */
  readonly bits: number;
  /** Tries needed on average; one search in twenty takes three times as many. */
  readonly expectedHashes: number;
  /**
   * Joule: the least energy of so many bits, by the operator in `operator`; null where the node
   * stated none.
   */
  readonly energy: number | null;
  readonly operator: string | null;
}

/** A node asks for 26 at most; what takes years is not begun. */
const BITS_MAX = 40;

/** The task that a problem sets, or null for any other. */
export function workTaskOf(problem: ProblemBody): WorkTask | null {
  const { challenge, mac, price, code } = problem;
  if (code !== "POW_REQUIRED" || typeof challenge !== "string" || typeof mac !== "string")
    return null;
  const read = readChallenge(challenge);
  if (read === null || read.bits > BITS_MAX) return null;
  const stated = typeof price === "object" && price !== null ? price : {};
  const value: unknown = Reflect.get(stated, "value");
  const operator: unknown = Reflect.get(stated, "operator");
  return {
    challenge,
    mac,
    bits: read.bits,
    expectedHashes: expectedHashes(read.bits),
    energy: typeof value === "number" ? value : null,
    operator: typeof operator === "string" ? operator : null,
  };
}
