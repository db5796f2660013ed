/** How well a label of a question says an input of the law: by its symbol, its kind and its words. */
import { valueFor, type Span } from "../../units/quantity/index.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import { plainWords } from "../laws/lexicon/lawWords.js";
import { symbolOf, usualSymbols, type Symbol } from "../laws/lexicon/usualSymbols.js";
import { IS_WORD, type Labelled } from "./labels.js";

/** Whether what stands behind a letter says this input: a digit of its symbol, or how a word of it begins. */
function indexFit({ index }: Symbol, slot: LawSlot): number {
  if (index === "") return 0;
  const [, own = symbolOf(slot.name)?.index ?? ""] = slot.name.toLowerCase().split("_");
  const low = index.toLowerCase();
  if (own === low) return 3;
  if (/^\d$/u.test(low) || /^\d$/u.test(own)) return -1;
  if (own.length === 1 && low.length > 3 && low.startsWith(own)) return 2;
  const words = plainWords(slot.about).map((word) => word.toLowerCase());
  return words.some((word) => word.startsWith(low)) ? 2 : -1;
}

export function isCalled({ about, spellings }: LawSlot, word: string): boolean {
  return spellings.includes(word) || plainWords(about).includes(word);
}

/** `LSL` of the lower specification limit, `OD` of an outer diameter. */
function isAcronym(text: string, about: string): boolean {
  if (!/^[A-Z]{2,5}$/u.test(text)) return false;
  const words = plainWords(about).filter((word) => !/^(?:of|the|a|an|to|in|for|and)$/u.test(word));
  return text.toLowerCase() === words.map((word) => word.charAt(0).toLowerCase()).join("");
}

const OWN_LETTER = 0.5;

/** How well a symbol says an input; less than none where it does not. */
function fitOf(text: string, slot: LawSlot, { quantities }: Span): number {
  const [quantity] = quantities;
  if (quantity === undefined || !valueFor(quantity, slot).ok) return -1;
  if (slot.name.includes("_") && slot.name.slice(slot.name.indexOf("_") + 1) === text)
    return /^[A-Z]/u.test(text) ? 4 : 1;
  if (text.length > 1 && slot.name.startsWith(`${text}_`)) return 4;
  if (IS_WORD.test(text)) return isCalled(slot, text) && !quantity.hasUnit ? 1 : -1;
  if (slot.spellings.includes(text)) return 5;
  if (isAcronym(text, slot.about)) return 4;
  if (text.length > 2 && slot.spellings.some((one) => one.startsWith(`${text}_`))) return 3;
  const symbol = symbolOf(text);
  if (symbol === null) return -1;
  const usual = usualSymbols(slot);
  if (usual.has(text)) return 4;
  if (!usual.has(symbol.base)) return -1;
  const fit = indexFit(symbol, slot);
  // The letter of the record says more than another one of its kind.
  return fit >= 0 && symbolOf(slot.name)?.base === symbol.base ? fit + OWN_LETTER : fit;
}

/** The one input that a symbol says best; the words before it decide between two. */
export function slotOf(
  { at, span, text: symbol }: Labelled,
  open: readonly LawSlot[],
  text: string,
): LawSlot | null {
  const fits = open.map((slot) => ({ slot, fit: fitOf(symbol, slot, span) }));
  const best = Math.max(-1, ...fits.map(({ fit }) => fit));
  const found = fits.filter(({ fit }) => fit === best && fit >= 0).map(({ slot }) => slot);
  const [slot, another] = found;
  if (slot === undefined || another === undefined) return slot ?? null;
  const head = text
    .slice(0, at[0])
    .split(/[;.?]\s/u)
    .at(-1)!
    .toLowerCase();
  const said = found.filter(({ about }) =>
    plainWords(about).some((word) => {
      const isOwn = found.filter((one) => plainWords(one.about).includes(word)).length === 1;
      return isOwn && word.length > 3 && head.includes(word.toLowerCase());
    }),
  );
  return said.length === 1 ? said[0]! : null;
}
