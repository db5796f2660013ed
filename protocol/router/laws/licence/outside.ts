/** Inputs outside of what the record says that its law holds for, or inside of the body that attracts. */
import { dimensionsEqual } from "../../../units/index.js";
import { readQuantity, valueFor } from "../../../units/quantity/index.js";
import { isFromCentre } from "../filling/altitude.js";
import type { Filled, Use } from "../filling/fillTypes.js";
import { ANIMALS, lawStem } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

/** `temperatures below 283 K`, `Reynolds number from 4000 to 100000`: what, which side, one or two bounds. */
const NUMBER = String.raw`\d[\d.]*(?:e[+-]?\d+)?`;
const BOUND = new RegExp(
  String.raw`([a-z][a-z -]*?)\s+(?:well\s+)?(below|above|under|over|from|between)\s+(?:about\s+)?(${NUMBER})` +
    String.raw`(?:\s+(?!to\b|and\b)([A-Za-z/^\d]+))?` +
    String.raw`(?:\s+(?:to|and)\s+(?:about\s+)?(${NUMBER})(?:\s+([A-Za-z/^\d]+))?)?`,
  "giu",
);
/** `wall much thinner than the radius` */
const SMALL =
  /\b([a-z]+)\s+much\s+(?:thinner|smaller|shorter|narrower|less)\s+than\s+(?:the\s+|its\s+)?([a-z]+)/giu;
/** A part that is much smaller than another is at most this share of it. */
const MUCH_SMALLER_SHARE = 0.2;

export function outside(question: Question, law: Law, { named, uses }: FilledOf): Open | null {
  return (
    bounded(law, uses) ??
    notSmall(law, uses) ??
    inside(law, uses, named, question) ??
    withinBody(law, uses, question) ??
    atInfinity(uses, question) ??
    countedFromNowhere(law, uses, question) ??
    ofAnimal(law, question)
  );
}

/** A law that holds for people says nothing of a dog. */
function ofAnimal({ entry: { record } }: Law, { tokens }: Question): Open | null {
  if (!/\b(?:people|adults)\b/iu.test(record.validity ?? "")) return null;
  const said = tokens.find(({ stem }) => ANIMALS.has(stem));
  if (said === undefined) return null;
  const message = `${record.name} holds for people, and "${said.text}" is an animal`;
  return { what: "fact", at: said.at, message };
}

type FilledOf = Pick<Filled, "uses"> & { readonly named: Question["named"] };

function bounded({ entry: { record } }: Law, uses: readonly Use[]): Open | null {
  for (const match of (record.validity ?? "").matchAll(BOUND)) {
    const [written, noun, side, first, firstUnit, second, secondUnit] = match;
    const unit = secondUnit ?? firstUnit;
    const use = boundedUse(noun!, unit, uses);
    if (use === null) continue;
    const low = limitOf(`${first!} ${firstUnit ?? unit ?? ""}`, use);
    const high = second === undefined ? null : limitOf(`${second} ${unit ?? ""}`, use);
    if (low === null || isWithin(use.value, side!.toLowerCase(), low, high)) continue;
    return beyond(use, `${record.name} holds for "${written.trim()}"`);
  }
  return null;
}

/** The one input that the words before a bound name, or that alone has the unit of the bound. */
function boundedUse(noun: string, unit: string | undefined, uses: readonly Use[]): Use | null {
  const roots = noun
    .trim()
    .split(/\s+/)
    .map((word) => rootOf(lawStem(word)));
  const named = uses.filter(({ slot }) => roots.every((root) => slot.roots.has(root)));
  if (named.length === 1) return named[0]!;
  const read = unit === undefined ? null : readQuantity(`1 ${unit}`);
  if (read === null || !read.ok) return null;
  const { dimension } = read.readings[0]!.unit;
  const own = uses.filter(
    ({ slot }) => slot.unit !== null && dimensionsEqual(slot.unit.dimension, dimension),
  );
  return own.length === 1 ? own[0]! : null;
}

