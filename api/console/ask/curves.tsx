/** What changes the answer: the value over each input. */
import { useLive } from "../connection/asked.js";
import { engine } from "../engine/ask.js";
import type { Answered, InputField, Question } from "../engine/messages.js";
import { textOf } from "../engine/question.js";
import { spanOf, typedOf } from "../parts/typed.js";
import { Sensitivity } from "../plots/sensitivity.js";

const POINTS = 121;
const CURVES_MAX = 6;

export function Curves({
  answered,
  fields,
  pivots,
  question,
}: {
  readonly question: Question;
  readonly fields: readonly InputField[];
  readonly answered: Answered;
  /** Texts that the sliders turn about. */
  readonly pivots: Readonly<Record<string, string>>;
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
            typedOf(pivots[field.name] ?? "")?.value ?? typed.value,
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
