/** Something that is fetched or computed, and what has become of it. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Outcome } from "../../client/outcome.js";
import type { ProblemBody } from "../../client/problem.js";
import { faultsText } from "./faults.js";
import { reach } from "./reach.js";

export type AskedState<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly why: string };

/** The error thrown where a node answers with a problem. */
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
  if (error instanceof ProblemAnswer) return faultsText(error.problem.errors) || error.message;
  if (error instanceof TypeError) return "The node does not answer. Is it running?";
  return error instanceof Error ? error.message : String(error);
}

/** An answer stays shown while the node is out of reach; all is asked anew once it is back. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof TypeError;
}

/**
 * Asks when it is first shown and whenever `keys` change; the answer to a former question never
 * takes the place of that to a later one, and stays shown until it comes. It asks before the screen
 * is painted: an effect would wait for a frame.
 */
export function useAsked<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
): AskedState<T> & { readonly again: () => void } {
  const [state, setState] = useState<AskedState<T>>({ state: "loading" });
  const [round, setRound] = useState(0);
  const answered = useRef<readonly unknown[] | null>(null);
  const { era } = reach.value;
  const lostIn = useRef<number | null>(null);
  useEffect(() => {
    if (lostIn.current !== null && era > lostIn.current) setRound((now) => now + 1);
  }, [era]);
  useLayoutEffect(() => {
    lostIn.current = null;
    const controller = new AbortController();
    ask(controller.signal).then(
      (value) => {
        if (controller.signal.aborted) return;
        answered.current = keys;
        setState({ state: "ready", value });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (isOutOfReach(error)) lostIn.current = reach.value.era;
        const isSame = answered.current?.every((key, i) => Object.is(key, keys[i])) === true;
        if (!(isSame && isOutOfReach(error))) setState({ state: "failed", why: reasonOf(error) });
      },
    );
    return () => controller.abort();
  }, [...keys, round]);
  return { ...state, again: () => setRound((now) => now + 1) };
}

/**
 * As `useAsked`, for what changes with every frame: one question at a time, and of those that come
 * meanwhile the last. Each answer is shown, so that a plot follows a slider that does not rest.
 */
export function useLive<T>(
  ask: () => Promise<T>,
  keys: readonly unknown[],
): AskedState<T> & { readonly again: () => void } {
  const [state, setState] = useState<AskedState<T>>({ state: "loading" });
  const [round, setRound] = useState(0);
  const held = useRef({ isBusy: false, isOver: false, next: ask, isWaiting: false });
  useLayoutEffect(() => {
    const now = held.current;
    const turn = (): void => {
      if (now.isBusy || now.isOver || !now.isWaiting) return;
      now.isBusy = true;
      now.isWaiting = false;
      const publish = (next: AskedState<T>): void => {
        now.isBusy = false;
        if (!now.isOver) setState(next);
        turn();
      };
      now.next().then(
        (value) => publish({ state: "ready", value }),
        (error: unknown) => publish({ state: "failed", why: reasonOf(error) }),
      );
    };
    now.next = ask;
    now.isWaiting = true;
    turn();
  }, [...keys, round]);
  useLayoutEffect(
    () => () => {
      held.current.isOver = true;
    },
    [],
  );
  return { ...state, again: () => setRound((now) => now + 1) };
}
