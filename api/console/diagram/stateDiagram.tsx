/** A program's states and moves, the live state lit; the moves as a table below. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Fields } from "../connection/json.js";
import { downloadSvg } from "../files/download.js";
import { Downloads } from "../files/downloads.js";
import "../style/diagram.css";
import {
  arrowsOf,
  diagramOf,
  STATE_HEIGHT,
  type PlacedArrow,
  type PlacedState,
  type Point,
} from "./layout.js";
import { shownOf, type Transition } from "./program.js";

const NARROW_PX = 560;
const BADGE = 18;
const DIGIT = 7;
const BEGIN = 16;

/** Where the program begins: a dot with a line to its initial state. */
function Begin({ at: { x, y }, isDown }: { readonly at: Point; readonly isDown: boolean }) {
  const [dx, dy] = isDown ? [0, BEGIN] : [BEGIN, 0];
  return (
    <>
      <path class="begin" d={`M${x - dx} ${y - dy}L${x} ${y}`} />
      <circle cx={x - dx} cy={y - dy} r="5" class="first" />
    </>
  );
}

function Box({
  about,
  isDown,
  isFirst,
  isLit,
  state: { id, width, x, y },
}: {
  readonly state: PlacedState;
  readonly about: string;
  readonly isDown: boolean;
  readonly isFirst: boolean;
  readonly isLit: boolean;
}) {
  return (
    <g class={`state ${isLit ? "lit" : ""}`} data-state-name={id}>
      <title>{`${id}${about === "" ? "" : `: ${about}`}${isLit ? " (now)" : ""}`}</title>
      <rect
        x={x - width / 2}
        y={y - STATE_HEIGHT / 2}
        width={width}
        height={STATE_HEIGHT}
        rx="4"
        class="box"
      />
      {isFirst ? (
        <Begin
          at={isDown ? { x, y: y - STATE_HEIGHT / 2 } : { x: x - width / 2, y }}
          isDown={isDown}
        />
      ) : null}
      <text x={x} y={y + 5} text-anchor="middle">
        {id}
      </text>
    </g>
  );
}

function Way({
  arrow: { label, numbers, path },
  isLit,
}: {
  readonly arrow: PlacedArrow;
  readonly isLit: boolean;
}) {
  const text = numbers.join(" ");
  const width = Math.max(BADGE, text.length * DIGIT + 8);
  return (
    <g class={`way ${isLit ? "lit" : ""}`}>
      <path d={path} marker-end={`url(#${isLit ? "tip-lit" : "tip"})`} />
      <rect
        x={label.x - width / 2}
        y={label.y - BADGE / 2}
        width={width}
        height={BADGE}
        rx="4"
        class="badge"
      />
      <text x={label.x} y={label.y + 4} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

function Tip({ id }: { readonly id: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="8"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      orient="auto-start-reverse"
    >
      <path d="M0 0L8 4L0 8Z" class={id} />
    </marker>
  );
}

function Then({ assigns, emits }: Transition) {
  return (
    <>
      {emits.map((type) => (
        <div key={type}>
          sends <code>{type}</code>
        </div>
      ))}
      {assigns.map((one) => (
        <div key={one}>
          <code>{one}</code>
        </div>
      ))}
    </>
  );
}

/** Of a narrow page: no column is wide enough for a guard. */
function MoveList({ transitions }: { readonly transitions: readonly Transition[] }) {
  return (
    <ol class="list moves">
      {transitions.map((one) => (
        <li key={one.number}>
          <span class="number">{one.number}</span>
          <div>
            {one.from} to {one.to}
            <div>
              <code>{one.guard}</code>
            </div>
            {one.about === "" ? null : <div class="label">{one.about}</div>}
            <Then {...one} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function MoveTable({
  hover,
  transitions,
}: {
  readonly transitions: readonly Transition[];
  readonly hover: (number: number | null) => void;
}) {
  return (
    <table class="moves">
      <thead>
        <tr>
          <th class="right">No</th>
          <th>From</th>
          <th>To</th>
          <th>When</th>
          <th>Then</th>
        </tr>
      </thead>
      <tbody>
        {transitions.map((one) => (
          <tr
            key={one.number}
            onMouseEnter={() => hover(one.number)}
            onMouseLeave={() => hover(null)}
          >
            <td class="right">{one.number}</td>
            <td>{one.from}</td>
            <td>{one.to}</td>
            <td>
              <code>{one.guard}</code>
              {one.about === "" ? null : <div class="label">{one.about}</div>}
            </td>
            <td>
              <Then {...one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param state the live one; null where there is none */
export function StateDiagram({
  hasMoves = true,
  name,
  program,
  state,
}: {
  readonly program: Fields;
  readonly state: string | null;
  readonly name: string;
  readonly hasMoves?: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const [isDown, setDown] = useState(false);
  const [over, setOver] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const seen = new ResizeObserver(() => setDown(element.clientWidth < NARROW_PX));
    seen.observe(element);
    return () => seen.disconnect();
  }, []);
  const shown = useMemo(() => shownOf(program), [program]);
  const { arrows, height, states, width } = useMemo(
    () => diagramOf(shown.states, arrowsOf(shown.transitions), isDown),
    [shown, isDown],
  );
  if (shown.states.length === 0) return <p class="label">The program names no states.</p>;
  return (
    <div class="section">
      <div class="diagram" ref={frame} tabIndex={0} role="group" aria-label={`States of ${name}`}>
        <svg
          ref={drawing}
          role="img"
          aria-label={`${shown.states.length} states, ${shown.transitions.length} moves${
            state === null ? "" : `; now ${state}`
          }`}
          viewBox={`0 0 ${width} ${height}`}
          style={{ width: `${width}px` }}
        >
          <defs>
            <Tip id="tip" />
            <Tip id="tip-lit" />
          </defs>
          {arrows.map((arrow) => (
            <Way
              key={arrow.numbers.join()}
              arrow={arrow}
              isLit={over !== null && arrow.numbers.includes(over)}
            />
          ))}
          {states.map((one) => (
            <Box
              key={one.id}
              state={one}
              about={shown.about[one.id] ?? ""}
              isDown={isDown}
              isFirst={one.id === shown.states[0]}
              isLit={one.id === state}
            />
          ))}
        </svg>
      </div>
      <div class="head">
        {state === null ? null : (
          <span class="mark now" data-now={state}>
            now in {state}
          </span>
        )}
        <span class="label">A dot marks where it begins; numbers are rows of the table.</span>
        <Downloads
          forms={[
            {
              as: "SVG",
              save: () => {
                if (drawing.current !== null) downloadSvg(`${name}.svg`, drawing.current);
              },
            },
          ]}
        />
      </div>
      {!hasMoves ? null : isDown ? (
        <MoveList transitions={shown.transitions} />
      ) : (
        <MoveTable transitions={shown.transitions} hover={setOver} />
      )}
    </div>
  );
}
