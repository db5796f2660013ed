/** Which results an asker's node computes again, and who told another than it found itself. */
import type { Crypto } from "../ports.js";
import { chanceOf } from "./draw.js";
import type { JobFacts } from "./facts.js";
import type { Progress } from "./progress.js";

/**
 * Whether a job that is done is computed again: always where nodes differed, or where the only one
 * that computed it has lied since; of other results of one node alone a part that nobody foresees.
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
    readonly chance: number;
    readonly isLiar: (node: string) => boolean;
    /** Of the node that checks. */
    readonly secret: string;
  },
): boolean {
  if (phase !== "done") return false;
  if (differing.length > 0) return true;
  const [node] = agreed;
  if (quorum !== 1 || node === undefined) return false;
  return isLiar(node) || chanceOf(crypto, "spot", id, secret) < chance;
}

/** Nodes that revealed another result than the node that checks has computed. */
export function liarsIn({ callers }: Progress, ownHash: string): readonly string[] {
  return callers.flatMap(({ node, reveal, stage }) =>
    stage === "revealed" && reveal !== null && reveal.body.result_hash !== ownHash ? [node] : [],
  );
}
