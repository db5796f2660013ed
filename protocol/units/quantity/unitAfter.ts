/** The unit behind a number: the longest run of the text that is one whole unit. */
import { isUnit, parseUnit } from "../parse.js";
import type { UnitRefusal, UnitValue } from "../unit.js";
import { alternativesOf } from "./alternatives.js";

export interface UnitAfter {
  /** One for each meaning; the first is the usual one. Empty where no unit follows. */
  readonly units: readonly UnitValue[];
  /** Why none of the meanings is the usual one; null where the first is. */
  readonly question: string | null;
  /** Of the unit's first character; the same as `end` where none follows. */
  readonly start: number;
  readonly end: number;
}

const TOKEN = new RegExp(
  String.raw`(?:[\p{L}°℃℉%‰′″√][\p{L}\p{N}_]*(?:\[[A-Za-z0-9_']+\])?|\[[A-Za-z0-9_']+\]|` +
    String.raw`(?:\^|\*\*)\s?(?:\(\s*[+-]?(?:\d*\.\d+|\d+\s*(?:\/\s*\d+)?)\s*\)|[+-]?(?:\d*\.)?\d+)|` +
    String.raw`[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|['"]|\/|\(|\)|\*|` +
    String.raw`[.-](?=\p{L})|1(?=\s?\/))`,
  "uy",
);
/** The -1 of `m s-1`, where the unit is all that follows; in a sentence it may be a difference. */
const SUFFIX = /-[1-9](?![\p{L}\d_]|\.\d)/uy;
const SPACES = / */y;
/**
 * A name's first characters, and what makes a word or its power longer than the unit read: the `.5`
 * behind `m^0`, the `,5` behind a power.
 */
const WORD_GOES_ON = new RegExp(
  String.raw`[\p{L}\p{N}_⁰¹²³⁴⁵⁶⁷⁸⁹^[√]|\.\d|(?:[.,]|\*)\s?[⁰¹²³⁴⁵⁶⁷⁸⁹^]|` +
    String.raw`(?<=[\d⁰¹²³⁴⁵⁶⁷⁸⁹]),\d`,
  "uy",
);
/** It is the name of the next input: the H of `1 m H = 2`. A colon before a blank is a mark. */
const NAMES_NEXT = /\s*=(?!>)|:(?=[^\s/])/y;
const GLUED =
  /(?:h|hr|hrs|min|ft|lb|yd|mi|d)(?=\d+(?:\.\d+)?(?:h|min|s|sec|in|oz|ft|ms)(?![\p{L}\p{N}_]))/uy;
/** The hyphen of `4-ohm`. */
const HYPHEN = /^-\p{L}/u;
const TOKENS_MAX = 14;
const UNIT_CHARS_MAX = 90;

/** Words of a sentence that end a unit, though some are units elsewhere: `at`, `are`, `in`, `as`. */
const ENDS: ReadonlySet<string> = new Set(
  (
    "a at in to is as and for by on of with or x y n d u are from the be if both after but not than " +
    "then it its its' i when while so was were has have had that this which where what how do does " +
    "item items count counts"
  ).split(" "),
);
/** Of these the first behind a number is a unit all the same. */
const FIRST: ReadonlySet<string> = new Set(["in", "d", "u"]);
/** The `in` of `2 in the tube`, `2 in air` is no inch. */
const IN_A_PLACE =
  /in +(?:the|an?|its|their|this|that|these|those|each|every|vacuum|air|water|hydrogen)(?![\p{L}\p{N}_])/uy;
const IN_A_UNIT = /in +([\p{L}°]+)/uy;
/** Symbols and words that may follow another factor without a sign between them. */
const FACTORS: ReadonlySet<string> = new Set(
  (
    "m s h A K N W C V kg g cm mm km mol cd rad sr Pa J Hz T H F S Wb lm lx kN kW MW lbf ft in yd " +
    "min metre metres meter meters second seconds hour hours kelvin kelvins mole moles radian radians " +
    "steradian foot feet inch inches pound pounds force squared cubed per year years day days of " +
    "kilogram kilograms newton newtons day"
  ).split(" "),
);

