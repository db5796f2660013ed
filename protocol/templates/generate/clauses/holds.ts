/** Clauses that say how long a condition must last, and how far apart readings may be. */
import { N, Q, T, type Masked, type Taken } from "../masked.js";
import type { Hold, Said } from "../reading.js";
import { ABOVE, BELOW, IN_A_ROW, READINGS, REACHES, SINKS } from "../words.js";

const COMPARES = `(?:${ABOVE}|${BELOW}|${REACHES}|${SINKS})`;
/** Without a break: a hold is that anyway. */
const STEADILY =
  "(?:(?:continuously|constantly|uninterruptedly|steadily|consistently|persistently|sustained|straight) )*";
const LONGER =
  "(?:at least |more than |longer than |no less than |over |a full |a whole |a total of )?";
const STRAIGHT =
  "(?: (?:or (?:longer|more)|straight|continuously|without (?:a )?(?:break|pause|interruption)|in a row" +
  "|on end|running))*";
/** Peaks that are none: only beside a hold. */
const BRIEF =
  "(?<=^|[|,;:.] ?)(?:please )?(?:ignore|disregard|do not (?:alarm|alert|warn|bother|disturb|page|wake|call" +
  "|notify)(?: me| us)?" +
  " (?:on|with|about|for|over|because of)) (?:(?:brief|short|single|momentary|transient|quick|small|sudden) )*" +
  "(?:spikes|dips|blips|peaks|bursts|glitches|excursions|outliers|noise|fluctuations)(?=[ ]?[|,;:.])";

/** Takes out what is said of peaks. @returns its words; a sentence with them needs a hold */
export function briefIn(masked: Masked): string | null {
  const taken = masked.take(BRIEF);
  if (taken === null) return null;
  masked.take("(?<=^|[|,;:.] ?)(?:but )?(?:only )?(?=(?:when|if|once)\\b)");
  masked.take("(?<=^|[|,;:.] ?)but\\b");
  return taken.words;
}

/** `ignore anything shorter than 15 s`. */
export function ignoredIn(masked: Masked): Hold | null {
  return timed(
    masked.take(
      `,? ?(?:\\b(?:but|and) )?\\bignor(?:e|ing) (?:anything|everything|spikes|peaks|dips|blips|bursts)` +
        `(?: that (?:is|are|lasts?))? (?:shorter|less|briefer) than ${T}`,
    ),
  );
}

export function holdIn(masked: Masked): Hold | null {
  // A time that is spent there: it has been there for that time.
  masked.rewrite(
    `\\b(?:(?:has|have|is|are|was) )?(?:spen[dt]s?|stay(?:s|ed)?|remain(?:s|ed)?|been|sits?|lasts?) ` +
      `(?<long>(?:more than|over|at least|longer than) ${T}) (?:at )?(?<limit>${COMPARES} ${Q})`,
    "is $<limit> for $<long>",
  );
  const time =
    timed(
      masked.take(
        `,? ?(?:\\b(?:with|after|and) )?(?:an? |the )?(?:\\b(?:on[- ]?|alarm |alert |time |trip )?(?:delay` +
          `|debounce|persistence|dwell)` +
          `(?: time)?)(?: of|:| is| =)? ${T}|,? ?(?:\\b(?:with|after) )?(?:an? )?${T} (?:on[- ]?|alarm ` +
          `|time )?(?:delay|debounce)\\b`,
      ),
    ) ??
    timed(
      masked.take(`\\b${STEADILY}(?:for|lasting|that lasts|that last) ${LONGER}${T}${STRAIGHT}`),
    ) ??
    timed(
      masked.take(
        `\\b(?:continuously|constantly|uninterruptedly|steadily|always) (?:during` +
          `|throughout) ${LONGER}${T}${STRAIGHT}`,
      ),
    ) ??
    timed(masked.take(`(?<=\\{[qn]\\d+\\} )(?:longer than|more than|at least|over) ${T}`)) ??
    timed(masked.take(`\\bafter (?:more than )?${T}(?= ${COMPARES} ${Q})`));
  if (time !== null) return time;
  const count =
    masked.take(
      `\\b(?:for|in|on|over|during) (?:at least )?${N} (?:consecutive|successive|straight) ${READINGS}`,
    ) ??
    masked.take(
      `(?:\\b(?:for|in|on|over) )?(?:\\bat least )?${N} ${READINGS}${IN_A_ROW}(?: (?:is|are|come|read))?`,
    ) ??
    masked.take(
      `${N} (?:consecutive|successive|straight) ${READINGS} of (?=[a-z][^{|]* ${COMPARES} )`,
    ) ??
    masked.take(
      `${N} (?:consecutive|successive|straight) ${READINGS}(?: (?:is|are|come|read))?(?= ${COMPARES} )`,
    ) ??
    masked.take(`\\bfor (?:at least )?${N} ${READINGS}`);
  return count === null ? null : { value: count.quantities[0]!, isCount: true, words: count.words };
}

/** `stays above 85 degC longer than 10 minutes`. */
export function laterHoldIn(masked: Masked): Hold | null {
  return timed(masked.take(`\\b(?:longer than|more than|at least) ${T}`));
}

/** `with gaps of at most 5 minutes`. */
export function gapIn(masked: Masked): Said | null {
  const most = "(?:up to|at most|no more than|not more than|less than|no longer than)";
  const taken =
    masked.take(
      `,? ?\\b(?:with|and|allowing|allow)(?: for)? (?:an? )?gaps?(?: (?:in|between) (?:the )?readings)?` +
        `(?: of)?(?: ${most})? ${T}`,
    ) ?? masked.take(`,? ?\\b(?:with|and) readings ${most} ${T} apart`);
  return taken === null ? null : { value: taken.quantities[0]!, words: taken.words };
}

function timed(taken: Taken | null): Hold | null {
  return taken === null
    ? null
    : { value: taken.quantities[0]!, isCount: false, words: taken.words };
}
