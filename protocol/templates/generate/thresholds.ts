/** Thresholds in words: a side with its number, a range, two sides, an alarm by its name. */
import { dimensionsEqual, isDimensionless, parseUnit } from "../../units/index.js";
import { deviationIn, inUnitOf, toleranceIn } from "./changes.js";
import { Q } from "./masked.js";
import type { Masked, Taken } from "./masked.js";
import { kindAtEnd } from "./kinds.js";
import { nounPhrase } from "./nounPhrase.js";
import type { Limit, Side } from "./reading.js";
import type { Quantity } from "./spans/spanTypes.js";
import { isAction } from "./things.js";
import { isThing } from "./topic.js";
import { ABOVE, BELOW, LESS_WORDS, MORE_WORDS, MOVES, REACHES, SINKS } from "./words.js";

/** What a reading is compared with, and on which side it is bad. */
export function limitIn(masked: Masked): Limit | null {
  settled(masked);
  return (
    toleranceIn(masked) ??
    deviationIn(masked) ??
    eitherWayIn(masked) ??
    rangeIn(masked) ??
    bothSidesIn(masked) ??
    namedLimitIn(masked) ??
    labelled(labelIn(masked), oneSidedIn(masked))
  );
}

const [TOO_HIGH, TOO_LOW] = [
  "(?:hot|warm|high|fast|loud|long|heavy|deep|full|strong|bright|wet|humid|much|many)",
  "(?:cold|cool|low|slow|quiet|short|light|shallow|empty|weak|dark|dim|dry|little|few)",
];
const COMPARES = `(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS})`;

/** The same comparison in fewer words: `a flow of more than`, `is too hot at 80 degC or more`. */
function settled(masked: Masked): void {
  masked.rewrite(`(?<=[a-z]) of (?=${COMPARES} ${Q})`, " ");
  masked.rewrite(
    `(?<=[a-z]) of (?=${Q},? or (?:${MORE_WORDS}|${LESS_WORDS}|above|below|over|under)\\b(?! than))`,
    " at ",
  );
  const pairs = [
    [`(?:${BELOW})`, `(?:${ABOVE})`, TOO_LOW, TOO_HIGH],
    [`(?:${ABOVE})`, `(?:${BELOW})`, TOO_HIGH, TOO_LOW],
  ] as const;
  for (const [first, second, one, other] of pairs) {
    masked.rewrite(
      `\\b(?:it is )?too ${one} (?<a>${first} ${Q}) ?,? ?(?:and |or |but )?(?:it is )?too ${other} ` +
        `(?<b>${second} ${Q})`,
      "$<a> or $<b>",
    );
  }
  masked.rewrite(
    `\\b(?:is |gets )?(?:already )?too ${TOO_HIGH} at (?=${Q}(?!,? or ))`,
    "at or above ",
  );
  masked.rewrite(
    `\\b(?:is |gets )?(?:already )?too ${TOO_LOW} at (?=${Q}(?!,? or ))`,
    "at or below ",
  );
  masked.rewrite(
    `\\b(?:is |gets )?(?:already )?too ${TOO_HIGH} (?=(?:at |from )?${Q},? (?:or|and) (?:${MORE_WORDS}|above` +
      `|over|up)\\b|(?:${ABOVE}|${REACHES}) ${Q})`,
    "is ",
  );
  masked.rewrite(
    `\\b(?:is |gets )?(?:already )?too ${TOO_LOW} (?=(?:at |from )?${Q},? (?:or|and) (?:${LESS_WORDS}|below` +
      `|under|down)\\b|(?:${BELOW}|${SINKS}) ${Q})`,
    "is ",
  );
}

