/**
 * An answer with a value in at most eight lines: the value, its equation with and without numbers,
 * what was assumed, the form of a field, the receipt and one hint. Made from the answer alone, so a
 * terminal, a banner and a web page show the same.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { fieldsIn, textsIn, type Fields } from "./fields.js";
import { measuredText, plainText, roughText } from "./measured.js";
import { readingLines } from "./typedReading.js";
import { drawable, fieldLine, isProfile, type Drawable } from "./plot.js";

const RESULT_LINES_MAX = 8;
/** An error of the computation is named from this share of the value on. */
const NAMED_ERROR = 1e-9;
const LABEL_CHARS = 9;
const INDENT = "  ";
const ELLIPSIS = "…";

export interface ResultView {
  /** Characters a line may have. */
  readonly columns: number;
  /** What to do next, in one line. */
  readonly hint?: string;
  /** Marks the value. */
  readonly strong?: (text: string) => string;
}

/** Members of which each evaluation has one; other answers may have a `value` too. */
const EVALUATED = ["unit", "operator_id", "operatorChain"] as const;

/** Whether the answer holds a number that was computed, and what it takes to show it. */
export function isResult(answer: unknown): answer is Fields & { readonly value: number } {
  return (
    isObject(answer) &&
    typeof answer["value"] === "number" &&
    EVALUATED.some((name) => Object.hasOwn(answer, name))
  );
}

/** A line, and how soon it gives way where there is no room: the highest first. */
interface Part {
  readonly text: string;
  readonly yields: number;
}

export function resultLines(
  answer: Fields & { readonly value: number },
  view: ResultView,
): string[] {
  const { name, lines } = equationsOf(answer);
  const body = [
    ...precisionParts(answer),
    ...lines,
    ...noteParts(answer),
    ...readParts(answer),
    ...assumedParts(answer),
    ...alsoParts(answer),
    ...fieldParts(answer, view.columns),
    ...receiptParts(answer),
    ...(view.hint === undefined ? [] : [labelled("next", view.hint, 0)]),
  ];
  const head = headLine(answer, name);
  return [
    cut(head.value + head.note, view.columns).replace(head.value, view.strong ?? ((text) => text)),
    ...fitted(body, RESULT_LINES_MAX - 1).map(({ text }) => cut(text, view.columns)),
  ];
}

function fitted(parts: readonly Part[], room: number): readonly Part[] {
  let kept = parts;
  while (kept.length > room) {
    const first = Math.max(...kept.map(({ yields }) => yields));
    const at = kept.findLastIndex(({ yields }) => yields === first);
    kept = kept.filter((_part, i) => i !== at);
  }
  return kept;
}

