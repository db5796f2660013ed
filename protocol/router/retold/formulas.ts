/** Formulas and numbers of a law that a question states beside its values. */
import type { OperatorEntry } from "../../operators/entry.js";
import { isUnit } from "../../units/index.js";
import { readQuantity } from "../../units/quantity/index.js";
import { isUnitSaid } from "../laws/reading/plainly.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import type { Stopped } from "./stopped.js";

const NUMBER = String.raw`(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?`;
const SYMBOL =
  String.raw`(?:\p{L}{1,3}(?![\p{L}])|[\p{L}]+_[\p{L}\p{N}]+|alpha|beta|gamma|delta|epsilon|theta|` +
  String.raw`lambda|sigma|omega|kappa|zeta|sqrt|[A-Z][a-z]{1,3})[\p{N}']*`;
const TERM = String.raw`(?:${NUMBER}|${SYMBOL}|[()*/^·+√-]|\s(?=[\p{L}\p{N}()*/^·+√-]))`;
/** Terms and signs in a row; a name and an equals sign may stand before them. */
const RUN = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}_])[\p{L}][\p{L}\p{N}_]{0,8}\s*=\s*)?(?<![\p{L}\p{N}_.])${TERM}{3,80}(?![\p{L}\p{N}_])`,
  "gu",
);
const WORDS_OF_SENTENCES =
  /(?<![\p{L}_])(?:a|an|and|at|for|in|is|of|or|on|the|to|by|per|as|if|its|from|with)(?![\p{L}_])/u;

/** Numbers that stand in the equation of a law, and its coefficients. */
export function numbersOf({ record }: OperatorEntry): ReadonlySet<number> {
  const written = record.equation.match(new RegExp(String.raw`(?<![\w.])${NUMBER}`, "gu")) ?? [];
  const coefficients = Object.values(record.coefficients ?? {}).map(({ value }) => value);
  return new Set([...written.map(Number), ...coefficients]);
}

const SMALL = 10;

/** Whether each number of a formula is a power, a small whole number, or one of the law. */
function isOfLaw(formula: string, entry: OperatorEntry | null): boolean {
  const own = entry === null ? new Set<number>() : numbersOf(entry);
  return [...formula.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}_.])${NUMBER}`, "gu"))].every(
    (match) => {
      const value = Number(match[0]);
      const isPower = /\^\s*\(?-?$/u.test(formula.slice(0, match.index));
      return isPower || own.has(value) || (Number.isInteger(value) && value <= SMALL);
    },
  );
}

function isFormula(run: string): boolean {
  const [, body = run] = /^[^=]*=\s*(.*)$/su.exec(run) ?? [];
  const written = body.trim();
  if (!/[\^*·]|\p{L}\s*\/|\/\s*\(?\p{L}|\)\s*\(|[\p{L}\p{N})]\s[-+]\s/u.test(written)) return false;
  if (!/\p{L}/u.test(written) || WORDS_OF_SENTENCES.test(written)) return false;
  const bare = written.replace(/^\((.*)\)$/su, "$1");
  if (isUnit(bare) || readQuantity(bare).ok) return false;
  // `12 m/s, 4 N`: a number with its unit, and no product.
  return !new RegExp(String.raw`^${NUMBER}\s?[\p{L}µ°%]+(?:\/\p{L}+)?$`, "u").test(written);
}

/** Where a formula stands that a question was stopped in, all formulas of its law are set aside. */
export function formulasAt({ at, entry }: Stopped): Rewrite {
  return (before) => {
    if (at === null) return before;
    const runs = [...before.text.matchAll(RUN)].filter(
      ([run]) => isFormula(run) && isOfLaw(run.replace(/^[^=]*=/u, ""), entry),
    );
    const isStopped = runs.some(({ 0: run, index }) => index < at[1] && at[0] < index + run.length);
    if (!isStopped) return before;
    const places = new Set(runs.map(({ index }) => index));
    return rewriting(RUN, ({ 0: run, index }) =>
      places.has(index)
        ? ["", `"${run.trim()}" is a formula; the equation of the law is used in its place`]
        : null,
    )(before);
  };
}

const CHAIN = new RegExp(
  String.raw`((?<![\p{L}\p{N}_])[\p{L}][\p{L}\p{N}_]*)\s*=\s*` +
    String.raw`((?:[\p{L}][\p{L}\p{N}_]*|\s?[-+*/^()·]\s?){2,12}?)\s*=\s*(?=[-+]?\.?\d)`,
  "gu",
);

/** `r = f/f_n = 2.6`: the value of the first is what stands last. */
const chains = rewriting(CHAIN, ([all, name = "", formula = ""]) =>
  /[-+*/^·]/u.test(formula)
    ? [`${name} = `, `"${all.trim()}" says what ${name} is, and gives its value last`]
    : null,
);

const DEFINED = new RegExp(
  String.raw`(?:\b(?:with|using|where|take|taking|note|and|since)\s+)?(?<![\p{L}\p{N}.])(1\s+\p{L}[\p{L}µ-]{0,16})\s*=\s*` +
    String.raw`(${NUMBER}(?:\s?[x×]\s?10\^-?\d+)?\s?[\p{L}µ][\p{L}\p{N}^/ ]{0,12}?)(?=[,;)]|\.(?:\s|$)|\s(?:and|is|to)\s|$)`,
  "giu",
);

/** `with 1 kpc = 3.0857e19 m`: what a unit is, as it is here. */
const definitions = rewriting(DEFINED, ([all, unit = "", value = ""]) =>
  isUnitSaid(unit, value) ? ["", `"${all.trim()}" says what a unit is, as it is here`] : null,
);

const NAMED_SO =
  /\b(?:coeff\w*|prefactor|constant|factor|exponents?|power|form|karman|version|term|formula)\b/iu;
const NEAR_CHARS = 28;
const DIGITS_MIN = 3;

/** `coefficient 0.0622`, `(0.007184 version)`: a number that the equation of the law has. */
export function ownNumbersOf({ entry }: Stopped): Rewrite {
  return (before) => {
    if (entry === null) return before;
    const own = numbersOf(entry);
    const pattern = new RegExp(
      String.raw`(?<![\p{L}\p{N}_.^/])-?${NUMBER}(?:\s+version\b|(?=\s*(?:[,;)]|\.(?!\d)|$)))`,
      "gu",
    );
    return rewriting(pattern, ({ 0: written, index }, text) => {
      const value = Math.abs(Number(written.replace(/\s+version$/u, "")));
      if (!own.has(value) && !own.has(-value)) return null;
      const head = text.slice(Math.max(0, index - NEAR_CHARS), index);
      const digits = written.replace(/^-?0?\.0*|\D/gu, "").length;
      const isSaid = NAMED_SO.test(head) || written.endsWith("version");
      const isTelling = digits >= DIGITS_MIN && !/[=:]\s*$/u.test(head);
      if (!isSaid && !isTelling) return null;
      return ["", `"${written}" is a number of the law's own equation: ${entry.record.equation}`];
    })(before);
  };
}

export const formulaForms: readonly Rewrite[] = [chains, definitions];
