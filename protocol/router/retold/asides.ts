/** Remarks that give no input: of method, of idealisation, of the range of an answer, and formulas. */
import { dimensionsEqual, isUnit } from "../../units/index.js";
import { readQuantity, spansIn, valueInSI } from "../../units/quantity/index.js";
import { aside, type Rewrite } from "./rewrite.js";

/** What stands in brackets, with one pair of brackets inside at most. */
const BRACKETS = /\((?:[^()]|\([^()]*\))*\)/gu;
const DENIES =
  /\b(?:no|not|without|never|neglect\w*|ignor\w*|disregard\w*|negative|positive)\b|n't\b/iu;
/** Numbers that are no values: `not 2 theta`. */
const OF_NAMES = /\b2[\s-]*(?:theta|θ)|\b[123]-?d\b/giu;

/** Whether a place is where a law found something denied. */
export type IsDenied = (at: readonly [number, number]) => boolean;

const REMARK = "is a remark that gives no number; it is set aside";

function placeOf(match: RegExpMatchArray): readonly [number, number] {
  return [match.index!, match.index! + match[0].length];
}

/** `(expected, no rounding)`, `(not 2 theta)` */
function remarks(isDenied: IsDenied): Rewrite {
  return aside(
    BRACKETS,
    (written, match) =>
      isDenied(placeOf(match)) &&
      DENIES.test(written) &&
      !/\d/u.test(written.replace(OF_NAMES, "")),
    REMARK,
  );
}

const WITHOUT = /\bwithout\s+(?:any\s+)?[a-z]{3,}(?=\s|[,.;:?!)])/giu;

/** `a second-order system without zeros` */
function withouts(isDenied: IsDenied): Rewrite {
  return aside(WITHOUT, (_written, match) => isDenied(placeOf(match)), REMARK);
}

const OF_SIGN = /^\(\s*(?:negative|positive)\s+(?:for|if|when|where)\b[^()\d]*\)$/iu;

/** `with its sign (negative for an inverted image)` */
const signs = aside(
  BRACKETS,
  (written) => OF_SIGN.test(written),
  "says what a sign means; the law has its own",
);

const RANGE = new RegExp(
  String.raw`^\(\s*(?:(?:from|between)\s+)?(?:[-+]?[\d.,]+\s*\S{0,6}\s*(?:to|and|-)\s*|(?:less|more|smaller|larger|` +
    String.raw`greater)\s+than\s+|(?:up\s+to|at\s+most|at\s+least|below|above)\s+)[-+]?[\d.,]+\s*[^\d\s]{0,6}\s*\)$`,
  "iu",
);
const ASKING = /\b(?:which|what|how|find|calculate|compute|determine)\b[^.;?!,]{0,60}$/iu;

/** `at which frequency (0 to 5 kHz)`: where the answer lies. */
const ranges = aside(
  BRACKETS,
  (written, match, text) => RANGE.test(written) && ASKING.test(text.slice(0, match.index)),
  "says where the answer lies; that is not checked",
);

const OPERATION = /[*^/√]|\b(?:log|ln|sqrt)|\s[-+]\s/u;
const SYMBOL = /(?<![\p{L}\p{N}])\p{L}{1,3}[\d_]{0,2}(?![\p{L}])/u;
const A_VALUE = /[=≈]\s*[-+]?[\d.][\d.,e^+-]*(?:\s*[^\d\s=]+)?\s*\)?$/u;
const FORMULA = "is a formula; the equation of the law is used in its place";

/** Whether letters and operations stand there, and no value. */
export function isFormula(written: string): boolean {
  const inside = written.replace(/^\(|\)$/gu, "").trim();
  if (A_VALUE.test(inside) || isUnit(inside)) return false;
  if (spansIn(inside).some(({ quantities }) => quantities.some(({ hasUnit }) => hasUnit)))
    return false;
  return OPERATION.test(inside) && SYMBOL.test(inside) && !/[\p{L}]{9,}/u.test(inside);
}

/** `Blasius (0.3164 Re^-1/4)` */
const formulas = aside(BRACKETS, isFormula, FORMULA);

const EQUATION = new RegExp(
  String.raw`(?:(?<=[,;])|\bwith(?=\s))\s*(?:\p{L}+\s+){0,3}?[\p{L}][\p{L}\p{N}_/²]*\s*=\s*[-(]?\s*[\p{L}]` +
    String.raw`[^,;?=\s]*\s*[-+*/^²·].*?(?=[,;?]|\.\s|$)`,
  "giu",
);

/** `corrected length = L + t/2` */
const equations = aside(
  EQUATION,
  (written) => !/\d\s*\p{L}{1,3}(?![\p{L}\d])/u.test(written),
  FORMULA,
);

const ONE_OVER = /\b1\/e(?:\^?2|²)?(?![\p{L}\d])/giu;

/** `falls to 1/e`: where a law counts to. */
const ofExponentials = aside(
  ONE_OVER,
  () => true,
  "says how a length or a time is counted; the law counts it in its way",
);

const FUNCTION = String.raw`(?:square|cube|(?:square|cube)\s+root|root|(?:natural\s+)?log(?:arithm)?)`;
const IN_WORDS = new RegExp(
  String.raw`(?<=\d\s?[^\s,.;?!]{1,12}\s+)times\s+the\s+${FUNCTION}\s+of\s+[^,.;?!]*`,
  "giu",
);

/** `2 min/cm² times the square of volume over surface` */
const inWords = aside(IN_WORDS, (written) => !/\d/u.test(written), FORMULA);

const BY_POWER =
  /\b(?:two|three|four|five)-(?:halves|thirds|quarters)(?=\s+(?:power|law|rule)\b)/giu;

/** `Bloch's three-halves power` */
const powers = aside(BY_POWER, () => true, "is of the name of a law");

const AGE =
  /\b(?:is|are|am|was|'m)\s+(?:\d+|[a-z]+)\s+(?:years|months)\s+old\b|\bI(?:'m|\s+am)\s+\d{1,3}(?=\s+and\b|,)/giu;

/** `the phone is two years old` */
const ages = aside(AGE, () => true, "says how old something is; it is set aside");

const AGAIN = /(?<=(\d[\d.,]*(?:e[-+]?\d+)?\s?[^\s\d,.;()]{1,8})\s)\(([^()]*\d[^()]*)\)/gu;
const SAME_SHARE = 1e-3;

/** `37 degC (310.15 K)`: the same once more. */
const again = aside(
  AGAIN,
  (_written, [, first = "", second = ""]) => {
    const [one, other] = [readQuantity(first), readQuantity(second.trim())];
    if (!one.ok || !other.ok || !one.hasUnit || !other.hasUnit) return false;
    const [a, b] = [one.readings[0]!, other.readings[0]!];
    if (!dimensionsEqual(a.unit.dimension, b.unit.dimension)) return false;
    return Math.abs(valueInSI(a) - valueInSI(b)) <= SAME_SHARE * Math.abs(valueInSI(a));
  },
  "says the number before it once more",
);

export function asidesBy(isDenied: IsDenied): readonly Rewrite[] {
  return [
    ranges,
    again,
    signs,
    formulas,
    remarks(isDenied),
    withouts(isDenied),
    equations,
    ofExponentials,
    inWords,
    powers,
    ages,
  ];
}