/** `less than 50 km/h or more than 90 km/h`, `at least 5 degC and at most 12 degC`. */
function bothSidesIn(masked: Masked): Limit | null {
  masked.rewrite(`(?<!\\bnot )\\beither (?=(?:${COMPARES}) ${Q},? or )`, "");
  const pairs = [
    ["or", ABOVE, BELOW, true],
    ["or", REACHES, SINKS, false],
    ["and", ABOVE, BELOW, true],
    ["and", REACHES, SINKS, false],
  ] as const;
  for (const [joint, over, under, isStrict] of pairs) {
    for (const [first, second] of [
      [under, over],
      [over, under],
    ] as const) {
      const one = `(?:${MOVES} )?(?<![a-z])(?:${first}) ${Q}`;
      const other = `,? ${joint} (?:when |if )?(?:it )?(?:${MOVES} )?(?:${second}) ${Q}`;
      const endsOf = ({ quantities: [a, b] }: Taken) => {
        const one = isNumber(a!) ? inUnitOf(a!, b!) : a!;
        return first === under ? [one, b!] : [b!, one];
      };
      const isRange = (taken: Taken): boolean => {
        const [below, above] = endsOf(taken);
        if (!dimensionsEqual(below!.dimension, above!.dimension)) return false;
        return joint === "or" ? below!.si <= above!.si : above!.si < below!.si;
      };
      const taken = masked.take(one + other, isRange);
      if (taken === null) continue;
      const [below, above] = endsOf(taken);
      const isOutside = joint === "or";
      const values = isOutside ? ([below!, above!] as const) : ([above!, below!] as const);
      return {
        side: isOutside ? "outside" : "inside",
        isStrict,
        values,
        words: taken.words,
        isPair: true,
      };
    }
  }
  return null;
}

/** What stands between the name of an alarm and its number. */
const AT =
  "(?: (?:is|at|of|set to|set at|set ?-?point|threshold|limit|level|value))*(?: ?[,:=])?(?: (?:is|at|of))?";
const SET =
  "(?:\\b(?:set(?: up)?|add|create|make|configure|(?:i|we) (?:want|need)|give (?:me|us)) )?(?:\\b(?:an?|the) )?";
const NOUNS = "[a-z0-9][a-z0-9' -]*?";
/** `alarm at 10 % for the sump`. */
const PLACE = `(?: (?:on|for|of|in|at) (?<place>${NOUNS})(?= ?(?:$|[|,;:.])))?`;
const NO_START = "(?<=^|[|] ?)";
const COMPARING = new RegExp(
  `(?<![a-z])(?:${[ABOVE, REACHES, BELOW, SINKS].join("|")})(?![a-z])`,
  "u",
);

/** `high temperature alarm at 85 degC`, `the upper limit of the pressure is 6 bar`. */
function namedLimitIn(masked: Masked): Limit | null {
  const alarm =
    masked.take(
      `${SET}\\b(?<side>high|low)(?:[ -]\\k<side>)?(?<what> ${NOUNS})?[ -](?:alarm|alert|warning|trip)` +
        `(?: (?:on|for|of|in) (?<on>${NOUNS}))?${AT} ${Q}${PLACE}`,
      isNamed,
    ) ??
    masked.take(
      `${SET}\\b(?:alarm|alert|warning)(?: limit| threshold| set ?-?point)? (?<side>high|low)${AT} ${Q}${PLACE}`,
      isNamed,
    );
  const label =
    alarm ??
    // The side before what is read: an alarm on high discharge temperature, high-high level.
    masked.take(
      `(?:\\b(?:alarm|alert|warning) (?:on|for|at) |${NO_START})(?<side>high|low)(?:[ -]\\k<side>)?` +
        `(?<what> ${NOUNS})` +
        ` ?[,:=]? ?(?:at |of )?${Q}(?= ?(?:$|[|,;.!]))`,
      isLabelled,
    );
  const taken =
    label ??
    masked.take(
      `\\b(?:the )?(?<side>upper|highest|maximum|lower|lowest|minimum) (?:alarm |alert |allowed )?limit (?:of|for)` +
        `(?<what> [a-z][a-z -]*?) ?(?:is|:|=) ${Q}`,
    );
  if (taken === null) return null;
  const { on, place, side, what } = taken.groups;
  masked.give([on, place, what].filter((one) => one !== undefined).join(" "));
  const isHigh = /high|upper|maximum/.test(side!);
  const { quantities, words } = taken;
  // An alarm is at its limit; a limit itself is allowed.
  const isStrict = label === null;
  return { side: isHigh ? "above" : "below", isStrict, values: [quantities[0]!], words };
}