/** A bound in the unit of its input; null where it is of another dimension. */
function limitOf(text: string, { slot }: Use): number | null {
  const read = readQuantity(text.trim());
  if (!read.ok) return null;
  const limit = valueFor({ ...read, text: text.trim() }, slot);
  return limit.ok ? limit.value : null;
}

function isWithin(value: number, side: string, low: number, high: number | null): boolean {
  if (side === "below" || side === "under") return value <= low;
  return value >= low && (high === null || value <= high);
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

const WITHIN =
  /\b(?:inside|within|cent(?:re|er)|core|interior|depths?|underground|below\s+the\s+surface|half\s*way)\b/iu;

/** `escape speed from the centre of the Earth`: the radius of the body is supposed, and a place in it is said. */
function withinBody(law: Law, uses: readonly Use[], { text }: Question): Open | null {
  const match = WITHIN.exec(text);
  const { name } = law.entry.record;
  if (match === null || WITHIN.test(name)) return null;
  const use = uses.find(
    ({ score, slot, uncertainty }) =>
      score === undefined && uncertainty !== null && isFromCentre(law, slot),
  );
  if (use === undefined) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is no place at the surface, and the ${use.slot.about} is that of ${use.said}`,
  };
}

const AT_INFINITY = /\bat\s+(?:infinity|an?\s+infinite\s+distance)\b/iu;

/** `rests at infinity`, `zero at infinity`: what is counted from there. */
const FROM_INFINITY =
  /\b(?:zero|nought|0|vanish\w*|rests?|reference|relative\s+to\s+\p{L}+|taken)\s+$/iu;

/** `potential at infinity`, and a distance: only one of the two is the place. */
function atInfinity(uses: readonly Use[], { text }: Question): Open | null {
  const match = AT_INFINITY.exec(text);
  if (
    match === null ||
    !uses.some(({ score, slot }) => score !== undefined && slot.unit?.text === "m")
  )
    return null;
  if (FROM_INFINITY.test(text.slice(0, match.index))) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is a place, and a distance is given; say which of the two is meant`,
  };
}

/** `orbits at 7000 km`: from the centre, or above the surface. */
const IN_ORBIT = /\b(?:orbit\w*|circl\w+|flies|flying|round|around)\s+(?:\p{L}+\s+){0,4}?at\s+$/iu;
/** `at 11,000 km from the Earth` */
const FROM_BODY = /^\s+from\s+(?:the\s+|planet\s+)?\p{L}/iu;
const FROM_CENTRE = /\b(?:radi(?:us|i)|cent(?:re|er)s?|semi-?major|distance|away|apart)\b/i;
/** A pattern that ends at a number has no more characters than these. */
const BEFORE_CHARS = 60;

function countedFromNowhere(
  law: Law,
  uses: readonly Use[],
  { given, text }: Question,
): Open | null {
  for (const use of uses) {
    const { at, score, slot } = use;
    if (score === undefined || !isFromCentre(law, slot)) continue;
    if (given.some(({ span }) => span.at === at && span.name !== null)) continue;
    const isOpen =
      (IN_ORBIT.test(text.slice(Math.max(0, at[0] - BEFORE_CHARS), at[0])) ||
        FROM_BODY.test(text.slice(at[1]))) &&
      !FROM_CENTRE.test(text);
    if (!isOpen) continue;
    const message = `"${text.slice(...at)}" may be counted from the centre or from the surface`;
    return { what: "case", at, message: `${message}; say which, as in ${slot.name} = ...` };
  }
  return null;
}

/** Radii of a body differ by less, and people round them. */
const FLATTENED_SHARE = 0.02;

function beyond({ at, slot }: Use, message: string): Open {
  return { what: "case", at, message: `${message}; look at the ${slot.about} (${slot.name})` };
}
