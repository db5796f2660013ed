/**
 * The unit that an answer is asked in: `in eV` at the end, `Tip deflection, mm?`, `-> flow L/s`,
 * `how many watts`, `heat flux (W/m^2)`. Only what is said as a unit counts.
 */
import { isDimensionless, isUnit, parseUnit, type Dimension } from "../../../units/index.js";
import { NEUTRAL, THINGS, lawStem } from "../lexicon/lawWords.js";
import guarded from "../licence/guarded.json" with { type: "json" };

export interface Wanted {
  readonly text: string;
  readonly at: readonly [number, number];
  readonly dimension: Dimension | null;
  /** It stands within the question and not at its end. */
  readonly isInside: boolean;
}

const UNIT = String.raw`(?:1\s*\/\s*\(?)?[\p{L}µΩ°%][\p{L}\p{N}µΩ°%^*/·().²³⁻ -]{0,30}?`;
/** Thanks, and the marks at the end of a sentence or of an object of JSON. */
const COURTESY = String.raw`(?:\s*,?\s*(?:please|thanks|thank you))?\s*[?.!]*(?:"?\s*[}\]])?\s*$`;
const SAYS = /\s(?:in|as|expressed in)\s+/giu;
const LAST = new RegExp(String.raw`^(${UNIT})${COURTESY}`, "iu");
/** Behind a mark at the end: `Deflection, mm?`, `... 4 kHz. Minutes?`, `settlement (mm)`. */
const APART = new RegExp(
  String.raw`(?:[,;:]|\s\(|[.?!](?=\s)|->)\s*(?:in\s+)?((?:1\s*\/\s*)?[\p{L}µΩ°%]` +
    String.raw`(?:[\p{L}\p{N}µΩ°%^*·²³⁻ ]{0,8}\/\([\p{L}µ·* ^\d]{1,16}\)` +
    String.raw`|[\p{L}\p{N}µΩ°%^*/·²³⁻ -]{1,20}?))\)?${COURTESY}`,
  "iu",
);
/** `-> flow L/s`, `discharge L/s`: a unit with a slash or a power, behind a word. */
const BEHIND = new RegExp(
  String.raw`(?<!\d\s?)(?<!\p{L})(?!per\b|times\b)\p{L}{3,}(\s+)` +
    String.raw`((?=[^\s?]*[/^])[\p{L}µΩ°%][\p{L}\p{N}µΩ°%^*/·²³⁻]{1,16})${COURTESY}`,
  "iu",
);
/** `hoop MPa`, `Rayleigh limit arcsec?`: symbols that are nothing but units, behind a word at the end. */
const PLAIN_UNITS =
  "[kMGhm]?Pa|mbar|[kMGT]?Hz|[mcknpfuµ]m|[kMmµu]N|[kmMµu]V|[mkuµn]A|[kMmG]W|[kMGm]J|[kMG]?eV|" +
  "[unpmµ]F|[mu]H|[munµ]T|kg|mg|[mµ]L|[mµunp]s|degC|°C|arcsec|arcmin|mrad|rpm|[kM]?ohms?|kmol|" +
  "(?:k|c|m)?m/s|km/h|L/(?:s|min)|[cmk]?m\\^?[234]";
const BEHIND_WORD = new RegExp(
  String.raw`(?<!\d\s?)(?<![\p{L}\d_/])(?!per\b|times\b|of\b|in\b|by\b)\p{L}[\p{L}\d_]+(\s+)` +
    String.raw`(${PLAIN_UNITS})\s*[?.!]*\s*$`,
  "u",
);
/** `mJ/(mol K)`: a unit with what it is divided by in brackets. */
const BRACKETED = String.raw`[\p{L}µΩ°%][\p{L}\p{N}µΩ°%^*·²³⁻]{0,8}\/\([\p{L}µ·* ^\d]{1,16}\)`;
const WHOLE_UNIT = String.raw`(?:1\s*\/\s*)?(?:${BRACKETED}|[\p{L}µΩ°%][\p{L}\p{N}µΩ°%^*/·²³⁻]{0,24})`;
const INSIDE: readonly RegExp[] = [
  // `The desired unit is W/m^3.`, `unit: pm`
  new RegExp(
    String.raw`\bunits?(?:\s+(?:is|are|of\s+(?:the\s+)?(?:answer|result|output)\s*(?:is|:)?)\s*|\s*[:=]\s*"?)` +
      String.raw`(${WHOLE_UNIT})(?=[.;,"}]?(?:[\s}]|$))`,
    "giu",
  ),
  // `The fluence in J/cm^2 is requested.`
  new RegExp(
    String.raw`\sin\s+(${WHOLE_UNIT})(?=\s+(?:is|are|should\s+be|must\s+be)\s+(?:to\s+be\s+)?(?:requested|required|` +
      String.raw`wanted|needed|sought|desired|asked|returned|reported|given)\b)`,
    "giu",
  ),
  // `moles are` is no area.
  /\bhow\s+many\s+([a-z]+[-\s](?!(?:are|am|is|in|at|an?|do)\b)[a-z]+)\b/giu,
  /\bhow\s+many\s+(?:more\s+|extra\s+)?([a-z]+(?:\s+per\s+(?:square\s+|cubic\s+)?[a-z]+)?)(?![a-z])/giu,
  /\bhow\s+many\s+([\p{L}µΩ]+(?:\/[\p{L}µΩ]+[²³]?(?:\^\d)?)?)(?![\p{L}/^²³])/giu,
  /\bhow\s+many\s+((?:nano|micro|milli|centi|kilo|mega)-\p{L}+)(?![\p{L}/^²³])/giu,
  // `How many real watts`: one word before the unit.
  /\bhow\s+many\s+[a-z]{4,}\s+([a-z]{4,})(?![a-z])/giu,
  new RegExp(
    String.raw`(?:,\s*|\b(?:what|which|find|calculate|determine|how)\b(?:[^,.?;]|[.]\d){0,90}\s|` +
      String.raw`^[^,.?;\d]{0,60}\s)in\s+((?:1\/)?(?:${BRACKETED}|[\p{L}µΩ°%][\p{L}\p{N}µΩ°%^*/·²³⁻]{0,20}))` +
      String.raw`(?:\s*[,:?.;(]|(?=\s+(?:of|after|by|does|do|did|is|should|would|must|for|from|when|if|can|will)\b))`,
    "giu",
  ),
  new RegExp(
    String.raw`[a-z]\s\(([\p{L}µΩ°%][\p{L}\p{N}µΩ°%^*/·²³⁻ ]{1,20})\)` +
      String.raw`\s*(?:[:,?.;]|\bleak|\b(?:is|of|by|for|at|from|to|in)\b|->|$)`,
    "giu",
  ),
];

