/** One reactor: where it is, how it came there, and its next step. */
import { useState } from "preact/hooks";
import { useEvery } from "../connection/live.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { downloadText } from "../files/download.js";
import { Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { countText } from "../parts/when.js";
import { go, Link, type ScreenProps } from "../connection/router.js";
import { client, session } from "../connection/session.js";
import { PhasePlot, stateText, type Step } from "../streams/phasePlot.js";
import "../style/account.css";
import "../style/streams.css";
import "../style/watch.css";

const REFRESH_MS = 3_000;
const STEPS_SHOWN = 500;
const NDJSON = "application/x-ndjson";

const COLUMNS: readonly Column<Step>[] = [
  { title: "n", width: "64px", isRight: true, cell: ({ n }) => countText(n) },
  {
    title: "u",
    width: "minmax(0, 1fr)",
    cell: ({ u }) => <code>{u === undefined ? "" : JSON.stringify(u)}</code>,
  },
  { title: "State", width: "minmax(0, 3fr)", cell: ({ x }) => <code>{stateText(x)}</code> },
  {
    title: "Receipt",
    width: "128px",
    isWide: true,
    cell: ({ token }) => (token === null ? "" : <code>{token.slice(0, 12)}</code>),
  },
];

async function readReactor(reactor: string) {
  const [state, figures] = await Promise.all([
    client.value.reactorState({ reactor }).then(valueOf),
    client.value.reactorTelemetry({ reactor }).then(valueOf),
  ]);
  const from = Math.max(0, state.n - STEPS_SHOWN + 1);
  const trajectory = valueOf(
    await client.value.reactorTrajectory({ reactor, from, limit: STEPS_SHOWN }),
  );
  const steps = trajectory.rows.flatMap(({ calcond, n, token, u, x }): Step[] =>
    x === undefined || n === null ? [] : [{ n, calcond, token, u, x }],
  );
  return { state, figures, trajectory, steps, from };
}

/** A number, or JSON. @throws Error in words for a person */
function driveOf(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return read;
  } catch (error) {
    throw new Error(`"${text}" is neither a number nor JSON.`, { cause: error });
  }
}

function Drive({
  done,
  n,
  reactor,
}: {
  readonly reactor: string;
  readonly n: number;
  readonly done: () => void;
}) {
  const [u, setU] = useState("");
  const [observed, setObserved] = useState("");
  const [deadband, setDeadband] = useState("0");
  const action = useAction();
  const step = async (): Promise<string> => {
    const step = valueOf(
      await client.value.reactorStep({ reactor, n, ...(u.trim() === "" ? {} : { u: driveOf(u) }) }),
    );
    done();
    return `Step ${step.n}: ${stateText(step.x)}.`;
  };
  const observe = async (): Promise<string> => {
    const observation = Number(observed);
    if (observed.trim() === "" || !Number.isFinite(observation))
      throw new Error(`"${observed}" is no number: an observation is one.`);
    const reading = valueOf(
      await client.value.reactorObserve({ reactor, observation, deadband: Number(deadband) }),
    );
    done();
    return reading.stepped
      ? `It left the dead band: step ${reading.n}.`
      : "Within the dead band: counted, and no step made.";
  };
  return (
    <section class="section" aria-labelledby="drive">
      <h2 id="drive">Step and observe</h2>
      <div class="columns">
        <form
          class="section"
          onSubmit={(event) => {
            event.preventDefault();
            action.run("step", step);
          }}
        >
          <label class="control">
            u of the step: a number or JSON, as its expressions want it
            <input
              class="input digits"
              name="u"
              value={u}
              onInput={({ currentTarget }) => setU(currentTarget.value)}
            />
          </label>
          <div class="buttons">
            <button class="button main" disabled={action.busy !== ""} data-step>
              {action.busy === "step" ? "Stepping …" : `Make step ${n + 1}`}
            </button>
          </div>
        </form>
        <form
          class="section"
          onSubmit={(event) => {
            event.preventDefault();
            action.run("observe", observe);
          }}
        >
          <div class="pair">
            <label class="control">
              Observed
              <input
                class="input digits"
                name="observation"
                value={observed}
                onInput={({ currentTarget }) => setObserved(currentTarget.value)}
              />
            </label>
            <label class="control">
              Dead band
              <input
                class="input digits"
                value={deadband}
                onInput={({ currentTarget }) => setDeadband(currentTarget.value)}
              />
            </label>
          </div>
          <div class="buttons">
            <button class="button" disabled={action.busy !== ""} data-observe>
              {action.busy === "observe" ? "Telling it …" : "Tell it"}
            </button>
          </div>
        </form>
      </div>
      <Outcome action={action} />
    </section>
  );
}

