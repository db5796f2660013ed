/** Waiting, as an argument: tests and simulations bring their own. */

/** A calcond in whole milliseconds, for what need not keep step with the calconds of others. */
export const CALCOND_MS = 777;

export type Cancel = () => void;

export interface Scheduler {
  /** Calls `f` once after `ms` milliseconds, unless cancelled. */
  after(ms: number, f: () => void): Cancel;
}

/** Timers of the process; they do not keep it alive. */
export const systemScheduler: Scheduler = {
  after: (ms, f) => {
    const timer = setTimeout(f, ms);
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
