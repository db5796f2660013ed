/** Clauses of changes: a rate, a change within a time, and a distance from a set point. */
import { dimensionsEqual, isDimensionless, parseUnit, toSI } from "../../units/index.js";
import { kindAtEnd } from "./kinds.js";
import { FORE, Q, T } from "./masked.js";
import type { Masked, Taken } from "./masked.js";
import { nounPhrase } from "./nounPhrase.js";
import type { Limit, Rate } from "./reading.js";
import type { Quantity } from "./spans/spanTypes.js";
import { pureNumber } from "./spans/wordedNumbers.js";
import { ABOVE, MOVES, REACHES } from "./words.js";

const RISES = formsOf(
  "rise climb increase grow jump gain heat:up heat warm:up warm swell surge" +
    " go:up come:up move:up shoot:up creep:up run:up step:up",
  "rose risen grew grown went:up shot:up up goes:higher",
);
const FALLS = formsOf(
  "fall drop decrease shrink sink lose decline dip cool:down cool plunge sag slump" +
    " go:down come:down move:down step:down",
  "fell fallen shrank shrunk sank sunk lost went:down down goes:lower",
);
const VARIES = formsOf("change move vary swing fluctuate shift step", "swung");
const DOUBLES: readonly (readonly [pattern: string, factor: number])[] = [
  [formsOf("double", ""), 2],
  [formsOf("triple treble", ""), 3],
  [formsOf("quadruple", ""), 4],
  [formsOf("halve", ""), 0.5],
];
const VERB = `(?:(?:has|have|is|are|be) )?(?<verb>${RISES}|${FALLS}|${VARIES})`;
const MORE = `(?:more|bigger|larger|greater) than |over |in excess of |upwards of |exceeding |beyond |above `;
const LEAST = "at least |no less than |not less than |as much as ";
const SHIFTS =
  "strays?|deviat(?:es?|ing)|departs?|differs?|drift(?:s|ing)?|wanders?|is off|moves away|moves";
/** For patterns: a verb that says how a reading moves. */
export const CHANGES = `${RISES}|${FALLS}|${VARIES}`;
const MOVED = "(?:is|are|gets?|goes|becomes)";
const MOVES_AWAY = "(?:is|are|gets?|goes|drifts?|lies)";
const BOTH_WAYS = new RegExp(`^(?:${VARIES})$`, "u");
const UPWARD = new RegExp(`^(?:${RISES})$`, "u");
/** From a reading to the one behind it. */
/** A word that says how a reading moves. */
export const CHANGING = new RegExp(
  `^(?:${[RISES, FALLS, VARIES, ...DOUBLES.map(([one]) => one)].join("|")})$`,
  "u",
);
const READING = "(?:reading|value|sample|measurement|point|poll|scan|step)";
const NEXT = [
  `(?:from|between) (?:one|a|any|each) ${READING} (?:to|and) (?:the|another|its) (?:next|other|following)` +
    `(?: ${READING}| one)?`,
  `from ${READING} to ${READING}`,
  `(?:between|in|within) (?:any |a )?(?:two|\\{n\\d+\\}|pair of)? ?(?:(?:consecutive|successive|neighbouring` +
    `|adjacent) )?${READING}s`,
  `(?:against|since|from|over|compared (?:to|with)|relative to|than|of) (?:the|its) (?:${READING} (?:right ` +
    `|just )?before(?: it)?|(?:previous|last|preceding) (?:${READING}|one))`,
  `in (?:one|a single) ${READING}`,
].join("|");
/** A change that is named by a noun: `a jump of more than 20 mmHg in the pressure`. */
const NOUN =
  "\\b(?:an? |any |the )?(?:sudden )?(?<verb>jump|rise|increase|climb|gain|drop|fall|decrease|decline|dip" +
  "|loss|change|swing|step|shift)";

/** `a rise in turbidity exceeding 2 NTU`: the comparison stands for its `of`. */
const OF_MORE = `(?:of |(?=${MORE}))`;

/** `a temperature increase of more than 2 K`. */
const READ_CHANGE =
  "(?<=^|[|,;:.] ?|\\b(?:when|if|once|on|an?|any|the) )(?:an? |any " +
  "|the )?(?<what>[a-z][a-z0-9]*(?: [a-z0-9]+){0,2}?) " +
  "(?<verb>rise|increase|climb|gain|drop|fall|decrease|decline|loss|change)";

/** What rises is a quantity by its name. */
function isReadChange({ groups: { what } }: Taken): boolean {
  const words = what!.split(" ");
  return kindAtEnd(words) !== null && nounPhrase(words).ok;
}

