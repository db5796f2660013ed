/** Formulas and numbers of a law that a question states beside its values. */
import type { OperatorEntry } from "../../operators/entry.js";
import { isUnit } from "../../units/index.js";
import { nearBefore, readQuantity } from "../../units/quantity/index.js";
import { changed, rewriting, type Change, type Rewrite } from "./rewrite.js";
import type { Stopped } from "./stopped.js";
import { UNSIGNED } from "./written.js";
import { definitions } from "./unitsExplained.js";

const SENTENCE =
  String.raw`(?:a|an|and|at|for|in|is|of|or|on|the|to|by|per|as|if|its|` +
  String.raw`from|with|was|are|has)(?![\p{L}_])`;
const SYMBOL =
  String.raw`(?!${SENTENCE})(?:\p{L}{1,3}(?![\p{L}])|[\p{L}]+_[\p{L}\p{N}]+|alpha|beta|gamma|delta|epsilon|theta|` +
  String.raw`lambda|sigma|omega|kappa|zeta|sqrt|[A-Z][a-z]{1,3})[\p{N}']*`;
const TERM = String.raw`${UNSIGNED}|${SYMBOL}|[()*/^·+√-]|\s(?=[\p{L}\p{N}()*/^·+√.-])`;
const TERMS_MIN = 3;

interface Run {
  readonly at: readonly [start: number, end: number];
  /** Without a name and an equals sign before it. */
  readonly body: string;
}

/** Terms and signs in a row, each as long as it goes; a name and an equals sign may stand before them. */
function runsIn(text: string): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  while (from < text.length) {
    const begins = !/[\p{L}\p{N}_.]/u.test(text.charAt(from - 1));
    const ends = begins ? endsOfTerms(text, from) : [];
    const to = ends.findLast((end) => !/[\p{L}\p{N}_]/u.test(text.charAt(end))) ?? from;
    const body = text.slice(from, to).trim();
    if (body !== "" && ends.indexOf(to) + 1 >= TERMS_MIN) {
      const name = /[\p{L}][\p{L}\p{N}_]{0,8}\s*=\s*$/u.exec(nearBefore(text, from))?.[0] ?? "";
      const start = from + text.slice(from).search(/\S/u);
      runs.push({ at: [name === "" ? start : from - name.length, start + body.length], body });
    }
    from = Math.max(to, from + 1);
  }
  return runs;
}

function endsOfTerms(text: string, from: number): readonly number[] {
  const ends: number[] = [];
  const term = new RegExp(TERM, "uy");
  term.lastIndex = from;
  while (term.exec(text) !== null) ends.push(term.lastIndex);
  // `sin^2(theta_W) = 0.23`: before an equals sign stands a name.
  return /^\s*=/u.test(text.slice(ends.at(-1) ?? from)) ? [] : ends;
}

/** Numbers that stand in the equation of a law, and its coefficients. */
function numbersOf({ record }: OperatorEntry): ReadonlySet<number> {
  const written = record.equation.match(new RegExp(String.raw`(?<![\w.])${UNSIGNED}`, "gu")) ?? [];
  const coefficients = Object.values(record.coefficients ?? {}).map(({ value }) => value);
  return new Set([...written.map(Number), ...coefficients]);
}

const SMALL = 10;

/** Numbers of a formula that are neither powers nor small whole numbers: a law has its own. */
function tellingIn(formula: string): readonly number[] {
  return [...formula.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}_.])${UNSIGNED}`, "gu"))]
    .filter(({ index }) => !/\^\s*\(?-?$/u.test(formula.slice(0, index)))
    .map(([number]) => Number(number))
    .filter((value) => !(Number.isInteger(value) && value <= SMALL));
}

/** Whether a law has all numbers of formulas; `25.4 mm` are the digits of `0.0254 m`. */
export function hasNumbers(entry: OperatorEntry, numbers: readonly number[]): boolean {
  const digits = (value: number): string =>
    String(value)
      .replace(/e.*$|\./giu, "")
      .replace(/^0+|0+$/gu, "");
  const own = new Set([...numbersOf(entry)].map(digits));
  return numbers.every((one) => own.has(digits(one)));
}

function isFormula(written: string): boolean {
  if (!/[\^*·]|\p{L}\s*\/|\/\s*\(?\p{L}|\)\s*\(|[\p{L}\p{N})]\s[-+]\s/u.test(written)) return false;
  if (!/\p{L}/u.test(written)) return false;
  const bare = written.replace(/^\((.*)\)$/su, "$1");
  if (isUnit(bare) || readQuantity(bare).ok) return false;
  // `12 m/s, 4 N`: a number with its unit, and no product.
  return !new RegExp(String.raw`^${UNSIGNED}\s?[\p{L}µ°%]+(?:\/\p{L}+)?$`, "u").test(written);
}

/** Where a formula stands that a question was stopped in, all formulas are set aside. */
export function formulasAt({ at, entry }: Stopped): Rewrite {
  return (before) => {
    if (at === null) return before;
    const runs = runsIn(before.text).filter(({ body }) => isFormula(body));
    if (!runs.some((run) => run.at[0] < at[1] && at[0] < run.at[1])) return before;
    const numbers = runs.flatMap(({ body }) => tellingIn(body));
    if (entry !== null && !hasNumbers(entry, numbers)) return before;
    const found = runs.map((run): Change => {
      const said = before.text.slice(...run.at).trim();
      const message = `"${said}" is a formula; the equation of the law is used in its place`;
      return { at: run.at, said: "", message };
    });
    return { ...changed(before, found), ofFormulas: [...before.ofFormulas, ...numbers] };
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
      String.raw`(?<![\p{L}\p{N}_.^/])-?${UNSIGNED}(?:\s+version\b|(?=\s*(?:[,;)]|\.(?!\d)|$)))`,
      "gu",
    );
    return rewriting(pattern, ({ 0: written, index }, text) => {
      const value = Math.abs(Number(written.replace(/\s+version$/u, "")));
      if (!own.has(value) && !own.has(-value)) return null;
      const head = text.slice(Math.max(0, index - NEAR_CHARS), index);
      const digits = written.replace(/^-?0?\.0*|\D/gu, "").length;
      const isSaid = NAMED_SO.test(head) || written.endsWith("version");
      // `L = 2` names an input, whatever stands before it.
      const name = /([\p{L}\p{N}_]+)\s*[=:]\s*$/u.exec(head)?.[1];
      if (name !== undefined && !NAMED_SO.test(name)) return null;
      if (!isSaid && digits < DIGITS_MIN) return null;
      return ["", `"${written}" is a number of the law's own equation: ${entry.record.equation}`];
    })(before);
  };
}

export const formulaForms: readonly Rewrite[] = [chains, definitions];
