/** Units that go on behind a number: `12 times a minute`, `12 W/m2K`, `40 times the radius of 7e8 m`. */
import { exact, multiplyExact } from "../../../units/exact.js";
import { parseUnit } from "../../../units/index.js";
import type { Quantity, Reading, Span } from "../../../units/quantity/index.js";
import { joinedBy, plainValue, valueSpan, type Spans } from "./spanForms.js";

/** What stands below the slash as one word, and what it is. */
const BELOW = /^\/((?:k?g|mol|(?:c|m|k)?m(?:\^?[23])?)[·*]?K|c(?:\^?2)?)(?![\p{L}\d^/])/u;

/** `12 W/m2K` is per square metre and kelvin; `105 MeV/c2` is a mass. */
export function withWholeUnits(text: string, spans: Spans): Spans {
  return spans.map(
    (span) => wholeUnitOf(text, span) ?? withPower(text, span) ?? inDegrees(text, span) ?? span,
  );
}

const POWER = /^\s?m\^?([23])(?![\p{L}\d^/])/u;

/** `4.2 kg m2` */
function withPower(text: string, span: Span): Span | null {
  const quantity = plainValue(span);
  const power = quantity?.hasUnit === true ? POWER.exec(text.slice(quantity.at[1])) : null;
  if (quantity === null || power === null) return null;
  const at = [span.at[0], quantity.at[1] + power[0].length] as const;
  const readings = inUnits(quantity, (unit) => `${unit} m^${power[1]!}`);
  return readings.length === 0 ? null : { ...valueSpan(span, at, readings), follower: null };
}

const COMPASS = /^deg\s[NSEW]$/u;

/** `52 deg N` is a latitude, and no newton; south and west count down. */
function inDegrees(text: string, span: Span): Span | null {
  const quantity = plainValue(span);
  const unit = quantity?.readings[0]?.unit.text ?? "";
  if (quantity === null || !COMPASS.test(unit)) return null;
  const degrees = parseUnit("deg");
  if (!degrees.ok) return null;
  const isDown = /[SW]$/u.test(unit);
  const readings = quantity.readings.map(({ number, piPower }) => ({
    number: isDown ? multiplyExact(exact(-1n), number) : number,
    piPower,
    unit: degrees,
  }));
  return { ...valueSpan(span, span.at, readings), follower: null };
}

/** The numbers of a quantity in another unit, made of its own. */
function inUnits({ readings }: Quantity, unitOf: (unit: string) => string): readonly Reading[] {
  return readings.flatMap(({ number, piPower, unit }): Reading[] => {
    const own = parseUnit(unitOf(unit.text));
    return own.ok ? [{ number, piPower, unit: own }] : [];
  });
}

function wholeUnitOf(text: string, span: Span): Span | null {
  const [quantity, another] = span.quantities;
  if (span.kind !== "arithmetic" || quantity?.hasUnit !== true || another !== undefined)
    return null;
  const below = BELOW.exec(text.slice(quantity.at[1]));
  if (below === null) return null;
  const word = below[1]!;
  const isKelvin = word.endsWith("K");
  const base = (isKelvin ? word.slice(0, -1) : word).replace(/(?<=[mc])(?=[23])/u, "^");
  const at = [span.at[0], quantity.at[1] + below[0].length] as const;
  const readings = inUnits(
    quantity,
    (unit) => `${unit}/(${base.replace(/[·*]$/u, "")}${isKelvin ? " K" : ""})`,
  );
  return readings.length === 0 ? null : { ...valueSpan(span, at, readings), follower: null };
}

const TIME = String.raw`(second|minute|hour|day|week|month|year)`;
/** It is no `second stone`, and no `hour later`. */
const NO_NOUN =
  String.raw`(?=\s*(?:[,.;:?!)]|$)|\s+(?:and|at|from|to|before|now|when|in|into|with|through|of|on|` +
  String.raw`by)\b)`;
const A_TIME = new RegExp(String.raw`^\s+(?:a|an|each|every)\s+${TIME}${NO_NOUN}`, "iu");
const TIMES_A_TIME = new RegExp(
  String.raw`^\s+times\s+(?:a|an|per|each|every)\s+${TIME}${NO_NOUN}`,
  "iu",
);

/** `12 times a minute`, `1.5 turns a second`, `3 kg an hour` */
export function withRates(text: string, spans: Spans): Spans {
  return spans.map((span) => {
    const quantity = plainValue(span);
    if (quantity === null) return span;
    const tail = text.slice(span.at[1]);
    const rate = (quantity.hasUnit ? A_TIME : TIMES_A_TIME).exec(tail);
    if (rate === null) return span;
    const readings = inUnits(
      quantity,
      (unit) => `${quantity.hasUnit ? unit : "1"}/${rate[1]!.toLowerCase()}`,
    );
    const at = [span.at[0], span.at[1] + rate[0].length] as const;
    return readings.length === 0 ? span : { ...valueSpan(span, at, readings), follower: null };
  });
}

const TIMES_OF = /^\s+times\s+(?:(?:the|its|that|our)\s+)?(?:[\p{L}']+\s+){0,4}?(?:of\s+|\(\s*)$/iu;

/** `40 times the radius of 7e8 m` is a radius. */
export function withFactors(text: string, spans: Spans): Spans {
  return joinedBy(text, spans, (_text, one, next) => {
    const [factor, another] = one.quantities;
    const own = plainValue(next);
    if (factor === undefined || another !== undefined || factor.hasUnit || own === null)
      return null;
    const between = text.slice(factor.at[1], next.at[0]);
    if (
      !TIMES_OF.test(between) ||
      /\b(?:than|as)\b/iu.test(between) ||
      !["value", "change"].includes(one.kind)
    )
      return null;
    const [times] = factor.readings;
    const readings = own.readings.map(({ number, piPower, unit }) => ({
      number: multiplyExact(times!.number, number),
      piPower,
      unit,
    }));
    return {
      ...valueSpan(next, [one.at[0], next.at[1]], readings),
      name: one.name,
    };
  });
}
