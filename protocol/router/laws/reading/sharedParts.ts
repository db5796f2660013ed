/**
 * What one number has of another: the unit of `from 4.2 down to 1.5 kg m2`, the thousand of `12, 18 and 85
 * thousand`, the length of `1.8 hPa over 100 km`; and the V of `Mo 0.02 V 0.01`, which is of the next.
 */
import { divideExact, exact, multiplyExact } from "../../../units/exact.js";
import { dimensionsEqual, isUnit, parseUnit, quantityDimension } from "../../../units/index.js";
import type { Quantity, Reading, Span } from "../../../units/quantity/index.js";
import { joinedBy, plainValue, quantityOf, valueSpan, type Spans } from "./spanForms.js";

const LABEL_AND_NUMBER = /(?:^|[\s,;(:])(?:\p{Lu}\p{Ll}?|\p{L}\d?)\s*=?\s*$/u;

/** `C 0.18 Mo 0.02 V 0.01`: symbols and numbers in turn; a unit there names the next number. */
export function withTurns(text: string, spans: Spans): Spans {
  return spans.map((span, i) => {
    const [next, quantity] = [spans[i + 1], plainValue(span)];
    if (next === undefined || quantity?.hasUnit !== true) return span;
    const unit = /\s(\p{Lu}\p{Ll}?)$/u.exec(text.slice(...quantity.at));
    const isNext = /^\s+$/u.test(text.slice(quantity.at[1], next.at[0]));
    if (unit === null || !isNext || plainValue(next)?.hasUnit === true) return span;
    const head = text.slice(Math.max(0, span.at[0] - 6), span.at[0]);
    if (span.name === null && !LABEL_AND_NUMBER.test(head)) return span;
    const at = [quantity.at[0], quantity.at[1] - unit[0].length] as const;
    const { number, piPower } = quantity.readings[0]!;
    const one = parseUnit("1");
    return one.ok
      ? { ...valueSpan(span, at, [{ number, piPower, unit: one }]), follower: null }
      : span;
  });
}

const DOWN_TO = /^\s*(?:(?:down|up)\s+)?to\s+$/iu;
const FROM = /\bfrom\s+(?:about\s+)?$/iu;
const LISTED = /^\s*(?:,|,?\s*(?:and|or)|to)\s*$/iu;
const MULTIPLE = /\s(hundred|thousand|million|billion)$/iu;
const TIMES: ReadonlyMap<string, bigint> = new Map([
  ["hundred", 100n],
  ["thousand", 1_000n],
  ["million", 1_000_000n],
  ["billion", 1_000_000_000n],
]);

const BELOW_ZERO = /^minus\s/iu;
const OF_DEGREES = /^deg(?:C|F)?$/u;

/** `inside 21 degrees, outside minus 4` */
export function withDegrees(text: string, spans: Spans): Spans {
  let known: readonly Reading[] = [];
  return spans.map((span) => {
    const own = plainValue(span);
    if (own?.hasUnit === true) {
      if (OF_DEGREES.test(own.readings[0]!.unit.text)) known = own.readings;
      return span;
    }
    const isBelow = own !== null && span.name === null && BELOW_ZERO.test(text.slice(...span.at));
    if (!isBelow || known.length === 0) return span;
    const { number, piPower } = own.readings[0]!;
    const readings = known.map(({ unit }) => ({ number, piPower, unit }));
    return valueSpan(span, span.at, readings);
  });
}

/** Numbers with what the last of a list has for all of them. */
export function withSharedParts(text: string, spans: Spans): Spans {
  const found = [...spans];
  for (let i = found.length - 2; i >= 0; i -= 1) {
    const [one, next] = [found[i]!, found[i + 1]!];
    const [own, other] = [plainValue(one), plainValue(next)];
    if (own === null || other === null || own.hasUnit || next.name !== null) continue;
    const gap = text.slice(one.at[1], next.at[0]);
    const isFrom =
      DOWN_TO.test(gap) && FROM.test(text.slice(Math.max(0, one.at[0] - 16), one.at[0]));
    if (isFrom && other.hasUnit) found[i] = inUnitOf(one, own, other);
    else if (LISTED.test(gap)) found[i] = timesOf(text, spans, i, own) ?? one;
  }
  return found;
}

function inUnitOf(span: Span, own: Quantity, { readings }: Quantity): Span {
  const { number, piPower } = own.readings[0]!;
  const shared = readings.map(({ unit }) => ({ number, piPower, unit }));
  return { ...valueSpan(span, own.at, shared), follower: null };
}

/** The multiple at the end of the list that goes on from here. */
function timesOf(text: string, spans: Spans, from: number, own: Quantity): Span | null {
  for (let i = from + 1; i < Math.min(spans.length, from + LIST_MAX); i += 1) {
    const word = MULTIPLE.exec(text.slice(...(spans[i]!.quantities[0]?.at ?? spans[i]!.at)))?.[1];
    if (word !== undefined) {
      if (/\p{L}/u.test(text.slice(...own.at))) return null;
      const factor = exact(TIMES.get(word.toLowerCase())!);
      const readings = own.readings.map((one) => ({
        ...one,
        number: multiplyExact(one.number, factor),
      }));
      return { ...spans[from]!, quantities: [quantityOf(own.at, readings)] };
    }
    const next = spans[i + 1];
    if (next === undefined || !LISTED.test(text.slice(spans[i]!.at[1], next.at[0]))) return null;
  }
  return null;
}

const NEXT_NAME =
  /^\s*(?:[,;]\s*(?:and\s+)?|\s+and\s+|\s+(?=\p{L}\w*\s?=))(\p{L}[\p{L}\p{N}_']{0,8})\s*[=:]?\s*$/u;
const OWN_NAME = /(?:^|[\s,;:(])(\p{L}[\p{L}\p{N}_']{0,8})\s*[=:]?\s*$/u;

const BEHIND = /^\s*[([]([\p{L}µΩ°%][\p{L}\dµΩ°%^/²³]{0,10})[)\]]/u;

/** `tau = 30 (MPa)` */
export function withUnitsBehind(text: string, spans: Spans): Spans {
  return spans.map((span) => {
    const own = plainValue(span);
    if (own === null || own.hasUnit || text.slice(...own.at).endsWith("dB")) return span;
    const written = BEHIND.exec(text.slice(own.at[1], own.at[1] + 16))?.[1];
    const unit =
      written === undefined || /^(?:a|an|in|at|b|c|SI)$/u.test(written) ? null : unitOf(written);
    return unit === null ? span : alsoIn(span, own, [unit]);
  });
}

/** `rho_l 958, rho_v 0.598 kg/m3`: two symbols of one letter have one unit; or none, where a law says so. */
export function withUnitsOfTwins(text: string, spans: Spans): Spans {
  const found = [...spans];
  for (let i = found.length - 2; i >= 0; i -= 1) {
    const [own, next] = [plainValue(found[i]!), plainValue(found[i + 1]!)];
    if (own === null || own.hasUnit || next?.hasUnit !== true) continue;
    const other = NEXT_NAME.exec(text.slice(found[i]!.at[1], found[i + 1]!.at[0]))?.[1];
    const name = OWN_NAME.exec(text.slice(Math.max(0, found[i]!.at[0] - 14), found[i]!.at[0]))?.[1];
    if (other === undefined || name === undefined || !isTwin(name, other)) continue;
    found[i] = alsoIn(
      found[i]!,
      own,
      next.readings.map(({ unit }) => unit),
    );
  }
  return found;
}

const OF_STRESS = /^(?:s|t|sigma|tau)_?[xyz]{1,2}$/u;

/** `T1` and `T2`, `rho_l` and `rho_v`: the same letters with another index. */
function isTwin(one: string, other: string): boolean {
  const [first = "", second = ""] = [one, other].map(
    (name) => /^(?:\p{L}(?=\P{L}|\p{L}$)|\p{L}+(?=[_\d]))/u.exec(name)?.[0] ?? "",
  );
  if (/^(?:dd|rr)$/iu.test(one + other)) return one !== other;
  if (OF_STRESS.test(one) && OF_STRESS.test(other)) return true;
  return one !== other && first !== "" && first === second;
}

/** A bare number in a unit, and without one for a law that has none there. */
function alsoIn(span: Span, own: Quantity, units: readonly Reading["unit"][]): Span {
  const one = parseUnit("1");
  const { number, piPower } = own.readings[0]!;
  const measured = units.filter(({ text }) => text !== "1");
  const readings = [...measured, ...(one.ok ? [one] : [])].map((unit) => ({
    number,
    piPower,
    unit,
  }));
  return { ...valueSpan(span, own.at, readings) };
}

const ALL_IN = new RegExp(
  String.raw`(?:[([]|,\s*)(?:all\s+(?:in\s+)?|(?:all\s+)?(?:lengths|sizes|dimensions|stresses|` +
    String.raw`pressures|concentrations|masses|temperatures|times)\s+in\s+)` +
    String.raw`([\p{L}µΩ°%][\p{L}\dµΩ°%^/*()²³ ]{0,12}?)(?=[)\].,;?]|$)`,
  "gu",
);
const HEADED = /(?<=\s)\((?:in\s+)?([\p{L}µΩ°%][\p{L}\dµΩ°%^/²³]{0,10})\)\s*:\s/gu;

/** `Speeds in km/h: first 30, then 50` */
const HEADED_IN = /(?<=\p{L}\s)in\s+([\p{L}µΩ°%][\p{L}\dµΩ°%^/²³]{0,10})\s?:\s(?=[^.;?]*\d)/gu;

/** `[all wt%]`, `(all in mm)` behind numbers; `outside (mM): K 4, Na 145` before them. */
export function withUnitsOfAll(text: string, spans: Spans): Spans {
  const ranges = [...rangesOf(text)];
  if (ranges.length === 0) return spans;
  return spans.map((span) => {
    const own = plainValue(span);
    const range = ranges.find(({ from, to }) => from <= span.at[0] && span.at[1] <= to);
    return range === undefined || own === null || own.hasUnit
      ? span
      : alsoIn(span, own, [range.unit]);
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly unit: Reading["unit"];
}

const RANGES_MAX = 4;

function* rangesOf(text: string): Generator<Range> {
  let count = 0;
  for (const match of text.matchAll(ALL_IN)) {
    const unit = unitOf(match[1]!);
    if (unit === null || (count += 1) > RANGES_MAX) continue;
    const sentence = text.lastIndexOf(". ", match.index);
    yield { from: Math.max(0, sentence), to: match.index, unit };
  }
  for (const match of [...text.matchAll(HEADED), ...text.matchAll(HEADED_IN)]) {
    const unit = unitOf(match[1]!);
    if (unit === null || (count += 1) > RANGES_MAX) continue;
    const from = match.index + match[0].length;
    const end = /[;.?](?:\s|$)|\(/u.exec(text.slice(from));
    const to = end === null ? text.length : from + end.index;
    // `settlement (mm): Cc 0.32, clay 4 m` asks for it.
    if (!/\d\s\p{L}{1,5}(?=\s*[,/^]|\s*$)/u.test(text.slice(from, to))) yield { from, to, unit };
  }
}

function unitOf(written: string): Reading["unit"] | null {
  const plain = written
    .trim()
    .replace(/^(?:wt|vol|mol|at)[-.\s]?%$/u, "%")
    .replace(/(?<=\/)([cmkd]?m\^?[23]?|kg|g)K$/u, "($1 K)");
  const spelled = plain.replace(
    /(?<=\p{L})([²³]|[23](?![\d^]))/gu,
    (by) => `^${/[²2]/u.test(by) ? 2 : 3}`,
  );
  if (!isUnit(spelled)) return null;
  const unit = parseUnit(spelled);
  return unit.ok ? unit : null;
}

const LIST_MAX = 12;
const EACH = /^\s+(?:(?:for|in|on)\s+)?(?:each|every)\s+$/iu;
const OVER = /^\s+(?:over|across|along)\s+(?:a\s+(?:distance|length|stretch|path)\s+of\s+)?$/iu;
const CHANGES =
  /\b(?:fall|fell|drop|ris|rose|chang|increas|decreas|differ|gradient|los|var)\w*\s+(?:(?:by|of|is)\s+)?$/iu;
const LENGTH = quantityDimension("length");

/** `falling 1.8 hPa over 100 km`: a gradient. */
export function withGradients(text: string, spans: Spans): Spans {
  return joinedBy(text, spans, (_text, one, next) => {
    const changed = one.kind === "change" ? (one.quantities[0] ?? null) : plainValue(one);
    const [above, below] = [changed, plainValue(next)];
    if (above?.hasUnit !== true || below?.hasUnit !== true || next.name !== null) return null;
    const gap = text.slice(one.at[1], next.at[0]);
    if (!OVER.test(gap) && !EACH.test(gap)) return null;
    const head = text.slice(Math.max(0, one.at[0] - 32), one.at[0]);
    if (!EACH.test(gap) && !CHANGES.test(head)) return null;
    const [a, b] = [above.readings[0]!, below.readings[0]!];
    if (LENGTH === undefined || !dimensionsEqual(b.unit.dimension, LENGTH)) return null;
    if (dimensionsEqual(a.unit.dimension, LENGTH) || b.number.num === 0n || b.piPower !== 0)
      return null;
    const unit = parseUnit(
      `${/^deg[CF]$/u.test(a.unit.text) ? `delta_${a.unit.text}` : a.unit.text}/${b.unit.text}`,
    );
    if (!unit.ok) return null;
    const reading: Reading = { number: divideExact(a.number, b.number), piPower: a.piPower, unit };
    return { ...valueSpan(one, [one.at[0], next.at[1]], [reading]), follower: next.follower };
  });
}
