/** Which results the asker's node computes again, and who told another than it found itself. */
import type { Crypto } from "../ports.js";
import { chanceOf } from "./draw.js";
import type { JobFacts } from "./facts.js";
import type { Progress } from "./progress.js";
import { CREDIBLE_AGREEMENTS, SPOT_CHECK_CHANCE, SPOT_CHECK_CHANCE_MIN } from "./terms.js";

/**
 * The chance that a result of one node alone is computed again: a tenth where the node has just
 * become credible, and less by the square of how much more often it has agreed since. A liar is found
 * best while it is new, and what is known of an old node costs little.
 */
export function spotCheckChance(agreements: number): number {
  const ratio = CREDIBLE_AGREEMENTS / Math.max(CREDIBLE_AGREEMENTS, agreements);
  return Math.max(SPOT_CHECK_CHANCE_MIN, SPOT_CHECK_CHANCE * ratio * ratio);
}

/**
 * Whether a job that is done is computed again: always where nodes differed, or where all that
 * agree have lied since; of other results of one node alone a part that nobody foresees.
 */
export function isCheckedAgain(
  crypto: Pick<Crypto, "sha256Hex">,
  { id }: Pick<JobFacts, "id">,
  { agreed, differing, phase, quorum }: Progress,
  {
    chance,
    isLiar,
    secret,
  }: {
    readonly chance: (node: string) => number;
    readonly isLiar: (node: string) => boolean;
    /** Of the node that checks. */
    readonly secret: string;
  },
): boolean {
  if (phase !== "done") return false;
  if (differing.length > 0 || agreed.every(isLiar)) return true;
  const [node] = agreed;
  return quorum === 1 && node !== undefined && chanceOf(crypto, "spot", id, secret) < chance(node);
}

/** Nodes that revealed another result than the node that checks has computed. */
export function liarsIn({ callers }: Progress, ownHash: string): readonly string[] {
  return callers.flatMap(({ node, reveal, stage }) =>
    stage === "revealed" && reveal !== null && reveal.body.result_hash !== ownHash ? [node] : [],
  );
}
