/**
 * A share of what a law gives or takes: an efficiency, a loss, a part that is useful. A number that no law
 * takes is one factor of a value, or what is left after it.
 */
import type { Arithmetic } from "../../derivation/arithmetic.js";
import { lawBookOf } from "../../derivation/lawBook.js";
import type { LawSlot as BookSlot } from "../../derivation/laws.js";
import { isSaidByUnit } from "../../lexicon/kinds.js";
import { keepingEach, keepingFew, keepingLast } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual, isDimensionless, parseUnit, type UnitValue } from "../../units/index.js";
import { valueInSI, type Quantity } from "../../units/quantity/index.js";
import type { Use } from "../laws/filling/fillTypes.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { arithmeticStep } from "./arithmetic.js";
import type { Guess } from "./candidates.js";
import type { Chaining } from "./chaining.js";
import { chainOf, type Chain, type Step } from "./steps.js";

const SHARED =
  /\b(?:efficien\w*|shares?|fractions?|yields?|utili[sz]ation|useful|wast\w*|loss(?:es)?|part)\b/iu;
const LOST = new RegExp(
  String.raw`\b(?:los[est]s?|losing|loss(?:es)?|wast\w*|leak\w*|gone|absorb\w*|dissipat\w*|friction|` +
    String.raw`escap\w*|evaporat\w*|remov\w*|reject\w*|discard\w*|scrap\w*|unused|off)\b`,
  "iu",
);
const PUT_IN = new RegExp(
  String.raw`\b(?:input|draws?|drawn|needs?|needed|takes?|taken|consum\w*|fuel|suppl(?:y|ies|ied)|require\w*|` +
    String.raw`must|cost\w*|mains|socket|grid|battery|electric\w*|rated|size)\b`,
  "iu",
);
const ASKS = new RegExp(
  String.raw`\b(?:what|which|how|find|compute|calculate|determine|give)\b` +
    String.raw`(?:(?!\b(?:if|when|while|as|at|with)\b)[^.?!;,\d])*`,
  "giu",
);
/** `20 % of its energy` */
const OF_ENERGY = /\b(?:energy|power|heat|work|joules?|watts?)\b/iu;
const NEAR = 44;
/** What a share says by itself, and beside the number that it is of. */
const SAID = 6;
const BESIDE = 3;

interface Share {
  readonly given: Given;
  readonly value: number;
  /** The part that is spoken of is gone. */
  readonly isLost: boolean;
  /** It is a share of energy or of power. */
  readonly isOfEnergy: boolean;
}

export const sharesIn = keepingFew(({ given, text }: Question): readonly Share[] =>
  given.flatMap((one): readonly Share[] => {
    const [quantity] = one.span.quantities;
    const reading = quantity?.readings[0];
    if (reading === undefined || one.constant !== null) return [];
    const { dimension } = reading.unit;
    const value = valueInSI(reading);
    if (!isDimensionless(dimension) || dimension.angle !== 0 || value <= 0 || value >= 1) return [];
    const near = nearOf(one, text);
    if (
      quantity!.hasUnit
        ? reading.unit.text !== "%" && reading.unit.text !== "percent"
        : !SHARED.test(near)
    )
      return [];
    return [{ given: one, value, isLost: LOST.test(near), isOfEnergy: OF_ENERGY.test(near) }];
  }),
);

function nearOf({ span: { at } }: Given, text: string): string {
  const head = text
    .slice(Math.max(0, at[0] - NEAR), at[0])
    .split(/[;.?!]\s|\d/u)
    .at(-1)!;
  const tail = text.slice(at[1], at[1] + NEAR).split(/[;.?!]\s|\d/u)[0]!;
  return `${head}|${tail}`;
}

/** What the question asks in, the last clause that asks. */
const askedIn = keepingLast((text: string) => {
  const clause = [...text.matchAll(ASKS)].at(-1)?.[0] ?? "";
  return { clause, isOfLoss: LOST.test(clause), isPutIn: PUT_IN.test(clause) };
});

