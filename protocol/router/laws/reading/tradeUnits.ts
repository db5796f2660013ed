/**
 * Numbers whose unit the grammar of units does not have, or has otherwise, for a proposal: `9 stone 4`, `12
 * degrees of freedom`, `1.5 MRayl`, `a population of 3.2M`, `10^-9.5 mol/L`.
 */
import { exp10 } from "../../../math/index.js";
import { addExact, divideExact, exact, exactOfText, multiplyExact } from "../../../units/exact.js";
import { valueInSI, type Reading, type Span } from "../../../units/quantity/index.js";
import { inEither, joinedBy, plainValue, PURE, valueSpan, type Spans } from "./spanForms.js";

export function withTradeUnits(text: string, spans: Spans): Spans {
  return joinedBy(text, spans, wholeOf).map(
    (span) =>
      freedomOf(text, span) ??
      latitude(text, span) ??
      svedbergs(text, span) ??
      cables(span) ??
      millions(text, span) ??
      followed(text, span) ??
      powerOf(text, span) ??
      span,
  );
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

/** `at latitude 45 N`, `43.5°N` */
function latitude(text: string, span: Span): Span | null {
  const own = plainValue(span);
  if (own === null) return null;
  if (!own.hasUnit) {
    const degrees = /^\s?[°º]\s?[NSEW](?![\p{L}\p{N}])/u.exec(text.slice(own.at[1], own.at[1] + 5));
    if (degrees === null) return null;
    const at = [own.at[0], own.at[1] + degrees[0].length] as const;
    const turned = /[SW]$/u.test(degrees[0]) ? own.readings.map(opposite) : own.readings;
    return { ...inEither(span, { ...own, at, readings: turned }, ["deg"]), follower: null };
  }
  if (own.readings[0]?.unit.text !== "N" || !/\d\s?N$/u.test(text.slice(...own.at))) return null;
  const head = text.slice(Math.max(0, own.at[0] - 16), own.at[0]);
  return /\b(?:latitude|longitude|lat\.?)\s+(?:of\s+)?$/iu.test(head)
    ? { ...inEither(span, own, ["deg"]), follower: null }
    : null;
}

function opposite(one: Reading): Reading {
  return { ...one, number: multiplyExact(exact(-1n), one.number) };
}

/** `sediments with 4.4 S`: no siemens. */
function svedbergs(text: string, span: Span): Span | null {
  const own = plainValue(span);
  if (own?.readings[0]?.unit.text !== "S" || !/sediment|centrifug/iu.test(text)) return null;
  return inEither(span, own, ["svedberg", "S"]);
}

/** `25 mm² cable` is a wire, and no tenth of a sea mile. */
function cables(span: Span): Span | null {
  const own = plainValue(span);
  const unit = own?.readings[0]?.unit.text ?? "";
  return own !== null && unit.endsWith(" cable")
    ? inEither(span, own, [unit.slice(0, -" cable".length)])
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
