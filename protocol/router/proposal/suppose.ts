/** What a law lacks, supposed: none, one, the whole of it, a ratio of two, the same as another, of a body. */
import { PI } from "../../math/constants.js";
import { keepingEach, keepingLast } from "../../once.js";
import { valueExampleOf } from "../../operators/record.js";
import type { Registry } from "../../operators/registry.js";
import { constantsBySymbol, dimensionKey, isDimensionless } from "../../units/index.js";
import { valueInSI } from "../../units/quantity/index.js";
import type { Use } from "../laws/filling/fillTypes.js";
import { SUPPOSED } from "../laws/filling/otherwise.js";
import { NEUTRAL, lawStem } from "../laws/lexicon/lawWords.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { computed } from "../laws/settle.js";
import type { Taken } from "./fill.js";
import { isSaidWide } from "./stated.js";

const SUPPOSED_MAX = 2;

/** The same with what is not said supposed, in each of the ways that words leave open. */
export function supposing(
  registry: Registry,
  law: Law,
  taken: Taken,
  question: Question,
): readonly Taken[] {
  const { missing } = taken.filled;
  const bodies = ofOtherBodies(law, taken, question);
  if (missing.length === 0) return bodies;
  return [
    ...bodies,
    ...(missing.length > SUPPOSED_MAX ? [] : ofValues(law, taken, question)),
    ...ofRatio(registry, law, taken, question),
    ...asAnother(taken, question),
  ];
}

function ofValues(law: Law, taken: Taken, question: Question): readonly Taken[] {
  let all: readonly (readonly Use[])[] = [[]];
  for (const slot of taken.filled.missing) {
    const some = mayBe(law, slot, question);
    all = all.flatMap((uses) => some.map((use) => [...uses, use]));
  }
  return all.map((more) => withMore(taken, more));
}

/** An input that was missing and is supposed is missing no more. */
function withMore(taken: Taken, more: readonly Use[]): Taken {
  const { filled } = taken;
  const missing = filled.missing.filter((slot) => !more.some((use) => use.slot === slot));
  return { ...taken, filled: { ...filled, uses: [...filled.uses, ...more], missing } };
}

const ONE_KIND = new RegExp(
  "number|degeneracy|index|efficiency|factor|emissivity|order|charge|ratio|activity|gain|permittivity|" +
    "permeability|fraction|share|multiplicity",
  "u",
);
const WHOLE =
  /\b(?:initial|reference|incident|start|outer|unobstructed|principal|central|zero|first)\b/u;
const NONE_KIND = new RegExp(
  "speed|velocity|voltage|height|displacement|pressure|cohesion|current|concentration|angle|time|position|" +
    "phase|charge|temperature_difference|power|chemical_potential",
  "u",
);
const ASIDE = /horizontal|offset|lateral|radial|eccentric|from the (?:axis|centre|middle)/u;
const RIGHT_THERE =
  /\b(?:straight|directly|right|exactly|just)\b|\bon\s+(?:the\s+)?axis\b|\bcent(?:re|er|ral)\b/iu;
export const NOUGHT = /\b(?:zero|nought|vanish\w*|null\w*|cancel\w*|nothing)\b/iu;
const COUNT_SAID = /\b(?:one|single|a)\b/iu;
const CHARGED = new RegExp(
  String.raw`\b(?:(singly|doubly|triply)[\s-]+)?` +
    String.raw`(?:charged|ioni[sz]ed|ions?|electrons?|protons?|particles?|muons?|pions?|kaons?)\b`,
  "iu",
);
const TIMES: ReadonlyMap<string, number> = new Map([
  ["singly", 1],
  ["doubly", 2],
  ["triply", 3],
]);
const IN_SPACE =
  /\b(?:vacuum|free\s+space|space|light|laser|radio|antenna|photons?|x-rays?|microwaves?|radar)\b/iu;
/** `Cu2+`, `SO4 2-`: how many charges an ion has. */
const ION = /\b[A-Z][a-z]?(?:[A-Z][a-z]?\d*)*\s?\^?\(?(\d?)[+\u207a\u2212-](?=[\s),.;]|$)/u;
const CHARGE = constantsBySymbol.get("q_e")!.value;
const LIGHT = constantsBySymbol.get("c")!.value;
/** What a body has where the question gives a round value for it, and no measured one. */
const ROUND: ReadonlyMap<string, number> = new Map([["density of water", 1000]]);

