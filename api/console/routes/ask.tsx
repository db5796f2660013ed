/** A question and its answer: computed here while inputs move, sealed by the node when asked to. */
import { useEffect, useRef, useState } from "preact/hooks";
import { valueBits } from "../../../protocol/encoding/bits.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { engine } from "../engine/ask.js";
import type { Answered, InputField, Question, Understood, Valued } from "../engine/messages.js";
import { numberAt, type Fields } from "../connection/json.js";
import { Equation } from "../parts/math.js";
import { useAsked, useLive } from "../connection/asked.js";
import { CopyAs } from "../parts/copyAs.js";
import { InputRow, spanOf, typedOf } from "../parts/inputs.js";
import { remember } from "../parts/last.js";
import { Quantity } from "../parts/number.js";
import { Proof } from "../parts/proof.js";
import { Empty, Failed, Loading, Problem, Refused } from "../parts/states.js";
import { Sensitivity } from "../plots/sensitivity.js";
import { addressFor, textOf } from "../engine/question.js";
import { go, Link, type ScreenProps } from "../connection/router.js";
import { client, demoAccount, session } from "../connection/session.js";
import type { ProblemBody } from "../../client/problem.js";
import { Words } from "../parts/words.js";

const POINTS = 121;
const CURVES_MAX = 6;
const ADDRESS_MS = 250;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What the node made of it. */
interface Sealed {
  readonly answer: Fields;
  readonly bits: string | null;
}

function Bits({ answered }: { readonly answered: Valued }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="buttons">
      <button
        type="button"
        class="button plain"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Fewer digits" : "All digits"}
      </button>
      {isOpen ? (
        <span class="digits">
          {answered.value} {answered.unit ?? ""} · bits {answered.bits} · uncertainty{" "}
          {answered.uncertainty} ({answered.isNumerical ? "numerical" : "k = 1"})
        </span>
      ) : null}
    </div>
  );
}

function Value({ answered }: { readonly answered: Answered }) {
  switch (answered.status) {
    case "value":
      return (
        <div class="section">
          <p class="value" data-value={answered.bits}>
            <Quantity
              value={answered.value}
              unit={answered.unit}
              uncertainty={answered.uncertainty}
              isNumerical={answered.isNumerical}
            />
          </p>
          {answered.unit === null ? (
            <p class="mark warn">No unit: that of {answered.unitUnknown.join(", ")} is not known</p>
          ) : null}
          <Bits answered={answered} />
        </div>
      );
    case "missing":
      return (
        <div class="notice warn" role="status" data-state="missing">
          <strong>An input is missing</strong>
          <p>{answered.message}</p>
        </div>
      );
    case "refused":
      return <Refused kind={answered.kind} message={answered.message} />;
    case "bad-input":
      return <Failed why={answered.message} />;
    case "unsettled":
      return <Refused kind="did not converge" message={answered.message} />;
  }
}

