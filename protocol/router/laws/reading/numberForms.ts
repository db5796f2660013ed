/**
 * Numbers that people write in more than one piece: `140 -> 85 °C`, `2 hPa per 100 km`,
 * `2 pi times 6 MHz`, `ratio 9:1`, `27 dBm`. What is certain is read for every question; what may be
 * read otherwise (`60 x 100 mm`, `15 dB` of a gain) is read for a proposal alone.
 */
import { exp10 } from "../../../math/index.js";
import { divideExact, exact, exactOfText, multiplyExact } from "../../../units/exact.js";
import { dimensionsEqual, parseUnit, quantityDimension } from "../../../units/index.js";
import {
  nearBefore,
  valueInSI,
  type Place,
  type Quantity,
  type Reading,
  type Span,
} from "../../../units/quantity/index.js";
import { withCoordinates } from "./coordinates.js";
import { shorthandOf } from "./shorthand.js";
import { joinedBy, plainValue, quantityOf, valueSpan, type Part, type Spans } from "./spanForms.js";
import { withFactors, withRates, withWholeUnits } from "./unitForms.js";

export function certainForms(text: string, spans: Spans): Spans {
  const whole = spans.map((span) => {
    const level = levelOf(span) ?? span;
    return ratioOf(text, level) ?? cyclesOf(text, level) ?? level;
  });
  const units = withRates(text, withWholeUnits(text, joinedBy(text, whole, timesTwoPi)));
  return joinedBy(text, joinedBy(text, units, quotientOf), arrowOf);
}

/** Other ways to read the numbers of a question, the nearest first; none where nothing is open. */
export function looseForms(text: string, spans: Spans): readonly Spans[] {
  const single = withFactors(
    text,
    withCoordinates(text, spans).filter((span) => !isColon(text, span)),
  ).flatMap((span) => shorthandOf(text, span) ?? gainOf(text, span) ?? spacingOf(span) ?? span);
  const shared = withPairUnits(text, joinedBy(text, withLengths(text, single), changeOf));
  const apart = shared.flatMap((span) => apartOf(text, span));
  const elided = withElidedUnits(text, apart);
  return [shared, apart, elided, withUnitsBefore(text, elided)].filter(
    (one, i, all) => !isAsIs(one, spans) && all.slice(0, i).every((other) => !isAsIs(one, other)),
  );
}

function isAsIs(one: Spans, other: Spans): boolean {
  return one.length === other.length && one.every((span, i) => span === other[i]);
}

/** `27 dBm` is a power; `15 dBi` is a ratio, and read for a proposal alone. */
const LEVELS: ReadonlyMap<string, string> = new Map([
  ["dBm", "mW"],
  ["dBW", "W"],
]);

function levelOf(span: Span): Span | null {
  const quantity = plainValue(span);
  const unit = LEVELS.get(span.follower?.text ?? "");
  if (quantity === null || quantity.hasUnit || unit === undefined) return null;
  const read = parseUnit(unit);
  const value = powerOf(quantity);
  if (!read.ok || value === null) return null;
  const at = [span.at[0], span.follower!.at[1]] as const;
  return { ...valueSpan(span, at, [{ number: value, piPower: 0, unit: read }]), follower: null };
}

/** No level of a thing is beyond. */
const DECIBELS_MAX = 300;

function powerOf(quantity: Quantity, per = 10): Reading["number"] | null {
  const decibels = valueInSI(quantity.readings[0]!);
  if (!(Math.abs(decibels) <= DECIBELS_MAX)) return null;
  return exactOfText(String(exp10(decibels / per)));
}

const GAIN = /^dB[id]?$/u;
const OF_AMPLITUDES = /\b(?:voltage|amplitude|field|current)\b[^.;?]{0,30}$/iu;
const NEAR_CHARS = 40;

