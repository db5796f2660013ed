/**
 * Which input of a law each number of a question is: an assignment of all numbers to slots, by
 * name, by the words around them, by role and by dimension. Two different ones that are as good
 * decide nothing.
 */
import {
  constantsBySymbol,
  dimensionsEqual,
  isDimensionless,
  quantityDimension,
} from "../../units/index.js";
import { valueFor, valueInSI, type Quantity } from "../../units/quantity/index.js";
import { countWork } from "../../workCount.js";
import { NEUTRAL, lawStems } from "./lawWords.js";
import { moreStated, restingIn } from "./stated.js";
import { MEDIA, type Law, type LawSlot } from "./lexicon.js";
import type { Given, Named, Question } from "./reading.js";

export interface Use {
  readonly slot: LawSlot;
  /** SI. */
  readonly value: number;
  readonly at: readonly [start: number, end: number];
  readonly rule: string;
  /** Relative uncertainty of a body's property; null where the question says the value. */
  readonly uncertainty: number | null;
  readonly said: string;
  /** How well the words around the number say this input; nought where no number stands. */
  readonly score?: number;
}

/** One way to give each number to an input. */
export interface Way {
  readonly uses: readonly Use[];
  readonly score: number;
}

export interface Filled {
  readonly target: LawSlot;
  readonly uses: readonly Use[];
  readonly missing: readonly LawSlot[];
  /** Bodies that gave a value. */
  readonly bodies: readonly Named[];
  /** Stems of words that stated an input. */
  readonly stated: ReadonlySet<string>;
  /** Another way to fill that is as good. */
  readonly isOpen: boolean;
  readonly score: number;
  /** All ways to give the numbers to the inputs, the best first; `uses` are those of the first. */
  readonly ways: readonly Way[];
}

export interface Unfilled {
  /** The first number that no input takes. */
  readonly given: Given;
  readonly message: string;
}

interface Option {
  readonly slot: LawSlot;
  readonly value: number;
  readonly score: number;
  readonly rule: string;
}

/** Work of holding a number against an input. */
const OPTION_WORK = 4;
const NAMED_SCORE = 1_000;
const ASSIGNMENTS_MAX = 4_000;
/** A reading wins by at least this. */
const LEAD_MIN = 2;

export function fillLaw(law: Law, target: LawSlot, question: Question): Filled | Unfilled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== target);
  const resting = restingIn(slots, question);
  const filled = fillWith(law, target, question, resting);
  // `at rest (0 m/s)` says it with a number.
  return resting.length > 0 && !("uses" in filled) ? fillWith(law, target, question, []) : filled;
}

function fillWith(
  law: Law,
  target: LawSlot,
  question: Question,
  resting: readonly Use[],
): Filled | Unfilled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== target);
  const pair = [...pairOf(law, slots, question), ...resting];
  const used = new Set(pair.map(({ slot }) => slot));
  const given = question.given.filter(({ span }) => !pair.some(({ at }) => at === span.at));
  const open = slots.filter((slot) => !used.has(slot));
  const options: (readonly Option[])[] = [];
  for (const one of given) {
    const list = open.flatMap((slot) => optionOf(law, slot, one, question));
    options.push(list);
    if (list.length === 0) break;
  }
  const empty = options.findIndex((list) => list.length === 0);
  const product = empty < 0 ? null : productOf(slots, given, question);
  if (product !== null)
    return product === "fails"
      ? unfilled(law, given[empty]!, slots)
      : finished(law, target, slots, [{ uses: product, score: 0 }], question, false);
  if (empty >= 0) return unfilled(law, given[empty]!, slots);
  const found = assigned(law, options);
  if (found === null) return unfilled(law, given[given.length - 1]!, slots);
  const isPassed = PASSES.test(question.text);
  const together = (chosen: readonly Option[]): number =>
    TOGETHER * togetherOf(chosen, given) + (isPassed ? PASSED * passedIn(chosen, given) : 0);
  const ranked = [...found.ways].sort(
    (a, b) => b.score + together(b.chosen) - a.score - together(a.chosen),
  );
  const [first, next] = ranked;
  const isOpen =
    found.isCut ||
    (next !== undefined &&
      first!.score + together(first!.chosen) - next.score - together(next.chosen) < LEAD_MIN);
  const ways = ranked.map(({ chosen, score }): Way => ({
    score: score + together(chosen),
    uses: [
      ...pair,
      ...chosen.map((option, i): Use => ({
        slot: option.slot,
        value: option.value,
        at: given[i]!.span.at,
        rule: option.rule,
        uncertainty: null,
        said: question.text.slice(...given[i]!.span.at),
        score: option.score,
      })),
    ],
  }));
  return finished(law, target, slots, ways, question, isOpen);
}

