/** What a question asks for: the words behind those that ask, or those that stand alone. */
import { isUnit } from "../../../units/index.js";
import { nearBefore, type Span } from "../../../units/quantity/index.js";
import { HOW, NEUTRAL, THINGS, lawStem } from "../lexicon/lawWords.js";
import type { Question, Token } from "./question.js";

const OPENER = new RegExp(
  String.raw`\b(?:what(?:'s|\s+is|\s+are|\s+was|\s+will\s+be|\s+would\s+be)?|which|how\s+(?:much|many|[a-z]+)|` +
    String.raw`find|compute|calculate|determine|evaluate|estimate|work\s+out|solve\s+for|tell\s+me|give\s+me|give|` +
    String.raw`know|obtain|need)\b`,
  "giu",
);
const STOPS: ReadonlySet<string> = new Set(
  (
    "at for with if when given between from on does do must should has have is are was gives give gets by through " +
    "that needed required in will would can could so flows flow occupies occupy remain remains"
  ).split(" "),
);

export function openersIn(
  text: string,
  spans: readonly Span[],
): readonly (readonly [number, number])[] {
  return [...text.matchAll(OPENER)]
    .map((match) => [match.index, match.index + match[0].length] as const)
    .filter(([start]) => !spans.some(({ at: [from, to] }) => from <= start && start < to))
    .filter(([start, end]) => !isStatement(text, start, end) && !isBracketed(text, start));
}

/** `(leave out what the room sends back)`: an aside within brackets asks for nothing. */
function isBracketed(text: string, at: number): boolean {
  const open = text.lastIndexOf("(", at);
  return open > 0 && text.lastIndexOf(")", at) < open && text.includes(")", at);
}

/** `a force of 5 N gives`, `does it give to`: these words ask only where a clause begins. */
function isStatement(text: string, start: number, end: number): boolean {
  const head = nearBefore(text, start);
  // "the speed at which it moves", "a stone, which weighs 3 kg"
  if (/^which$/i.test(text.slice(start, end)))
    return (
      /[\p{L}\p{N})]\s+(?:at|in|by|to|for|of|with|under|through|on|from|over|into)\s+$|,\s*$|[a-z]\s+$/iu.test(
        head,
      ) && !/(?:[.?!]\s*|^)\p{L}+\s+$/iu.test(head)
    );
  if (!/^(?:give|know|obtain|need)$/i.test(text.slice(start, end))) return false;
  return !/(?:^|[.,;:!?]|\b(?:please|to|and|i|we|you))\s*$/i.test(head);
}

/** Words of the clauses without a number; where none is, the first words up to a preposition. */
export function leadOf(
  text: string,
  tokens: readonly Token[],
  spans: readonly Span[],
): readonly string[] {
  const numbered = new Set(
    spans.flatMap(({ at, name }) => {
      const start = name?.at[0] ?? at[0];
      return clauseAt(text, start);
    }),
  );
  const free = tokens.filter(
    ({ at, stem }) => !numbered.has(clauseAt(text, at[0])) && !NEUTRAL.has(stem),
  );
  if (free.length > 0) return [...new Set(free.map(({ stem }) => stem))];
  return firstOf(text, tokens, spans);
}

/** Where the clause of a place begins. */
function clauseAt(text: string, at: number): number {
  // Both letters of a mark stand before the place.
  if (at < 2) return -1;
  return Math.max(
    ...[", ", "; ", ": ", ". ", "? "].map((mark) => text.lastIndexOf(mark, at - mark.length)),
  );
}

export function clauseBehind(
  tokens: readonly Token[],
  places: readonly (readonly [number, number])[],
): readonly string[] {
  const last = places[places.length - 1];
  if (last === undefined) return [];
  const first = tokens.find(({ at }) => at[0] >= last[1]);
  // `what force appears if I press the other one`: the condition asks for nothing.
  const end = tokens.find(({ at, text: word }) => at[0] >= last[1] && /^(?:if|when)$/i.test(word));
  return tokens
    .filter(
      ({ at, clause, stem }) =>
        at[0] >= last[1] &&
        clause === first?.clause &&
        (end === undefined || at[0] < end.at[0]) &&
        !NEUTRAL.has(stem),
    )
    .map(({ stem }) => stem);
}

function firstOf(
  text: string,
  tokens: readonly Token[],
  spans: readonly Span[],
): readonly string[] {
  const end = spans[0] === undefined ? text.length : (spans[0].name?.at[0] ?? spans[0].at[0]);
  const lead: string[] = [];
  for (const { at, clause, stem, text: word } of tokens) {
    if (at[0] >= end || clause !== tokens[0]!.clause) break;
    const isStop = STOPS.has(word.toLowerCase()) || word.toLowerCase() === "of";
    if (isStop && lead.length > 0) break;
    if (!NEUTRAL.has(stem)) lead.push(stem);
  }
  return lead;
}

/** `-> tension?`, `a = ?`, `...; common velocity?`: what stands alone at the end is asked for. */
function pointedAt(text: string, tokens: readonly Token[], from: number): readonly string[] | null {
  const label = /(?:^|[\s,;])([\p{L}][\p{L}\p{N}_]{0,12})\s*=\s*\?/u.exec(text);
  if (label !== null) return [lawStem(label[1]!)];
  const arrow = Math.max(text.lastIndexOf("->"), text.lastIndexOf("→"), text.lastIndexOf("=>"));
  const isAtEnd = from === 0 && /\?\s*$/.test(text);
  const mark = Math.max(
    ...[", ", "; ", ": ", ". ", " - ", " – "].map((one) => text.lastIndexOf(one)),
  );
  const start = arrow >= from && arrow > 0 ? arrow : isAtEnd && mark > 0 ? mark : -1;
  if (start < 0 || /\d/.test(text.slice(start).replace(/\([^)]*\)/g, ""))) return null;
  const words = tokens
    .filter(({ at, stem, isOpener }) => at[0] > start && !isOpener && !NEUTRAL.has(stem))
    .map(({ stem }) => stem);
  return words.length === 0 ? null : words;
}

