/** The answer of a solver: value, fields, convergence of its own levels, invariants, receipt. */
import { useMemo, useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { doublesOf, fieldOf, isWhole } from "../plots/field.js";
import { FieldView } from "../plots/fieldView.js";
import { Series, type SeriesData } from "../plots/series.js";
import { shortNumber } from "../plots/ticks.js";
import { callBytes } from "../connection/session.js";
import { useAsked } from "../connection/asked.js";
import { downloadJson, fileName } from "../files/download.js";
import { Downloads } from "../files/downloads.js";
import { Equation } from "./math.js";
import { Quantity } from "./number.js";
import { SealedHead } from "./sealed.js";
import { Failed } from "./states.js";

/** All samples are fetched by themselves up to here: 32 MB. */
const WHOLE_POINTS_MAX = 4_194_304;

function AnswerFields({ answer }: { readonly answer: Fields }) {
  const fields = useMemo(() => listAt(answer, "fields"), [answer]);
  // Without a field there is nothing to look at: an empty one would be another at each look.
  return fields.length === 0 ? null : <FieldList fields={fields} />;
}

function FieldList({ fields }: { readonly fields: readonly Fields[] }) {
  const [index, setIndex] = useState(0);
  const field = fields[index] ?? fields[0]!;
  const sampled = useMemo(() => fieldOf(field, null), [field]);
  const points = sampled.wholeShape.reduce((product, n) => product * n, 1);
  const whole = useAsked(async () => {
    if (isWhole(sampled) || points > WHOLE_POINTS_MAX) return null;
    return doublesOf(await callBytes("fieldNumbers", { sha256: sampled.sha256 }));
  }, [sampled]);
  const shown = useMemo(
    () =>
      whole.state === "ready" && whole.value?.length === points
        ? fieldOf(field, whole.value)
        : sampled,
    [sampled, whole.state, whole.state === "ready" ? whole.value : null],
  );
  return (
    <section class="section" aria-labelledby="fields">
      <div class="head">
        <h2 id="fields">{fields.length === 1 ? "Field" : "Fields"}</h2>
        {fields.length === 1 ? null : (
          <select
            class="input pick"
            aria-label="Field"
            value={index}
            onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
          >
            {fields.map((one, i) => (
              <option key={textAt(one, "sha256") + String(i)} value={i}>
                {textAt(one, "name").replaceAll("_", " ")}
              </option>
            ))}
          </select>
        )}
        <span class="label number">
          {shown.wholeShape.join(" × ")} samples
          {isWhole(shown) ? "" : `, ${shown.shape.join(" × ")} of them shown`}
        </span>
      </div>
      {whole.state === "failed" ? <Failed why={whole.why} retry={whole.again} /> : null}
      <FieldView field={shown} />
    </section>
  );
}

/** Where the levels lead, by the order that they were observed to converge with. */
function limitOf(levels: readonly Level[], order: number | null): number | null {
  const [coarse, fine] = levels.slice(-2);
  if (coarse === undefined || fine === undefined || order === null || !(order > 0)) return null;
  const ratio = (fine.resolution / coarse.resolution) ** order;
  return ratio > 1 ? fine.value + (fine.value - coarse.value) / (ratio - 1) : null;
}

interface Level {
  readonly resolution: number;
  readonly value: number;
}

/** Nothing where there is no distance: it has no logarithm. */
function decades(value: number): number | null {
  return value > 0 ? Math.log10(value) : null;
}

/** How far each level stands off the limit, and the line that the order would draw through the finest. */
function convergenceOf(
  levels: readonly Level[],
  limit: number,
  order: number,
  unit: string,
): SeriesData {
  const across = levels.map(({ resolution }) => Math.log10(resolution));
  const far = levels.map(({ value }) => decades(Math.abs(value - limit)));
  const [finest, last] = [across.at(-1) ?? 0, far.at(-1) ?? null];
  // Decades of a number, which has no unit: that of the error stands in its name.
  const of = unit === "" || unit === "1" ? "" : ` / ${unit}`;
  return {
    x: { name: "log10 resolution", unit: "1", at: across },
    lines: [
      { name: `log10 error${of}`, unit: "1", values: far, isPoints: true },
      {
        name: `order ${shortNumber(order)}`,
        unit: "1",
        values: across.map((at) => (last === null ? null : last + order * (finest - at))),
      },
    ],
  };
}

function Convergence({ answer }: { readonly answer: Fields }) {
  const gate = fieldsAt(answer, "gate");
  const order = numberAt(gate, "order");
  const unit = textAt(answer, "unit");
  const levels = useMemo(
    () =>
      listAt(gate, "levels")
        .map((one) => ({
          resolution: numberAt(one, "resolution") ?? 0,
          value: numberAt(one, "value") ?? 0,
        }))
        .sort((one, other) => one.resolution - other.resolution),
    [answer],
  );
  const limit = limitOf(levels, order);
  const shown = useMemo<SeriesData>(
    () =>
      limit === null || order === null
        ? {
            x: { name: "resolution", unit: "1", at: levels.map(({ resolution }) => resolution) },
            lines: [{ name: "value", unit, values: levels.map(({ value }) => value) }],
          }
        : convergenceOf(levels, limit, order, unit),
    [answer],
  );
  if (levels.length < 2) return null;
  const isByLimit = limit !== null && order !== null;
  return (
    <section class="section" aria-labelledby="convergence" data-convergence={isByLimit}>
      <h2 id="convergence">Convergence</h2>
      <Series
        title={`${isByLimit ? "Error" : "Value"} over the run's own ${levels.length} levels`}
        shown={shown}
      />
      {isByLimit ? (
        <p class="label">
          Observed order <span class="number">{shortNumber(order)}</span>; extrapolated to an
          infinite resolution <Quantity value={limit} unit={unit} uncertainty={null} />
        </p>
      ) : (
        <p class="label">No order was observed between these levels.</p>
      )}
    </section>
  );
}

/** Longer ones are folded: a table of values in a rate would bury the value. */
const EQUATION_CHARS_MAX = 160;

function SolvedLine({ line }: { readonly line: string }) {
  return line.length <= EQUATION_CHARS_MAX ? (
    <Equation isWide class="small" text={line} />
  ) : (
    <details>
      <summary class="digits">{line.slice(0, EQUATION_CHARS_MAX / 2)} …</summary>
      <code class="solvedline">{line}</code>
    </details>
  );
}

function Invariants({ answer }: { readonly answer: Fields }) {
  const invariants = listAt(answer, "invariants");
  if (invariants.length === 0) return null;
  return (
    <section class="section" aria-labelledby="invariants">
      <h2 id="invariants">Invariants</h2>
      <div class="wide" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>Held</th>
              <th class="right">First</th>
              <th class="right">Last</th>
              <th class="right">Drift</th>
              <th class="right">Bound</th>
            </tr>
          </thead>
          <tbody>
            {invariants.map((one) => {
              const [drift, bound] = [numberAt(one, "driftPct"), numberAt(one, "boundPct")];
              const isHeld = drift !== null && bound !== null && drift <= bound;
              return (
                <tr key={textAt(one, "name")}>
                  <td>
                    <span class={`mark ${isHeld ? "good" : "bad"}`}>{textAt(one, "name")}</span>
                  </td>
                  <td class="right number">{shortNumber(numberAt(one, "first") ?? 0)}</td>
                  <td class="right number">{shortNumber(numberAt(one, "last") ?? 0)}</td>
                  <td class="right number">{(drift ?? 0).toExponential(1)} %</td>
                  <td class="right number">{bound} %</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Outputs({ answer }: { readonly answer: Fields }) {
  const outputs = Object.entries(fieldsAt(answer, "outputs")).filter(([, one]) => isObject(one));
  if (outputs.length === 0) return null;
  return (
    <section class="section" aria-labelledby="outputs">
      <h2 id="outputs">Further numbers</h2>
      <dl class="facts">
        {outputs.map(([name, one]) => (
          <>
            <dt key={name}>{name.replaceAll("_", " ")}</dt>
            <dd>
              <Quantity
                value={numberAt(one, "value") ?? Number.NaN}
                unit={textAt(one, "unit")}
                uncertainty={numberAt(one, "uncertainty")}
              />
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}

/** A mesh that the caller stated is held against nothing, how small its error may be observed. */
function Gate({
  bound,
  error,
  isStated,
  method,
}: {
  readonly method: string;
  readonly error: number;
  readonly bound: number;
  readonly isStated: boolean;
}) {
  const isHeld = error <= bound && !isStated;
  return (
    <span class={`mark ${isHeld ? "good" : "warn"}`} data-gate={isHeld ? "passed" : "observed"}>
      {isHeld ? `gate passed by ${method}` : `observed by ${method}, not gated`}: error{" "}
      {error.toExponential(1)}, bound {bound}
    </span>
  );
}

/** The value is that of a stated resolution: finer levels only measure how far it stands off. */
function isOfCoarser(answer: Fields): boolean {
  const levels = listAt(fieldsAt(answer, "gate"), "levels");
  const value = numberAt(answer, "value");
  const answered = levels.find((one) => numberAt(one, "value") === value);
  const at = answered === undefined ? null : numberAt(answered, "resolution");
  return (
    at !== null &&
    levels.some(
      (one) => (numberAt(one, "resolution") ?? at) > at && numberAt(one, "value") !== value,
    )
  );
}

export function Solved({
  answer,
  isStated,
  ms,
}: {
  readonly answer: Fields;
  /** Whether the inputs fix the mesh or the steps. */
  readonly isStated: boolean;
  readonly ms: number;
}) {
  const gate = fieldsAt(answer, "gate");
  const [error, bound] = [numberAt(gate, "error"), numberAt(gate, "bound")];
  const notes = Array.isArray(answer["notes"]) ? answer["notes"].map(String) : [];
  const equations = Array.isArray(answer["equations"]) ? answer["equations"].map(String) : [];
  const solver = textAt(answer, "solver");
  return (
    <div class="page" data-solved={textAt(answer, "value_bits")}>
      <section class="section" aria-label="Value">
        <p class="value">
          <Quantity
            value={numberAt(answer, "value") ?? Number.NaN}
            unit={textAt(answer, "unit")}
            uncertainty={numberAt(answer, "uncertainty")}
          />
        </p>
        <p class="strip">
          <Gate
            method={textAt(gate, "method")}
            error={error ?? 0}
            bound={bound ?? 0}
            isStated={isStated || isOfCoarser(answer)}
          />
          <span class="label number">{(ms / 1_000).toFixed(2)} s</span>
          <span class="label number">{textAt(answer, "credits")} credits</span>
          <Downloads
            forms={[{ as: "JSON", save: () => downloadJson(fileName(solver, "json"), answer) }]}
          />
        </p>
        {equations.map((line) => (
          <SolvedLine key={line} line={line} />
        ))}
        {notes.map((note) => (
          <p key={note} class="label">
            {note}
          </p>
        ))}
      </section>
      <AnswerFields answer={answer} />
      <div class="columns">
        <Convergence answer={answer} />
        <Outputs answer={answer} />
      </div>
      <Invariants answer={answer} />
      <section class="section" aria-labelledby="receipt">
        <h2 id="receipt">Receipt</h2>
        <SealedHead answer={answer} />
      </section>
    </div>
  );
}
