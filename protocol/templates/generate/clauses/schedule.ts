/** `every hour`, `daily at 06:00 UTC`, `on weekdays at 7:30 UTC`, as triggers of programs. */
import { CALCOND_NS } from "../../../limits.js";
import { PROGRAM_LIMITS } from "../../../contracts/program.js";
import type { Trigger } from "../../../contracts/program.js";
import { C, T, type Masked, type Taken } from "../masked.js";
import type { TimeOfDay } from "../spans/spanTypes.js";

export interface Schedule {
  /** Null where it cannot be one; `problem` says why. */
  readonly trigger: Extract<Trigger, { type: "cron" | "every-calcond" }> | null;
  readonly problem: string | null;
  readonly words: string;
}

const CALCOND_S = Number(CALCOND_NS) / 1e9;
const DAYS: Readonly<Record<string, string>> = {
  monday: "1",
  tuesday: "2",
  wednesday: "3",
  thursday: "4",
  friday: "5",
  saturday: "6",
  sunday: "0",
  weekday: "1-5",
  "working day": "1-5",
  workday: "1-5",
  day: "*",
  night: "*",
  morning: "*",
  evening: "*",
  week: "1",
};
const DAY = `(?<day>${Object.keys(DAYS).join("|")})s?`;
const TIMES = `(?:,? at (?:the )?${C}(?: (?:and|,) ?(?:at )?${C})*)`;
const CHECK =
  "(?:(?:check(?:ed)?|look|evaluate[ds]?|test(?:ed)?|run|report)(?: it| this)? )?(?:once )?";
const UNITS: Readonly<Record<string, string>> = {
  second: "1",
  minute: "* * * * *",
  hour: "0 * * * *",
};

/** A time as calconds, to the nearest; at least one. */
export function calcondsOf(seconds: number): number {
  return Math.max(1, Math.round(seconds / CALCOND_S));
}

/** Takes the schedule out of a sentence. */
export function scheduleIn(masked: Masked): Schedule | null {
  const calendar =
    masked.take(`\\b${CHECK}(?:every|each|once (?:a|per|every)|on|per) ${DAY}${TIMES}`) ??
    masked.take(`\\bat ${C}(?: (?:and|,) ?(?:at )?${C})*,? (?:every|each|once a|on) ${DAY}\\b`) ??
    masked.take(`\\b${CHECK}(?<day>daily|every day)${TIMES}`) ??
    masked.take(`\\bat ${C}(?: (?:and|,) ?(?:at )?${C})* (?<day>daily)\\b`);
  if (calendar !== null) return calendarOf(calendar);
  const timed = masked.take(`\\b${CHECK}(?:every|each) ${T}`);
  if (timed !== null) return intervalOf(timed);
  const word =
    masked.take(
      `\\b${CHECK}(?:every|each|once (?:a|per|every)) (?:single )?(?<unit>minute|hour)\\b`,
    ) ?? masked.take(`\\b(?<unit>hourly)(?= ?(?:[|,.;]|$))`);
  if (word !== null) {
    const cron = UNITS[word.groups["unit"]!.replace("hourly", "hour")]!;
    return { trigger: { type: "cron", cron }, problem: null, words: word.words };
  }
  const noTime =
    masked.take(`\\b${CHECK}(?:every|each|once (?:a|per|every)) ${DAY}(?! ?of)\\b`) ??
    masked.take(`\\b(?<day>daily|weekly)(?= ?(?:[|,.;]|$))`);
  if (noTime === null) return null;
  const problem = `at what time? Write it in UTC, as in "${noTime.words} at 06:00 UTC"`;
  return { trigger: null, problem, words: noTime.words };
}

function calendarOf({ groups, times, words }: Taken): Schedule {
  const day = DAYS[(groups["day"] ?? "daily").replace(/^(?:daily|every day)$/, "day")]!;
  const problem = zoneProblem(times, words);
  if (problem !== null) return { trigger: null, problem, words };
  const { minute } = times[0]!;
  if (times.some((one) => one.minute !== minute)) {
    const several = "times with different minutes are two contracts: name one";
    return { trigger: null, problem: several, words };
  }
  const hours = [...new Set(times.map(({ hour }) => hour))].sort((a, b) => a - b).join(",");
  return { trigger: { type: "cron", cron: `${minute} ${hours} * * ${day}` }, problem: null, words };
}

function zoneProblem(times: readonly TimeOfDay[], words: string): string | null {
  const other = times.find(({ zone }) => zone === "other");
  if (other !== undefined) return `a schedule is in UTC: say ${other.text} in UTC`;
  // One UTC behind the last of several stands for all of them.
  return times.at(-1)!.zone === "utc" ? null : `is that UTC? Write "${words} UTC"`;
}

function intervalOf({ quantities, words }: Taken): Schedule {
  const { si, text } = quantities[0]!;
  const cron = cronOf(si);
  if (cron !== null) return { trigger: { type: "cron", cron }, problem: null, words };
  const every = calcondsOf(si);
  const most = PROGRAM_LIMITS.everyCalconds;
  if (every <= most) return { trigger: { type: "every-calcond", every }, problem: null, words };
  const problem = `${text} is longer than a day: name a day and a time, as in "every Monday at 06:00 UTC"`;
  return { trigger: null, problem, words };
}

/** Minutes that part an hour, and hours that part a day, are times of the calendar. */
function cronOf(seconds: number): string | null {
  const minutes = seconds / 60;
  const hours = minutes / 60;
  if (Number.isInteger(hours) && hours > 1 && 24 % hours === 0 && hours < 24)
    return `0 */${hours} * * *`;
  if (hours === 1) return "0 * * * *";
  if (minutes === 1) return "* * * * *";
  return Number.isInteger(minutes) && minutes > 0 && 60 % minutes === 0
    ? `*/${minutes} * * * *`
    : null;
}
