/** What a question asks for, by kinds and units: whether a quantity of a law may be that. */
import {
  dimensionKey,
  dimensionsEqual,
  isDimensionless,
  quantityDimension,
} from "../../units/index.js";
import type { Profile } from "./lexicon/profile.js";
import type { Question } from "./reading/reading.js";
import type { Reading } from "./filling/readings.js";
import { QUANTITY_WORDS, SYMBOL, type Said } from "./questionRoots.js";

/** Dimensions that `how far` may ask for. */
const HOW_DIMENSIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      ["far", "length"],
      ["flowing", "volume_flow_rate mass_flow_rate"],
      ["fast", "speed angular_speed frequency mass_flow_rate rate"],
      ["long", "time length"],
      ["old", "time"],
      ["deep", "length"],
      ["high", "length temperature pressure voltage"],
      ["tall", "length"],
      ["thick", "length"],
      ["wide", "length angle"],
      ["heavy", "mass force"],
      ["hot", "temperature"],
      ["cold", "temperature"],
      ["warm", "temperature"],
    ] as const
  ).map(([how, kinds]) => [
    how,
    new Set(
      kinds.split(" ").flatMap((kind) => {
        const dimension = quantityDimension(kind);
        return dimension === undefined ? [] : [dimensionKey(dimension)];
      }),
    ),
  ]),
);

const ACCELERATION: ReadonlySet<string> = new Set(
  [quantityDimension("acceleration")].flatMap((one) =>
    one === undefined ? [] : [dimensionKey(one)],
  ),
);

/** Dimensions that what is asked may have; null where no `how` says so. */
export function kindsOfHow({ asked, how }: Question): ReadonlySet<string> | null {
  // `how fast do they accelerate`
  if (how === "fast" && asked?.some((stem) => stem.startsWith("accelerat")) === true)
    return ACCELERATION;
  return (how === null ? undefined : HOW_DIMENSIONS.get(how)) ?? null;
}

/** Words that ask for what the reading gives, and those that ask for something else. */
export function askedFor(
  { spoken }: Profile,
  { target }: Pick<Reading, "target">,
  { asked, question }: Said,
) {
  const own = spoken.get(target.name)!;
  // `how fast` asks for a speed; `does a dropped ball ...` says of what, and asks for no fall.
  const isHow =
    target.unit !== null && kindsOfHow(question)?.has(dimensionKey(target.unit.dimension)) === true;
  return {
    hits: asked.filter(
      (root) => own.has(root) || root === target.name.toLowerCase() || isSymbolOf(target, root),
    ),
    others: isHow ? [] : asked.filter((root) => !own.has(root) && QUANTITY_WORDS.has(root)),
  };
}

/** `how many fissions per second`: a count, or one in a time, a length or a volume. */
function isCountable({ unit }: Reading["target"], text: string): boolean | null {
  if (unit === null) return null;
  const { exponents } = unit.dimension;
  const isRate = exponents.every(({ num }) => num <= 0);
  if (/\bhow\s+many\s+(?:[\p{L}-]+\s+){1,4}?(?:per|a|an|each|every)\s/iu.test(text))
    return isRate ? null : false;
  return isDimensionless(unit.dimension) ? null : false;
}

/** Whether the unit that is asked for measures what the reading gives; null where none is. */
export function isInUnit({ target }: Pick<Reading, "target">, { question }: Said): boolean | null {
  const { how, text, wanted } = question;
  if (wanted === null || wanted.dimension === null) {
    if (how === "many") return isCountable(target, text);
    const kinds = kindsOfHow(question);
    if (kinds === null || target.unit === null) return null;
    return kinds.has(dimensionKey(target.unit.dimension));
  }
  return target.unit !== null && dimensionsEqual(wanted.dimension, target.unit.dimension);
}

/** `Isp` is `I_sp`. */
function isSymbolOf({ name }: Reading["target"], root: string): boolean {
  return root.startsWith(SYMBOL) && plainName(root.slice(SYMBOL.length)) === plainName(name);
}

const plainName = (text: string): string => text.replaceAll("_", "");
