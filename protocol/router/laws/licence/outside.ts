/** Inputs outside of what the record says that its law holds for, or inside of the body that attracts. */
import { dimensionsEqual } from "../../../units/index.js";
import { readQuantity, valueFor } from "../../../units/quantity/index.js";
import { isFromCentre } from "../filling/altitude.js";
import type { Filled, Use } from "../filling/fillTypes.js";
import { lawStem } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

/** `temperatures below 283 K` */
const BOUND = /\b([a-z]+)\s+(below|above|under|over)\s+(\d[\d.e+-]*\s+[A-Za-z/^\d]+)/giu;
/** `wall much thinner than the radius` */
const SMALL =
  /\b([a-z]+)\s+much\s+(?:thinner|smaller|shorter|narrower|less)\s+than\s+(?:the\s+|its\s+)?([a-z]+)/giu;
/** A part that is much smaller than another is at most this share of it. */
const MUCH_SMALLER_SHARE = 0.2;

export function outside(question: Question, law: Law, { named, uses }: FilledOf): Open | null {
  return bounded(law, uses) ?? notSmall(law, uses) ?? inside(law, uses, named, question);
}

type FilledOf = Pick<Filled, "uses"> & { readonly named: Question["named"] };

function bounded({ entry: { record } }: Law, uses: readonly Use[]): Open | null {
  for (const [written, , side, bound] of (record.validity ?? "").matchAll(BOUND)) {
    const read = readQuantity(bound!);
    if (!read.ok) continue;
    const [unit] = read.readings.map((one) => one.unit);
    const own = uses.filter(
      ({ slot }) => slot.unit !== null && dimensionsEqual(slot.unit.dimension, unit!.dimension),
    );
    const [only, another] = own;
    if (only === undefined || another !== undefined) continue;
    const limit = valueFor({ ...read, text: bound! }, only.slot);
    if (!limit.ok) continue;
    const isBelow = side === "below" || side === "under";
    if (isBelow ? only.value <= limit.value : only.value >= limit.value) continue;
    return beyond(only, `${record.name} holds for "${written}"`);
  }
  return null;
}

function notSmall({ entry: { record } }: Law, uses: readonly Use[]): Open | null {
  const of = (word: string): Use | undefined => {
    const root = rootOf(lawStem(word));
    const own = uses.filter(({ slot }) => slot.roots.has(root));
    return own.length === 1 ? own[0] : undefined;
  };
  for (const [written, small, large] of (record.validity ?? "").matchAll(SMALL)) {
    const [a, b] = [of(small!), of(large!)];
    if (a === undefined || b === undefined || a === b) continue;
    if (Math.abs(a.value) <= MUCH_SMALLER_SHARE * Math.abs(b.value)) continue;
    return beyond(a, `${record.name} holds for "${written}"`);
  }
  return null;
}

/** An orbit of 3000 km from the centre of the Earth is within it. */
function inside(
  law: Law,
  uses: readonly Use[],
  named: Question["named"],
  { text }: Question,
): Open | null {
  for (const use of uses) {
    if (use.score === undefined || !isFromCentre(law, use.slot)) continue;
    for (const { entity } of named) {
      const radius = entity.properties.get("radius")?.[0];
      const isGiver = uses.some(({ body, said }) => (body ?? said) === entity.name);
      if (radius === undefined || !isGiver || use.value >= radius * (1 - FLATTENED_SHARE)) continue;
      return beyond(use, `"${text.slice(...use.at)}" is inside of the ${entity.name}`);
    }
  }
  return null;
}

/** Radii of a body differ by less, and people round them. */
const FLATTENED_SHARE = 0.02;

function beyond({ at, slot }: Use, message: string): Open {
  return { what: "case", at, message: `${message}; look at the ${slot.about} (${slot.name})` };
}
