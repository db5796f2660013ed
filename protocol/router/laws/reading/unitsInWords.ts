/**
 * Units that go on in words behind a number: `0.80 N for each m/s of speed`, `4186 J per kg and degree`,
 * `3.6 microcoulomb on each m2`, `1.9e26 chains in one m3`, `22 degrees warmer`; and what a unit may be
 * besides: degrees of Celsius, debyes, years.
 */
import { isUnit, parseUnit } from "../../../units/index.js";
import type { Quantity, Reading, Span } from "../../../units/quantity/index.js";
import { quantityOf, plainValue, valueSpan, type Spans } from "./spanForms.js";

export function withUnitsInWords(text: string, spans: Spans): Spans {
  const longer = spans.map((span, i) => {
    const [next, further] = [spans[i + 1], spans[i + 2]];
    // The `one m3` of `chains in one m3` is no number of its own.
    const end = next !== undefined && isOne(text, next) ? further : next;
    return longerOf(text, span, end?.at[0] ?? text.length);
  });
  const own = inherited(text, spans, longer).map((span) => besides(text, span));
  return own.filter(({ at }, i) => i === 0 || own[i - 1]!.at[1] < at[1]);
}

function isOne(text: string, { at, name }: Span): boolean {
  return name === null && /^(?:one|1)\s/iu.test(text.slice(...at));
}

const TAIL_CHARS = 90;
const ONE =
  String.raw`(?:per|for\s+(?:each|every|one)|(?:in|on|by|of|through|over|from)\s+(?:each|every|one|a\s+single)|each|` +
  String.raw`every|a|an)`;
const BELOW =
  String.raw`((?:(?:square|cubic|sq\.?|cu\.?)\s+)?[\p{L}µΩ°%][\p{L}\dµ^²³]*(?:\/[\p{L}][\p{L}\d^]*|` +
  String.raw`\s(?:[CK]|Celsius|Kelvin)(?![\p{L}\d]))?)`;
const AND_BELOW = String.raw`(?:\s+(?:and\s+per|and|per)\s+(?:(?:each|every|per)\s+)?${BELOW})?`;
/** `of network`, `of its volume`, `of light` */
const OF_NOUN = String.raw`(?:\s+of\s+(?:(?:its|the)\s+)?\p{L}+)?`;
const RATE = new RegExp(
  String.raw`^${OF_NOUN}\s+${ONE}\s+${BELOW}${AND_BELOW}(?![\p{L}\d^/])`,
  "iu",
);
const COUNTED = new RegExp(
  String.raw`^\s+((?:\p{L}[\p{L}-]*\s+){1,3}?)(?:of\s+\p{L}+\s+)?${ONE}\s+${BELOW}${AND_BELOW}(?![\p{L}\d^/])`,
  "iu",
);
const FURTHER = new RegExp(
  String.raw`^(?:\s+(?:and\s+per|and|per)\s+|\s)${BELOW}(?![\p{L}\d^/=])`,
  "iu",
);
const TIME = /^(?:seconds?|s|minutes?|min|hours?|h|days?|weeks?|months?|years?)$/iu;
const PREPOSITION =
  /\b(?:at|in|on|with|from|to|and|is|are|was|of|for|by|per|the|times|than|or|if|when)\b/iu;

/** A unit with what stands behind it below the line. */
function longerOf(text: string, span: Span, end: number): Span {
  const quantity = plainValue(span);
  if (quantity === null) return span;
  const tail = text.slice(quantity.at[1], Math.min(end, quantity.at[1] + TAIL_CHARS));
  const written = text.slice(...quantity.at);
  const head = text.slice(Math.max(0, quantity.at[0] - HEAD_CHARS), quantity.at[0]);
  return (
    ofOne(head, span, quantity, tail) ??
    further(written, span, quantity, tail) ??
    countOf(span, quantity, tail) ??
    rateOf(span, quantity, tail) ??
    squared(span, quantity, tail) ??
    below(span, quantity, tail) ??
    span
  );
}

const HEAD_CHARS = 60;
const OF_ONE = new RegExp(
  String.raw`\b(?:one|each|every|a|1)\s+(kilograms?|kilo|kg|grams?|litres?|liters?|moles?|tonnes?)` +
    String.raw`(?:\s+of\s+(?:it|\p{L}+))?,?\s+` +
    String.raw`(?:takes|needs|requires|absorbs|gives(?:\s+off)?|stores|releases|loses)\s+(?:about\s+)?$`,
  "iu",
);

/** `one kilogram takes 4186 J for each degree` */
function ofOne(head: string, span: Span, quantity: Quantity, tail: string): Span | null {
  const one = quantity.hasUnit ? OF_ONE.exec(head)?.[1] : undefined;
  if (one === undefined) return null;
  const match = RATE.exec(tail);
  const below = match === null ? null : belowOf(match[1]!);
  const own = belowOf(/^kilo$/iu.test(one) ? "kg" : one);
  if (match === null || below === null || own === null) return null;
  return within(span, quantity, match[0].length, (unit) => over(unit, [own, below]));
}

