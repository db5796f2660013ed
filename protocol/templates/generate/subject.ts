/** What a sentence watches: its words without commands, clauses and what joins them. */
import { GAP, type Masked } from "./masked.js";

/** Who is told, and how. */
const COMMANDS = new RegExp(
  [
    "\\b(?:please|kindly|hey|hi|hello|thanks|thank you|can you|could you|would you|i would" +
      " like|i'd like|i want|we want|i need|we need)\\b",
    "\\b(?:to )?(?:alert|alarm|warn|notify|tell|inform|ping|page|email|e-mail|text|message" +
      "|call|remind|let)(?:s|ed|ing)? (?:me|us|them|him|her|someone|somebody|(?:the |an? |my" +
      " |our )?(?:operator|team|crew|staff|engineer|owner|nurse|driver|doctor|control room|shift))" +
      "(?: know)?\\b",
    "\\b(?:to )?(?:alert|alarm|warn|notify|tell|inform|ping|page|email|message|call|remind)" +
      " (?:the |an? |my |our )(?:[a-z-]+ ){1,2}(?=when|if|once|before|as soon|whenever|that\\b)",
    "\\b(?:to )?(?:raise|send|give|sound|trigger|fire|issue|create|set off|set up|be) (?:an?" +
      "|the|me an?|us an?)? ?(?:alert|alarm|warning|notification|contract|monitor|message|warned" +
      "|alerted|notified|told|informed)\\b",
    "\\bi(?: must| should| have to| need to| want to| would like to)? (?:be )?(?:told|warned" +
      "|alerted|notified|informed|know|see)\\b",
    "\\b(?:alert|alarm|warn|warning|notify|tell|monitor|watch|check|observe|track|supervise" +
      "|guard|look after|look at|flag|report)\\b",
    "\\b(?:me|us|it|its|my|our|your|their|this|that|these|those|they|we|i|you)\\b",
  ].join("|"),
  "gu",
);
/** They change a condition: a sentence that has one outside of its clauses is not understood. */
const QUALIFIERS = new RegExp(
  "\\b(?:unless|except|only|while|whereas|but|not|never|without|until|till|after|before|during|" +
    "twice|half|double|triple|neither|nor|either|both|no|none|least|most|doesn't|isn't|don't|won't|" +
    "cannot|tomorrow|yesterday|tonight|today|weekends?|nights?|sundays?|mondays?)\\b",
  "u",
);
const JOINED = /\b(?:or|and|nor)\b/u;
/** Behind a clause: a condition without a number of its own. */
const SECOND = new RegExp(
  "^(?:and|or)(?: if| when| once)? (.+?) " +
    "(?:is|are|was|were|has|have|stays|remains|turns|opens|closes|runs|starts|stops)\\b.*",
  "u",
);
const STOPS: ReadonlySet<string> = new Set(
  (
    "whether a an the of in on at to for from by with when whenever if once as soon then so" +
    " is are was were be been being has have had " +
    "do does did will would can could may might shall should must there here too very any" +
    " some each all ever even just still again " +
    "gets get goes go going rises rise rising climbs falls fall falling drops drop sinks dips" +
    " stays stay remains remain jumps runs run moves " +
    "comes come becomes become reads read shows sits swings grows reaches happens than which" +
    " who whose what where how about into onto per via " +
    "because since up down out off over under back more less too something anything please" +
    " reading readings value values measured current " +
    "currently continuously immediately right away possible now ok such also always and or" +
    " contract program monitor"
  ).split(" "),
);

/** `before a stall`: what is watched may be called so, if a template has the word. */
const NAMING =
  /\b(?:before|after|during|without|until) (?:an? |the |its )?(?<noun>[a-z][a-z-]+)(?: (?<next>[a-z][a-z-]+))?/gu;
const NO_NAMES =
  /^(?:it|its|they|this|that|the|when|if|night|nights|day|days|noon|morning|evening|sunday|monday|weekend|work)s?$/u;

export type Subject =
  | {
      readonly words: readonly string[];
      /** Words that what is watched must have, or the sentence says something else. */
      readonly naming: readonly string[];
    }
  | { readonly stop: string; readonly message: string };

/** @param isWhole nothing but the subject says what an alert is: one may come before it then */
export function subjectOf(masked: Masked, isWhole: boolean): Subject {
  const bare = masked.rest.replace(/\{[qtnc]\d+\}/g, GAP).replace(COMMANDS, GAP);
  const before = isWhole ? /^(?:[| ]|before)*\bbefore\b|\| ?before\b/u : null;
  const open = before === null ? bare : bare.replace(before, GAP);
  const naming: string[] = [];
  const plain = open.replace(NAMING, (whole, noun: string, next: string | undefined) => {
    if (NO_NAMES.test(noun)) return whole;
    naming.push(...wordsOf(`${noun} ${next ?? ""}`.replace(/-/gu, " ")));
    return `${noun} ${next ?? ""}`;
  });
  const qualifier = QUALIFIERS.exec(plain)?.[0];
  if (qualifier !== undefined) {
    return {
      stop: qualifier,
      message: `"${qualifier}" is not understood here: write one condition without it`,
    };
  }
  const parts = plain.split(/[|,.;:!?()]+/).map((part) => part.trim());
  for (const [i, part] of parts.entries()) {
    const more = i === 0 ? null : SECOND.exec(part);
    if (more !== null && wordsOf(more[1] ?? "").length > 0) {
      return {
        stop: more[0],
        message: `"${more[0]}" is a second condition: write a sentence for each`,
      };
    }
    const inner = part.replace(/^(?:and|or)\b|\b(?:and|or)$/gu, "").trim();
    const join = JOINED.exec(inner)?.[0];
    if (
      join !== undefined &&
      /[a-z]/.test(inner.replace(JOINED, "")) &&
      wordsOf(inner).length > 1
    ) {
      return {
        stop: join,
        message: `two things joined by "${join}" are two sentences: write one for each`,
      };
    }
  }
  return { words: parts.flatMap(wordsOf), naming };
}

function wordsOf(part: string): readonly string[] {
  return (part.match(/[\p{L}][\p{L}\p{N}'-]*|[\p{L}\p{N}]*\d[\p{L}\p{N}]*/gu) ?? [])
    .map((word) => word.replace(/'s$|'$/u, ""))
    .filter((word) => word !== "" && !STOPS.has(word));
}
