/** Digits and words that stand beside numbers and give none: `alpha^2`, `Al-4.5wt%Cu`, `450 MW load`. */
import { isUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import type { Stopped } from "./stopped.js";
import { readAs } from "./written.js";
import { joinedMinus } from "./minus.js";

const ALLOY =
  /(?<![\p{L}\p{N}-])([A-Z][a-z]?)-(\d+(?:\.\d+)?)\s?(?:(wt|at|mol|vol)\.?\s?)?%?\s?([A-Z][a-z]?)(?![\p{L}\p{N}-])/gu;

/** `Al-4.5wt%Cu` */
const alloys = rewriting(ALLOY, ([all, base = "", share = "", , solute = ""]) => [
  `alloy of ${base} with solute ${solute} ${share} %`,
  readAs(all, `${base} with ${share} % of ${solute}`),
]);

const F_NUMBER = /(?<![\p{L}\p{N}])f\s?\/\s?(\d+(?:\.\d+)?)(?![\p{L}\p{N}])/giu;

/** `50 mm at f/8` */
const fNumbers = rewriting(F_NUMBER, ([all, number = ""]) => [
  `f-number ${number}`,
  readAs(all, `the f-number ${number}`),
]);

const LAGS =
  /(?<=\b(?:pf|power\s+factor|cos\s?phi)\s*=?\s*(?:0?\.\d+|1(?:\.0+)?)\s)(?:lag(?:ging)?|lead(?:ing)?)\b/giu;

/** `pf 0.80 lag`: of an inductive load, as laws of a power factor take it. */
const lags = rewriting(LAGS, ([word]) =>
  /^lag/iu.test(word) ? ["", readAs(word, "an inductive load, as the law has it")] : null,
);

const ACCORDING = /(?<=\d)\s+(?:according\s+to|based\s+on|following)(?=\s)/giu;

/** `A = 57 according to the formula` */
const according = rewriting(ACCORDING, ([all]) => [", by", `"${all.trim()}" names a law`]);

const HALF_OF = /(?<=[a-z]{3,}\s)[A-Z]{1,3}\/\d\s(?=\d)/gu;

/** `half current spacing AB/2 40 m`: the sign of what was named. */
const halves = rewriting(HALF_OF, ([all]) => ["", `"${all.trim()}" is the sign of what was named`]);

const GLUED = /(?<=[\p{L}]\^?)\d{1,3}(?![\p{L}\p{N}.]\d)/gu;

/** `alpha^2`, `N2`: digits that a name ends in, where a question was stopped at them. */
export function digitsOfNames({ at, reason }: Stopped): Rewrite {
  return (before) => {
    if (at === null || reason !== "unread") return before;
    return rewriting(GLUED, ({ 0: digits, index }, text) => {
      if (index >= at[1] || index + digits.length <= at[0]) return null;
      const name = /[\p{L}\p{N}_]*\^?$/u.exec(text.slice(0, index))?.[0] ?? "";
      return ["", `"${name}${digits}" is a name or a power, and its digits are no number`];
    })(before);
  };
}

/** `Pm - Pe = -450 MW` says more of the number than its noun. */
const DIFFERS = /[\p{L}\p{N}_]\s*-\s*[\p{L}][\p{L}\p{N}_]*\s*=\s*[-+]?\.?\d/u;
const LAST_WORD = /([a-z]{3,})$/u;
const MEASURED = /\d\s?([\p{L}µ°%][^\s]*)\s+[a-z]+$/u;

/** `450 MW load`, `160 MPa stress`: a noun of some law behind a number that has its unit. */
export function wordsBehind({ at, knows, reason }: Stopped): Rewrite {
  return (before) => {
    if (at === null || reason !== "unknown unit" || DIFFERS.test(before.text)) return before;
    const written = before.text.slice(...at);
    const word = LAST_WORD.exec(written)?.[1];
    const unit = MEASURED.exec(written)?.[1];
    if (word === undefined || unit === undefined || !isUnit(unit) || !knows(word)) return before;
    const place = at[1] - word.length;
    return rewriting(new RegExp(String.raw`(?<![\p{L}])${word}(?![\p{L}])`, "gu"), ({ index }) =>
      index === place ? ["", readAs(word, `the thing of "${written}", and no unit`)] : null,
    )(before);
  };
}

export const nameForms: readonly Rewrite[] = [
  alloys,
  fNumbers,
  lags,
  according,
  joinedMinus,
  halves,
];
