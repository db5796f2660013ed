/**
 * The chain that a question in steps asks for: each step gives an input of a later one, and the
 * numbers fill all others. It is proposed, and never sealed before it is sent back.
 */
import type { Registry } from "../../operators/registry.js";
import type { LawSlot as BookSlot } from "../../derivation/laws.js";
import { lawStem, lawStems } from "../laws/lexicon/lawWords.js";
import { PLACE } from "../laws/lexicon/profile.js";
import { rootOf } from "../laws/lexicon/roots.js";
import type { Use } from "../laws/filling/fillTypes.js";
import { SUPPOSED } from "../laws/filling/otherwise.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { SetAside } from "../laws/licence/licence.js";
import type { Open } from "../laws/licence/open.js";
import { loosened } from "../laws/candidates.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { isDimensionless } from "../../units/index.js";
import { valueInSI } from "../../units/quantity/index.js";

import { areFollowersKnown, isChanged } from "../joins/changing.js";
import { chained, type Chained, type ChainStep, type Led } from "../joins/statedChain.js";
import { NUMBER_SCORE_MAX, NumberWays, type NumberWay } from "./numbersOf.js";
import { lawsOfStep, type StepLaw } from "./stepLaws.js";
import type { StepsSaid } from "./stepsSaid.js";

const NUMBERS_MAX = 9;
/** Laws of a step, by how many steps there are. */
const LAWS_MAX: Readonly<Record<number, number>> = { 2: 24, 3: 14 };
/** Chains that are computed, the best said first. */
const COMPUTED_MAX = 24;
/** Another chain that is said nearly as well, with another value, is asked about. */
const LEAD = 60;
const SAME_VALUE = 1e-6;
/** Worth of a point of a number beside the words of a step. */
const NUMBER_WORTH = 4;
const SAME_SYMBOL = 60;
const OWN_WORD = 40;
const SHARED = 8;
const SHARED_OTHERWISE = 140;

/** Which symbol of a law takes the result of which step. */
type Links = ReadonlyMap<string, number>;

interface Drawn {
  readonly laws: readonly StepLaw[];
  readonly links: readonly Links[];
  readonly ways: readonly NumberWay[];
  readonly score: number;
}

interface Best {
  readonly drawn: Drawn;
  readonly chained: Chained;
}

/** What the steps come to. */
export interface InSteps extends Led {
  readonly setAside: readonly SetAside[];
}

/** Where not all numbers are used, those that change nothing are set aside: `alpha = 1`. */
export function chainInSteps(registry: Registry, said: StepsSaid, asked: Question): InSteps | null {
  if (!mayChain(registry, asked)) return null;
  const whole = chainOf(registry, said, loosened(asked));
  if (whole !== null) return { ...whole, setAside: [] };
  const idle = asked.given.filter(isNeutral);
  if (idle.length === 0) return null;
  const given = asked.given.filter((one) => !idle.includes(one));
  const rest = chainOf(registry, said, loosened({ ...asked, given }));
  const setAside = idle.map(({ span: { at, name } }) => ({
    at,
    text: asked.text.slice(name?.at[0] ?? at[0], at[1]),
    why: "a factor of one changes nothing",
  }));
  return rest === null ? null : { ...rest, setAside };
}

/**
 * Steps that do not follow from each other, each with the law that gives it.
 *
 * @returns null where a step has no law that takes numbers of the question
 */
export function apartIn(registry: Registry, { names }: StepsSaid, asked: Question): string | null {
  if (!mayChain(registry, asked)) return null;
  const question = loosened(asked);
  const numbers = new NumberWays(question);
  const each = names.map((name, i) => {
    const others = names.filter((_, at) => at !== i);
    const [best] = lawsOfStep(registry, name, question, { isLast: false, others });
    const isFilled = best !== undefined && numbers.of(best, []).some(({ mask }) => mask > 0);
    return isFilled ? `"${name}" (${best.law.entry.record.name})` : null;
  });
  return each.includes(null)
    ? null
    : `${each.join(" and ")} do not follow from each other here; ask once for each`;
}

function isNeutral({ span: { name, quantities } }: Given): boolean {
  const [quantity, another] = quantities;
  if (name === null || quantity?.hasUnit !== false || another !== undefined) return false;
  return valueInSI(quantity.readings[0]!) === 1;
}

function chainOf(registry: Registry, said: StepsSaid, question: Question): Led | null {
  const { names } = said;
  const numbers = new NumberWays(question);
  const most = LAWS_MAX[names.length]!;
  const laws = names.map((name, i) =>
    lawsOfStep(registry, name, question, {
      isLast: i === names.length - 1,
      others: names.filter((_, at) => at !== i),
    })
      .filter((step) => numbers.mayFill(step, i))
      .slice(0, most),
  );
  if (laws.some(({ length }) => length === 0)) return null;
  const drawn = drawnFrom(numbers, names, laws).sort((a, b) => b.score - a.score);
  return bestOf(registry, question, said, drawn);
}

