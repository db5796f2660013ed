/** How the node did over the last hour: a line for each figure, with its ends in words. */
import type { nodeHistory } from "../../contract/node/nodeOperating.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import { sizeText } from "../files/size.js";
import { shortNumber } from "../plots/ticks.js";
import { Empty } from "./states.js";

export type Rows = readonly OutputOf<typeof nodeHistory>["rows"][number][];

interface Figure {
  readonly name: string;
  readonly of: keyof Rows[number];
  readonly text: (value: number) => string;
}

const FIGURES: readonly Figure[] = [
  { name: "Seals a second", of: "sealsPerSecond", text: (value) => value.toFixed(2) },
  {
    name: "Longest lag",
    of: "lagSeconds",
    text: (value) => `${shortNumber(Math.round(value * 1e3))} ms`,
  },
  { name: "Memory", of: "memoryBytes", text: sizeText },
  { name: "Free disk", of: "diskFreeBytes", text: sizeText },
  { name: "Waiting to be sealed", of: "queued", text: shortNumber },
];
const [WIDTH, HEIGHT, EDGE] = [300, 48, 3];

/** From nought up, so that a small change of something large looks small. */
function Line({ figure, rows }: { readonly figure: Figure; readonly rows: Rows }) {
  const points = rows.flatMap((row) => {
    const value = row[figure.of];
    return typeof value === "number" ? [{ at: row.atMs, value }] : [];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map(({ value }) => value);
  const most = Math.max(...values);
  const wide = Math.max(1, last.at - first.at);
  const path = points
    .map(({ at, value }, i) => {
      const x = EDGE + ((at - first.at) / wide) * (WIDTH - 2 * EDGE);
      const y = EDGE + (1 - value / (most || 1)) * (HEIGHT - 2 * EDGE);
      return `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
  const words = `${figure.text(last.value)} now, ${figure.text(Math.min(...values))} to ${figure.text(most)}`;
  return (
    <figure class="curve" data-figure={figure.of}>
      <figcaption>
        {figure.name} <span class="label number">{words}</span>
      </figcaption>
      <svg
        class="flat"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${figure.name}: ${words}`}
      >
        <line class="axis" x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} />
        <path class="line" d={path} />
      </svg>
    </figure>
  );
}

export function LastHour({ rows }: { readonly rows: Rows }) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (rows.length < 3 || first === undefined || last === undefined)
    return <Empty what="The lines begin a minute after the start of the node." />;
  return (
    <>
      <p class="label">
        The last {Math.max(1, Math.round((last.atMs - first.atMs) / 60_000))} minutes, from nought
        up.
      </p>
      <div class="curves">
        {FIGURES.map((figure) => (
          <Line key={figure.of} figure={figure} rows={rows} />
        ))}
      </div>
    </>
  );
}
