/** Disputes about a result: who was right, and what follows from it. */
import type { ChallengeOutcome } from "../economy/bond.js";
import { drawOf, isEarlier, type JobFacts, type Said } from "./facts.js";
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
  if (drawOf(facts, facts.id)?.body.drawn.includes(reveal.author) !== true)
    return "the draw of the job does not name the node of the result";
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

/**
 * The first verdict on a challenge by somebody whose turn had come: of two in one calcond that of
 * who is called earlier, and of two by one node that which stands first on its spine.
 */
export function verdictOn(facts: JobFacts, challenge: string): Said<WorkVerdictBody> | null {
  const draw = drawOf(facts, challenge);
  if (draw === null) return null;
  const { drawn } = draw.body;
  let first: { readonly said: Said<WorkVerdictBody>; readonly turn: number } | null = null;
  for (const said of facts.verdicts.values()) {
    const turn = drawn.indexOf(said.author);
    if (said.body.challenge !== challenge || turn < 0) continue;
    if (said.calcond < draw.calcond + turn * (VERDICT_CALCONDS + 1)) continue;
    if (first === null || isBefore(said, turn, first)) first = { said, turn };
  }
  return first?.said ?? null;
}

function isBefore(
  one: Said<unknown>,
  turn: number,
  other: { readonly said: Said<unknown>; readonly turn: number },
): boolean {
  if (one.author === other.said.author) return isEarlier(one, other.said);
  const { calcond } = other.said;
  return one.calcond < calcond || (one.calcond === calcond && turn < other.turn);
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
