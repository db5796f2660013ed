/** How a run stands before it is made: its price, and its step against the bound of the scheme. */
import { isObject } from "../../../protocol/encoding/json.js";
import { numberAt, textAt, type Fields } from "../connection/json.js";
import { shortNumber } from "../plots/ticks.js";
import { callByName } from "../connection/session.js";
import { useAsked } from "../connection/asked.js";
import { countText } from "./when.js";

/** Longer than any step that a scheme admits; the node says which is the longest. */
const LONG_STEP = 1e9;
const WAIT_MS = 250;

/** The longest step that an explicit scheme admits for these inputs, as the node's plan has it. */
interface Step {
  readonly number: string;
  readonly bound: number;
  readonly longest: number;
}

export interface Plan {
  readonly credits: number | null;
  readonly units: string;
  /** Why it would be refused; "" where it would not. */
  readonly refusal: string;
  readonly code: string;
  readonly step: Step | null;
}

function stepOf(problem: Fields): Step | null {
  const [bound, longest] = [numberAt(problem, "bound"), numberAt(problem, "dt_max")];
  if (textAt(problem, "reason") !== "UNSTABLE_STEP" || bound === null || longest === null)
    return null;
  return { number: textAt(problem, "number"), bound, longest };
}

function bare(input: Fields): Fields {
  const { domain: _domain, field: _field, unit: _unit, visibility: _visibility, ...rest } = input;
  return rest;
}

async function planOf(solver: string, inputs: Fields): Promise<Omit<Plan, "step">> {
  const priced = await callByName("price", { solver, inputs });
  if (priced.kind === "problem")
    return {
      credits: null,
      units: "",
      refusal: priced.problem.detail,
      code: textAt(priced.problem, "reason") || priced.problem.code,
    };
  const said = isObject(priced.value["inputError"]) ? priced.value["inputError"] : {};
  return {
    credits: numberAt(priced.value, "credits"),
    units: textAt(priced.value, "units"),
    refusal: textAt(said, "message"),
    code: textAt(said, "code"),
  };
}

/** The node refuses a step that is too long with the longest one that it admits. */
async function longestStep(solver: string, inputs: Fields): Promise<Step | null> {
  const probed = await callByName("price", { solver, inputs: { ...inputs, dt: LONG_STEP } });
  return probed.kind === "problem" ? stepOf(probed.problem) : null;
}

/** Work units a millisecond, of the last run of each solver in this tab. */
const paces = new Map<string, number>();

/** @param units as the plan had them */
export function rememberPace(solver: string, units: string, ms: number): void {
  if (Number(units) > 0 && ms > 0) paces.set(solver, Number(units) / ms);
}

/** Told of a run before it is made: that of the same solver tells how fast this node is. */
function timeText(solver: string, units: string): string {
  const pace = paces.get(solver);
  if (pace === undefined) return "time: known after its first run here";
  const seconds = Number(units) / pace / 1_000;
  return `about ${seconds < 10 ? seconds.toPrecision(2) : Math.round(seconds)} s, as fast as the last run`;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

/** Asks when typing rests. @param input null while a field cannot be read */
export function usePlan(solver: string, input: Fields | null): Plan | null {
  const inputs = input === null ? null : bare(input);
  const { dt, ...others } = inputs ?? {};
  const plan = useAsked(
    async (signal) => {
      if (inputs === null) return null;
      await pause(WAIT_MS);
      return signal.aborted ? null : planOf(solver, inputs);
    },
    [solver, JSON.stringify(inputs)],
  );
  // A step of one's own is asked about; the solver's own is within its bound.
  const step = useAsked(
    async () => (dt === undefined ? null : longestStep(solver, others)),
    [solver, dt === undefined, JSON.stringify(others)],
  );
  if (plan.state !== "ready" || plan.value === null) return null;
  return { ...plan.value, step: step.state === "ready" ? step.value : null };
}

function StepMeter({ dt, step }: { readonly step: Step; readonly dt: number }) {
  const { bound, longest, number } = step;
  const share = dt / longest;
  const isOver = share > 1;
  return (
    <div class="stepmeter" data-stable={!isOver}>
      <span class={`mark ${isOver ? "bad" : "good"}`}>
        {isOver ? "unstable" : "stable"}: {number} = {shortNumber(share * bound)}, bound {bound}
      </span>
      <meter
        min={0}
        max={2}
        low={1}
        high={1.000_001}
        optimum={0}
        value={Math.min(2, share)}
        aria-label={`Share of the longest stable step: ${shortNumber(share)}`}
      />
      <span class="label">
        longest stable step dt = <span class="digits">{shortNumber(longest)}</span>
      </span>
    </div>
  );
}

/** `statedElementsMax` is at most so many stated elements. */
function limitName(name: string): string {
  const words = name.replace(/[A-Z]/g, " $&").replaceAll("_", " ").toLowerCase();
  return words.replace(/^(.*) max$/, "most $1").replace(/^(.*) min$/, "least $1");
}

function limitText(limit: number): string {
  return Number.isSafeInteger(limit) ? countText(limit) : shortNumber(limit);
}

export function Stability({
  dt,
  limits,
  plan,
  solver,
}: {
  readonly solver: string;
  readonly plan: Plan | null;
  readonly dt: number | null;
  readonly limits: Readonly<Record<string, number>>;
}) {
  return (
    <section
      class="section plan"
      aria-labelledby="plan"
      data-plan={plan === null ? "" : plan.code || "ok"}
    >
      <h2 id="plan">Before it runs</h2>
      {plan === null ? <p class="label">The node works out the plan …</p> : null}
      {plan === null ? null : plan.refusal === "" ? (
        <p class="strip">
          <span class="mark good">would run</span>
          <span>
            price <strong class="number">{plan.credits}</strong> credits
          </span>
          <span>
            work <strong class="number">{countText(Number(plan.units))}</strong> units
          </span>
          <span data-time>{timeText(solver, plan.units)}</span>
        </p>
      ) : (
        <p class="notice bad" role="alert">
          {plan.refusal}
        </p>
      )}
      {plan === null || plan.step === null || dt === null ? null : (
        <StepMeter step={plan.step} dt={dt} />
      )}
      <dl class="facts limits">
        {Object.entries(limits).map(([name, limit]) => (
          <>
            <dt key={name}>{limitName(name)}</dt>
            <dd class="number">{limitText(limit)}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}
