/**
 * Numbers that may be in either of two units, for a proposal: the 194.8 of `enters with 191.8 kJ/kg and
 * leaves with 194.8` may be such a one, or pure; the `in` of `g = 2 in the field` may be an inch.
 */
import { dimensionsEqual, quantityDimension } from "../../../units/index.js";
import { valueInSI, type Quantity, type Span } from "../../../units/quantity/index.js";
import { isPureSaid } from "./likeliestForm.js";
import { inEither, plainValue, PURE, type Spans } from "./spanForms.js";
import { withTradeUnits } from "./tradeUnits.js";

export function withEitherUnit(text: string, spans: Spans): Spans {
  const listed = withUnitBehind(text, withTradeUnits(text, spans));
  const placed = withUnitBefore(text, listed).map(
    (span) => placeOf(text, span) ?? column(text, span) ?? span,
  );
  const units = new Set(placed.map(unitOf));
  const warm = placed.find((span) => OF_DEGREES.test(unitOf(span)));
  const once = placed.map(
    (span) => amountOf(text, span, units) ?? degreesOf(text, span, warm) ?? span,
  );
  return once.map(
    (span, i) => withoutInches(text, span, placed[i + 1]) ?? namedAlike(text, span, placed) ?? span,
  );
}

function unitOf(span: Span): string {
  return plainValue(span)?.readings[0]?.unit.text ?? "";
}

const RATE = /^(.{1,8})\/(?:s|min|minute|h|hour|d|day|second|yr|year|week)$/u;

/** `takes in 2400 J each minute and throws away 1968 J`: both may be of the same time. */
function amountOf(text: string, span: Span, units: ReadonlySet<string>): Span | null {
  const own = plainValue(span);
  const unit = RATE.exec(own?.readings[0]?.unit.text ?? "")?.[1];
  if (own === null || unit === undefined || own.readings.length > 1) return null;
  if (!/\b(?:each|every)\b/iu.test(text.slice(...span.at))) return null;
  return units.has(unit) ? inEither(span, own, [own.readings[0]!.unit.text, unit]) : null;
}

/** `coffee at 90 ... a mug at 20 degrees` */
function degreesOf(text: string, span: Span, other: Span | undefined): Span | null {
  const own = plainValue(span);
  if (own === null || own.hasUnit || span.name !== null || span.follower !== null) return null;
  if (!DIGITS.test(text.slice(...own.at)) || !HEAT.test(text)) return null;
  const head = text.slice(Math.max(0, own.at[0] - 8), own.at[0]);
  if (!/\bat\s+$/iu.test(head)) return null;
  return other === undefined ? null : inEither(span, own, [...textsOf(plainValue(other)!), "1"]);
}

/** `k 0.37 W/(m K) ... k 45`: two of one symbol are of one kind. */
function namedAlike(text: string, span: Span, all: Spans): Span | null {
  const own = plainValue(span);
  const symbol = own === null || own.hasUnit ? null : symbolBefore(text, span);
  if (own === null || symbol === null) return null;
  const units = all.flatMap((other) => {
    const quantity = symbolBefore(text, other) === symbol ? plainValue(other) : null;
    return quantity?.hasUnit === true ? textsOf(quantity) : [];
  });
  return units.length === 0 ? null : inEither(span, own, [...new Set(units), "1"]);
}

