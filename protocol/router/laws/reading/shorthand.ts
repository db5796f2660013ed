/**
 * Numbers in the shorthand of a trade, each read for a proposal alone: `4k7`, `f/8`, `60 vol%`,
 * `1.8 % longer`, `1000 times stronger`, `(2 2 0)`, and a bound as the value that it bounds.
 */
import { multiplyExact, exactOfText } from "../../../units/exact.js";
import {
  dimensionsEqual,
  isDimensionless,
  parseUnit,
  quantityDimension,
} from "../../../units/index.js";
import { nearBefore, type Place, type Reading, type Span } from "../../../units/quantity/index.js";
import { plainValue, valueSpan, type Part, type Spans } from "./spanForms.js";

/** Other numbers in place of this one; null where it says nothing else. */
export function shorthandOf(text: string, span: Span): Spans | null {
  for (const form of FORMS) {
    const found = form(text, span);
    if (found !== null) return found;
  }
  return null;
}

type Form = (text: string, span: Span) => Spans | null;

function readIn(unit: string, digits: string, factor = "1"): readonly Reading[] {
  const own = parseUnit(unit);
  if (!own.ok) return [];
  return [
    { number: multiplyExact(exactOfText(digits), exactOfText(factor)), piPower: 0, unit: own },
  ];
}

function part(
  span: Span,
  at: Place,
  readings: readonly Reading[],
  asIfSaid: readonly string[] = [],
  supposes: string | null = null,
): Spans | null {
  if (readings.length === 0) return null;
  const whole: Part = { ...valueSpan(span, at, readings), follower: null, asIfSaid, supposes };
  return [whole];
}

const OHMS = /^(\d+(?:\.\d+)?)([RkKM])(\d+)?(?![\p{L}\d])/u;
const OF_OHMS: ReadonlyMap<string, string> = new Map([
  ["R", "1"],
  ["k", "1000"],
  ["K", "1000"],
  ["M", "1000000"],
]);
/** Where resistances are spoken of, or no unit could be meant. */
const RESISTING =
  /resist|\bR\d?\b|divider|potentiometer|parallel|series|bleeder|pull-?up|feedback|amplifier|op-?amp|astable|555/iu;

/** `4k7` is 4.7 kohm, `100R` 100 ohm. */
const resistance: Form = (text, span) => {
  const written = OHMS.exec(text.slice(span.at[0]));
  if (written === null || span.kind !== "value" || !RESISTING.test(text)) return null;
  const [all, digits = "", letter = "", behind] = written;
  if (behind !== undefined && digits.includes(".")) return null;
  // 60 K are kelvins, and 3 M a molarity, but in `1M`.
  if (letter === "K" && behind === undefined) return null;
  const number = behind === undefined ? digits : `${digits}.${behind}`;
  const at = [span.at[0], span.at[0] + all.length] as const;
  return part(span, at, readIn("ohm", number, OF_OHMS.get(letter)));
};

const STOPS = /(?:^|[^\p{L}\d])f\/$/u;

/** `f/8` is the f-number. */
const stops: Form = (text, span) => {
  const [quantity, another] = span.quantities;
  if (span.kind !== "arithmetic" || quantity === undefined || another !== undefined) return null;
  if (quantity.hasUnit || !STOPS.test(nearBefore(text, quantity.at[0]))) return null;
  return part(span, quantity.at, quantity.readings, ["f-number", "aperture", "number"]);
};

const OF_PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["vol", ["volume", "fraction"]],
  ["wt", ["mass", "fraction"]],
  ["mol", ["mole", "fraction"]],
]);

/** `60 vol%`: a fraction, and of what. */
const shareOf: Form = (text, span) => {
  const quantity = plainValue(span);
  const of = OF_PARTS.get(span.follower?.text ?? "");
  if (quantity === null || quantity.hasUnit || of === undefined) return null;
  const end = span.follower!.at[1];
  const sign = /^[-.\s]?%/u.exec(text.slice(end));
  const percent = parseUnit("%");
  if (sign === null || !percent.ok) return null;
  const readings = quantity.readings.map((one) => ({ ...one, unit: percent }));
  return part(span, [span.at[0], end + sign[0].length], readings, of);
};

const NOTCH = /^(?:deg|°)\s?V$/u;

/** `a 90 deg V notch`: an angle, and no volt. */
const notch: Form = (text, span) => {
  const quantity = plainValue(span);
  const degrees = parseUnit("deg");
  if (quantity === null || !degrees.ok || !NOTCH.test(quantity.readings[0]!.unit.text)) return null;
  if (!/^[-\s]*\p{L}/u.test(text.slice(span.at[1]))) return null;
  const readings = quantity.readings.map((one) => ({ ...one, unit: degrees }));
  return part(span, span.at, readings, ["angle"]);
};

const SPLIT = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)(?![\p{L}\d])/u;

