/**
 * Laws that join where none alone takes the numbers to what is asked: the least derivation over the
 * kinds that words and units leave open, which uses all numbers. It is proposed, and never sealed
 * before it is sent back.
 */
import { computedOf, type Computed } from "../../derivation/computed.js";
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Fact } from "../../derivation/facts.js";
import { acceptedAs, type Law, type LawSlot } from "../../derivation/laws.js";
import { statesOf, type Known, type Question as KindQuestion } from "../../derivation/question.js";
import { PathSearch, type Path } from "../../derivation/search.js";
import { countsCycles, countsRadians, isOfEvents, stemsOf } from "../../lexicon/kinds.js";
import type { Registry } from "../../operators/registry.js";
import {
  dimensionKey,
  dimensionsEqual,
  parseUnit,
  quantityDimension,
  type Dimension,
} from "../../units/index.js";
import { valueInSI, type Quantity } from "../../units/quantity/index.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import { HOW, lawStem, lawStems } from "../laws/lexicon/lawWords.js";
import { PLACE } from "../laws/lexicon/profile.js";
import { rootOf } from "../laws/lexicon/roots.js";
import { turnsIn } from "../laws/licence/turns.js";
import { GUARDED } from "../laws/licence/wordClasses.js";
import { isIdle, withoutSome } from "../laws/setApart.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { supposedOf } from "../laws/reading/spanForms.js";
import { kindsOfHow } from "../laws/askedKind.js";
import { QUANTITY_WORDS } from "../laws/questionRoots.js";
import { kindsAsked, kindsOfNumber, SURENESS, type KindOfWords } from "./kindWords.js";

/** A number of the question as a known value of one of its kinds. */
export interface JoinedNumber {
  readonly given: Given;
  readonly kinds: readonly KindOfWords[];
  readonly dimension: Dimension;
  readonly known: Known;
}

export interface Join {
  readonly computed: Computed;
  readonly numbers: readonly JoinedNumber[];
  /** What words state without a number, behind the numbers. */
  readonly unnumbered: readonly Unnumbered[];
  readonly setAside: readonly Given[];
}

export interface Unnumbered {
  readonly known: Known;
  /** The body whose property it is, or how it was said. */
  readonly of: string;
}

const NUMBERS_MAX = 6;
const COMPUTED_MAX = 12;
/** Values tried in slots for a question and all of its parts: one that needs more is asked about. */
const TRIES_MAX = 60_000;
const TEMPERATURE = quantityDimension("temperature")!;
/** Two values this close are one. */
const SAME_VALUE = 1e-6;
/** No rest of a thing: it says how a motion begins or ends. */
const AT_REST = /\b(?:at|from|to) rest\b/giu;
const REST = lawStem("rest");
const NEAR_BEFORE = 4;
const NEAR_AFTER = 3;

/**
 * Where not all numbers join: without those of a sentence that asks nothing, of kinds that are not used.
 * They are shown as set aside.
 *
 * @param lacking the law that the question names and that lacks an input; null for none
 */
export function proposedJoin(
  registry: Registry,
  question: Question,
  lacking: string | null,
): Join | null {
  const tries = { left: TRIES_MAX };
  const whole = joinedLaws(registry, question, lacking, tries);
  if (whole !== null) return whole;
  const parts = withoutSome(question)
    .filter(({ asked, left }) => isIdle({ left, question: asked }))
    .flatMap(({ asked, left }) => {
      const join = joinedLaws(registry, asked, lacking, tries);
      return join === null ? [] : [{ ...join, setAside: left }];
    });
  const [first, another] = parts;
  return first === undefined || another !== undefined ? null : first;
}