/** All forms of verbs, and of those that are no rule's; a colon stands for a blank. */
function formsOf(verbs: string, others: string): string {
  const forms = verbs.split(" ").flatMap((verb) => {
    const [stem = "", behind] = verb.split(":");
    return inflected(stem).map((form) => (behind === undefined ? form : `${form} ${behind}`));
  });
  const all = [...forms, ...others.split(" ").map((one) => one.replace(":", " "))];
  return all
    .filter((one) => one !== "")
    .sort((a, b) => b.length - a.length)
    .join("|");
}

/** `drop`, `drops`, `dropped`, `dropping`. */
function inflected(stem: string): readonly string[] {
  const isMute = stem.endsWith("e");
  const isY = /[^aeiou]y$/u.test(stem);
  const isDoubled = /^[^aeiou]+[aeiou][^aeiouwxy]$/u.test(stem) && !/[aeiou]{2}/u.test(stem);
  const base = isMute ? stem.slice(0, -1) : isDoubled ? stem + stem.at(-1)! : stem;
  const third = isY
    ? `${stem.slice(0, -1)}ies`
    : /(?:s|sh|ch|o)$/u.test(stem)
      ? `${stem}es`
      : `${stem}s`;
  return [stem, third, isY ? `${stem.slice(0, -1)}ied` : `${base}ed`, `${base}ing`];
}

/** A rate by itself, or a change and the time in which it comes. */
export function rateIn(masked: Masked): Rate | null {
  return factorIn(masked) ?? speedIn(masked) ?? changeIn(masked, stepIn(masked));
}

/** What says that a change is from one reading to the next. */
function stepIn(masked: Masked): Taken | null {
  const changing =
    `(?:${RISES}|${FALLS}|${VARIES}|${DOUBLES.map(([one]) => one).join("|")}` +
    `|${NOUN.replace("(?<verb>", "(?:")})`;
  return new RegExp(`(?<![a-z])${changing}(?![a-z])`, "u").test(masked.rest)
    ? masked.take(`,? ?\\b(?:${NEXT})(?:,? (?:up or down|either way|in either direction))?`)
    : null;
}

/** `the rate of rise of the pressure`, `the ramp rate of the oven`: a speed by its name. */
const SPEED_NAMES: readonly (readonly [name: string, direction: Rate["direction"]])[] = [
  ["(?:the )?(?:rate of (?:change|variation)|change rate|gradient|slew rate)", "both"],
  ["(?:the )?(?:ramp(?:ing)? rate|rate of (?:ramp|ramping))", "both"],
  [
    "(?:the )?(?:rate of (?:rise|increase|climb|heating|warming)|(?:rise|heating|warming|warm-up|heat-up) rate)",
    "rise",
  ],
  [
    "(?:the )?(?:rate of (?:fall|decrease|decline|drop|cooling|loss)|(?:drop|decay|fall|cooling|cool-down) rate)",
    "fall",
  ],
];

function speedIn(masked: Masked): Rate | null {
  const beyond = `(?:${MOVED} )?(?<more>${ABOVE}|${REACHES}) `;
  for (const [name, direction] of SPEED_NAMES) {
    if (!new RegExp(`\\b${name}\\b`, "u").test(masked.rest)) continue;
    const named =
      masked.take(
        `\\b${name} (?:of|in|for|on|at) (?:the |an? )?(?<what>[a-z][a-z0-9 _-]*?) ${beyond}${Q}(?: ?` +
          `(?:\\| )?(?:per|\\/|an?|each|every) ?${T})?`,
        isSpeed,
      ) ??
      masked.take(
        `\\b${name} ${beyond}${Q}(?: ?(?:\\| )?(?:per|\\/|an?|each|every) ?${T})?`,
        isSpeed,
      );
    if (named === null) return null;
    const { more, what } = named.groups;
    if (what !== undefined) masked.give(what);
    const [change, within = null] = named.quantities;
    const isStrict = !new RegExp(`^(?:${REACHES})$`, "u").test(more!);
    return {
      direction,
      change: change!,
      within,
      isSpeed: true,
      isStep: false,
      isRelative: false,
      isStrict,
      words: named.words,
    };
  }
  return null;
}

/** A change with its time, or one whose unit is that of a speed. */
function isSpeed(taken: Taken): boolean {
  const { what } = taken.groups;
  const isName = what === undefined || nounPhrase(what.split(" ")).ok;
  return isName && (taken.quantities.length === 2 || isPerTime(taken));
}

