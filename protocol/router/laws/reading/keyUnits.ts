/**
 * Keys of members, `"half_life_s": 693000` and `depth_m: 12`, taken apart in place: the words of a key as
 * words, the unit at its end as the unit of the number, and a key that is a symbol as its name.
 */
import { isUnit } from "../../../units/index.js";
import type { Place } from "../../../units/quantity/index.js";

/** What the key of a number says of it. */
export interface Key {
  /** Where the number begins. */
  readonly at: number;
  /** Units that it may be in, the likeliest first; none where it says none. */
  readonly units: readonly string[];
  /** The key as a symbol; null for words. */
  readonly symbol: { readonly text: string; readonly at: Place } | null;
}

const NUMBER = String.raw`(?=[-+\u2212]?\.?\d)`;
const MEMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])("?)(\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)*)\1(\s*[:=]\s*)${NUMBER}`,
  "gu",
);
/** `"moments_kg_m2": [0.20, 0.35]`: each has the unit of the key. */
const LIST_MEMBER = new RegExp(
  String.raw`"(\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+)"\s*:\s*\[((?:\s*[-+]?\.?\d[\d.e+-]*\s*,)` +
    String.raw`{1,12}\s*[-+]?\.?\d[\d.e+-]*\s*\])`,
  "giu",
);
const LISTED = /[-+]?\.?\d[\d.e+-]*/gu;
/** A line of a list is a clause of its own. */
const BULLET = /(?<=[\p{L}\p{N})%])[^\S\n]*\n\s*(?:[-*•]\s)?/gu;
/** `3,5 kg`: two digits or one behind a comma are no thousands. */
const DECIMAL_COMMA =
  /(?<![\p{L}\d.,^])(\d{1,6}),(\d{1,2})(?=\s?(%|°|[\p{L}µΩ]{1,4})(?:[\s/.,;?^)]|$))/gu;
const PARTS_MAX = 5;

/** The text with each key as words, every character in its place, and what the keys say. */
export function keysApart(typed: string): { readonly text: string; readonly keys: readonly Key[] } {
  const keys: Key[] = [];
  const text = typed
    .replace(BULLET, (all) => ";".padEnd(all.length))
    .replace(DECIMAL_COMMA, (all, whole: string, part: string, unit: string) =>
      /[%°]/u.test(unit) || isUnit(unit) ? `${whole}.${part}` : all,
    )
    .replace(LIST_MEMBER, (all, key: string, list: string, index: number) => {
      const { units, words } = partsOf(key);
      if (units.length === 0) return all;
      const start = index + all.length - list.length;
      for (const match of list.matchAll(LISTED))
        keys.push({ at: start + match.index, units, symbol: null });
      const gap = all.length - list.length;
      return ` ${words.replace(/_(?=\p{L})/gu, " ")}`.padEnd(gap - 2) + ": " + list;
    })
    .replace(MEMBER, (all, mark: string, key: string, joint: string, ...rest) => {
      const index = rest.find((one): one is number => typeof one === "number")!;
      const isMember = mark === '"' || (joint.trim() === ":" && key.includes("_"));
      if (!isMember) return all;
      const { units, words } = partsOf(key);
      const start = index + mark.length;
      const symbol = isSymbol(words) ? { text: words, at: placeOf(start, words.length) } : null;
      keys.push({ at: index + all.length, units, symbol });
      const said = symbol === null ? words.replace(/_(?=\p{L})/gu, " ") : words;
      const gap = joint.replace(/[:=]/u, symbol === null ? " " : ":");
      const blank = mark === "" ? "" : " ";
      return (blank + said).padEnd(all.length - gap.length) + gap;
    });
  return { text, keys };
}

function placeOf(start: number, length: number): Place {
  return [start, start + length];
}

const OF_TIME = new RegExp(
  String.raw`\b(?:times?|service|duration|period|delay|interval|age|life|wait\w*|elapsed|stay|` +
    String.raw`contact|residence)\b`,
  "iu",
);

/** A key without its unit: the longest end that is one. */
function partsOf(key: string): { readonly words: string; readonly units: readonly string[] } {
  // `service_per_s_each`
  const parts = key.replace(/_(?:each|total)$/u, "").split("_");
  for (let from = Math.max(1, parts.length - PARTS_MAX); from < parts.length; from += 1) {
    const tail = parts.slice(from);
    const head = parts.slice(0, from);
    const isMinutes = tail.length === 1 && tail[0] === "min" && OF_TIME.test(head.join(" "));
    if (isWord(tail) && !isMinutes) continue;
    const units = unitsOf(tail);
    if (units.length > 0 && !isIndexed(head, tail)) return { words: head.join("_"), units };
  }
  return { words: key, units: [] };
}

