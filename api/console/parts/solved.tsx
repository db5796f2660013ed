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

function Convergence({ answer }: { readonly answer: Fields }) {
  const gate = fieldsAt(answer, "gate");
  const levels = listAt(gate, "levels");
  const unit = textAt(answer, "unit");
  const order = numberAt(gate, "order");
  const shown = useMemo<SeriesData>(
    () => ({
      x: {
        name: "resolution",
        unit: "1",
        at: levels.map((one) => numberAt(one, "resolution") ?? 0),
      },
      lines: [
        {
          name: "value",
          unit,
          values: levels.map((one) => numberAt(one, "value")),
          isPoints: false,
        },
      ],
    }),
    [answer],
  );
  if (levels.length < 2) return null;
  return (
    <section class="section" aria-labelledby="convergence">
      <h2 id="convergence">Convergence</h2>
      <Series title={`Value over the run's own ${levels.length} levels`} shown={shown} />
      {order === null ? null : (
        <p class="label">
          Observed order of convergence: <span class="number">{shortNumber(order)}</span>
        </p>
      )}
    </section>
  );
}

function Invariants({ answer }: { readonly answer: Fields }) {
  const invariants = listAt(answer, "invariants");
  if (invariants.length === 0) return null;
  return (
    <section class="section" aria-labelledby="invariants">
      <h2 id="invariants">Invariants</h2>
      <div class="wide">
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

/** A mesh that the caller stated may miss the bound: its error was observed and held against nothing. */
function Gate({
  bound,
  error,
  method,
}: {
  readonly method: string;
  readonly error: number;
  readonly bound: number;
}) {
  const isHeld = error <= bound;
  return (
    <span class={`mark ${isHeld ? "good" : "warn"}`} data-gate={isHeld ? "passed" : "observed"}>
      {isHeld ? `gate passed by ${method}` : `observed by ${method}, not gated`}: error{" "}
      {error.toExponential(1)}, bound {bound}
    </span>
  );
}

export function Solved({ answer, ms }: { readonly answer: Fields; readonly ms: number }) {
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
          <Gate method={textAt(gate, "method")} error={error ?? 0} bound={bound ?? 0} />
          <span class="label number">{(ms / 1_000).toFixed(2)} s</span>
          <span class="label number">{textAt(answer, "credits")} credits</span>
          <Downloads
            forms={[{ as: "JSON", save: () => downloadJson(fileName(solver, "json"), answer) }]}
          />
        </p>
        {equations.map((line) => (
          <code key={line} class="solvedline">
            {line}
          </code>
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