/** ` and degree` behind `4186 J per kg`. */
function further(written: string, span: Span, quantity: Quantity, tail: string): Span | null {
  if (!quantity.hasUnit || !/\sper\s/iu.test(written)) return null;
  const match = FURTHER.exec(tail);
  if (match === null) return null;
  const isJoined = /^\s+(?:and|per)/iu.test(match[0]);
  // `per hour and bar`: no counter stands there.
  const below = /^bar$/u.test(match[1]!) ? "bar" : belowOf(match[1]!);
  if (below === null || (!isJoined && !/^(?:K|kelvins?|s|m[23]?|Pa)$/u.test(match[1]!)))
    return null;
  return within(span, quantity, match[0].length, (unit) => over(unit, [below]));
}

/** A unit with others below the line; what is below in those is above. */
function over(unit: string, below: readonly string[]): string {
  const parts = below.map((one) => one.split("/"));
  const above = parts.flatMap(([, under]) => (under === undefined ? [] : [under]));
  return `${[unit, ...above].join(" ")}/(${parts.map(([own]) => own!).join(" ")})`;
}

function rateOf(span: Span, quantity: Quantity, tail: string): Span | null {
  const match = RATE.exec(tail);
  if (match === null) return null;
  const isArticle =
    /^(?:\s+of\s+.*?)?\s+an?\s/iu.test(match[0]) && !/\b(?:for|in|on|of)\s+a/iu.test(match[0]);
  if (isArticle && !TIME.test(match[1]!)) return null;
  const below = belowOf(match[1]!);
  if (below === null) return null;
  if (!quantity.hasUnit && !/\b(?:per|each|every|one)\b/iu.test(match[0])) return null;
  const second = match[2] === undefined ? null : belowOf(match[2]);
  const whole = second === null && match[2] !== undefined ? shorter(match[0]) : match[0].length;
  const isSpeed = /\s(?:for|in)\s/iu.test(match[0]) && TIME.test(match[2] ?? "");
  const under = second === null ? [below] : isSpeed ? [`${below}/${second}`] : [below, second];
  return within(span, quantity, whole, (unit) => over(quantity.hasUnit ? unit : "1", under));
}

/** Without the second unit below, which is none. */
function shorter(all: string): number {
  return (
    all.length -
    (/\s+(?:and\s+per|and|per)\s+(?:(?:each|every|per)\s+)?\S+(?:\s[CK])?$/iu.exec(all)?.[0]
      .length ?? 0)
  );
}

/** `24 pictures per second`, `2.3 power cuts a year`, `1.9e26 chains of network in one m3` */
function countOf(span: Span, quantity: Quantity, tail: string): Span | null {
  const isNoun = /^chains?$/iu.test(quantity.readings[0]!.unit.text) || !quantity.hasUnit;
  if (!isNoun) return null;
  const own = quantity.hasUnit ? ` chains${tail}` : tail;
  const match = COUNTED.exec(own);
  if (match === null || PREPOSITION.test(match[1]!.trim())) return null;
  const below = belowOf(match[2]!);
  if (below === null || (/\s(?:a|an)\s+\S+$/iu.test(match[0]) && !TIME.test(match[2]!)))
    return null;
  const length = match[0].length - (own.length - tail.length);
  return within(span, quantity, length, () => over("1", [below]));
}

const POWER = /^\s?([cmkd]?m)\^?([23²³])(?![\p{L}\d^/])/u;

/** `3.4 to 1.3 kg m2`, `2300 ohm cm2` */
function squared(span: Span, quantity: Quantity, tail: string): Span | null {
  const power = quantity.hasUnit ? POWER.exec(tail) : null;
  if (power === null) return null;
  const [all, length = "", by = ""] = power;
  const exponent = /[2²]/u.test(by) ? 2 : 3;
  return within(span, quantity, all.length, (unit) => `${unit} ${length}^${exponent}`);
}

const POWERS_BELOW = /^-([1-6])((?:\s\p{L}{1,4}-[1-6])*)(?![\p{L}\d.,]\d|\d)/u;
const JOINS =
  /^\s(?:at|in|and|with|for|from|to|of|on|by|is|are|when|where|if|while|over|under|per)\b/iu;

