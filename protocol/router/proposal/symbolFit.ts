/**
 * How well what stands before a number as its label says an input: `n` of Manning's `n_M`, `Ni` of `w_Ni`,
 * `LSL` of a lower specification limit, `Omega_m` of `Om_m`, `air density` of a density.
 */
import { keepingEach } from "../../once.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import { lawStem, plainWords } from "../laws/lexicon/lawWords.js";
import { symbolOf, usualSymbols, type Symbol } from "../laws/lexicon/usualSymbols.js";
import type { Given } from "../laws/reading/reading.js";

const usualOf = keepingEach((slot: LawSlot) => usualSymbols(slot));
/** A word of it, as whole or as the beginning of one. */
const BY_WORD = 1;
const BY_INDEX = 2;
const BY_DIGIT = 3;
const WHOLE = 4;
/** As the law spells it. */
export const SPELLED = 5;
/** From here on a bare number under it is in the unit of the law. */
export const SURE_FIT = BY_DIGIT;

/** Nought where it says nothing of the input. */
export function symbolFit(slot: LawSlot, said: string): number {
  const { about, name, spellings } = slot;
  if (spellings.some((spelling) => plain(spelling) === plain(said))) return SPELLED;
  if (slot.isResult) return 0;
  // `Ni` of `w_Ni`
  const end = name.includes("_") ? name.slice(name.indexOf("_") + 1) : "";
  if (end === said) return /^\p{Lu}/u.test(said) ? SPELLED : BY_WORD;
  if (said.length > 1 && name.startsWith(`${said}_`)) return WHOLE;
  if (isAcronym(said, about)) return WHOLE;
  const symbol = symbolOf(said);
  if (symbol === null) return 0;
  const usual = usualOf(slot);
  if (usual.has(said)) return WHOLE;
  return usual.has(symbol.base) ? indexFit(symbol, slot) : 0;
}

/** What stands behind a letter: a digit of the symbol of the input, or how a word of it begins. */
function indexFit({ index }: Symbol, { about, name }: LawSlot): number {
  const own = (name.split("_")[1] ?? symbolOf(name)?.index ?? "").toLowerCase();
  const low = index.toLowerCase();
  if (own === low) return BY_DIGIT;
  if (/^\d$/u.test(low) || /^\d$/u.test(own)) return 0;
  if (own.length === 1 && low.length > BY_DIGIT && low.startsWith(own)) return BY_INDEX;
  return plainWords(about).some((word) => word.toLowerCase().startsWith(low)) ? BY_INDEX : 0;
}

/** `VGS` is `V_GS`. */
function plain(symbol: string): string {
  return symbol.replaceAll("_", "").toLowerCase();
}

const SMALL_WORDS = /^(?:of|the|a|an|to|in|for|and)$/u;

/** `LSL` of the lower specification limit, `OD` of an outer diameter. */
function isAcronym(said: string, about: string): boolean {
  if (!/^\p{Lu}{2,5}$/u.test(said)) return false;
  const words = plainWords(about).filter((word) => !SMALL_WORDS.test(word));
  return said.toLowerCase() === words.map((word) => word.charAt(0).toLowerCase()).join("");
}

const WORD_BEFORE = /(\p{Ll}{4,})\s+$/u;
const WORD_SAID =
  /(\p{Ll}{4,})\s+(?:(?:is|was|of|equals|becomes?|reads?|stays?|at|to|about|only)\s+)*$/u;
const HEAD_CHARS = 40;

/**
 * `air density 1.2`: the noun of an input stands right before a bare number; `density becomes 1025` where other
 * densities have a unit.
 */
export function isCalledSo(
  { words }: LawSlot,
  { before, span }: Given,
  text: string,
  isOneOfSeveral: boolean,
): boolean {
  if (span.name !== null) return false;
  const head = text.slice(Math.max(0, span.at[0] - HEAD_CHARS), span.at[0]);
  const word = (isOneOfSeveral ? WORD_SAID : WORD_BEFORE).exec(head)?.[1];
  const stem = word === undefined ? null : lawStem(word);
  return stem !== null && before.includes(stem) && words.has(stem);
}
