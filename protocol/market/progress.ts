/**
 * Where a job stands: who is called, who has dropped out, whose results agree. A function of what
 * was said and of the time, so that the asker, the contributors and strangers read the same.
 */
import type { Crypto } from "../ports.js";
import type { WorkRevealBody } from "./bodies.js";
import { drawOf, type JobFacts, type Said } from "./facts.js";
import { CLAIM_CALCONDS, REVEAL_CALCONDS } from "./terms.js";

type Hasher = Pick<Crypto, "sha256Hex">;

/** What a contributor commits to: sha256("calc-commit/1" || 00 || result hash, salt, node). */
export function commitmentOf(
  crypto: Hasher,
  {
    node,
    resultHash,
    salt,
  }: {
    readonly resultHash: string;
    readonly salt: string;
    readonly node: string;
  },
): string {
  return crypto.sha256Hex(`calc-commit/1\u0000${resultHash}${salt}${node}`);
}

/** Whether a node had committed to what it revealed. */
export function isCommitted(
  crypto: Hasher,
  { commits }: Pick<JobFacts, "commits">,
  { author: node, body }: Said<WorkRevealBody>,
): boolean {
  const commitment = commitmentOf(crypto, { resultHash: body.result_hash, salt: body.salt, node });
  return commits.get(node)?.body.commit === commitment;
}

/**
 * `called`: it has not claimed. `claimed`: it computes. `committed`: its result is fixed and hidden.
 * `revealed`: its result is known. `lost`: it let a step pass; failed, not false.
 */
export type Stage = "called" | "claimed" | "committed" | "revealed" | "lost";

export interface Caller {
  readonly node: string;
  readonly stage: Stage;
  /** Calcond at which it was called. */
  readonly calledAt: number;
  /** The last calcond for its next step; once it has committed, when it did. */
  readonly until: number;
  readonly reveal: Said<WorkRevealBody> | null;
}

/** A job that has a result, or can have none any more. */
export type JobPhase =
  | "open"
  | "called"
  | "revealing"
  | "done"
  | "failed"
  | "expired"
  | "cancelled";

export interface Progress {
  readonly phase: JobPhase;
  /** In the order in which they were called. */
  readonly callers: readonly Caller[];
  /** Equal results that the job takes. */
  readonly quorum: number;
  /** What so many agree on; null before. */
  readonly accepted: string | null;
  /** Whose results are the accepted one, in the order of the calls. */
  readonly agreed: readonly string[];
  /** Who revealed another result than the accepted one. */
  readonly differing: readonly string[];
}

/** Calconds that a contributor has from its call to its commitment: a third, so that two can follow. */
export function leaseOf(drawnAt: number, deadline: number): number {
  return Math.max(CLAIM_CALCONDS, Math.floor((deadline - REVEAL_CALCONDS - drawnAt) / 3));
}

interface Plan {
  readonly drawn: readonly string[];
  readonly called: number;
  readonly drawnAt: number;
  readonly deadline: number;
}

/** Where a job stands at a calcond. */
export function progressOf(crypto: Hasher, facts: JobFacts, now: number): Progress {
  const { open } = facts;
  const nothing = { callers: [], quorum: 0, accepted: null, agreed: [], differing: [] } as const;
  if (open === null) return { phase: "open", ...nothing };
  const { deadline } = open.body;
  const plan = planOf(facts, deadline);
  const isCancelled = isCancelledBy(crypto, facts, plan, now);
  if (plan === null) {
    const phase = isCancelled ? "cancelled" : now > deadline ? "expired" : "open";
    return { phase, ...nothing };
  }
  const { called } = plan;
  const { callers, isExhausted } = callersOf(crypto, facts, plan, now);
  const counted = countedResults(callers, called);
  const state = { callers, quorum: called, ...counted };
  if (isCancelled) return { phase: "cancelled", ...state, ...countedResults([], called) };
  if (counted.accepted !== null) return { phase: "done", ...state };
  if (isExhausted) return { phase: "failed", ...state };
  if (now > deadline) return { phase: "expired", ...state };
  return { phase: isRevealing(callers, called) ? "revealing" : "called", ...state };
}

