/** How long a provider asks to be left alone, by whatever field it says so. */

const MS_PER_S = 1_000;
/** A field that says more is taken for a mistake. */
const DAY_S = 86_400;

/**
 * @param header a field of the answer, lower-case name; "" where it is absent
 * @param nowMs Unix time, for fields that give a date
 * @returns null where nothing is said
 */
export function retryAfterMs(header: (name: string) => string, nowMs: number): number | null {
  const ms = Number(header("retry-after-ms") || Number.NaN);
  if (inRange(ms / MS_PER_S)) return ms;
  const after = header("retry-after");
  const seconds = Number(after || Number.NaN);
  if (inRange(seconds)) return seconds * MS_PER_S;
  if (after !== "") {
    const at = httpDateMs(after);
    const waitMs = at === null ? Number.NaN : Math.max(at - nowMs, 0);
    if (inRange(waitMs / MS_PER_S)) return waitMs;
  }
  for (const name of ["x-ratelimit-reset-requests", "x-ratelimit-reset-tokens"]) {
    const reset = durationMs(header(name));
    if (reset !== null) return reset;
  }
  return null;
}

function inRange(seconds: number): boolean {
  return seconds >= 0 && seconds <= DAY_S;
}

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** `1s`, `6m0s`, `120ms`, `1h2m3.5s`. */
export function durationMs(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(text)) return null;
  let sum = 0;
  for (const [, digits, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g))
    sum += Number(digits) * UNITS_MS[unit!]!;
  return inRange(sum / MS_PER_S) ? sum : null;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const HTTP_DATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/** Unix time of an IMF-fixdate (RFC 9110 5.6.7); null for any other text. */
export function httpDateMs(text: string): number | null {
  const found = HTTP_DATE.exec(text);
  const month = MONTHS.indexOf(found?.[2] ?? "");
  if (found === null || month < 0) return null;
  const [day, year, hours, minutes, seconds] = [1, 3, 4, 5, 6].map((i) => Number(found[i]));
  const days = daysSinceEpoch(year!, month, day!);
  return (((days * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * MS_PER_S;
}

/** Years begin with March here, so that a leap day is their last. @param month 0 for January */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month < 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 10) % 12) + 2) / 5) + day - 1;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  // From 1 March of year 0 to 1 January 1970.
  return shifted * 365 + leaps + dayOfYear - 719_468;
}
