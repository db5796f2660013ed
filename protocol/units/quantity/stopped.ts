/** Why a text that begins with a quantity is no quantity as a whole. */
import { nearestName } from "../../search/nearest.js";
import { isUnit, parseUnit, unitNames } from "../parse.js";
import { numberAt } from "./number.js";
import type { Place, Quantity, QuantityRefusal } from "./quantity.js";
import { DIFFERENCES_BELOW } from "./unitAfter.js";

/** `m^{2}` behind `5 MPa`: a factor of the unit whose power was not read. */
export const POWER_LEFT = /^\s*[-*·]?\s*[\p{L}°√]+\s?(?:\^|\*\*|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻√])|^\s*√/u;
export const HALF_A_UNIT = "its unit is read in part only: write a power as m^2, m^0.5 or m^(1/2)";

/** The `(1)` of `12 (1) kg` and of `5.97e24(2) kg`. */
const DIGITS_APART = /^\(\s*[\d.]+\s*\)/;
const DIGITS_IN_PLACE =
  "an uncertainty in brackets stands right behind the last digit, before a power: 12(1) kg, 5.97(2)e24 kg";
/** Words of the grammar of units, which are no names of units. */
const GRAMMAR: ReadonlySet<string> = new Set("per square sq squared cubic cu cubed".split(" "));
/** A sign with a number behind it: `* 2`, `+ 3 m`, `- .5`. Two asterisks are a power. */
const ARITHMETIC = /^(?:\*(?!\*)|[/+-])\s*[\d.]/;
const ENDS_IN_POWER = /\^\d+$/;

/** Why the rest behind a quantity is no part of it. */
export function stoppedAt(text: string, found: Quantity): QuantityRefusal {
  const from = found.at[1] + (/^\s*/.exec(text.slice(found.at[1]))?.[0].length ?? 0);
  const rest = text.slice(from);
  const at: Place = [from, text.length];
  const head = `"${shown(text.slice(...found.at))}" is followed by "${shown(rest)}"`;
  const [power] = /^-\d*\.\d+(?=$|\s)/.exec(rest) ?? [];
  if (found.hasUnit && power !== undefined && from === found.at[1])
    return refusal(at, `${head}: this may be a range or a power: write a power as Hz^${power}`);
  if (/^(?:-\s*[\d.]|\.\.|(?:to|or|and)\s)/.test(rest))
    return refusal(at, `${head}: this may be a range; give one value`);
  if (/^(?:±|\+\/?-)/.test(rest))
    return refusal(at, `${head}: it states an uncertainty; give that apart`);
  if (found.hasUnit && /^\/\d/.test(rest) && ENDS_IN_POWER.test(text.slice(0, found.at[1])))
    return refusal(at, `${head}: a power that is a fraction stands in parentheses, as in Hz^(1/2)`);
  if (ARITHMETIC.test(rest))
    return refusal(at, `${head}: arithmetic is for equations; give the result`);
  if (/^\d/.test(rest)) return refusal(at, `${head}, which is a second number`);
  if (!found.hasUnit && DIGITS_APART.test(rest)) return refusal(at, `${head}: ${DIGITS_IN_PLACE}`);
  if (!found.hasUnit) return refusal(at, `${head}: ${behindNumber(rest)}`);
  return refusal(at, `${head}${behindUnit(text, found, rest)}`);
}

function behindNumber(rest: string): string {
  // The hyphen of `4-ohm`.
  const unit = parseUnit(rest.replace(/^-(?=\p{L})/u, ""));
  return unit.ok ? "which does not belong to its unit" : withoutStop(unit.message);
}

/**
 * What the unit as a whole lacks. A word that is no unit is named with the nearest one; where it is
 * one, or a sign follows, what the reader of units says of all of it is the reason.
 */
function behindUnit(text: string, found: Quantity, rest: string): string {
  const [word = ""] = /^[\p{L}°][\p{L}_°]*/u.exec(rest) ?? [];
  if (word !== "" && !GRAMMAR.has(word) && !isUnit(word)) return `: ${nameless(rest)}`;
  const why = whyNoUnit(text, found);
  if (why !== null) return `: ${why}`;
  if (POWER_LEFT.test(rest)) return `: ${HALF_A_UNIT}`;
  return word === ""
    ? ", which is no part of a quantity"
    : `: "${word}" does not belong to its unit`;
}

/** The reason why unit and rest together are no unit; null where the unit has a spelling of its own. */
function whyNoUnit(text: string, found: Quantity): string | null {
  const number = numberAt(text, found.at[0], true);
  if (number === null || !number.ok) return null;
  const unit = text.slice(number.end, found.at[1]);
  if (!isUnit(unit.replace(/^-/, ""), DIFFERENCES_BELOW)) return null;
  const whole = parseUnit(text.slice(number.end).replace(/^-/, ""), DIFFERENCES_BELOW);
  return whole.ok ? null : withoutStop(whole.message);
}

function withoutStop(message: string): string {
  return message.replace(/\.$/, "");
}

function nameless(rest: string): string {
  const [word = ""] = /^[\p{L}°]+/u.exec(rest) ?? [];
  const near = nearestName(word, unitNames());
  return `"${word}" does not belong to its unit${near === null ? "" : `; the nearest unit is "${near}"`}`;
}

export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

export function refusal(at: Place, message: string): QuantityRefusal {
  return { ok: false, at, message };
}