function joinedLaws(
  registry: Registry,
  question: Question,
  lacking: string | null,
  tries: { left: number },
): Join | null {
  if (
    question.given.length > NUMBERS_MAX ||
    isChanged(question) ||
    !areFollowersKnown(registry, question)
  )
    return null;
  const numbers = numbersOf(registry, question);
  if (numbers === null || numbers.length === 0 || numbers.length > NUMBERS_MAX) return null;
  const wanted = wantedOf(registry, question);
  const [first] = wanted;
  if (first === undefined) return null;
  const more = unnumberedIn(question);
  const said = new Set(question.tokens.map(({ stem }) => rootOf(stem)));
  const asked: KindQuestion = {
    known: [...numbers, ...more].map(({ known }) => known),
    wanted: {
      kind: first.kind,
      others: wanted.map(({ kind }) => kind),
      of: "",
      states: statesOf(question.head),
      words: question.head,
      unit: null,
    },
    use: null,
    said: new Set([
      ...stemsOf(question.text.replace(AT_REST, " ")),
      ...question.tokens.filter(({ stem }) => stem !== REST).map(({ stem }) => stem),
    ]),
  };
  const book = lawBookOf(registry);
  const { byCost } = new PathSearch(book, asked, tries).paths();
  for (const paths of byCost) {
    const sure = paths.filter(
      ({ fact, supposes }) =>
        supposes.length === 0 &&
        (lacking === null || fact.steps.some(({ law }) => law.id === lacking)) &&
        isJoin(fact, first.kind, said) &&
        isSaid(registry, fact, said) &&
        isBoundAsSaid(registry, numbers, fact),
    );
    const best = bestOf(registry, question, numbers, sure);
    const computed = best.slice(0, COMPUTED_MAX).flatMap((path) => {
      const one = computedOf(book, asked, path);
      return typeof one === "string" ? [] : [one];
    });
    const [one] = computed;
    if (one === undefined) continue;
    if (computed.some(({ kernel }) => !isSame(kernel.value, one.kernel.value))) return null;
    return { computed: one, numbers, unnumbered: more, setAside: [] };
  }
  return null;
}

/** Kinds of words that change a question, and that no join takes. */
const CHANGING: ReadonlySet<string> = new Set([
  "denial",
  "share",
  "operation",
  "comparison",
  "extreme",
]);

/**
 * Whether a word changes what is asked, and is none of what asks.
 *
 * @param isLeft places of words that another law has
 */
export function isChanged(
  question: Question,
  isLeft: (at: readonly [number, number]) => boolean = () => false,
): boolean {
  const { given, head, text, tokens } = question;
  const isTurn = turnsIn(text);
  // `1.8 mm longer`, read as a change of length.
  const isOfNumber = ([from]: readonly [number, number]): boolean =>
    given.some(
      ({ span }) =>
        supposedOf(span) !== null &&
        span.at[1] <= from &&
        text.slice(span.at[1], from).trim() === "",
    );
  return tokens.some(
    (token) =>
      !token.isOpener &&
      CHANGING.has(GUARDED.get(token.stem) ?? "") &&
      !head.includes(token.stem) &&
      !isTurn(token.at) &&
      !isOfNumber(token.at) &&
      !isLeft(token.at),
  );
}

/** `12 rad/s about its axis` */
const ROUND = /^(?:about|around)$/iu;

/** A number is never used without the word behind it: some law must have it. */
export function areFollowersKnown(registry: Registry, { given }: Question): boolean {
  const { profiles } = lawIndexOf(registry);
  return given.every(
    ({ span: { follower } }) =>
      follower === null ||
      ROUND.test(follower.text) ||
      profiles.postings.has(rootOf(lawStem(follower.text))),
  );
}

/**
 * Laws that join, or a law behind a conversion; one alone is the matter of its words. What follows on
 * the way is of any course of events, or was said: no stiffness follows from a stopping distance. A
 * law that turns a kind into itself finds nothing, and a quantity found in two ways is one too often.
 */
function isJoin({ steps }: Fact, wanted: string, said: ReadonlySet<string>): boolean {
  const [first, second] = steps;
  if (second === undefined && first?.law.isConversion !== true) return false;
  const found = steps.map(({ target }) => target.kind);
  const given = steps.flatMap(({ bound }) =>
    bound.filter((fact) => fact !== null && fact.given >= 0).map((fact) => fact!.kind),
  );
  if (new Set(found).size < found.length) return false;
  return steps.every(({ law, target }, at) => {
    const [only, another] = law.slots.filter((slot) => slot !== target);
    if (another === undefined && only !== undefined && !law.isConversion) {
      const kinds = acceptedAs(only.kind);
      if (acceptedAs(target.kind).some((kind) => kinds.includes(kind))) return false;
    }
    const isLast = at === steps.length - 1;
    if (!isLast && given.includes(target.kind)) return false;
    if ((isLast && target.kind === wanted) || isOfEvents(target.kind)) return true;
    return lawStems(target.kind).every((stem) => PLAIN_PARTS.has(stem) || said.has(rootOf(stem)));
  });
}

/** Of so many laws two must be said, and of fewer one. */
const MANY_LAWS = 3;
const MANY_SAID = 2;

