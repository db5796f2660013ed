/**
 * Numbers that lead to an input by one step of definition: a load from the mass that hangs on it, a
 * frequency from the time of one turn. The question is read with the number after the step, for a
 * proposal alone, and the step is shown.
 */
import type { Registry } from "../../operators/registry.js";
import { TWO_PI } from "../../math/constants.js";
import { constantsBySymbol, dimensionsEqual, parseUnit } from "../../units/index.js";
import { spansIn, valueInSI } from "../../units/quantity/index.js";
import { loosened, triedBy, type Candidate, type Proposal, type ShownForm } from "./candidates.js";
import { Kept } from "./filling/kept.js";
import { isElsewhere } from "./filling/stated.js";
import type { LawSlot } from "./lexicon/lexicon.js";
import { lawStems } from "./lexicon/lawWords.js";
import type { Open } from "./licence/open.js";
import type { Given, Question } from "./reading/reading.js";

interface Step {
  /** Unit of the number, and of what follows. */
  readonly from: string;
  readonly to: string;
  readonly value: (x: number) => number;
  readonly message: string;
  /** Kinds of inputs that it leads to. */
  readonly kinds: RegExp;
  /** Words of which one stands near the number; none where its unit says enough. */
  readonly near?: ReadonlySet<string>;
  /** What the question speaks of. */
  readonly about?: RegExp;
  readonly isOnEarth?: true;
}

const constant = (symbol: string): number => constantsBySymbol.get(symbol)!.value;
const [LIGHT, GRAVITY] = [constant("c"), constant("g_n")];
const stemsOf = (words: string): ReadonlySet<string> => new Set(lawStems(words));
const TURNS = stemsOf("every period once each interval turn turns turning turned cycle");
const WAVES = stemsOf("wavelength waves wave long crests swell");
const ELECTROMAGNETIC = new RegExp(
  String.raw`\b(?:light|radar|radio|microwaves?|lasers?|x-?rays?|infrared|ultraviolet|dish|antenna|satellite|` +
    String.raw`wi-?fi|photons?)\b`,
  "iu",
);
/** What has a mass is a load where something bears it. */
const BEARS = new RegExp(
  String.raw`\b(?:hangs?|hung|hanging|suspended|lift(?:s|ed|ing)?|hoists?|winch|crane|stands?|stood|standing|` +
    String.raw`sits?|sat|sitting|rests?|resting|carr(?:y|ies|ied|ying)|holds?|held|supports?|supported|bears?|` +
    String.raw`load(?:ed|s)?|seesaw|lever|beam|shelf|plank|bookshelf|wing|wings)\b`,
  "iu",
);

const STEPS: readonly Step[] = [
  {
    from: "kg",
    to: "N",
    value: (mass) => mass * GRAVITY,
    message: "the weight m g at standard gravity, 9.80665 m/s^2",
    kinds: /force|load|weight|tension/u,
    about: BEARS,
    isOnEarth: true,
  },
  {
    from: "s",
    to: "Hz",
    value: (period) => 1 / period,
    message: "the frequency 1/T of that period",
    kinds: /^(?:frequency|rotation_frequency|rate)$/u,
    near: TURNS,
  },
  {
    from: "s",
    to: "rad/s",
    value: (period) => TWO_PI / period,
    message: "the angular velocity 2 pi/T of that period",
    kinds: /^angular_(?:velocity|speed|frequency)$/u,
    near: TURNS,
  },
  {
    from: "Hz",
    to: "rad/s",
    value: (frequency) => TWO_PI * frequency,
    message: "the angular velocity 2 pi times that frequency",
    kinds: /^angular_(?:velocity|speed|frequency)$/u,
  },
  {
    from: "m",
    to: "Hz",
    value: (length) => LIGHT / length,
    message: "the frequency c/lambda of light of that wavelength",
    kinds: /frequency/u,
    about: ELECTROMAGNETIC,
  },
  {
    from: "Hz",
    to: "m",
    value: (frequency) => LIGHT / frequency,
    message: "the wavelength c/f of that frequency in vacuum",
    kinds: /^wavelength$/u,
    about: ELECTROMAGNETIC,
  },
  {
    from: "m",
    to: "rad/m",
    value: (length) => TWO_PI / length,
    message: "the angular wavenumber 2 pi/lambda of that wavelength",
    kinds: /wavenumber/u,
    near: WAVES,
  },
  {
    from: "1/m",
    to: "m",
    value: (lines) => 1 / lines,
    message: "the period of so many lines per length",
    kinds: /length|distance|period|spacing/u,
    about: /\bgrating\b/iu,
  },
];

