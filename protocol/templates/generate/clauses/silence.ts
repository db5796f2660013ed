/** A monitor of silence, by its clause: no message, a sensor that went quiet, one that is missing. */
import { FORE, T, type Masked } from "../masked.js";
import type { Said } from "../reading.js";

const SIGN =
  "(?:messages?|readings?|heartbeats?|signals?|data|signs? of life|pings?|reports?|samples?" +
  "|measurements?|events?|telemetry|contact|packets?|news|updates?|gossip|digests?|beats?" +
  "|polls?|transmissions?|values?)";
const CAME =
  "(?: (?:has |have |is |are |was )?(?:been )?(?:arrived?s?|arriving|came|comes?|coming|received|seen|sent" +
  "|reported|heard))?" +
  "(?: in)?";
const QUIET =
  "(?:is silent|goes silent|stays silent|gone silent|(?:goes|is|stays|remains|keeps) quiet|remains silent" +
  "|has been silent|falls silent|goes dark" +
  "|(?:is|goes|has been|has gone|drops) (?:offline|unreachable|unresponsive)" +
  "|(?:has )?(?:stops|stopped) (?:reporting|sending|responding|talking|transmitting|updating)(?: (?:data" +
  "|readings|values))?" +
  "|(?:has not|does not|is not|did not) (?:reported?|sent|send|respond(?:ed|ing)?|been heard|updated?" +
  "|reporting|sending)(?: (?:anything|data))?" +
  "|(?:(?:we|i|they) )?(?:(?:have|has) )?not heard (?:anything )?(?<of>from [^|{]{1,40}?))";

export function silenceIn(masked: Masked): Said | null {
  const within = `(?:for|in|within|during|since) (?:more than )?${FORE}${T}`;
  const taken =
    masked.take(
      `(?:\\b(?:there )?(?:is|are|has been|have been) )?\\b(?:(?:no|without(?: an?y?)?) (?:new )?${SIGN}` +
        `|nothing)${CAME}(?<of> (?:from|of) [^` +
        `|{]{1,60}?)?${CAME} ${within}`,
    ) ??
    masked.take(`\\b${QUIET} ?${within}`) ??
    masked.take(
      `\\bmissing ${SIGN} ${within}(?<of> (?:from|of) (?:the )?[a-z][a-z0-9 -]{1,60}?(?= (?:is|must` +
        `|should)\\b| ?(?:$|[|,;:.])))?`,
    ) ??
    masked.take(
      `\\b${SIGN}(?<of> (?:from|of) [^|{]{1,60}?)? (?:is|are|goes|go|has been|have been) (?:missing|absent` +
        `|lost|overdue) ${within}`,
    ) ??
    masked.take(
      `\\b${SIGN}(?<of> (?:from|of) [^|{]{1,60}?)? (?:fails? to (?:arrive|come(?: in)?)|(?:do` +
        `|does) not (?:arrive|come(?: in)?)) ${within}`,
    ) ??
    masked.take(
      `\\b(?:the |its )?(?:last|latest|newest|most recent) ${SIGN}(?<of> (?:from|of) [^` +
        `|{]{1,60}?)? is (?:older than|more than) ${FORE}${T}(?: old| ago)?`,
    ) ??
    masked.take(
      `\\b(?:more than |over |longer than )${T} without (?:an? |any )?(?:new )?${SIGN}(?<of> (?:from|of) [^` +
        `|{,;:]{1,60}?)?(?= ?(?:$|[|,;:.]))`,
    );
  if (taken === null) return null;
  masked.give((taken.groups["of"] ?? "").replace(/^ ?(?:from|of) (?:the )?/u, ""));
  return { value: taken.quantities[0]!, words: taken.words };
}