/** The same question and law, with the numbers given to the inputs another way. */
export function inAnotherWay(law: Law, filled: Filled, way: Way, question: Question): Filled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== filled.target);
  return finished(law, filled.target, slots, [way], question, false);
}

function unfilled(law: Law, given: Given, slots: readonly LawSlot[]): Unfilled {
  const name = given.span.name?.text ?? null;
  const own = name === null ? undefined : slots.find(({ spellings }) => spellings.includes(name));
  const [quantity] = given.span.quantities;
  if (own !== undefined && quantity !== undefined) {
    const read = valueFor(quantity, own);
    if (!read.ok) return { given, message: read.message };
    return { given, message: `${own.name} is given twice` };
  }
  return {
    given,
    message:
      name === null
        ? `no single input of ${law.id} takes this number; write name = value`
        : `${law.id} has no input ${name}`,
  };
}

/** `between 300 K and 600 K`, `from 1 L to 3 L`: two values at once, where a law has such a pair. */
function pairOf(law: Law, slots: readonly LawSlot[], { given, text }: Question): readonly Use[] {
  for (const { span } of given) {
    const [first, second, another] = span.quantities;
    if (first === undefined || second === undefined || another !== undefined) continue;
    const ends = endsOf(law, slots, span.kind, text.slice(0, span.at[0]), first);
    if (ends === null) {
      const rise = differenceOf(slots, span.kind, first, second);
      if (rise === null) continue;
      return [
        {
          ...rise,
          at: span.at,
          rule: "the difference of the two",
          uncertainty: null,
          said: text.slice(...span.at),
        },
      ];
    }
    const [low, high] = [valueFor(first, ends[0]), valueFor(second, ends[1])];
    if (!low.ok || !high.ok) continue;
    const values =
      span.kind === "range"
        ? [low.value, high.value].sort((a, b) => a - b)
        : [low.value, high.value];
    return ends.map((slot, i) => ({
      slot,
      value: values[i]!,
      at: span.at,
      rule: span.kind === "range" ? "the lower and the higher" : "from the first to the second",
      uncertainty: null,
      said: text.slice(...span.at),
    }));
  }
  return [];
}

/** `from 18 degC to 95 degC`: a rise by 77 K, where a law has a difference alone. */
function differenceOf(
  slots: readonly LawSlot[],
  kind: string,
  first: Quantity,
  second: Quantity,
): { readonly slot: LawSlot; readonly value: number } | null {
  if (kind !== "from-to") return null;
  const [slot, another] = slots.filter((one) => one.isDifference && mayMeasure(first, one));
  if (slot === undefined || another !== undefined) return null;
  const ends = [first, second].map((one) => valueFor(one, { ...slot, isDifference: false }));
  const [from, to] = ends;
  if (from?.ok !== true || to?.ok !== true) return null;
  return { slot, value: Math.abs(to.value - from.value) };
}

function endsOf(
  law: Law,
  slots: readonly LawSlot[],
  kind: string,
  head: string,
  quantity: Quantity,
): readonly [LawSlot, LawSlot] | null {
  if (kind === "range") {
    if (!/\bbetween\s*$/i.test(head)) return null;
    const twins = law.twins
      .map((names) => names.map((name) => slots.find((slot) => slot.name === name)))
      .find((pair) => pair.every((slot) => slot !== undefined && valueFor(quantity, slot).ok));
    if (twins !== undefined) return [twins[0]!, twins[1]!];
    if (law.between === null) return null;
    const [low, high] = law.between.map((name) => slots.find((slot) => slot.name === name));
    return low === undefined || high === undefined ? null : [low, high];
  }
  if (kind !== "from-to") return null;
  const fitting = slots.filter((slot) => valueFor(quantity, slot).ok);
  const starts = fitting.filter(isStart);
  const stops = fitting.filter((slot) => isStop(slot) && !isStart(slot));
  const [start] = starts;
  if (start === undefined || starts.length > 1) return null;
  // Of two alike the one that is no beginning is the end.
  const others = fitting.filter((slot) => slot !== start && slot.quantity === start.quantity);
  const stop = stops.length === 1 ? stops[0]! : others.length === 1 ? others[0]! : null;
  return stop === null ? null : [start, stop];
}

