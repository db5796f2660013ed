/** The clauses of a sentence: limit, hold, window, rate, silence, band, levels and schedule. */
import type { AggregateName } from "../../contracts/program.js";
import { rateIn } from "./changes.js";
import { FORE, N, Q, T, Masked } from "./masked.js";
import type { Taken } from "./masked.js";
import type { Limit, Reading, ReadSentence, Said, Side, Window } from "./reading.js";
import { actsIn } from "./acts.js";
import { ratioIn, whichIn } from "./ratio.js";
import { reasonsIn } from "./reasons.js";
import { withoutNames } from "./numbered.js";
import { scheduleIn } from "./schedule.js";
import { silenceIn } from "./silence.js";
import { ONE_NUMBER, spansIn } from "./spans.js";
import type { Stop } from "./spans.js";
import { changes, isActIn, subjectOf } from "./subject.js";
import {
  ABOVE,
  BELOW,
  CALL_WORDS,
  IN_A_ROW,
  MOVES,
  READINGS,
  REACHES,
  SINKS,
  STATISTICS,
} from "./words.js";
import { frameIn } from "./frame.js";
import { kindAtEnd } from "./kinds.js";
import { isMeasured } from "./measured.js";
import { minusIn, offOf, withoutZero } from "./difference.js";
import { briefIn, gapIn, holdIn, ignoredIn, laterHoldIn } from "./holds.js";
import { topicIn } from "./topic.js";
import { isTurned, limitIn } from "./thresholds.js";

const FUNCTIONS: readonly (readonly [string, AggregateName])[] = [
  ["(?:mean|average|averaged|avg)", "mean"],
  ["(?:sum|total)", "sum"],
  ["(?:standard deviation|stddev)", "stddev"],
  ["(?:median|p50)", "p50"],
  ["p95", "p95"],
  ["(?:maximum|max|highest|peak|largest)", "max"],
  ["(?:minimum|min|lowest|smallest)", "min"],
];

/** A change of a share, and not a share of the reading. */
const POINTS = /(?:%|\bper ?cent(?:age)?) ?points?\b/giu;

/** `50 % ± 5 % RH`: points of the share that is read. */
const OFF_IN_POINTS =
  /(?<=@ ?\d+(?:\.\d+)? ?)(?:%|per ?cent(?:age)?) ?(?:rh|relative humidity|points?)\b/giu;

/** Of a share points are of it. */
const SHARES = /%|\b(?:per ?cent|humidity|moisture|saturation)\b/iu;

/** Between a value and what it may be off. */
const TOLERANCE = /\s*(?:±|\+\/?-|\bplus or minus\b|\bplus\/minus\b|,? give or take\b)(?=\s*\d)/giu;

/** `above 5 bar = alarm`. */
const EQUALS_ACT = new RegExp(` = (?=(?:an? )?(?:${CALL_WORDS.join("|")}|siren|horn)\\b)`, "giu");
/** `40...55 %`. */
const ELLIPSIS = /(?<=\d)\.{2,3}(?=\d)/gu;

/** Of a rate: what is counted is the reading's own. */
const COUNTED =
  /(?<=\d )(?:breaths|beats|strokes|drops|counts|pulses)(?= (?:per|an?|each|every)\b)/giu;

