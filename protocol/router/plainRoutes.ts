/** Routes that need no choice: a closed form that a question writes out, and a constant that it names. */
import type { Registry } from "../operators/registry.js";
import { closedFormOf } from "./closedForm.js";
import { cueHash } from "./cues.js";
import type { FoundQuantity } from "./quantities.js";
import type { NamedConstant } from "./laws/constants.js";
import type { Question } from "./laws/reading/reading.js";
import { SCALE } from "./cueScores.js";
import { openOf, overridden } from "./lawRoute.js";
import { EMPTY, type Draft, type Reason } from "./routed.js";
import { unreadQuantity } from "./routeRefusals.js";
import { restatedOperator } from "./restate.js";
import { unreadIn } from "./unread.js";
import { licenceOfOperator } from "./namedLicences.js";

/** A closed form that the question writes out, with its numbers. */
interface ClosedQuestion {
  readonly text: string;
  readonly closed: NonNullable<ReturnType<typeof closedFormOf>>;
  readonly found: readonly FoundQuantity[];
  readonly asked: () => Question;
}

/** The operator of a closed form, or what of the question it would pass over. */
export function closedRoute(
  registry: Registry,
  { asked, closed, found, text }: ClosedQuestion,
  constants: Readonly<Record<string, unknown>>,
): Draft {
  const { at, cue, inputs, operator, rule } = closed;
  const nothing = { ...EMPTY, cueHash: cueHash() };
  const own: Reason = { cue, at, weight: SCALE, rule };
  const stopped =
    unreadIn(text, found, (stem) => closed.named.has(stem) || operator.includes(stem)) ??
    closed.unread;
  const merged = overridden(inputs, constants);
  if (stopped !== null) return { ...nothing, why: [own], refusal: unreadQuantity(stopped) };
  return {
    ...nothing,
    operators: [operator],
    params: merged.params,
    why: [own, ...merged.conflicts],
    restated: restatedOperator(registry, operator, merged.params),
    unit: asked().wanted?.text ?? null,
    refusal: null,
    ...openOf(licenceOfOperator(registry, closed, asked()).open),
  };
}

export function constantRoute(constant: NamedConstant, text: string): Partial<Draft> {
  const { exact, name, source, symbol, uncertainty, unit, value } = constant;
  const isRounded = !exact && uncertainty === 0;
  const sure = exact
    ? "exact"
    : isRounded
      ? "exact, and rounded"
      : `standard uncertainty ${uncertainty}${unit === "1" ? "" : ` ${unit}`}`;
  return {
    constant,
    why: [{ cue: name, at: [0, text.length], weight: SCALE, rule: "constant named" }],
    restated:
      `${name.charAt(0).toUpperCase()}${name.slice(1)}${symbol === null ? "" : ` ${symbol}`} = ` +
      `${value}${unit === "1" ? "" : ` ${unit}`} (${sure}; ${source}); right?`,
  };
}
