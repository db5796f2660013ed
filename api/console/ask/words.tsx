/** A question in words: what it may mean, and the node's own answer for an account. */
import { useRef } from "preact/hooks";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { addressFor, textOf } from "../engine/question.js";
import { Link } from "../connection/router.js";
import { callByName } from "../connection/session.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Quantity } from "../parts/number.js";
import { SealedHead } from "../parts/sealed.js";
import { Failed, Loading, Problem, Refused } from "../parts/states.js";
import { canSeal, type Reading as AskReading } from "./askState.js";
import { ReadingForm, ReadingNotes, rivalName } from "./readingForm.js";
import { questionOfReading, type Routed } from "./routed.js";
import type { AskScreen } from "./useAskState.js";

const FOUND_MAX = 8;

/** How the question was read, in full, and which words decided: a wrong reading is to be seen. */
function Reading({ answer }: { readonly answer: Fields }) {
  const rows = listAt(answer, "why").filter((one) => textAt(one, "rule") !== "");
  if (rows.length === 0) return null;
  return (
    <>
      <p class="lead" data-restated>
        {textAt(answer, "restated")}
      </p>
      <details>
        <summary>Which words decided</summary>
        <dl class="facts">
          {rows.map((one) => [
            <dt key="cue">{textAt(one, "cue")}</dt>,
            <dd key="rule">{textAt(one, "rule")}</dd>,
          ])}
        </dl>
      </details>
    </>
  );
}

function Computed({ answer }: { readonly answer: Fields }) {
  const value = numberAt(answer, "value");
  if (value === null) {
    const refusal = { ...fieldsAt(answer, "inputError"), ...fieldsAt(answer, "refusal") };
    return (
      <>
        <Refused
          kind={textAt(refusal, "kind") || textAt(refusal, "code")}
          message={textAt(refusal, "message")}
        />
        <Reading answer={answer} />
      </>
    );
  }
  const solver = textAt(answer, "solver");
  return (
    <div class="section">
      <p class="value" data-sealed={value}>
        <Quantity
          value={value}
          unit={textAt(answer, "unit")}
          uncertainty={numberAt(answer, "uncertainty")}
          isNumerical={answer["uncertainty_source"] === "numerical"}
        />
      </p>
      <Reading answer={answer} />
      <p class="lead">
        {solver === ""
          ? `Computed by ${textAt(answer, "operator_id")}.`
          : `Computed by the solver ${solver}.`}
      </p>
      <SealedHead answer={answer} />
    </div>
  );
}

