/** One solver: its form, what the run would be, the run, and the answer. */
import { useEffect, useRef, useState } from "preact/hooks";
import { operationCards, type OperationCard } from "../parts/contract.js";
import { fieldsAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { CallForms } from "../parts/callForms.js";
import { FormFields, SendingFault, useForm, useSending } from "../parts/form.js";
import { JOB_FIELDS } from "../fields/schema.js";
import { OtherInputs } from "../fields/otherInputs.js";
import { remember } from "../parts/last.js";
import { Progress } from "../parts/progress.js";
import { Solved } from "../parts/solved.js";
import { rememberPace, Stability, usePlan } from "../parts/stability.js";
import { Empty, Failed, Loading, Refused } from "../parts/states.js";
import { Link, type ScreenProps } from "../connection/router.js";
import { callByName, demoAccount, session } from "../connection/session.js";
import { canonicalBody, solverCards, type SolverCard } from "../parts/solvers.js";
import "../style/solvers.css";

type Outcome =
  | { readonly answer: Fields; readonly ms: number; readonly isStated: boolean }
  | { readonly refusal: Fields };

/** Whether an input says of itself that it fixes the mesh, or the steps. */
function fixesMesh({ input: { properties = {} } }: OperationCard, input: Fields): boolean {
  return Object.keys(input).some((name) =>
    /\bfixes the (?:mesh|steps)\b/.test(properties[name]?.description ?? ""),
  );
}

function progressText(fields: Fields): string {
  const [step, of, level] = [
    numberAt(fields, "step"),
    numberAt(fields, "of"),
    numberAt(fields, "level"),
  ];
  return [
    step === null || of === null || of <= 1 ? "" : `step ${Math.floor(step)} of ${Math.floor(of)}`,
    level === null ? "" : `level ${level}`,
  ]
    .filter((one) => one !== "")
    .join(", ");
}

function Workbench({
  card,
  solver,
}: {
  readonly solver: SolverCard;
  readonly card: OperationCard;
}) {
  const [example, setExample] = useState(0);
  const start = canonicalBody(card.input, solver.examples[example]?.body ?? {});
  const form = useForm(card.input, start, card.key);
  const sending = useSending(form);
  const [input, setInput] = useState<Fields | null>(null);
  const [latest, setTold] = useState<Fields | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [ran, setRan] = useState<Fields>({});
  const controller = useRef<AbortController | null>(null);
  const plan = usePlan(solver.id, input);
  useEffect(() => {
    let isOver = false;
    void form.read().then((read) => {
      if (!isOver) setInput(read);
    });
    return () => {
      isOver = true;
    };
  }, [JSON.stringify(form.texts)]);
  useEffect(() => () => controller.current?.abort(), []);
  const run = (): void =>
    sending.run(async () => {
      const read = await form.read();
      if (read === null) return;
      if (session.value === null) await demoAccount();
      setOutcome(null);
      setRan(read);
      setTold({});
      const began = performance.now();
      controller.current = new AbortController();
      try {
        const reply = await callByName(card.key, read, {
          signal: controller.current.signal,
          onProgress: setTold,
        });
        const answer = valueOf(reply);
        if (plan !== null && reply.kind === "result")
          rememberPace(solver.id, plan.units, performance.now() - began);
        remember(solver.title, `/solvers/${solver.id}`, answer);
        setOutcome(
          reply.kind === "refusal"
            ? { refusal: { ...fieldsAt(answer, "inputError"), ...fieldsAt(answer, "refusal") } }
            : { answer, ms: performance.now() - began, isStated: fixesMesh(card, read) },
        );
      } finally {
        setTold(null);
      }
    });
  const first = Object.keys(start);
  const more = Object.keys(card.input.properties ?? {}).filter(
    (name) => !first.includes(name) && !JOB_FIELDS.includes(name),
  );
  return (
    <div class="page">
      <div class="head">
        <h1>{solver.title}</h1>
        <code>calc {solver.id}</code>
        <Link to="/solvers">All solvers</Link>
      </div>
      <p class="lead">
        {solver.summary.replace(/\.?$/, ".")} The value is the {solver.primary.name}
        {solver.primary.unit === "1" ? "" : ` in ${solver.primary.unit}`}.
      </p>
      <div class="bench">
        <form
          class="section"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          {solver.examples.length < 2 ? null : (
            <label class="control">
              Example
              <select
                class="input"
                value={example}
                onChange={({ currentTarget }) => {
                  const next = Number(currentTarget.value);
                  setExample(next);
                  form.begin(canonicalBody(card.input, solver.examples[next]?.body ?? {}));
                }}
              >
                {solver.examples.map((one, i) => (
                  <option key={i} value={i}>
                    {textAt(one, "title")}
                  </option>
                ))}
              </select>
            </label>
          )}
          <FormFields form={form} only={first} />
          <details>
            <summary>{more.length} more inputs, and how the job is kept</summary>
            <FormFields form={form} only={[...more, "visibility", "deadlineMs"]} />
          </details>
          <div class="buttons">
            <button class="button main" disabled={sending.isBusy} data-run>
              {sending.isBusy ? "Running …" : "Run and seal"}
            </button>
            {session.value === null ? (
              <span class="label">Without an account, a demo account is made.</span>
            ) : null}
          </div>
          <SendingFault sending={sending} />
        </form>
        <Stability
          solver={solver.id}
          plan={plan}
          dt={input === null ? null : numberAt(input, "dt")}
          limits={solver.limits}
        />
      </div>
      {latest === null ? null : (
        <Progress
          what={`Running ${solver.id}`}
          share={numberAt(latest, "fraction")}
          left={progressText(latest)}
          error={numberAt(latest, "error")}
          stop={() => controller.current?.abort()}
        />
      )}
      {outcome === null ? null : <OtherInputs ran={ran} now={input} />}
      {outcome === null ? null : "refusal" in outcome ? (
        <Refused
          kind={textAt(outcome.refusal, "kind") || textAt(outcome.refusal, "code")}
          message={textAt(outcome.refusal, "message")}
        />
      ) : (
        <Solved {...outcome} />
      )}
      {input === null ? null : <CallForms card={card} input={input} />}
    </div>
  );
}

export function Screen({ id }: ScreenProps) {
  const asked = useAsked(async () => {
    const [solvers, cards] = await Promise.all([solverCards(), operationCards()]);
    const solver = solvers.find((one) => one.id === id);
    const card = cards.find(({ path }) => path === `/api/calc/${id}`);
    return solver === undefined || card === undefined ? null : { solver, card };
  }, [id]);
  if (asked.state === "loading") return <Loading what={`the solver ${id}`} />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  if (asked.value === null)
    return (
      <Empty what={`There is no solver ${id}.`}>
        <Link to="/solvers">All solvers</Link>
      </Empty>
    );
  return <Workbench {...asked.value} />;
}
