/** Clauses of a sentence with what each says of the alarm: asks for it, denies it, or states what must hold. */
import {
  BEFORE_ACT,
  DENIALS,
  INTRODUCERS,
  LAST,
  NEGATIONS,
  PAST,
  PERSONS,
  PHRASES,
  REMOVALS,
  STRONG,
  WEAK,
  SENT,
} from "./lexicon.js";
import type { Token } from "./tokens.js";

export interface Clause {
  readonly tokens: readonly Token[];
  /** The word that begins it as a condition: when, unless. */
  readonly introducer: string | null;
  /** The sign behind it. */
  readonly end: string;
}

const BREAKS: ReadonlySet<string> = new Set([
  "but",
  "so",
  "because",
  "otherwise",
  "else",
  "though",
]);
const WORDS_MAX = 6;

/** Tokens with each phrase as one word. */
export function merged(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const found = phraseAt(tokens, i);
    if (found === null) {
      out.push(tokens[i]!);
      continue;
    }
    const last = tokens[i + found.length - 1]!;
    const at = [tokens[i]!.at[0], last.at[1]] as const;
    const denied = /^(?:no|not)$/u.test(tokens[i]!.word) ? ({ isDenied: true } as const) : {};
    out.push({ kind: "word", word: found.word, at, amount: null, ...denied });
    i += found.length - 1;
  }
  return out;
}

const BY_FIRST: ReadonlyMap<
  string,
  readonly (readonly [words: readonly string[], word: string])[]
> = (() => {
  const all = new Map<string, (readonly [readonly string[], string])[]>();
  for (const [phrase, word] of PHRASES) {
    const words = phrase.split(" ");
    all.set(words[0]!, [...(all.get(words[0]!) ?? []), [words, word]]);
  }
  return all;
})();

const COMPARED = /^(?:[a-z]+er|more|less|worse)$/u;
const FEWER =
  /^(?:less|lower|fewer|smaller|colder|cooler|slower|shallower|lighter|drier|dryer|weaker|thinner|quieter)$/u;

function phraseAt(
  tokens: readonly Token[],
  at: number,
): { readonly word: string; readonly length: number } | null {
  const words = tokens
    .slice(at, at + WORDS_MAX)
    .map((token) => (token.kind === "number" ? "#" : token.word));
  // No more than, not less than: an end that is included.
  if (/^(?:no|not)$/u.test(words[0]!) && COMPARED.test(words[1] ?? "") && words[2] === "than")
    return { word: FEWER.test(words[1]!) ? "at-least" : "at-most", length: 3 };
  if (words[0] === "anything" && COMPARED.test(words[1] ?? "")) {
    // Anything drier or wetter: all else.
    const isBoth = words[2] === "or" && COMPARED.test(words[3] ?? "") && words[4] !== "than";
    if (isBoth) return { word: "otherwise", length: 4 };
  }
  const known = BY_FIRST.get(words[0]!)?.find(([phrase]) =>
    phrase.every((word, i) => words[i] === word),
  );
  return known === undefined ? null : { word: known[1], length: known[0].length };
}

/** @param tokens merged */
export function clausesOf(tokens: readonly Token[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let [current, introducer]: [Token[], string | null] = [[], null];
  const close = (end: string): void => {
    if (current.length > 0) clauses.push({ tokens: current, introducer, end });
    [current, introducer] = [[], null];
  };
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "stop") {
      // Must never, ever go above: the sentence goes on.
      if (token.word === "," && NEGATIONS.has(current.at(-1)?.word ?? "")) continue;
      close(token.word);
      continue;
    }
    if (token.kind === "word" && BREAKS.has(token.word)) close(token.word);
    if (isIntroducer(tokens, i)) {
      // One, and when: the same clause goes on.
      close("");
      introducer = /^(?:should|were)$/u.test(token.word) ? "if" : token.word;
      if (token.word !== "unless") continue;
    }
    current.push(isThing(tokens, i) ? { ...token, word: `${token.word}-thing` } : token);
  }
  close("");
  return clauses;
}

/** Wake the chief should it fall: whoever is called stands between. */
function isCalled(tokens: readonly Token[], at: number): boolean {
  const stop = tokens.findLastIndex(({ kind }, i) => i < at && kind === "stop");
  const said = tokens.slice(stop + 1, at).filter(({ word }) => !BEFORE_ACT.has(word));
  const first = said[0]?.word ?? "";
  const isAct = WEAK.has(first) || STRONG.has(first) || first === "let" || first === "give";
  return isAct && said.every(({ kind }) => kind === "word") && said.length <= NAMED_MAX;
}

/** Words that call somebody, with who that is. */
const NAMED_MAX = 7;
const AHEAD =
  /^(?:know|alarm|alert|warn|please|shout|ring|call|siren|horn|and|or|then|crew|team|nurse)$/u;