/** `a power gain of 15 dB` is 31.6. */
function gainOf(text: string, span: Span): Span | null {
  const quantity = plainValue(span);
  if (quantity === null || quantity.hasUnit || !GAIN.test(span.follower?.text ?? "")) return null;
  const head = text.slice(Math.max(0, span.at[0] - NEAR_CHARS), span.at[0]);
  const value = powerOf(quantity, OF_AMPLITUDES.test(head) ? 20 : 10);
  const { unit } = quantity.readings[0]!;
  if (value === null) return null;
  const at = [span.at[0], span.follower!.at[1]] as const;
  return { ...valueSpan(span, at, [{ number: value, piPower: 0, unit }]), follower: null };
}

const RATIO = /^(\d+(?:\.\d+)?)\s*:\s*1$/u;
const RATIO_BEFORE = /\bratio\s+(?:(?:of|is|was|=|:)\s+)?$/iu;
const RATIO_BEHIND = /^\s*(?:\p{L}+\s+)?ratio\b/iu;

/** `compression ratio 9.5:1` */
function ratioOf(text: string, span: Span): Span | null {
  if (span.kind !== "unread") return null;
  const number = RATIO.exec(text.slice(...span.at).trim())?.[1];
  if (number === undefined) return null;
  const isSaid =
    RATIO_BEFORE.test(nearBefore(text, span.at[0])) || RATIO_BEHIND.test(text.slice(span.at[1]));
  const unit = parseUnit("1");
  if (!isSaid || !unit.ok) return null;
  return valueSpan(span, span.at, [{ number: exactOfText(number), piPower: 0, unit }]);
}

const TWO_PI_TIMES = /^2\s*\*?\s*(?:pi|π)\s*(?:\*|x|×|·|times)\s*/iu;

/** `2 pi times 6 MHz` is the angular frequency. */
function cyclesOf(text: string, span: Span): Span | null {
  const quantity = span.quantities.at(-1);
  if (span.kind !== "arithmetic" || quantity === undefined) return null;
  const head = text.slice(span.at[0], quantity.at[0]);
  return TWO_PI_TIMES.test(`${head} `) ? angular(span, span.at, quantity) : null;
}

/** `2π x 6 MHz` */
function timesTwoPi(text: string, one: Span, next: Span): Span | null {
  const quantity = next.quantities[0];
  const at = [one.at[0], next.at[1]] as const;
  if (one.kind !== "unread" || quantity === undefined || next.quantities.length > 1) return null;
  return TWO_PI_TIMES.test(text.slice(one.at[0], quantity.at[0]))
    ? angular({ ...next, name: one.name }, at, quantity)
    : null;
}

function angular(span: Span, at: Place, { readings }: Quantity): Span | null {
  const { number, piPower, unit } = readings[0]!;
  if (!/(?:Hz|hertz)$/iu.test(unit.text) || piPower !== 0 || unit.piPower !== 0) return null;
  const cycles = multiplyExact(multiplyExact(exact(2n), number), unit.factor);
  const read = ["1/s", "rad/s"].flatMap((one): Reading[] => {
    const own = parseUnit(one);
    return own.ok ? [{ number: cycles, piPower: 1, unit: own }] : [];
  });
  return valueSpan(span, at, read);
}

const PER = /^\s*(?:per|for\s+every|every)\s*$/iu;

/** `2 hPa per 100 km` */
function quotientOf(text: string, one: Span, next: Span): Span | null {
  const [above, below] = [plainValue(one), plainValue(next)];
  if (above?.hasUnit !== true || below?.hasUnit !== true || next.name !== null) return null;
  if (!PER.test(text.slice(one.at[1], next.at[0]))) return null;
  const [a, b] = [above.readings[0]!, below.readings[0]!];
  const unit = parseUnit(`${a.unit.text}/(${b.unit.text})`);
  if (!unit.ok || b.number.num === 0n || b.piPower > a.piPower) return null;
  const number = divideExact(a.number, b.number);
  const piPower = a.piPower === b.piPower ? 0 : 1;
  const at = [one.at[0], next.at[1]] as const;
  return { ...valueSpan(one, at, [{ number, piPower, unit }]), follower: next.follower };
}

const ARROW = /^\s*(?:->|→|=>)\s*$/u;
const TO = /^\s*to\s*$/iu;

/** `hot 140 -> 85 °C` begins at the one and ends at the other. */
function arrowOf(text: string, one: Span, next: Span): Span | null {
  return ARROW.test(text.slice(one.at[1], next.at[0])) ? fromTo(one, next) : null;
}