/** `2 pi times 6 MHz` and `5 rad/s` count no cycles, and have the same dimension. */
const CYCLES = /^[^\p{L}]*(?:e[+-]?\d+\s*)?\p{L}?(?:Hz|\p{L}*hertz)$/iu;

/** Numbers that are tried, and words that are near one. */
const TRIED_MAX = 3;
const NEAR_BEFORE = 5;
const NEAR_AFTER = 3;

interface Form {
  readonly question: Question;
  readonly step: Step;
  readonly given: Given;
}

/** The question after each step that one of its numbers may take, that at a place first. */
function formsOf(question: Question, place: number): readonly Form[] {
  const { given } = question;
  const first = given.filter(({ span: { at } }) => at[0] <= place && place < at[1]);
  const others = given.filter((one) => !first.includes(one));
  return [...first, ...others].slice(0, TRIED_MAX).flatMap((one) =>
    STEPS.flatMap((step): readonly Form[] => {
      const stepped = steppedBy(one, step, question);
      if (stepped === null) return [];
      const all = given.map((each) => (each === one ? stepped : each));
      return [{ step, given: stepped, question: { ...question, given: all } }];
    }),
  );
}

function steppedBy(one: Given, step: Step, question: Question): Given | null {
  const { span } = one;
  const [quantity] = span.quantities;
  const unit = parseUnit(step.from);
  if (span.kind !== "value" || quantity?.hasUnit !== true || !unit.ok) return null;
  if (step.isOnEarth === true && isElsewhere(question)) return null;
  if (step.about?.test(question.text) === false) return null;
  if (step.from === "Hz" && !CYCLES.test(question.text.slice(...span.at))) return null;
  const isOfStep = ({ after, before, span: { quantities } }: Given): boolean => {
    const near = [...before.slice(0, NEAR_BEFORE), ...after.slice(0, NEAR_AFTER)];
    const own = quantities[0]?.readings[0]?.unit.dimension;
    return (
      own !== undefined &&
      dimensionsEqual(unit.dimension, own) &&
      (step.near === undefined || near.some((stem) => step.near!.has(stem)))
    );
  };
  // Two wavelengths contradict each other, and of two masses none is said to be the load.
  const [own, another] = question.given.filter(isOfStep);
  if (own !== one || another !== undefined) return null;
  const value = step.value(valueInSI(quantity.readings[0]!));
  const [read] = Number.isFinite(value) ? spansIn(`${value} ${step.to}`) : [];
  if (read === undefined || read.quantities.length !== 1) return null;
  return { ...one, span: { ...span, name: null, quantities: read.quantities } };
}

/** @param place where the number stands that no input took */
export function definedForms(
  registry: Registry,
  question: Question,
  place: number,
): readonly ShownForm[] {
  return formsOf(question, place).map(({ given, question: form, step }): ShownForm => {
    const tried = triedBy(registry, loosened(form), new Kept());
    const whole = tried.whole.filter(({ reading }) => isLedTo(reading.filled.uses, given, step));
    return {
      question: tried.question,
      whole,
      shown: (proposal) => withStep(proposal, given, step),
    };
  });
}

function isLedTo(
  uses: Candidate["reading"]["filled"]["uses"],
  { span: { at } }: Given,
  { kinds }: Step,
): boolean {
  const isOf = ({ quantity }: LawSlot): boolean => kinds.test(quantity);
  return uses.some((use) => use.at === at && isOf(use.slot));
}

function withStep(proposal: Proposal, { span: { at } }: Given, { message }: Step): Proposal {
  const { licence, question } = proposal;
  const said = question.text.slice(...at).trim();
  const open: Open = { what: "fact", at, message: `"${said}" is taken for an input by ${message}` };
  return { ...proposal, licence: { ...licence, open: [open, ...licence.open] } };
}
