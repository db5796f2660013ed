/** Numbers whose direction words say: a speed away, an angle behind a surface. */
import { lawStems } from "../lexicon/lawWords.js";
import type { LawSlot } from "../lexicon/lexicon.js";
import type { Given, Question } from "../reading/reading.js";

export const AWAY =
  /\b(?:away|reced(?:es?|ed|ing)|leav(?:es?|ing)|departs?|departing|retreat\w*|flees?|fleeing)\b/i;
export const TOWARDS = new RegExp(
  String.raw`\b(?:towards?|approach(?:es|ed|ing)?|nears?|nearing|oncoming|closing\s+in|closer|head-on|` +
    String.raw`(?:straight|right|directly|comes?|coming|races?|flies)\s+at)\b`,
  "i",
);

export function countsTowards({ about }: LawSlot): boolean {
  return /\btowards\b/.test(about);
}

export function hasMinus(text: string, [from]: readonly [number, number]): boolean {
  return /^\s*[-\u2212]/.test(text.slice(from)) || /[=\s(][-\u2212]\s*$/.test(text.slice(0, from));
}

const REFRACTED: ReadonlySet<string> = new Set(
  lawStems("refracted refraction refracts emerges emerging emerged transmitted bent"),
);
const ARRIVES: ReadonlySet<string> = new Set(
  lawStems("incidence incident hits strikes arrives falls enters meets incoming"),
);
const REFRACTED_NEAR = 4;

/** `is refracted at 25 degrees`: the angle behind a surface is none before it. */
export function isBehindSurface(
  slot: LawSlot,
  { after, before }: Given,
  { asked }: Question,
): boolean {
  if (slot.unit?.text !== "rad" || !/incidence/.test(slot.about)) return false;
  if ((asked ?? []).some((stem) => REFRACTED.has(stem))) return false;
  const near = [...before.slice(0, REFRACTED_NEAR), ...after.slice(0, 2)];
  return near.some((stem) => REFRACTED.has(stem)) && !near.some((stem) => ARRIVES.has(stem));
}