/** The must of a winery, the can in the rack: no verb stands behind it. */
function isThing(tokens: readonly Token[], i: number): boolean {
  const [{ kind, word }, next] = [tokens[i]!, tokens[i + 1]];
  const isModal = kind === "word" && /^(?:must|can|may|will|wants)$/u.test(word);
  return (
    isModal &&
    next?.kind === "word" &&
    /^(?:in|at|of|on|is|above|below|over|under|rack|goes|gets|inside|temperature|level|from)$/u.test(
      next.word,
    )
  );
}

function isIntroducer(tokens: readonly Token[], i: number): boolean {
  const { kind, word } = tokens[i]!;
  if (kind !== "word") return false;
  if (INTRODUCERS.has(word)) return true;
  // Were the feed water to fall.
  if (word === "were") {
    const end = tokens.findIndex((one, k) => k > i && one.kind !== "word");
    return tokens.slice(i + 2, end < 0 ? undefined : end).some((one) => one.word === "to");
  }
  if (word !== "should") return false;
  const before = tokens[i - 1];
  const behind = tokens[i + 1]?.word ?? "";
  // Should brake air fall: at the beginning, and no question.
  const isFirst = before === undefined && !/^(?:i|we|you|not|be)$/u.test(behind);
  if (isFirst && tokens.at(-1)?.word !== "?") return true;
  const isAhead =
    before === undefined ||
    before.kind === "stop" ||
    isCalled(tokens, i) ||
    PERSONS.has(before.word) ||
    AHEAD.test(before.word);
  return (
    isAhead &&
    /^(?:the|an?|my|our|it|any|its|his|her|their|this|that|they|either|both)$/u.test(behind)
  );
}

export function words(clause: Clause): readonly string[] {
  return clause.tokens.map(({ word }) => word);
}

export function hasNumber({ tokens }: Clause): boolean {
  return tokens.some(({ kind }) => kind === "number");
}

/** Where a clause asks for an alarm, or speaks of one; -1 where it does not. */
export function alarmAt(clause: Clause): number {
  const all = words(clause);
  return all.findIndex((word, i) => isAlarm(all, i, word, clause));
}

const WANTED = new RegExp(
  "^(?:want|wants|like|love|need|needs|get|gets|give|gives|send|sends|drop|deserves|worth|means|merits|warrants" +
    "|justifies|demands|be|been" +
    "|have|has|having|should|must|let|lets|expect|raise|raises)$",
  "u",
);
/** What speaks for a call: it names whom, or is wanted; somebody who speaks hears of it. */
const [CALLED, HEARD] = [2, 0.5];
const SPEAKER = /^(?:i|we|i'd|we'd|i'll|we'll)$/u;

const SENDS =
  /^(?:chance|possibility|push|put|post|issue|make|leave|write|shoot|fire|appreciate)$/u;

/** Somebody is sent it: push a notice to the club. */
function isSent(before: readonly string[]): boolean {
  return before.some((word) => WANTED.test(word) || SENDS.test(word));
}

const ROLE = /^(?:all|every|the|my|our|a|an|his|her|their|on-call|oncall|ops|it|in|out|up|off)$/u;

function isAlarm(all: readonly string[], i: number, word: string, clause: Clause): boolean {
  const { introducer } = clause;
  if (STRONG.has(word)) return !(introducer !== null && all[i + 1] === "is");
  // Behind its own condition a clause has no act: the call rate is no call.
  // Trip and call service: another act is joined to it.
  const isJoined = introducer === null && /^(?:and|then|&)$/u.test(all[i - 1] ?? "");
  const isFirst =
    isJoined || all.slice(0, i).every((one) => BEFORE_ACT.has(one) || PERSONS.has(one));
  const next = all[i + 1] ?? "";
  const isLetter = introducer === null && /^(?:an?|another)$/u.test(all[i - 1] ?? "");
  if (isLetter && SENT.has(word) && isSent(all.slice(0, i))) return true;
  if (WEAK.has(word)) {
    const before = all.slice(Math.max(0, i - 4), i);
    const isWanted = before.some((one) => WANTED.test(one) || one === "to");
    const weight =
      (PERSONS.has(next) || PERSONS.has(all[i + 2] ?? "") || ROLE.test(next) ? CALLED : 0) +
      (isWanted ? CALLED : 0) +
      (/^(?:of|about)$/u.test(next) ? HEARD : 0) +
      // Hits 85 tell the plumber: right behind the number.
      (clause.tokens[i - 1]?.kind === "number" && next !== "" ? CALLED : 0) +
      (before.slice(-3).some((one) => SPEAKER.test(one)) ? CALLED - HEARD : 0) +
      // The sound level is no act: nothing is called by it.
      (isFirst && !clause.tokens.some(({ amount }) => amount?.sort === "value") ? CALLED : 0);
    const isBehind = clause.tokens.slice(0, i).some(({ kind }) => kind === "number");
    // The logger sends every minute: of a thing.
    const isOfThing =
      word.endsWith("s") && i > 0 && !isFirst && !isWanted && !PERSONS.has(next) && !isBehind;
    if (isOfThing) return false;
    const isPlain = introducer === null || PERSONS.has(next) || isBehind;
    return weight >= (isPlain ? CALLED : CALLED + HEARD);
  }
  const isGiven = PERSONS.has(next) && /^(?:an?|another|some)$/u.test(all[i + 2] ?? "");
  if (isGiven && /^(?:give|drop|send|shoot|push|do|fire|throw|lob)$/u.test(word)) return true;
  if (introducer !== null || (REMOVALS.has(word) && !/^(?:me|us)$/u.test(next))) return false;
  // Whatever is done to somebody first of all calls them: hit me up, get me out of bed.
  const isCalled = /^(?:for|at|to|on)$/u.test(next)
    ? PERSONS.has(all[i + 2] ?? "")
    : /^(?:me|us)$/u.test(next);
  const isVerb =
    !CONTROLS.test(word) && !/^(?:for|to|of|with|by|and|than|like|about|between|let)$/u.test(word);
  return isFirst && (isJoined || i < 4) && isCalled && isVerb;
}