/** `head 100 to 62 cm`: a change for some, a range for others. */
function changeOf(text: string, one: Span, next: Span): Span | null {
  return TO.test(text.slice(one.at[1], next.at[0])) ? fromTo(one, next) : null;
}

function fromTo(one: Span, next: Span): Span | null {
  const [first, last] = [plainValue(one), next.quantities[0]];
  if (first === null || last === undefined || next.quantities.length > 1) return null;
  if (next.name !== null || !["value", "bound"].includes(next.kind)) return null;
  const begun = inUnitOf(first, last);
  return begun === null
    ? null
    : {
        ...next,
        kind: "from-to",
        at: [one.at[0], next.at[1]],
        quantities: [begun, last],
        message: "this is a beginning and an end; give each with its name",
        name: one.name,
      };
}

/** A bare number in the unit of another; null for one of another dimension. */
function inUnitOf(own: Quantity, { hasUnit, readings }: Quantity): Quantity | null {
  if (own.hasUnit) {
    const isAlike = dimensionsEqual(own.readings[0]!.unit.dimension, readings[0]!.unit.dimension);
    return isAlike ? own : null;
  }
  if (!hasUnit) return own;
  const { number, piPower } = own.readings[0]!;
  return quantityOf(
    own.at,
    readings.map(({ unit }) => ({ number, piPower, unit })),
  );
}

const STATES = [
  ["initial", "inlet", "first", "primary"],
  ["final", "outlet", "second", "secondary"],
] as const;

/** `between 20 and 30 degC` has no beginning. */
function isBetween(text: string, { at }: Span): boolean {
  return /\bbetween\s*$/iu.test(nearBefore(text, at[0]));
}

/** A beginning and an end as two numbers; both of a pair that is one quantity each. */
function apartOf(text: string, span: Span): Spans {
  const isChange = span.kind === "from-to" || (span.kind === "range" && !isBetween(text, span));
  if (!isChange || span.quantities.length !== 2) return [span];
  return span.quantities.map((quantity, i): Part => ({
    ...span,
    kind: "value",
    at: quantity.at,
    quantities: [quantity],
    message: null,
    follower: i === 1 ? span.follower : null,
    asIfSaid: STATES[i]!,
  }));
}

const OF = /^\s+of\s+$/iu;
const LONG_AND_ROUND = /^(?:pipes?|tubes?|tubing|wires?|hoses?|cables?|ducts?|piping)$/iu;

/** `80 m of 50 mm pipe`: how long it is, and how wide. */
function withLengths(text: string, spans: Spans): Spans {
  const found = [...spans];
  spans.forEach((span, i) => {
    const next = spans[i + 1];
    const isSaid =
      next !== undefined &&
      isLength(span) &&
      isLength(next) &&
      OF.test(text.slice(span.at[1], next.at[0])) &&
      LONG_AND_ROUND.test(next.follower?.text ?? "");
    if (!isSaid) return;
    const long: Part = { ...span, asIfSaid: ["length"] };
    const wide: Part = { ...next, asIfSaid: ["diameter"] };
    found.splice(i, 2, long, wide);
  });
  return found;
}

function isLength(span: Span): boolean {
  const [reading] = plainValue(span)?.readings ?? [];
  const length = quantityDimension("length");
  return (
    reading !== undefined && length !== undefined && dimensionsEqual(reading.unit.dimension, length)
  );
}

const PAIRED = /^\s*(?:x|×|by|and|&)\s*$/iu;

/** `60 x 100 mm`, `radii 8 and 10 cm`: a bare number has the unit of the next. */
function withPairUnits(text: string, spans: Spans): Spans {
  return shared(text, spans, (gap) => PAIRED.test(gap));
}

const LISTED = /^\s*(?:,|;)\s*(?:and\s+)?(?:[\p{L}-]+\s+){1,3}$/u;

/** `Na 1e17 Nd 1e15 /cm3` */
const SYMBOL_BETWEEN = /^\s+[A-Z][A-Za-z]?\d?\s+$/u;