function Steps({ answered }: { readonly answered: Valued }) {
  if (answered.steps.length === 0) return null;
  const mark: Readonly<Record<string, string>> = { ok: "good", warning: "warn", degraded: "bad" };
  return (
    <section class="section" aria-labelledby="steps">
      <h2 id="steps">Seven steps</h2>
      <div class="strip">
        {answered.steps.map(({ detail, name, status, step }) => (
          <details key={step}>
            <summary class={`mark ${mark[status] ?? "open"}`}>{name}</summary>
            <p class="label">
              {status}
              {detail === undefined ? "" : `: ${detail}`}
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}

function Curves({
  about,
  answered,
  fields,
  question,
}: {
  readonly question: Question;
  readonly fields: readonly InputField[];
  readonly answered: Answered;
  readonly about: Readonly<Record<string, number>>;
}) {
  const moved = fields
    .flatMap((field) => {
      const typed = typedOf(String(question.inputs[field.name] ?? ""));
      return typed === null ? [] : [{ field, typed }];
    })
    .slice(0, CURVES_MAX);
  const asked = useLive(
    () =>
      Promise.all(
        moved.map(({ field, typed }) => {
          const unit = typed.unit === "" ? field.unit : typed.unit;
          const [low, high] = spanOf(
            about[field.name] ?? typed.value,
            unit === field.unit ? field.range : [null, null],
          );
          return engine.curve(question, field.name, { low, high, count: POINTS, unit });
        }),
      ),
    [textOf(question), fields],
  );
  if (asked.state !== "ready") return null;
  const isValue = answered.status === "value";
  const shown = asked.value.flatMap((curve, i) => {
    const typed = moved[i]?.typed;
    return curve === null || typed === undefined ? [] : [{ curve, point: typed.value }];
  });
  if (shown.length === 0) return null;
  return (
    <section class="section" aria-labelledby="changes">
      <h2 id="changes">What changes the answer</h2>
      <div class="curves">
        {shown.map(({ curve, point }) => (
          <Sensitivity
            key={curve.name}
            curve={curve}
            point={point}
            value={isValue ? answered.value : null}
            unit={isValue ? answered.unit : null}
          />
        ))}
      </div>
    </section>
  );
}

/** Asks the node for the same, and holds its bits against those of the page. */
function Seal({
  answered,
  question,
}: {
  readonly question: Question;
  readonly answered: Answered;
}) {
  const [sealed, setSealed] = useState<Sealed | null>(null);
  const [problem, setProblem] = useState<ProblemBody | null>(null);
  const [why, setWhy] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isEquation = question.equation !== undefined;
  const run = async (): Promise<void> => {
    if (!isEquation && session.value === null) await demoAccount();
    const { equation, inputs, operators = [], uncertainties } = question;
    const spreads = uncertainties === undefined ? {} : { uncertainties };
    const outcome =
      equation === undefined
        ? await client.value.compute({ operators: [...operators], inputs, ...spreads })
        : await client.value.playgroundCompute({ equation, inputs, ...spreads });
    if (outcome.kind === "problem") setProblem(outcome.problem);
    else {
      const answer = isObject(outcome.value) ? outcome.value : {};
      const value = numberAt(answer, "value");
      remember(textOf(question), addressFor(textOf(question)), answer);
      setSealed({ answer, bits: value === null ? null : valueBits(value) });
    }
  };
  const start = (): void => {
    setBusy(true);
    setProblem(null);
    setWhy("");
    run()
      .catch((error: unknown) => setWhy(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  const own = answered.status === "value" ? answered.bits : null;
  return (
    <section class="section" aria-labelledby="seal">
      <h2 id="seal">{isEquation ? "Compare with the node" : "Seal"}</h2>
      {sealed === null ? (
        <p class="lead">
          {isEquation
            ? "The node computes the same, and the page compares all 64 bits. " +
              "An equation that no operator holds is not sealed."
            : session.value === null
              ? "The node seals the value for an account and gives a receipt. Without one, a demo account is made."
              : "The node computes the same, seals it and gives a receipt; the page compares all 64 bits."}
        </p>
      ) : null}
      <div class="buttons">
        <button
          type="button"
          class="button main"
          data-seal
          disabled={isBusy || own === null}
          onClick={start}
        >
          {isBusy ? "Asking the node …" : isEquation ? "Compare 64 bits" : "Seal"}
        </button>
        {sealed === null || isBusy ? null : sealed.bits !== null && sealed.bits === own ? (
          <span class="mark good" data-equal="true">
            the same 64 bits on the node: {sealed.bits}
          </span>
        ) : (
          <span class="mark bad" data-equal="false">
            the node has {sealed.bits ?? "no value"}, this page {own ?? "none"}
          </span>
        )}
      </div>
      {problem === null ? null : <Problem problem={problem} retry={start} />}
      {why === "" ? null : <Failed why={why} retry={start} />}
      {sealed === null || isEquation ? null : (
        <>
          <h3>Receipt, verified in your browser</h3>
          <Proof held={sealed.answer} />
        </>
      )}
    </section>
  );
}

/**
 * The address follows the inputs, four times a second at most: a browser refuses more than some
 * hundred changes in ten seconds, and each draws the frame of the page again.
 */
function useAddress(): (to: string) => void {
  const held = useRef<{ at: number; next: string | null; timer?: ReturnType<typeof setTimeout> }>({
    at: Number.NEGATIVE_INFINITY,
    next: null,
  });
  const write = (): void => {
    const { current: now } = held;
    clearTimeout(now.timer);
    if (now.next === null) return;
    now.at = performance.now();
    go(now.next, { replace: true });
    now.next = null;
  };
  useEffect(() => {
    addEventListener("pagehide", write);
    return () => {
      removeEventListener("pagehide", write);
      clearTimeout(held.current.timer);
    };
  }, []);
  return (to) => {
    const { current: now } = held;
    clearTimeout(now.timer);
    now.next = to;
    const left = now.at + ADDRESS_MS - performance.now();
    if (left <= 0) write();
    else now.timer = setTimeout(write, left);
  };
}

function QuestionView({ question: asked }: { readonly question: Question }) {
  const [inputs, setInputs] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(asked.inputs).map(([name, value]) => [name, String(value)])),
  );
  const [about, setAbout] = useState<Readonly<Record<string, number>>>(() => aboutOf(inputs));
  const question: Question = {
    ...asked,
    inputs: Object.fromEntries(
      Object.entries(inputs)
        .filter(([, text]) => text.trim() !== "")
        .map(([name, text]) => [name, NUMBER.test(text.trim()) ? Number(text) : text.trim()]),
    ),
  };
  const text = textOf(question);
  const fields = useAsked(
    () => engine.fields(question),
    [asked.equation, (asked.operators ?? []).join()],
  );
  const answer = useLive(() => engine.evaluate(question), [text]);
  const keepAddress = useAddress();
  const change = (name: string, next: string, isSlider: boolean): void => {
    const now = { ...inputs, [name]: next };
    setInputs(now);
    if (!isSlider) setAbout(aboutOf(now));
    keepAddress(addressFor(textOf({ ...question, inputs: now })));
  };
  if (answer.state === "loading" || fields.state === "loading")
    return <Loading what="the answer" />;
  if (answer.state === "failed") return <Failed why={answer.why} retry={answer.again} />;
  const answered = answer.value;
  const listed = (fields.state === "ready" ? fields.value : []).map((field) => ({
    ...field,
    // As the question names it: m1 stays m1.
    name: [field.name, ...field.aliases].find((name) => Object.hasOwn(inputs, name)) ?? field.name,
    symbol: field.name,
  }));
  const titles = Object.fromEntries(
    listed.map(({ description, name, symbol, unit }) => [
      symbol,
      `${description === "" ? name : description}: ${inputs[name] ?? "not given"}${unit === "" ? "" : ` [${unit}]`}`,
    ]),
  );
  const faultOf = (name: string): string => {
    if (answered.status === "missing" && answered.missing.includes(name) && !inputs[name])
      return "This input is missing";
    return answered.status === "bad-input" && answered.name === name ? answered.message : "";
  };
  const [symbolic, numeric] =
    answered.status === "value" ? answered.equations : [asked.equation ?? "", undefined];
  return (
    <div class="page" data-answer={answered.status}>
      <div class="section">
        <span class="mark open">computed in this page, not sealed</span>
        <Value answered={answered} />
        {symbolic === undefined || symbolic === "" ? null : (
          <Equation isWide text={symbolic} titles={titles} />
        )}
        {numeric === undefined ? null : <Equation isWide class="small" text={numeric} />}
        {answered.status === "value" && answered.notes.length > 0 ? (
          <ul>
            {answered.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <div class="columns">
        <section class="section" aria-labelledby="inputs">
          <h2 id="inputs">Inputs</h2>
          {listed.length === 0 ? <p class="lead">It has none.</p> : null}
          <div>
            {listed.map((field) => (
              <InputRow
                key={field.name}
                field={field}
                text={inputs[field.name] ?? ""}
                about={about[field.name] ?? null}
                fault={faultOf(field.name)}
                change={(next, isSlider) => change(field.name, next, isSlider)}
              />
            ))}
          </div>
        </section>
        <Seal key={text} question={question} answered={answered} />
      </div>
      <Curves question={question} fields={listed} answered={answered} about={about} />
      {answered.status === "value" ? <Steps answered={answered} /> : null}
      <CopyAs question={question} />
    </div>
  );
}

function aboutOf(inputs: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, text]) => {
      const typed = typedOf(text);
      return typed === null ? [] : [[name, typed.value]];
    }),
  );
}

function Shown({ understood }: { readonly understood: Understood }) {
  switch (understood.kind) {
    case "question":
      return (
        <QuestionView
          key={understood.question.equation ?? (understood.question.operators ?? []).join()}
          question={understood.question}
        />
      );
    case "operator":
      return (
        <QuestionView key={understood.id} question={{ operators: [understood.id], inputs: {} }} />
      );
    case "receipt":
      return (
        <p>
          This is a receipt's id: <Link to={`/verify?id=${understood.id}`}>prove it</Link>.
        </p>
      );
    case "document":
      return <Proof held={understood.held} />;
    case "words":
      return <Words text={understood.text} />;
    case "empty":
      return (
        <Empty what="Nothing was asked.">
          <Link to="/">Go to the box</Link>
        </Empty>
      );
  }
}

export function Screen({ query }: ScreenProps) {
  const text = query.get("q") ?? "";
  const [line, setLine] = useState(text);
  // What inputs change on this screen is in its address, too: the question stays the one it began as.
  const [started, setStarted] = useState(text);
  const asked = useAsked(() => engine.understand(started), [started]);
  return (
    <div class="page">
      <h1 class="hidden">Answer</h1>
      <form
        class="box"
        onSubmit={(event) => {
          event.preventDefault();
          setStarted(line);
          go(addressFor(line), { replace: true });
        }}
      >
        <textarea
          data-box
          rows={1}
          spellcheck={false}
          autocomplete="off"
          aria-label="Ask"
          value={line}
          onInput={({ currentTarget }) => setLine(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <button class="button main">Ask</button>
      </form>
      {asked.state === "loading" ? <Loading what="the answer" /> : null}
      {asked.state === "failed" ? <Failed why={asked.why} retry={asked.again} /> : null}
      {asked.state === "ready" ? <Shown key={started} understood={asked.value} /> : null}
    </div>
  );
}
