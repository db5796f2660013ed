/** Steps of a dry run as a time line: a lane for each state, a mark for each event. */
import { useState } from "preact/hooks";
import { StateDiagram } from "../diagram/stateDiagram.js";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { downloadJson } from "../files/download.js";
import { Downloads } from "../files/downloads.js";
import { Quantity } from "../parts/number.js";
import { Table, type Column } from "../parts/table.js";

/** Few events are drawn further apart. */
const STEP_LEAST = 24;
const STEP_MOST = 72;
const WIDE = 840;
const LANE = 36;
const LEFT = 120;
const RIGHT = 24;
const TOP = 16;
const MARK = 5;
const CHARS = 14;
const SAID: Readonly<Record<string, readonly [string, string]>> = {
  moved: ["good", "moved"],
  held: ["open", "held: no guard was true"],
  ignored: ["open", "ignored: not its event"],
  fault: ["bad", "fault"],
};

function short(text: string): string {
  return text.length > CHARS ? `${text.slice(0, CHARS - 1)}…` : text;
}

function dataText(data: Fields): string {
  return Object.entries(data)
    .map(
      ([name, value]) => `${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`,
    )
    .join(", ");
}

type Numbered = readonly [number, Fields];

const COLUMNS: readonly Column<Numbered>[] = [
  { title: "No", width: "48px", isRight: true, cell: ([number]) => number },
  {
    title: "What",
    width: "minmax(88px, 1fr)",
    cell: ([, step]) => {
      const [mark, word] = SAID[textAt(step, "kind")] ?? ["open", textAt(step, "kind")];
      return <span class={`mark ${mark}`}>{word.split(":")[0]}</span>;
    },
  },
  {
    title: "State",
    width: "minmax(0, 2fr)",
    cell: ([, step]) =>
      textAt(step, "from") === textAt(step, "to")
        ? textAt(step, "to")
        : `${textAt(step, "from")} to ${textAt(step, "to")}`,
  },
  {
    title: "Event",
    width: "minmax(0, 3fr)",
    isWide: true,
    cell: ([, step]) => <code>{dataText(fieldsAt(fieldsAt(step, "event"), "data"))}</code>,
  },
];

