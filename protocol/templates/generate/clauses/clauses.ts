/** The clauses of a sentence: limit, hold, window, rate, silence, band, levels and schedule. */
import { rateIn } from "../changes.js";
import { Masked } from "../masked.js";
import type { Limit, ReadSentence, Side } from "../reading.js";
import { actsIn } from "../acts.js";
import { ratioIn, whichIn } from "../ratio.js";
import { reasonsIn } from "../reasons.js";
import { withoutNames } from "../numbered.js";
import { scheduleIn } from "./schedule.js";
import { silenceIn } from "./silence.js";
import { ONE_NUMBER, spansIn } from "../spans/spans.js";
import type { Stop } from "../spans/spanTypes.js";
import { isActIn, subjectOf } from "../subject.js";
import { frameIn } from "../frame/frame.js";
import { minusIn, offOf, withoutZero } from "../difference.js";
import { briefIn, gapIn, holdIn, ignoredIn, laterHoldIn } from "./holds.js";
import { topicIn } from "../topic.js";
import { limitIn } from "../thresholds.js";
import { countIn, gatheredIn, windowIn } from "./windows.js";
import { alarmAtIn, bandIn, clearIn, earlyIn, levels, onOffIn } from "./levels.js";
import { bracketsIn, cadenceIn, measuredIn } from "./remarks.js";
import { plainSigns, TOLERANCE } from "../spans/plainSigns.js";
import { asidesOf } from "./setAside.js";

/** Reads a sentence whole, or says where it stopped. @param text normalized */
export function readSentence(text: string): ReadSentence {
  const plain = plainSigns(text);
  const { spans, stop } = spansIn(plain);
  if (stop !== null) return { ok: false, stop };
  const stated = withoutNames(plain, spans);
  const masked = new Masked(plain, stated.spans);
  const measured = measuredIn(masked);
  const brackets = bracketsIn(masked);
  const brief = briefIn(masked);
  const cadence = cadenceIn(masked);
  const reasons = reasonsIn(masked);
  const acts = actsIn(masked);
  const isAct = acts.isAct || isActIn(masked.rest);
  const schedule = scheduleIn(masked);
  const frame = frameIn(masked);
  if ("stop" in frame) return { ok: false, stop: placeOf(text, frame.stop, frame.message) };
  const { isDenied, isInverted, isNorm } = frame;
  if (!isNorm && masked.rest.includes(" @ ")) return { ok: false, stop: toleranceStop(text) };
  const topic = topicIn(masked);
  const silence = silenceIn(masked);
  const which = whichIn(masked);
  const minus = which?.minus ?? ratioIn(masked) ?? minusIn(masked);
  const rate = silence === null ? rateIn(masked) : null;
  const band = bandIn(masked);
  const onOff = onOffIn(masked);
  const clear = onOff?.clear ?? clearIn(masked);
  const early = earlyIn(masked);
  const gap = gapIn(masked);
  const averaged = rate === null ? gatheredIn(masked) : null;
  const held = ignoredIn(masked) ?? holdIn(masked);
  const counted = rate === null && averaged === null ? countIn(masked) : null;
  const window =
    averaged ?? counted?.window ?? (rate === null && silence === null ? windowIn(masked) : null);
  const said =
    which?.limit ??
    onOff?.limit ??
    counted?.limit ??
    (rate === null && silence === null ? (limitIn(masked) ?? alarmAtIn(masked, early)) : null);
  if (isDenied && said?.isPair === true) {
    const message = `"not" before "${said.words}": of both, or of the first? Write two sentences`;
    return { ok: false, stop: placeOf(text, said.words, message) };
  }
  const hold = held ?? (said === null ? null : laterHoldIn(masked));
  if (brief !== null && hold === null) {
    const message = `"${brief}": for how long must it last? Write for 5 minutes, or 3 readings in a row`;
    return { ok: false, stop: placeOf(text, brief, message) };
  }
  const second = said === null || counted !== null ? null : limitIn(masked);
  const [limit, watch] = levels(said, second, early);
  if (limit?.isContrary === true) {
    const message = `"${limit.words}" is not the side that its verb or its alarm says: which is meant?`;
    return { ok: false, stop: placeOf(text, limit.words, message) };
  }
  if (second !== null && watch === null) {
    const stopped = `two conditions, "${said!.words}" and "${second.words}": write a sentence for each`;
    return { ok: false, stop: placeOf(text, second.words, stopped) };
  }
  if (masked.rest.includes(" @ ")) return { ok: false, stop: toleranceStop(text) };
  const isWhole = said === null && rate === null && silence === null;
  const subject = subjectOf(masked, isWhole, measured, topic);
  if ("stop" in subject) return { ok: false, stop: placeOf(text, subject.stop, subject.message) };
  const turned = limit === null || !isInverted ? limit : inverted(limit);
  if (frame.said !== null && turned !== null && turned.side !== frame.said) {
    const message = `"${turned.words}" and an alarm ${frame.said} that: which of them?`;
    return { ok: false, stop: placeOf(text, turned.words, message) };
  }
  const left = masked.left;
  return {
    ok: true,
    reading: {
      text,
      subject: subject.words,
      naming: subject.naming,
      phrase: subject.phrase,
      aside: asidesOf({
        names: stated.names,
        recipients: [...acts.recipients, ...frame.recipients, ...subject.recipients],
        sorts: acts.sorts,
        askers: acts.askers,
        cadence,
        ranges: frame.aside,
        minus,
        reasons,
        brackets,
      }),
      isBare: frame.isOpen || (!isAct && !isNorm && !frame.isAlarm),
      isExpression: frame.isExpression,
      isNorm,
      isInverted,
      isDemand: isNorm && isInverted,
      limit: minus === null || minus.isRatio || turned === null ? turned : withoutZero(turned),
      early: minus === null ? watch : offOf(watch),
      clear: minus === null ? clear : offOf(clear),
      band,
      hold,
      gap,
      window,
      rate,
      minus: minus === null ? null : { ...minus, unit: turned?.values[0].unit ?? null },
      silence,
      schedule,
      named: left.flatMap(({ before, behind, span }) =>
        span.kind === "quantity" ? [{ value: span, before, behind }] : [],
      ),
      times: left.flatMap(({ span }) => (span.kind === "time" ? [span] : [])),
    },
  };
}

function placeOf(text: string, words: string, message: string): Stop {
  const at = Math.max(0, text.toLowerCase().indexOf(words.toLowerCase()));
  return { at: [at, at + words.length], message };
}

function toleranceStop(text: string): Stop {
  const sign = new RegExp(TOLERANCE.source, "iu").exec(text);
  const at = sign?.index ?? 0;
  return { at: [at, at + (sign?.[0].length ?? 0)], message: ONE_NUMBER };
}

export function inverted(limit: Limit): Limit {
  const other: Readonly<Record<Side, Side>> = {
    above: "below",
    below: "above",
    outside: "inside",
    inside: "outside",
  };
  return { ...limit, side: other[limit.side], isStrict: !limit.isStrict };
}