/** What people write for a unit that is written otherwise here; longest first. */
const SPELLED: readonly (readonly [text: string, unit: string])[] = [
  ["per[ -]?cent|pct", "%"],
  ["per[ -]?mill?e?", "permille"],
  ["parts per thousand", "permille"],
  ["parts per million", "ppm"],
  ["parts per billion", "ppb"],
  ["parts per trillion", "ppt"],
  ["mm(?: of)? ?(?:Hg|mercury)|millimet(?:re|er)s? of mercury", "mmHg"],
  ["cm(?: of)? ?(?:Hg|mercury)|centimet(?:re|er)s? of mercury", "cmHg"],
  ["in(?:ch|ches)?\\.?(?: of)? ?(?:Hg|mercury)", "inHg"],
  ["mm(?: of)? ?(?:H2O|water)|millimet(?:re|er)s? of water", "mmH2O"],
  ["cm(?: of)? ?(?:H2O|water)|centimet(?:re|er)s? of water", "cmH2O"],
  ["in(?:ch|ches)?\\.?(?: of)? ?(?:H2O|water)", "inH2O"],
  ["(?:ft|feet) of water", "ftH2O"],
  ["m(?:et(?:re|er)s?)? of water", "mH2O"],
  ["(?:unified )?atomic mass units?", "u"],
  ["tons? of TNT", "tTNT"],
  ["kilotons? of TNT", "ktTNT"],
  ["megatons? of TNT", "MtTNT"],
  ["(?:US|U\\.S\\.) gal(?:lons?)?", "gal"],
  ["(?:UK|imperial) gal(?:lons?)?", "gal_uk"],
  ["(?:US|U\\.S\\.) (?:fl\\.? ?oz|fluid ounces?)", "floz"],
  ["US tons?", "ton_us"],
  ["(?:UK|imperial) tons?", "ton_uk"],
  ["k[ -]?(?:ohms?|Ω)", "kohm"],
  ["k[ -]?watts?", "kW"],
  ["k[ -]?volts?", "kV"],
  ["mechanical horsepower", "hp"],
  ["kilos?|Kgs?|KGS?|kgs", "kg"],
  ["Kms?|KMS?|kms", "km"],
  ["K[Pp]a|kpa", "kPa"],
  ["Mpa", "MPa"],
  ["Gpa", "GPa"],
  ["K[Ww]", "kW"],
  ["K[Ww][Hh]|k[Ww]h|kwh", "kWh"],
  ["KJ|Kj|kj", "kJ"],
  ["K[Hh]z|khz", "kHz"],
  ["Mhz|MHZ", "MHz"],
  ["Ghz|GHZ", "GHz"],
  ["hz|HZ", "Hz"],
  ["[Ee]v", "eV"],
  ["[Kk][Ee]v|KeV", "keV"],
  ["Mev", "MeV"],
  ["Gev", "GeV"],
  ["kmh|kmph|KMH|km\\/hr", "km/h"],
  ["mps", "m/s"],
  ["Mph|MPH", "mph"],
  ["Rpm|RPM", "rpm"],
  ["Psi|PSI", "psi"],
  ["Sec|sec\\.", "s"],
  ["C°|Δ ?°C|delta degC", "delta_degC"],
  ["F°|Δ ?°F|delta degF", "delta_degF"],
  ["(?:celsius|centigrade) degrees?", "delta_degC"],
  ["fahrenheit degrees?", "delta_degF"],
  ["degrees? centigrade|centigrade", "degC"],
  ["solar mass(?:es)?|M☉|M⊙|M_sun", "Msun"],
  ["R☉|R⊙|R_sun", "Rsun"],
  ["L☉|L⊙|L_sun", "Lsun"],
  ["M⊕|M_earth|Earth mass(?:es)?", "Mearth"],
  ["R⊕|R_earth|Earth radi(?:us|i)", "Rearth"],
];
const SPELLINGS = SPELLED.map(([text, unit]) => [new RegExp(`(?:${text})`, "y"), unit] as const);
/** Any of them: most words are none. */
const ANY_SPELLING = new RegExp(SPELLED.map(([text]) => `(?:${text})`).join("|"), "y");