/** Symbols of quantities that are spelled as units: no petahenry is asked for. */
const SYMBOLS: ReadonlySet<string> = new Set(["pH", "St"]);
/** `Rt`, `Qm`: nobody measures in ronnatonnes. */
const RARE_PREFIX = /^[RQrq][A-Za-z]$/u;
/** `, in m.` is no inch and metre. */
const IN_METRES = /^in\s\p{L}$/u;
/** Words that are no unit where they stand apart: `, second?`, `, min?`. */
const NO_UNIT: ReadonlySet<string> = new Set(
  [...Object.values(guarded), "min max bar point line stone"]
    .flatMap((list) => list.split(" "))
    .map(lawStem),
);

export function wantedIn(text: string): Wanted | null {
  const said = [...text.matchAll(SAYS)].reverse();
  for (const match of said) {
    const from = match.index + match[0].length;
    const unit = unitIn(LAST.exec(text.slice(from))?.[1] ?? "");
    if (unit !== null) return { ...unit, at: [match.index, text.length], isInside: false };
  }
  return apartIn(text) ?? insideOf(text);
}

function apartIn(text: string): Wanted | null {
  const apart = APART.exec(text);
  const [unit, at] = apart === null ? [null, 0] : [unitIn(apart[1]!), apart.index];
  if (unit !== null && isApart(unit) && !IN_METRES.test(unit.text)) {
    // The mark of a sentence stays with it.
    const from = /^[.?!]/.test(text.slice(at)) ? at + 1 : at;
    return { ...unit, at: [from, text.length], isInside: false };
  }
  const behind = BEHIND.exec(text) ?? BEHIND_WORD.exec(text);
  const last = behind === null ? null : unitIn(behind[2]!);
  if (behind === null || last === null || !isApart(last)) return null;
  const from = behind.index + behind[0].indexOf(behind[1]! + behind[2]!);
  return { ...last, at: [from, text.length], isInside: false };
}

function isApart({ dimension, text }: Pick<Wanted, "dimension" | "text">): boolean {
  const stem = lawStem(text);
  if (dimension === null || SYMBOLS.has(text)) return false;
  return !NO_UNIT.has(stem) && !THINGS.has(stem);
}

function insideOf(text: string): Wanted | null {
  for (const pattern of INSIDE) {
    for (const found of text.matchAll(pattern)) {
      const unit = unitIn(found[1]!);
      if (unit === null || unit.dimension === null || isDimensionless(unit.dimension)) continue;
      const end = found.index + found[0].length;
      // `which pressure has a 3000 m mountain in hPa`: the number is none of the unit.
      const from = /^how\s+many/iu.test(found[0])
        ? found.index
        : found.index + found[0].lastIndexOf(found[1]!);
      return { ...unit, at: [from, end], isInside: true };
    }
  }
  return null;
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["nano", "n"],
  ["micro", "u"],
  ["milli", "m"],
  ["centi", "c"],
  ["kilo", "k"],
  ["mega", "M"],
]);
const PREFIXED = /^(nano|micro|milli|centi|kilo|mega)-?(\p{L}{1,6})$/iu;

/** `milligal`, `micro-eV`: a prefix as a word before a symbol. */
function prefixed(written: string): string {
  const [, prefix = "", unit = ""] = PREFIXED.exec(written) ?? [];
  const short = PREFIXES.get(prefix.toLowerCase());
  const named = unit === "gal" ? "Gal" : unit;
  return short === undefined ? "" : short + named;
}

function unitIn(written: string): Pick<Wanted, "dimension" | "text"> | null {
  const whole = written.replace(/[?.!\s]+$/, "");
  // `light-years`, `Centimetres?`
  const text =
    [
      whole,
      whole.replace("-", " "),
      prefixed(whole),
      /^\p{Lu}\p{Ll}{2}/u.test(whole) ? whole.toLowerCase() : "",
    ].find((one) => isUnit(one)) ?? whole;
  if (NEUTRAL.has(lawStem(text)) || /^[a-z]$/.test(text) || RARE_PREFIX.test(text)) return null;
  if (!isUnit(text)) return null;
  const read = parseUnit(text);
  return { text, dimension: read.ok ? read.dimension : null };
}
