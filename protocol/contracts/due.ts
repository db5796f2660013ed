/** When a program fires by itself, and what is made up for after a time without the node. */
import { CALCOND_NS } from "../limits.js";
import { nextTime, readCron } from "./cron.js";
import { CATCH_UP_CALCONDS, PROGRAM_LIMITS } from "./program.js";
import type { Trigger } from "./program.js";

export type TimeTrigger = Extract<Trigger, { type: "every-calcond" | "cron" }>;

/** The event of a time. */
export const TICK_EVENT = "tick";

const NS_PER_S = 1_000_000_000n;
/** Times that are looked through at once; more are counted in the next turn. */
const LOOKED_THROUGH = 100_000;
/** A timer may be so late without a time being missed. */
const LATE_CALCONDS = 13;

/** A time at which a program is due. */
export interface Due {
  /** Holds the instant. */
  readonly calcond: number;
  /** Unix seconds of a time of the calendar; null of an interval. */
  readonly second: number | null;
}

export interface DueTurn {
  /** Times to fire for now, in order. */
  readonly fire: readonly Due[];
  /** Times that pass without a firing. */
  readonly missed: number;
  /** Null where the program is due no more. */
  readonly next: Due | null;
}

export function isTimeTrigger(trigger: Trigger): trigger is TimeTrigger {
  return trigger.type === "every-calcond" || trigger.type === "cron";
}

/** A time's program that keeps events for its next time. */
export type ListeningTrigger = TimeTrigger & {
  readonly listen: NonNullable<TimeTrigger["listen"]>;
};

export function listens(trigger: Trigger): trigger is ListeningTrigger {
  return isTimeTrigger(trigger) && trigger.listen !== undefined;
}

function calcondOf(second: number): number {
  return Number((BigInt(second) * NS_PER_S) / CALCOND_NS);
}

function secondOf(calcond: number): number {
  return Number((BigInt(calcond) * CALCOND_NS) / NS_PER_S);
}

/** From one time to the next. */
type Step = (due: Due) => Due | null;

function stepOf(trigger: TimeTrigger): Step {
  if (trigger.type === "every-calcond") {
    return ({ calcond }) => ({ calcond: calcond + trigger.every, second: null });
  }
  const read = readCron(trigger.cron);
  return ({ calcond, second }) => {
    const next = read.ok ? nextTime(read.times, second ?? secondOf(calcond + 1)) : null;
    return next === null ? null : { calcond: calcondOf(next), second: next };
  };
}

/** The first time after a calcond. */
export function firstDue(trigger: TimeTrigger, calcond: number): Due | null {
  return stepOf(trigger)({ calcond, second: null });
}

/** What to do at `now` with a program that was due at `due`. */
export function dueTurn(trigger: TimeTrigger, due: Due, now: number): DueTurn {
  if (due.calcond > now) return { fire: [], missed: 0, next: due };
  const { count, kept, next } =
    trigger.type === "every-calcond"
      ? passedIntervals(trigger.every, due, now)
      : passedTimes(stepOf(trigger), due, now);
  const catchup = trigger.catchup ?? "one";
  const within = catchup === "none" ? LATE_CALCONDS : (trigger.window ?? CATCH_UP_CALCONDS);
  const recent = kept.filter(({ calcond }) => now - calcond <= within);
  const fire = recent.slice(catchup === "all" ? -PROGRAM_LIMITS.caughtUp : -1);
  return { fire, missed: count - fire.length, next };
}

/**
 * A program in the place of another: what is due stays due where the times are the same. Of other
 * times those that passed without a firing are counted, and the next is the first after now.
 */
export function dueUnder(
  before: { readonly trigger: Trigger; readonly due: Due | null },
  trigger: Trigger,
  now: number,
): { readonly due: Due | null; readonly missed: number } {
  const { due, trigger: old } = before;
  if (due !== null && haveSameTimes(old, trigger)) return { due, missed: 0 };
  const passed = due === null || !isTimeTrigger(old) ? null : dueTurn(old, due, now);
  return {
    due: isTimeTrigger(trigger) ? firstDue(trigger, now) : null,
    missed: passed === null ? 0 : passed.missed + passed.fire.length,
  };
}

function haveSameTimes(a: Trigger, b: Trigger): boolean {
  return a.type === "cron"
    ? b.type === "cron" && a.cron === b.cron
    : a.type === "every-calcond" && b.type === "every-calcond" && a.every === b.every;
}

interface Passed {
  readonly count: number;
  /** The last of them, at most one a calcond. */
  readonly kept: readonly Due[];
  readonly next: Due | null;
}

function passedTimes(step: Step, due: Due, now: number): Passed {
  const kept: Due[] = [];
  let count = 0;
  let next: Due | null = due;
  while (next !== null && next.calcond <= now && count < LOOKED_THROUGH) {
    count++;
    if (kept.at(-1)?.calcond !== next.calcond) kept.push(next);
    if (kept.length > PROGRAM_LIMITS.caughtUp) kept.shift();
    next = step(next);
  }
  return { count, kept, next };
}

function passedIntervals(every: number, due: Due, now: number): Passed {
  const count = Math.floor((now - due.calcond) / every) + 1;
  const at = (i: number): Due => ({ calcond: due.calcond + i * every, second: null });
  const first = Math.max(0, count - PROGRAM_LIMITS.caughtUp);
  const kept = Array.from({ length: count - first }, (_, i) => at(first + i));
  return { count, kept, next: at(count) };
}