const STARTS: ReadonlySet<string> = new Set(
  lawStems("initial first start reference original former before upper mother parent"),
);
const STOPS: ReadonlySet<string> = new Set(lawStems("final second end later after lower"));

function isStart({ name, near, words }: LawSlot): boolean {
  return has(words, STARTS) || /_1$|_0$|_i$/.test(name) || near.has("initial");
}

function isStop({ isResult, name, near, words }: LawSlot): boolean {
  return isResult || has(words, STOPS) || /_2$|_f$/.test(name) || near.has("final");
}

function has(own: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].some((one) => own.has(one));
}

function optionOf(law: Law, slot: LawSlot, given: Given, question: Question): readonly Option[] {
  countWork(OPTION_WORK);
  const { span } = given;
  const [quantity] = span.quantities;
  if (span.kind !== "value" || quantity === undefined) return [];
  const name = nameScore(law, slot, given);
  if (name === null) return [];
  const words = wordScore(slot, given) + lightScore(slot, question.text.slice(...span.at));
  const converted = conversionOf(slot, given, quantity, question);
  if (converted !== null) return [{ ...converted, slot, score: name + words }];
  if (!mayMeasure(quantity, slot)) return [];
  const read = valueFor(quantity, slot);
  if (!read.ok) return [];
  // Poles are no pairs of poles.
  if (slot.about.includes("pole pair") && isPoles(given)) return [];
  if (!quantity.hasUnit && name === 0) {
    const isPure = slot.unit !== null && isDimensionless(slot.unit.dimension);
    // A bare number is no angle: a power factor is not its phase.
    if (!isPure || slot.unit.text === "rad") return [];
    if (words === 0) return [{ slot, value: read.value, score: 0, rule: "dimension" }];
  }
  if (isSized(slot, given)) return [];
  const rule = name > 0 ? "named" : words > 0 ? "word" : "dimension";
  return [{ slot, value: read.value, score: name + words + 1, rule }];
}

/** A unit of another dimension is no value of the slot: told without making a message of it. */
function mayMeasure({ hasUnit, readings }: Quantity, { unit }: LawSlot): boolean {
  if (!hasUnit || unit === null) return true;
  return readings.some((reading) => {
    const { exponents } = reading.unit.dimension;
    return exponents.every(
      ({ den, num }, i) =>
        num === unit.dimension.exponents[i]!.num && den === unit.dimension.exponents[i]!.den,
    );
  });
}

/** A diameter is no radius, and a radius no diameter. */
function isSized(slot: LawSlot, given: Given): boolean {
  const near = [...given.before.slice(0, 4), ...given.after.slice(0, 2)];
  if (near.includes("diameter") && slot.quantity === "radius") return true;
  return near.includes("radius") && slot.quantity === "diameter";
}

/** How well the name before an equals sign says this slot; null where it says another. */
function nameScore(law: Law, slot: LawSlot, { span }: Given): number | null {
  if (span.name === null) return 0;
  const { text } = span.name;
  if (slot.spellings.includes(text)) return NAMED_SCORE;
  const others = [...law.slots, law.result].filter((one) => one !== slot);
  if (others.some(({ spellings }) => spellings.includes(text))) return null;
  const plain = (one: string): string => one.replaceAll("_", "").toLowerCase();
  const isNear = (one: LawSlot): boolean =>
    one.spellings.some((spelling) => plain(spelling) === plain(text));
  if (isNear(slot) && !others.some(isNear)) return NAMED_SCORE - 100;
  if (text.length >= 3 && lawStems(text).some((stem) => slot.words.has(stem))) return 1;
  const [quantity] = span.quantities;
  if (quantity === undefined) return null;
  // `n = 1.00 ... n = 1.52` name `n_1` and `n_2`.
  if (!/\d$/.test(text) && baseOf(slot.name) === text) return 12;
  if (text.length > 3) return quantity.hasUnit ? 0 : null;
  const fits = (one: LawSlot): boolean => valueFor(quantity, one).ok;
  const isLetter = (one: LawSlot): boolean => one.name.charAt(0) === text.charAt(0);
  if (!quantity.hasUnit) {
    const isPure = slot.unit !== null && isDimensionless(slot.unit.dimension);
    return isPure && text.length === 1 && isLetter(slot) && !others.some(isLetter) ? 300 : null;
  }
  const sameLetter = slot.name.charAt(0).toLowerCase() === text.charAt(0).toLowerCase();
  if (!fits(slot)) return null;
  return sameLetter && !others.some((one) => fits(one) && !one.isResult) ? 300 : sameLetter ? 8 : 0;
}