/** Other laws that the words may mean, those that the answer is not by. */
function Nearest({ taken, text }: { readonly text: string; readonly taken: string }) {
  // The node finds laws by what people call them, with tables that the page does not carry.
  const found = useAsked(
    async () => valueOf(await callByName("operators", { q: text, limit: FOUND_MAX })),
    [text],
  );
  const rows = (found.state === "ready" ? listAt(found.value, "operators") : []).filter(
    (one) => textAt(one, "id") !== taken,
  );
  if (rows.length === 0) return null;
  return (
    <section class="section" aria-labelledby="nearest">
      <h2 id="nearest">{taken === "" ? "Operators that may be meant" : "Not this? Perhaps"}</h2>
      <ul class="list">
        {rows.map((one) => (
          <li key={textAt(one, "id")}>
            <Link to={addressFor(textAt(one, "id"))} class="choice">
              <span class="name">{textAt(one, "name")}</span>
              <code>{textAt(one, "id")}</code>
              <code class="aside">{textAt(one, "equation")}</code>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NAMED = /or "([^"]+)"/;

/** The law that the words may mean as well: its name before them says so. */
function OtherCase({ text, why }: { readonly text: string; readonly why: Fields }) {
  const [, name] = NAMED.exec(textAt(why, "message")) ?? [];
  return name === undefined ? null : (
    <p data-rival={name}>
      Not this: <Link to={addressFor(`${name}, ${text}`)}>{name}</Link>
    </p>
  );
}

/** How the words were read, with what else they may mean; the value stands below it. */
function ReadAs({ routed, text }: { readonly routed: Routed; readonly text: string }) {
  const { reading, restated, rivals } = routed;
  const law = textAt(reading, "law");
  return (
    <section class="section" aria-labelledby="words" data-read-as={law}>
      <h2 id="words">Read as</h2>
      <p class="lead">
        {restated || `${textAt(fieldsAt(reading, "wanted"), "name") || text} by`}{" "}
        <Link to={addressFor(law)}>{law}</Link>
      </p>
      <ReadingNotes reading={reading ?? {}} />
      {listAt(reading, "open").flatMap((one) =>
        textAt(one, "what") === "case" ? <OtherCase key="case" text={text} why={one} /> : [],
      )}
      {rivals.map((rival) => {
        const question = questionOfReading(rival);
        return question === null ? null : (
          <p key={JSON.stringify(rival)} data-rival={textAt(rival, "law")}>
            Not this: <Link to={addressFor(textOf(question))}>{rivalName(rival)}</Link>
          </p>
        );
      })}
    </section>
  );
}

type WordsReading = Extract<AskReading, { readonly kind: "words" }>;

/** How words were read, or the node's answer where the page computes none. */
export function WordsHead({
  reading: { routed, text },
  screen,
}: {
  readonly screen: AskScreen;
  readonly reading: WordsReading;
}) {
  if (routed === null) return screen.fault === "" ? <Loading what="what it means" /> : null;
  return routed.question === null ? (
    <Unrouted routed={routed} screen={screen} />
  ) : (
    <ReadAs routed={routed} text={text} />
  );
}

/** Below the answer: what else they may mean. */
export function WordsTail({ reading: { routed, text } }: { readonly reading: WordsReading }) {
  return routed === null ? null : <Nearest text={text} taken={textAt(routed.reading, "law")} />;
}

/** A solver, a chain, a constant, or nothing: what the page does not compute by itself. */
function Unrouted({
  routed: { reading, refusal, restated, rivals },
  screen: { seal, state },
}: {
  readonly screen: AskScreen;
  readonly routed: Routed;
}) {
  const sealing = state.seals[state.line];
  // The form stays while it is asked, and where the node takes it not.
  const last = useRef<Fields | null>(null);
  if (sealing?.state === "answered") last.current = sealing.answer;
  const answer = last.current;
  const shown = answer?.["reading"] === undefined ? reading : fieldsAt(answer, "reading");
  const start = (): void => seal("private");
  const isAsking = sealing?.state === "asking";
  return (
    <section class="section" aria-labelledby="words">
      <h2 id="words">A question in words</h2>
      {answer !== null ? (
        <Computed answer={answer} />
      ) : refusal === null ? (
        <p class="lead" data-restated>
          {restated}
        </p>
      ) : (
        <Refused
          kind={textAt(refusal, "kind") || textAt(refusal, "code")}
          message={textAt(refusal, "message")}
        />
      )}
      {shown === null ? (
        answer === null && refusal === null ? (
          <div class="buttons">
            <button
              type="button"
              class="button main"
              data-seal
              disabled={!canSeal(state)}
              onClick={start}
            >
              {isAsking ? "Asking the node …" : "Answer"}
            </button>
          </div>
        ) : null
      ) : (
        <ReadingForm
          key={JSON.stringify(shown)}
          reading={shown}
          rivals={answer === null ? rivals : listAt(answer, "rivals")}
          isAsking={!canSeal(state)}
          word={
            answer === null || numberAt(answer, "value") === null
              ? "Answer and seal"
              : "Seal with these"
          }
          seal={(changed) => seal("private", changed)}
        />
      )}
      {sealing?.state === "problem" ? <Problem problem={sealing.problem} retry={start} /> : null}
      {sealing?.state === "failed" ? <Failed why={sealing.why} retry={start} /> : null}
    </section>
  );
}
