/**
 * Members of JSON as a sentence: `{"density_g_cm3": 2.34, "want": "mass in kg"}`. A unit stands behind
 * the lines of a key, and nobody says there what is below: the law that is meant has one of them.
 */
import type { OperatorEntry } from "../../operators/entry.js";
import { dimensionsEqual, isUnit, parseUnit, type Dimension } from "../../units/index.js";
import { readQuantity } from "../../units/quantity/index.js";
import { rootsOf } from "../laws/lexicon/roots.js";
import { rewriting, type Rewrite } from "./rewrite.js";

const NUMBER = String.raw`[-+]?(?:\d[\d.]*|\.\d+)(?:e[-+]?\d+)?`;
const MEMBER = new RegExp(
  String.raw`"([A-Za-z][^":]*)"\s*:\s*(?:(${NUMBER})(?=\s*[,}])|"([^"]*)"|\[([^\][]*)\])`,
  "giu",
);
const ASKS =
  /^(?:want|wanted|find|asked|ask|output|compute|calculate|target|request(?:ed)?|return|solve_for)$/iu;
const IS_UNIT = /^(?:unit|units|output_unit|result_unit)$/iu;
const PARTS_MAX = 5;

/** Units that the parts may be: a product, or a quotient with all behind one of them below. */
function unitsOf(written: readonly string[]): readonly string[] {
  const parts = written.map((part) => part.replace(/(?<=\p{L})(?=-?\d$)/u, "^"));
  const said = parts.join(" ").replace(/\s?\bper\s/u, "/");
  const apart = said.replace(/^([A-Z]{1,2})(m|s)$/u, "$1 $2");
  if (said.includes("/") || parts.length === 1) return [said, apart].filter((one) => isUnit(one));
  const quotients = parts.slice(1).map((_, i) => {
    const [above, below] = [parts.slice(0, i + 1), parts.slice(i + 1)];
    return `${above.join(" ")}/${below.length > 1 ? `(${below.join(" ")})` : below[0]!}`;
  });
  return [...quotients, said].filter((one) => isUnit(one));
}

/** Products that people write so, where no law says more. */
const PRODUCTS: ReadonlySet<string> = new Set(
  "Pa s|N m|kN m|ohm m|kW h|W h|A h|mA h|C m|A m^2|V s|N s|J s|kg m^2".split("|"),
);

/** The unit that an input of the law has, by its words where two have one; the first without a law. */
function chosen(
  units: readonly string[],
  words: string,
  entry: OperatorEntry | null,
): string | null {
  const [first] = units;
  if (first === undefined || units.length === 1) return first ?? null;
  const plain = units.find((one) => PRODUCTS.has(one)) ?? first;
  if (entry === null) return plain;
  const roots = new Set(rootsOf(words));
  const fitting = units.map((one) => ({ one, fit: fitOf(one, roots, entry) }));
  const best = Math.max(...fitting.map(({ fit }) => fit));
  const found = fitting.filter(({ fit }) => fit === best).map(({ one }) => one);
  return best < 0 || found.includes(plain) ? plain : found[0]!;
}

/** How many words of the key an input of this dimension has; less than none where there is no such input. */
function fitOf(unit: string, roots: ReadonlySet<string>, { record }: OperatorEntry): number {
  const dimension = dimensionOf(unit);
  const own = Object.values(record.symbols)
    .filter((one) => {
      const other = dimensionOf(one.unit);
      return dimension !== null && other !== null && dimensionsEqual(dimension, other);
    })
    .map(
      ({ name, quantity }) =>
        rootsOf(`${name} ${quantity}`).filter((root) => roots.has(root)).length,
    );
  return Math.max(-1, ...own);
}

function dimensionOf(unit: string): Dimension | null {
  const read = parseUnit(unit);
  return read.ok ? read.dimension : null;
}

const GOES_ON = /^(?:in|of|at|along|about|before|after|from|per|for)$/u;

/** The words of a key, and its unit, which stands at the end or before a preposition. */
function partsOf(key: string, entry: OperatorEntry | null): readonly [words: string, unit: string] {
  const parts = key.replace(/\s*[([].*$/u, "").split("_");
  const ends = parts.flatMap((part, i) => (i > 1 && GOES_ON.test(part) ? [i] : []));
  for (const end of [parts.length, ...ends])
    for (let i = Math.max(1, end - PARTS_MAX); i < end; i += 1) {
      const tail = parts.slice(i, end);
      const words = [...parts.slice(0, i), ...parts.slice(end)].join(" ");
      const unit = isWord(tail) ? null : chosen(unitsOf(tail), words, entry);
      if (unit !== null) return [words, unit];
    }
  return [parts.join(" "), ""];
}

/** `in`, `a`, `at`: words of a key that are units elsewhere. */
function isWord(parts: readonly string[]): boolean {
  return parts.length > 1 && /^(?:in|a|at|as|an|are|min|max|point|bar|line)$/u.test(parts[0]!);
}

/** `[0.20, 0.35, 0.50]`, each with its unit. */
function listOf(list: string, unit: string): string | null {
  const members = list.split(",").map((one) => one.trim());
  if (!members.every((one) => new RegExp(`^${NUMBER}$`, "iu").test(one))) return null;
  return members.map((one) => `${one} ${unit}`.trimEnd()).join(", ");
}

/** The whole text is one object. */
export function isObject(text: string): boolean {
  return /^\s*\{.*\}\s*\.?\s*$/su.test(text);
}

export function membersFor(entry: OperatorEntry | null): Rewrite {
  return (before) => {
    if (!isObject(before.text)) return before;
    const asks = [...before.text.matchAll(MEMBER)].some(([, key = ""]) => ASKS.test(key));
    return rewriting(MEMBER, ([all, key = "", number, text, list]) => {
      const said = memberOf({ key, number, text, list, asks }, entry);
      return said === null ? null : [said, `${all} is read as ${said}`];
    })(before);
  };
}

interface Member {
  readonly key: string;
  readonly number: string | undefined;
  readonly text: string | undefined;
  readonly list: string | undefined;
  /** A member of the object asks. */
  readonly asks: boolean;
}

function memberOf(
  { asks, key, list, number, text }: Member,
  entry: OperatorEntry | null,
): string | null {
  if (text !== undefined) {
    if (IS_UNIT.test(key) && isUnit(text)) return `unit: ${text}`;
    if (ASKS.test(key) || (!asks && /^(?:quantity|task|question)$/iu.test(key)))
      return `find ${text}`;
    const value = readQuantity(text);
    return value.ok ? `${partsOf(key, entry)[0]} ${text}` : null;
  }
  const [words, unit] = partsOf(key, entry);
  if (number !== undefined) {
    const isPlain = unit === "" && /^\w+$/u.test(key);
    return isPlain ? null : `${words} ${number} ${unit}`.trimEnd();
  }
  const said = listOf(list ?? "", unit);
  return said === null ? null : `${words} ${said}`;
}
