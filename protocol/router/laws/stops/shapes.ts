/** Shapes that decide a number: a lens, a mirror, something round whose radius or diameter is given. */
import type { Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import type { Stop } from "./stop.js";

const SIGNED_LENS = /1\/R_1 - 1\/R_2/;
const SHAPED_LENS = new RegExp(
  String.raw`\b(?:bi-?con(?:vex|cave)|double[\s-]con(?:vex|cave)|equi-?con(?:vex|cave)|symmetric(?:al)?|plano\w*|` +
    String.raw`meniscus|con(?:vex|cave)|(?:con|di)verging)\b`,
  "i",
);

/** Two radii of a lens without their signs: biconvex, or a meniscus. */
export function unsignedRadii({ given, text }: Question, reading: Reading): Stop | null {
  const { filled, profile } = reading;
  if (!("uses" in filled) || !SIGNED_LENS.test(profile.law.entry.record.equation)) return null;
  const radii = filled.uses.filter(({ slot }) => slot.quantity === "radius");
  if (radii.length < 2 || radii.some(({ value }) => value <= 0 || !Number.isFinite(value)))
    return null;
  const isNamed = radii.every(({ at }) =>
    given.some(({ span }) => span.at === at && span.name !== null),
  );
  if (isNamed && !SHAPED_LENS.test(text)) return null;
  return {
    at: radii[0]!.at,
    message:
      "a radius of a surface counts negative where its centre lies before it; write R_1 and R_2 with their signs",
    reason: "word",
  };
}

const HOLLOW_MIRROR =
  /\b(?:concave|converging|shaving|make-?up|cosmetic|dentist\S*|spoon|hollow|parabolic|telescope)\b/i;

/** A curved mirror that nobody calls concave may be convex. */
export function concaveOrConvex({ given, text }: Question, reading: Reading): Stop | null {
  const { filled, profile } = reading;
  if (!("uses" in filled) || !profile.law.entry.record.name.startsWith("Spherical mirror"))
    return null;
  if (HOLLOW_MIRROR.test(text)) return null;
  const use = filled.uses.find(({ slot }) => slot.quantity === "radius");
  const number = given.find(({ span }) => span.at === use?.at);
  if (use === undefined || use.value < 0 || number === undefined || number.span.name !== null)
    return null;
  return {
    at: use.at,
    message: `"${text.slice(...use.at)}": say whether the mirror is concave or convex`,
    reason: "word",
  };
}

const ROUND = [
  "wheels?|spheres?|balls?|discs?|disks?|loops?|circles?|rings?|hoops?|bubbles?|drops?|droplets?|coils?|drums?",
  "pulleys?|globes?|turntables?|carousels?|pipes?|tubes?|wires?|capillar(?:y|ies)|rotors?|flywheels?|gears?",
].join("|");
const NO_LINK = String.raw`(?!(?:from|to|in|on|at|of|above|below|behind|away|outside|inside|an?|the|and)\b)`;
const ROUND_OF = new RegExp(
  String.raw`\b(?:${ROUND}|circular\s+\w+|spherical\s+\w+|bends?|curves?|cylinders?|rods?)\s+(?:that\s+is\s+)?of\s+$`,
  "i",
);
const ROUND_BEHIND = new RegExp(
  String.raw`^[\s-]+(?:${NO_LINK}\p{L}+\s+){0,2}?(?:${ROUND})\b`,
  "iu",
);
const SIZED = new RegExp(
  String.raw`\b(?:radi(?:us|i)|dia(?:m(?:eters?)?)?|across|wide|circumference|centre|center|long|` +
    String.raw`length|distance|away|deep|thick)\b`,
  "i",
);
/** A pattern that ends at a number has no more characters than these. */
const BEFORE_CHARS = 40;

/** `a wheel of 60 cm`: the radius or the diameter. */
export function radiusOrDiameter({ given, text }: Question, { filled }: Reading): Stop | null {
  if (!("uses" in filled)) return null;
  for (const { at, score, slot } of filled.uses) {
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    if (slot.quantity !== "radius" && slot.quantity !== "distance") continue;
    const [head, tail] = [text.slice(Math.max(0, at[0] - BEFORE_CHARS), at[0]), text.slice(at[1])];
    const isBehind = ROUND_BEHIND.test(tail) && !SIZED.test(ROUND_BEHIND.exec(tail)![0]);
    if (!ROUND_OF.test(head) && !isBehind) continue;
    // `a circle of 3 m radius` says it behind.
    if (/^\s*(?:in\s+)?(?:radius|across|in\s+diameter|dia(?:m(?:eter)?)?|radii)\b/i.test(tail))
      continue;
    return {
      at,
      message: `"${text.slice(...at)}" may be the radius or the diameter; say which`,
      reason: "dimension",
    };
  }
  return null;
}
