/**
 * Numbers of one unit in a law that depends on their ratios alone: heights in centimetres in a normal
 * distribution of bare numbers, pressures of oxygen in a law of concentrations. They are read as so many
 * of one unit, for a proposal alone, and that is shown.
 */
import type { Registry } from "../../operators/registry.js";
import { dimensionKey, isDimensionless, parseUnit, type UnitValue } from "../../units/index.js";
import { spansIn, valueInSI } from "../../units/quantity/index.js";
import {
  loosened,
  triedForResults,
  type Candidate,
  type Proposal,
  type ShownForm,
} from "./candidates.js";
import { Kept } from "./filling/kept.js";
import type { Open } from "./licence/open.js";
import type { Given, Question } from "./reading/reading.js";
import { computed } from "./settle.js";

/** Units of inputs that are compared with each other, and with nothing else. */
const UNITS: readonly string[] = ["1", "mol/m^3"];
/** One number alone has no ratio. */
const NUMBERS_MIN = 2;
/** A result that changes by less than this does not depend on the unit. */
const SAME_SHARE = 1e-9;
const SCALE = 2;
const IS_RATIO = /(?:^|_)(?:ratio|index|efficiency|fraction|factor|coefficient|exponent)$/u;

export function formsOfOneUnit(registry: Registry, question: Question): readonly ShownForm[] {
  return groupsIn(question).flatMap((group) =>
    UNITS.flatMap((unit): readonly ShownForm[] => {
      const form = readIn(question, group, unit);
      if (form === null) return [];
      const tried = triedForResults(registry, loosened(form), new Kept());
      const whole = tried.whole.filter((one) => isOfRatios(registry, one, group, unit));
      if (whole.length === 0) return [];
      const shown = (proposal: Proposal): Proposal => withUnit(proposal, group);
      return [{ question: tried.question, whole, shown }];
    }),
  );
}

/** Numbers of one dimension, of which there are several. */
function groupsIn({ given }: Question): readonly (readonly Given[])[] {
  const groups = new Map<string, Given[]>();
  for (const one of given) {
    const unit = unitOf(one);
    if (unit === null || isDimensionless(unit.dimension)) continue;
    const key = dimensionKey(unit.dimension);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].filter(({ length }) => length >= NUMBERS_MIN);
}

/** The unit of one plain value; null for any other number. */
function unitOf({ span }: Given): UnitValue | null {
  const [quantity, another] = span.quantities;
  if (span.kind !== "value" || quantity?.hasUnit !== true || another !== undefined) return null;
  return quantity.readings[0]!.unit;
}

/** Each number of the group as so many of the unit of SI: degrees are counted, wherever they begin. */
function readIn(question: Question, group: readonly Given[], unit: string): Question | null {
  const read = new Map<Given, Given>();
  for (const one of group) {
    const value = valueInSI(one.span.quantities[0]!.readings[0]!, true);
    const [span] = spansIn(unit === "1" ? String(value) : `${value} ${unit}`);
    if (span === undefined || span.quantities.length !== 1) return null;
    read.set(one, { ...one, span: { ...one.span, quantities: span.quantities } });
  }
  return { ...question, given: question.given.map((one) => read.get(one) ?? one) };
}

/** The law takes the numbers where such a unit is, and gives the same if all of them are doubled. */
function isOfRatios(
  registry: Registry,
  { reading: { filled, profile, target } }: Candidate,
  group: readonly Given[],
  unit: string,
): boolean {
  const own = parseUnit(unit);
  if (!own.ok || !target.isResult) return false;
  const key = dimensionKey(own.dimension);
  const places = new Set(group.map(({ span: { at } }) => at));
  const taken = filled.uses.filter(({ at }) => places.has(at));
  const isThere = taken.every(
    ({ slot }) => slot.unit !== null && dimensionKey(slot.unit.dimension) === key,
  );
  if (!isThere || taken.length !== group.length) return false;
  // A ratio is no amount: two heats are no compression.
  if (taken.some(({ slot }) => IS_RATIO.test(slot.quantity))) return false;
  // Words say which is which, but for one that is left.
  if (taken.filter(({ rule }) => rule === "dimension").length > 1) return false;
  const value = computed(registry, profile.law, filled.uses);
  const scaled = filled.uses.map((use) =>
    taken.includes(use) ? { ...use, value: SCALE * use.value } : use,
  );
  const other = computed(registry, profile.law, scaled);
  if (typeof value === "string" || typeof other === "string") return false;
  return Math.abs(other - value) <= SAME_SHARE * Math.abs(value);
}

function withUnit(proposal: Proposal, group: readonly Given[]): Proposal {
  const { licence, match, question } = proposal;
  const { text } = question;
  const said = group.map(({ span: { at } }) => `"${text.slice(...at).trim()}"`).join(", ");
  const { name } = match.law.entry.record;
  const open: Open = {
    what: "fact",
    at: group[0]!.span.at,
    message: `${said} are read as so many of one unit: "${name}" depends on their ratios alone`,
  };
  return { ...proposal, licence: { ...licence, open: [open, ...licence.open] } };
}
