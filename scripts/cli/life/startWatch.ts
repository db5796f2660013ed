/** How long a start may take: each step has a deadline, and a signal ends it between two steps. */
import type { Logger } from "../../../protocol/ports.js";
import { START_STEPS, type StartStepName } from "../../../node/runtime/startSteps.js";

/** A step that takes longer is worth a line of the log. */
const TOLD_AFTER_MS = 10_000;
/** A start that is asked to end may take this long for the step it is in. */
export const START_ENDS_MS = 5_000;

/** Calls `f` once, after a while. @returns how to take it back */
export type After = (ms: number, f: () => void) => () => void;

export const processAfter: After = (ms, f) => {
  const timer = setTimeout(f, ms);
  return () => clearTimeout(timer);
};

/** A signal came while a step was under way: what was opened is closed, and the process ends. */
export class StartEndedError extends Error {
  override readonly name = "StartEndedError";
}

interface Modules {
  readonly after: After;
  /** Ends the process where a step does not end, and waits for nothing. */
  readonly giveUp: (why: string, isSignal: boolean) => void;
}

export class StartWatch {
  readonly #modules: Modules;
  #log: Logger | null = null;
  #step: StartStepName = "settings";
  #signal: string | null = null;
  #cancels: (() => void)[] = [];

  constructor(modules: Modules) {
    this.#modules = modules;
    this.enter("settings");
  }

  /** Settings say what is logged. */
  useLog(log: Logger): void {
    this.#log = log;
  }

  get #says(): string {
    return START_STEPS[this.#step].says;
  }

  /** The start goes on with this. @throws StartEndedError where a signal came meanwhile */
  enter(step: StartStepName): void {
    const { after, giveUp } = this.#modules;
    this.end();
    if (this.#signal !== null)
      throw new StartEndedError(`ended by ${this.#signal} after ${this.#says}`);
    this.#step = step;
    const { deadlineMs, says } = START_STEPS[step];
    this.#cancels = [
      after(TOLD_AFTER_MS, () => this.#log?.warn("the start takes long", { step: says })),
      after(deadlineMs, () =>
        giveUp(`the start did not come past ${says} in ${deadlineMs / 1_000} s`, false),
      ),
    ];
  }

  /** Ends the start when its step ends, or gives it up if that takes long. */
  signal(name: string): void {
    const { after, giveUp } = this.#modules;
    if (this.#signal !== null) return;
    this.#signal = name;
    this.#cancels.push(
      after(START_ENDS_MS, () => giveUp(`ended by ${name} while ${this.#says}`, true)),
    );
  }

  /** The start is done. @returns the signal that came during its last step, or null */
  end(): string | null {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    return this.#signal;
  }
}