function mayChain(registry: Registry, asked: Question): boolean {
  const { given } = asked;
  return (
    given.length > 0 &&
    given.length <= NUMBERS_MAX &&
    given.every(({ span }) => span.kind === "value" || span.kind === "from-to") &&
    areFollowersKnown(registry, asked)
  );
}

function drawnFrom(
  numbers: NumberWays,
  names: readonly string[],
  laws: readonly (readonly StepLaw[])[],
): Drawn[] {
  const { all } = numbers;
  const drawn: Drawn[] = [];
  const go = (chosen: readonly StepLaw[], taken: number): void => {
    const next = laws[chosen.length];
    if (next === undefined) {
      if (taken === all) drawn.push(...filledBy(numbers, names, chosen));
      return;
    }
    for (const step of next)
      if (!chosen.some(({ law }) => law === step.law))
        go([...chosen, step], taken | numbers.takenBy(step));
  };
  go([], 0);
  return drawn;
}

/** The chain of some laws in every way that its steps and its numbers may stand. */
function filledBy(
  numbers: NumberWays,
  names: readonly string[],
  laws: readonly StepLaw[],
): readonly Drawn[] {
  return linksOf(laws).flatMap((links) => {
    const ways = laws.map((step, i) => numbers.of(step, [...links[i]!.keys()]));
    if (ways.some(({ length }) => length === 0)) return [];
    const worth = laws.reduce((sum, { score }) => sum + score, 0) + fitOf(names, laws, links);
    return combined(ways)
      .filter((chosen) => chosen.reduce((mask, one) => mask | one.mask, 0) === numbers.all)
      .flatMap((chosen) => {
        const own = numbersWorth(chosen);
        return own === null ? [] : [{ laws, links, ways: chosen, score: worth + own }];
      });
  });
}

function combined(ways: readonly (readonly NumberWay[])[]): readonly (readonly NumberWay[])[] {
  return ways.reduce<readonly (readonly NumberWay[])[]>(
    (all, own) => all.flatMap((chosen) => own.map((one) => [...chosen, one])),
    [[]],
  );
}

/** A length that may be a diameter is the diameter that another law of the chain takes. */
function isCalledAs({ unit, words }: LawSlot, { quantity }: LawSlot): boolean {
  if (unit === null || isDimensionless(unit.dimension)) return false;
  return lawStems(quantity).every((stem) => words.has(stem));
}

/** How well the numbers are said; null where two inputs of one name have two values. */
function numbersWorth(ways: readonly NumberWay[]): number | null {
  const slots = new Map<number, LawSlot>();
  const named = new Map<string, Use>();
  let worth = 0;
  for (const { score, uses } of ways) {
    worth += NUMBER_WORTH * score;
    for (const use of uses) {
      const { at, score: own, slot } = use;
      const key = `${slot.name} ${slot.quantity}`;
      const other = named.get(key);
      named.set(key, use);
      if (other !== undefined && other.value !== use.value) {
        if ((other.score === undefined) !== (own === undefined)) return null;
        worth -= SHARED_OTHERWISE;
      }
      if (own === undefined) continue;
      const before = slots.get(at[0]);
      if (before !== undefined)
        worth -= NUMBER_WORTH * Math.min(own, NUMBER_SCORE_MAX) + costOfSharing(before, slot);
      slots.set(at[0], slot);
    }
  }
  return worth;
}

/** One number in two laws: it is the same quantity of both. */
function costOfSharing(one: LawSlot, other: LawSlot): number {
  if (one.quantity === other.quantity) return one.name === other.name ? 0 : SHARED_OTHERWISE;
  return isCalledAs(one, other) || isCalledAs(other, one) ? SHARED : SHARED_OTHERWISE;
}

/** Each step but the last gives an input of a later one, and the next one where it may. */
function linksOf(laws: readonly StepLaw[]): readonly (readonly Links[])[] {
  let found: readonly (readonly Links[])[] = [laws.map(() => new Map<string, number>())];
  laws.slice(0, -1).forEach((giver, from) => {
    found = found.flatMap((links) => {
      const apart: (readonly Links[])[] = [];
      for (let to = from + 1; to < laws.length; to += 1)
        for (const slot of takersOf(giver, laws[to]!))
          if (!links[to]!.has(slot))
            apart.push(links.map((own, i) => (i === to ? new Map([...own, [slot, from]]) : own)));
      return apart;
    });
  });
  return found;
}

/** Inputs of a law that the result of another may stand for. */
function takersOf({ law: first, target }: StepLaw, { law, target: sought }: StepLaw): string[] {
  const gives = first.slots.find(({ symbol }) => symbol === target.name)!;
  const isTaker = (slot: BookSlot): boolean =>
    slot.symbol !== sought.name &&
    gives.accepted.some((kind) => slot.kinds.has(kind) || kind === slot.loose);
  return law.slots.filter(isTaker).map(({ symbol }) => symbol);
}

