/** A question taken apart: words, quantities with the words around them, bodies, what is asked. */
import { isUnit } from "../../units/index.js";
import { spansIn, type Span } from "../../units/quantity/index.js";
import { entities, type Entity } from "./entities.js";
import { HOW, NEUTRAL, lawStem } from "./lawWords.js";

export interface Token {
  readonly stem: string;
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  /** It is one of the words that ask: `how long`. */
  readonly isOpener: boolean;
  /** Index of the clause between two marks. */
  readonly clause: number;
}

/** A number of the question. */
export interface Given {
  readonly span: Span;
  /** Stems before it, the nearest first, up to the number or the mark before. */
  readonly before: readonly string[];
  /** Stems behind it, up to the next number, mark or preposition. */
  readonly after: readonly string[];
  /** `from`, `to`, `between` right before it. */
  readonly preposition: string | null;
}

export interface Named {
  readonly entity: Entity;
  readonly at: readonly [start: number, end: number];
  readonly tokens: readonly number[];
  readonly isPlural: boolean;
}

export interface Question {
  readonly text: string;
  /** Words outside of quantities and of the names before equals signs. */
  readonly tokens: readonly Token[];
  readonly given: readonly Given[];
  readonly named: readonly Named[];
  /** Stems of what is asked for, the noun first; null where nothing says so. */
  readonly asked: readonly string[] | null;
  /** The asked words up to the first `of`. */
  readonly head: readonly string[];
  /** The asked words are all that `how far` may mean: one of them is meant. */
  readonly isHow: boolean;
  /** Where nothing asks: the words that the question begins with. */
  readonly lead: readonly string[];
  /** Places of words that ask. */
  readonly openers: number;
  /** Unit the answer is asked in; null for none. */
  readonly wanted: { readonly text: string; readonly at: readonly [number, number] } | null;
}

const WORD = /[\p{L}][\p{L}\p{N}_]*|\d+/gu;
const MARK = /[,;:.!?()]/;
const PREPOSITIONS: ReadonlySet<string> = new Set(
  "at for with in by from to between on if when given through over under into than while during after".split(
    " ",
  ),
);
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
const WANTED =
  /\s(?:in|as|expressed in)\s+((?:[\p{L}µΩ°%][\p{L}\p{N}µΩ°%^*/·().²³⁻ -]{0,30}))\s*[?.!]*\s*$/iu;

export function readQuestion(text: string): Question {
  const wanted = wantedIn(text);
  const body = wanted === null ? text : text.slice(0, wanted.at[0]);
  const spans = spansIn(body);
  const covered = spans.flatMap(({ at, name }) => (name === null ? [at] : [at, name.at]));
  const tokens = tokensOf(body, covered, openersIn(body, spans));
  const given = spans.map((span, i) => givenOf(body, span, spans[i - 1], spans[i + 1]));
  const { asked, head, isHow, openers } = askedIn(body, tokens, spans);
  const lead = asked === null ? leadOf(body, tokens, spans) : [];
  return { text, tokens, given, named: namedIn(tokens), asked, head, isHow, lead, openers, wanted };
}

/** `in eV` at the end, where what follows is a unit. */
function wantedIn(text: string): Question["wanted"] {
  const match = WANTED.exec(text);
  if (match === null) return null;
  const unit = match[1]!.replace(/[?.!\s]+$/, "");
  if (NEUTRAL.has(lawStem(unit)) || !isUnit(unit)) return null;
  if (/^[a-z]$/.test(unit)) return null;
  return { text: unit, at: [match.index, text.length] };
}

