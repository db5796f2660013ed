/** Levels beside the alarm: its dead band, where it clears, an early watch, and the alarm that a watch turns. */
import { Masked, Q } from "../masked.js";
import type { Taken } from "../masked.js";
import type { Limit, Said } from "../reading.js";
import { ABOVE, BELOW, MOVES, REACHES, SINKS } from "../words.js";
import { isTurned } from "../thresholds.js";

function saidBy(taken: Taken | null): Said | null {
  return taken === null ? null : { value: taken.quantities[0]!, words: taken.words };
}

export function bandIn(masked: Masked): Said | null {
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

export function clearIn(masked: Masked): Said | null {
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
export function onOffIn(masked: Masked): { readonly limit: Limit; readonly clear: Said } | null {
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

export function earlyIn(masked: Masked): Said | null {
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

/** `warn at 70 degC and alarm at 80 degC`: the watch says from which side. */
export function alarmAtIn(masked: Masked, early: Said | null): Limit | null {
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
export function levels(
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