/** `1.1e-3 s-1 at 298 K`, `5 m-3 s-1` */
function below(span: Span, quantity: Quantity, tail: string): Span | null {
  const powers = quantity.hasUnit ? POWERS_BELOW.exec(tail) : null;
  if (powers === null) return null;
  const rest = tail.slice(powers[0].length);
  const word = /^\s?(\p{L}+)/u.exec(rest)?.[1];
  // `10 m-3 m` is a range.
  if (word !== undefined && isUnit(word) && !JOINS.test(rest)) return null;
  const others = powers[2]!.replace(/(?<=\p{L})-/gu, "^-");
  return within(span, quantity, powers[0].length, (unit) => `${unit}^-${powers[1]!}${others}`);
}

function within(
  span: Span,
  quantity: Quantity,
  length: number,
  unitOf: (unit: string) => string,
): Span | null {
  const readings = quantity.readings.flatMap(({ number, piPower, unit }): Reading[] => {
    const own = parseUnit(unitOf(differing(unit.text)));
    return own.ok ? [{ number, piPower, unit: own }] : [];
  });
  if (readings.length === 0) return null;
  const at = [span.at[0], quantity.at[1] + length] as const;
  return { ...valueSpan(span, at, readings), follower: null };
}

/** A unit as it stands in a quotient. */
function differing(unit: string): string {
  return /^deg[CF]$/u.test(unit) ? `delta_${unit}` : unit;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["degree", "K"],
  ["degrees", "K"],
  ["degc", "K"],
  ["°c", "K"],
  ["c", "K"],
  ["degree c", "K"],
  ["degree celsius", "K"],
  ["degree kelvin", "K"],
  ["kelvins", "K"],
]);
/** Words that are units elsewhere, and things where they stand behind "each". */
const NO_UNIT = new RegExp(
  String.raw`^(?:a|an|the|one|two|in|at|as|is|side|cent|unit|turn|turns|cycle|point|line|bar|chain|` +
    String.raw`stone|rod|hand|foot|link|pole|cell|atom|molecule|particle|ion|end|other|of|on|use|slot|` +
    String.raw`case|half|person|revolution|rev|rotation|step|bit|symbol|photon|electron|count|item)$`,
  "iu",
);

/** A unit as it is written, as the grammar of units has it; null for none. */
function belowOf(written: string): string | null {
  const known = WORDS.get(written.toLowerCase());
  if (known !== undefined) return known;
  if (NO_UNIT.test(written)) return null;
  const unit = written
    .replace(/(?<=\p{L})(?=[23]$)/u, "^")
    .replace(/^(?:sq|cu)\.?\s/iu, (sort) => (/^s/iu.test(sort) ? "square " : "cubic "));
  return isUnit(unit) ? unit : null;
}

/** A bare number that had the unit of the next has it still, where that goes on. */
function inherited(text: string, before: Spans, after: Spans): Spans {
  return after.map((span, i) => {
    const [next, known] = [after[i + 1], before[i + 1]];
    const own = plainValue(span);
    if (next === undefined || known === undefined || next === known || own?.hasUnit !== true)
      return span;
    if (/\p{L}/u.test(text.slice(...own.at))) return span;
    const [old, longer] = [known.quantities[0], next.quantities[0]!];
    if (old?.readings[0]?.unit.text !== own.readings[0]!.unit.text) return span;
    const { number, piPower } = own.readings[0]!;
    return valueSpan(
      span,
      own.at,
      longer.readings.map(({ unit }) => ({ number, piPower, unit })),
    );
  });
}

const OTHER_MEANINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["R", ["ohm"]],
  // `x_ac = 0.25 c`: of the chord.
  ["clight", ["1"]],
  ["rev", ["1"]],
  // Words that count things as often.
  ["link", ["1"]],
  ["chain", ["1"]],
  ["rod", ["1"]],
  ["hand", ["1"]],
  ["point", ["1"]],
  ["pole", ["1"]],
]);
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["D", "debye"],
  ["a", "yr"],
]);
const DIFFERENCE = /^\s+(?:warmer|hotter|colder|cooler)\b/iu;
const DIFFERENCE_BEFORE =
  /\b(?:by|differ(?:s|ence)?(?:\s+of)?|rise\s+of|drop\s+of|fall\s+of|interval\s+of)\s+$/iu;
const OF_HEAT = new RegExp(
  String.raw`\b(?:temperatures?|hot|cold|warm\w*|heat\w*|cool\w*|celsius|degc|°c|freez\w*|boil\w*|` +
    String.raw`melt\w*|room|water|air|tea|weather|wet|humid\w*|outside|inside|oven)\b`,
  "iu",
);

/** Where lengths of atoms are spoken of, `A` is often meant for one. */
const OF_ATOMS =
  /\b(?:lattice|bragg|x-?rays?|crystal\w*|bonds?|atoms?|diatomic|molecul\w*|unit\s+cell|cell\s+edge)\b/iu;
const OF_CURRENT =
  /\b(?:currents?|amps?|amperes?|volts?|ohms?|circuit|electrolysis|plating)\b|\d\s?V\b/iu;
