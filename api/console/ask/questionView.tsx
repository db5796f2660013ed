/** A question with its inputs as fields: value, seal and curves follow them. */
import { useAsked } from "../connection/asked.js";
import { textAt } from "../connection/json.js";
import { engine } from "../engine/ask.js";
import type { Answered, InputField, Question } from "../engine/messages.js";
import { CopyAs } from "../parts/copyAs.js";
import { InputRow } from "../parts/inputs.js";
import { Equation } from "../parts/math.js";
import { Loading } from "../parts/states.js";
import { typedOf } from "../parts/typed.js";
import { currentAnswer } from "./askState.js";
import { Curves } from "./curves.js";
import { Sealing } from "./sealing.js";
import type { AskScreen } from "./useAskState.js";
import { Steps, Value } from "./value.js";

interface Listed extends InputField {
  /** As the equation has it; `name` is as the question names it: m1 stays m1. */
  readonly symbol: string;
}

function useFields(question: Question): readonly Listed[] | null {
  const asked = useAsked(
    () => engine.fields(question),
    [question.equation, (question.operators ?? []).join()],
  );
  if (asked.state !== "ready") return null;
  return asked.value.map((field) => ({
    ...field,
    name:
      [field.name, ...field.aliases].find((name) => Object.hasOwn(question.inputs, name)) ??
      field.name,
    symbol: field.name,
  }));
}

function faultOf(answered: Answered, name: string, text: string): string {
  if (answered.status === "missing" && answered.missing.includes(name) && text === "")
    return "This input is missing";
  return answered.status === "bad-input" && answered.name === name ? answered.message : "";
}

function Equations({
  answered,
  fields,
  question,
}: {
  readonly answered: Answered;
  readonly fields: readonly Listed[];
  readonly question: Question;
}) {
  const titles = Object.fromEntries(
    fields.map(({ description, name, symbol, unit }) => {
      const value = question.inputs[name] ?? "not given";
      const inUnit = unit === "" ? "" : ` [${unit}]`;
      return [symbol, `${description === "" ? name : description}: ${value}${inUnit}`];
    }),
  );
  const [symbolic, numeric] =
    answered.status === "value" ? answered.equations : [question.equation ?? "", undefined];
  return (
    <>
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
    </>
  );
}

export function QuestionView({
  question,
  screen,
}: {
  readonly screen: AskScreen;
  /** Inputs as they are typed. */
  readonly question: Question;
}) {
  const { send, state } = screen;
  const fields = useFields(question);
  // The former value stays until that of a moved input is there.
  const answered = currentAnswer(state) ?? state.answer?.answered ?? null;
  const seal = state.seals[state.line];
  const sealed = seal?.state === "answered" ? textAt(seal.answer, "receipt_id") : "";
  if (answered === null || fields === null) return <Loading what="the answer" />;
  return (
    <div
      class="page"
      data-answer={answered.status}
      data-line={state.answer?.line}
      aria-busy={currentAnswer(state) === null}
    >
      <div class="section">
        {sealed === "" ? (
          answered.status !== "value" ? null : (
            <span class="mark open">computed in this page, not sealed</span>
          )
        ) : (
          <span class="mark good">sealed, and computed in this page</span>
        )}
        <Value answered={answered} />
        <Equations answered={answered} fields={fields} question={question} />
      </div>
      <div class="columns">
        <section class="section" aria-labelledby="inputs">
          <h2 id="inputs">Inputs</h2>
          {fields.length === 0 ? <p class="lead">It has none.</p> : null}
          <div>
            {fields.map((field) => {
              const text = String(question.inputs[field.name] ?? "");
              return (
                <InputRow
                  key={field.name}
                  field={field}
                  text={text}
                  about={typedOf(state.pivots[field.name] ?? "")?.value ?? null}
                  fault={faultOf(answered, field.name, text)}
                  change={(next, isSlider) =>
                    send({ kind: isSlider ? "slid" : "edited", name: field.name, text: next })
                  }
                />
              );
            })}
          </div>
        </section>
        <Sealing question={question} screen={screen} />
      </div>
      <Curves question={question} fields={fields} answered={answered} pivots={state.pivots} />
      {answered.status === "value" ? <Steps answered={answered} /> : null}
      <CopyAs question={question} />
    </div>
  );
}
