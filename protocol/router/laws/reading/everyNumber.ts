/** Every number of a question as one value, for a proposal that leaves open what stands around it. */
import { exactOfText } from "../../../units/exact.js";
import { dimensionsEqual, parseUnit, type Dimension } from "../../../units/index.js";
import type { Span } from "../../../units/quantity/index.js";
import { countedIn, type Counted } from "./countedWords.js";
import type { Key } from "./keyUnits.js";
import { withNames } from "./namesBefore.js";
import { withoutNames } from "./noNumbers.js";
import { looseForms } from "./numberForms.js";
import { plainValue, valueSpan, type Part, type Spans } from "./spanForms.js";
import { withUnitsInWords } from "./unitsInWords.js";
import { unreadIn, withHalfAngles, withSigns, withTwoPi } from "./unreadForms.js";

const STATES = [
  ["initial", "inlet", "first", "primary"],
  ["final", "outlet", "second", "secondary"],
] as const;

/** A question whose numbers are read in every way that may be meant. */
export interface Written {
  /** Without the unit that is asked for. */
  readonly body: string;
  /** As it was typed, every character in the same place. */
  readonly typed: string;
  readonly spans: Spans;
  readonly keys: readonly Key[];
}

const FORMS_MAX = 3;

/** The numbers of a question as single values, the likeliest form first; at most three forms. */
export function everyForm({ body, keys, spans, typed }: Written): readonly Spans[] {
  const loose = looseForms(body, spans);
  const most = loose.at(-1) ?? spans;
  const words = countedIn(body, typed);
  const likeliest = likeliestOf(body, spans, most);
  const forms = [...likeliest, most, ...[...loose].reverse(), spans];
  const [first, ...others] = forms;
  const finished = (form: Spans, isFull: boolean): Spans =>
    finishedForm(
      { body, keys, typed, spans: form },
      isFull ? words : words.filter(({ isSure }) => isSure),
    );
  const all = [first!, ...others.filter((one) => !isSame(one, first!))];
  const read = all.slice(0, FORMS_MAX - 1).map((form) => finished(form, false));
  const full = words.some(({ isSure }) => !isSure) ? [finished(first!, true)] : [];
  return [...read, ...full].filter((one, i, some) =>
    some.slice(0, i).every((other) => !isAlike(one, other)),
  );
}

function isSame(one: Spans, other: Spans): boolean {
  return one.length === other.length && one.every((span, i) => span === other[i]);
}

/** The same values in the same places. */
function isAlike(one: Spans, other: Spans): boolean {
  return one.length === other.length && one.every((span, i) => keyOf(span) === keyOf(other[i]!));
}

function keyOf({ at, name, quantities }: Span): string {
  const values = quantities.flatMap(({ readings }) => readings.map(valueText));
  return [at[0], name?.text ?? "", ...values].join(" ");
}

function valueText({
  number,
  piPower,
  unit,
}: Span["quantities"][number]["readings"][number]): string {
  return `${number.num}/${number.den} ${piPower} ${unit.text}`;
}

