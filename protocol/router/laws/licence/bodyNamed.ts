/** What a question says of a body that gives an input: another substance, another place, or a name alone. */
import type { Filled, Use } from "../filling/fillTypes.js";
import { lawStem, lawStems } from "../lexicon/lawWords.js";
import { LATENT_HEAT } from "../lexicon/lexicon.js";
import type { Named, Question } from "../reading/reading.js";
import type { Open } from "./open.js";
import { CLOSED, GUARDED, PLACING } from "./wordClasses.js";

/** `water vapour`, `copper oxide`: a substance of its own. */
const OTHER_SUBSTANCE = new RegExp(
  String.raw`^\s*-?\s*(?:vapou?r|steam|ice|alloy|ore|foam|powder|mist|fog|solution|mixture|` +
    String.raw`emulsion|plasma|steel|fib(?:re|er)|\p{L}+(?:ide|ate|ite))s?\b`,
  "iu",
);
/** `frozen water`, `compressed air`: what was done to it. */
const PARTICIPLE = /(?:ed|ing|en)$/i;
/** What a substance is taken to be anyway. */
const PLAIN_FORM = /^(?:pure|fresh|clear|clean|plain|tap|still|ordinary|open|ambient|free|room)$/i;
/** A body pulls on what is placed by it. */
const PLACED = new RegExp(
  String.raw`\b(?:on|onto|at|above|near|around|over|from|to|towards?|by|with|` +
    String.raw`(?:gravity|surface|sphere|field|orbit|pull|gravitation|acceleration|mass|radius)\s+of)\s+` +
    String.raw`(?:the\s+|planet\s+|surface\s+of\s+|dwarf\s+)*$`,
  "iu",
);

/** `nitrogen atoms`: two are a molecule, of which the mass is known. */
const ATOMS = /^\s+(?:atom|ion)s?\b/iu;
/** Known of a substance, and of no part of it. */
const OF_SUBSTANCE: ReadonlySet<string> = new Set([
  "molar_mass",
  "molecule_mass",
  "half_life",
  LATENT_HEAT,
]);

/** `10 g of salt` */
const WEIGHED = /^\s+of\s+(?:the\s+|this\s+|pure\s+|solid\s+|liquid\s+|an?\s+)?(\p{L}+)/iu;

const giverOf = (use: Use): string => use.body ?? use.said;

export function bodyNamed(question: Question, { uses }: Filled): Open | null {
  for (const use of uses) {
    if (use.score !== undefined) continue;
    const body = question.named.find(({ entity }) => entity.name === giverOf(use));
    if (body === undefined) continue;
    const isOfSubstance = OF_SUBSTANCE.has(use.slot.property ?? "");
    const found =
      use.slot.property === "gravity"
        ? notPlaced(question, body)
        : isCase(body)
          ? null
          : (otherForm(question, body) ?? (isOfSubstance ? otherPart(question, body, uses) : null));
    if (found !== null) return found;
  }
  return null;
}

/** A particle or a planet has no other forms. */
function isCase({ entity }: Named): boolean {
  return [...entity.properties.keys()].some((one) => /^(?:gm|gravity|charge|orbit)$/.test(one));
}

/** `a Moon rock`, `speed of mercury leaving a hole`: where that is, nobody says. */
function notPlaced({ text }: Question, { at, entity }: Named): Open | null {
  const behind = text.slice(at[1]);
  if (/^(?:on|at)\b/.test(entity.name)) return null;
  if (PLACED.test(text.slice(0, at[0])) && !/^\s+(?:rock|rover|dust|sample|lander)\b/i.test(behind))
    return null;
  if (/^(?:['\u2019]s?\b|\s+(?:gravity|surface)\b|\s*[.,;:)]|\s*$)/iu.test(behind)) return null;
  return {
    what: "case",
    at,
    message: `"${text.slice(...at)}" may be only a name; say "on ${entity.name}" where its gravity is meant`,
  };
}

/** `moles of hydrogen in 36 g of water`: one is weighed, and the other may be asked about. */
function otherPart(
  { given, named, text }: Question,
  { at, entity }: Named,
  uses: Filled["uses"],
): Open | null {
  const atoms = ATOMS.exec(text.slice(at[1]));
  if (atoms !== null)
    return {
      what: "word",
      at: [at[0], at[1] + atoms[0].length],
      message: `"${text.slice(at[0], at[1] + atoms[0].length)}": say what one of them weighs`,
    };
  // `sodium in 10 g of salt`: the number is of another.
  for (const { span } of given) {
    const of = WEIGHED.exec(text.slice(span.at[1]));
    if (of === null) continue;
    const end = span.at[1] + of[0].length;
    const from = end - of[1]!.length;
    if (lawStems(entity.name).includes(lawStem(of[1]!)) || (from >= at[0] && end <= at[1]))
      continue;
    return {
      what: "word",
      at: [from, end],
      message: `"${of[1]!}" is weighed, and "${text.slice(...at)}" is named; say of which one it is asked`,
    };
  }
  const other = named.find(
    (one) =>
      one.entity.properties !== entity.properties &&
      uses.every((use) => giverOf(use) !== one.entity.name),
  );
  if (other === undefined) return null;
  return {
    what: "word",
    at: other.at,
    message: `"${text.slice(...at)}" and "${text.slice(...other.at)}" are named; say of which one it is asked`,
  };
}

/** `sea water`, `water vapour`: what is known of the body is not known of that. */
function otherForm(
  { given, text, tokens }: Question,
  { at, entity, tokens: own }: Named,
): Open | null {
  const open = (from: number, to: number): Open => ({
    what: "word",
    at: [from, to],
    message: `"${text.slice(from, to)}" is not ${entity.name} as it is known; give the number for it`,
  });
  const behind = OTHER_SUBSTANCE.exec(text.slice(at[1]));
  if (behind !== null) return open(at[0], at[1] + behind[0].length);
  const before = tokens[own[0]! - 1];
  if (before === undefined || !/^[\s-]*$/.test(text.slice(before.at[1], at[0]))) return null;
  if (given.some(({ span }) => span.at[0] < before.at[1] && before.at[0] < span.at[1])) return null;
  const stem = lawStem(before.text);
  if (PLAIN_FORM.test(before.text) || before.isOpener) return null;
  const isQualified =
    PARTICIPLE.test(before.text) || !(CLOSED.has(stem) || PLACING.has(stem) || GUARDED.has(stem));
  return isQualified ? open(before.at[0], at[1]) : null;
}
