/** Shares, atoms and temperatures of another part than the one that the law speaks of. */
import type { Filled } from "../filling/fillTypes.js";
import { lawStem } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";
import { CLOSED } from "./wordClasses.js";

const SHARE = /(?:^|_)(?:fraction|porosity|content)$/;
const IS_SHARE = /%|\bper\s?cent\b/iu;
const NOUN_BEHIND = /^\s+(?:of\s+)?(?:the\s+)?(\p{L}{3,})/u;

/** `40 % matrix by volume`: of two parts the number is the share of the one that it names. */
export function shareOfOther({ given, text }: Question, law: Law, { uses }: Filled): Open | null {
  for (const { at, score, slot } of uses) {
    if (score === undefined || !SHARE.test(slot.quantity)) continue;
    if (!given.some(({ span }) => span.at === at) || !IS_SHARE.test(text.slice(...at))) continue;
    const noun = NOUN_BEHIND.exec(text.slice(at[1]))?.[1];
    if (noun === undefined || CLOSED.has(lawStem(noun))) continue;
    const forms = [lawStem(noun), rootOf(lawStem(noun))];
    const isOf = (other: Law["slots"][number]): boolean =>
      forms.some((one) => other.words.has(one) || other.roots.has(one));
    const other = law.slots.find((one) => one !== slot && isOf(one));
    if (other === undefined || isOf(slot)) continue;
    return {
      what: "order",
      at,
      message: `"${text.slice(...at)}" is the share of the ${noun}, and the ${slot.about} is taken`,
    };
  }
  return null;
}

const ATOMS_OF =
  /\b(\p{L}+)\s+(?:atoms?|ions?|nuclei|nucleus)\b(?:[^.;?!]|\.\d)*?\b(?:of|in)\s+(?:the\s+|a\s+|pure\s+)?(\p{L}{3,})/iu;

/** `moles of hydrogen atoms in 36 g of water`: how many are in one molecule is not said. */
export function atomsWithin({ text }: Question, { slots }: Law): Open | null {
  const match = ATOMS_OF.exec(text);
  if (match === null || !slots.some(({ quantity }) => quantity === "molar_mass")) return null;
  const [written, atom = "", substance = ""] = match;
  const isSame = lawStem(atom) === lawStem(substance);
  if (isSame || CLOSED.has(lawStem(atom)) || CLOSED.has(lawStem(substance))) return null;
  return {
    what: "case",
    at: [match.index, match.index + written.length],
    message: `"${atom}" is asked for and "${substance}" is weighed; say how many are in one`,
  };
}

const FACES = /\bbetween (?:its|the|both) (?:faces|surfaces|sides)\b/iu;
const MEDIUM =
  /\b(?:air|gas|water|weather|wind|surroundings|ambient)\b(?:\s+\p{L}+){0,3}\s+[-\d.]+\s*(?:°|deg|K\b)/iu;

/** `with the air at 20 °C inside`: a face is colder or warmer than what stands before it. */
export function faceOfMedium({ text }: Question, law: Law): Open | null {
  const match = MEDIUM.exec(text);
  const { description, name } = law.entry.record;
  if (match === null || !FACES.test(description)) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is no temperature of a face, which ${name} takes`,
  };
}
