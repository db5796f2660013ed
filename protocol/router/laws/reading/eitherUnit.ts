/**
 * Numbers that may be in either of two units, for a proposal: the 194.8 of `enters with 191.8 kJ/kg and
 * leaves with 194.8` may be such a one, or pure; the `in` of `g = 2 in the field` may be an inch.
 */
import { exp10 } from "../../../math/index.js";
import { addExact, divideExact, exact, exactOfText, multiplyExact } from "../../../units/exact.js";
import { parseUnit, quantityDimension, dimensionsEqual } from "../../../units/index.js";
import {
  valueInSI,
  type Quantity,
  type Reading,
  type Span,
} from "../../../units/quantity/index.js";
import { isPureSaid } from "./likeliestForm.js";
import { joinedBy, plainValue, valueSpan, type Spans } from "./spanForms.js";

export function withEitherUnit(text: string, spans: Spans): Spans {
  const whole = joinedBy(text, spans, wholeOf).map(
    (span) =>
      freedomOf(text, span) ??
      latitude(text, span) ??
      millions(text, span) ??
      followed(text, span) ??
      powerOf(text, span) ??
      span,
  );
  const listed = withUnitBehind(text, whole);
  const placed = withUnitBefore(text, listed).map(
    (span) => placeOf(text, span) ?? column(text, span) ?? span,
  );
  const once = placed.map(
    (span) => amountOf(text, span, placed) ?? degreesOf(text, span, placed) ?? span,
  );
  return once.map((span, i) => withoutInches(text, span, placed[i + 1]) ?? span);
}

const RATE = /^(.{1,8})\/(?:s|min|minute|h|hour|d|day|second|yr|year|week)$/u;

/** `takes in 2400 J each minute and throws away 1968 J`: both may be of the same time. */
function amountOf(text: string, span: Span, all: Spans): Span | null {
  const own = plainValue(span);
  const unit = RATE.exec(own?.readings[0]?.unit.text ?? "")?.[1];
  if (own === null || unit === undefined || own.readings.length > 1) return null;
  if (!/\b(?:each|every)\b/iu.test(text.slice(...span.at))) return null;
  const isSame = all.some((one) => plainValue(one)?.readings[0]?.unit.text === unit);
  return isSame ? inEither(span, own, [own.readings[0]!.unit.text, unit]) : null;
}

/** `coffee at 90 ... a mug at 20 degrees` */
function degreesOf(text: string, span: Span, all: Spans): Span | null {
  const own = plainValue(span);
  if (own === null || own.hasUnit || span.name !== null || span.follower !== null) return null;
  if (!DIGITS.test(text.slice(...own.at)) || !HEAT.test(text)) return null;
  const head = text.slice(Math.max(0, own.at[0] - 8), own.at[0]);
  if (!/\bat\s+$/iu.test(head)) return null;
  const other = all.find((one) => OF_DEGREES.test(plainValue(one)?.readings[0]?.unit.text ?? ""));
  return other === undefined ? null : inEither(span, own, [...textsOf(plainValue(other)!), "1"]);
}

const OF_DEGREES = /^deg[CF]?$/u;

