/** A question in words: what it may mean, and the node's own answer for an account. */
import { useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import type { ProblemBody } from "../../client/problem.js";
import { addressFor } from "../engine/question.js";
import { Link } from "../connection/router.js";
import { callByName, client, demoAccount, session } from "../connection/session.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Quantity } from "./number.js";
import { Proof } from "./proof.js";
import { Failed, Problem, Refused } from "./states.js";

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

function Told({ answer }: { readonly answer: Fields }) {
  const value = numberAt(answer, "value");
  if (value === null) {
    const refusal = { ...fieldsAt(answer, "inputError"), ...fieldsAt(answer, "refusal") };
    return (
      <Refused
        kind={textAt(refusal, "kind") || textAt(refusal, "code")}
        message={textAt(refusal, "message")}
      />
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
      <h3>Receipt, verified in your browser</h3>
      <Proof held={answer} />
    </div>
  );
}

export function Words({ text }: { readonly text: string }) {
  // The node finds laws by what people call them, with tables that the page does not carry.
  const found = useAsked(
    async () => valueOf(await callByName("operators", { q: text, limit: FOUND_MAX })),
    [text],
  );
  const [answer, setAnswer] = useState<Fields | null>(null);
  const [problem, setProblem] = useState<ProblemBody | null>(null);
  const [why, setWhy] = useState("");
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (session.value === null) await demoAccount();
    const outcome = await client.value.auto({ query: text });
    if (outcome.kind === "problem") setProblem(outcome.problem);
    else setAnswer(isObject(outcome.value) ? outcome.value : null);
  };
  const start = (): void => {
    setBusy(true);
    setWhy("");
    setProblem(null);
    run()
      .catch((error: unknown) => setWhy(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  const rows = found.state === "ready" ? listAt(found.value, "operators") : [];
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
          <Told answer={answer} />
        )}
        <div class="buttons">
          <button type="button" class="button main" data-seal disabled={isBusy} onClick={start}>
            {isBusy ? "Asking the node …" : "Answer and seal"}
          </button>
        </div>
        {problem === null ? null : <Problem problem={problem} retry={start} />}
        {why === "" ? null : <Failed why={why} retry={start} />}
      </section>
      {rows.length === 0 ? null : (
        <section class="section" aria-labelledby="nearest">
          <h2 id="nearest">Operators that may be meant</h2>
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
      )}
    </div>
  );
}
