/** The clauses of a sentence: limit, hold, window, rate, silence, band, levels and schedule. */
import type { AggregateName } from "../../contracts/program.js";
import { dimensionsEqual, isDimensionless, parseUnit, toSI } from "../../units/index.js";
import { deviationIn, rateIn } from "./changes.js";
import { FORE, N, Q, T, Masked } from "./masked.js";
import type { Taken } from "./masked.js";
import type { Hold, Limit, Reading, ReadSentence, Said, Side, Window } from "./reading.js";
import { actsIn } from "./acts.js";
import { withoutNames } from "./numbered.js";
import { scheduleIn } from "./schedule.js";
import { spansIn } from "./spans.js";
import type { Quantity, Stop } from "./spans.js";
import { changes, isActIn, subjectOf } from "./subject.js";
import { ABOVE, BELOW, MOVES, REACHES, SINKS } from "./words.js";
import { frameIn } from "./frame.js";

const READINGS =
  "(?:readings?|samples?|measurements?|values?|events?|times?|intervals?|points?|scans?" +
  "|tests?|checks?|cycles?)";
const IN_A_ROW = "(?: (?:in a row|in succession|running|straight|one after (?:the other|another)))";
const FUNCTIONS: readonly (readonly [string, AggregateName])[] = [
  ["(?:mean|average|averaged)", "mean"],
  ["(?:sum|total)", "sum"],
  ["(?:standard deviation|stddev)", "stddev"],
  ["(?:median|p50)", "p50"],
  ["p95", "p95"],
  ["(?:maximum|max|highest|peak|largest)", "max"],
  ["(?:minimum|min|lowest|smallest)", "min"],
];

/** A change of a share, and not a share of the reading. */
const POINTS = /(?:%|\bper ?cent(?:age)?) ?points?\b/giu;

/** Of a rate: what is counted is the reading's own. */
const COUNTED =
  /(?<=\d )(?:breaths|beats|strokes|drops|counts|pulses)(?= (?:per|an?|each|every)\b)/giu;

/** Reads a sentence whole, or says where it stopped. @param text normalized */
export function readSentence(text: string): ReadSentence {
  const plain = text
    .replace(/\b95th percentile\b/gi, "p95            ")
    .replace(/\b50th percentile\b/gi, "p50            ")
    .replace(POINTS, (points) => "%".padEnd(points.length))
    .replace(/ = (?=(?:an? )?(?:alarm|alert)\b)/giu, " ; ")
    .replace(COUNTED, (noun) => " ".repeat(noun.length));
  const { spans, stop } = spansIn(plain);
  if (stop !== null) return { ok: false, stop };
  const stated = withoutNames(plain, spans);
  const masked = new Masked(plain, stated.spans);
  const measured = measuredIn(masked);
  const brackets = bracketsIn(masked);
  const cadence = cadenceIn(masked);
  const acts = actsIn(masked);
  const isAct = acts.isAct || isActIn(masked.rest);
  const schedule = scheduleIn(masked);
  const frame = frameIn(masked);
  if ("stop" in frame) return { ok: false, stop: placeOf(text, frame.stop, frame.message) };
  const { isDenied, isInverted, isNorm } = frame;
  const silence = silenceIn(masked);
  const rate = silence === null ? rateIn(masked) : null;
  const band = bandIn(masked);
  const clear = clearIn(masked);
  const early = earlyIn(masked);
  const gap = gapIn(masked);
  const averaged = rate === null ? averagedIn(masked) : null;
  const held = ignoredIn(masked) ?? holdIn(masked);
  const counted = rate === null && averaged === null ? countIn(masked) : null;
  const window =
    averaged ?? counted?.window ?? (rate === null && silence === null ? windowIn(masked) : null);
  const said = counted?.limit ?? (rate === null && silence === null ? limitIn(masked) : null);
  if (isDenied && said?.isPair === true) {
    const message = `"not" before "${said.words}": of both, or of the first? Write two sentences`;
    return { ok: false, stop: placeOf(text, said.words, message) };
  }
  const hold = held ?? (said === null ? null : laterHoldIn(masked));
  const second = said === null || counted !== null ? null : limitIn(masked);
  const [limit, watch] = levels(said, second, early);
  if (second !== null && watch === null) {
    const stopped = `two conditions, "${said!.words}" and "${second.words}": write a sentence for each`;
    return { ok: false, stop: placeOf(text, second.words, stopped) };
  }
  const subject = subjectOf(masked, said === null && rate === null && silence === null, measured);
  if ("stop" in subject) return { ok: false, stop: placeOf(text, subject.stop, subject.message) };
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
        ...asideOf("set aside: how often readings come changes nothing of the condition", cadence),
        ...asideOf("set aside: in brackets, and no number", brackets),
      ],
      isBare: !isAct && !isNorm,
      isNorm,
      isInverted,
      isDemand: isNorm && isInverted,
      limit: limit === null ? null : isInverted ? inverted(limit) : limit,
      early: watch,
      clear,
      band,
      hold,
      gap,
      window,
      rate,
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
    masked.take("(?<=\\{n\\d+\\} )(?:relative )?(?<what>moisture|humidity|ph)\\b") ??
    masked.take(
      "(?<=\\{[qn]\\d+\\} )of (?<what>[a-z]+(?: [a-z]+)?)(?: left)?(?: in (?:it|there|them))?" +
        "(?= ?(?:$|[|,.;]|for\\b|in\\b|inside\\b))",
    );
  // Of a length it only says which one.
  masked.take("(?<=\\{q\\d+\\} )(?:deep|high|tall|wide|thick|long|full)\\b");
  masked.take("(?<=\\{[qn]\\d+\\} )(?:left|remaining)\\b");
  const what = noun?.groups["what"];
  return what === undefined ? [] : what.split(" ");
}