/** Only where an alarm is asked for, or the side is said twice: high pressure is a name. */
function isLabelled({ groups: { what }, words }: Taken): boolean {
  const isAsked = /^(?:alarm|alert|warning)\b/iu.test(words);
  const isTwice = /^(high|low)[ -]\1\b/iu.test(words);
  return (isAsked || isTwice) && isThing(`the${what!}`) && !COMPARING.test(what!);
}

/** Before the name of an alarm stands a thing: an act on the alarm is none. */
function isNamed({ before, groups: { place } }: Taken): boolean {
  if (place !== undefined && !nounPhrase(place.replace(/^(?:the|my|our) /u, "").split(" ")).ok)
    return false;
  const name = before.replace(/.*[|,;:.] ?/u, "").trim();
  return name === "" || isThing(name) || isQuantityNamed(name.split(" "));
}

/** `boiler oil temp`: no act, and a quantity at its end. */
function isQuantityNamed(words: readonly string[]): boolean {
  return kindAtEnd(words) !== null && nounPhrase(words).ok && !isAction(words[0]!);
}

function labelled(side: Side | null, limit: Limit | null): Limit | null {
  return limit === null || side === null || side === limit.side
    ? limit
    : { ...limit, isContrary: true };
}

/** `low pH alarm fermenter 1 below 4.2`: the side by which an alarm is called before its comparison. */
function labelIn(masked: Masked): Side | null {
  const taken = masked.take(
    `\\b(?<side>high|low)(?:[ -]\\k<side>)?(?<what> ${NOUNS})?[ -](?:alarm|alert|warning)` +
      `(?: (?:on|for|of|in))?(?<on> ${NOUNS})?(?= (?:${MOVES} )?(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS}) ${Q})`,
    isNamed,
  );
  if (taken === null) return null;
  masked.give([taken.groups["on"], taken.groups["what"]].join(" "));
  return taken.groups["side"] === "high" ? "above" : "below";
}

/** `exceeds 25 deg in either direction`. */
function eitherWayIn(masked: Masked): Limit | null {
  const taken = masked.take(
    `(?:\\b${MOVES} )?(?:(?<more>${ABOVE})|${REACHES}) ${Q} (?:in (?:either|any|both) directions?|either way` +
      `|to either side|on either side)`,
  );
  if (taken === null) return null;
  const [end] = taken.quantities;
  const read = parseUnit(end!.unit);
  // On a scale with a zero of its own there is no other side.
  if (!read.ok || read.offset !== undefined || end!.si <= 0) return null;
  const other = { ...end!, si: -end!.si, difference: -end!.difference, value: -end!.value };
  const isStrict = taken.groups["more"] !== undefined;
  return { side: "outside", isStrict, values: [other, end!], words: taken.words };
}