/** The calls that follow from the draw; null before it, and where it calls more nodes than it names. */
function planOf(facts: JobFacts, deadline: number): Plan | null {
  const draw = drawOf(facts, facts.id);
  if (draw === null || draw.calcond > deadline) return null;
  const { called } = draw.body;
  // A node has one voice, however often a draw names it.
  const drawn = [...new Set(draw.body.drawn)];
  return drawn.length < called ? null : { drawn, called, drawnAt: draw.calcond, deadline };
}

/**
 * Whether a cancellation ended the job, which had not ended before. Who had committed by then is
 * owed the chance to be paid, and what is said afterwards revives nothing.
 */
function isCancelledBy(crypto: Hasher, facts: JobFacts, plan: Plan | null, now: number): boolean {
  const { cancelled, claims, commits } = facts;
  if (cancelled === null || cancelled.calcond > now) return false;
  const at = cancelled.calcond;
  if (at > facts.open!.body.deadline) return false;
  if (plan === null || plan.drawnAt > at) return true;
  const { callers, isExhausted } = callersOf(crypto, facts, plan, at);
  const isOwed = callers.some(
    ({ calledAt, node, stage }) =>
      (stage === "committed" || stage === "revealed") &&
      Math.max(calledAt, claims.get(node)!.calcond, commits.get(node)!.calcond) <= at,
  );
  return !isExhausted && !isOwed;
}

/**
 * Calls nodes in the order of the draw: so many at once, one more for each that is lost, and one
 * more where the results of all differ.
 */
function callersOf(
  crypto: Hasher,
  facts: JobFacts,
  plan: Plan,
  now: number,
): { readonly callers: readonly Caller[]; readonly isExhausted: boolean } {
  const { called, drawn, drawnAt } = plan;
  const calls = Array.from({ length: called }, () => drawnAt);
  // Who is lost stays lost: others were called in its place.
  const lost = new Map<number, Caller>();
  for (;;) {
    const standing = calls.map(
      (calledAt, at) =>
        lost.get(at) ?? callerOf(crypto, facts, plan, { node: drawn[at]!, calledAt, now }),
    );
    const fell = (callers: readonly Caller[]): number => firstLost(callers, lost);
    // Who has committed waits for the one called in the place of who has not: only then has a reveal its time.
    const callers = fell(standing) >= 0 ? standing : withRevealTimes(standing, plan, now);
    const at = fell(callers);
    if (at >= 0) {
      lost.set(at, callers[at]!);
      calls.push(callers[at]!.until + 1);
    } else if (isSplit(callers, called)) {
      calls.push(splitAt(callers));
    } else {
      return { callers, isExhausted: false };
    }
    // Nobody is called who could not commit in time any more.
    const isLate = calls.at(-1)! > plan.deadline - REVEAL_CALCONDS;
    if (isLate || calls.length > drawn.length) return { callers, isExhausted: true };
  }
}

/** Place of who was lost first among those in whose place nobody was called yet; -1 where there is none. */
function firstLost(callers: readonly Caller[], replaced: ReadonlyMap<number, Caller>): number {
  let first = -1;
  for (const [place, { stage, until }] of callers.entries()) {
    if (stage !== "lost" || replaced.has(place)) continue;
    if (first < 0 || until < callers[first]!.until) first = place;
  }
  return first;
}

/** Everybody who is left has revealed, and no result has enough that are equal. */
function isSplit(callers: readonly Caller[], quorum: number): boolean {
  const left = callers.filter(({ stage }) => stage !== "lost");
  return (
    left.length >= quorum &&
    left.every(({ stage }) => stage === "revealed") &&
    countedResults(callers, quorum).accepted === null
  );
}