/** @param left numbers that the chain or the law leaves out */
export function sharesOf(
  { numbers: { question }, registry }: Chaining,
  guess: Guess,
  { left, own, root }: { readonly left: readonly Given[]; readonly own: Step; readonly root: Step },
): readonly Chain[] {
  const [share, another] = sharesIn(question).filter(({ given }) => left.includes(given));
  if (share === undefined || another !== undefined) return [];
  const chainTo = (parts: { readonly guess: Guess; readonly own: Step; readonly root: Step }) =>
    chainOf(registry, question, parts, "share");
  const output = ofOutput(root);
  return [
    ...(output === null ? [] : [chainTo({ guess, own, root: output })]),
    ...ofSteps(root).map((one) => chainTo({ guess, own: root === own ? one : own, root: one })),
    ...(root === own ? ofNumber(own).map((one) => chainTo(one)) : []),
  ];

  /** Of what is found the share, or that of which it is the share. */
  function ofOutput(step: Step): Step | null {
    const { isOfLoss, isPutIn } = askedIn(question.text);
    const form = share!.isLost !== isOfLoss ? "rest" : "share";
    const symbol = isPutIn && !isOfLoss ? "x" : undefined;
    return scaled(step, form, symbol);
  }

  function ofSteps(step: Step): readonly Step[] {
    const form = share!.isLost ? "rest" : "share";
    return [...step.given].flatMap(([symbol, giver]) => {
      const part = scaled(giver, form);
      return part === null ? [] : [{ ...step, given: new Map([...step.given, [symbol, part]]) }];
    });
  }

  function scaled(step: Step, form: Arithmetic, symbol?: string): Step | null {
    const slot = slotOf(step, step.target.name);
    if (slot === undefined || slot.unit === "1") return null;
    const { unit } = step.target;
    if (share!.isOfEnergy && (unit === null || !isEnergy(unit))) return null;
    return arithmeticStep(registry, form, slot, {
      given: new Map([[symbol === undefined ? "x" : "y", step]]),
      ...(symbol === undefined ? {} : { symbol }),
      usesOf: (slots) => [useOfShare(slots, share!, question, SAID)],
    });
  }

  /** The number of the law that stands nearest to the share is that of which it is the share. */
  function ofNumber(step: Step): readonly { guess: Guess; own: Step; root: Step }[] {
    const [near] = step.filled.uses
      .filter((use) => use.score !== undefined && mayBeShared(use, share!, question.text))
      .toSorted((a, b) => distance(a, share!) - distance(b, share!));
    const slot = near === undefined ? undefined : slotOf(step, near.slot.name);
    if (near === undefined || slot === undefined) return [];
    const form = share!.isLost ? "rest" : "share";
    const part = arithmeticStep(registry, form, slot, {
      given: new Map(),
      usesOf: (slots) => [
        useOfShare(slots, share!, question, BESIDE),
        { ...near, slot: slots.find(({ name }) => name === "x")! },
      ],
    });
    if (part === null) return [];
    const filled = { ...step.filled, uses: step.filled.uses.filter((use) => use !== near) };
    const whole: Step = {
      ...step,
      filled,
      given: new Map([...step.given, [near.slot.name, part]]),
    };
    return [{ guess: { ...guess, filled }, own: whole, root: whole }];
  }
}

function slotOf({ book }: Step, name: string): BookSlot | undefined {
  return book.slots.find(({ symbol }) => symbol === name);
}

const WHOLE = /^\s*(?:of|from)\s+(?:(?:the|its|this|that|these|those)\s+)?$/iu;
const isEnergy = keepingEach(({ dimension }: UnitValue) =>
  ["J", "W"].some((text) => {
    const unit = parseUnit(text);
    return unit.ok && dimensionsEqual(unit.dimension, dimension);
  }),
);

/** `30 % of 2 kW`, or an energy or a power, which is spent. */
function mayBeShared(
  { at, slot: { unit } }: Use,
  { given: { span } }: Share,
  text: string,
): boolean {
  if (unit === null || isDimensionless(unit.dimension)) return false;
  return isEnergy(unit) || (span.at[1] <= at[0] && WHOLE.test(text.slice(span.at[1], at[0])));
}

