/** Runs of solvers made again in the page: by themselves where they are short, else at a click. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Apart } from "../engine/ask.js";
import { reasonOf } from "../connection/asked.js";
import { Progress } from "./progress.js";
import { Failed } from "./states.js";

/** Below this a solver runs again unasked. */
const UNASKED_S = 3;

type State<T> =
  | { readonly state: "none" }
  | { readonly state: "asked"; readonly seconds: number }
  | { readonly state: "running"; readonly share: number }
  | { readonly state: "done"; readonly proved: T }
  | { readonly state: "failed"; readonly why: string };

export interface Again<T> {
  readonly at: State<T>;
  /** What the run gave; null until it has. */
  readonly proved: T | null;
  readonly run: () => void;
  readonly stop: () => void;
}

/** Seconds from which a time is told in minutes. */
const MINUTES_FROM_S = 100;

const aboutText = (seconds: number): string =>
  seconds < MINUTES_FROM_S
    ? `about ${Math.max(1, Math.ceil(seconds))} s`
    : `about ${Math.ceil(seconds / 60)} min`;

/** @param secondsOf null where nothing is to be run */
export function useAgain<T>(
  secondsOf: () => Promise<number | null>,
  start: (share: (done: number) => void) => Apart<T>,
  keys: readonly unknown[],
): Again<T> {
  const [at, setAt] = useState<State<T>>({ state: "none" });
  const apart = useRef<Apart<T> | null>(null);
  const run = (): void => {
    setAt({ state: "running", share: 0 });
    const started = start((share) => {
      if (apart.current === started) setAt({ state: "running", share });
    });
    apart.current = started;
    // What a former one found, its being stopped among it, is nothing about this one.
    const show = (next: State<T>): void => (apart.current === started ? setAt(next) : undefined);
    started.proved.then(
      (proved) => show({ state: "done", proved }),
      (error: unknown) => show({ state: "failed", why: reasonOf(error) }),
    );
  };
  useEffect(() => {
    let isOver = false;
    setAt({ state: "none" });
    void secondsOf().then((seconds) => {
      if (isOver || seconds === null) return;
      if (seconds <= UNASKED_S) run();
      else setAt({ state: "asked", seconds });
    });
    return () => {
      isOver = true;
      apart.current?.stop();
      apart.current = null;
    };
  }, keys);
  return {
    at,
    proved: at.state === "done" ? at.proved : null,
    run,
    stop: () => apart.current?.stop(),
  };
}

export function SolverAgain({ at, run, stop }: Omit<Again<unknown>, "proved">) {
  switch (at.state) {
    case "none":
    case "done":
      return null;
    case "asked":
      return (
        <p class="buttons" data-again="asked">
          <button type="button" class="button" onClick={run}>
            Compute it again here
          </button>
          <span class="label">{aboutText(at.seconds)}, in this page alone</span>
        </p>
      );
    case "running":
      return <Progress what="Computing it again in this page" share={at.share} stop={stop} />;
    case "failed":
      return <Failed why={at.why} retry={run} />;
  }
}