function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, columns - 1)}${ELLIPSIS}`;
}

function labelled(label: string, text: string, yields: number): Part {
  return { text: `${INDENT}${label.padEnd(LABEL_CHARS)}${text}`, yields };
}

interface Head {
  readonly value: string;
  readonly note: string;
}

function headLine(answer: Fields & { readonly value: number }, name: string): Head {
  const { uncertainty, value } = answer;
  const unit = typeof answer["unit"] === "string" ? answer["unit"] : null;
  const isNumerical = answer["uncertainty_source"] === "numerical";
  const spread = typeof uncertainty === "number" ? uncertainty : 0;
  const si = measuredText({ value, uncertainty: spread, isNumerical, unit });
  const asked = askedText(answer, isNumerical);
  const number = asked ?? si;
  const notes = [
    ...(asked === null ? [] : [si]),
    ...(isNumerical && spread > NAMED_ERROR * Math.abs(value)
      ? [`computed to within ${roughText(spread, unit)}`]
      : []),
    ...(isTruth(answer) ? [value === 1 ? "yes" : "no"] : []),
    ...unknownUnit(answer, unit),
  ];
  return {
    value: name === "" ? number : `${name} = ${number}`,
    note: notes.length === 0 ? "" : `   (${notes.join("; ")})`,
  };
}

/** The value in the unit that was asked for. */
function askedText({ in_unit: asked }: Fields, isNumerical: boolean): string | null {
  if (!isObject(asked)) return null;
  const { uncertainty, unit, value } = asked;
  if (typeof value !== "number" || typeof unit !== "string") return null;
  const spread = typeof uncertainty === "number" ? uncertainty : 0;
  return measuredText({ value, uncertainty: spread, isNumerical, unit });
}

function isTruth({ primary }: Fields): boolean {
  return isObject(primary) && primary["quantity"] === "truth value";
}

function unknownUnit({ unit_unknown: of }: Fields, unit: string | null): string[] {
  const names = typeof of === "string" ? [of] : textsIn(of);
  if (unit !== null) return [];
  return [
    names.length === 0
      ? "unit not known"
      : `unit not known: none was given for ${names.join(", ")}`,
  ];
}

interface Equations {
  /** What the value is called. */
  readonly name: string;
  readonly lines: readonly Part[];
}

/** A substituted expression follows its equation with the same name in front. */
const PAIR = "; ";
const EQUALS = " = ";

function nameOf(equation: string): string {
  const at = equation.indexOf(EQUALS);
  return at < 0 ? "" : equation.slice(0, at);
}

/** An unknown that is no subject is named behind the numbers, with its value. */
const SOLVED = /(?:^|; | where )([^\s=;]+) = (\S+)$/;

function solvedName(equations: readonly string[], value: unknown): string | null {
  const last = equations.at(-1) ?? "";
  const [, name = null, number = ""] = SOLVED.exec(last) ?? [];
  return Number(number) === value ? name : turnedName(last);
}

const FUNCTION_OR_POWER = /[a-z]\w*(?=\()|(?<=\d)e[+-]?\d+|\bpi\b/gi;

/** `KE = m v^2/2; v = sqrt(4*2/2)`: the input that was solved for stands behind, in numbers alone. */
function turnedName(equation: string): string | null {
  const at = equation.lastIndexOf(PAIR);
  if (at < 0) return null;
  const [name = "", numbers = ""] = equation.slice(at + PAIR.length).split(" = ");
  return /\p{L}/u.test(numbers.replace(FUNCTION_OR_POWER, "")) || numbers === "" ? null : name;
}

function pairOf(equation: string): readonly string[] {
  const at = equation.lastIndexOf(PAIR);
  const [first, second] = [equation.slice(0, at), equation.slice(at + PAIR.length)];
  return at > 0 && nameOf(first) !== "" && nameOf(first) === nameOf(second)
    ? [first, second]
    : [equation];
}

/** As a person writes them: 5.9722e24. */
function plainNumbers(equation: string): string {
  return equation.replaceAll(/(\de)\+(\d)/g, "$1$2");
}

function equationsOf(answer: Fields): Equations {
  const all = textsIn(answer["equations"]);
  const chain = textsIn(answer["operatorChain"]);
  // The first operator of every chain stamps the time; it is no physics.
  const own = chain.length === 0 ? all : all.slice(1);
  const primary = isObject(answer["primary"]) ? answer["primary"]["name"] : null;
  if (typeof primary === "string") {
    const said = own.filter((equation) => !equation.includes(String(answer["value"])));
    return { name: primary, lines: said.map((text, i) => equationPart(text, i)) };
  }
  const pairs = own.length === 2 && chain.length === 0 ? [own] : own.map(pairOf);
  const last = pairs.at(-1) ?? [];
  const name = solvedName(last, answer["value"]) ?? nameOf(last.at(-1) ?? "");
  const isNamed = /^[\p{L}\d_'^{}()]{1,24}$/u.test(name);
  return {
    name: isNamed ? name : pairs.length === 0 ? (chain[0] ?? "") : "",
    lines: pairs.flatMap((pair, i) =>
      pair.map((text, j) => ({
        text: `${INDENT}${j === 0 ? plainNumbers(text) : aligned(plainNumbers(text), pair[0]!)}`,
        yields: j === 0 ? 1 : i === pairs.length - 1 ? 3 : 5,
      })),
    ),
  };
}

function equationPart(text: string, i: number): Part {
  return { text: `${INDENT}${plainNumbers(text)}`, yields: i === 0 ? 1 : 5 + i };
}

/** The same name is not said twice. */
function aligned(substituted: string, equation: string): string {
  const name = nameOf(equation);
  return name !== "" && nameOf(substituted) === name
    ? `${" ".repeat(name.length)}${substituted.slice(name.length)}`
    : substituted;
}

/** What a reader must know before he uses the value. */
function precisionParts({ seal_kind: kind }: Fields): readonly Part[] {
  return kind === "observable-differential"
    ? [labelled("note", "precise to 1e-4 of the field's scale, not of this value", 0)]
    : [];
}

function noteParts({ notes }: Fields): readonly Part[] {
  const texts = typeof notes === "string" ? [notes] : textsIn(notes);
  return texts.length === 0 ? [] : [labelled("note", texts.join("; "), 5)];
}

/** What a question in words was understood as. */
function readParts(answer: Fields): readonly Part[] {
  const { constant, params, restated, solver, operator_id: operator, why } = answer;
  // The question in full, with its law and each number.
  if (constant !== undefined || typeof restated === "string")
    return [labelled("read as", String(restated), 2)];
  if (!isObject(params) || why === undefined) return [];
  const by = typeof solver === "string" ? solver : String(operator);
  return [labelled("read as", `${by}: ${namedValues(params)}`, 2)];
}

function assumedParts({ assumed }: Fields): readonly Part[] {
  if (!isObject(assumed)) return [];
  const all = Object.entries(assumed).map(([name, one]) => {
    if (!isObject(one)) return `${name} = ${valueText(one)}`;
    const { reason, unit, value } = one;
    const why = typeof reason === "string" && reason !== "" ? ` (${reason})` : "";
    return `${name} = ${valueText(value, unit)}${why}`;
  });
  return all.length === 0 ? [] : [labelled("assumed", all.join("; "), 2)];
}

/** Further results of a solver, with their units. */
function alsoParts({ outputs, primary, value }: Fields): readonly Part[] {
  if (!isObject(outputs)) return [];
  const said = isObject(primary) ? primary["name"] : null;
  const others = Object.entries(outputs).flatMap(([name, one]) =>
    isObject(one) && typeof one["value"] === "number" && one["value"] !== value && name !== said
      ? [`${name} = ${valueText(Number(one["value"].toPrecision(6)), one["unit"])}`]
      : [],
  );
  return others.length === 0 ? [] : [labelled("also", others.join("; "), 6)];
}

/** Fields that can be drawn, profiles first. */
export function drawablesOf(answer: unknown): readonly Drawable[] {
  if (!isObject(answer)) return [];
  return fieldsIn(answer["fields"]).flatMap((field) => drawable(field) ?? []);
}

function fieldParts(answer: Fields, columns: number): readonly Part[] {
  const all = drawablesOf(answer).filter(({ data }) => data.length > 1);
  const [shown = all[0]] = all.filter(isProfile);
  if (shown === undefined) return [];
  return [labelled("field", fieldLine(shown, columns - LABEL_CHARS - INDENT.length), 4)];
}

function receiptParts(answer: Fields): readonly Part[] {
  const { receipt_id: id, unsealed_reason: reason, sealed } = answer;
  if (typeof id === "string") return [labelled("receipt", id, 0)];
  if (typeof reason === "string") return [labelled("receipt", `none: ${reason}`, 0)];
  return sealed === false ? [labelled("receipt", "none: nothing was sealed", 7)] : [];
}

function namedValues(values: Fields): string {
  return Object.entries(values)
    .map(([name, one]) => `${name} = ${valueText(one)}`)
    .join(", ");
}

function valueText(value: unknown, unit?: unknown): string {
  if (typeof value === "number") return plainText(value, typeof unit === "string" ? unit : "");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Why there is no number: the message, and where in the equation it was found. */
export function refusalLines(answer: Fields, hint?: string): string[] | null {
  const { inputError, refusal } = answer;
  const [what, fields] = isObject(inputError)
    ? ["missing input", inputError]
    : ["refused", refusal];
  if (!isObject(fields)) return null;
  const message = String(fields["message"]).replace(/^Missing input /, "");
  const isLikely = fields === refusal && fields["kind"] !== "OPEN_READING";
  const read = readingLines(answer["reading"], isLikely ? "likely" : "read as").map(
    ([word, text]) => `${INDENT}${word.padEnd(LABEL_CHARS)}${text}`,
  );
  const next = hint === undefined ? [] : [`${INDENT}${"next".padEnd(LABEL_CHARS)}${hint}`];
  return [`${what}: ${message}`, ...read, ...next];
}