/** @param isWhole the unit is all that follows, so that words of a sentence do not end it */
export function unitAfter(text: string, at: number, isWhole: boolean): UnitAfter {
  const start = skipSpaces(text, at);
  const none = { units: [], question: null, start: at, end: at };
  const spelled = spelling(text, start);
  const from = HYPHEN.test(text.slice(at, at + 2)) ? at + 1 : start;
  if (!isWhole && isConnective(text, from)) return spelled ?? none;
  const ends = [...tokenEnds(text, from, isWhole), ...gluedEnd(text, from)];
  for (const end of ends.reverse()) {
    const run = text.slice(from, end);
    // `mmHg m` is longer than the spelling `mmHg`.
    if (spelled !== null && end <= spelled.end) return spelled;
    const found = meaningsOf(run);
    if (found !== null) return { ...found, start: from, end };
  }
  return spelled ?? none;
}

/** The `in` of `5 in km` says in which unit; that of `5 in wide` is an inch. */
function isConnective(text: string, at: number): boolean {
  if (!text.startsWith("in ", at)) return false;
  IN_A_PLACE.lastIndex = at;
  if (at > 0 && text.charAt(at - 1) === " " && IN_A_PLACE.test(text)) return true;
  IN_A_UNIT.lastIndex = at;
  const word = IN_A_UNIT.exec(text)?.[1];
  return word !== undefined && !ENDS.has(word) && parseUnit(word).ok;
}

function skipSpaces(text: string, at: number): number {
  return endOf(SPACES, text, at);
}

/** Where a pattern ends that begins at a place; the place where it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Whether a word is one that people write for a unit of another name: `M_sun`. */
export function isSpelling(word: string): boolean {
  return spelling(word, 0)?.end === word.length;
}

/** Whole words that are spelled otherwise; each is tried with the power or the slash behind it. */
function spelling(text: string, start: number): UnitAfter | null {
  let best: UnitAfter | null = null;
  if (endOf(ANY_SPELLING, text, start) === start) return null;
  for (const [pattern, unit] of SPELLINGS) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match === null || match[0] === "") continue;
    const rest = start + match[0].length;
    if (goesOn(text, rest) || (best !== null && best.end >= rest)) continue;
    // `kgs/m^3`: what follows is read with the unit in its place.
    const tail = /^ ?(?:\/|per )/.test(text.slice(rest, rest + 5))
      ? tokenEnds(text, rest, false)
      : [];
    const longest = [...tail]
      .reverse()
      .map((end) => ({ end, read: parseUnit(unit + text.slice(rest, end)) }))
      .find(({ read }) => read.ok);
    const read = longest?.read ?? parseUnit(unit);
    if (read.ok) best = { units: [read], question: null, start, end: longest?.end ?? rest };
  }
  return best;
}

/** The h of `2h15min` and the ft of `5ft3in`: the next number follows at once. */
function gluedEnd(text: string, from: number): number[] {
  GLUED.lastIndex = from;
  return GLUED.test(text) ? [GLUED.lastIndex] : [];
}

function goesOn(text: string, end: number): boolean {
  WORD_GOES_ON.lastIndex = end;
  NAMES_NEXT.lastIndex = end;
  return WORD_GOES_ON.test(text) || NAMES_NEXT.test(text);
}