/** Whether words say something of the laws, beside their quantities: no string is an oscillator with an energy. */
function isSaid(registry: Registry, { steps }: Fact, said: ReadonlySet<string>): boolean {
  const { byLaw } = lawIndexOf(registry).profiles;
  const laws = steps.filter(({ law }) => byLaw.has(law.id)).map(({ law }) => law);
  const isSpoken = ({ id, things }: Law): boolean =>
    // The search takes none whose things are not said.
    things.length > 0 ||
    [...said].some((root) => {
      const bits = byLaw.get(id)!.places.get(root) ?? 0;
      return (bits & OF_NAMES) !== 0 && !QUANTITY_WORDS.has(root);
    });
  if (laws.length === 0) return true;
  const spoken = laws.filter(isSpoken).length;
  return spoken >= (laws.length < MANY_LAWS ? 1 : MANY_SAID);
}

const OF_NAMES = PLACE.title | PLACE.alias | PLACE.case;

/** Words of kinds that say no more than that a property is one. */
const PLAIN_PARTS: ReadonlySet<string> = new Set(lawStems("constant coefficient modulus"));

/** States of a quantity that only an input of the same state takes. */
const SHAPES: ReadonlySet<string> = new Set(statesOf(stemsOf("peak rms mean maximum minimum")));

/** Each number stands in inputs of one kind, which its words say as surely as any other. */
function isBoundAsSaid(
  registry: Registry,
  numbers: readonly JoinedNumber[],
  { steps }: Fact,
): boolean {
  const kinds = new Map<number, string>();
  return steps.every(({ bound, law }) =>
    bound.every((fact, at) => {
      if (fact === null || fact.given < 0 || fact.given >= numbers.length) return true;
      const slot = law.slots[at]!;
      const number = numbers[fact.given]!;
      const before = kinds.get(fact.given) ?? slot.kind;
      kinds.set(fact.given, slot.kind);
      const isOneKind =
        acceptedAs(before).includes(slot.kind) || acceptedAs(slot.kind).includes(before);
      const own = statesOf(slot.words);
      const isOfState = fact.states.every((state) => !SHAPES.has(state) || own.includes(state));
      const lead = number.kinds[0]!.sure - surenessIn(registry, number, law, slot);
      const unit = parseUnit(slot.unit);
      const isMeasured = unit.ok && dimensionsEqual(unit.dimension, number.dimension);
      return isMeasured && isOneKind && isOfState && lead < LEAD_MAX;
    }),
  );
}

/** Another kind of a number is said so much more surely. */
const LEAD_MAX = 2;

/** How surely words say that a number is an input. */
function surenessIn(
  registry: Registry,
  { given, kinds }: JoinedNumber,
  law: Law,
  slot: LawSlot,
): number {
  const spoken = lawIndexOf(registry).profiles.byLaw.get(law.id)?.spoken.get(slot.symbol);
  const near = [...given.before.slice(0, NEAR_BEFORE), ...given.after.slice(0, NEAR_AFTER)];
  const isSpoken = spoken !== undefined && near.some((stem) => spoken.has(rootOf(stem)));
  const own = kinds.find(({ kind }) => acceptedAs(kind).some((one) => slot.kinds.has(one)));
  return Math.max(own?.sure ?? SURENESS.unit, isSpoken ? SURENESS.near : SURENESS.unit);
}

/** What words state without a number: how a motion begins or ends, and what a named body brings. */
function unnumberedIn({ named, text }: Question): readonly Unnumbered[] {
  const bare = { uncertainty: 0, of: "", words: [], isOptional: true };
  const rests = [
    { state: "initial", said: FROM_REST.exec(text)?.[0] },
    { state: "final", said: TO_REST.exec(text)?.[0] },
  ];
  const still = rests.flatMap(({ said, state }): readonly Unnumbered[] =>
    said === undefined
      ? []
      : [{ of: said, known: { ...bare, kind: "speed", value: 0, states: [state] } }],
  );
  const [body, another] = named;
  if (body === undefined || (another !== undefined && another.entity !== body.entity)) return still;
  const { name, properties } = body.entity;
  const own = PROPERTIES.flatMap(([property, kind]): readonly Unnumbered[] => {
    const found = properties.get(property);
    if (found === undefined) return [];
    const [value, relative] = found;
    const uncertainty = Number((relative * Math.abs(value)).toPrecision(2));
    return [{ of: name, known: { ...bare, kind, value, uncertainty, states: [] } }];
  });
  return [...still, ...own];
}

/** Properties of bodies by the kinds of laws. */
const PROPERTIES = [
  ["mass", "mass"],
  ["charge", "charge"],
  ["density", "density"],
] as const;
const FROM_REST = /\b(?:from rest|from a standstill|initially at rest|starts? at rest)\b/iu;
const TO_REST = /\b(?:to rest|to a (?:stop|halt|standstill)|stops|stopped|stopping)\b/iu;

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_VALUE * Math.max(Math.abs(a), Math.abs(b));
}

