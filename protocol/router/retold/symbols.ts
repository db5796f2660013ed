/**
 * Symbols of textbooks as the record of the law that is meant has them: `E` for `E_Y`, `nu_s` for
 * `nu_P`. The symbol, the kind of an input and its words decide; what fits two inputs stays as it is.
 */
import { spansIn, valueFor, type Span } from "../../units/quantity/index.js";
import { lawOf, type Law, type LawSlot } from "../laws/lexicon/lexicon.js";
import { lawStem, plainWords } from "../laws/lexicon/lawWords.js";
import { symbolOf, usualSymbols, type Symbol } from "../laws/lexicon/usualSymbols.js";
import { differences, limits, overpressures, shared } from "./pairsOfLaw.js";
import { rewriting, type Retold, type Rewrite } from "./rewrite.js";
import type { Stopped } from "./stopped.js";

/** `cos phi 0.85` is no value of `phi`. */
const OF_FUNCTION = /\b(?:cos|sin|tan|cot|ln|log|exp|sqrt)\s*\(?\s*$/iu;

/** A symbol before a number: `nu_s = 0.28`, `K 4`. */
interface Labelled {
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  readonly span: Span;
}

const IS_WORD =
  /^(?!alpha|beta|gamma|delta|epsilon|theta|kappa|lambda|sigma|omega|zeta|phi|psi|tau|rho|eta|eps)[a-z]{3,}$/u;
const WORD_LABEL = /(?:^|[\s,;:(])([a-z]{4,12})\s+$/u;
const LABEL = new RegExp(
  String.raw`(?:^|[\s,;:(])((?:[\p{L}]|alpha|beta|gamma|eps|theta|lambda|sigma|omega|zeta|nu|mu|rho)` +
    String.raw`[\p{L}\p{N}_']{0,6})\s*:?\s+$`,
  "u",
);

function labelledIn(text: string): readonly Labelled[] {
  return spansIn(text).flatMap((span): readonly Labelled[] => {
    if (span.kind !== "value" || span.quantities.length !== 1) return [];
    if (span.name !== null) return [{ text: span.name.text, at: span.name.at, span }];
    const head = text.slice(0, span.at[0]);
    const symbol = LABEL.exec(head)?.[1];
    const isSymbol =
      symbol !== undefined &&
      !IS_WORD.test(symbol) &&
      (symbolOf(symbol) !== null || /[A-Z\d_]/u.test(symbol));
    const label = isSymbol
      ? symbol
      : span.quantities[0]!.hasUnit
        ? undefined
        : WORD_LABEL.exec(head)?.[1];
    if (label === undefined) return [];
    const from = text.slice(0, span.at[0]).lastIndexOf(label);
    if (OF_FUNCTION.test(text.slice(0, from))) return [];
    return [{ text: label, at: [from, from + label.length], span }];
  });
}

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

function isCalled({ about, spellings }: LawSlot, word: string): boolean {
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
function slotOf(
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

/** Reasons of refusals that no symbol takes away. */
const STAYS: ReadonlySet<string | null> = new Set(["negated", "unit", "contradiction"]);
/** So many names of a list must be those of inputs before another one is set aside. */
const SIBLINGS_MIN = 3;

export function symbolsOf({ entry, reason }: Stopped): Rewrite {
  return (before) => {
    if (entry === null || STAYS.has(reason)) return before;
    const law = lawOf(entry);
    return [
      differences,
      limits,
      overpressures,
      ratios,
      named,
      // What a law asks for in words, as the sign of a radius, no order gives.
      ...(reason === "word" ? [] : [inOrder]),
      neglected,
      shared,
    ].reduce<Retold>((one, form) => form(law)(one), before);
  };
}

const NAME_BEFORE = /[\p{L}][\p{L}\p{N}_']*\s*[=:]?\s*(?=[-+]?\.?\d)/gu;
const ITEM = /([A-Z][a-z]?)\s*=?\s*(?:\d+(?:\.\d+)?|\.\d+)\s?%?/gu;

/** Each number under the name that the record has for it. */
function named(law: Law): Rewrite {
  return (before) => {
    const { text } = before;
    const labelled = labelledIn(text);
    const isOwn = ({ span, text: name }: Labelled): boolean =>
      span.name !== null && law.slots.some(({ spellings }) => spellings.includes(name));
    const taken = law.slots.filter(({ spellings }) =>
      labelled.some((one) => isOwn(one) && spellings.includes(one.text)),
    );
    const open = law.slots.filter((slot) => !taken.includes(slot));
    const strange = labelled.filter((one) => !isOwn(one) && one.text !== law.result.name);
    // A word that two inputs are called by names neither.
    const isShared = ({ text: word }: Labelled): boolean =>
      IS_WORD.test(word) && law.slots.filter((slot) => isCalled(slot, word)).length > 1;
    const chosen = strange.flatMap((one) => {
      if (isShared(one)) return [];
      const slot = slotOf(one, open, text);
      return slot === null ? [] : [{ one, slot }];
    });
    const alone = chosen.filter(
      ({ slot }) => chosen.filter((other) => other.slot === slot).length === 1,
    );
    if (alone.length === 0) return before;
    const renamed = rewriting(NAME_BEFORE, ({ index }) => {
      const found = alone.find(({ one }) => one.at[0] === index);
      if (found === undefined) return null;
      const { about, name } = found.slot;
      return [`${name} = `, `"${found.one.text}" is read as the ${about} (${name})`];
    })(before);
    const elements = alone.filter(({ one, slot }) => slot.name.endsWith(`_${one.text}`));
    if (elements.length < SIBLINGS_MIN) return renamed;
    const isKnown = (name: string): boolean =>
      law.slots.some((slot) => slot.name === name || slot.name.endsWith(`_${name}`));
    return rewriting(ITEM, ([all, name = ""]) =>
      strange.some((one) => one.text === name) && !isKnown(name)
        ? ["", `"${all.trim()}" of the list is none of the law's inputs; it is set aside`]
        : null,
    )(renamed);
  };
}

const EXPRESSION = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.)])((?:[\p{L}][\p{L}\p{N}_]{0,6}(?:\^\d)?\s?\/\s?` +
    String.raw`(?:\(([^()=]{1,12})\)|[\p{L}][\p{L}\p{N}_]{0,6})(?:\^\d)?|` +
    String.raw`(?:sin|cos|tan)(?:\^2)?\s?\(?[\p{L}][\p{L}\p{N}_]{0,8}\)?(?:\^2)?))\s*=\s*(?=[-+]?\.?\d)`,
  "gu",
);
const OF_RATIO =
  /\b(?:ratio|per|over|relative|divided|squared|gradient|slope|square|fraction|reduced)\b/iu;

/** \`deps/dalpha = 0.38\`: an expression before a number, where one input alone is a ratio or a square and takes it. */
function ratios(law: Law): Rewrite {
  return (before) => {
    const { text } = before;
    const names = new Set(labelledIn(text).map((one) => one.text));
    const spans = spansIn(text);
    const open = law.slots.filter(
      ({ about, quantity, spellings }) =>
        !spellings.some((one) => names.has(one)) &&
        OF_RATIO.test(`${about} ${quantity.replaceAll("_", " ")}`),
    );
    return rewriting(EXPRESSION, (match) => {
      const span = spans.find(({ at }) => at[0] === match.index + match[0].length);
      const quantity = span?.kind === "value" ? span.quantities[0] : undefined;
      const fitting = open.filter((slot) => quantity !== undefined && valueFor(quantity, slot).ok);
      const letters = match[1]!.split(/[^\p{L}]+|(?<=^|[^\p{L}])d(?=\p{L})/u);
      const own = fitting.filter(({ name }) => letters.includes(name.split("_")[0]!));
      const [slot, another] = own.length > 0 ? own : fitting;
      if (slot === undefined || another !== undefined) return null;
      return [`${slot.name} = `, `"${match[1]!}" is read as the ${slot.about} (${slot.name})`];
    })(before);
  };
}

const JOINT = /^\s*(?:,|;|,?\s*and)\s*$/u;

/** `0.20, 0.35, 0.50 kg m2`: as many as a law has inputs `I_1`, `I_2`, `I_3` of this kind, in their order. */
function inOrder(law: Law): Rewrite {
  return (before) => {
    const { text } = before;
    const spans = spansIn(text).filter(
      ({ kind, quantities }) => kind === "value" && quantities.length === 1,
    );
    const names = new Map<number, LawSlot>();
    for (let i = 0; i < spans.length; i += 1) {
      let end = i;
      while (isListed(text, spans[end]!, spans[end + 1])) end += 1;
      const list = spans.slice(i, end + 1);
      const slots = orderedSlots(law, list);
      list.forEach(({ at }, k) => {
        if (slots.length === list.length && list.length > 1) names.set(at[0], slots[k]!);
      });
      i = end;
    }
    if (names.size === 0) return before;
    return rewriting(/(?<![\p{L}\p{N}_.])(?=[-+]?\.?\d)/gu, ({ index }) => {
      const slot = names.get(index);
      return slot === undefined
        ? null
        : [
            `${slot.name} = `,
            `the numbers of a list are read in order: the ${slot.about} (${slot.name})`,
          ];
    })(before);
  };
}

function isListed(text: string, one: Span, next: Span | undefined): boolean {
  if (next === undefined || one.name !== null || next.name !== null) return false;
  return (
    JOINT.test(text.slice(one.at[1], next.at[0])) &&
    one.quantities[0]!.hasUnit === next.quantities[0]!.hasUnit
  );
}

/** The inputs that all of a list fit, where they are one symbol with the digits 1, 2 and so on. */
function orderedSlots({ slots }: Law, list: readonly Span[]): readonly LawSlot[] {
  const fitting = slots.filter((slot) =>
    list.every(({ quantities }) => valueFor(quantities[0]!, slot).ok),
  );
  const [base] = fitting[0]?.name.split("_") ?? [];
  const isRow = fitting.every(({ name }, i) => name === `${base}_${i + 1}`);
  return isRow ? fitting : [];
}

const NEGLECTED =
  /([a-z]{4,})\s+(?:is\s+|are\s+)?(?:neglected|negligible|ignored|disregarded)\b/giu;

/** `radiation neglected`: there is none, where one input is called so. */
function neglected({ slots }: Law): Rewrite {
  return rewriting(NEGLECTED, ([all, word = ""]) => {
    const own = slots.filter(({ words }) => words.has(lawStem(word)));
    return own.length === 1 ? [`no ${word}`, `"${all}" is read as no ${word}`] : null;
  });
}
