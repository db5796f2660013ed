/** Times: of the node's clock, and of the calendar. */

const NS_PER_CALCOND = 777_000_777;
const NS_PER_MS = 1_000_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

export function msOf(calcond: number): number {
  return (calcond * NS_PER_CALCOND) / NS_PER_MS;
}

const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const short = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Of a column of times: room for `29 Nov 2026, 22:00`, on a phone for the date. */
export const WHEN_WIDTH = "minmax(112px, 168px)";

/** `27 Nov 2026, 13:50`, in the time of the reader. */
export function When({ calcond, ms }: { readonly calcond?: number; readonly ms?: number }) {
  const at = ms ?? msOf(calcond ?? 0);
  if (!Number.isFinite(at)) return <span>unknown</span>;
  const date = new Date(at);
  const title = calcond === undefined ? full.format(date) : `${full.format(date)}, ${calcond}`;
  return (
    <time class="nowrap" dateTime={date.toISOString()} title={title}>
      {short.format(date)}
    </time>
  );
}

/** `3 h 20 min`: the two largest parts of a span. */
export function spanText(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < MINUTE_S) return `${s} s`;
  if (s < HOUR_S) return `${Math.floor(s / MINUTE_S)} min`;
  if (s < DAY_S) return `${Math.floor(s / HOUR_S)} h ${Math.floor((s % HOUR_S) / MINUTE_S)} min`;
  return `${Math.floor(s / DAY_S)} d ${Math.floor((s % DAY_S) / HOUR_S)} h`;
}

/** `1 000 000`, with thin spaces. */
export function countText(count: number): string {
  return count.toLocaleString("en").replaceAll(",", "\u202f");
}