/** Whether the words of a step name the input that takes its result, and no other of its kind. */
function fitOf(
  names: readonly string[],
  laws: readonly StepLaw[],
  links: readonly Links[],
): number {
  let fit = 0;
  links.forEach((own, to) => {
    for (const [symbol, from] of own) {
      const giver = laws[from]!;
      const { result, slots } = laws[to]!.profile.law;
      const slot = slots.find(({ name }) => name === symbol) ?? result;
      if (giver.target.name === symbol) fit += SAME_SYMBOL;
      const alike = slots.filter((one) => one !== slot && one.quantity === slot.quantity);
      const words = lawStems(names[from]!);
      const isOwn = (stem: string): boolean =>
        slot.words.has(stem) && alike.every((one) => !one.words.has(stem));
      const isOther = (stem: string): boolean =>
        !slot.words.has(stem) && alike.some((one) => one.words.has(stem));
      fit += OWN_WORD * (Number(words.some(isOwn)) - Number(words.some(isOther)));
    }
  });
  return fit;
}

function bestOf(
  registry: Registry,
  question: Question,
  { formulas, names }: StepsSaid,
  drawn: readonly Drawn[],
): Led | null {
  let best: Best | null = null;
  let refused: Drawn | null = null;
  for (const one of drawn.slice(0, COMPUTED_MAX)) {
    if (best !== null && best.drawn.score - one.score >= LEAD) break;
    const found = chained(registry, question, stepsOf(one));
    const value = found?.isUsual === true ? found : null;
    // A chain that is said best and holds for no such values stands for no other laws.
    if (value === null && best === null) refused ??= one;
    if (value === null) continue;
    if (refused !== null && !isOfSameLaws(refused, one)) return null;
    if (best === null) best = { drawn: one, chained: value };
    else if (Math.abs(value.value - best.chained.value) > SAME_VALUE * Math.abs(best.chained.value))
      return null;
  }
  if (best === null || isChangedFor(question, names, best.drawn)) return null;
  return { joined: best.chained.joined, open: openIn(question, names, best, formulas) };
}

function isOfSameLaws(one: Drawn, other: Drawn): boolean {
  return one.laws.every(({ law }, i) => law === other.laws[i]!.law);
}

/** What a step finds for all, and words that ask for that of all. */
const OF_ALL: ReadonlySet<string> = new Set(
  lawStems("total equivalent effective common combined joint parallel series sum").map(rootOf),
);
const ALL: ReadonlySet<string> = new Set(lawStems("together total both combined all").map(rootOf));

/** A word changes what is asked, and none of the laws is about it. */
function isChangedFor(question: Question, names: readonly string[], { laws }: Drawn): boolean {
  const steps = [
    ...names.slice(0, -1).flatMap(lawStems).map(rootOf),
    ...laws.slice(0, -1).flatMap(({ profile }) => [...profile.title]),
  ];
  const isOfAll = steps.some((root) => OF_ALL.has(root));
  const isOwn = (root: string): boolean =>
    (isOfAll && ALL.has(root)) ||
    laws.some(({ profile }) => ((profile.places.get(root) ?? 0) & ~PLACE.description) !== 0);
  return isChanged(question, (at) => isOwn(rootOf(lawStem(question.text.slice(...at)))));
}

function stepsOf({ laws, links, ways }: Drawn): readonly ChainStep[] {
  return laws.map(({ law, target }, i) => ({
    law,
    target,
    links: links[i]!,
    uses: ways[i]!.uses,
  }));
}

/** What whoever seals it must have looked at: each step with its law and its value. */
function openIn(
  { text }: Question,
  names: readonly string[],
  { chained: { terms }, drawn: { laws, ways } }: Best,
  formulas: readonly string[],
): readonly Open[] {
  const at = [0, text.length] as const;
  const onTheWay = laws.slice(0, -1).map(({ law, target }, i): Open => {
    // The first term is that of the modulation.
    const { unit, value } = terms[i + 1]!;
    const shown = `${Number(value.toPrecision(6))}${unit === null || unit === "1" ? "" : ` ${unit}`}`;
    const message =
      `"${names[i]!}" is on the way to what is asked for last: ` +
      `${target.name} = ${shown} by "${law.entry.record.name}"`;
    return { what: "fact", at, message };
  });
  const supposed = ways.flatMap(({ uses }) =>
    uses
      .filter(({ rule }) => rule === SUPPOSED)
      .map(({ slot, value }): Open => ({
        what: "fact",
        at,
        message: `the ${slot.about} (${slot.name}) is not said; ${value} is supposed`,
      })),
  );
  const all = laws.map(({ law }) => `"${law.entry.record.name}"`).join(", then ");
  const meant: Open = {
    what: "case",
    at,
    message: `${all} lead from these numbers to what is asked; say that they are meant`,
  };
  const written = formulas.map((formula): Open => ({
    what: "fact",
    at,
    message: `"${formula}" is a formula; the equation of the law is used in its place`,
  }));
  return [...onTheWay, meant, ...supposed, ...written];
}
