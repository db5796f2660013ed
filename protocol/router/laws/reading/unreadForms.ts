/**
 * Numbers in forms that the grammar of quantities does not know: `0x051EB852`, `80x80`, `47R`, `004
 * reflection`, `minus 34 ppm`, `2theta = 60 deg`, `Gamma/2pi = 28.9 MHz`.
 */
import {
  divideExact,
  exact,
  exactOfText,
  multiplyExact,
  powerExact,
} from "../../../units/exact.js";
import { isUnit, parseUnit } from "../../../units/index.js";
import type { Place, Reading, Span } from "../../../units/quantity/index.js";
import { plainValue, quantityOf, valueSpan, type Spans } from "./spanForms.js";

const HEX = /(?<![\p{L}\p{N}_])0x([0-9a-f]{1,16})(?![\p{L}\p{N}_])/giu;
const ACROSS = new RegExp(
  String.raw`(?<![\p{L}\p{N}.^])(\d+(?:\.\d+)?)\s?[x×]\s?(\d+(?:\.\d+)?)(?:\s?[x×]\s?(\d+(?:\.\d+)?))?` +
    String.raw`(?:\s?(mm|cm|m|um|µm|nm|km|in|ft)(?:\^?([23²³]))?)?(?![\p{L}\p{N}^]|\.\d)`,
  "gu",
);
const GLUED_OHMS = /(?<![\p{L}\p{N}_.])(\d+|\d+\.\d+(?=R(?!\d)))R(\d*)(?![\p{L}\p{N}])/gu;
const MILLER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])([0-6])([0-6])([0-6])(?=\s+(?:\p{L}+\s+)?(?:reflection|planes?|peak|` +
    String.raw`face|surface|orientation)\b)`,
  "gu",
);

/** Numbers of these forms, each in its place. */
export function unreadIn(text: string, read: Spans): Spans {
  const starts = new Map(read.map((one) => [one.at[0], one] as const));
  const across = acrossIn(text).flatMap((group) =>
    group.every(({ at }) => starts.has(at[0]))
      ? []
      : group.filter(({ at }) => starts.get(at[0])?.quantities[0]?.hasUnit !== true),
  );
  return [
    ...hexIn(text),
    ...powersIn(text),
    ...halvesIn(text),
    ...alloysIn(text),
    ...partsIn(text),
    ...across,
    ...ohmsIn(text),
    ...millerIn(text),
    ...listsIn(text, starts),
    ...behindUnits(text),
  ];
}

const BEHIND_UNIT =
  /(?<![\p{L}\p{N}.,])(\d{1,2})([mh])([0-5]\d|[6-9]\d(?<=m\d\d))(?![\p{L}\p{N}.,]\d|[\p{L}\p{N}])/gu;

/** `1m75`, `2h15` */
function behindUnits(text: string): Spans {
  return [...text.matchAll(BEHIND_UNIT)].map((match) => {
    const [, whole = "", unit, rest = ""] = match;
    const minutes = String(60 * Number(whole) + Number(rest));
    return plainSpan(
      placeOf(match),
      unit === "m" ? readIn("m", `${whole}.${rest}`) : readIn("min", minutes),
    );
  });
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[-+]?\d+)?`;
const LIST = new RegExp(
  String.raw`\[\s*${NUMBER}(?:\s*,\s*${NUMBER}){1,15}\s*\]|` +
    String.raw`(?<![\p{L}\p{N}.,_])\d,\d,\d(?=\)?\s+(?:\p{L}+\s+)?modes?\b)`,
  "gu",
);

/** `"samples": [1, 2, 0, -1]`, `the 1,1,0 room mode` */
function listsIn(text: string, starts: ReadonlyMap<number, Span>): Spans {
  return [...text.matchAll(LIST)].flatMap((match) => {
    const parts = [...match[0].matchAll(new RegExp(NUMBER, "gu"))].map((part) => {
      const start = match.index + part.index;
      return plainSpan([start, start + part[0].length], readIn("1", part[0]));
    });
    return parts.every(({ at }) => starts.has(at[0])) ? [] : parts;
  });
}

function hexIn(text: string): Spans {
  return [...text.matchAll(HEX)].map((match) =>
    plainSpan(placeOf(match), readIn("1", BigInt(`0x${match[1]!}`).toString())),
  );
}

function acrossIn(text: string): readonly Spans[] {
  return [...text.matchAll(ACROSS)].map((match) => {
    const [all, one = "", two = "", three, length, power] = match;
    // `3x1.5 mm2`: three of that area.
    const unit = power === undefined ? length : `${length!}^${/[2²]/u.test(power) ? 2 : 3}`;
    // `3 x 10^5`, and digits of a colour.
    if (/^10$/u.test(two) && three === undefined && unit === undefined) return [];
    const digits = [...new Set([one, two, ...(three === undefined ? [] : [three])])];
    let from = 0;
    return digits.map((own, i) => {
      const start = all.indexOf(own, from);
      from = start + own.length;
      const isLast = i === digits.length - 1;
      const end = isLast ? all.length : from;
      return plainSpan(
        [match.index + start, match.index + end],
        readIn((isLast || power === undefined ? unit : undefined) ?? "1", own),
      );
    });
  });
}

