/** Clauses of changes: a rate, a change within a time, and a distance from a set point. */
import { dimensionsEqual } from "../../units/index.js";
import { FORE, Q, T } from "./masked.js";
import type { Masked, Taken } from "./masked.js";
import type { Limit, Rate } from "./reading.js";
import type { Quantity } from "./spans.js";
import { writtenIn } from "./spans.js";

const RISES =
  "rises?|rose|risen|climbs?|climbed|increases?|increased|grows?|grown|jumps?|jumped|gains?|gained" +
  "|heats(?: up)?" +
  "|heat up|heated up|warms(?: up)?|warmed up|goes up|comes up|went up|moves up|shoots up|creeps up|goes higher";
const FALLS =
  "falls?|fell|fallen|drops?|dropped|decreases?|decreased|shrinks?|shrunk|sinks?|sunk|loses?|lost" +
  "|declines?|dips?|cools(?: down)?|cool down|cooled(?: down)?|goes down|comes down|went down|moves down|plunges?";
const VARIES = "changes?|changed|moves?|varies|swings?|fluctuates?|shifts?";
const VERB = `(?:has |have )?(?<verb>${RISES}|${FALLS}|${VARIES})`;
const MORE = "more than |over |in excess of |upwards of ";
const LEAST = "at least |no less than |not less than |as much as ";
const SHIFTS =
  "strays?|deviat(?:es?|ing)|departs?|differs?|drift(?:s|ing)?|wanders?|is off|moves away|moves";
const BOTH_WAYS = /^(?:changes?|changed|moves?|varies|swings?|fluctuates?|shifts?)$/u;
const UPWARD = new RegExp(`^(?:${RISES})$`, "u");

/** A rate by itself, or a change and the time in which it comes. */
export function rateIn(masked: Masked): Rate | null {
  const taken =
    masked.take(
      `\\b${VERB} (?:by )?(?<more>${MORE}|${LEAST}|faster than |quicker than )?${Q}(?: or (?<or>more))? ` +
        `?(?:(?<joint>within|in|over|during|inside(?: of)?|per|every|each|/) ${FORE})?${T}`,
      isTimed,
    ) ??
    masked.take(
      `\\b${VERB} (?<more>faster|quicker|more (?:quickly|rapidly)) than ${Q}`,
      isPerTime,
    ) ??
    masked.take(
      `\\b${VERB} (?:by |at )?(?<more>more than |over |a rate (?:of |above |over )(?:more than )?)${Q}` +
        `(?! ?(?:for|or))`,
      isPerTime,
    );
  if (taken === null) return null;
  const { joint, more = "", or, verb } = taken.groups;
  const [change, within = null] = taken.quantities;
  const isSpeed = within === null || isPer(joint) || /faster|quicker/.test(more);
  return {
    direction: directionOf(verb!),
    change: change!,
    within,
    isSpeed,
    isStrict: or === undefined && (isSpeed || more !== "") && !/least|less|much/.test(more),
    words: taken.words,
  };
}

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

/** `strays more than 0.5 K from 37.5 degC`, `within 0.5 K of 37.5 degC`. */
export function deviationIn(masked: Masked): Limit | null {
  const outside = masked.take(
    `\\b(?:is |gets )?(?:${SHIFTS})(?: by)? (?<more>${MORE}|${LEAST})?${Q} (?:away |off )?from ` +
      `(?:its (?:set ?point|target)(?: of)? |the (?:set ?point|target)(?: of)? )?${Q}`,
  );
  const behind =
    outside ??
    masked.take(
      `\\b(?:is |gets )?(?:off|away from) ${Q} by (?<more>${MORE}|${LEAST})?${Q}` +
        "(?: (?:either way|in either direction|up or down))?",
    );
  const inside =
    behind ?? masked.take(`(?:\\b(?:is|are|be|stays?|remains?) )?\\bwithin ${Q} of ${Q}`);
  if (inside === null) return null;
  const [first, second] = inside.quantities;
  const [off, middle] = outside === behind ? [first, second] : [second, first];
  const ends = endsAround(middle!, off!);
  if (ends === null) return null;
  const more = inside.groups["more"] ?? "";
  const isStrict = behind !== null && more !== "" && !/least|less|much/.test(more);
  return {
    side: behind === null ? "inside" : "outside",
    isStrict,
    values: ends,
    words: inside.words,
  };
}

function endsAround(middle: Quantity, off: Quantity): readonly [Quantity, Quantity] | null {
  if (!dimensionsEqual(middle.dimension, off.dimension) || off.difference <= 0) return null;
  const at = (si: number): Quantity => ({ ...middle, si, value: writtenIn(si, middle.unit) });
  return [at(middle.si - off.difference), at(middle.si + off.difference)];
}
