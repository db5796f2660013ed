/**
 * Heights above a body, where a law counts from its centre: the radius of the body comes on top. A
 * number that may be either is no input.
 */
import { parseUnit, dimensionsEqual, type UnitValue } from "../../../units/index.js";
import { sizeOf } from "./conversions.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Given, Named, Question } from "../reading/reading.js";

export interface FromCentre {
  readonly value: number;
  readonly rule: string;
  /** Relative, of the sum. */
  readonly uncertainty: number;
  readonly body: Named;
}

const ATTRACTS = /(?:^|[^\p{L}_])(?:G|mu_g)(?:$|[^\p{L}\p{N}_])/u;
const FROM_CENTRE = /\b(?:centres?|orbit|semi-major|peri\w+|apo\w+|radial coordinate)\b/;
const HEIGHTS: ReadonlySet<string> = new Set(
  lawStems("altitude height elevation above depth thickness"),
);
const ABOVE = /^\s*(?:high\s+|up\s+)?(?:above|over|of\s+altitude|altitudes?|elevation)\b/i;
const BELOW = /^\s*(?:deep|below|beneath|under(?:ground)?)\b/i;
/** A gap is no distance of centres. */
const BETWEEN_SURFACES =
  /\b(?:between|from)\s+(?:their|the|its|both|two)\s+(?:\w+\s+)?(?:surfaces?|edges?|rims?|skins?)\b/i;
const ALTITUDE: ReadonlySet<string> = new Set(lawStems("altitude elevation height above"));
const DEPTH: ReadonlySet<string> = new Set(lawStems("depth below beneath"));
const CENTRAL: ReadonlySet<string> = new Set(
  lawStems("radius radii axis centre center semimajor centres centers diameter"),
);
const NEAR_WORDS = 4;
const metre = metres();

function metres(): UnitValue {
  const read = parseUnit("m");
  if (!read.ok) throw new Error("the metre is a unit");
  return read;
}

/** Whether an input is counted from the centre of a body that attracts. */
export function isFromCentre(law: Law, slot: LawSlot): boolean {
  const before = known.get(slot);
  if (before !== undefined) return before;
  const found = countsFromCentre(law, slot);
  known.set(slot, found);
  return found;
}

/** Asked for each number of each question. */
const known = new WeakMap<LawSlot, boolean>();

function countsFromCentre({ entry: { record } }: Law, slot: LawSlot): boolean {
  if (slot.isResult || slot.unit === null || !dimensionsEqual(slot.unit.dimension, metre.dimension))
    return false;
  if (lawStems(slot.about).some((stem) => HEIGHTS.has(stem))) return false;
  if (record.domain === "orbital_mechanics")
    return slot.quantity !== "length" && !/\bbody\b/.test(slot.about);
  return ATTRACTS.test(record.equation) && FROM_CENTRE.test(slot.about);
}

/** What the words around a length say of where it is counted from. */
function countedFrom(
  { after, before, span }: Given,
  text: string,
): "above" | "below" | "centre" | null {
  const tail = text.slice(span.at[1]);
  if (BETWEEN_SURFACES.test(text)) return "below";
  if (ABOVE.test(tail)) return "above";
  if (BELOW.test(tail)) return "below";
  const near = [...before.slice(0, NEAR_WORDS), ...after.slice(0, NEAR_WORDS)];
  if (near.some((stem) => CENTRAL.has(stem))) return "centre";
  if (near.some((stem) => ALTITUDE.has(stem))) return "above";
  return near.some((stem) => DEPTH.has(stem)) ? "below" : null;
}

/** Whether a law that counts from a centre is given a height or a depth. */
export function isHeight(law: Law, given: Given, { text }: Question): boolean {
  const from = countedFrom(given, text);
  return (
    (from === "above" || from === "below") && law.slots.some((slot) => isFromCentre(law, slot))
  );
}

/**
 * Null where the number is counted as the law counts; `unfit` where it is not, or where nobody can
 * tell.
 */
export function fromCentreOf(
  law: Law,
  slot: LawSlot,
  given: Given,
  question: Question,
  value: number,
): FromCentre | "unfit" | null {
  if (!isFromCentre(law, slot)) return null;
  // `6000 km across`: the whole of the body, and no distance from its centre.
  if (sizeOf(given) === "diameter") return "unfit";
  const from = countedFrom(given, question.text);
  if (from === "centre") return null;
  const bodies = question.named.filter(({ entity }) => entity.properties.has("radius"));
  const [body] = bodies;
  const isOne = bodies.every(({ entity }) => entity === body!.entity);
  if (from === "below") return "unfit";
  const isOther = question.given.some((one) => countedFrom(one, question.text) === "above");
  if (from === null) {
    if (isOther) return "unfit";
    // Within the body no orbit goes and no law of its outside holds.
    const inside = body !== undefined && isOne && value < body.entity.properties.get("radius")![0];
    return inside ? "unfit" : null;
  }
  // The radius that the question gives is not ours.
  const isGiven = question.given.some((one) => countedFrom(one, question.text) === "centre");
  if (body === undefined || !isOne || isGiven) return "unfit";
  const [radius, relative] = body.entity.properties.get("radius")!;
  const [flat] = body.entity.properties.get("flattening") ?? [0];
  const sum = radius + value;
  return {
    value: sum,
    rule: `radius of ${body.entity.name} and the height above it`,
    // The surface lies between the equator's radius and the pole's.
    uncertainty: (radius * Math.max(relative, flat / 2)) / sum,
    body,
  };
}

/** Why a length is no input of a law that counts from the centre; null for another reason. */
export function heightMessage(law: Law, given: Given, { text }: Question): string | null {
  if (!law.slots.some((slot) => isFromCentre(law, slot))) return null;
  const from = countedFrom(given, text);
  const [quantity] = given.span.quantities;
  const isLength = quantity?.readings.some(({ unit }) =>
    dimensionsEqual(unit.dimension, metre.dimension),
  );
  if (isLength !== true || from === "centre") return null;
  const written = text.slice(...given.span.at);
  return (
    `${law.id} counts from the centre of the body, and "${written}" may be counted from its ` +
    "surface; give the distance from the centre"
  );
}
