/** What stops a question whatever its law: a number or a word that would be passed over. */
import type { Reading } from "../filling/readings.js";
import type { Said } from "../questionRoots.js";
import type { Question } from "../reading/reading.js";
import { charging } from "./beyond.js";
import {
  byHowMuch,
  counted,
  fromSurface,
  isLossOfChange,
  mixed,
  nearly,
  notKnown,
  otherCase,
  otherPlace,
  otherWave,
  shareOfAngle,
} from "./doubts.js";
import { heatForWork, noSpin, offLine, valueOfFunction } from "./ofNumbers.js";
import { otherQuantity } from "./otherQuantity.js";
import { askedInput, fromVertical, saidByAsked, towardsOrAway } from "./sense.js";
import { concaveOrConvex, radiusOrDiameter, unsignedRadii } from "./shapes.js";
import { beyondLimit, farFromGround, partImmersed, phaseChange, withLoss } from "./validity.js";
import { wholeForChange } from "./wholes.js";
import type { Check, Stop } from "./stop.js";
import { unreadNumber, unreadDigits, goesOn, twice } from "./numbers.js";
import { unknownBehind } from "./behind.js";
import { unknownUnit, otherUnit, asShare } from "./unitAsked.js";
import { changed, negated, takenBack } from "./changed.js";
import { misnamed, missized } from "./misnamed.js";
import { condition, unsaid } from "./caseSaid.js";
import { opinion, several } from "./several.js";

export function stopIn(question: Question, reading: Reading, said: Said): Stop | null {
  for (const check of CHECKS) {
    const stop = check(question, reading, said);
    if (stop !== null) return stop;
  }
  return null;
}

const CHECKS: readonly Check[] = [
  heatForWork,
  nearly,
  towardsOrAway,
  fromVertical,
  askedInput,
  saidByAsked,
  unsignedRadii,
  concaveOrConvex,
  radiusOrDiameter,
  wholeForChange,
  withLoss,
  beyondLimit,
  partImmersed,
  phaseChange,
  farFromGround,
  unreadNumber,
  unreadDigits,
  notKnown,
  isLossOfChange,
  counted,
  charging,
  byHowMuch,
  otherCase,
  mixed,
  shareOfAngle,
  otherPlace,
  otherWave,
  fromSurface,
  unknownBehind,
  goesOn,
  unknownUnit,
  several,
  changed,
  negated,
  takenBack,
  asShare,
  misnamed,
  missized,
  otherQuantity,
  valueOfFunction,
  noSpin,
  offLine,
  condition,
  unsaid,
  opinion,
  otherUnit,
  twice,
];
