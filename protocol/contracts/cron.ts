/**
 * Times of the form `minute hour day-of-month month day-of-week`, in UTC, without a clock: five
 * fields of `*`, numbers, names, ranges, steps and lists, as croner reads them. Where both day fields
 * are something else than `*`, a day that fits either one counts.
 */

export interface CronTimes {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
}

export type CronRead =
  | { readonly ok: true; readonly times: CronTimes }
  | { readonly ok: false; readonly message: string };

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const FIELDS: readonly Field[] = [
  { name: "minute", least: 0, most: 59, names: [] },
  { name: "hour", least: 0, most: 23, names: [] },
  { name: "day of the month", least: 1, most: 31, names: [] },
  {
    name: "month",
    least: 1,
    most: 12,
    names: "jan feb mar apr may jun jul aug sep oct nov dec".split(" "),
  },
  // 7 is Sunday, too.
  { name: "day of the week", least: 0, most: 7, names: "sun mon tue wed thu fri sat".split(" ") },
];

const PART = /^(\*|[0-9a-z]+)(?:-([0-9a-z]+))?(?:\/([0-9]+))?$/;
const SECONDS_OF_MINUTE = 60;
const SECONDS_OF_DAY = 86_400;
/** The 29th of February comes again within eight years. */
const DAYS_SEARCHED = 366 * 9;

class Unreadable extends Error {}

export function readCron(text: string): CronRead {
  const fields = text.trim().toLowerCase().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    const message = `A time has five fields (minute hour day month weekday), not ${fields.length}.`;
    return { ok: false, message };
  }
  try {
    const [minutes, hours, days, months, weekdays] = fields.map((field, i) =>
      numbersOf(field, FIELDS[i]!),
    );
    const times: CronTimes = {
      minutes: minutes!,
      hours: hours!,
      days: new Set(days),
      months: new Set(months),
      weekdays: new Set(weekdays!.map((day) => day % 7)),
      anyDay: fields[2] === "*",
      anyWeekday: fields[4] === "*",
    };
    if (nextTime(times, 0) !== null) return { ok: true, times };
    return { ok: false, message: "There is no such day in any year." };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message };
    throw error;
  }
}

function numbersOf(text: string, field: Field): readonly number[] {
  const found = new Set<number>();
  for (const part of text.split(",")) {
    const match = PART.exec(part);
    if (match === null) throw new Unreadable(`"${part}" is no ${field.name}.`);
    const [, from = "", to, step = "1"] = match;
    const isAll = from === "*";
    const first = isAll ? field.least : numberOf(from, field);
    // `5/15` goes on to the end, as `5-59/15` does.
    const last =
      to !== undefined ? numberOf(to, field) : isAll || match[3] !== undefined ? field.most : first;
    const by = Number(step);
    if ((isAll && to !== undefined) || last < first || by < 1 || by > field.most) {
      throw new Unreadable(`"${part}" is no range of the ${field.name}.`);
    }
    for (let i = first; i <= last; i += by) found.add(i);
  }
  return [...found].sort((a, b) => a - b);
}

function numberOf(text: string, field: Field): number {
  const named = field.names.indexOf(text);
  const value = named >= 0 ? named + (field.least === 1 ? 1 : 0) : Number(text);
  if (/^[0-9]+$/.test(text) || named >= 0) {
    if (value >= field.least && value <= field.most) return value;
  }
  throw new Unreadable(`"${text}" is no ${field.name}: ${field.least} to ${field.most}.`);
}

/** The first such time after a unix second, as a unix second; null where there is none. */
export function nextTime(times: CronTimes, after: number): number | null {
  const from = Math.floor(after / SECONDS_OF_MINUTE) * SECONDS_OF_MINUTE + SECONDS_OF_MINUTE;
  const firstDay = Math.floor(from / SECONDS_OF_DAY);
  for (let day = firstDay; day < firstDay + DAYS_SEARCHED; day++) {
    if (!isDay(times, day)) continue;
    const least = day === firstDay ? from - day * SECONDS_OF_DAY : 0;
    for (const hour of times.hours) {
      for (const minute of times.minutes) {
        const second = hour * 3_600 + minute * SECONDS_OF_MINUTE;
        if (second >= least) return day * SECONDS_OF_DAY + second;
      }
    }
  }
  return null;
}

/** @param day since 1970-01-01, a Thursday */
function isDay(times: CronTimes, day: number): boolean {
  const { month, ofMonth } = civil(day);
  if (!times.months.has(month)) return false;
  const fitsDay = times.days.has(ofMonth);
  const fitsWeekday = times.weekdays.has((day + 4) % 7);
  return times.anyDay || times.anyWeekday ? fitsDay && fitsWeekday : fitsDay || fitsWeekday;
}

const DAYS_OF_ERA = 146_097;

/** Month and day of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms"). */
function civil(day: number): { readonly month: number; readonly ofMonth: number } {
  const shifted = day + 719_468;
  const ofEra = shifted - Math.floor(shifted / DAYS_OF_ERA) * DAYS_OF_ERA;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const ofMonth = ofYear - Math.floor((153 * march + 2) / 5) + 1;
  return { month: march < 10 ? march + 3 : march - 9, ofMonth };
}
