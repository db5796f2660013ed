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

/** `90 % of a sample has decayed`, where a law takes how many there are for each one of another. */
export function shareForRatio({ given, text }: Question, law: Law, { uses }: Filled): Open | null {
  for (const { at, score, slot } of uses) {
    if (score === undefined || !/^(?:[^,]*\s)?(?:per|over)\s/.test(slot.about)) continue;
    if (slot.unit?.text !== "1" || !given.some(({ span }) => span.at === at)) continue;
    if (!IS_SHARE.test(text.slice(...at)) || /\b(?:ratio|per|over)\b/iu.test(text)) continue;
    return {
      what: "kind",
      at,
      message: `"${text.slice(...at)}" is a share of the whole, and ${law.entry.record.name} takes the ${slot.about}`,
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

const ATOMS_IN = new RegExp(
  String.raw`\b(?:number\s+of\s+|how\s+many\s+|moles\s+of\s+)(?:\p{L}+\s+)?(atoms?|ions?|electrons?` +
    String.raw`|protons?)\b[^.;?!]*?\b(?:of|in)\b`,
  "iu",
);
/** Substances whose particles are single atoms. */
const OF_ATOMS = new RegExp(
  String.raw`\b(?:metal|element|iron|copper|gold|silver|alumini?um|lead|zinc|tin|nickel|helium|neon` +
    String.raw`|argon|krypton|xenon|silicon|carbon|diamond|graphite|uranium|titanium|platinum|tungsten` +
    String.raw`|mercury|sodium|lithium|magnesium|calcium|sulfur|sulphur|boron|chromium|cobalt|manganese)\b`,
  "iu",
);

/** `number of atoms in 18 g of water`: the law counts what the molar mass is of. */
export function atomsOfMolecule({ text }: Question, { entry, slots }: Law): Open | null {
  const match = ATOMS_IN.exec(text);
  if (match === null || !slots.some(({ quantity }) => quantity === "molar_mass")) return null;
  if (OF_ATOMS.test(text) || /\b(?:per|each)\s+(?:atom|molecule)/iu.test(text)) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message:
      `"${match[1]!}" are asked for, and ${entry.record.name} counts what the molar mass is of; ` +
      `say how many are in one`,
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