function mayBe(law: Law, slot: LawSlot, question: Question): readonly Use[] {
  const { text } = question;
  const { about, quantity } = slot;
  const isPure = slot.unit !== null && isDimensionless(slot.unit.dimension);
  const isWhole = law.entry.record.symbols[slot.name]?.whole === true;
  const isCount = /amount|count/u.test(quantity) && COUNT_SAID.test(text);
  const isOne = isWhole || isCount || (isPure && ONE_KIND.test(quantity)) || WHOLE.test(about);
  const isNone =
    (!isWhole && NONE_KIND.test(quantity)) ||
    (ASIDE.test(about) && RIGHT_THERE.test(text)) ||
    (slot.isResult && NOUGHT.test(text)) ||
    isSaidNone(slot, question);
  const ideal = [...(isOne ? [1] : []), ...(isNone ? [0] : [])];
  return [
    ...ofThings(slot, question).map((value) => supposedAs(slot, value, OF_THING)),
    ...ofCircle(slot, question).map((value) => supposedAs(slot, value, OF_CIRCLE)),
    ...ideal.map((value) => supposedAs(slot, value)),
  ];
}

/** What a round thing has whose diameter is said: its perimeter, and its cross-section. */
function ofCircle({ about, quantity, unit }: LawSlot, question: Question): readonly number[] {
  const isRim = /perimeter|circumference/u.test(`${about} ${quantity}`);
  const isArea = /area/u.test(quantity) && /cross|area of|area$/u.test(about);
  if (unit === null || !(isRim || isArea)) return [];
  const wide = question.given.find((one) => isSaidWide(one, question.text));
  if (wide === undefined) return [];
  const across = valueInSI(wide.span.quantities[0]!.readings[0]!);
  return [isRim ? PI * across : (PI * across * across) / FOUR];
}
const FOUR = 4;

const NO: ReadonlySet<string> = new Set(
  ["no", "zero", "without", "nil", "neglect", "ignor"].map(lawStem),
);
const TO_NOUN = 3;

/** `no heat lost`, `the nuclear g-factor to zero`: one of these words stands near a word of the input. */
function isSaidNone({ words }: LawSlot, { tokens }: Question): boolean {
  return tokens.some(({ stem, text }, i) => {
    if (!NO.has(stem)) return false;
    const from = /^(?:zero|nil)$/iu.test(text) ? i - TO_NOUN - 1 : i;
    return tokens
      .slice(Math.max(0, from), i + TO_NOUN)
      .some((one) => words.has(one.stem) && !NEUTRAL.has(one.stem));
  });
}

/** What things that are spoken of bring: the charge of an ion, the speed of light, the density of water. */
function ofThings(
  { about, property, quantity, unit }: LawSlot,
  { named, text }: Question,
): readonly number[] {
  const found: number[] = [];
  if (property === "charge" || (/charge/u.test(quantity) && unit?.text === "C")) {
    const said = CHARGED.exec(text);
    if (said !== null) found.push(CHARGE * (TIMES.get((said[1] ?? "").toLowerCase()) ?? 1));
  }
  if (
    /charge_number|count/u.test(quantity) &&
    /charge|electrons per|valen/u.test(`${about} ${quantity}`)
  ) {
    const said = ION.exec(text);
    if (said !== null) found.push(said[1] === "" ? 1 : Number(said[1]));
  }
  if (
    /speed|velocity/u.test(quantity) &&
    /wave|light|propag/u.test(`${about} ${quantity}`) &&
    IN_SPACE.test(text)
  )
    found.push(LIGHT);
  if (property !== null)
    for (const { entity } of named) {
      const own = entity.properties.get(property)?.[0];
      if (own !== undefined) found.push(ROUND.get(`${property} of ${entity.name}`) ?? own);
    }
  return [...new Set(found)];
}

/** Of several bodies that are named another one, or none of them. */
function ofOtherBodies(law: Law, taken: Taken, question: Question): readonly Taken[] {
  const { filled } = taken;
  if (filled.missing.length > 0) return [];
  return filled.uses.flatMap((use): readonly Taken[] => {
    const isEach = use.rule === "each";
    if (use.score !== undefined && !isEach) return [];
    if (use.uncertainty === null && !isEach) return [];
    return mayBe(law, use.slot, question)
      .filter(({ value }) => value !== use.value)
      .map((other) => ({
        ...taken,
        filled: {
          ...filled,
          bodies: filled.bodies.filter(({ entity }) => entity.name !== use.said),
          uses: filled.uses.map((one) => (one === use ? other : one)),
        },
      }));
  });
}

/** How much more a word says which of two is the whole. */
const OF_WHOLE = 20;
const RATIO_MAX = 2;

/** `three times the saturation intensity`, `to 1/18 of its volume`: of two that only their ratio counts of. */
function ofRatio(registry: Registry, law: Law, taken: Taken, { text }: Question): readonly Taken[] {
  const [first, second, another] = taken.filled.missing;
  if (first === undefined || second === undefined || another !== undefined) return [];
  if (keyOf(first) === null || keyOf(first) !== keyOf(second)) return [];
  const ratios = taken.left.filter(isRatio).slice(0, RATIO_MAX);
  if (ratios.length === 0 || !dependsOnRatio(registry, law, first, second)) return [];
  return ratios.flatMap((given) => {
    const [quantity] = given.span.quantities;
    const value = valueInSI(quantity!.readings[0]!);
    const behind = new Set(given.after);
    return [[first, second] as const, [second, first] as const].map(([part, whole]): Taken => {
      const isSaid = [...whole.words].some((stem) => behind.has(stem) && !part.words.has(stem));
      const score = isSaid ? OF_WHOLE : WHOLE.test(whole.about) ? OF_WHOLE / 2 : 0;
      const use: Use = {
        slot: part,
        value,
        at: given.span.at,
        rule: RATIO,
        uncertainty: null,
        said: text.slice(...given.span.at),
        score: 0,
      };
      return {
        ...withMore(taken, [use, supposedAs(whole, 1)]),
        left: taken.left.filter((one) => one !== given),
        score: taken.score + score,
      };
    });
  });
}