/** Places where a unit may end, ascending. */
function tokenEnds(text: string, from: number, isWhole: boolean): number[] {
  const ends: number[] = [];
  let at = from;
  let isFactor = false;
  let depth = 0;
  for (let count = 0; count < TOKENS_MAX && at - from < UNIT_CHARS_MAX; count += 1) {
    const next = skipSpaces(text, at);
    TOKEN.lastIndex = next;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) break;
    const isName = /^[\p{L}°℃℉%‰[√]/u.test(token);
    const isFirst = at === from;
    if (isName && !isWhole && endsUnit(token, isFirst)) break;
    if (isName && !isWhole && isFactor && next > at && depth === 0 && !mayFollow(token)) break;
    // Within parentheses no sentence goes on: the `°C` of `J/(kg °C)` is a factor.
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    isFactor = isName && !QUALIFIERS.has(token.toLowerCase());
    at = next + token.length;
    if (isName && isWhole) at = endOf(SUFFIX, text, at);
    const isMark = MARKS.has(token) && /\d/.test(text.charAt(at));
    if (isMark || !goesOn(text, at)) ends.push(at);
  }
  return ends;
}

/** Signs that the next number may follow at once: `5'3"`, `5°30'`. */
const MARKS: ReadonlySet<string> = new Set(["'", "°", "′"]);

/** Words that belong to the name of the unit that follows them. */
const QUALIFIERS: ReadonlySet<string> = new Set(
  (
    "square sq cubic cu per degree degrees deg light nautical short long metric troy imperial solar earth " +
    "jupiter board acre us standard electron proton astronomical horse fluid foot pound ounce kilogram ton tons of " +
    "bohr nuclear statute survey sidereal tropical julian pound delta refrigeration"
  ).split(" "),
);

/** A capital alone is a symbol: the A of `V A` is no article. */
function endsUnit(token: string, isFirst: boolean): boolean {
  const isSymbol = token.length === 1 && token !== token.toLowerCase();
  const word = token.toLowerCase();
  return !isSymbol && ENDS.has(word) && !(isFirst && FIRST.has(token));
}

function mayFollow(token: string): boolean {
  return token === "sqrt" || FACTORS.has(token.replace("√", "")) || token === "√";
}

type Meanings = Pick<UnitAfter, "units" | "question">;

/** Runs that stood before: people write a few hundred units. */
const meanings = new Map<string, Meanings | null>();
const MEANINGS_MAX = 4_096;

function meaningsOf(run: string): Meanings | null {
  const before = meanings.get(run);
  if (before !== undefined) return before;
  const found = meaningsRead(run);
  if (meanings.size < MEANINGS_MAX) meanings.set(run, found);
  return found;
}

function meaningsRead(run: string): Meanings | null {
  // A dozen belongs to the number: `2 dozen` is 24.
  if (/(?<![A-Za-z])dozen(?![A-Za-z])/.test(run)) return null;
  const others = alternativesOf(run).flatMap((text) => {
    const unit = parseUnit(text);
    return unit.ok ? [unit] : [];
  });
  // Most runs are no unit, and why not is costly to say and not asked for.
  if (others.length === 0 && !isAnyUnit(run)) return null;
  const usual = read(run);
  if (usual.ok) return { units: [usual, ...others], question: null };
  return others.length === 0 ? null : { units: others, question: usual.message };
}

/** As written; else with words in lower case, and temperatures below a slash as differences. */
function read(run: string): UnitValue | UnitRefusal {
  const first = parseUnit(run, DIFFERENCES_BELOW);
  if (first.ok || !/[A-Z]/.test(run)) return first;
  const small = lowered(run);
  const second = small === run ? first : parseUnit(small, DIFFERENCES_BELOW);
  return second.ok ? second : first;
}

function isAnyUnit(run: string): boolean {
  return (
    isUnit(run, DIFFERENCES_BELOW) || (/[A-Z]/.test(run) && isUnit(lowered(run), DIFFERENCES_BELOW))
  );
}

function lowered(run: string): string {
  return run.replace(/\b[A-Z][A-Za-z]{2,}\b/g, (word) => word.toLowerCase());
}

export const DIFFERENCES_BELOW = { hasDifferencesBelow: true };