/** A lone verb before its condition: `scream when`. */
export function isCry(clause: Clause, next: Clause | undefined): boolean {
  const all = words(clause).filter((word) => !BEFORE_ACT.has(word) && !word.endsWith("ly"));
  const isAlone = all.length === 1 && next !== undefined && next.introducer !== null;
  return (
    clause.introducer === null &&
    clause.end === "" &&
    isAlone &&
    !REMOVALS.has(all[0]!) &&
    !CONTROLS.test(all[0]!)
  );
}

const CONTROLS = new RegExp(
  "^(?:open|close|start|restart|water|feed|drain|fill|empty|vent|purge|trip|run|lock|set|increase" +
    "|reduce|decrease|move|heat|cool|charge|pump|record|log|store|save|keep|hold|wait|watch|monitor" +
    "|ensure|check|use|buy|order|add|dose|lower|raise|harvest|eat|drink|act|do|go|sleep|only|never" +
    "|always|not|continue|resume|proceed|recalibrate|calculate|compute|simulate)$",
  "u",
);

/** A verb that does something to a thing: no contract does that. */
export function isControl(word: string): boolean {
  const isKept = new RegExp(
    "^(?:keep|hold|ensure|only|never|not|always|do|go|heat|cool|charge|pump|water|feed|drain|vent|run" +
      "|set|add|lower|level|log)$",
    "u",
  );
  return (CONTROLS.test(word) || REMOVALS.has(word)) && !isKept.test(word);
}

/** An arrow leads from a condition to its alarm, however that is called. */
export function isLedTo(clause: Clause, before: Clause | undefined): boolean {
  const first = words(clause)[0] ?? "";
  return /^(?:->|=>)$/u.test(before?.end ?? "") && !CONTROLS.test(first) && !REMOVALS.has(first);
}

/** An act on an alarm, or on a reading: neither asks for one. */
export function isRemoval(clause: Clause): boolean {
  const all = words(clause).filter((word) => !BEFORE_ACT.has(word) || word === "an");
  const first = all[0] ?? "";
  // A drop of the pressure: a thing that happens, and no act.
  const isNoun = /^(?:an?|the|any|each|every)$/u.test(clause.tokens[0]?.word ?? "");
  // Drop me a line.
  if (!REMOVALS.has(first) || isNoun || PERSONS.has(all[1] ?? "")) return false;
  const isOn =
    (/^(?:turn|switch|set)$/u.test(first) && all.slice(1).includes("on")) ||
    (first === "set" && all.at(-1) === "off");
  return !isOn;
}

export function isPast({ introducer, tokens }: Clause, text: string): boolean {
  const [from, to] = [tokens[0]!.at[0], tokens.at(-1)!.at[1]];
  const said = text.slice(from, to);
  return (
    LAST.test(said) ||
    tokens.some(({ word }, i) => {
      // Haven't had a word: until now, and not once.
      const isPerfect =
        word === "had" &&
        /^(?:have|has|haven't|hasn't|not|.*['’](?:ve|s))$/u.test(tokens[i - 1]?.word ?? "");
      return PAST.has(word) && !isPerfect && !(word === "had" && introducer !== null && i < 2);
    })
  );
}

/** Its words deny, wherever in it they stand. */
export function denialsIn(clause: Clause): readonly number[] {
  return words(clause).flatMap((word, i) => (DENIALS.has(word) || word.endsWith("n't") ? [i] : []));
}
