/** Something that is fetched or computed, and what has become of it. */
import { useEffect, useState } from "preact/hooks";
import type { Outcome } from "../../client/outcome.js";
import type { ProblemBody } from "../../client/problem.js";

export type AskedState<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly why: string };

/** What is thrown where a node answers with a problem. */
export class ProblemAnswer extends Error {
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.detail);
    this.name = "ProblemAnswer";
    this.problem = problem;
  }
}

/** The value of an outcome, a refusal among them. @throws ProblemAnswer */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemAnswer(outcome.problem);
  return outcome.value;
}

export function reasonOf(error: unknown): string {
  if (error instanceof ProblemAnswer) return error.message;
  if (error instanceof TypeError) return "The node does not answer. Is it running?";
  return error instanceof Error ? error.message : String(error);
}

/**
 * Asks when it is first shown and whenever `keys` change; the answer to a former question never
 * takes the place of that to a later one, and stays shown until it comes.
 */
export function useAsked<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
): AskedState<T> & { readonly again: () => void } {
  const [state, setState] = useState<AskedState<T>>({ state: "loading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    ask(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setState({ state: "ready", value });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ state: "failed", why: reasonOf(error) });
      },
    );
    return () => controller.abort();
  }, [...keys, round]);
  return { ...state, again: () => setRound((now) => now + 1) };
}