export const RATIO = "the ratio of the two";

function isRatio({ constant, span: { name, quantities } }: Given): boolean {
  const [quantity] = quantities;
  if (quantity === undefined || constant !== null) return false;
  if (name !== null && !name.text.includes("/")) return false;
  const [reading] = quantity.readings;
  const { dimension } = reading!.unit;
  return isDimensionless(dimension) && dimension.angle === 0 && valueInSI(reading!) > 0;
}

function keyOf({ unit }: LawSlot): string | null {
  return unit === null ? null : dimensionKey(unit.dimension);
}

const ratiosKnown = keepingEach((_law: Law) => new Map<string, boolean>());

/** Whether twice the one and twice the other change nothing, at the example of the law. */
function dependsOnRatio(registry: Registry, law: Law, first: LawSlot, second: LawSlot): boolean {
  const known = ratiosKnown(law);
  const key = `${first.name} ${second.name}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = isOfRatio(registry, law, [first, second]);
  known.set(key, found);
  return found;
}

const TWICE = 2;
const SAME_SHARE = 1e-9;

function isOfRatio(registry: Registry, law: Law, both: readonly LawSlot[]): boolean {
  const example = valueExampleOf(law.entry.record);
  if (example === null) return false;
  const valueOf = (scale: number): number | null => {
    const uses = law.slots.flatMap((slot) => {
      const own = example.inputs[slot.name];
      if (own === undefined) return [];
      return [supposedAs(slot, both.includes(slot) ? scale * own : own)];
    });
    const value = computed(registry, law, uses);
    return typeof value === "number" ? value : null;
  };
  const [one, two] = [valueOf(1), valueOf(TWICE)];
  if (one === null || two === null || one === 0) return false;
  const expected = both.some(({ isResult }) => isResult) ? TWICE * one : one;
  return Math.abs(two - expected) <= SAME_SHARE * Math.abs(expected);
}

const ALIKE = new RegExp(
  String.raw`\b(?:both|each|same|equal(?:ly)?|identical|alike|two|twins?|pair|symmetric\w*|bore|surface|` +
    String.raw`inner|inside|outer|outside|rim|edge|square|cube|cubic)\b`,
  "iu",
);
/** What says that two are the same, and not only that there are two. */
const SAME = new RegExp(
  String.raw`\b(?:both|each|same|equal(?:ly)?|identical|alike|match\w*|exactly\s+to|perfectly|` +
    String.raw`ideally\s+expanded|square|cub(?:e|ic))\b`,
  "iu",
);
const isAlike = keepingLast((text: string) => ALIKE.test(text));
const ALIKE_MAX = 2;

/** `both sides of 20 cm`, `at the inner surface`: each input that is missing is as large as another of its kind. */
function asAnother(taken: Taken, { text }: Question): readonly Taken[] {
  const { missing, uses } = taken.filled;
  if (missing.some(({ isResult }) => isResult) || !isAlike(text)) return [];
  const given = uses.filter(({ score }) => score !== undefined);
  const said = SAME.test(text) ? AS_SAID : AS_ANOTHER;
  const twins = missing.map((slot) => given.filter((use) => isOfKind(use.slot, slot)));
  if (twins.some(({ length }) => length === 0)) return [];
  // Of several that are missing each has one other of its kind.
  const most = missing.length > 1 ? 1 : ALIKE_MAX;
  return twins[0]!.slice(0, most).map((first) =>
    withMore(
      taken,
      missing.map((slot, i) => supposedAs(slot, (i === 0 ? first : twins[i]![0]!).value, said)),
    ),
  );
}

function isOfKind(one: LawSlot, other: LawSlot): boolean {
  return one.quantity === other.quantity && keyOf(one) === keyOf(other);
}

/** Suppositions: the ideal case, what a thing has that is spoken of, the value of another input. */
const IDEAL = "assumed";
export const OF_THING = "of a thing";
export const AS_ANOTHER = "as another";
export const AS_SAID = "as another, as is said";
const OF_CIRCLE = "of a circle";

export function supposedAs(slot: LawSlot, value: number, said = IDEAL): Use {
  return { slot, value, at: [0, 0], rule: SUPPOSED, uncertainty: null, said };
}

export function isSupposed({ rule }: Use): boolean {
  return rule === SUPPOSED;
}
