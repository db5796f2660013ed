/** Every number of a question as one value, for a proposal that leaves open what stands around it. */
import { divideExact, exactOfText, multiplyExact } from "../../../units/exact.js";
import { dimensionsEqual, parseUnit } from "../../../units/index.js";
import type { Span } from "../../../units/quantity/index.js";
import { withDiameters } from "./diameters.js";
import { countedIn, sharesIn, type Counted } from "./countedWords.js";
import type { Key } from "./keyUnits.js";
import { withEitherUnit } from "./eitherUnit.js";
import { isSame, likeliestOf } from "./likeliestForm.js";
import { withNames } from "./namesBefore.js";
import { withoutNames } from "./noNumbers.js";
import { looseForms } from "./numberForms.js";
import { withoutSaidAgain } from "./saidAgain.js";
import { withSaidOfOthers } from "./saidOfOthers.js";
import { listed, merged, withWords } from "./placedSpans.js";
import { plainValue, valueSpan, type Part, type Spans } from "./spanForms.js";
import { withUnitsInWords } from "./unitsInWords.js";
import {
  withDegrees,
  withGradients,
  withSharedParts,
  withTurns,
  withUnitsBehind,
  withUnitsOfAll,
  withUnitsOfTwins,
} from "./sharedParts.js";
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
export function everyForm({ body, keys, spans: found, typed }: Written): readonly Spans[] {
  const spans = withTurns(body, withWords(body, found, sharesIn(body)));
  const loose = looseForms(body, spans);
  const most = loose.at(-1) ?? spans;
  const words = countedIn(body, typed);
  const likeliest = likeliestOf(body, spans, most);
  const gradients = withGradients(body, likeliest[0]!);
  const forms = [gradients, ...likeliest, most, ...[...loose].reverse(), spans];
  const [first, ...others] = forms;
  const finished = (form: Spans, isFull: boolean): Spans => {
    const read = finishedForm(
      { body, keys, typed, spans: form },
      isFull ? words : words.filter(({ isSure }) => isSure),
    );
    return withoutSaidAgain(body, withSaidOfOthers(body, read));
  };
  const all = [first!, ...others.filter((one) => !isSame(one, first!))];
  const read = all.slice(0, FORMS_MAX - 1).map((form) => finished(form, false));
  const full = words.some(({ isSure }) => !isSure) ? [finished(first!, true)] : [];
  return [...read, ...full].filter((one, i, some) =>
    some.slice(0, i).every((other) => !isAlike(one, other)),
  );
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

function finishedForm({ body, keys, spans }: Written, words: readonly Counted[]): Spans {
  const byPlace = new Map(keys.map((key) => [key.at, key] as const));
  const keyAt = ({ at }: Span): Key | undefined => byPlace.get(at[0]) ?? byPlace.get(at[0] - 1);
  const read = everyNumber(body, spans).map((span) => inUnitOfKey(span, keyAt(span)));
  const all = withWords(body, merged(read, unreadIn(body, read)), listed(words, read));
  const shared = withUnitsOfAll(
    body,
    withUnitsOfTwins(body, withUnitsBehind(body, withSharedParts(body, all))),
  );
  const signed = withTwoPi(body, withHalfAngles(body, withDegrees(body, withSigns(body, shared))));
  const either = withEitherUnit(body, withUnitsInWords(body, signed));
  return withoutNames(body, withNames(body, withDiameters(body, either), keyAt));
}

/** A bare number whose key says the unit. */
function inUnitOfKey(span: Span, key: Key | undefined): Span {
  const quantity = plainValue(span);
  if (key === undefined || quantity === null || quantity.hasUnit) return span;
  const { number, piPower } = quantity.readings[0]!;
  const readings = key.units.flatMap((text) => {
    const unit = parseUnit(text);
    return unit.ok ? [{ number, piPower, unit }] : [];
  });
  return readings.length === 0 ? span : valueSpan(span, span.at, readings);
}

/** A number that is denied states no value; one that is not read whole states one where it is digits alone. */
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
      case "arithmetic":
        return (
          quotientOf(text, span) ?? factorsOf(text, span) ?? apartOf(text, span) ?? firstOf(span)
        );
      default:
        return firstOf(span);
    }
  });
}

const HEAD_CHARS = 16;

function headOf(text: string, end: number): string {
  return text.slice(Math.max(0, end - HEAD_CHARS), end);
}

/** `between 20 and 30 degC` has no beginning. */
function bothOf(text: string, span: Span): Spans {
  const isBetween = /\bbetween\s*$/iu.test(headOf(text, span.quantities[0]?.at[0] ?? span.at[0]));
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

/** `10 um/0.5 um` is a number; so are the digits of `W/L = 20/1 um`. */
function quotientOf(text: string, span: Span): Spans | null {
  const [one, other, third] = span.quantities;
  const pure = parseUnit("1");
  if (one === undefined || other === undefined || third !== undefined || !pure.ok) return null;
  if (!/^\s*\/\s*$/u.test(text.slice(one.at[1], other.at[0]))) return null;
  const [above, below] = [one.readings[0]!, other.readings[0]!];
  if (!dimensionsEqual(above.unit.dimension, below.unit.dimension)) return null;
  if (one.hasUnit !== other.hasUnit || below.number.num === 0n || above.unit.offset !== undefined)
    return null;
  // `n 1.4682/1.4629`: two of a kind.
  if (!one.hasUnit && /\d\.\d+\s*\/\s*\d+\.\d/u.test(text.slice(...span.at)))
    return bothOf(text, span);
  const number = divideExact(
    multiplyExact(above.number, above.unit.factor),
    multiplyExact(below.number, below.unit.factor),
  );
  return [valueSpan(span, [one.at[0], other.at[1]], [{ number, piPower: 0, unit: pure }])];
}

/** `3 times 220 uF` */
function factorsOf(text: string, span: Span): Spans | null {
  const [one, other, third] = span.quantities;
  if (one === undefined || other === undefined || third !== undefined || one.hasUnit) return null;
  if (!/^\s*times\s*$/iu.test(text.slice(one.at[1], other.at[0]))) return null;
  return [one, other].map((own) => valueSpan(span, own.at, own.readings));
}

/** `6V/3W` */
function apartOf(text: string, span: Span): Spans | null {
  const [one, other, third] = span.quantities;
  if (one?.hasUnit !== true || other?.hasUnit !== true || third !== undefined) return null;
  if (!/^\s*\/\s*$/u.test(text.slice(one.at[1], other.at[0]))) return null;
  return [one, other].map((own) => valueSpan(span, own.at, own.readings));
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
  const [one, ...others] = span.quantities;
  if (one !== undefined && others.length > 0) {
    // `AB/2 40 m`, `sigma'0 80 kPa`: the first digits are of a name.
    const isOfName = /[\p{L}'/_]$/u.test(headOf(text, span.at[0]));
    return (isOfName ? others : [one, ...others]).map((own) =>
      valueSpan(span, own.at, own.readings),
    );
  }
  const unit = parseUnit("1");
  if (!DIGITS.test(digits) || !unit.ok) return [];
  const number = exactOfText(digits.replace(/^\+/u, ""));
  return [valueSpan(span, span.at, [{ number, piPower: 0, unit }])];
}