/** Reads a sentence whole, or says where it stopped. @param text normalized */
export function readSentence(text: string): ReadSentence {
  const plain = text
    .replace(/\b95th percentile\b/gi, "p95            ")
    .replace(/\b50th percentile\b/gi, "p50            ")
    .replace(TOLERANCE, (sign) => (sign.length === 1 ? "@" : " @".padEnd(sign.length)))
    .replace(ELLIPSIS, (dots) => (dots.length === 2 ? " -" : " - "))
    .replace(OFF_IN_POINTS, (points) => " ".repeat(points.length))
    .replace(POINTS, (points) => "%".padEnd(points.length))
    .replace(/(?<=@ ?\d+ )points?\b/giu, (points) => " ".repeat(points.length))
    .replace(/(?<=\d )points?\b(?! in a row)/giu, (points) =>
      SHARES.test(text) ? "%".padEnd(points.length) : points,
    )
    .replace(EQUALS_ACT, " ; ")
    .replace(COUNTED, (noun) => " ".repeat(noun.length));
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
      aside: [
        ...asideOf("the number is part of a name", stated.names),
        ...asideOf(NOT_SENT, [...acts.recipients, ...frame.recipients, ...subject.recipients]),
        ...asideOf("set aside: what the alarm is called", acts.sorts),
        ...asideOf("set aside: who asks for it", acts.askers),
        ...asideOf("set aside: how often readings come changes nothing of the condition", cadence),
        ...asideOf("set aside: what the range is, and no condition", frame.aside),
        ...asideOf(
          minus?.isRatio === true ? "a ratio of two readings" : "a difference of two readings",
          minus === null ? [] : [minus.words],
        ),
        ...asideOf("set aside: why it is asked for, and no condition", reasons),
        ...asideOf("set aside: in brackets, and no number", brackets),
      ],
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

/** The noun behind a number: `14 % moisture`, `8 cm of water in it`. */
function measuredIn(masked: Masked): readonly string[] {
  const noun =
    masked.take(
      "(?<=\\{[qn]\\d+\\} )(?<what>(?!(?:and|or|to)\\b)(?:relative )?[a-z][a-z0-9]*)\\b",
      ({ before, groups }) => isMeasured(groups["what"]!, masked.at(before)),
    ) ??
    masked.take(
      "(?<=\\{[qn]\\d+\\} )of (?!each\\b|one\\b|this\\b|that\\b)(?<what>[a-z]+(?: [a-z]+)?)(?: left)?(?: in " +
        "(?:it|there|them))?" +
        "(?= ?(?:$|[|,.;]|for\\b|in\\b|inside\\b))",
      // A share of another reading is a comparison with that.
      ({ groups }) =>
        !changes(groups["what"]!) &&
        (!groups["what"]!.includes(" ") || kindAtEnd(groups["what"]!.split(" ")) === null),
    );
  // Of a length it only says which one.
  masked.take("(?<=\\{[qn]\\d+\\} )(?:deep|high|tall|wide|thick|long|full)\\b");
  masked.take("(?<=\\{[qn]\\d+\\} )(?:left|remaining|mark|line)\\b(?! [a-z])");
  const what = noun?.groups["what"];
  return what === undefined ? [] : what.split(" ");
}

/** How often readings come, in a clause of its own: it changes no condition. */
function cadenceIn(masked: Masked): readonly string[] {
  const time = `(?:${T}|second|minute|hour|day)`;
  const sign =
    "(?:readings?|samples?|values?|measurements?|data|log|logger|monitor|gauge|sensor|probe|meter|device|plc)";
  const often = `(?:(?:every|each|per|once an?|an?) ${time}|(?<=[a-z] )${T}|hourly|daily)`;
  const who = "(?:(?:we|it|i|the|one|an?|he|she) )*";
  const does =
    "(?:reads?|samples?|polls?|measures?|logs?|sends?|reports?|comes?|arrives?|writes?|gets?|is taken|are taken" +
    "|is|are|interval|measured|sampled|logged|read|weighed)";
  const clause = `(?:with )?${who}(?:${sign} )?(?:${does} ){0,2}(?:it )?${who}(?:${sign} )?${often}`;
  const ends = "(?= ?(?:$|[,;:.)|]))";
  const taken =
    masked.take(`(?<=^|[,;:.(|] ?)(?=[^,;:.(|]*\\b(?:${sign}|${does})\\b)${clause}${ends}`) ??
    masked.take(`^every ${time},? (?:an?|one) ${sign}${ends}`) ??
    masked.take(`(?<=[,;:.(|] ?)(?:hourly|daily) ${sign}${ends}`);
  return taken === null ? [] : [taken.words];
}

/** `(leak)`: what has no number and no word that could change a condition. */
function bracketsIn(masked: Masked): readonly string[] {
  const taken = masked.take("\\([^(){}]*\\)", ({ words }) => !changes(words));
  return taken === null ? [] : [taken.words];
}

const NOT_SENT = "set aside: the events of a contract go to all that listen, and to nobody else";

function asideOf(rule: string, all: readonly string[]): Reading["aside"] {
  return all.length === 0 ? [] : [{ rule, words: all.join(", ") }];
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

function saidBy(taken: Taken | null): Said | null {
  return taken === null ? null : { value: taken.quantities[0]!, words: taken.words };
}

function bandIn(masked: Masked): Said | null {
  return saidBy(
    masked.take(
      `(?:,? ?\\b(?:with|using|and) )?(?:an? )?(?:dead ?-?band|hysteresis|band)(?: of)? ${Q}`,
    ) ??
      masked.take(
        `(?:,? ?\\b(?:with|using|and) )?(?:an? )?${Q} (?:of )?(?:dead ?-?band|hysteresis)\\b`,
      ),
  );
}

const CLEARS =
  "(?:clears?|resolves?|releases?|ends?|reset|re-?arms?|stand down|all clear|back to normal|(?:returns?|goes" +
  "(?: back)?) to normal)";

function clearIn(masked: Masked): Said | null {
  masked.rewrite(
    `(?<=\\{[qtn]\\d+\\}.*?)\\bstops? (?:the )?(?:alarm|alert|warning)s? (?=(?:when |once )?(?:${ABOVE}` +
      `|${BELOW}|${REACHES}|${SINKS}) ${Q})`,
    "clear ",
  );
  masked.rewrite(
    "(?<=\\{[qtn]\\d+\\}.*?)\\b(?:do not|never) (clear|reset|end|resolve)( it| the alarm| the alert)? " +
      "(?:until|unless|before|till)\\b",
    "$1$2 when",
  );
  masked.rewrite(
    "(?<=\\{[qtn]\\d+\\}.*?)\\b(?:cancel|lift|end)s? (?=(?:it|the (?:alarm|alert|warning)) (?:when|once|if|at" +
      "|as soon as)\\b)",
    "clear ",
  );
  return saidBy(
    masked.take(
      `(?<=\\{[qtn]\\d+\\}.*?),? ?(?:and|,|;|then) ?(?:then )?stops?(?: (?:warning|alerting|it|me|us))*` +
        ` (?:when|once|if|as soon as) (?:it )?(?:${MOVES} )?(?:back |down |up |again )*` +
        `(?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}|at) ${Q}(?: again)?`,
    ) ??
      masked.take(
        `(?:,? ?\\b(?:and|until|;) )*\\b(?:${CLEARS}` +
          `(?: it| the alert| the alarm| back)*(?: again)?(?: (?:when|once|if|as soon as|at))*|until)` +
          `(?: it| the [a-z]+(?= (?:is|has|falls|drops|rises)\\b)| again` +
          `| is| has)*` +
          `(?: ${MOVES})?(?: back| down| up| again)*(?: (?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}` +
          `|at))* ${Q}(?: again)?`,
      ),
  );
}

/** `alarm on at 85 degC and off again at 80 degC`: the two say from which side. */
function onOffIn(masked: Masked): { readonly limit: Limit; readonly clear: Said } | null {
  const taken = masked.take(
    `\\b(?:(?:turn|switch) )?(?:the |an? )?(?:(?:alarm|alert|warning|trip|warn)s?(?: me| us)?(?: ?\\|)?(?: ` +
      `(?:on|set|raised))?` +
      `|on|set|raised?) (?:at|from) ${Q},? ?(?:and )?` +
      `(?:off|cleared|clear|reset|release|released|ends?|back)(?: again)? (?:at|below|above|under|over) ${Q}`,
    ({ quantities: [on, off] }) => on!.si !== off!.si,
  );
  if (taken === null) return null;
  const [on, off] = taken.quantities;
  const side = on!.si > off!.si ? "above" : "below";
  return {
    limit: { side, isStrict: false, values: [on!], words: taken.words },
    clear: { value: off!, words: taken.words },
  };
}

function earlyIn(masked: Masked): Said | null {
  const verb =
    "(?<!\\b(?:high|low|upper|lower)\\b[^|,;:{]*)(?:watch|warn(?:ing)?|pre-?warn(?:ing)?|early warning" +
    "|pre-?alarm|heads[- ]up|yellow)" +
    "(?: me| us| it)?(?: already| first| early)*";
  const where =
    `(?: (?:when|if|once) it)?(?: ${MOVES})?(?: (?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}|at` +
    `|from))+`;
  return saidBy(
    masked.take(
      `(?:,? ?\\b(?:with|and|but) )?(?:an? )?\\b${verb}${where} ${Q}(?: already| first)?`,
    ),
  );
}

/** Verbs of a window: what they say of the readings in it. */
const GATHERS: readonly (readonly [string, AggregateName])[] = [
  ["(?:averages|averaging)(?: out)?(?: at)?", "mean"],
  [
    "(?:add(?:s|ing) up to|sum(?:s|ming)? up to|totals|totall?ing|amount(?:s|ing) to|accumulat(?:es|ing)(?: to)?)",
    "sum",
  ],
];

/** `averages more than 4 kW over an hour`: the limit stays where it is. */
function gatheredIn(masked: Masked): Window | null {
  for (const [verb, fn] of GATHERS) {
    const window = gatheredBy(masked, verb, fn);
    if (window !== null) return window;
  }
  return null;
}

function gatheredBy(masked: Masked, gathers: string, fn: AggregateName): Window | null {
  const taken = masked.take(
    `(?<=\\b${gathers} (?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}) ${Q}) ?` +
      `(?:over|in|within|during|for|across) ${FORE}${T}`,
  );
  const verb = masked.take(`\\b${gathers}(?= (?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}) ${Q})`);
  if (verb === null) return null;
  const words = `${verb.words} ${taken?.words ?? ""}`.trim();
  return { fn, per: taken?.quantities[0] ?? null, words };
}

/** `opens more than 20 times an hour`: what happens is counted. */
const TIMES_IN =
  `(?<=\\b(?:opens|closes|starts|stops|restarts|trips|fails|crashes|reboots|cycles|fires|runs|rings|flushes|jams` +
  `|disconnects|reconnects|triggers|operates|switches on|is opened|is started) )` +
  `(?<by>more than|over|at least) ${N} times (?:(?:in|within|per|during|inside|every|each|an?) ${FORE})?${T}`;

/** `more than 5 door openings in an hour`. */
function countIn(masked: Masked): { readonly limit: Limit; readonly window: Window } | null {
  const counted =
    masked.take(TIMES_IN) ??
    masked.take(
      `(?:\\b(?:there )?(?:is|are|have been|were) )?\\b(?<by>more than|over|above|at least|exceeds?) ${N}` +
        `(?<what> (?!consecutive|${READINGS}${IN_A_ROW})[a-z][a-z -]{1,60}?)` +
        `(?: (?:happen|occur|come|arrive|are (?:seen|counted|made)|fail))? (?:in|within` +
        `|per|during|inside) ${FORE}${T}`,
    ) ??
    masked.take(
      `(?:\\b(?:there )?(?:is|are|have been|were) )?${N} (?<by>or more)(?<what> [a-z][a-z -]{1,60}?)(?: ` +
        `(?:happen|occur|come|arrive|are` +
        ` (?:seen|counted|made)))? (?:in|within|per|during|inside) ${FORE}${T}`,
    );
  if (counted === null) return null;
  const [most, per] = [counted.quantities[0]!, counted.quantities[1]!];
  const isStrict = !/at least|or more/.test(counted.groups["by"]!);
  if (counted.groups["what"] !== undefined) masked.give(counted.groups["what"]);
  return {
    limit: { side: "above", isStrict, values: [most], words: counted.words },
    window: { fn: "count", per, words: counted.words },
  };
}

function windowIn(masked: Masked): Window | null {
  masked.rewrite(
    `\\b(?<fn>avg|average|mean|max|min|sum|median)\\( ?(?<what>[a-z0-9_. -]+?) ?, ?(?<time>${T}) ?\\)`,
    "$<fn> of $<what> over $<time>",
  );
  // A time that is said first stands behind its statistic.
  masked.rewrite(
    `^(?<act>[^{]*?)(?<=^|[|,;:] ?|\\b(?:when|if) )(?<over>(?:over|in|within|during|across) (?:an? |the ` +
      `|any )?(?:last |past |previous |window of ` +
      `|period of |rolling )*${T}) ?,? ?(?<rest>(?:the )?(?:rolling |running |moving )?(?:${STATISTICS})\\b[^{]*?` +
      `(?<![a-z])(?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}) ${Q})`,
    "$<act>$<rest> $<over>",
  );
  for (const [word, fn] of FUNCTIONS) {
    const taken =
      masked.take(
        `${T} ?-?(?:rolling |running |moving )?(?<!-)\\b${word}\\b(?!-)(?: value)?(?: of(?: the)?)?`,
      ) ??
      masked.take(
        `\\b(?:as an? |on )?(?:rolling |running |moving )?(?<!-)\\b${word}\\b(?!-)` +
          `(?: value)?(?: of(?: the)?)?(?=.*\\b(?:over` +
          `|during|in|within|across|of) ${FORE}(?:${T}|${N}))`,
      );
    if (taken === null) continue;
    const own = taken.quantities[0] ?? null;
    const per =
      own !== null
        ? null
        : masked.take(
            `\\b(?:over|during|in|within|across|of) (?:a |any )?(?:the )?(?:last |past |previous ` +
              `|trailing |rolling |window of )*(?:${T}|${N}(?: ${READINGS})?)`,
          );
    const value = own ?? per?.quantities[0] ?? null;
    const words = per === null ? taken.words : `${taken.words} ${per.words}`;
    return { fn, per: value, words };
  }
  return null;
}

/** `warn at 70 degC and alarm at 80 degC`: the watch says from which side. */
function alarmAtIn(masked: Masked, early: Said | null): Limit | null {
  if (early === null || !/\b(?:at|from)\b/iu.test(early.words)) return null;
  const isOther = (one: Taken): boolean =>
    one.quantities[0]!.si !== early.value.si && /^[|,;: ]*$/u.test(one.before);
  const taken = masked.take(`(?:\\band )?\\b(?:alarm|alert)(?: me| us)? (?:at|from) ${Q}`, isOther);
  if (taken === null) return null;
  const value = taken.quantities[0]!;
  const side = value.si > early.value.si ? "above" : "below";
  return { side, isStrict: false, values: [value], words: taken.words };
}

/** Words of an alert, and of a watch. */
function levels(
  first: Limit | null,
  second: Limit | null,
  early: Said | null,
): readonly [Limit | null, Said | null] {
  if (first === null) {
    if (early === null) return [null, null];
    // A warning is all that is asked for: then it is the alert.
    const isLow = new RegExp(`\\b(?:${BELOW}|${SINKS})`, "u").test(early.words.toLowerCase());
    const side = isLow ? "below" : "above";
    const isStrict = new RegExp(`(?<![a-z])(?:${ABOVE}|${BELOW}) `, "u").test(
      early.words.toLowerCase(),
    );
    const isWhole = new RegExp(`(?<![a-z])(?:${REACHES}|${SINKS}) `, "u").test(
      early.words.toLowerCase(),
    );
    const values = [early.value] as const;
    const limit = { side, isStrict: isStrict && !isWhole, values, words: early.words } as const;
    return [isTurned(side, early.words) ? { ...limit, isContrary: true } : limit, null];
  }
  return [first, second === null ? early : null];
}
