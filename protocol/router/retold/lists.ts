/** Lists of names and bare numbers whose unit is said once: `C 0.18, Mn 1.40 [all wt%]`. */
import { keepingLast, once } from "../../once.js";
import { isUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import { readAs, SIGNED } from "./written.js";

const UNIT =
  String.raw`(?:(?:wt|mass|vol|mol|at)[\s.-]?)?(?:%|per\s?cent)|[\p{L}µΩ°]{1,8}\/\([^()]{1,16}\)|` +
  String.raw`[\p{L}µΩ°][\p{L}\p{N}µΩ°^/·* -]{0,16}?`;
/** What stands at the end in brackets, or in front before a colon. */
const BEHIND = new RegExp(String.raw`[[(](all\s+)?(?:in\s+)?(${UNIT})[\])]`, "giu");
const BEFORE = new RegExp(
  String.raw`(?:[[(](?:in\s+)?(${UNIT})[\])]|` +
    String.raw`\bin\s+((?:mass|weight|volume|mole)?\s?per\s?cent|(?:wt|mass|vol)?\s?%))\s*:\s`,
  "giu",
);
/** A name and a bare number. */
const ITEM = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])([\p{L}][\p{L}\p{N}_']{0,12})(\s*=\s*|\s+)(${SIGNED})` +
    String.raw`(?=\s*(?:[,;()\][.](?!\d)|and\s|&|$)|\s+[\p{L}][\p{L}_]{0,4}\s*=?\s*${SIGNED})`,
  "gu",
);
const ITEMS_MIN = 3;
/** Where a sentence or one of its parts ends. */
const END = /[;:?.]\s/gu;

interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly unit: string;
}

function plainUnit(said: string): string | null {
  const unit = said.trim();
  if (/(?:%|per\s?cent)$/iu.test(unit)) return "%";
  const apart = unit.replace(/^W\/mK$/u, "W/(m K)").replace(/^W\/m\^?2K$/u, "W/(m^2 K)");
  return isUnit(apart) && apart.length > 0 ? apart : null;
}

/** Parts of the text that a unit is said of. */
const chunksIn = keepingLast((text: string): readonly Chunk[] => {
  const found: Chunk[] = [];
  // Each place is looked for once: a list may have hundreds of items, and as many units.
  const items = once(() => [...text.matchAll(ITEM)].map(({ index }) => index));
  const ends = once(() => [...text.matchAll(END)].map(({ index }) => index));
  const itemsIn = (from: number, to: number): number =>
    firstFrom(items(), to) - firstFrom(items(), from);
  for (const match of text.matchAll(BEHIND)) {
    const unit = plainUnit(match[2]!);
    // A mark right before the brackets has no blank behind it.
    const last = firstFrom(ends(), match.index - 1) - 1;
    const from = last < 0 ? 0 : ends()[last]! + 1;
    if (unit !== null && itemsIn(from, match.index) >= ITEMS_MIN)
      found.push({ from, to: match.index + 1, unit });
  }
  for (const match of text.matchAll(BEFORE)) {
    const unit = plainUnit(match[1] ?? match[2]!);
    const from = match.index + match[0].length;
    const to = ends()
      .slice(firstFrom(ends(), from))
      .find((at) => text.charAt(at) !== ":");
    const end = to ?? text.length;
    if (unit !== null && itemsIn(from, end) >= ITEMS_MIN - 1) found.push({ from, to: end, unit });
  }
  return found;
});

const hasItem = keepingLast((text: string): boolean => text.search(ITEM) >= 0);

/** How many ascending places stand before one. */
function firstFrom(places: readonly number[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Each bare number of a list has the unit that is said once for all. */
const unitsOfLists: Rewrite = (before) => {
  const chunks = chunksIn(before.text);
  if (chunks.length === 0) return before;
  return rewriting(ITEM, ({ 0: all, 1: name = "", 2: gap = "", 3: number = "", index }, text) => {
    const chunk = chunks.find(({ from, to }) => from <= index && index < to);
    if (chunk === undefined) return null;
    const said = `${name}${gap}${number} ${chunk.unit}`;
    const isApart = !/^\s+\p{L}/u.test(text.slice(index + all.length));
    return [
      isApart ? said : `${said},`,
      readAs(all, `${said}: the unit is said once for the list`),
    ];
  })(before);
};

const ALL_OF = /[[(]all\s+(?:in\s+)?[^\][()]{1,24}[\])]/giu;

/** What said it is used. */
const saidOnce = rewriting(ALL_OF, ([all], text) =>
  chunksIn(text).length > 0 || hasItem(text)
    ? null
    : ["", `"${all}" is the unit of the numbers before it`],
);

const ALIKE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(([\p{L}]{1,5})_?[\p{L}\p{N}]{0,3})(\s*=?\s*)(${SIGNED})` +
    String.raw`(\s*(?:,|and|;)\s*)(?=\2_?[\p{L}\p{N}]{0,3}\s*=?\s*${SIGNED}\s?([\p{L}µ°%][^\s,;]{0,10}))`,
  "gu",
);

/** `rho_l 958, rho_v 0.598 kg/m3`: two of one symbol have one unit. */
const alike = rewriting(ALIKE, ([all, name = "", , gap = "", number = "", joint = "", unit = ""]) =>
  isUnit(unit)
    ? [
        `${name}${gap}${number} ${unit}${joint}`,
        `"${all.trim()}" is read with the unit of the next, ${unit}`,
      ]
    : null,
);

export const listForms: readonly Rewrite[] = [unitsOfLists, saidOnce, alike];
