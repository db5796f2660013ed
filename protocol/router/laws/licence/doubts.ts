/** What of a reading may be otherwise than its law has it, though each word has a use: looked for in this order. */
import type { Registry } from "../../../operators/registry.js";
import type { Filled } from "../filling/fillTypes.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Profile } from "../lexicon/profile.js";
import type { Context } from "./context.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";
import { otherAxis, severalAsked } from "./axis.js";
import { idleAdjunct, ofDirections } from "./adjunct.js";
import { unusedAttribute } from "./attribute.js";
import { bodyNamed } from "./bodyNamed.js";
import { otherSide } from "./contraries/sides.js";
import { otherComponent, otherState } from "./component.js";
import {
  atCentre,
  contraryOf,
  countedTwice,
  endOfChange,
  namedOtherwise,
  noPoint,
  oppositeSlot,
  otherShape,
  workOtherWay,
} from "./contrary.js";
import { aboutAsked } from "./contraries/aboutAsked.js";
import { otherAlignment } from "./contraries/alignment.js";
import { doneTo, usedAs } from "./contraries/altered.js";
import { partOfTime } from "./contraries/partOfTime.js";
import { inTurn } from "./contraries/inTurn.js";
import { pointForDifference } from "./contraries/pointForDifference.js";
import { otherName } from "./contraries/otherName.js";
import { fallsBy, shareOfAnother, wayBack } from "./contraries/exchanged.js";
import { fromColder } from "./contraries/fromColder.js";
import { formulaOfNone } from "./contraries/formulaOfNone.js";
import { thereAfterAll } from "./contraries/denied.js";
import { changeless, steadyMotion } from "./contraries/changeless.js";
import { beforeForAfter, changeForWhole, moreThanWhole } from "./contraries/notWhole.js";
import { goneForLeft } from "./contraries/remains.js";
import { bothWays, closedPath } from "./contraries/roundTrip.js";
import { unusedInHeading } from "./heading.js";
import { inGuide, nearLight } from "./nearLight.js";
import { negativeSize, unsigned } from "./negative.js";
import {
  atomsOfMolecule,
  atomsWithin,
  faceOfMedium,
  shareForRatio,
  shareOfOther,
} from "./partsOf.js";
import { outOfRegime } from "./regime.js";
import { otherRole } from "./roles.js";
import { boundOfNumber, countOfOther, pressureOfGauge, unitInName } from "./numberOf.js";
import { bodyTwice, apart, crossed, ofBodyMet, unordered, type ValueOf } from "./alike.js";
import {
  askedIsGiven,
  inputAsked,
  askedOfTwo,
  otherKind,
  otherShort,
  swapped,
  turnedRound,
  turnsAsked,
} from "./asked.js";
import { otherCaseSaid, supposedCase, type KinSaying } from "./cases.js";
import { misgiven } from "./misgiven.js";
import { unitless } from "./unitless.js";
import { outside } from "./outside.js";
import { otherOrder } from "./precedence.js";

export interface Answer {
  readonly profile: Profile;
  readonly filled: Filled;
  readonly value: number;
  /** Other laws of the same kinds. */
  readonly kin: readonly Law[];
  readonly kinSaying: KinSaying;
  /** The value of the law for other inputs, or why there is none. */
  readonly valueOf: ValueOf;
  /** Whether a word, by its root, tells another law of what is asked. */
  readonly isTelling: (root: string) => boolean;
}

/** What says that a law does not hold, for a law alone or for one of a chain. */
export function contrariesOf(question: Question, law: Law, filled: Filled): readonly Open[] {
  const contraries = [
    aboutAsked(question, law, filled),
    otherState(question, law),
    otherSide(question, law, filled),
    shareOfOther(question, law, filled),
    atomsWithin(question, law),
    atomsOfMolecule(question, law),
    otherAlignment(question, law, filled),
    changeless(question, law, filled),
    thereAfterAll(question, law),
    formulaOfNone(question, law),
    fromColder(question, law, filled),
    fallsBy(question, law, filled),
    shareOfAnother(question, law),
    wayBack(question, law),
    inTurn(question, law),
    partOfTime(question, law),
    usedAs(question, law),
    unsigned(question, law, filled),
    steadyMotion(question, law, filled),
    closedPath(question, law, filled),
    shareForRatio(question, law, filled),
    goneForLeft(question, law, filled),
    bothWays(question, law, filled),
    changeForWhole(question, law, filled),
    beforeForAfter(question, law, filled),
  ];
  return contraries.flatMap((one) => (one === null ? [] : [{ ...one, isContrary: true as const }]));
}

export function doubtsOf(
  registry: Registry,
  context: Context,
  { filled, kin, kinSaying, profile, value, valueOf }: Answer,
  isUsed: (token: number) => boolean,
): readonly Open[] {
  const { question } = context;
  const { law } = profile;
  const doubts = [
    otherShape(question, law),
    contraryOf(question, law),
    idleAdjunct(question, isUsed),
    ofDirections(question, law),
    unusedAttribute(context, registry, isUsed),
    unusedInHeading(context, isUsed),
    otherRole(context),
    otherName(question, context.stems, law, profile.places),
    bodyNamed(question, filled),
    otherComponent(question, law),
    nearLight(question, law, filled, value),
    negativeSize(question, law, filled, value),
    moreThanWhole(question, law, value),
    faceOfMedium(question, law),
    doneTo(question, law),
    pointForDifference(question, law, filled),
    outOfRegime(question, law, filled, value),
    countOfOther(question, filled),
    pressureOfGauge(question, law, filled),
    unitInName(question, filled),
    boundOfNumber(question, filled),
    askedIsGiven(question, law, filled) ?? inputAsked(question, law, filled),
    atCentre(question, law),
    namedOtherwise(question, law, filled),
    countedTwice(question, filled),
    noPoint(question, law),
    otherAxis(question, law, filled),
    severalAsked(question, law),
    endOfChange(question, filled),
    workOtherWay(question, law),
    oppositeSlot(question, law, filled),
    otherKind(question, law, filled),
    turnsAsked(question, law, filled),
    inGuide(question, law),
    otherShort(question, law, filled),
    turnedRound(question, law, filled),
    swapped(question, law, filled),
    askedOfTwo(question, law, filled, value, valueOf),
    outside(question, law, { uses: filled.uses, named: question.named }),
    misgiven(question, law, filled),
    unitless(question, filled),
    otherOrder(question, law),
    bodyTwice(question, filled),
    ofBodyMet(question, filled),
    crossed(question, law, filled),
    apart(question, law, filled),
    unordered(question, law, filled, value, valueOf),
    supposedCase(question, kin, law, filled),
    otherCaseSaid(question, profile, filled, kinSaying),
  ];
  return [...doubts.filter((one) => one !== null), ...contrariesOf(question, law, filled)];
}