const OF_ANGLE = new RegExp(
  String.raw`\b(?:angles?|slopes?|inclin\w*|tilt\w*|upwards?|downwards?|horizontal\w*|latitude|` +
    String.raw`longitude|north|south|east|west|phase|turn\w*|rotat\w*|incidence|refract\w*|hill|ramp|` +
    String.raw`above\s+the|below\s+the|from\s+the)\b`,
  "iu",
);

/** What a number may be besides, for whoever needs another dimension. */
function besides(text: string, span: Span): Span {
  const quantity = plainValue(span);
  if (quantity === null) return span;
  const { number, piPower, unit } = quantity.readings[0]!;
  if (!quantity.hasUnit)
    return attenuation(text, span, quantity) ?? byLetter(text, span, quantity) ?? span;
  const others = /^deg$/u.test(unit.text) ? degreesOf(text, span, quantity) : [];
  const small =
    unit.text === "A" && OF_ATOMS.test(text) && !OF_CURRENT.test(text) ? ["angstrom"] : [];
  const above =
    /^deg\/(?!s$|min$|h$)/u.test(unit.text) && OF_HEAT.test(text)
      ? [unit.text.replace(/^deg/u, "K")]
      : [];
  const below =
    /\/.*\bdeg\b/u.test(unit.text) && OF_HEAT.test(text)
      ? [unit.text.replace(/\bdeg\b/gu, "K")]
      : [];
  // A slope for each power of ten.
  const [slope] = /^(.+)\/decade$/u.exec(unit.text)?.slice(1) ?? [];
  const more = [
    ...(slope === undefined ? [] : [slope]),
    ...others,
    ...small,
    ...above,
    ...below,
    ...(OTHER_MEANINGS.get(unit.text) ?? []),
  ].flatMap((one): Reading[] => {
    const own = parseUnit(one);
    return own.ok ? [{ number, piPower, unit: own }] : [];
  });
  if (more.length === 0) return span;
  const readings = others[0]?.startsWith("delta") === true ? more : [...quantity.readings, ...more];
  return { ...span, quantities: [quantityOf(quantity.at, readings)] };
}

function degreesOf(text: string, span: Span, { at }: Quantity): readonly string[] {
  const isChange = DIFFERENCE.test(text.slice(at[1], at[1] + 24));
  if (isChange) return ["delta_degC"];
  if (!OF_HEAT.test(text) || OF_ANGLE.test(text.slice(Math.max(0, at[0] - 28), at[1] + 24)))
    return [];
  const isSaid = DIFFERENCE_BEFORE.test(text.slice(Math.max(0, at[0] - 24), at[0]));
  return isSaid || span.isDifference ? ["delta_degC"] : ["degC"];
}

const DECIBELS_PER = /^\s?dB\s?(?:\/\s?|per\s)([\p{L}µ]{1,10})(?![\p{L}\d^/])/u;

/** `0.03 dB/m`: decibels have no unit. */
function attenuation(text: string, span: Span, quantity: Quantity): Span | null {
  const match = DECIBELS_PER.exec(text.slice(quantity.at[1], quantity.at[1] + TAIL_CHARS));
  const below = match === null ? null : belowOf(match[1]!);
  return match === null || below === null
    ? null
    : within(span, quantity, match[0].length, () => over("1", [below]));
}

/** `1.85 D`, `5.271 a;` */
function byLetter(text: string, span: Span, quantity: Quantity): Span | null {
  if (/\p{L}/u.test(text.slice(...quantity.at).replace(/e[+-]?\d+$/iu, ""))) return null;
  const head = text.slice(Math.max(0, quantity.at[0] - 24), quantity.at[0]);
  const charge = /^\s?e(?![\p{L}\d^])/u.exec(text.slice(quantity.at[1]));
  const electron = parseUnit("elementary_charge");
  if (charge !== null && /\bcharge\b[^.;?]*$/iu.test(head) && electron.ok) {
    const own = { ...quantity.readings[0]!, unit: electron };
    return {
      ...valueSpan(span, [span.at[0], quantity.at[1] + charge[0].length], [own]),
      follower: null,
    };
  }
  const match =
    /^[\s-]?([Da]|light[\s-]years?)(?=\s*(?:[,.;:)(?]|$)|\s+(?:and|in|at|away)\b)/u.exec(
      text.slice(quantity.at[1]),
    );
  const unit = match === null ? null : parseUnit(LETTERS.get(match[1]!) ?? "ly");
  if (match === null || unit === null || !unit.ok) return null;
  const { number, piPower } = quantity.readings[0]!;
  const at = [span.at[0], quantity.at[1] + match[0].length] as const;
  return { ...valueSpan(span, at, [{ number, piPower, unit }]), follower: null };
}
