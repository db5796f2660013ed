/**
 * Symbols of textbooks as the record of the law that is meant has them: `E` for `E_Y`, `nu_s` for
 * `nu_P`. The symbol, the kind of an input and its words decide; what fits two inputs stays as it is.
 */
import { lawOf, type Law } from "../laws/lexicon/lexicon.js";
import { lawStem } from "../laws/lexicon/lawWords.js";
import { differences, limits, overpressures, shared } from "./pairsOfLaw.js";
import { rewriting, type Retold, type Rewrite } from "./rewrite.js";
import type { Stopped } from "./stopped.js";
import { readAs } from "./written.js";
import { IS_WORD, labelledIn, type Labelled } from "./labels.js";
import { isCalled, slotOf } from "./symbolFit.js";
import { ratios } from "./ratios.js";
import { inOrder } from "./inOrder.js";

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
      return [`${name} = `, readAs(found.one.text, `the ${about} (${name})`)];
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

const NEGLECTED =
  /([a-z]{4,})\s+(?:is\s+|are\s+)?(?:neglected|negligible|ignored|disregarded)\b/giu;

/** `radiation neglected`: there is none, where one input is called so. */
function neglected({ slots }: Law): Rewrite {
  return rewriting(NEGLECTED, ([all, word = ""]) => {
    const own = slots.filter(({ words }) => words.has(lawStem(word)));
    return own.length === 1 ? [`no ${word}`, readAs(all, `no ${word}`)] : null;
  });
}