function tokensOf(
  text: string,
  covered: readonly (readonly [number, number])[],
  openers: readonly (readonly [number, number])[],
): readonly Token[] {
  const tokens: Token[] = [];
  let [last, clause] = [0, 0];
  for (const match of text.matchAll(WORD)) {
    const at = [match.index, match.index + match[0].length] as const;
    const between = text.slice(last, at[0]);
    if (MARK.test(between.replace(/\d[.,]\d/g, ""))) clause += 1;
    last = at[1];
    if (covered.some(([from, to]) => at[0] < to && from < at[1])) continue;
    const word = match[0];
    const isOpener = openers.some(([from, to]) => from <= at[0] && at[1] <= to);
    // "isn't" and "Ohm's": the letter behind the apostrophe is no word.
    if (/^[stdm]$|^ll$|^ve$|^re$/.test(word) && /['’]$/.test(text.slice(0, at[0]))) {
      if (word === "t" && /n['’]$/.test(text.slice(0, at[0])))
        tokens.push({ stem: "not", text: word, at, clause, isOpener: false });
      continue;
    }
    tokens.push({ stem: lawStem(word), text: word, at, clause, isOpener });
  }
  return tokens;
}

function givenOf(text: string, span: Span, before?: Span, after?: Span): Given {
  const [start, end] = span.at;
  const head = text.slice(before?.at[1] ?? 0, span.name?.at[0] ?? start);
  const cut = Math.max(head.lastIndexOf(","), head.lastIndexOf(";"), head.lastIndexOf("("));
  const colon = Math.max(head.lastIndexOf(". "), head.lastIndexOf("?"), head.lastIndexOf(": "));
  const near = head.slice(Math.max(cut, colon) + 1);
  const words = [...near.matchAll(WORD)].map(([word]) => word);
  const nameWord = span.name === null ? [] : [span.name.text];
  const tail = text.slice(
    end,
    after === undefined ? text.length : (after.name?.at[0] ?? after.at[0]),
  );
  const behind: string[] = [];
  for (const [word] of (tail.split(MARK)[0] ?? "").matchAll(WORD)) {
    if (PREPOSITIONS.has(word.toLowerCase()) || /^and$/i.test(word)) break;
    behind.push(lawStem(word));
  }
  const lowered = words.map((word) => word.toLowerCase());
  const last = lowered[lowered.length - 1] ?? null;
  return {
    span,
    before: [...nameWord, ...[...words].reverse()].map(lawStem),
    after: behind,
    preposition: last,
  };
}

function namedIn(tokens: readonly Token[]): readonly Named[] {
  const found: Named[] = [];
  const taken = new Set<number>();
  const longest = [...entities].sort((a, b) => b.stems.length - a.stems.length);
  for (const entity of longest) {
    tokens.forEach((_, i) => {
      const own = entity.stems.map((_stem, k) => i + k);
      if (own.some((k) => taken.has(k))) return;
      if (!entity.stems.every((stem, k) => tokens[i + k]?.stem === stem)) return;
      for (const k of own) taken.add(k);
      const [first, last] = [tokens[i]!, tokens[i + own.length - 1]!];
      found.push({
        entity,
        at: [first.at[0], last.at[1]],
        tokens: own,
        isPlural: last.text.endsWith("s") && !entity.name.endsWith("s"),
      });
    });
  }
  return found.sort((a, b) => a.at[0] - b.at[0]);
}

function openersIn(text: string, spans: readonly Span[]): readonly (readonly [number, number])[] {
  return [...text.matchAll(OPENER)]
    .map((match) => [match.index, match.index + match[0].length] as const)
    .filter(([start]) => !spans.some(({ at: [from, to] }) => from <= start && start < to))
    .filter(([start, end]) => !isStatement(text, start, end));
}

/** `a force of 5 N gives`, `does it give to`: these words ask only where a clause begins. */
function isStatement(text: string, start: number, end: number): boolean {
  if (!/^(?:give|know|obtain|need)$/i.test(text.slice(start, end))) return false;
  return !/(?:^|[.,;:!?]|\b(?:please|to|and|i|we|you))\s*$/i.test(text.slice(0, start));
}

/** The first words up to a preposition, a mark or a number. */
function leadOf(text: string, tokens: readonly Token[], spans: readonly Span[]): readonly string[] {
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

function askedIn(
  text: string,
  tokens: readonly Token[],
  spans: readonly Span[],
): Pick<Question, "asked" | "head" | "isHow" | "openers"> {
  const places = openersIn(text, spans);
  // `compute: what is` asks once, and so does `find what`.
  const asks = places.filter(([, end]) => text.charAt(end) !== ":");
  const questions = asks.filter(([start]) => /^(?:what|which|how)/i.test(text.slice(start))).length;
  const openers = Math.max(questions, asks.length - questions);
  const last = places[places.length - 1];
  if (last === undefined) return { asked: null, head: [], isHow: false, openers: 0 };
  const how = /^how\s+([a-z]+)/i.exec(text.slice(...last))?.[1]?.toLowerCase();
  const from = last[1];
  const words: string[] = [];
  const clauseEnd = spans.find(({ at }) => at[0] >= from)?.at[0] ?? text.length;
  let clause: number | null = null;
  for (const token of tokens) {
    if (token.at[0] < from) continue;
    clause ??= token.clause;
    if (token.at[0] >= clauseEnd || token.clause !== clause) break;
    if (STOPS.has(token.text.toLowerCase()) && words.some((word) => !NEUTRAL.has(word))) break;
    if (STOPS.has(token.text.toLowerCase()) && how !== undefined) break;
    words.push(token.text.toLowerCase());
  }
  const special = how === undefined ? undefined : HOW.get(lawStem(how));
  if (special !== undefined) return { asked: special, head: special, isHow: true, openers };
  const of = words.indexOf("of");
  const head = (of < 0 ? words : words.slice(0, of))
    .map(lawStem)
    .filter((one) => !NEUTRAL.has(one));
  const asked = words.map(lawStem).filter((one) => !NEUTRAL.has(one));
  return { asked: asked.length === 0 ? null : asked, head, isHow: false, openers };
}