function StepCard({ number, step }: { readonly number: number; readonly step: Fields }) {
  const event = fieldsAt(step, "event");
  const [mark, word] = SAID[textAt(step, "kind")] ?? ["open", textAt(step, "kind")];
  const fault = fieldsAt(step, "fault");
  const agg = fieldsAt(step, "agg");
  return (
    <section class="section aside-card" aria-label={`Step ${number}`}>
      <div class="head">
        <h3>Step {number}</h3>
        <span class={`mark ${mark}`}>{word}</span>
      </div>
      <dl class="facts">
        <dt>Event</dt>
        <dd>
          <code>{textAt(event, "type")}</code> {dataText(fieldsAt(event, "data"))}
        </dd>
        <dt>Calcond</dt>
        <dd class="digits">{textAt(step, "calcond")}</dd>
        {numberAt(agg, "value") === null ? null : (
          <>
            <dt>Aggregate</dt>
            <dd>
              {textAt(agg, "value")} over {textAt(agg, "count")} events
            </dd>
          </>
        )}
        {listAt(step, "results").map((one) => (
          <>
            <dt>{textAt(one, "as")}</dt>
            <dd>
              <Quantity
                value={numberAt(one, "value") ?? 0}
                unit={textAt(one, "unit")}
                uncertainty={numberAt(one, "uncertainty") ?? 0}
              />
            </dd>
          </>
        ))}
        {listAt(step, "emitted").map((one) => (
          <>
            <dt>Sends</dt>
            <dd>
              <code>{textAt(one, "type")}</code> {dataText(fieldsAt(one, "data"))}
            </dd>
          </>
        ))}
        {Object.entries(fieldsAt(step, "context")).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd class="digits">{String(value)}</dd>
          </>
        ))}
        {textAt(fault, "message") === "" ? null : (
          <>
            <dt>Why</dt>
            <dd>
              {textAt(fault, "message")} <span class="label">{textAt(fault, "code")}</span>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Mark({ isOn, kind, x, y }: { kind: string; x: number; y: number; isOn: boolean }) {
  const common = { class: `step ${kind} ${isOn ? "on" : ""}` };
  if (kind === "fault")
    return (
      <path
        {...common}
        d={`M${x - MARK} ${y - MARK}L${x + MARK} ${y + MARK}M${x - MARK} ${y + MARK}L${x + MARK} ${y - MARK}`}
      />
    );
  return <circle {...common} cx={x} cy={y} r={kind === "moved" ? MARK : 3} />;
}

export function TimeLine({
  program,
  trace,
}: {
  readonly trace: readonly Fields[];
  readonly program: Fields;
}) {
  const [at, setAt] = useState(trace.length - 1);
  const [from = ""] = trace.map((step) => textAt(step, "from"));
  const states = [...new Set([from, ...trace.map((step) => textAt(step, "to"))])];
  const yOf = (state: string): number => TOP + LANE * (states.indexOf(state) + 0.5);
  const apart = Math.max(STEP_LEAST, Math.min(STEP_MOST, WIDE / trace.length));
  const xOf = (i: number): number => LEFT + apart * (i + 0.5);
  const width = LEFT + apart * trace.length + RIGHT;
  const height = TOP + LANE * states.length + 8;
  const line = trace
    .map((step, i) => {
      const [y0, y1] = [yOf(textAt(step, "from")), yOf(textAt(step, "to"))];
      return `${i === 0 ? `M${LEFT} ${y0}` : ""}L${xOf(i)} ${y0}L${xOf(i)} ${y1}`;
    })
    .join("");
  const counts = ["moved", "held", "ignored", "fault"].flatMap((kind) => {
    const count = trace.filter((step) => step["kind"] === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const step = trace[at];
  return (
    <div class="section" data-trace={trace.length}>
      <div class="head">
        <strong role="status">
          {trace.length} {trace.length === 1 ? "step" : "steps"}: {counts.join(", ")}
        </strong>
        <Downloads forms={[{ as: "JSON", save: () => downloadJson("dry-run.json", trace) }]} />
      </div>
      <div class="timeline" tabIndex={0} role="group" aria-label="Time line of the dry run">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          style={{ width: `${width}px` }}
          role="img"
          aria-label={`States over ${trace.length} events`}
        >
          {states.map((state) => (
            <g key={state}>
              <line class="lane" x1={LEFT} x2={width - 8} y1={yOf(state)} y2={yOf(state)} />
              <text x="8" y={yOf(state) + 4}>
                <title>{state}</title>
                {short(state)}
              </text>
            </g>
          ))}
          {step === undefined ? null : (
            <line class="cursor" x1={xOf(at)} x2={xOf(at)} y1={TOP} y2={height - 8} />
          )}
          <path class="track" d={`${line}L${width - 8} ${yOf(textAt(trace.at(-1), "to"))}`} />
          {trace.map((one, i) => (
            <Mark
              key={i}
              kind={textAt(one, "kind")}
              x={xOf(i)}
              y={yOf(textAt(one, "to"))}
              isOn={i === at}
            />
          ))}
        </svg>
      </div>
      <input
        type="range"
        min={0}
        max={Math.max(0, trace.length - 1)}
        value={at}
        aria-label="Step"
        onInput={({ currentTarget }) => setAt(Number(currentTarget.value))}
      />
      {step === undefined ? null : (
        <>
          <StateDiagram
            name="the dry run"
            program={program}
            state={textAt(step, "to")}
            hasMoves={false}
          />
          <StepCard number={at + 1} step={step} />
        </>
      )}
      <Table
        label="Steps of the dry run"
        columns={COLUMNS}
        count={trace.length}
        rowAt={(i): Numbered | null => {
          const one = trace[i];
          return one === undefined ? null : [i + 1, one];
        }}
        open={([number]) => setAt(number - 1)}
        rowHeight={36}
        height={288}
      />
    </div>
  );
}