function Resume({ done, reactor }: { readonly reactor: string; readonly done: () => void }) {
  const action = useAction();
  const resume = async (): Promise<string> => {
    valueOf(await client.value.reactorResume({ reactor }));
    done();
    return "It goes on from the state before that step.";
  };
  return (
    <section class="section">
      <div class="buttons">
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() => action.run("resume", resume)}
          data-resume
        >
          Let it go on
        </button>
      </div>
      <Outcome action={action} />
    </section>
  );
}

function Trajectory({
  read,
  reactor,
}: {
  readonly reactor: string;
  readonly read: Awaited<ReturnType<typeof readReactor>>;
}) {
  const { steps, trajectory } = read;
  const action = useAction();
  const save = async (): Promise<string> => {
    const outcome = await client.value.reactorTrajectory({ reactor }, { accept: NDJSON });
    valueOf(outcome);
    downloadText(`${reactor}.ndjson`, outcome.kind === "result" ? outcome.text : "", NDJSON);
    return `Saved. \`calc verify ${reactor}.ndjson\` checks it and computes every step again.`;
  };
  return (
    <section class="section" aria-labelledby="trajectory">
      <div class="head">
        <h2 id="trajectory">Trajectory</h2>
        <span
          class={`mark ${trajectory.chainValid ? "good" : "bad"}`}
          data-chain={String(trajectory.chainValid)}
        >
          {trajectory.chainValid
            ? `links, payloads and numbers of these ${countText(trajectory.rows.length)} rows hold`
            : "the chain breaks"}
        </span>
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() => action.run("save", save)}
        >
          Export
        </button>
      </div>
      <Outcome action={action} />
      {read.from > 0 ? (
        <p class="label">The last {STEPS_SHOWN} steps; the export has all.</p>
      ) : null}
      <Table
        label="Steps, the newest first"
        columns={COLUMNS}
        count={steps.length}
        rowAt={(i) => steps[steps.length - 1 - i] ?? null}
        open={({ token }) => {
          if (token !== null) go(`/verify?id=${token}`);
        }}
        rowHeight={36}
        height={360}
      />
    </section>
  );
}

export function Screen({ id }: ScreenProps) {
  const asked = useAsked(() => readReactor(id), [id, client.value]);
  useEvery(REFRESH_MS, asked.again, [id]);
  if (asked.state === "loading") return <Loading what="the reactor" />;
  if (asked.state === "failed")
    return (
      <div class="page">
        <h1>Reactor</h1>
        <Failed why={asked.why} retry={asked.again}>
          <p>A reactor is shown to its owner and to roles on its machine.</p>
        </Failed>
        <p>
          <Link to="/streams">All reactors</Link>
        </p>
      </div>
    );
  const { figures, state, steps } = asked.value;
  const fault = figures.fault === null ? "" : JSON.stringify(figures.fault);
  return (
    <div class="page">
      <div class="head">
        <h1>{state.name ?? "Reactor"}</h1>
        <span
          class={`mark ${state.status === "open" ? "good" : "warn"}`}
          data-status={state.status}
        >
          {state.status}
        </span>
      </div>
      <dl class="figures">
        <div>
          <dt>Steps</dt>
          <dd data-n={state.n}>{countText(state.n)}</dd>
        </div>
        <div>
          <dt>Left</dt>
          <dd>{countText(figures.stepsLeft)}</dd>
        </div>
        <div>
          <dt>Faults</dt>
          <dd>{countText(figures.faults)}</dd>
        </div>
        <div>
          <dt>Quiet observations</dt>
          <dd>{countText(figures.quiet)}</dd>
        </div>
        <div>
          <dt>Credits burned</dt>
          <dd>{countText(figures.credits)}</dd>
        </div>
      </dl>
      {fault === "" ? null : (
        <p class="notice warn">
          <strong>Last fault</strong> <code>{fault}</code>
        </p>
      )}
      <dl class="facts">
        <dt>State</dt>
        <dd class="digits">{stateText(state.x)}</dd>
        <dt>Reactor</dt>
        <dd class="digits">{state.reactor}</dd>
        {Object.entries(figures.drift).map(([name, percent]) => (
          <>
            <dt>Drift of {name}</dt>
            <dd>{percent.toExponential(2)} %</dd>
          </>
        ))}
      </dl>
      {state.status === "halted" && session.value !== null ? (
        <Resume reactor={id} done={asked.again} />
      ) : null}
      {state.status === "open" && session.value !== null ? (
        <Drive reactor={id} n={state.n} done={asked.again} />
      ) : null}
      <PhasePlot key={steps.length === 0 ? "none" : "some"} steps={steps} />
      <Trajectory reactor={id} read={asked.value} />
      <section class="section" aria-labelledby="program">
        <h2 id="program">Program</h2>
        <pre tabIndex={0}>{JSON.stringify(state.program, null, 2)}</pre>
      </section>
    </div>
  );
}