/** `crust 2800, mantle 3300 kg/m^3`, `hot 90->60, cold 45->20 degC` */
function withElidedUnits(text: string, spans: Spans): Spans {
  const joints = [LISTED, PAIRED, SYMBOL_BETWEEN, ARROW];
  return shared(text, spans, (gap) => joints.some((joint) => joint.test(gap)));
}

const AND_OTHER = /^\s*,?\s*(?:and|but)\s+(?:(?:the|its|our)\s+)?[\p{L}-]+\s+$/u;

/** `Mars takes 687 days, and the Earth 365`: the second of two has the unit of the first. */
function withUnitsBefore(text: string, spans: Spans): Spans {
  return spans.map((span, i) => {
    const before = spans[i - 1];
    const [own, unit] = [plainValue(span), before === undefined ? null : plainValue(before)];
    if (own === null || own.hasUnit || unit?.hasUnit !== true || span.name !== null) return span;
    if (
      span.follower !== null ||
      !AND_OTHER.test(
        text.slice(before!.at[1], span.at[0]).replace(/^.*?(?=,?\s+(?:and|but)\s)/u, ""),
      )
    )
      return span;
    const measured = inUnitOf(own, unit);
    return measured === null ? span : valueSpan(span, own.at, measured.readings);
  });
}

function shared(text: string, spans: Spans, isJoint: (gap: string) => boolean): Spans {
  const found = [...spans];
  for (let i = spans.length - 2; i >= 0; i -= 1) {
    const [one, next] = [found[i]!, found[i + 1]!];
    const unit = plainValue(next);
    const own = plainValue(one) ?? unreadNumber(text, one);
    if (unit?.hasUnit !== true || own === null || own.hasUnit) continue;
    const gap = text.slice(one.at[1], next.at[0]);
    const isSign = one.follower === null || /^(?:x|by)$/iu.test(one.follower.text);
    if (!isSign && !SYMBOL_BETWEEN.test(gap)) continue;
    if (next.name !== null && next.name.text !== "x") continue;
    if (!isJoint(gap)) continue;
    const measured = inUnitOf(own, unit);
    if (measured === null) continue;
    found[i] = { ...valueSpan(one, own.at, measured.readings), follower: null };
  }
  return found;
}

/** The 60 of `60 x 100 mm`, which no grammar of numbers ends at the blank. */
function unreadNumber(text: string, { at, kind }: Span): Quantity | null {
  const digits = text.slice(...at).trim();
  const unit = parseUnit("1");
  if (kind !== "unread" || !/^\d+(?:\.\d+)?$/u.test(digits) || !unit.ok) return null;
  return quantityOf(at, [{ number: exactOfText(digits), piPower: 0, unit }]);
}

const RULINGS = /^(?:lines?|grooves?|rulings?|slits?|threads?)$/iu;
const PER_LENGTH = quantityDimension("wavenumber");

/** `600 lines per mm` are 1/600 mm apart. */
function spacingOf(span: Span): Span | null {
  const quantity = plainValue(span);
  if (quantity === null || !RULINGS.test(span.follower?.text ?? "")) return null;
  const { number, piPower, unit } = quantity.readings[0]!;
  if (PER_LENGTH === undefined || !dimensionsEqual(unit.dimension, PER_LENGTH)) return null;
  const metre = parseUnit("m");
  if (!metre.ok || number.num === 0n || piPower !== 0 || unit.piPower !== 0) return null;
  const spacing = divideExact(exact(1n), multiplyExact(number, unit.factor));
  return valueSpan(span, span.at, [{ number: spacing, piPower: 0, unit: metre }]);
}

/** `at 8:00`, `a 1:1 salt`: when it was, or of which sort; no number of a law. */
function isColon(text: string, { at, kind }: Span): boolean {
  return kind === "unread" && COLON.test(text.slice(...at).trim());
}

const COLON = /^\d{1,2}:\d{1,2}$/u;

/** The text without them. */
export function withoutColons(text: string, spans: Spans): string {
  return spans
    .filter((span) => isColon(text, span))
    .reduce(
      (all, { at: [from, to] }) => all.slice(0, from) + " ".repeat(to - from) + all.slice(to),
      text,
    );
}
