/** A question in words: what it may mean, and the node's own answer for an account. */
import { useRef } from "preact/hooks";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { addressFor } from "../engine/question.js";
import { Link } from "../connection/router.js";
import { callByName, session } from "../connection/session.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Quantity } from "../parts/number.js";
import { SealedHead } from "../parts/sealed.js";
import { Failed, Problem, Refused } from "../parts/states.js";
import { canSeal } from "./askState.js";
import { ReadingForm } from "./readingForm.js";
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

export function Words({
  screen: { seal, state },
  text,
}: {
  readonly screen: AskScreen;
  readonly text: string;
}) {
  const sealing = state.seals[state.line];
  // The form stays while it is asked, and where the node takes it not.
  const last = useRef<Fields | null>(null);
  if (sealing?.state === "answered") last.current = sealing.answer;
  const answer = last.current;
  const start = (): void => seal("private");
  return (
    <div class="page">
      <section class="section" aria-labelledby="words">
        <h2 id="words">A question in words</h2>
        {answer === null ? (
          <p class="lead">
            The node finds the operator or solver that answers it, computes and seals the value, and
            says which words decided.
            {session.value === null ? " Without an account, a demo account is made." : ""}
          </p>
        ) : (
          <Computed answer={answer} />
        )}
        {answer === null ? (
          <div class="buttons">
            <button
              type="button"
              class="button main"
              data-seal
              disabled={!canSeal(state)}
              onClick={start}
            >
              {sealing?.state === "asking" ? "Asking the node …" : "Answer and seal"}
            </button>
          </div>
        ) : null}
        {answer === null || answer["reading"] === undefined ? null : (
          <ReadingForm
            key={JSON.stringify(answer["reading"])}
            reading={fieldsAt(answer, "reading")}
            rivals={listAt(answer, "rivals")}
            isAsking={!canSeal(state)}
            word={numberAt(answer, "value") === null ? "Seal this reading" : "Seal with these"}
            seal={(reading) => seal("private", reading)}
          />
        )}
        {sealing?.state === "problem" ? <Problem problem={sealing.problem} retry={start} /> : null}
        {sealing?.state === "failed" ? <Failed why={sealing.why} retry={start} /> : null}
      </section>
      <Nearest text={text} taken={textAt(answer, "operator_id")} />
    </div>
  );
}
