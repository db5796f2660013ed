/** Values of the last ticks in a small line; a gap is a gap. */
import type { ShownTick } from "./ticks.js";

const WIDTH = 200;
const HEIGHT = 36;
const EDGE = 3;

export function Sparkline({
  name,
  ticks,
}: {
  readonly name: string;
  readonly ticks: readonly ShownTick[];
}) {
  const known = ticks.flatMap(({ seq, value }) => (value === null ? [] : [{ seq, value }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return <span class="label">no value yet</span>;
  const values = known.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (seq: number): number =>
    last.seq === first.seq
      ? WIDTH / 2
      : EDGE + ((seq - first.seq) / (last.seq - first.seq)) * (WIDTH - 2 * EDGE);
  const y = (value: number): number =>
    high === low
      ? HEIGHT / 2
      : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const path = known
    .map(({ seq, value }, i) => {
      const isNext = known[i - 1]?.seq === seq - 1;
      return `${isNext ? "L" : "M"}${x(seq).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join("");
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${name}: ${known.length} ticks from ${low} to ${high}`}
      data-ticks={known.length}
    >
      <path d={path} />
      <circle cx={x(last.seq)} cy={y(last.value)} r="3" />
    </svg>
  );
}