/** `n` of `n_1`. */
function baseOf(name: string): string {
  return name.replace(/_?\d+$|_[a-z]+$/, "");
}

/** Words near the number that the slot is called by; the nearest count most. */
function wordScore(slot: LawSlot, { after, before, preposition }: Given): number {
  let score = 0;
  let place = 0;
  const counted = new Set<string>();
  for (const stem of before) {
    if (place >= 5) break;
    const share = shareOf(slot, stem);
    if (share > 0 && !counted.has(stem)) {
      score += Math.max(2, Math.floor((share * (14 - 3 * place)) / 4));
      counted.add(stem);
    }
    if (!NEUTRAL.has(stem)) place += 1;
  }
  place = 0;
  for (const stem of after) {
    if (place >= 4) break;
    const share = shareOf(slot, stem);
    if (share > 0 && !counted.has(stem)) {
      score += Math.max(1, Math.floor((share * (9 - 2 * place)) / 4));
      counted.add(stem);
    }
    place += 1;
  }
  if (before.slice(0, 3).some((stem) => STARTING.has(stem)) && isStart(slot))
    score += 6;
  if (preposition === "from" && isStart(slot)) score += 6;
  if ((preposition === "to" || preposition === "into") && isStop(slot)) score += 6;
  return score;
}

/** In quarters: a word of its own name in full, one that people use for it less. */
function shareOf({ near, words }: LawSlot, stem: string): number {
  if (words.has(stem)) return 4;
  return near.has(stem) ? 3 : 0;
}

/** Lengths in nanometres are of light, where a law has a wavelength. */
function lightScore({ quantity }: LawSlot, said: string): number {
  return quantity === "wavelength" && /(?:nm|nanomet(?:re|er)s?|pm|Å|angstroms?)$/.test(said)
    ? 3
    : 0;
}

const SPEED_OF_LIGHT = constantsBySymbol.get("c")!.value;
const BOLTZMANN = constantsBySymbol.get("k_B")!.value;
const PI = 3.141592653589793;
const AVOGADRO = constantsBySymbol.get("N_A")!.value;
const GRAVITATION = constantsBySymbol.get("G")!.value;
/** Above this share of the speed of light momentum is no longer mass times speed. */
const SLOW_SHARE = 0.01;

const STARTING: ReadonlySet<string> = new Set(
  lawStems("starts start starting initially begins beginning"),
);

function isOf(quantity: Quantity, name: string): boolean {
  const wanted = quantityDimension(name);
  const [reading] = quantity.readings;
  return (
    wanted !== undefined && quantity.hasUnit && dimensionsEqual(reading!.unit.dimension, wanted)
  );
}

/** A value of another kind that states the slot by an exact law. */
function conversionOf(
  slot: LawSlot,
  given: Given,
  quantity: Quantity,
  question: Question,
): { readonly value: number; readonly rule: string } | null {
  const near = [...given.before.slice(0, 4), ...given.after.slice(0, 2)];
  if (slot.made.size === 0 && slot.property !== "mass" && slot.quantity !== "angular_frequency")
    return null;
  const value = valueInSI(quantity.readings[0]!);
  const isLength = isOf(quantity, "length");
  if (slot.conversion === "light" && isLength) {
    const says =
      near.includes("wavelength") ||
      question.tokens.some(({ stem }) => stem === "wavelength" || stem === "light");
    return says ? { value: SPEED_OF_LIGHT / value, rule: "frequency c over the wavelength" } : null;
  }
  if (slot.isThermalEnergy && isOf(quantity, "energy"))
    return { value: value / BOLTZMANN, rule: "temperature from the energy k T" };
  if (slot.about.includes("pole pair") && !quantity.hasUnit && isPoles(given))
    return { value: value / 2, rule: "pairs of poles from the poles" };
  if (slot.quantity === "angular_frequency" && /Hz$|hertz$/i.test(quantity.readings[0]!.unit.text))
    return { value: 2 * PI * value, rule: "angular frequency 2 pi times the frequency" };
  if (slot.property === "mass" && isOf(quantity, "molar_mass"))
    return { value: value / AVOGADRO, rule: "mass of a particle from the molar mass" };
  if (slot.quantity === "radius" && isLength && near.includes("diameter"))
    return { value: value / 2, rule: "radius from the diameter" };
  if (slot.quantity === "diameter" && isLength && near.includes("radius"))
    return { value: value * 2, rule: "diameter from the radius" };
  if (slot.quantity === "standard_gravitational_parameter" && isOf(quantity, "mass"))
    return { value: GRAVITATION * value, rule: "gravitational parameter G times the mass" };
  return null;
}