/** When the last of those who are left had revealed and was called. */
function splitAt(callers: readonly Caller[]): number {
  const left = callers.filter(({ stage }) => stage === "revealed");
  return Math.max(...left.map(({ reveal, until }) => Math.max(until, reveal?.calcond ?? 0)));
}

function callerOf(
  crypto: Hasher,
  facts: JobFacts,
  { deadline, drawnAt }: Plan,
  {
    calledAt,
    node,
    now,
  }: { readonly node: string; readonly calledAt: number; readonly now: number },
): Caller {
  const caller = (stage: Stage, until: number, reveal: Caller["reveal"] = null): Caller => ({
    node,
    stage,
    calledAt,
    until,
    reveal,
  });
  const commitUntil = Math.min(deadline - REVEAL_CALCONDS, calledAt + leaseOf(drawnAt, deadline));
  const claimUntil = Math.min(commitUntil, calledAt + CLAIM_CALCONDS);
  const [claim, commit] = [facts.claims.get(node), facts.commits.get(node)];
  if (claim === undefined || claim.calcond > claimUntil)
    return caller(now > claimUntil ? "lost" : "called", claimUntil);
  if (commit === undefined || commit.calcond > commitUntil)
    return caller(now > commitUntil ? "lost" : "claimed", commitUntil);
  const reveal = facts.reveals.get(node);
  const isOpened =
    reveal !== undefined && reveal.calcond <= deadline && isCommitted(crypto, facts, reveal);
  // Who commits before it is called or claims stands since then: the others open theirs from then on.
  const since = Math.max(calledAt, claim.calcond, commit.calcond);
  return isOpened ? caller("revealed", since, reveal) : caller("committed", since);
}

/**
 * Who has committed opens it once all others have committed, too. Who does not is lost: it failed,
 * and nobody says that it was wrong.
 */
function withRevealTimes(
  callers: readonly Caller[],
  { deadline }: Plan,
  now: number,
): readonly Caller[] {
  const left = callers.filter(({ stage }) => stage !== "lost");
  const isOpen = left.every(({ stage }) => stage === "committed" || stage === "revealed");
  if (!isOpen) return callers;
  const last = Math.max(...left.map(({ until }) => until));
  const until = Math.min(deadline, last + REVEAL_CALCONDS);
  return callers.map((caller) => {
    const { reveal, stage } = caller;
    const isInTime = stage === "revealed" && reveal!.calcond <= until;
    if (stage === "lost" || isInTime) return caller;
    // A reveal behind its time is none: by then another one was called.
    return { ...caller, until, reveal: null, stage: now > until ? "lost" : "committed" };
  });
}

function isRevealing(callers: readonly Caller[], quorum: number): boolean {
  const left = callers.filter(({ stage }) => stage !== "lost");
  return (
    left.length >= quorum &&
    left.every(({ stage }) => stage === "committed" || stage === "revealed")
  );
}

/** Whether a contributor may open its commitment: before all have committed nobody may see it. */
export function mayReveal({ callers, quorum, phase }: Progress, node: string): boolean {
  const own = callers.find((caller) => caller.node === node);
  return own?.stage === "committed" && phase === "revealing" && isRevealing(callers, quorum);
}

function countedResults(
  callers: readonly Caller[],
  quorum: number,
): Pick<Progress, "accepted" | "agreed" | "differing"> {
  const byResult = new Map<string, string[]>();
  for (const { node, reveal, stage } of callers) {
    if (stage !== "revealed" || reveal === null) continue;
    const nodes = byResult.get(reveal.body.result_hash) ?? [];
    nodes.push(node);
    byResult.set(reveal.body.result_hash, nodes);
  }
  for (const [accepted, agreed] of byResult) {
    if (agreed.length < quorum) continue;
    const differing = [...byResult].flatMap(([hash, nodes]) => (hash === accepted ? [] : nodes));
    return { accepted, agreed, differing };
  }
  return { accepted: null, agreed: [], differing: [] };
}
