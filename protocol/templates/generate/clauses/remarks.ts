/** Remarks that change no condition: the noun behind a number, how often readings come, brackets. */
import { Masked, T } from "../masked.js";
import { changes } from "../subject.js";
import { kindAtEnd } from "../kinds.js";
import { isMeasured } from "../measured.js";

/** The noun behind a number: `14 % moisture`, `8 cm of water in it`. */
export function measuredIn(masked: Masked): readonly string[] {
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
export function cadenceIn(masked: Masked): readonly string[] {
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
export function bracketsIn(masked: Masked): readonly string[] {
  const taken = masked.take("\\([^(){}]*\\)", ({ words }) => !changes(words));
  return taken === null ? [] : [taken.words];
}