/** `n 1.468/1.463`: two of a kind, and no quotient, where a symbol stands before them. */
const pair: Form = (text, span) => {
  const written = SPLIT.exec(text.slice(span.at[0]));
  if (span.kind !== "arithmetic" || written === null) return null;
  if (!/(?:^|[\s,;(])[\p{L}]\s*=?\s*$/u.test(nearBefore(text, span.at[0]))) return null;
  const [, first = "", second = ""] = written;
  const middle = span.at[0] + first.length;
  const one = part(span, [span.at[0], middle], readIn("1", first), ["first"]);
  const other = part(span, [middle + 1, middle + 1 + second.length], readIn("1", second), [
    "second",
  ]);
  return one === null || other === null
    ? null
    : [...one, ...other.map((own) => ({ ...own, name: null }))];
};

const LONGER = /^\s*(longer|shorter|thinner|higher)\b(?!\s+than)/iu;
const LENGTH = quantityDimension("length");

/** `1.8 % longer` is the strain, and `1.8 mm longer` the elongation. */
const strain: Form = (text, span) => {
  const [quantity, another] = span.quantities;
  if (span.kind !== "change" || quantity === undefined || another !== undefined) return null;
  const [reading] = quantity.readings;
  if (reading === undefined || !quantity.hasUnit) return null;
  const word = LONGER.exec(text.slice(quantity.at[1]))?.[1];
  if (word === undefined) return null;
  if (/^higher$/iu.test(word)) {
    if (LENGTH === undefined || !dimensionsEqual(reading.unit.dimension, LENGTH)) return null;
    return part(span, quantity.at, quantity.readings, ["height"], "a height is counted from below");
  }
  if (isDimensionless(reading.unit.dimension))
    return part(span, quantity.at, quantity.readings, ["strain", "elongation"]);
  if (LENGTH === undefined || !dimensionsEqual(reading.unit.dimension, LENGTH)) return null;
  const written = text.slice(quantity.at[0], quantity.at[1]);
  const supposes = `"${written}" is read as the change of a length`;
  return part(span, quantity.at, quantity.readings, ["elongation", "extension"], supposes);
};

const TIMES_MORE = new RegExp(
  String.raw`^\s+times\s+(?:(?:as\s+(?:strong|large|big|great|intense|powerful|bright|loud)\s+as)|` +
    String.raw`(?:stronger|larger|bigger|greater|brighter|louder|more\s+intense)\s+than)\b`,
  "iu",
);

/** `a signal 1000 times stronger than the noise`: their ratio. */
const ratio: Form = (text, span) => {
  const [quantity, another] = span.quantities;
  if (quantity === undefined || another !== undefined || quantity.hasUnit) return null;
  if (!["value", "change"].includes(span.kind)) return null;
  if (!TIMES_MORE.test(text.slice(quantity.at[1]))) return null;
  return part(span, quantity.at, quantity.readings, ["ratio"]);
};

const INDICES = /^\(?\s*(-?\d)[ ,]+(-?\d)[ ,]+(-?\d)\s*\)/u;
const JOINED_INDICES =
  /^\(?\s*(\d)(\d)(\d)\s*\)(?=\s*(?:lattice\s+|crystal\s+)?(?:planes?|reflections?|faces?|peaks?|lines?)\b)/iu;
const MODES = /\b(?:modes?|standing\s+waves?|resonances?)\b/iu;

/** `the (2 2 0) planes`, `the (220) planes`, `its (1,1,0) mode`: what the grammar took for other numbers. */
const indices: Form = (text, span) => {
  const head = nearBefore(text, span.at[0]);
  const isOpened = /[([]\s*$/u.test(head);
  const isThird = /[([]\s*-?\d[ ,]+-?\d[ ,]+$/u.test(head);
  if (isThird && /^-?\d\s*\)/u.test(text.slice(span.at[0]))) return [];
  const written = isOpened ? indicesAt(text.slice(span.at[0]), span) : null;
  if (written === null) return null;
  const digits = [...written.matchAll(/-?\d/gu)];
  const isMode = MODES.test(text.slice(span.at[0] + written.length));
  const names = isMode ? ["n_x", "n_y", "n_z"] : ["h", "k", "l"];
  return names.flatMap((name, i): Spans => {
    const { 0: digit, index } = digits[i]!;
    const at = [span.at[0] + index, span.at[0] + index + digit.length] as const;
    const own = part(span, at, readIn("1", digit));
    return own === null ? [] : [{ ...own[0]!, name: { text: name, at } }];
  });
};

function indicesAt(tail: string, { kind }: Span): string | null {
  if (kind === "unread") return INDICES.exec(tail)?.[0] ?? null;
  return kind === "value" ? (JOINED_INDICES.exec(tail)?.[0] ?? null) : null;
}

const BOUND = /(?:up\s+to|at\s+(?:most|least)|no\s+more\s+than|max(?:imum)?|down\s+to)\s*$/iu;
const EXTREME = new RegExp(
  String.raw`\b(?:smallest|lowest|least|minimum|largest|greatest|highest|maximum|biggest|most|slowest|` +
    String.raw`fastest|shortest|longest)\b`,
  "iu",
);

/** `up to 95 kHz`: the value of the bound, where one is asked for. */
const bound: Form = (text, span) => {
  const [quantity, another] = span.quantities;
  if (span.kind !== "bound" || quantity === undefined || another !== undefined) return null;
  if (!quantity.hasUnit || span.name !== null) return null;
  if (!BOUND.test(nearBefore(text, quantity.at[0]))) return null;
  const head = text.slice(0, quantity.at[0]);
  // `the lowest rate for sounds up to 95 kHz`: at the bound it is reached.
  if (!EXTREME.test(head.replace(BOUND, "") + text.slice(quantity.at[1]))) return null;
  const written = text.slice(...quantity.at);
  return part(
    span,
    quantity.at,
    quantity.readings,
    [],
    `"${written}" is a bound; its value is supposed`,
  );
};

const FORMS: readonly Form[] = [
  resistance,
  stops,
  pair,
  notch,
  shareOf,
  strain,
  ratio,
  indices,
  bound,
];