function wantedOf(registry: Registry, question: Question): readonly KindOfWords[] {
  const { asked, head, lead, wanted } = question;
  const words = head.length > 0 ? head : (asked ?? lead);
  const unit = wanted?.dimension ?? null;
  const dimensions = unit === null ? kindsOfHow(question) : new Set([dimensionKey(unit)]);
  const roots = words.map(rootOf);
  const how = question.how === null ? [] : (HOW.get(question.how) ?? []).map(rootOf);
  // `how long is its braking distance`: the noun says which of the two is meant.
  const nouns = roots.slice(how.length);
  const byNoun = how.length === 0 ? [] : kindsAsked(registry, nouns, dimensions);
  const [noun] = byNoun;
  return noun?.sure === SURENESS.named ? byNoun : kindsAsked(registry, roots, dimensions);
}

function numbersOf(registry: Registry, { given }: Question): readonly JoinedNumber[] | null {
  const numbers: JoinedNumber[] = [];
  for (const one of given) {
    const { quantities } = one.span;
    if (one.span.kind === "value" && quantities.length === 1) {
      const number = numberOf(registry, one, quantities[0]!, []);
      if (number === null) return null;
      numbers.push(number);
    } else if (one.span.kind === "from-to" && quantities.length === 2) {
      const pair = ["initial", "final"].map((state, i) =>
        numberOf(registry, one, quantities[i]!, [state]),
      );
      if (pair.some((each) => each === null)) return null;
      numbers.push(...pair.map((each) => each!));
    } else return null;
  }
  return numbers;
}

function numberOf(
  registry: Registry,
  given: Given,
  { hasUnit, question, readings }: Quantity,
  stated: readonly string[],
): JoinedNumber | null {
  const [reading] = readings;
  if (reading === undefined || (!hasUnit && question !== null)) return null;
  const near = [...given.before.slice(0, NEAR_BEFORE), ...given.after.slice(0, NEAR_AFTER)];
  const around = {
    near: new Set(near.map(rootOf)),
    far: new Set(given.clause.map(rootOf)),
  };
  const [value, difference] = [valueInSI(reading), valueInSI(reading, true)];
  const isDifference = given.span.isDifference || given.before[0] === lawStem("by");
  const isTemperature =
    value !== difference || dimensionsEqual(reading.unit.dimension, TEMPERATURE);
  const isAngular = readings.some(({ unit }) => unit.text === "rad/s");
  const isOfCycles = /(?:Hz|hertz)$/iu.test(reading.unit.text);
  const isMeant = (kind: string): boolean =>
    (!isTemperature || kind.includes("difference") === isDifference) &&
    !(isAngular && countsCycles(kind)) &&
    !(isOfCycles && countsRadians(kind));
  const kinds = kindsOfNumber(registry, reading.unit.dimension, around, isMeant);
  const [first] = kinds;
  if (first === undefined) return null;
  const states = [...stated, ...statesOf(stemsOf(near.slice(0, 2).join(" ")))];
  return {
    given,
    kinds,
    dimension: reading.unit.dimension,
    known: {
      kind: first.kind,
      others: kinds.map(({ kind }) => kind),
      value: isDifference ? difference : value,
      uncertainty: 0,
      of: "",
      states,
      words: [],
    },
  };
}

/** The derivations whose laws and kinds are said best. */
function bestOf(
  registry: Registry,
  question: Question,
  numbers: readonly JoinedNumber[],
  paths: readonly Path[],
): readonly Path[] {
  const scored = paths.map((path) => ({ path, score: scoreOf(registry, question, numbers, path) }));
  const most = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score > most - 1).map(({ path }) => path);
}

function scoreOf(
  registry: Registry,
  { tokens }: Question,
  numbers: readonly JoinedNumber[],
  { fact }: Path,
): number {
  const { profiles } = lawIndexOf(registry);
  const said = new Set(tokens.map(({ stem }) => rootOf(stem)));
  let score = 0;
  for (const { bound, law } of fact.steps) {
    const profile = profiles.byLaw.get(law.id);
    if (profile !== undefined) score += [...profile.title].filter((root) => said.has(root)).length;
    bound.forEach((one, at) => {
      if (one === null || one.given < 0 || one.given >= numbers.length) return;
      const number = numbers[one.given]!;
      const sure = surenessIn(registry, number, law, law.slots[at]!);
      score += 2 * (sure - number.kinds[0]!.sure);
    });
  }
  return score;
}
