/**
 * A reactor's steps, made one after the other or followed as others make them. Each is asked for from
 * the last one that is known, so none is made twice; what others made meanwhile is reported as a gap.
 */
import type { OutputOf } from "../contract/definition/operation.js";
import type { ApiClient, Operations } from "./client.js";
import type { Gap } from "./follow.js";
import type { ProblemBody } from "./problem.js";

export type ReactorStep = OutputOf<Operations["reactorStep"]>;
export type ReactorNext = OutputOf<Operations["reactorNext"]>;

/**
 * done: all that was asked for. halted, finished, closed: the reactor steps no more. failed: a step had
 * no value, and the reactor is open still. aborted: by the caller. problem: the node said no.
 */
export type SteppingEnd =
  | "done"
  | "halted"
  | "finished"
  | "closed"
  | "failed"
  | "aborted"
  | "problem";

export interface Stepped {
  readonly end: SteppingEnd;
  /** Number of the last step that is known. */
  readonly last: number;
  readonly problem: ProblemBody | null;
}

interface Common {
  readonly client: ApiClient;
  readonly reactor: string;
  /** Number of the last step that is known; the newest unless given. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

export interface SteppingOptions extends Common {
  readonly steps: number;
  /** What drives the step behind a number. */
  readonly drive?: (n: number) => unknown;
  readonly onStep?: (step: ReactorStep) => void;
  /** Steps that are there and were not made here, both ends among them. */
  readonly onGap?: (gap: Gap) => void;
}

/** Makes steps until there are as many as asked for. */
export async function makeSteps(options: SteppingOptions): Promise<Stepped> {
  const { client, drive, onGap, onStep, reactor, signal, steps } = options;
  const state = await client.reactorState({ reactor });
  if (state.kind === "problem") return ended(state.problem, options.after ?? 0);
  const { n } = state.value;
  let last = options.after ?? n;
  const missed = (have: number): void => {
    if (have > last) onGap?.({ from: last + 1, to: have });
    last = have;
  };
  missed(n);
  for (let count = 0; count < steps;) {
    if (signal?.aborted === true) return { end: "aborted", last, problem: null };
    const u = drive?.(last);
    const request = { reactor, n: last, ...(u === undefined ? {} : { u }) };
    const outcome = await client.reactorStep(request, signal === undefined ? {} : { signal });
    if (outcome.kind !== "problem") {
      last = outcome.value.n;
      count += 1;
      onStep?.(outcome.value);
      continue;
    }
    const { problem } = outcome;
    const have = Number(problem["n"]);
    if (problem.code !== "STEP_CONFLICT") return ended(problem, last);
    missed(have);
  }
  return { end: "done", last, problem: null };
}

export interface FollowingOptions extends Common {
  /** After so many steps; until it ends unless given. */
  readonly steps?: number;
  readonly onStep: (step: ReactorNext) => void;
}

/** Takes each step as it is made, by whomever, until the reactor steps no more. */
export async function followSteps(options: FollowingOptions): Promise<Stepped> {
  const { client, onStep, reactor, signal, steps = Infinity } = options;
  const state = options.after === undefined ? await client.reactorState({ reactor }) : null;
  if (state?.kind === "problem") return ended(state.problem, 0);
  let last = options.after ?? state?.value.n ?? 0;
  for (let seen = 0; seen < steps;) {
    if (signal?.aborted === true) return { end: "aborted", last, problem: null };
    const request = { reactor, after: last };
    const outcome = await client.reactorNext(request, signal === undefined ? {} : { signal });
    if (outcome.kind === "problem") return ended(outcome.problem, last);
    // None came while the call waited.
    if (outcome.status === 204) continue;
    last = outcome.value.n;
    seen += 1;
    onStep(outcome.value);
  }
  return { end: "done", last, problem: null };
}

function ended(problem: ProblemBody, last: number): Stepped {
  return { end: endOf(problem), last, problem };
}

function endOf({ code, reactorStatus }: ProblemBody): SteppingEnd {
  if (code === "REACTOR_CLOSED") return "closed";
  if (code === "HALTED") return reactorStatus === "finished" ? "finished" : "halted";
  if (code !== "STEP_FAILED") return "problem";
  return reactorStatus === "halted" ? "halted" : "failed";
}