function changeIn(masked: Masked, step: Taken | null): Rate | null {
  const joint = "within|in|over|during|inside(?: of)?|per|every|each|/";
  const much = `(?<more>${MORE}|${LEAST}|faster than |quicker than )?${Q}(?:,? or (?<or>more))?`;
  const taken =
    masked.take(
      `(?<![a-z])${VERB} (?:by |of |at (?:a rate of )?)?${much} ?(?:\\| )?(?:(?<joint>${joint}) ${FORE})?${T}`,
      isTimed,
    ) ??
    masked.take(
      `${NOUN} (?:(?:in|of) (?:the )?(?<what>[a-z][a-z -]{1,40}?) )?${OF_MORE}${much} ?(?:\\| )?(?<joint>${joint}) ` +
        `${FORE}${T}`,
    ) ??
    masked.take(
      `${READ_CHANGE} ${OF_MORE}${much} ?(?:\\| )?(?<joint>${joint}) ${FORE}${T}`,
      isReadChange,
    ) ??
    masked.take(
      `${READ_CHANGE} (?:of )?(?<more>${MORE})${Q}`,
      (one) => isPerTime(one) && isReadChange(one),
    ) ??
    masked.take(
      `${NOUN} (?:in|of) (?:the )?(?<what>[a-z][a-z -]{1,40}?) (?<more>${MORE}|faster than )${Q}`,
      isPerTime,
    ) ??
    masked.take(
      `(?<![a-z])${VERB} (?:at )?(?<more>faster|quicker|more (?:quickly|rapidly)) than ${Q}`,
      isPerTime,
    ) ??
    masked.take(
      `(?<![a-z])${VERB} (?:by |at )?(?<more>more than |over |a rate (?:of |above |over )(?:more than )?)${Q}` +
        `(?! ?(?:for|or))`,
      isPerTime,
    ) ??
    (step === null
      ? null
      : (masked.take(`(?<![a-z])${VERB} (?:by |of )?${much}`) ??
        masked.take(`${NOUN} (?:in (?:the )?(?<what>[a-z][a-z -]{1,40}?) )?of ${much}`)));
  if (taken === null) return null;
  const { joint: join, more = "", or, verb, what } = taken.groups;
  if (what !== undefined) masked.give(what);
  const [change, within = null] = taken.quantities;
  const isSpeed = step === null && (within === null || isPer(join) || /faster|quicker/.test(more));
  return {
    direction: directionOf(verb!),
    change: change!,
    within,
    isSpeed,
    isStep: step !== null,
    isRelative: false,
    isStrict: or === undefined && (isSpeed || more !== "") && !/least|less|much/.test(more),
    words: step === null ? taken.words : `${taken.words} ${step.words}`,
  };
}

/** `doubles within a day`, `halves from one reading to the next`. */
function factorIn(masked: Masked): Rate | null {
  for (const [verb, factor] of DOUBLES) {
    const form = `(?<![a-z])(?:has |have )?(?:${verb})`;
    if (!new RegExp(`${form}(?![a-z])`, "u").test(masked.rest)) continue;
    const timed = masked.take(`${form} (?:within|in|over|during|inside(?: of)?) ${FORE}${T}`);
    const step = timed === null ? masked.take(`\\b(?:${NEXT})`) : null;
    const taken = timed ?? (step === null ? null : masked.take(`${form}(?![a-z])`));
    if (taken === null) return null;
    return {
      direction: factor > 1 ? "rise" : "fall",
      change: pureNumber(Math.abs(factor - 1), taken.words),
      within: timed?.quantities[0] ?? null,
      isSpeed: false,
      isStep: step !== null,
      isRelative: true,
      isStrict: false,
      words: step === null ? taken.words : `${taken.words} ${step.words}`,
    };
  }
  return null;
}

/** Of an end of a range: more are what a sum of doubles adds. */
const DIGITS = 12;

/** Its unit is one of a speed. */
function isPerTime({ quantities: [change] }: Taken): boolean {
  return change !== undefined && /\/|\bper\b|\^-1/.test(change.unit);
}

/** Without a word between them, the time is that of a speed: `5 L a minute`. */
function isTimed({ groups: { joint }, quantities: [, within] }: Taken): boolean {
  return joint !== undefined || /^an? /iu.test(within?.text ?? "");
}

function isPer(joint: string | undefined): boolean {
  return joint === undefined || /^(?:per|every|each|\/)$/.test(joint);
}

function directionOf(verb: string): Rate["direction"] {
  if (BOTH_WAYS.test(verb)) return "both";
  return UPWARD.test(verb) ? "rise" : "fall";
}

const EITHER_WAY =
  "(?:,? (?:either way|up or down|each way|both ways|in (?:either|both) directions?))?";

