/** Numbers that are changed, denied or taken back. */
import { isOfNone } from "../filling/none.js";
import { CHANGES, lawStems } from "../lexicon/lawWords.js";
import type { Given } from "../reading/reading.js";
import type { Check, Stop } from "./stop.js";

const CHANGED = new RegExp(
  String.raw`\b(?:twice|double[ds]?|doubling|triple[ds]?|tripling|thrice|quadruple[ds]?|halve[ds]?|` +
    String.raw`halving|half(?:\s+of)?\s+(?:the|its|as|his|her)|(?:one[- ])?(?:third|quarter|` +
    String.raw`tenth)s?\s+of\s+(?:the|its)|(?:(?:half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|` +
    String.raw`tenth|hundredth)s?\s+of|half)\s+(?=[\d.])|square\s+of|squared|cube\s+of|cubed|root\s+of|` +
    String.raw`ratio\s+of(?!\s*[\d.])|quotient|reciprocal|inverse\s+of|logarithm|derivative|integral\s+of|` +
    String.raw`difference\s+between|sum\s+of|product\s+of|times\s+(?:the|as|its|more|less)|instead\s+of|` +
    String.raw`rather\s+than|increased?s?\s+by\s+[\d.]+\s*%|decreased?s?\s+by\s+[\d.]+\s*%|` +
    String.raw`reduced?s?\s+by\s+[\d.]+\s*%|raised?s?\s+by\s+[\d.]+\s*%|lower(?:ed|s)?\s+by\s+[\d.]+\s*%|` +
    String.raw`except|neither|nor|minus\s+[\d.]+|combined\s+with|in\s+total\s+for|together\s+with)\b`,
  "giu",
);

const SHAPED = /^(?:square|cube)\s+of$/iu;

/** `a cube of ice`, `a 5.0 g cube of sugar`: what has this shape, and no power. */
const A_THING = /(?:\ban?|\d\s?\p{L}{1,3})\s+$/u;

/** `40 times the radius of 7e8 m`, read as one number. */
function isReadWith({ at, kind }: Given["span"], place: number): boolean {
  return kind === "value" && at[0] <= place && place < at[1];
}

/** `twice the mass`, `the ratio of`: words that change a value, of which the law has no name. */
export const changed: Check = ({ given, text }, { profile: { law } }) => {
  for (const match of text.matchAll(CHANGED)) {
    const [written] = match;
    if (given.some(({ span }) => isReadWith(span, match.index))) continue;
    if (SHAPED.test(written) && A_THING.test(text.slice(0, match.index))) continue;
    if (lawStems(written).some((stem) => CHANGES.has(stem) && law.vocabulary.has(stem))) continue;
    return {
      at: [match.index, match.index + written.length],
      message: `"${written}" changes a value; give the value after the change`,
      reason: "change",
    };
  }
  return null;
};

const NEGATED = /\b(?:not|never|without|no|none|(?:any|every)thing\s+but)\b|n't\b/giu;

/** What a law leaves out anyway, and turns of speech. */
const HARMLESS = new RegExp(
  String.raw`^(?:\s+(?:any|the|taking|considering|counting|neglecting|accounting\s+for))*\s+(?:(?:air|` +
    String.raw`wind|rolling|external|other|heat|energy|initial|further|additional|significant|appreciable|` +
    String.raw`net|internal|gas|external)\s+)*(?:friction|drag|resistance|losses|loss|lost|air|slipping|` +
    String.raw`slip|sliding|heat|atmosphere|damping|dissipation|reflection|reflections|rotation|spin|` +
    String.raw`tension|viscosity|wind|daughter|daughters|motion\s+of|collisions|absorption|one|matter|idea|` +
    String.raw`load|change|turbulence|interaction|leak|leaks|leakage|acceleration|bounce|touching|include|` +
    String.raw`count|consider|conducting|need|know|magnetic|field|gravity|mass)\b`,
  "iu",
);

/** `not moving`, `without a mass`: what is denied is no input. */
export const negated: Check = ({ text }, { filled, profile: { law } }) => {
  for (const match of text.matchAll(NEGATED)) {
    const end = match.index + match[0].length;
    if ("uses" in filled && isOfNone(filled.uses, [match.index, end])) continue;
    const tail = text.slice(match.index + match[0].length);
    const next = lawStems(tail)[0];
    if (next !== undefined && law.title.has(next) && !/^without/i.test(match[0]))
      return denied(match.index, text);
    if (HARMLESS.test(tail)) continue;
    // What has no number of its own denies none.
    if (!/\d/.test(tail.split(/[,;.?!]\s|[?!.]$/)[0] ?? "")) continue;
    return denied(match.index, text);
  }
  return null;
};

function denied(at: number, text: string): Stop {
  const end = at + (/^[\p{L}']+/u.exec(text.slice(at))?.[0].length ?? 1);
  return {
    at: [at, end],
    message: `"${text.slice(at, at + 40).trim()}" says what is not; say what is`,
    reason: "negated",
  };
}

const TAKEN_BACK =
  /\b(?:cross\s+out|disregard|forget|strike|leave\s+out|omit|skip|ignore|delete|drop\s+the)\b[^.;,?]{0,16}\d/i;

/** `cross out the 7 kg` */
export const takenBack: Check = ({ text }) => {
  const match = TAKEN_BACK.exec(text);
  return match === null ? null : denied(match.index, text);
};
