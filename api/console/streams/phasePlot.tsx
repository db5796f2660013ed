/** States of a trajectory against each other, or a state against the one before it. */
import { useRef, useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import { type Fields } from "../connection/json.js";
import { downloadCsv, downloadSvg } from "../files/download.js";
import { Downloads } from "../files/downloads.js";
import { shortNumber } from "../plots/ticks.js";

const SIZE = 420;
const EDGE = 44;
const RIGHT = 12;

export interface Step {
  readonly n: number;
  readonly calcond: number;
  readonly token: string | null;
  readonly u: unknown;
  readonly x: Readonly<Record<string, unknown>>;
}

/** Axes by name: numbers of the state, of the step, and those of the state before. */
function valueAt(steps: readonly Step[], i: number, axis: string): number | null {
  const isBefore = axis.startsWith("before ");
  const step = steps[isBefore ? i - 1 : i];
  if (step === undefined) return null;
  const name = isBefore ? axis.slice("before ".length) : axis;
  const value: unknown = name === "n" ? step.n : name === "u" ? step.u : step.x[name];
  return typeof value === "number" ? value : null;
}

function axesOf(steps: readonly Step[]): readonly string[] {
  const last = steps.at(-1);
  const u = last?.u;
  const x: Fields = last?.x ?? {};
  const states = Object.keys(x).filter((name) => typeof x[name] === "number");
  return [
    ...states,
    ...states.map((name) => `before ${name}`),
    ...(typeof u === "number" ? ["u"] : []),
    "n",
  ];
}

function Picker({
  change,
  choices,
  label,
  value,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly change: (axis: string) => void;
}) {
  return (
    <label class="control">
      {label}
      <select
        class="input"
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PhasePlot({ steps }: { readonly steps: readonly Step[] }) {
  const drawing = useRef<SVGSVGElement>(null);
  const axes = axesOf(steps);
  const states = axes.filter((axis) => axis !== "n" && axis !== "u" && !axis.startsWith("before "));
  const [first = "n", second] = states;
  const [across, setAcross] = useState(second === undefined ? `before ${first}` : first);
  const [up, setUp] = useState(second ?? first);
  const points = steps.flatMap((_, i) => {
    const [x, y] = [valueAt(steps, i, across), valueAt(steps, i, up)];
    return x === null || y === null ? [] : [{ x, y }];
  });
  const scale = (values: readonly number[], from: number, to: number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const wide = high === low ? 1 : high - low;
    return {
      low,
      high,
      at: (value: number): number =>
        from + (high === low ? 0.5 : (value - low) / wide) * (to - from),
    };
  };
  const x = scale(
    points.map((point) => point.x),
    EDGE,
    SIZE - RIGHT,
  );
  const y = scale(
    points.map((point) => point.y),
    SIZE - EDGE,
    RIGHT,
  );
  const last = points.at(-1);
  return (
    <section class="section" aria-labelledby="phase">
      <div class="head">
        <h2 id="phase">Phase plot</h2>
        <Downloads
          forms={[
            {
              as: "SVG",
              save: () => {
                if (drawing.current !== null) downloadSvg("phase.svg", drawing.current);
              },
            },
            {
              as: "CSV",
              save: () =>
                downloadCsv(
                  "phase.csv",
                  [across, up],
                  points.map((point) => [point.x, point.y]),
                ),
            },
          ]}
        />
      </div>
      <div class="pair">
        <Picker label="Across" value={across} choices={axes} change={setAcross} />
        <Picker label="Up" value={up} choices={axes} change={setUp} />
      </div>
      {last === undefined ? (
        <p class="label">There is nothing to draw yet: it takes a step or two.</p>
      ) : (
        <svg
          ref={drawing}
          class="phase"
          viewBox={`0 0 ${SIZE} ${SIZE}`}
          role="img"
          aria-label={`${up} over ${across}, ${points.length} points`}
          data-points={points.length}
        >
          <line
            class="axis"
            x1={EDGE}
            x2={SIZE - RIGHT}
            y1={SIZE - EDGE + 8}
            y2={SIZE - EDGE + 8}
          />
          <line class="axis" x1={EDGE - 8} x2={EDGE - 8} y1={RIGHT} y2={SIZE - EDGE} />
          <path
            class="track"
            d={points
              .map(
                (one, i) =>
                  `${i === 0 ? "M" : "L"}${x.at(one.x).toFixed(1)} ${y.at(one.y).toFixed(1)}`,
              )
              .join("")}
          />
          {points.map((one, i) => (
            <circle key={i} class="dot" cx={x.at(one.x)} cy={y.at(one.y)} r="2.5" />
          ))}
          <circle class="now" cx={x.at(last.x)} cy={y.at(last.y)} r="5" />
          <text x={EDGE} y={SIZE - 18}>
            {shortNumber(x.low)}
          </text>
          <text x={SIZE - RIGHT} y={SIZE - 18} text-anchor="end">
            {shortNumber(x.high)}
          </text>
          <text x={(SIZE + EDGE) / 2} y={SIZE - 18} text-anchor="middle">
            {across}
          </text>
          <text x="4" y={SIZE - EDGE}>
            {shortNumber(y.low)}
          </text>
          <text x="4" y={RIGHT + 12}>
            {shortNumber(y.high)}
          </text>
          <text x="4" y={SIZE / 2}>
            {up}
          </text>
        </svg>
      )}
    </section>
  );
}

export function stateText(x: unknown): string {
  if (!isObject(x)) return "";
  return Object.entries(x)
    .map(
      ([name, value]) => `${name} = ${typeof value === "number" ? value : JSON.stringify(value)}`,
    )
    .join(", ");
}