/** `c_s`, `m_e`, `T_m`: a symbol with its index, but `T_K` and `I_L_A`, where the unit is one of the symbol. */
function isIndexed(head: readonly string[], tail: readonly string[]): boolean {
  const [unit = "", another] = tail;
  if (another === undefined && head.length === 1 && GREEK.test(head[0]!))
    return /^[a-z]$/u.test(unit) && !/^(?:lambda|delta)$/iu.test(head[0]!);
  if (another !== undefined && head.length === 1 && head[0]!.length <= 2)
    return tail.every((part) => /^\p{Lu}$/u.test(part));
  if (another !== undefined || head.length > 1 || head[0]!.length > 2) return false;
  return !(
    /^[A-Z]/u.test(unit) ||
    unit.length > 1 ||
    /^(?:[thzxyd]|dt|dx|m|T[a-z]|\p{L}\d)$/u.test(head[0]!)
  );
}

/** `in`, `a`, `at`: words of a key that are units elsewhere. */
function isWord(parts: readonly string[]): boolean {
  if (/^(?:in|a|at|as|an|are|min|max|point|line|b|e|o|rad|u|l)$/u.test(parts[0]!))
    return !(parts[0] === "rad" && /^(?:per|s)$/u.test(parts[1] ?? "")) && !isWhole(parts);
  return parts[0] !== "per" && /^(?:min|max|in|out|at|top|bottom)$/u.test(parts.at(-1)!);
}

/** `angle_rad`, `pressure_bar`: one word at the end that is no word elsewhere. */
function isWhole(parts: readonly string[]): boolean {
  return parts.length === 1 && /^(?:rad|u|l)$/u.test(parts[0]!);
}

/** Units that the parts may be: a quotient with all behind one of them below, or a product. */
function unitsOf(together: readonly string[]): readonly string[] {
  // `W_m2K`
  const written = together.flatMap((part, i) =>
    i > 0 && /^(?:[cmk]?m\d?|kg|g|mol)K$/u.test(part) ? [part.slice(0, -1), "K"] : [part],
  );
  const parts = written.map((part) => part.replace(/(?<=\p{L})(?=-?\d$)/u, "^"));
  if (parts.length === 1)
    return parts.filter((one) => isUnit(SPELLED.get(one) ?? one)).map(spelled);
  if (parts.includes("per")) return perUnit(parts);
  const quotients = parts
    .slice(1)
    .map((_, i) => quotient(parts.slice(0, i + 1), parts.slice(i + 1)));
  const product = parts.join(" ");
  const all = PRODUCTS.has(product) ? [product, ...quotients] : [...quotients, product];
  return all.filter((one) => isUnit(one));
}

const SPELLED: ReadonlyMap<string, string> = new Map([
  ["ohms", "ohm"],
  ["pct", "%"],
  ["percent", "%"],
  ["C", "degC"],
  ["c", "clight"],
  ["a", "yr"],
  ["Nm", "N m"],
  ["Pas", "Pa s"],
  ["Cm", "C m"],
  ["Vs", "V s"],
  ["Ns", "N s"],
  ["Js", "J s"],
  ["Ohm", "ohm"],
  ["degrees", "deg"],
  ["mps", "m/s"],
  ["kmh", "km/h"],
  ["kph", "km/h"],
  ["hz", "Hz"],
  ["khz", "kHz"],
  ["kpa", "kPa"],
  ["kj", "kJ"],
  ["kw", "kW"],
]);

function spelled(unit: string): string {
  return SPELLED.get(unit) ?? unit;
}

function perUnit(parts: readonly string[]): readonly string[] {
  const at = parts.indexOf("per");
  const below = parts.slice(at + 1).filter((part) => part !== "per");
  const above = at === 0 ? ["1"] : parts.slice(0, at);
  if (below.length === 0) return [];
  return [quotient(above, below)].filter((one) => isUnit(one));
}

function quotient(above: readonly string[], below: readonly string[]): string {
  const under = below.map(spelled).map((one) => (one === "degC" ? "K" : one));
  return `${above.join(" ")}/${under.length > 1 ? `(${under.join(" ")})` : under[0]!}`;
}

/** Products that people write so. */
const PRODUCTS: ReadonlySet<string> = new Set(
  "Pa s|mPa s|N m|kN m|ohm m|kW h|W h|A h|mA h|C m|A m^2|V s|N s|J s|kg m^2|N m^2|g cm^2".split(
    "|",
  ),
);

const GREEK =
  /^(?:alpha|beta|gamma|delta|epsilon|eps|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|chi|psi|omega)$/iu;

/** Each part is a letter or two, a Greek letter, a number, or letters with a capital behind the first. */
function isSymbol(words: string): boolean {
  const parts = words.split("_");
  const [first = ""] = parts;
  const isHead =
    GREEK.test(first) ||
    /^(?:\p{L}{1,2}|\p{L}{1,4}\d{1,2}|\p{Lu}{1,3}|\p{Ll}?\p{Lu}\p{L}?)$/u.test(first);
  return isHead && parts.slice(1).every((part) => /^[\p{L}\p{N}]{1,4}$/u.test(part));
}