const OF_OHMS = new RegExp(
  String.raw`\bR(?:[a-z]{1,2}|\d|_\w+)?\s*[=:]|\b(?:ohms?|resist\w*|divider|bridge|wye|star|delta|` +
    String.raw`series|parallel)\b`,
  "iu",
);

const POWER = /(?<![\p{L}\d.^/*])(\d{1,3})\^(\d{1,2})(?![\d.^(/*]|\s+times\b)/gu;
const BITS_MAX = 1_000;

const COUNTS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const AND_A_HALF = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?:(${COUNTS.join("|")}|an?)\s+(\p{L}+)\s+and\s+a\s+half|` +
    String.raw`(${COUNTS.join("|")})\s+and\s+a\s+half\s+(\p{L}+))(?![\p{L}\p{N}])`,
  "giu",
);

/** `an hour and a half`, `one and a half hours` */
function halvesIn(text: string): Spans {
  return [...text.matchAll(AND_A_HALF)].flatMap((match) => {
    const [, first = "", unit, count, units] = match;
    const word = (count ?? first).toLowerCase();
    const whole = /^an?$/u.test(word) ? 1 : COUNTS.indexOf(word) + 1;
    const readings = isUnit((unit ?? units)!) ? readIn((unit ?? units)!, `${whole}.5`) : [];
    return readings.length === 0 ? [] : [plainSpan(placeOf(match), readings)];
  });
}

const ALLOY = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\p{Lu}\p{Ll}?-(\d+(?:\.\d+)?)\s?(?:wt|at|mol)?[.\s]?(?:%\s?)` +
    String.raw`?(?=\p{Lu}\p{Ll}?(?![\p{L}]))`,
  "gu",
);

/** `Al-4.5wt%Cu`: percent of what stands behind it. */
function alloysIn(text: string): Spans {
  return [...text.matchAll(ALLOY)].flatMap((match) => {
    const [all, digits = ""] = match;
    if (!all.includes("%") && !digits.includes(".")) return [];
    const start = match.index + all.indexOf(digits);
    return [plainSpan([start, match.index + all.length], readIn("%", digits))];
  });
}

/** `N = 2^16`; powers of ten are read elsewhere. */
function powersIn(text: string): Spans {
  return [...text.matchAll(POWER)].flatMap((match) => {
    const [, base = "", exponent = ""] = match;
    if (base === "10" || Number(exponent) * base.length > BITS_MAX) return [];
    const one = parseUnit("1");
    if (!one.ok) return [];
    const number = powerExact(exact(BigInt(base)), Number(exponent));
    return [plainSpan(placeOf(match), [{ number, piPower: 0, unit: one }])];
  });
}

const OF_PART =
  /(?<![\p{L}\p{N}])([CL])(_?\w{0,4}\s*(?:=\s*)?)(\d+(?:\.\d+)?)([pnuµm])(?:([FH])?)(?![\p{L}\p{N}])/gu;

/** `C = 100n`, `L1 4.7u`: of a capacitor and of a coil. */
function partsIn(text: string): Spans {
  return [...text.matchAll(OF_PART)].flatMap((match) => {
    const [all, kind, joint = "", digits = "", size = "", unit] = match;
    if (unit !== undefined || !/[=\s]/u.test(joint) || (size === "m" && kind === "C")) return [];
    const start = match.index + all.length - digits.length - size.length;
    const readings = readIn(`${size}${kind === "C" ? "F" : "H"}`, digits);
    return [plainSpan([start, start + digits.length + size.length], readings)];
  });
}

/** `47R`, `4R7` */
function ohmsIn(text: string): Spans {
  if (!OF_OHMS.test(text)) return [];
  return [...text.matchAll(GLUED_OHMS)].map((match) => {
    const [, whole = "", part = ""] = match;
    return plainSpan(placeOf(match), readIn("ohm", part === "" ? whole : `${whole}.${part}`));
  });
}

function millerIn(text: string): Spans {
  return [...text.matchAll(MILLER)].flatMap((match) =>
    ["h", "k", "l"].map((name, i) => {
      const at = [match.index + i, match.index + i + 1] as const;
      return { ...plainSpan(at, readIn("1", match[i + 1]!)), name: { text: name, at } };
    }),
  );
}

function placeOf({ 0: all, index }: RegExpExecArray): Place {
  return [index, index + all.length];
}

function readIn(unit: string, digits: string): readonly Reading[] {
  const own = parseUnit(unit);
  return own.ok ? [{ number: exactOfText(digits), piPower: 0, unit: own }] : [];
}

/** A number that stands by itself. */
export function plainSpan(at: Place, readings: readonly Reading[]): Span {
  return {
    kind: "value",
    at,
    quantities: [quantityOf(at, readings)],
    message: null,
    name: null,
    follower: null,
    isRough: false,
    isDifference: false,
  };
}

const MINUS = /(?:^|[\s(=:,])minus\s+$/iu;
/** Something to take it from: a number with its unit, a symbol, what is in brackets. */
const TAKEN_FROM =
  /(?:\bor|\d\s?|\d\s\p{L}{1,3}|[)\]]|(?:^|\s)\p{Lu}\w?|value|length|order)\s+minus\s+$/u;

/** `contrast is minus 2400`: below zero. */
export function withSigns(text: string, spans: Spans): Spans {
  return spans.map((span) => {
    const quantity = plainValue(span);
    const head = text.slice(Math.max(0, span.at[0] - 24), span.at[0]);
    if (quantity === null || !MINUS.test(head) || TAKEN_FROM.test(head)) return span;
    const readings = quantity.readings.map((one) => ({
      ...one,
      number: multiplyExact(exact(-1n), one.number),
    }));
    const start = span.at[0] - (/minus\s+$/iu.exec(head)?.[0].length ?? 0);
    return { ...valueSpan(span, [start, span.at[1]], readings), at: [start, span.at[1]] };
  });
}

const TWICE_ANGLE =
  /(?:^|[\s(,;])(?:2|two)[\s-]?\*?\s?(theta|θ|phi|alpha|beta|psi)(?:[\s-]+angle)?\s*(?:=|of|is|at|:)?\s*$/iu;
const OF_TWICE = /^[\s-]?\*?\s?(?:theta|θ|phi|alpha|beta|psi)(?![\p{L}\p{N}_])/iu;

/** `2theta = 60 deg`: the angle is half of it. */
export function withHalfAngles(text: string, spans: Spans): Spans {
  return spans.flatMap((span) => {
    if (isTwice(text, span)) return [];
    const head = text.slice(Math.max(0, span.at[0] - 24), span.at[0]);
    const quantity = plainValue(span);
    const name = TWICE_ANGLE.exec(head)?.[1];
    if (quantity === null || name === undefined) return [span];
    const readings = quantity.readings.map((one) => ({
      ...one,
      number: divideExact(one.number, exact(2n)),
    }));
    const start = text.lastIndexOf(name, span.at[0]);
    return [
      {
        ...valueSpan(span, span.at, readings),
        name: { text: name, at: [start, start + name.length] },
      },
    ];
  });
}

/** The 2 of it. */
function isTwice(text: string, { at, kind }: Span): boolean {
  if (kind !== "value" || !/^(?:2|two)$/iu.test(text.slice(...at).trim())) return false;
  return OF_TWICE.test(text.slice(at[1], at[1] + 12));
}

const OVER_TWO_PI =
  /(\p{L}[\p{L}\p{N}_]{0,8})\s?\/\s?\(?\s?2\s?\*?\s?(?:pi|π)\s?\)?\s*(?:=|is|of|:)\s*$/iu;
const IS_OVER_TWO_PI =
  /^[^.;]{0,24}?(\p{L}[\p{L}\p{N}_]{0,8})\s?\/\s?\(?\s?2\s?\*?\s?(?:pi|π)\s?\)?/iu;

/** `Gamma/2pi = 28.9 MHz`: the angular frequency is 2 pi times as large. */
export function withTwoPi(text: string, spans: Spans): Spans {
  if (!/\/\s?\(?\s?2\s?\*?\s?(?:pi|π)/iu.test(text)) return spans;
  const found = spans.map((span) => {
    const quantity = plainValue(span);
    if (quantity === null || !/(?:Hz|1\/s)$/u.test(quantity.readings[0]!.unit.text)) return span;
    const head = text.slice(Math.max(0, span.at[0] - 40), span.at[0]);
    const tail = text.slice(span.at[1], span.at[1] + 40);
    const match = OVER_TWO_PI.exec(head) ?? IS_OVER_TWO_PI.exec(tail);
    if (match === null) return span;
    const { number, unit } = quantity.readings[0]!;
    const cycles = multiplyExact(multiplyExact(exact(2n), number), unit.factor);
    const readings = ["1/s", "rad/s"].flatMap((one): Reading[] => {
      const own = parseUnit(one);
      return own.ok ? [{ number: cycles, piPower: 1, unit: own }] : [];
    });
    const start = text.indexOf(match[1]!, Math.max(0, span.at[0] - 40));
    return {
      ...valueSpan(span, span.at, readings),
      name: { text: match[1]!, at: [start, start + match[1]!.length] as const },
    };
  });
  return found.filter((span) => !/^2\s?\*?\s?(?:pi|π)$/iu.test(text.slice(...span.at).trim()));
}