/** `4-pole`, `6 poles`, but not `2 pole pairs`. */
function isPoles({ after, before }: Given): boolean {
  if (after[0] === "pole") return after[1] !== "pair";
  return before[0] === "pole" || (before[0] === "of" && before[1] === "pole");
}

/** Momentum from the mass and the speed of a slow particle. */
function productOf(
  slots: readonly LawSlot[],
  given: readonly Given[],
  { named, text }: Question,
): readonly Use[] | "fails" | null {
  const [slot, another] = slots.filter(({ isOptional }) => !isOptional);
  if (slot?.conversion !== "momentum" || another !== undefined) return null;
  const quantities = given.flatMap(({ span }) =>
    span.kind === "value" ? [span.quantities[0]!] : [],
  );
  if (quantities.length !== given.length) return "fails";
  const speeds = quantities.filter((one) => isOf(one, "speed"));
  const masses = quantities.filter((one) => isOf(one, "mass"));
  const body = named.find(({ entity }) => entity.properties.has("mass"));
  const [speed, second] = speeds;
  if (speed === undefined || second !== undefined) return "fails";
  if (speeds.length + masses.length !== quantities.length) return "fails";
  if (masses.length + (body === undefined ? 0 : 1) !== 1) return "fails";
  const mass =
    masses[0] === undefined
      ? body!.entity.properties.get("mass")![0]
      : valueInSI(masses[0].readings[0]!);
  const v = valueInSI(speed.readings[0]!);
  if (Math.abs(v) > SLOW_SHARE * SPEED_OF_LIGHT) return "fails";
  const at = given[0]!.span.at;
  return [
    {
      slot,
      value: mass * v,
      at,
      rule: "momentum mass times speed",
      uncertainty: body === undefined ? null : body.entity.properties.get("mass")![1],
      said: text.slice(...at),
    },
  ];
}

/** Worth of two numbers side by side that belong to the same of two things. */
const TOGETHER = 3;
const INDEX = /_?(\d)$/;

/** `a 1,200 kg car at 15 m/s hits a 1,800 kg van`: numbers side by side have the same index. */
function togetherOf(chosen: readonly Option[], given: readonly Given[]): number {
  let count = 0;
  chosen.forEach(({ slot }, i) => {
    const own = INDEX.exec(slot.name)?.[1];
    if (own === undefined) return;
    let [nearest, gap] = [-1, Number.POSITIVE_INFINITY];
    chosen.forEach((other, k) => {
      if (k === i || other.slot.quantity === slot.quantity || !INDEX.test(other.slot.name)) return;
      const [a, b] = [given[i]!.span.at, given[k]!.span.at];
      const between = a[0] < b[0] ? b[0] - a[1] : a[0] - b[1];
      if (between < gap) [nearest, gap] = [k, between];
    });
    if (nearest >= 0 && INDEX.exec(chosen[nearest]!.slot.name)?.[1] === own) count += 1;
  });
  return count;
}

/** Worth of two numbers in the order of their indices, where something goes from one to the other. */
const PASSED = 5;

/** `from air (n = 1) into water (n = 1.33)`: the first medium is named first. */
function passedIn(chosen: readonly Option[], given: readonly Given[]): number {
  let count = 0;
  chosen.forEach(({ slot }, i) => {
    const own = INDEX.exec(slot.name)?.[1];
    chosen.forEach((other, k) => {
      const next = INDEX.exec(other.slot.name)?.[1];
      if (own === undefined || next === undefined || slot.quantity !== other.slot.quantity) return;
      if (own < next && given[i]!.span.at[0] < given[k]!.span.at[0]) count += 1;
    });
  });
  return count;
}