/** Words of numbers that have no unit. */
const PURE = new RegExp(
  String.raw`\b(?:ratio|factor|fraction|index|indices|coefficient|number|exponent|power|efficiency|` +
    String.raw`emissivity|heats|gamma|charges?|constant|order|share|probability|porosity|eccentricity|` +
    String.raw`strain|slope|albedo|redshift|relative|specific\s+gravity|M\^2|reaction)\b[^.;:?]*$`,
  "iu",
);
const OF_LEVELS =
  /\b(?:levels?|loud\w*|noises?|sounds?|meter|SPL|speakers?|machines?|compressors?|dB\s?\(?A)\b/iu;
const OF_GAINS =
  /\b(?:gains?|antennas?|dBi|amplif\w*|attenuat\w*|noise\s+(?:figure|factor)|link)\b/iu;

/**
 * What a bare number has of the next stays there where its words say that it has no unit; decibels are
 * levels where sounds are spoken of.
 */
function likeliestOf(text: string, spans: Spans, most: Spans): readonly Spans[] {
  const own = most.map((span) => {
    const plain = spans.find(({ at }) => at[0] === span.at[0]);
    const [value, bare] = [plainValue(span), plain === undefined ? null : plainValue(plain)];
    if (plain === undefined || value?.hasUnit !== true || bare === null || bare.hasUnit)
      return span;
    if (/\p{L}/u.test(text.slice(...value.at))) return span;
    const head = text.slice(Math.max(0, span.at[0] - 40), span.at[0]);
    return plain.name !== null ||
      PURE.test(head) ||
      (/(?:^|[\s,;(])\p{L}\w{0,4}\s*$/u.test(head.replace(/.*[,;]/u, "")) &&
        /[,;(]\s*\p{L}$/u.test(head.trimEnd()))
      ? plain
      : span;
  });
  const levels = own.map((span) => {
    const plain = spans.find(({ at }) => at[0] === span.at[0]);
    return plain !== undefined && plain.follower?.text.startsWith("dB") === true && span !== plain
      ? plain
      : span;
  });
  if (isSame(levels, own)) return [own];
  return OF_LEVELS.test(text) && !OF_GAINS.test(text) ? [levels, own] : [own, levels];
}

function finishedForm({ body, keys, spans }: Written, words: readonly Counted[]): Spans {
  const read = everyNumber(body, spans).map((span) => inKeyUnit(span, keys));
  const all = withWords(body, merged(read, unreadIn(body)), listed(words, read));
  const signed = withTwoPi(body, withHalfAngles(body, withSigns(body, all)));
  return withoutNames(body, withNames(body, withUnitsInWords(body, signed), keys));
}

/** A bare number whose key says the unit. */
function inKeyUnit(span: Span, keys: readonly Key[]): Span {
  const key = keys.find(({ at }) => at >= span.at[0] && at < span.at[1]);
  const quantity = plainValue(span);
  if (key === undefined || quantity === null || quantity.hasUnit) return span;
  const { number, piPower } = quantity.readings[0]!;
  const readings = key.units.flatMap((text) => {
    const unit = parseUnit(text);
    return unit.ok ? [{ number, piPower, unit }] : [];
  });
  return readings.length === 0 ? span : valueSpan(span, span.at, readings);
}

/** Counts of words, without those that say how long a list of numbers is. */
function listed(words: readonly Counted[], read: Spans): Spans {
  return words.flatMap(({ count, span }) => {
    const near = read.filter(({ at }) => at[0] > span.at[1] && at[0] < span.at[1] + LIST_CHARS);
    const units = near.map(({ quantities }) => quantities[0]?.readings[0]?.unit.dimension);
    const isList =
      count !== null &&
      units.some((unit) => units.filter((one) => isEqual(one, unit)).length >= count);
    return isList && count !== 12 ? [] : [span];
  });
}

const LIST_CHARS = 110;

function isEqual(one: Dimension | undefined, other: Dimension | undefined): boolean {
  return one !== undefined && other !== undefined && dimensionsEqual(one, other);
}

/** Spans in their places; one of the second list stands for those that it covers, and has their name. */
function merged(spans: Spans, others: Spans): Spans {
  if (others.length === 0) return spans;
  const rest = spans.filter((span) => !others.some((one) => isOver(span, one)));
  const placed = others.map((one) => ({
    ...one,
    name: one.name ?? spans.find((span) => isOver(span, one))?.name ?? null,
  }));
  return [...rest, ...placed].sort((a, b) => a.at[0] - b.at[0]);
}

function isOver({ at }: Span, other: Span): boolean {
  return at[0] < other.at[1] && other.at[0] < at[1];
}

/** Words that no quantity has: `half a kilogram` is one. */
function withWords(text: string, spans: Spans, words: Spans): Spans {
  const free = words.filter(
    (word) => !spans.some((span) => isOver(span, word) && /\s/u.test(text.slice(...span.at))),
  );
  return merged(spans, free);
}

/** What is denied states no value; what is not read whole states one where it is digits alone. */
export function everyNumber(text: string, spans: Spans): Spans {
  return spans.flatMap((span) => {
    switch (span.kind) {
      case "value":
        return [span];
      case "negated":
        return [];
      case "range":
      case "from-to":
        return bothOf(text, span);
      case "unread":
        return digitsOf(text, span);
      default:
        return firstOf(span);
    }
  });
}

/** `between 20 and 30 degC` has no beginning. */
function bothOf(text: string, span: Span): Spans {
  const isBetween = /\bbetween\s*$/iu.test(text.slice(0, span.quantities[0]?.at[0] ?? span.at[0]));
  return span.quantities.map((quantity, i): Part => ({
    ...span,
    kind: "value",
    at: quantity.at,
    quantities: [quantity],
    message: null,
    follower: i === span.quantities.length - 1 ? span.follower : null,
    asIfSaid: isBetween ? [] : (STATES[i] ?? []),
  }));
}

function firstOf(span: Span): Spans {
  const [quantity] = span.quantities;
  if (quantity === undefined) return [];
  return [{ ...span, kind: "value", quantities: [quantity], message: null }];
}

const DIGITS = /^[-\u2212+]?\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?$/iu;

function digitsOf(text: string, span: Span): Spans {
  const digits = text
    .slice(...span.at)
    .trim()
    .replace("\u2212", "-");
  const unit = parseUnit("1");
  if (!DIGITS.test(digits) || !unit.ok) return [];
  const number = exactOfText(digits.replace(/^\+/u, ""));
  return [valueSpan(span, span.at, [{ number, piPower: 0, unit }])];
}
