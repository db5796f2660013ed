/** What a job costs in the end: each agreeing result its price, and what is left goes back. */
import type { JobOpenBody } from "../events/job.js";
import type { JobSettleBody } from "./bodies.js";
import type { JobFacts } from "./facts.js";
import type { Progress } from "./progress.js";

/** How a job ends now, or null while it goes on. */
export function outcomeOf({ phase }: Progress): JobSettleBody["outcome"] | null {
  return phase === "done" || phase === "failed" || phase === "expired" || phase === "cancelled"
    ? phase
    : null;
}

/** Results that a job of a class has at most: what is locked is for so many. */
export function resultsMax({ class: kind, k }: Pick<JobOpenBody, "class" | "k">): number {
  return kind === "economy" ? 2 : k;
}

/**
 * The body by which a job is settled. Whoever was called first and agreed is paid, as many as the
 * job asked for; a third that decided a dispute is paid for the one that differed.
 * @param credits what one result says that it costs: of a table only its rows that have a value.
 *   None is paid more than what was locked for one
 * @param found what the asker's node has computed itself, where it has: who told it is paid
 */
export function settlementOf(
  facts: JobFacts,
  { accepted, callers, quorum }: Progress,
  {
    credits,
    found = null,
    outcome,
  }: {
    readonly outcome: JobSettleBody["outcome"];
    readonly credits: number;
    readonly found?: string | null;
  },
): JobSettleBody {
  const result = outcome === "done" ? (found ?? accepted) : null;
  const { body } = facts.open!;
  const locked = body.lock.credits;
  const each = Math.min(credits, Math.floor(locked / resultsMax(body)));
  const right = callers.flatMap(({ node, reveal, stage }) =>
    stage === "revealed" && reveal !== null && reveal.body.result_hash === result
      ? [{ node, credits: each, reveal: reveal.id }]
      : [],
  );
  const paid = right.slice(0, quorum);
  const spent = paid.length * each;
  if (spent > locked) throw new RangeError(`${spent} credits are due, and ${locked} are locked`);
  return {
    job: facts.id,
    outcome,
    result_hash: result,
    paid,
    spent,
    returned: locked - spent,
  };
}
