/** Bounds, limits and targets that a sentence states without a comparison, written as norms. */
import { Q } from "../masked.js";
import { changes } from "../subject.js";
import { AHEAD, COMPARED, INTRODUCED, MUST, NORM } from "./norms.js";
import { FINE } from "./statedRanges.js";
import type { Masked } from "../masked.js";
import { orElseIn } from "./otherwise.js";
import type { Otherwise } from "./otherwise.js";

export const FINE_BOUNDS: readonly (readonly [string, string])[] = [
  [`${FINE} (?:up )?to(?= \\{)`, "at most"],
  [`${FINE} down to(?= \\{)`, "at least"],
];

/** `permissible range 2 degC to 8 degC`. */
const RIGHT =
  "\\b(?:permissible|permitted|allowed|allowable|acceptable|normal|safe|target|operating|specified|correct|healthy)" +
  ` (?:range|band|window|limits)(?: (?:is|are|of|from|:)|:)*(?= ${Q} ?(?:to|-) ?${Q})`;

/** `allowed 0.9 to 1.1 bar`. */
const ALLOWED_RANGE =
  "(?<=^|[|,;:] ?)(?:permissible|permitted|allowed|allowable|acceptable|normal|safe|tolerated)(?: (?:values?" +
  "|is|are|from))*:? ?" +
  `(?=${Q} ?(?:to|-|\\.\\.\\.?) ?${Q})`;

/** `the ventilation should keep the CO under 50 ppm`: who keeps it changes nothing. */
const KEEPER =
  `^(?:the|an?|my|our) (?<keeper>(?!not\\b)[a-z]+(?: [a-z]+){0,3}?) ${MUST} (?:always )?` +
  `(?:keep|hold|maintain) (?=[^|{]{1,60} ${COMPARED.replaceAll("(?<", "(?:<")})`;

/** `target 65 degF, tolerance 3 degF`. */
const TARGET_VALUE =
  "(?:\\b(?:the )?(?:target|set ?-?point|sp|nominal(?: value)?)(?: (?:is|of|at))*:? )?(?<middle>\\{[qn]\\d+\\})";

const TARGET = `${TARGET_VALUE} ?,? (?:and |with )?(?:an? |the )?tolerance (?:is |of )?(?:@ )?(?<off>\\{[qn]\\d+\\})`;

/** `SP 6.0 bar, deviation alarm ±0.4 bar`. */
const TARGET_ALARM =
  `${TARGET_VALUE} ?,? ?(?:deviation alarm|(?:alarm|alert|warn|\\|) ?` +
  "(?:beyond|outside(?: of)?|(?:on|at) (?:a )?deviations?(?: of)?)):? @ (?<off>\\{[qn]\\d+\\})";

/** `the maximum pressure of the vessel is 10 bar`, beside an alarm behind it. */
const EXTREME =
  "(?: allowed| allowable| permitted| permissible)? (?<what>[a-z][a-z' -]*?) (?:is|:|=) ?(?=\\{)";

const EXTREMES: readonly (readonly [string, string])[] = [
  [`\\b(?:the )?(?:max(?:imum)?|highest|upper limit (?:of|for|on)(?: the)?)${EXTREME}`, "at most"],
  [`\\b(?:the )?(?:min(?:imum)?|lowest|lower limit (?:of|for|on)(?: the)?)${EXTREME}`, "at least"],
];

/** `10 ppm max`. */
const EXTREME_BEHIND = (word: string): string =>
  `(?<q>\\{[qn]\\d+\\}) (?:${word})(?= ?(?:$|[,;:.|]))`;

/** A limit, where its alarm says on which side. */
const LIMIT_SIDES = [
  ["above", "at most"],
  ["below", "at least"],
] as const;