function rangeIn(masked: Masked): Limit | null {
  const range = `(?:between |from )?${Q} ?(?:and|to|-|through|\\.\\.\\.?) ?${Q}`;
  const away =
    "(?:outside|out of|leaves?|not (?:within|between|in)|beyond|departs? from|exits?)(?: " +
    "(?:of|the|its|a))*(?: (?:range|band|window|interval))?(?: (?:of|from))?";
  const band = "(?: (?:range|band|window|interval|zone))?";
  const outside = masked.take(`(?:${MOVES} )?\\b${away} ${range}${band}`);
  if (outside !== null) {
    const limit = twoSided("outside", outside);
    // What rises leaves a range on one side alone.
    const isOneWay =
      UP.test(outside.words.toLowerCase()) || DOWN_ONLY.test(outside.words.toLowerCase());
    return isOneWay ? { ...limit, isContrary: true } : limit;
  }
  const inside =
    masked.take(
      `(?:${MOVES} )?\\b(?:within|inside|in)(?: (?:the|a|its))*(?: (?:range|band|window))?(?:` +
        ` of| from)? ${range}${band}`,
    ) ??
    masked.take(`(?:${MOVES} )?\\bbetween ${Q} and ${Q}`) ??
    masked.take(`(?:${MOVES} )?\\b(?:from|at|in) ${Q} (?:up )?(?:to|-) ${Q}`) ??
    masked.take(`\\b(?:is|are|be|stays?|remains?|lies|kept|held) ${Q} ?(?:to|-|\\.\\.\\.?) ?${Q}`);
  return inside === null ? null : twoSided("inside", inside);
}

function isNumber({ dimension, unit }: Quantity): boolean {
  return isDimensionless(dimension) && unit === "1";
}

function twoSided(side: Side, { quantities, words }: Taken): Limit {
  const [a, b] = [quantities[0]!, quantities[1]!];
  // The unit behind the second number holds for both.
  const first = isNumber(a) ? inUnitOf(a, b) : a;
  const ends: readonly [Quantity, Quantity] = first.si <= b.si ? [first, b] : [b, first];
  return { side, isStrict: side === "outside", values: ends, words };
}

/** Verbs that lead to one side: what rises below 5 bar is not understood. */
const UP = /\b(?:rises?|rising|climbs?|jumps?|shoots?|grows?|gets? up|goes up)\b/u;
const DOWN =
  /\b(?:falls? (?!short)|(?:falling|drops?|dropping|sinks?|dips?|gets? down|goes down)\b)/u;

/** To fall outside is said of both sides. */
const DOWN_ONLY = /\b(?:drops?|dropping|sinks?|dips?)\b/u;

/** Its verb leads to the other side. */
export function isTurned(side: Side, words: string): boolean {
  return (side === "above" ? DOWN : UP).test(words.toLowerCase());
}

function sided(side: Side, isStrict: boolean, taken: Taken | null): Limit | null {
  if (taken === null) return null;
  const { quantities, words } = taken;
  const limit = { side, isStrict, values: [quantities[0]!], words } as const;
  const isContrary = isTurned(side, words);
  return isContrary ? { ...limit, isContrary } : limit;
}

function oneSidedIn(masked: Masked): Limit | null {
  const by = (words: string): Taken | null => {
    const taken = masked.take(
      // A pressure drop is a reading.
      `(?:\\b(?!(?<=\\b(?:pressure|voltage) )drop\\b)${MOVES} )?(?:\\b(?:back|up|down|out|even|ever|already|at) )*` +
        `(?<![a-z])(?:${words}) (?:(?:an?` +
        `|the|its|their) )?(?:(?:allowed |yearly |daily |total |safe |permitted )?(?:(?<noun>quota` +
        `|budget|allowance)|limit|threshold|maximum|minimum|total|sum|value|level|rate) (?:of` +
        ` )?)?${Q}(?! ?(?:in a row|consecutive))`,
    );
    if (taken?.groups["noun"] !== undefined) masked.give(taken.groups["noun"]);
    return taken;
  };
  const behind = (words: string, to: string): Taken | null =>
    masked.take(
      `(?:\\b${MOVES} )?(?:at |(?:${to} |back )?to )?${Q}(?: \\|)?,? (?:or|and) (?:${words})\\b(?! than)`,
    );
  return (
    sided("above", false, behind(`${MORE_WORDS}|above|over|up`, "up")) ??
    sided("below", false, behind(`${LESS_WORDS}|below|under|down`, "down")) ??
    sided("below", false, by(SINKS)) ??
    sided("above", false, by(REACHES)) ??
    sided("above", true, by(ABOVE)) ??
    sided("below", true, by(BELOW))
  );
}