/** The inch that it had of the `in` behind the next number, which is none. */
function withoutInches(text: string, span: Span, next: Span | undefined): Span | null {
  const [own, other] = [plainValue(span), next === undefined ? null : plainValue(next)];
  if (own?.readings[0]?.unit.text !== "in" || other === null || other.hasUnit) return null;
  return /in|["”]/iu.test(text.slice(...own.at)) ? null : inEither(span, own, ["1"]);
}

/** The same number in each of the units; the first is the usual one. */
export function inEither(span: Span, own: Quantity, units: readonly string[]): Span {
  const { number, piPower } = own.readings[0]!;
  const readings = units.flatMap((one): Reading[] => {
    const unit = parseUnit(one);
    return unit.ok ? [{ number, piPower, unit }] : [];
  });
  return readings.length === 0 ? span : valueSpan(span, own.at, readings);
}

/** What a whole has of the smaller unit that is not said behind it. */
const SMALLER: ReadonlyMap<string, bigint> = new Map([
  ["ft", 12n],
  ["st", 14n],
]);

/** `seven foot six`, `5 ft 7`, `9 stone 4` */
function wholeOf(text: string, one: Span, next: Span): Span | null {
  const [large, small] = [plainValue(one), plainValue(next)];
  if (large === null || small === null || next.name !== null) return null;
  // It may have the unit of the next number.
  if (!/^(?:\d{1,2}|\p{L}{3,6})$/u.test(text.slice(...small.at))) return null;
  if (!/^\s?$/u.test(text.slice(one.at[1], next.at[0]))) return null;
  const reading = large.readings.find(({ unit }) => SMALLER.has(unit.text));
  const parts = reading === undefined ? undefined : SMALLER.get(reading.unit.text);
  const { number } = small.readings[0]!;
  if (reading === undefined || parts === undefined) return null;
  if (number.den !== 1n || number.num < 0n || number.num >= parts) return null;
  if (/^\s?(?:%|x|×|\p{L}+s\b)/u.test(text.slice(next.at[1], next.at[1] + 20))) return null;
  const whole = addExact(reading.number, divideExact(number, exact(parts)));
  return valueSpan(one, [one.at[0], next.at[1]], [{ ...reading, number: whole }]);
}

/** `12 degrees of freedom` are a count. */
function freedomOf(text: string, span: Span): Span | null {
  const own = plainValue(span);
  if (own?.readings[0]?.unit.text !== "deg") return null;
  return /^\s+of\s+freedom\b/iu.test(text.slice(own.at[1], own.at[1] + 14))
    ? { ...inEither(span, own, ["1"]), follower: null }
    : null;
}

const MANY =
  /\b(?:population|people|inhabitants|users|dollars|euros|views|cells|viewers|tokens|parameters)\b/iu;

/** `a population of 3.2M`: no molarity. */
function millions(text: string, span: Span): Span | null {
  const own = plainValue(span);
  if (own?.readings[0]?.unit.text !== "M" || !/\dM$/u.test(text.slice(...own.at))) return null;
  if (!MANY.test(text)) return null;
  const million = { ...own.readings[0], unit: PURE };
  const number = multiplyExact(million.number, exact(1_000_000n));
  return { ...valueSpan(span, own.at, [{ ...million, number }]), follower: null };
}

/** `at latitude 45 N` */
function latitude(text: string, span: Span): Span | null {
  const own = plainValue(span);
  if (own?.readings[0]?.unit.text !== "N" || !/\d\s?N$/u.test(text.slice(...own.at))) return null;
  const head = text.slice(Math.max(0, own.at[0] - 16), own.at[0]);
  return /\b(?:latitude|longitude|lat\.?)\s+(?:of\s+)?$/iu.test(head)
    ? { ...inEither(span, own, ["deg"]), follower: null }
    : null;
}

const OF_TRADE: ReadonlyMap<string, string> = new Map([
  ["MRayl", "MPa s/m"],
  ["Mrayl", "MPa s/m"],
  ["Rayl", "Pa s/m"],
  ["rayl", "Pa s/m"],
  ["pcf", "lb/ft^3"],
  ["y", "yr"],
  ["mPas", "mPa s"],
  ["Pas", "Pa s"],
  ["Js", "J s"],
  ["Ws", "W s"],
  ["kWs", "kW s"],
  ["Vs", "V s"],
  ["Ns", "N s"],
  ["Nms", "N m s"],
  ["Ωm", "ohm m"],
  ["Ωcm", "ohm cm"],
  ["ohmm", "ohm m"],
]);

/** Units of a trade that the grammar of units does not have. */
function followed(text: string, span: Span): Span | null {
  const own = plainValue(span);
  if (own === null || own.hasUnit) return null;
  const tail = text.slice(own.at[1], own.at[1] + 12);
  const word = /^\s?(\p{L}+)(?![\p{L}\p{N}^/=])/u.exec(tail);
  const unit = OF_TRADE.get(word?.[1] ?? "");
  if (word === null || unit === undefined) return null;
  // `x 5 y 7` are places.
  if (word[1] === "y" && /^\s?y\s*=?\s*-?\d/u.test(text.slice(own.at[1], own.at[1] + 8)))
    return null;
  const at = [own.at[0], own.at[1] + word[0].length] as const;
  return { ...inEither(span, { ...own, at }, [unit]), follower: null };
}

/** `10^-9.5 mol/L` */
function powerOf(text: string, span: Span): Span | null {
  const own = plainValue(span);
  const start = own?.at[0] ?? 0;
  const base = /(?<![\p{L}\p{N}.])10\^\(?([-\u2212]?)$/u.exec(
    text.slice(Math.max(0, start - 6), start),
  );
  if (own === null || base === null) return null;
  const power = valueInSI({ ...own.readings[0]!, unit: PURE });
  const value = exp10(base[1] === "" ? power : -Math.abs(power));
  if (!(value > 0) || !Number.isFinite(value)) return null;
  const number = exactOfText(String(value));
  const at = [start - base[0].length, own.at[1]] as const;
  return valueSpan(
    span,
    at,
    own.readings.map((one) => ({ ...one, number })),
  );
}

const PURE = pure();

function pure(): Reading["unit"] {
  const unit = parseUnit("1");
  if (!unit.ok) throw new RangeError("The unit 1 is known.");
  return unit;
}

const DIGITS = /^[-+\u2212]?\d[\d.,]*(?:e[-+]?\d+)?$/iu;
const BY = /^\s*(?:x|×|by)\s*$/iu;
const HEAD_CHARS = 40;
const LISTED = /^\s*(?:[,;/]|,?\s*(?:and|or|to|&|vs\.?|versus|over))\s*\+?$/iu;
const AND_OF = /^\s+and\s+(?:(?:of|the|for|in)\s+){0,2}\p{L}{3,}\s+$/u;
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
    const isListed = !isPure && isNear(own, other) && (LISTED.test(gap) || AND_OF.test(gap));
    const isCount = NOUN_AND.test(gap) && /^1\/|^[^/]*\^-[1-3]$/u.test(unit.text);
    const isSize =
      (SIZED.test(gap) || BY.test(gap)) &&
      LENGTH !== undefined &&
      dimensionsEqual(unit.dimension, LENGTH);
    if (isListed || isCount || isSize) found[i] = inEither(one, own, [...textsOf(other), "1"]);
  }
  return found;
}

function textsOf({ readings }: Quantity): readonly string[] {
  return readings.map(({ unit }) => unit.text).filter((one) => one !== "1");
}

const GAP_CHARS = 64;
const JOINED = /(?:^|\s)(?:and|but|then|to|or|with|at|is|are|out|than|again|,|;)\s|[,;]\s/iu;
const CLOSED =
  /^\s*(?:[,;:?!)]|\.(?!\d)|$)|^\s+(?:and|but|at|or|in|when|after|before|so|then|for|on|while)\s/iu;
/** A symbol right before it. */
const SYMBOL = new RegExp(
  String.raw`(?:^|[\s,;(])(?:\p{Lu}[\p{L}\d_]{0,4}|[b-hj-z]|\p{Ll}\p{Lu}\w{0,3}|\p{L}{1,4}_\w{1,5}|alpha|beta|` +
    String.raw`gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|rho|sigma|tau|phi|psi|omega)\s*=?\s*$`,
  "u",
);
/** Words that name no other quantity. */
const SAME = /\b(?:with|to|from|is|was|are|only|then|and|other|later|vapou?r)\s+$/iu;
const TIMES_MAX = 20;

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