/** `how large is the overshoot of`: the quantity is said, and its size asked for. */
function isOfQuantity(how: string, words: readonly string[]): boolean {
  const [verb, article, ...others] = words;
  if (!/^(?:large|big|great|strong|small)$/.test(how)) return false;
  if (
    !/^(?:is|are|was|were)$/.test(verb ?? "") ||
    !/^(?:the|its|his|her|their)$/.test(article ?? "")
  )
    return false;
  const of = others.indexOf("of");
  const nouns = (of < 0 ? others : others.slice(0, of))
    .map(lawStem)
    .filter((stem) => !NEUTRAL.has(stem));
  return nouns.length > 0 && !nouns.some((stem) => THINGS.has(stem));
}

const WITH_PREPOSITION: ReadonlySet<string> = new Set([
  "from",
  "off",
  "at",
  "with",
  "into",
  "onto",
]);

function isParticiple(word: string, next: string): boolean {
  const isForm = /^\p{L}{2,}(?:ed|own|rung|hot|ven)$/u.test(word);
  return isForm && WITH_PREPOSITION.has(next);
}

/** `how many times per second`: how often. */
const TIMES_PER = new RegExp(
  String.raw`^how\s+many\s+(?:times|cycles|oscillations|vibrations|swings|beats)\s+(?:\p{L}+\s+){0,3}?` +
    String.raw`(?:per|a|an|each|every)\s+(?:second|minute|hour)\b`,
  "iu",
);
/** `how much longer`: the change of a length. */
const MUCH_LONGER =
  /^how\s+much\s+(?:longer|shorter|taller|wider)\s+(?:do|does|did|will|is|are|would|can)\b/iu;
const LENGTH_CHANGE: readonly string[] = ["displacement", "elongation", "change"].map(lawStem);
/** `how much water comes out per second` */
const MUCH_PER =
  /^how\s+much\s+(?:\p{L}+\s+){1,6}?(?:per|a|an|each|every)\s+(?:second|minute|hour|day)\b/iu;
const FLOW_ASKED: readonly string[] = ["discharge", "flow"].map(lawStem);
const NUMBER_ASKED: readonly string[] = ["number", "count"].map(lawStem);

export function askedIn(
  text: string,
  tokens: readonly Token[],
  spans: readonly Span[],
  places: readonly (readonly [number, number])[],
): Pick<Question, "asked" | "head" | "how" | "isHow" | "openers"> {
  // `compute: what is` asks once, and so does `find what`.
  const asks = places.filter(([, end]) => text.charAt(end) !== ":");
  const questions = asks.filter(([start]) => /^(?:what|which|how)/i.test(text.slice(start))).length;
  const openers = Math.max(questions, asks.length - questions);
  const last = places[places.length - 1];
  const pointed = pointedAt(text, tokens, last?.[1] ?? 0);
  if (pointed !== null) return { asked: pointed, head: pointed, how: null, isHow: false, openers };
  if (last === undefined) return { asked: null, head: [], how: null, isHow: false, openers: 0 };
  const how = TIMES_PER.test(text.slice(last[0]))
    ? "often"
    : /^how\s+([a-z]+)/i.exec(text.slice(...last))?.[1]?.toLowerCase();
  const from = last[1];
  const whole = text.slice(last[0]);
  if (MUCH_LONGER.test(whole))
    return { asked: LENGTH_CHANGE, head: LENGTH_CHANGE, how: "much", isHow: true, openers };
  if (MUCH_PER.test(whole) && !/\b(?:energy|heat|power|charge)\b/i.test(whole))
    return { asked: FLOW_ASKED, head: FLOW_ASKED, how: "flowing", isHow: true, openers };
  const words: string[] = [];
  const clauseEnd = spans.find(({ at }) => at[0] >= from)?.at[0] ?? text.length;
  let clause: number | null = null;
  let stop = "";
  for (const token of tokens) {
    if (token.at[0] < from) continue;
    clause ??= token.clause;
    if (token.at[0] >= clauseEnd || token.clause !== clause) break;
    const word = token.text.toLowerCase();
    stop = word;
    if (STOPS.has(word) && words.some((one) => !NEUTRAL.has(one))) break;
    words.push(word);
  }
  const isMany = how === "many" && !isUnit(words[0] ?? "") && !isUnit(words.slice(0, 2).join(" "));
  const special = how === undefined ? undefined : isMany ? NUMBER_ASKED : HOW.get(lawStem(how));
  if (special !== undefined && !isOfQuantity(how!, words)) {
    // `how fast does a ball dropped from ...`: which ball it is, and nothing that is asked.
    const which = words.findIndex((word, i) => i > 0 && isParticiple(word, words[i + 1] ?? stop));
    const behind = (which < 0 ? words : words.slice(0, which))
      .map(lawStem)
      .filter((one) => !NEUTRAL.has(one));
    const asked = [...special, ...behind];
    return { asked, head: asked, how: lawStem(how!), isHow: true, openers };
  }
  const of = words.indexOf("of");
  const head = (of < 0 ? words : words.slice(0, of))
    .map(lawStem)
    .filter((one) => !NEUTRAL.has(one));
  const asked = words.map(lawStem).filter((one) => !NEUTRAL.has(one));
  return { asked: asked.length === 0 ? null : asked, head, how: null, isHow: false, openers };
}