const SYMBOL_ALONE =
  /(?:^|[\s,;(])([B-HJ-Zb-hj-z]|[A-Za-z][A-Z\d_]\w{0,3}|alpha|beta|gamma|kappa|rho|eta|mu|nu)\s$/u;

function symbolBefore(text: string, { at, name }: Span): string | null {
  return name?.text ?? SYMBOL_ALONE.exec(text.slice(Math.max(0, at[0] - 8), at[0]))?.[1] ?? null;
}

const OF_DEGREES = /^deg[CF]?$/u;

/** The inch that it had of the `in` behind the next number, which is none. */
function withoutInches(text: string, span: Span, next: Span | undefined): Span | null {
  const [own, other] = [plainValue(span), next === undefined ? null : plainValue(next)];
  if (own?.readings[0]?.unit.text !== "in" || other === null || other.hasUnit) return null;
  return /in|["”]/iu.test(text.slice(...own.at)) ? null : inEither(span, own, ["1"]);
}

const DIGITS = /^[-+\u2212]?\d[\d.,]*(?:e[-+]?\d+)?$/iu;
const COMMA = /^\s*,\s*$/u;
const BY = /^\s*(?:x|×|by)\s*$/iu;
const HEAD_CHARS = 40;
const LISTED = /^\s*(?:[,;/]|,?\s*(?:and|or|to|&|vs\.?|versus|over))\s*\+?$/iu;
const AND_OF = /^\s+and\s+(?:(?:of|the|for|in)\s+){0,2}\p{L}{3,}(?:\s\p{L}{3,})?\s+$/u;
const COMMA_OF = /^\s*,\s+\p{L}{3,}(?:\s\p{L}{3,})?\s+$/u;
const NOUN_AND = /^\s+\p{L}{3,}s?\s+and\s+$/u;
const SIZED = new RegExp(
  String.raw`^\s+(?:wide|deep|high|tall|thick|long|hollow|solid)?\s*[x×,]\s+[^\d.;:?!]{0,16}$|` +
    String.raw`^\s+(?:wide|deep|high|tall|thick|long)\s`,
  "u",
);
const LENGTH = quantityDimension("length");

/** `2, 3 and 6 u`: a bare number of a list that ends with a unit; `1e16 electrons and 2e16 holes per cm3`. */
function withUnitBehind(text: string, spans: Spans): Spans {
  const found = [...spans];
  for (let i = found.length - 2; i >= 0; i -= 1) {
    const [one, next] = [found[i]!, found[i + 1]!];
    const [own, other] = [plainValue(one), plainValue(next)];
    if (own === null || own.hasUnit || other?.hasUnit !== true || next.name !== null) continue;
    if (!DIGITS.test(text.slice(...own.at))) continue;
    const gap = text.slice(one.at[1], next.at[0]);
    const { unit } = other.readings[0]!;
    const head = text.slice(Math.max(0, one.at[0] - HEAD_CHARS), one.at[0]);
    const isPure = isPureSaid(head) || SYMBOL.test(head);
    // `volume 15.75, surface 17.8 and asymmetry 23.7 MeV`
    const isEither = next !== spans[i + 1];
    const isListed =
      !isPure &&
      isNear(own, other) &&
      (LISTED.test(gap) || AND_OF.test(gap) || (isEither && COMMA_OF.test(gap))) &&
      !(COMMA.test(gap) && isOfMixed(text, found[i - 1], one));
    const isCount = NOUN_AND.test(gap) && /^1\/|^[^/]*\^-[1-3]$/u.test(unit.text);
    const isSize =
      (SIZED.test(gap) || BY.test(gap)) &&
      LENGTH !== undefined &&
      dimensionsEqual(unit.dimension, LENGTH);
    if (isListed || isCount || isSize) found[i] = inEither(one, own, [...textsOf(other), "1"]);
  }
  return found;
}

/** The 17.67 of `6.112 hPa, 17.67, 243.5 degC`: each of a list of several units says its own. */
function isOfMixed(text: string, before: Span | undefined, one: Span): boolean {
  if (before === undefined || plainValue(before)?.hasUnit !== true) return false;
  return COMMA.test(text.slice(before.at[1], one.at[0]));
}

function textsOf({ readings }: Quantity): readonly string[] {
  return readings.map(({ unit }) => unit.text).filter((one) => one !== "1");
}

const GAP_CHARS = 64;
const JOINED = /(?:^|\s)(?:and|but|then|to|or|with|at|is|are|out|than|again|,|;)\s|[,;]\s/iu;
const CLOSED = new RegExp(
  String.raw`^\s*(?:[,;:?!)]|\.(?!\d)|$)|` +
    String.raw`^\s+(?:(?:and|but|at|or|in|when|after|before|so|then|for|on|while)\s|(?:in|out)side\b)`,
  "iu",
);
/** A symbol right before it. */
const SYMBOL = new RegExp(
  String.raw`(?:^|[\s,;(])(?:\p{Lu}[\p{L}\d_]{0,4}|[b-hj-z]|\p{Ll}\p{Lu}\w{0,3}|\p{L}{1,4}_\w{1,5}|alpha|beta|` +
    String.raw`gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|rho|sigma|tau|phi|psi|omega)\s*=?\s*$`,
  "u",
);
/** Words that name no other quantity. */
const SAME = /\b(?:with|to|from|is|was|are|only|then|and|other|later|vapou?r)\s+$/iu;
const TIMES_MAX = 40;

/** `enters with 191.8 kJ/kg and leaves with 194.8`: the second of two, where nothing says that it is pure. */
function withUnitBefore(text: string, spans: Spans): Spans {
  const found: Span[] = [];
  for (const span of spans) found.push(alikeOf(text, span, found.at(-1)) ?? span);
  return found;
}

function alikeOf(text: string, span: Span, before: Span | undefined): Span | null {
  const [own, unit] = [plainValue(span), before === undefined ? null : plainValue(before)];
  if (own === null || own.hasUnit || unit?.hasUnit !== true || span.name !== null) return null;
  const digits = text.slice(...own.at);
  if (!DIGITS.test(digits) || isYear(digits)) return null;
  const gap = text.slice(before!.at[1], span.at[0]);
  if (gap.length > GAP_CHARS || !JOINED.test(gap) || /[.?!]\s/u.test(gap)) return null;
  if (!CLOSED.test(text.slice(own.at[1], own.at[1] + 8))) return null;
  if (!isNear(own, unit) || isOther(gap, unit) || isPureSaid(gap) || isSorted(gap)) return null;
  return inEither(span, own, [...textsOf(unit), "1"]);
}

/** Of the same size: two of a kind are. */
function isNear(own: Quantity, other: Quantity): boolean {
  const [one, two] = [own, other].map(({ readings }) =>
    Math.abs(valueInSI({ ...readings[0]!, unit: PURE })),
  );
  return one! <= TIMES_MAX * two! && two! <= TIMES_MAX * one!;
}

const PRESSURE = quantityDimension("pressure");

/** What stands before it names another quantity, or may. */
function isOther(gap: string, { readings }: Quantity): boolean {
  if (SAME.test(gap)) return false;
  if (!SYMBOL.test(gap)) return true;
  const isPressure =
    PRESSURE !== undefined && dimensionsEqual(readings[0]!.unit.dimension, PRESSURE);
  return !(isPressure && /(?:^|[\s,;(])[Pp][\p{L}\d_]*\s*$/u.test(gap));
}

function isYear(digits: string): boolean {
  return /^(?:19|20)\d\d$/u.test(digits);
}

/** Words behind which a number has no unit. */
function isSorted(gap: string): boolean {
  return /\b(?:aged?|type|grade|class|n|pH|f|gamma|kappa|Mach|Reynolds|Poisson|Nusselt|Prandtl)\s*=?\s*$/iu.test(
    gap,
  );
}

const INCHES_BEHIND = new RegExp(
  String.raw`^\s*(?:[,.;:?!)x×]|$)|^\s+(?:wide|long|thick|deep|high|tall|across|pipes?|tubes?|dia\w*|hose|` +
    String.raw`bolts?|plates?|rods?|wires?|nozzle|bore|by|of|at|and|to|or|on|from|below|above|apart|away|` +
    String.raw`in|is|radius|round|square|wheels?|telescope|mirror|lens|screen)\b`,
  "iu",
);
const IN_SOME =
  /^\s+(?:[-+]?\d|the|an?|my|our|its|this|that|these|one|each|every|all)(?![\p{L}])/iu;
const INSIDE = /^\s+(?:inside|outside|indoors|outdoors)\b/iu;
const ROOM_MAX = 60;
const HEAT = /degrees|°|warm|cold|hot|temperature|heat|freez|window|wall|room|U-?value/iu;

/** `g = 2 in a field`, `15 degrees inside and -5 outside` */
function placeOf(text: string, span: Span): Span | null {
  const own = plainValue(span);
  if (own === null) return null;
  const tail = text.slice(own.at[1], own.at[1] + 20);
  if (own.hasUnit) {
    const isIn = own.readings[0]!.unit.text === "in" && /\sin$/u.test(text.slice(...own.at));
    if (!isIn || INCHES_BEHIND.test(tail)) return null;
    return inEither(span, own, IN_SOME.test(tail) ? ["1"] : ["in", "1"]);
  }
  const isOfRoom = INSIDE.test(tail) && HEAT.test(text) && span.name === null;
  if (!isOfRoom || !(Math.abs(valueInSI(own.readings[0]!)) <= ROOM_MAX)) return null;
  return inEither(span, own, ["degC", "1"]);
}

/** `over 3000 m of water`: how deep it is, or the pressure of it. */
function column(text: string, span: Span): Span | null {
  const own = plainValue(span);
  const unit = own?.readings[0]?.unit.text ?? "";
  if (own === null || !/^(?:m|cm|mm|ft|in)H2O$/u.test(unit)) return null;
  if (!/\sof\s/u.test(text.slice(...own.at))) return null;
  const length = unit.slice(0, -3);
  return inEither(span, own, length === "m" || length === "ft" ? [length, unit] : [unit, length]);
}