interface Assignment {
  /** The best first; those that only exchange two alike inputs once. */
  readonly ways: readonly { readonly chosen: readonly Option[]; readonly score: number }[];
  /** There are more than were looked at. */
  readonly isCut: boolean;
}

/** Ways to fill that are looked at beyond the best. */
const WAYS_MAX = 24;

function assigned(law: Law, options: readonly (readonly Option[])[]): Assignment | null {
  const all: { chosen: readonly Option[]; score: number }[] = [];
  let tried = 0;
  const go = (at: number, chosen: readonly Option[], score: number): void => {
    tried += 1;
    if (tried > ASSIGNMENTS_MAX) return;
    if (at === options.length) {
      all.push({ chosen, score });
      return;
    }
    for (const option of options[at]!) {
      if (chosen.some(({ slot }) => slot === option.slot)) continue;
      go(at + 1, [...chosen, option], score + option.score);
    }
  };
  go(0, [], 0);
  countWork(OPTION_WORK * tried);
  if (all.length === 0) return null;
  // A stable sort: of two that are as good the one in the order of the question comes first.
  all.sort((one, other) => other.score - one.score);
  const ways: { chosen: readonly Option[]; score: number }[] = [];
  for (const one of all) {
    if (ways.length >= WAYS_MAX) break;
    if (!ways.some((before) => isTwin(law, before.chosen, one.chosen))) ways.push(one);
  }
  return { ways, isCut: tried > ASSIGNMENTS_MAX };
}

/** The same but for two inputs that may be exchanged. */
function isTwin(law: Law, one: readonly Option[], other: readonly Option[]): boolean {
  const sets = (chosen: readonly Option[]): ReadonlyMap<string, number> =>
    new Map(chosen.map(({ slot, value }) => [slot.name, value]));
  const [a, b] = [sets(one), sets(other)];
  const names = new Set([...a.keys(), ...b.keys()]);
  const differing = [...names].filter((name) => a.get(name) !== b.get(name));
  if (differing.length === 0) return true;
  return (
    differing.length === 2 &&
    law.twins.some(
      ([x, y]) =>
        differing.includes(x) &&
        differing.includes(y) &&
        a.get(x) === b.get(y) &&
        a.get(y) === b.get(x),
    )
  );
}

function finished(
  law: Law,
  target: LawSlot,
  slots: readonly LawSlot[],
  ways: readonly Way[],
  question: Question,
  isOpen: boolean,
): Filled {
  const { score, uses } = ways[0]!;
  const filled = new Set(uses.map(({ slot }) => slot));
  const stated = statedBy(law, slots, question, filled);
  for (const { slot } of stated.uses) filled.add(slot);
  const bodies = bodiesFor(law, slots, question, filled);
  for (const { slot } of bodies.uses) filled.add(slot);
  const more = moreStated(law, slots, uses, question, filled);
  for (const { slot } of more) filled.add(slot);
  const assumed = assumedBy(law, slots, question, filled);
  for (const { slot } of assumed) filled.add(slot);
  return {
    target,
    uses: [...uses, ...stated.uses, ...bodies.uses, ...more, ...assumed],
    missing: slots.filter(
      (slot) => !filled.has(slot) && !slot.isOptional,
    ),
    bodies: [
      ...bodies.used,
      ...(uses.some(({ rule, uncertainty }) => /mass times/.test(rule) && uncertainty !== null)
        ? question.named
        : []),
    ],
    stated: stated.stems,
    isOpen: isOpen || bodies.isOpen,
    score,
    ways,
  };
}

/** Things whose permittivity or permeability is not one. */
const MEDIUM: ReadonlySet<string> = new Set(
  lawStems(
    "iron steel nickel cobalt ferrite ferromagnetic magnetic permalloy metal core dielectric glass mica oil water " +
      "plastic paper teflon polyethylene porcelain rubber ceramic silicon germanium quartz medium material filled " +
      "slab insulator solution liquid ethanol alcohol wax polystyrene diamond",
  ),
);

