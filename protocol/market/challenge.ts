/** Disputes about a result: who was right, and what follows from it. */
import type { ChallengeOutcome } from "../economy/bond.js";
import { drawOf, type JobFacts, type Said } from "./facts.js";
import type { WorkChallengeBody, WorkRevealBody, WorkVerdictBody } from "./bodies.js";
import { CHALLENGE_CALCONDS, VERDICT_CALCONDS } from "./terms.js";

/**
 * upheld: the re-execution agrees with the challenger alone. rejected: with the contributor alone.
 * not_reproducible: with neither, or with both, who then had no dispute.
 */
export function challengeOutcome(
  contributor: string,
  challenger: string,
  reexecuted: string,
): ChallengeOutcome {
  const isContributor = contributor === reexecuted;
  const isChallenger = challenger === reexecuted;
  if (isChallenger && !isContributor) return "upheld";
  return isContributor && !isChallenger ? "rejected" : "not_reproducible";
}

/** The challenged reveal; null where the challenge is about none of this job. */
export function challengedReveal(
  facts: JobFacts,
  { body: { reveal } }: Said<WorkChallengeBody>,
): Said<WorkRevealBody> | null {
  for (const said of facts.reveals.values()) if (said.id === reveal) return said;
  return null;
}

/** Why a challenge does not count, in words; null where it does. */
export function faultOfChallenge(
  facts: JobFacts,
  challenge: Said<WorkChallengeBody>,
): string | null {
  const reveal = challengedReveal(facts, challenge);
  if (reveal === null) return "it names no result of this job";
  if (reveal.author === challenge.author) return "nobody challenges itself";
  if (challenge.calcond > reveal.calcond + CHALLENGE_CALCONDS)
    return `a result is challenged within ${CHALLENGE_CALCONDS} calconds`;
  if (challenge.body.result_hash === reveal.body.result_hash)
    return "the challenger says what the contributor said";
  return null;
}

/** Who answers a challenge now: the first of its draw, and the next for each that let its time pass. */
export function executorOf(facts: JobFacts, challenge: string, now: number): string | null {
  const draw = drawOf(facts, challenge);
  if (draw === null) return null;
  const { drawn } = draw.body;
  const at = Math.floor((now - draw.calcond) / (VERDICT_CALCONDS + 1));
  return drawn[Math.min(Math.max(0, at), drawn.length - 1)] ?? null;
}

/** The first verdict on a challenge by somebody whom its draw names. */
export function verdictOn(facts: JobFacts, challenge: string): Said<WorkVerdictBody> | null {
  const drawn = drawOf(facts, challenge)?.body.drawn ?? [];
  let first: Said<WorkVerdictBody> | null = null;
  for (const said of facts.verdicts.values()) {
    if (said.body.challenge !== challenge || !drawn.includes(said.author)) continue;
    if (first === null || said.calcond < first.calcond) first = said;
  }
  return first;
}

/**
 * What a verdict comes to where this node has computed the job itself: nothing is applied on
 * another's word.
 */
export function ownOutcome(
  facts: JobFacts,
  challenge: Said<WorkChallengeBody>,
  resultHash: string,
): ChallengeOutcome | null {
  const reveal = challengedReveal(facts, challenge);
  if (reveal === null || faultOfChallenge(facts, challenge) !== null) return null;
  return challengeOutcome(reveal.body.result_hash, challenge.body.result_hash, resultHash);
}
