/**
 * The work of evaluations, counted where it is done. The counts depend on the numbers, and on whether
 * a process has made a cell of erfc before; never on a clock. They decide where an evaluation runs and
 * what share of a day it uses up, never its value. Evaluation is synchronous and never interleaved,
 * so one count serves a thread.
 */

let counted = 0;
/** The count at which the next look at the limit and the stop signal is due. */
let lookAt = Number.POSITIVE_INFINITY;
let limits: Limits | null = null;

/** Counts between two looks at a stop signal: some ten milliseconds. */
const LOOK_INTERVAL = 65_536;

interface Limits {
  /** The count that may not be passed. */
  readonly end: number;
  readonly stop: { readonly aborted: boolean } | null;
}

/** An evaluation came to the limit of its work, or its stop signal was set. It has no value. */
export class WorkEnded extends Error {
  readonly why: "limit" | "stopped";

  constructor(why: "limit" | "stopped") {
    super(why === "limit" ? "the work allowed here is used up" : "the evaluation was stopped");
    this.name = "WorkEnded";
    this.why = why;
  }
}

/**
 * Counts work that is about to be done, in units of about one addition. @throws WorkEnded at the
 * end of `within`: it is then neither done nor counted
 */
export function countWork(cost: number): void {
  const next = counted + cost;
  if (next > lookAt) look(next);
  counted = next;
}

function look(next: number): void {
  if (limits === null) return;
  if (next > limits.end) throw new WorkEnded("limit");
  if (limits.stop?.aborted === true) throw new WorkEnded("stopped");
  lookAt = Math.min(limits.end, next + LOOK_INTERVAL);
}

/** Work that this thread has counted since it started. */
export function workCounted(): number {
  return counted;
}

/**
 * Runs `body` with so much work, until it ends or the signal is set. What ends has the same value
 * as without a limit. @throws WorkEnded
 */
export function within<T>(
  work: number,
  body: () => T,
  stop: { readonly aborted: boolean } | null = null,
): T {
  const outer = limits;
  const end = Math.min(counted + work, outer?.end ?? Number.POSITIVE_INFINITY);
  limits = { end, stop: stop ?? outer?.stop ?? null };
  lookAt = Math.min(end, counted + LOOK_INTERVAL);
  try {
    return body();
  } finally {
    limits = outer;
    // Whatever was done here may have passed the limit around it.
    lookAt = outer === null ? Number.POSITIVE_INFINITY : counted;
  }
}