/** The ideal case, and an empty space where no medium is named. */
function assumedBy(
  law: Law,
  slots: readonly LawSlot[],
  { tokens }: Question,
  filled: ReadonlySet<LawSlot>,
): readonly Use[] {
  const open = slots.filter((slot) => !filled.has(slot) && law.assumes.has(slot.name));
  // One value may be left to the ideal case where all others are said.
  const isRest = slots.every(
    (slot) => filled.has(slot) || slot.isOptional || slot.isResult || open.includes(slot),
  );
  if (!isRest) return [];
  return open.flatMap((slot): readonly Use[] => {
    // `a rough slope`: friction is spoken of, and is not nought.
    const isSpoken = tokens.some(
      ({ stem }) =>
        !NEUTRAL.has(stem) &&
        (slot.words.has(stem) || slot.near.has(stem)) &&
        !law.result.words.has(stem) &&
        !law.slots.some((one) => one !== slot && (one.words.has(stem) || one.near.has(stem))),
    );
    if (isSpoken) return [];
    if (
      MEDIA.has(slot.quantity) &&
      tokens.some(({ stem }) => MEDIUM.has(stem) && !law.title.has(stem))
    )
      return [];
    return [
      {
        slot,
        value: law.assumes.get(slot.name)!,
        at: [0, 0],
        rule: "the ideal case, where nothing else is said",
        uncertainty: null,
        said: "assumed",
      },
    ];
  });
}

/** Adjectives that are inputs: `from rest`, `ground state`. */
function statedBy(
  law: Law,
  slots: readonly LawSlot[],
  { tokens }: Question,
  filled: ReadonlySet<LawSlot>,
): { readonly uses: readonly Use[]; readonly stems: ReadonlySet<string> } {
  const uses: Use[] = [];
  const stems = new Set<string>();
  for (const adjective of law.adjectives) {
    const from = tokens.findIndex((_, i) =>
      adjective.stems.every((stem, k) => tokens[i + k]?.stem === stem),
    );
    if (from < 0) continue;
    for (const [name, value] of adjective.values) {
      const slot = slots.find((one) => one.name === name);
      if (slot === undefined || filled.has(slot) || uses.some((one) => one.slot === slot)) continue;
      const at = [tokens[from]!.at[0], tokens[from + adjective.stems.length - 1]!.at[1]] as const;
      uses.push({
        slot,
        value,
        at,
        rule: "stated in words",
        uncertainty: null,
        said: adjective.stems.join(" "),
      });
      for (const stem of adjective.stems) stems.add(stem);
    }
  }
  return { uses, stems };
}

const PASSES =
  /\b(?:from|in|through|inside)\b.*\b(?:to|into|onto|enters?|strikes?|hits?|meets?|narrows|widens)\b/i;

/** Masses, charges and radii of the bodies that the question names. */
function bodiesFor(
  law: Law,
  slots: readonly LawSlot[],
  { named, text }: Question,
  filled: ReadonlySet<LawSlot>,
): { readonly uses: readonly Use[]; readonly used: readonly Named[]; readonly isOpen: boolean } {
  const uses: Use[] = [];
  const used = new Set<Named>();
  let isOpen = false;
  const open = slots.filter(
    (slot) => slot.property !== null && !filled.has(slot) && !slot.isResult,
  );
  for (const property of new Set(open.map((slot) => slot.property!))) {
    const own = open.filter((slot) => slot.property === property);
    const having = named.filter(({ entity }) => entity.properties.has(property));
    if (having.length === 0) continue;
    const chosen =
      own.length === 2 && having.length === 1 && having[0]!.isPlural
        ? [having[0]!, having[0]!]
        : having;
    if (chosen.length > own.length) isOpen = true;
    // `from air into water`: the first and the second medium.
    const isPassed = property === "refractive_index" && PASSES.test(text);
    if (own.length > chosen.length && own.some(({ name }) => !law.twins.flat().includes(name)))
      isOpen = true;
    if (
      chosen.length === 2 &&
      !isPassed &&
      !law.twins.some(
        ([a, b]) => own.some(({ name }) => name === a) && own.some(({ name }) => name === b),
      )
    )
      isOpen = true;
    own.slice(0, chosen.length).forEach((slot, i) => {
      const body = chosen[i]!;
      const [value, uncertainty] = body.entity.properties.get(property)!;
      uses.push({
        slot,
        value,
        at: body.at,
        rule: `${property} of ${body.entity.name}`,
        uncertainty,
        said: body.entity.name,
      });
      used.add(body);
    });
  }
  return { uses, used: [...used], isOpen };
}