/** Bounds and limits in the words that norms are read in. */
export function plainBounds(masked: Masked): void {
  masked.take(
    "\\bkeep (?:me|us|an eye|a (?:close )?(?:eye|watch))(?: (?:posted|informed|updated|on" +
      "|out))*\\b",
  );
  masked.take(`\\bthere\\b(?= ${MUST}(?: always)?${AHEAD})`);
  masked.take(`\\bthere\\b${AHEAD}`);
  masked.take("\\bat any (?:time|moment|point)\\b");
  masked.rewrite(`(${Q}) (?:at (most|least))\\b`, "at $2 $1");
  masked.take("\\b(?:make sure|ensure) (?:to|that you|you|i|we)\\b");
  masked.rewrite(
    `\\b(?:(?:has|have) an? |the )?(?:upper|maximum|max) (?:allowed |alarm )?limit(?: is| of|:)? (?=${Q})`,
    "at most ",
  );
  masked.rewrite(
    `\\b(?:(?:has|have) an? |the )?(?:lower|minimum|min) (?:allowed |alarm )?limit(?: is| of|:)? (?=${Q})`,
    "at least ",
  );
  if (!INTRODUCED.test(masked.rest)) {
    masked.rewrite(EXTREME_BEHIND("max(?:imum)?|tops"), "must be at most $<q>");
    masked.rewrite(EXTREME_BEHIND("min(?:imum)?"), "must be at least $<q>");
  }
  if (NORM.test(masked.rest)) orElseIn(masked);
  masked.rewrite(`^(?:please )?min(?:imum)?(?: of)? (?=${Q})`, "at least ");
  masked.rewrite(`^(?:please )?max(?:imum)?(?: of)? (?=${Q})`, "at most ");
}

/** What a sentence states of its range, target or limit, as what must be. */
export function statedAsNorms(masked: Masked, otherwise: Otherwise | null): void {
  const isElse = otherwise !== null;
  masked.rewrite(RIGHT, "must be");
  if (isElse && !INTRODUCED.test(masked.rest))
    for (const [side, bound] of LIMIT_SIDES)
      if (otherwise.said === side)
        masked.rewrite(
          `[,:]? ?\\b(?:alarm )?limit(?: (?:is|of|at|:))* (?=${Q} ?(?:$|[|,;.]))`,
          ` must be ${bound} `,
        );
  if (isElse)
    masked.rewrite(
      `\\b(?:alarm |alert |warning )?limits?(?: (?:are|of|at)|:)* (?<from>${Q}) (?:and|to|-) (?<to>${Q})`,
      "must be between $<from> and $<to>",
    );
  masked.rewrite(ALLOWED_RANGE, "must be ");
  masked.rewrite(TARGET, "$<middle> @ $<off>");
  masked.rewrite(TARGET_ALARM, "must be $<middle> @ $<off>");
  if (isElse)
    for (const [words, bound] of EXTREMES) masked.rewrite(words, `$<what> must be ${bound} `);
}

/** `may be up to 5 bar` as a bound, and a range that it may be in as a norm beside an alarm for all else. */
export function mayAsBounds(masked: Masked, isElse: boolean): void {
  masked.rewrite(
    "\\b(may|can) (?:be |go |get |reach |rise |climb )?(?:anything )?up to(?= \\{)",
    "$1 be at most",
  );
  masked.rewrite(
    "\\b(may|can) (?:be |go |get |fall |drop |sink )?down to(?= \\{)",
    "$1 be at least",
  );
  if (isElse)
    masked.rewrite(
      `\\b(?:may|can)(?: (?:be|go|range|vary|move|stay))?(?: anywhere)? (?=(?:from|between|within) ${Q})`,
      "must be ",
    );
}

/** Takes out who keeps a reading where it must be. @returns who, if anybody */
export function takenKeeper(masked: Masked): string | undefined {
  const keeper = masked.peek(KEEPER, (one) => !changes(one.groups["keeper"]!))?.groups["keeper"];
  if (keeper !== undefined) masked.rewrite(KEEPER, "keep ");
  return keeper;
}