function distance({ at }: Use, { given: { span } }: Share): number {
  return at[0] < span.at[0] ? span.at[0] - at[1] : at[0] - span.at[1];
}

function useOfShare(
  slots: readonly LawSlot[],
  { given: { span }, value }: Share,
  { text }: Question,
  score: number,
): Use {
  return {
    slot: slots.find(({ name }) => name === "s")!,
    value,
    at: span.at,
    rule: "word",
    uncertainty: null,
    said: text.slice(...span.at),
    score,
  };
}

const NOT = new RegExp(
  String.raw`\b(?:not|rest|remain\w*|left|lost|stopped|blocked|removed|missing|fail\w*|outside|without|other|` +
    String.raw`un\p{L}{3,}ed|are\s+no\b)`,
  "iu",
);

/** What a law gives is a share of a number that no law takes: so many of so many, or all others. */
export function portionsOf(
  { numbers: { question }, registry }: Chaining,
  guess: Guess,
  own: Step,
): readonly Chain[] {
  const { left, target } = guess;
  const [whole, another] = left.filter(({ constant }) => constant === null);
  if (target.unit === null || !isPure(target) || another !== undefined) return [];
  const isNot = NOT.test(askedIn(question.text).clause);
  if (whole === undefined) {
    const slot = slotOf(own, target.name);
    if (!isNot || slot === undefined) return [];
    const rest = arithmeticStep(registry, "complement", slot, { given: new Map([["x", own]]) });
    return rest === null ? [] : [ofShare(guess, own, rest)];
  }
  const [quantity] = whole.span.quantities;
  const reading = quantity?.readings[0];
  const kind =
    reading === undefined ? null : kindMeasured(registry, reading.unit, quantity!.hasUnit);
  if (reading === undefined || kind === null || !isAskedOf(question, reading, quantity!)) return [];
  const root = arithmeticStep(registry, isNot ? "rest" : "share", kind, {
    given: new Map([["s", own]]),
    usesOf: (slots) => [
      {
        slot: slots.find(({ name }) => name === "x")!,
        value: valueInSI(reading),
        at: whole.span.at,
        rule: "word",
        uncertainty: null,
        said: question.text.slice(...whole.span.at),
        score: SAID,
      },
    ],
  });
  return root === null ? [] : [ofShare(guess, own, root)];

  /** More than the whole is no share of it. */
  function ofShare(...[of, step, top]: readonly [Guess, Step, Step]): Chain {
    const chain = chainOf(registry, question, { guess: of, own: step, root: top }, "portion");
    const isShare = (): boolean => {
      const value = of.value();
      return value !== null && value >= 0 && value <= 1;
    };
    return { ...chain, chained: () => (isShare() ? chain.chained() : null) };
  }
}

const SO_MANY = /\bhow\s+many\s+(?!percent|times|%)/iu;

/** The question asks for so much in the unit of the whole, or for so many of a count. */
function isAskedOf(
  { text, wanted }: Question,
  reading: Quantity["readings"][number],
  { hasUnit }: Quantity,
): boolean {
  if (!hasUnit) return SO_MANY.test(text) && valueInSI(reading) > 1;
  return wanted?.dimension != null && dimensionsEqual(wanted.dimension, reading.unit.dimension);
}

function isPure({ unit }: LawSlot): boolean {
  return unit !== null && isDimensionless(unit.dimension);
}

/** The kind that a number is where its unit alone says it; of a count it is a number. */
function kindMeasured(
  registry: Registry,
  { dimension }: UnitValue,
  hasUnit: boolean,
): Pick<BookSlot, "kind" | "unit"> | null {
  if (!hasUnit) return { kind: "number", unit: "1" };
  if (isDimensionless(dimension)) return null;
  for (const { name, dimension: own, unit } of lawBookOf(registry).kinds.values())
    if (own !== null && isSaidByUnit(name) && dimensionsEqual(own, dimension))
      return { kind: name, unit };
  return null;
}
