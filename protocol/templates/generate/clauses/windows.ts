/** Windows of a sentence: the statistic that is compared, what is counted, and over which time. */
import type { AggregateName } from "../../../contracts/program.js";
import { FORE, Masked, N, Q, T } from "../masked.js";
import type { Limit, Window } from "../reading.js";
import { ABOVE, BELOW, IN_A_ROW, REACHES, READINGS, SINKS, STATISTICS } from "../words.js";

const FUNCTIONS: readonly (readonly [string, AggregateName])[] = [
  ["(?:mean|average|averaged|avg)", "mean"],
  ["(?:sum|total)", "sum"],
  ["(?:standard deviation|stddev)", "stddev"],
  ["(?:median|p50)", "p50"],
  ["p95", "p95"],
  ["(?:maximum|max|highest|peak|largest)", "max"],
  ["(?:minimum|min|lowest|smallest)", "min"],
];

/** Verbs of a window: what they say of the readings in it. */
const GATHERS: readonly (readonly [string, AggregateName])[] = [
  ["(?:averages|averaging)(?: out)?(?: at)?", "mean"],
  [
    "(?:add(?:s|ing) up to|sum(?:s|ming)? up to|totals|totall?ing|amount(?:s|ing) to|accumulat(?:es|ing)(?: to)?)",
    "sum",
  ],
];

/** `averages more than 4 kW over an hour`: the limit stays where it is. */
export function gatheredIn(masked: Masked): Window | null {
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
export function countIn(masked: Masked): { readonly limit: Limit; readonly window: Window } | null {
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

export function windowIn(masked: Masked): Window | null {
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