/** `37.7 degC plus or minus 0.3`, where that is what must hold. */
export function toleranceIn(masked: Masked): Limit | null {
  const taken = masked.take(
    `(?:\\b(?:${MOVES}|at|of|wants?|needs?|requires?|likes?) )*${Q} @ ${Q}(?! @)${EITHER_WAY}`,
  );
  if (taken === null) return null;
  const [middle, off] = taken.quantities;
  // 50 % plus or minus 10 %: points, or a share of the share.
  const isOpen =
    isDimensionless(middle!.dimension) && isDimensionless(off!.dimension) && !isPure(off!);
  const ends = isOpen && off!.unit === middle!.unit ? null : endsAround(middle!, off!);
  return ends === null
    ? null
    : { side: "inside", isStrict: false, values: ends, words: taken.words };
}

/** `strays more than 0.5 K from 37.5 degC`, `within 0.5 K of 37.5 degC`. */
export function deviationIn(masked: Masked): Limit | null {
  const outside = masked.take(
    `\\b(?:is |gets )?(?:${SHIFTS})(?: by)? (?<more>${MORE}|${LEAST})?${Q} (?:away |off )?from ` +
      `(?:its (?:set ?point|target)(?: of)? |the (?:set ?point|target)(?: of)? )?${Q}`,
  );
  const behind =
    outside ??
    masked.take(
      `\\b(?:is |gets )?(?:off|away from|(?:${SHIFTS}) from) ${Q} by (?<more>${MORE}|${LEAST})?${Q}` +
        "(?: (?:either way|in either direction|up or down))?",
    );
  const away =
    behind ??
    masked.take(
      `\\b(?:${MOVES_AWAY} )?(?:by )?(?<more>${MORE}|${LEAST})${Q} (?:off|away from|(?:to )?either side of` +
        `|above or below|over or under) ` +
        `(?:its (?:set ?point|target)(?: of)? |the (?:set ?point|target)(?: of)? )?${Q}`,
    );
  const inside =
    away ?? masked.take(`(?:\\b(?:is|are|be|stays?|remains?) )?\\bwithin ${Q} of ${Q}`);
  if (inside === null) return null;
  const [first, second] = inside.quantities;
  const isTurned = outside === null && behind !== null;
  const [off, middle] = isTurned ? [second, first] : [first, second];
  const ends = endsAround(middle!, off!);
  if (ends === null) return null;
  const more = inside.groups["more"] ?? "";
  const isStrict = away !== null && more !== "" && !/least|less|much/.test(more);
  return {
    side: away === null ? "inside" : "outside",
    isStrict,
    values: ends,
    words: inside.words,
  };
}

/** @param off a difference: one without a unit has that of the middle, and a share is of it */
function endsAround(middle: Quantity, off: Quantity): readonly [Quantity, Quantity] | null {
  const share = shareOf(middle, off);
  if (share !== null) return endsAround(middle, share);
  if (isPure(middle) && !isPure(off)) return endsAround(inUnitOf(middle, off), off);
  if ((isPure(off) && !isPure(middle)) || isOfScale(middle, off))
    return endsAround(middle, inUnitOf(off, middle));
  if (!dimensionsEqual(middle.dimension, off.dimension) || off.difference <= 0) return null;
  const read = parseUnit(middle.unit);
  if (!read.ok) return null;
  const size = off.difference / (toSI(1, read) - toSI(0, read));
  const at = (sign: number): Quantity => {
    const value = Number((middle.value + sign * size).toPrecision(DIGITS));
    return { ...middle, si: toSI(value, read), value };
  };
  return [at(-1), at(1)];
}

/** `66 degC, give or take 1.5 degrees`: degrees of the scale that was named. */
function isOfScale(named: Quantity, { text, unit }: Quantity): boolean {
  const read = parseUnit(named.unit);
  return unit === "deg" && /degrees?$|°$/iu.test(text) && read.ok && read.offset !== undefined;
}

function isPure({ dimension, unit }: Quantity): boolean {
  return isDimensionless(dimension) && unit === "1";
}

/** 10 % of 230 V; null where the middle is a share itself, or has a zero of its own. */
function shareOf(middle: Quantity, off: Quantity): Quantity | null {
  const read = parseUnit(middle.unit);
  const isShare = isDimensionless(off.dimension) && !isPure(off);
  if (!isShare || isDimensionless(middle.dimension)) return null;
  if (!read.ok || read.offset !== undefined || middle.si <= 0) return null;
  const si = off.si * middle.si;
  return { ...middle, si, difference: si, value: off.si * middle.value };
}

/** A number that takes the unit of the other one. */
export function inUnitOf(number: Quantity, { dimension, unit }: Quantity): Quantity {
  const read = parseUnit(unit);
  if (!read.ok) return number;
  const { offset, ...scaled } = read;
  const si = toSI(number.value, read);
  const difference = offset === undefined ? si : toSI(number.value, scaled);
  return { ...number, unit, dimension, si, difference };
}
