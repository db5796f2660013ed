/**
 * Names that are longer than their last symbol: `p2/p1 = 6` is no `p1`, `V_GS - V_T = 0.7 V` no `V_T`, and
 * `2-theta = 44.5°` no `theta`. The number is none of the last symbol, and stops whoever takes numbers as they
 * stand.
 */
import { nearBefore, type Span } from "../../../units/quantity/index.js";

const ABOVE = /(?<![\p{L}\p{N}_.])(\p{L}[\p{L}\p{N}_]{0,6}\s?\/\s?)$/u;
/** A symbol, and no word: `V_GS - V_T = 0.7 V`. */
const LESS =
  /(?<![\p{L}\p{N}_.-])((?:\p{L}{1,2}|\p{L}{1,3}_?[\p{N}\p{Lu}]\w{0,3}|\p{L}_\w{1,4})(?:\s[-+\u2212]\s|[-+\u2212]))$/u;
const TWICE = /(?<![\p{L}\p{N}_.])((?:2|two)[\s-]?\*?\s?)$/iu;
const ANGLE = /^(?:theta|θ|phi|φ|alpha|beta|psi)$/iu;
const UNNAMED =
  /(?<![\p{L}\p{N}_.])((?:2|two)[\s-]?(?:theta|θ))(?:[\s-]+angle)?\s*(?:of|is|at|:)?\s*$/iu;

const OF_TWO = "this is of two quantities together; give each of them";
const MULTIPLE = "this is twice the angle; give the angle itself";

export function withWholeNames(text: string, spans: readonly Span[]): readonly Span[] {
  const whole = spans.map((span) => withWholeName(text, span));
  const longer = whole.flatMap(({ name }, i) => (name === spans[i]!.name ? [] : [name!.at]));
  if (longer.length === 0) return spans;
  // The 2 of it is no number.
  return whole.filter(({ at }) => !longer.some(([from, to]) => from <= at[0] && at[1] <= to));
}

function withWholeName(text: string, span: Span): Span {
  const { at, kind, name } = span;
  if (kind !== "value") return span;
  if (name === null) {
    const twice = UNNAMED.exec(nearBefore(text, at[0]));
    if (twice === null) return span;
    const from = at[0] - twice[0].length;
    const own = { text: twice[1]!, at: [from, from + twice[1]!.length] } as const;
    return { ...span, kind: "change", message: MULTIPLE, name: own };
  }
  const head = nearBefore(text, name.at[0]);
  const above = (ABOVE.exec(head) ?? LESS.exec(head))?.[1];
  const before = above ?? (ANGLE.test(name.text) ? TWICE.exec(head)?.[1] : undefined);
  if (before === undefined) return span;
  return {
    ...span,
    ...(above === undefined
      ? { kind: "change", message: MULTIPLE }
      : { kind: "arithmetic", message: OF_TWO }),
    name: { text: before + name.text, at: [name.at[0] - before.length, name.at[1]] },
  };
}
