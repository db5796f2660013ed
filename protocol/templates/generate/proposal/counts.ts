/** How often something happens within a time. */
import type { Comparator, Condition } from "../condition/condition.js";
import { doubt } from "./doubt.js";
import { isNoName } from "../nounPhrase.js";
import { MAY, PLAIN, STRONG, WEAK } from "./lexicon.js";
import { amountOf, NOTHING, part } from "./parts.js";
import { changeOf, isDenying, isSaying } from "./said.js";
import type { Sentence } from "./sentence.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";

const NAME_WORDS = 4;
/** Counted things that happen. */
const HAPPENS = new RegExp(
  "^(?:.*(?:starts|stops|restarts|openings|closings|cycles|events|trips|alarms|faults|errors|failures|strokes" +
    "|jumps|hits|counts|shakes|tremors|quakes|impacts|crossings|visits|entries|passes|passings|pulses|flushes" +
    "|knocks|drips|drops|spikes|dips|outages|resets|reboots|crashes|retries|timeouts|misses|attempts|logins" +
    "|requests|calls|movements|activations|detections|strikes|flashes|bumps|collisions|slips|jams|blinks|barks" +
    "|sneezes|coughs|seizures|feedings|arrivals|departures|launches|landings|births|swings|surges|bursts" +
    "|discharges|switchings|operations|shocks|bounces|beats|clicks|scans|rejects|defects|scraps|breaks))$",
  "u",
);
const MUST = /^(?:must|mustn't|should|shouldn't|shall|shan't|may|can|cannot|can't|never)$/u;
/** The same as verbs: opens more than 20 times in an hour. */
const TIMES = /^times$/u;

/** Null where the number counts nothing that happens. */
export function countIn(
  sentence: Sentence,
  stated: Stated,
  times: readonly Stated[],
): Condition | null {
  const [time, other] = times;
  const [amount] = stated.amounts;
  if (time === undefined || other !== undefined || stated.amounts.length !== 1) return null;
  if (amount!.unit !== null || !Number.isInteger(amount!.value) || amount!.value < 1) return null;
  // A heart rate that rises by 30 beats: a change.
  if (stated.before.slice(-3).some(({ word }) => word === "by") && changeOf(stated) !== null)
    return null;
  const name = countedIn(stated);
  if (name === null) return null;
  if (
    !/^(?:in|within|inside|over|during|per|an?|each|every|any|the|one|last|past|times|of)$/u.test(
      time.before.at(-1)?.word ?? "per",
    )
  )
    doubt("in which time?");
  const clause = sentence.clauses[stated.clause]!;
  const isBounded = stated.before.at(-1)?.word === "at-most";
  const isMust = clause.introducer === null && stated.before.some(({ word }) => MUST.test(word));
  const denials = stated.before.filter(({ word }) => isDenying(word)).length;
  // No more than 5, or else; must not open more than 5 times: more is the alarm.
  const isNorm = isBounded
    ? (sentence.isElse || isMust) && denials === 0
    : isMust && denials === 1 && comparatorOf(stated) === "comes more than";
  const isPlain = !sentence.isElse && clause.introducer !== "unless" && denials === 0 && !isMust;
  if (!isNorm && (!isPlain || isBounded || clause.tokens.some(({ word }) => MAY.has(word))))
    doubt("a count that must be, or must not?");
  if (sentence.asks.length === 0) doubt("nobody asks for an alarm");
  sentence.use({ tokens: name }, stated);
  sentence.use(null, time);
  const isEvery = clause.introducer !== null && stated.behind[0]?.word !== "or";
  const comparator = isNorm
    ? "comes more than"
    : (comparatorOf(stated) ?? (isEvery ? "comes at least" : doubt("more, or fewer?")));
  const quantity = name.map(({ word }) => word).join(" ");
  return {
    ...NOTHING,
    parts: [{ ...part(quantity), comparator, values: [amount!.value], within: amountOf(time) }],
  };
}

function countedIn({ before, behind }: Stated): readonly Token[] | null {
  const isBound = /^(?:or|and)$/u.test(behind[0]?.word ?? "");
  const rest = isBound ? behind.slice(2) : behind;
  if (TIMES.test(rest[0]?.word ?? "")) {
    const run = before.filter(isName).slice(-NAME_WORDS);
    return run.length === 0 ? null : run;
  }
  const end = rest.slice(0, NAME_WORDS).findIndex(({ word }) => HAPPENS.test(word));
  const run = end < 0 ? [] : rest.slice(0, end + 1);
  return run.length > 0 && run.every(isName) ? run : null;
}

function isName({ kind, word }: Token): boolean {
  return (
    kind === "word" &&
    !PLAIN.has(word) &&
    !isNoName(word) &&
    !(isSaying(word) && !HAPPENS.test(word)) &&
    (!STRONG.has(word) || HAPPENS.test(word)) &&
    !WEAK.has(word)
  );
}

function comparatorOf({ before, behind }: Stated): Comparator | null {
  if (behind[0]?.word === "or")
    return /^(?:more|over)$/u.test(behind[1]?.word ?? "") ? "comes at least" : null;
  const near = before.slice(-3).map(({ word }) => word);
  if (near.some((word) => /^(?:at-least|reach(?:es)?|hits)$/u.test(word))) return "comes at least";
  if (near.some((word) => /^(?:more|over|exceeds?|above|exceeding|>)$/u.test(word)))
    return "comes more than";
  return near.some((word) => /^(?:fewer|less|under|below)$/u.test(word))
    ? "comes fewer than"
    : null;
}