/** How often readings come, in a clause of its own: it changes no condition. */
function cadenceIn(masked: Masked): readonly string[] {
  const time = `(?:${T}|second|minute|hour|day)`;
  const sign = "(?:readings?|samples?|values?|measurements?|data|log|logger|monitor|gauge)";
  const often = `(?:(?:every|each|per|once an?|an?) ${time}|(?<=[a-z] )${T}|hourly|daily)`;
  const who = "(?:(?:we|it|i|the|one|an?|he|she) )*";
  const does =
    "(?:reads?|samples?|polls?|measures?|logs?|sends?|reports?|comes?|arrives?|writes?|gets?|is taken|are taken" +
    "|is|are|interval|measured|sampled|logged|read|weighed)";
  const clause = `(?:with )?${who}(?:${sign} )?(?:${does} )?(?:it )?${who}(?:${sign} )?${often}`;
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

function inverted(limit: Limit): Limit {
  const other: Readonly<Record<Side, Side>> = {
    above: "below",
    below: "above",
    outside: "inside",
    inside: "outside",
  };
  return { ...limit, side: other[limit.side], isStrict: !limit.isStrict };
}

function silenceIn(masked: Masked): Said | null {
  const sign =
    "(?:messages?|readings?|heartbeats?|signals?|data|signs? of life|pings?|reports?|samples?" +
    "|measurements?|events?|telemetry|contact|packets?|news|updates?|gossip|digests?|beats?" +
    "|polls?|transmissions?)";
  const came =
    "(?: (?:has |have )?(?:been )?(?:arrived?s?|came|comes?|received|seen|sent|reported|heard))?";
  const taken =
    masked.take(
      `\\b(?:no|without(?: an?y?)?) ${sign}${came}(?<of> (?:from|of) [^|{]{1,60}?)?${came} ` +
        `(?:for|in|within|during) ${FORE}${T}`,
    ) ??
    masked.take(
      `\\b(?:is silent|goes silent|stays silent|goes quiet|is quiet|has been silent|falls silent` +
        `|goes dark|stops (?:reporting|sending|responding|talking)|` +
        `has not (?:reported|sent|responded|been heard)|not heard from [^|{]{1,40}) ?(?:for|in)` +
        ` ${FORE}${T}`,
    );
  if (taken === null) return null;
  masked.give((taken.groups["of"] ?? "").replace(/^ ?(?:from|of) /u, ""));
  return { value: taken.quantities[0]!, words: taken.words };
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

function clearIn(masked: Masked): Said | null {
  return saidBy(
    masked.take(
      `(?<=\\{[qtn]\\d+\\}.*?),? ?(?:and|,|;|then) ?(?:then )?stops?(?: (?:warning|alerting|it|me|us))*` +
        ` (?:when|once|if|as soon as) (?:it )?(?:${MOVES} )?(?:back |down |up |again )*` +
        `(?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}|at) ${Q}(?: again)?`,
    ) ??
      masked.take(
        `(?:,? ?\\b(?:and|until|;) )*\\b(?:(?:clears?|resolves?|ends?|reset|stand down|all clear)` +
          `(?: it| the alert| the alarm)*(?: again)?(?: (?:when|once|if|as soon as|at))*|until)` +
          `(?: it| again| is| has)*` +
          `(?: ${MOVES})?(?: back| down| up| again)*(?: (?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}` +
          `|at))* ${Q}(?: again)?`,
      ),
  );
}

function earlyIn(masked: Masked): Said | null {
  const verb =
    "(?:watch|warn(?:ing)?|pre-?warn(?:ing)?|early warning|pre-?alarm|heads[- ]up|yellow)" +
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

/** `ignore anything shorter than 15 s`. */
function ignoredIn(masked: Masked): Hold | null {
  const taken = masked.take(
    `,? ?(?:\\b(?:but|and) )?\\bignor(?:e|ing) (?:anything|everything|spikes|peaks|dips|blips|bursts)` +
      `(?: that (?:is|are|lasts?))? (?:shorter|less|briefer) than ${T}`,
  );
  return taken === null
    ? null
    : { value: taken.quantities[0]!, isCount: false, words: taken.words };
}

/** `averages more than 4 kW over an hour`: the limit stays where it is. */
function averagedIn(masked: Masked): Window | null {
  const taken = masked.take(
    `(?<=\\baverages (?:out )?(?:at )?(?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}) ${Q}) ?` +
      `(?:over|in|within|during|for|across) ${FORE}${T}`,
  );
  const verb = masked.take(
    `\\baverages(?: out)?(?: at)?(?= (?:${ABOVE}|${BELOW}|${REACHES}|${SINKS}) ${Q})`,
  );
  if (verb === null) return null;
  const words = `${verb.words} ${taken?.words ?? ""}`.trim();
  return { fn: "mean", per: taken?.quantities[0] ?? null, words };
}

function holdIn(masked: Masked): Hold | null {
  const time = masked.take(
    `\\bfor (?:at least |more than |longer than |over |a full |a whole )?${T}(?: (?:or (?:longer` +
      `|more)|straight|continuously|without (?:a )?(?:break|pause)|in a row|on end|running))*`,
  );
  if (time !== null) return { value: time.quantities[0]!, isCount: false, words: time.words };
  const count =
    masked.take(
      `\\b(?:for|in|on|over) (?:at least )?${N} (?:consecutive|successive|straight) ${READINGS}`,
    ) ??
    masked.take(`(?:\\b(?:for|in|on|over) )?(?:\\bat least )?${N} ${READINGS}${IN_A_ROW}`) ??
    masked.take(`\\bfor (?:at least )?${N} ${READINGS}`);
  return count === null ? null : { value: count.quantities[0]!, isCount: true, words: count.words };
}

/** `with gaps of at most 5 minutes`. */
function gapIn(masked: Masked): Said | null {
  const most = "(?:up to|at most|no more than|not more than|less than|no longer than)";
  return saidBy(
    masked.take(
      `,? ?\\b(?:with|and|allowing|allow)(?: for)? (?:an? )?gaps?(?: (?:in|between) (?:the )?readings)?` +
        `(?: of)?(?: ${most})? ${T}`,
    ) ?? masked.take(`,? ?\\b(?:with|and) readings ${most} ${T} apart`),
  );
}

/** `stays above 85 degC longer than 10 minutes`. */
function laterHoldIn(masked: Masked): Hold | null {
  const taken = masked.take(`\\b(?:longer than|more than|at least) ${T}`);
  return taken === null
    ? null
    : { value: taken.quantities[0]!, isCount: false, words: taken.words };
}

/** `more than 5 door openings in an hour`. */
function countIn(masked: Masked): { readonly limit: Limit; readonly window: Window } | null {
  const taken =
    masked.take(
      `\\b(?<by>more than|over|above|at least|exceeds?) ${N}` +
        `(?<what> (?!consecutive|${READINGS}${IN_A_ROW})[a-z][a-z -]{1,60}?)` +
        `(?: (?:happen|occur|come|arrive|are (?:seen|counted|made)|fail))? (?:in|within` +
        `|per|during|inside) ${FORE}${T}`,
    ) ??
    masked.take(
      `\\b${N} (?<by>or more)(?<what> [a-z][a-z -]{1,60}?)(?: (?:happen|occur|come|arrive|are` +
        ` (?:seen|counted|made)))? (?:in|within|per|during|inside) ${FORE}${T}`,
    );
  if (taken === null) return null;
  const [most, per] = [taken.quantities[0]!, taken.quantities[1]!];
  const isStrict = !/at least|or more/.test(taken.groups["by"]!);
  masked.give(taken.groups["what"]!);
  return {
    limit: { side: "above", isStrict, values: [most], words: taken.words },
    window: { fn: "count", per, words: taken.words },
  };
}

function limitIn(masked: Masked): Limit | null {
  return (
    deviationIn(masked) ??
    rangeIn(masked) ??
    bothSidesIn(masked) ??
    namedLimitIn(masked) ??
    oneSidedIn(masked)
  );
}

/** `less than 50 km/h or more than 90 km/h`, `at least 5 degC and at most 12 degC`. */
function bothSidesIn(masked: Masked): Limit | null {
  const pairs = [
    ["or", ABOVE, BELOW, true],
    ["or", REACHES, SINKS, false],
    ["and", ABOVE, BELOW, true],
    ["and", REACHES, SINKS, false],
  ] as const;
  for (const [joint, over, under, isStrict] of pairs) {
    for (const [first, second] of [
      [under, over],
      [over, under],
    ] as const) {
      const one = `(?:${MOVES} )?(?<![a-z])(?:${first}) ${Q}`;
      const other = `,? ${joint} (?:${MOVES} )?(?:${second}) ${Q}`;
      const endsOf = ({ quantities: [a, b] }: Taken) => (first === under ? [a!, b!] : [b!, a!]);
      const isRange = (taken: Taken): boolean => {
        const [below, above] = endsOf(taken);
        if (!dimensionsEqual(below!.dimension, above!.dimension)) return false;
        return joint === "or" ? below!.si <= above!.si : above!.si < below!.si;
      };
      const taken = masked.take(one + other, isRange);
      if (taken === null) continue;
      const [below, above] = endsOf(taken);
      const isOutside = joint === "or";
      const values = isOutside ? ([below!, above!] as const) : ([above!, below!] as const);
      return {
        side: isOutside ? "outside" : "inside",
        isStrict,
        values,
        words: taken.words,
        isPair: true,
      };
    }
  }
  return null;
}

/** `high temperature alarm at 85 degC`, `the upper limit of the pressure is 6 bar`. */
function namedLimitIn(masked: Masked): Limit | null {
  const alarm = masked.take(
    `\\b(?<side>high|low)(?<what> [a-z][a-z -]*?) (?:alarm|alert|warning) (?:is )?(?:at|of|:) ${Q}`,
  );
  const taken =
    alarm ??
    masked.take(
      `\\b(?:the )?(?<side>upper|highest|maximum|lower|lowest|minimum) limit (?:of|for)` +
        `(?<what> [a-z][a-z -]*?) ?(?:is|:|=) ${Q}`,
    );
  if (taken === null) return null;
  masked.give(taken.groups["what"]!);
  const isHigh = /high|upper|maximum/.test(taken.groups["side"]!);
  const { quantities, words } = taken;
  // An alarm is at its limit; a limit itself is allowed.
  const isStrict = alarm === null;
  return { side: isHigh ? "above" : "below", isStrict, values: [quantities[0]!], words };
}

function rangeIn(masked: Masked): Limit | null {
  const range = `(?:between |from )?${Q} ?(?:and|to|-|through|\\.\\.\\.?) ?${Q}`;
  const away =
    "(?:outside|out of|leaves?|not (?:within|between|in)|beyond|departs? from|exits?)(?: " +
    "(?:of|the|its|a))*(?: (?:range|band|window|interval))?(?: (?:of|from))?";
  const outside = masked.take(`(?:${MOVES} )?\\b${away} ${range}`);
  if (outside !== null) return twoSided("outside", outside);
  const inside =
    masked.take(
      `(?:${MOVES} )?\\b(?:within|inside|in)(?: (?:the|a|its))*(?: (?:range|band|window))?(?:` +
        ` of| from)? ${range}`,
    ) ??
    masked.take(`(?:${MOVES} )?\\bbetween ${Q} and ${Q}`) ??
    masked.take(`(?:${MOVES} )?\\b(?:from|at|in) ${Q} (?:to|-) ${Q}`);
  return inside === null ? null : twoSided("inside", inside);
}

function twoSided(side: Side, { quantities, words }: Taken): Limit | null {
  const [a, b] = [quantities[0]!, quantities[1]!];
  // The unit behind the second number holds for both.
  const first = isDimensionless(a.dimension) && a.unit === "1" ? inUnitOf(a, b) : a;
  const ends: readonly [Quantity, Quantity] = first.si <= b.si ? [first, b] : [b, first];
  return { side, isStrict: side === "outside", values: ends, words };
}

function inUnitOf(number: Quantity, { dimension, unit }: Quantity): Quantity {
  const read = parseUnit(unit);
  if (!read.ok) return number;
  const { offset, ...scaled } = read;
  const si = toSI(number.value, read);
  const difference = offset === undefined ? si : toSI(number.value, scaled);
  return { ...number, unit, dimension, si, difference };
}

function oneSidedIn(masked: Masked): Limit | null {
  const to = (side: Side, isStrict: boolean, taken: Taken | null): Limit | null =>
    taken === null ? null : { side, isStrict, values: [taken.quantities[0]!], words: taken.words };
  const by = (words: string): Taken | null => {
    const taken = masked.take(
      `(?:\\b${MOVES} )?(?:(?:back|up|down|out|even|ever) )*(?<![a-z])(?:${words}) (?:(?:an?` +
        `|the|its|their) )?(?:(?:allowed |yearly |daily |total |safe |permitted )?(?:(?<noun>quota` +
        `|budget|allowance)|limit|threshold|maximum|minimum|total|sum|value|level|rate) (?:of` +
        ` )?)?${Q}(?! ?(?:in a row|consecutive))`,
    );
    if (taken?.groups["noun"] !== undefined) masked.give(taken.groups["noun"]);
    return taken;
  };
  const behind = (words: string): Taken | null =>
    masked.take(
      `(?:\\b${MOVES} )?(?:at |down to |up to )?${Q}(?: \\|)?,? (?:or|and) (?:${words})\\b(?! than)`,
    );
  return (
    to("above", false, behind("more|higher|above|hotter|warmer|over|greater|longer|up")) ??
    to("below", false, behind("less|lower|below|colder|under|fewer|shorter|down")) ??
    to("below", false, by(SINKS)) ??
    to("above", false, by(REACHES)) ??
    to("above", true, by(ABOVE)) ??
    to("below", true, by(BELOW))
  );
}

function windowIn(masked: Masked): Window | null {
  for (const [word, fn] of FUNCTIONS) {
    const taken =
      masked.take(
        `${T} ?-?(?:rolling |running |moving )?(?<!-)\\b${word}\\b(?!-)(?: value)?(?: of(?: the)?)?`,
      ) ??
      masked.take(
        `\\b(?:as an? )?(?:rolling |running |moving )?(?<!-)\\b${word}\\b(?!-)` +
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
    return [{ side, isStrict: isStrict && !isWhole, values, words: early.words }, null];
  }
  return [first, second === null ? early : null];
}
