/** A question taken apart: words, quantities with the words around them, bodies, what is asked. */
import { keepingFew, keepingLast } from "../../../once.js";
import { isUnit } from "../../../units/index.js";
import { nearBefore, spansIn, type Span } from "../../../units/quantity/index.js";
import { entities, type Entity } from "../lexicon/entities.js";
import { everyForm } from "./everyNumber.js";
import { givenConstant, type GivenConstant } from "./givenConstants.js";
import { keysApart } from "./keyUnits.js";
import { withListUnits } from "./listUnits.js";
import { certainForms, looseForms, withoutColons } from "./numberForms.js";
import { withoutMoles } from "./ofOneMole.js";
import { plainly, type Ordinal } from "./plainly.js";
import { respelled } from "./respelled.js";
import { stateOfPart } from "./spanForms.js";
import { wantedOfEach } from "./wantedOfEach.js";
import { wantedIn, type Wanted } from "./wantedUnit.js";
import { withWholeNames } from "./wholeNames.js";
import { HOW, NEUTRAL, THINGS, lawStem } from "../lexicon/lawWords.js";
import { rootOf } from "../lexicon/roots.js";

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
  /** Roots of both, in the same order. */
  readonly roots: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Stems of its sentence up to it, and of some words behind it. */
  readonly clause: readonly string[];
  /** The `R` of `R 47 kohm`: a symbol right before it; null where none stands. */
  readonly label: string | null;
  /** `from`, `to`, `between` right before it. */
  readonly preposition: string | null;
  /** The constant of nature that it is the value of; null for none. */
  readonly constant: GivenConstant | null;
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
  /** Stems from what asks to the end of its clause. */
  readonly clause: readonly string[];
  /** The asked words are all that `how far` may mean: one of them is meant. */
  readonly isHow: boolean;
  /** The `far` of `how far`; null for other questions. */
  readonly how: string | null;
  /** Where nothing asks: the words that the question begins with. */
  readonly lead: readonly string[];
  /** Places of words that ask. */
  readonly openers: number;
  /** Unit the answer is asked in; null for none. */
  readonly wanted: Wanted | null;
  /** `1st order`, `the second harmonic`, and the stem that it counts. */
  readonly ordinals: readonly Ordinal[];
  /** Inputs of the ideal case may be supposed: the reading is confirmed before it is sealed. */
  readonly maySuppose: boolean;
}

/** Numbers that are read with the words around them: more than any law has inputs for. */
const GIVEN_MAX = 24;
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
/** @param spansOf numbers of a text, which the caller may have read */
export function readQuestion(typed: string, spansOf = spansIn): Question {
  const { body, ordinals, spans, text, wanted } = readNumbers(typed, spansOf);
  return questionOf({ body, ordinals, spans, text, wanted });
}

/** The question with its numbers read otherwise, for a proposal; none where no number may be. */
export function looselyRead(typed: string, spansOf = spansIn): readonly Question[] {
  const { spans, ...numbers } = readNumbers(typed, spansOf);
  const body = withoutColons(numbers.body, spans);
  return looseForms(numbers.body, spans).map((loose) =>
    questionOf({ ...numbers, body, spans: loose }),
  );
}

/** The question with each number as one value, in at most three forms, the likeliest first, for a proposal. */
export function readAnyhow(typed: string, spansOf = spansIn): readonly Question[] {
  const apart = keysApart(respelled(typed));
  const { spans, ...read } = readNumbers(apart.text, spansOf);
  const numbers = { ...read, wanted: wantedOfEach(read.text) ?? read.wanted };
  const body = withoutColons(numbers.body, spans);
  const written = { body, keys: apart.keys, spans, typed: apart.text };
  return everyForm(written).map((form) => {
    const question = questionOf({ ...numbers, body, spans: form });
    const given = question.given.map((one) => asDiameter(withoutUnitBefore(body, one)));
    return { ...question, given };
  });
}

/** The word that a number has as if it were said is the nearest. */
function asDiameter(given: Given): Given {
  const [said, another] = stateOfPart(given.span);
  if (said !== "diameter" || another !== undefined) return given;
  const stem = lawStem(said);
  return { ...given, before: [stem, ...given.before.filter((one) => one !== stem)] };
}

/** The kPa of `in kPa 2.0 m down` is of what is asked, and no name. */
function withoutUnitBefore(text: string, given: Given): Given {
  const { label, span } = given;
  if (label === null || !isUnit(label)) return given;
  const head = text.slice(Math.max(0, span.at[0] - label.length - 8), span.at[0]);
  return /\bin\s+\S+\s+$/iu.test(head) ? { ...given, label: null } : given;
}

interface Numbers extends Pick<Question, "ordinals" | "text" | "wanted"> {
  /** The text without the unit that is asked for at its end. */
  readonly body: string;
  readonly spans: readonly Span[];
}

/** Of one question: its looser forms begin with the same. What nobody keeps numbers for is read anew. */
const keptNumbers = keepingFew((spansOf: typeof spansIn) =>
  keepingLast((typed: string) => foundNumbers(typed, spansOf)),
);

function readNumbers(typed: string, spansOf: typeof spansIn): Numbers {
  return spansOf === spansIn ? foundNumbers(typed, spansOf) : keptNumbers(spansOf)(typed);
}

function foundNumbers(typed: string, spansOf: typeof spansIn): Numbers {
  const { ordinals, text } = plainly(typed);
  const wanted = wantedIn(text);
  const body = wanted === null || wanted.isInside ? text : beforeUnit(text, wanted.at[0]);
  const numbers = spansOf(body).filter(
    ({ at, name }) =>
      name !== null ||
      !(
        isArticle(body.slice(...at)) ||
        isPointOf(body, at) ||
        (wanted !== null && wanted.at[0] <= at[0] && at[1] <= wanted.at[1])
      ),
  );
  return {
    body,
    ordinals,
    spans: withoutMoles(
      body,
      withWholeNames(body, certainForms(body, withListUnits(body, numbers))),
    ),
    text,
    wanted,
  };
}

function questionOf({ body, ordinals, spans, text, wanted }: Numbers): Question {
  const covered = spans.flatMap(({ at, name }) => (name === null ? [at] : [at, name.at]));
  const places = openersIn(body, spans);
  const tokens = tokensOf(body, covered, places);
  const given: Given[] = [];
  for (const [i, span] of spans.slice(0, GIVEN_MAX).entries())
    given.push(partOf(givenOf(body, span, spans[i - 1], spans[i + 1]), given.at(-1)));
  const { asked, head, how, isHow, openers } = askedIn(body, tokens, spans, places);
  const lead = asked === null ? leadOf(body, tokens, spans) : [];
  return {
    text,
    tokens,
    given,
    named: namedIn(body, tokens),
    asked,
    head,
    clause: clauseBehind(tokens, places),
    isHow,
    how,
    lead,
    openers,
    ordinals,
    wanted,
    maySuppose: false,
  };
}

/** The text up to the unit; what ends in a question mark is a question without it, too. */
function beforeUnit(text: string, end: number): string {
  const head = text.slice(0, end);
  return /\?\s*$/.test(text) && !/[?.!,;:]\s*$/.test(head) ? `${head}?` : head;
}

/** `two point charges` are no points of print. */
function isPointOf(text: string, [start, end]: readonly [number, number]): boolean {
  return /\bpoints?$/i.test(text.slice(start, end)) && /^\s+[\p{L}]/u.test(text.slice(end));
}

/** `one photon`, `a single gram` say that there is one: they state no number of their own. */
function isArticle(span: string): boolean {
  // `two people` are who the question is about.
  if (/\d|\b(?:hundred|thousand|million|billion|trillion)\b/i.test(span)) return false;
  return /^(?:one(?!\s+point\b)|a single|single)\b|^[a-z]+\s+(?:people|persons)$/i.test(span);
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
    if (/^[stdm]$|^ll$|^ve$|^re$/.test(word) && /['’]/.test(text.charAt(at[0] - 1))) {
      if (word === "t" && text.charAt(at[0] - 2) === "n")
        tokens.push({ stem: "not", text: word, at, clause, isOpener: false });
      continue;
    }
    tokens.push({ stem: lawStem(word), text: word, at, clause, isOpener });
  }
  return tokens;
}

const GREEK =
  "alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|nu|rho|sigma|tau|phi|omega|zeta|xi|psi";
/** A letter, a Greek one by its name, or letters with a capital or a digit. */
const LABEL = new RegExp(
  String.raw`(?<!\b(?:cos|sin|tan|log|ln|exp|sqrt))(?:^|[\s,;(])(` +
    String.raw`(?:[B-HJ-Zb-hj-z]|${GREEK}|[A-Za-z](?=[A-Za-z_]{0,3}[A-Z\d_])[A-Za-z\d_]{1,4}|[A-Z][a-z]?\d?))\s+$`,
  "u",
);

/** `1,200 primary turns`: the noun that a bare number counts, with what stands before it. */
const COUNTED_NOUN = /^\s+(?:[\p{L}-]+\s+){0,2}?\p{L}+s(?=[\s,;.])/u;

/** `33 mm in radius`: the kind of the number stands behind it. */
const IN_KIND =
  /^\s+in\s+(?:radius|diameter|length|width|height|depth|thickness|area|volume|mass|weight)\b/iu;

/** Where the words begin that may be of the next number. */
function endOf(text: string, span: Span): number {
  const end = span.at[1];
  const inKind = IN_KIND.exec(text.slice(end));
  if (inKind !== null) return end + inKind[0].length;
  if (span.name !== null || span.quantities[0]?.hasUnit !== false) return end;
  return end + (COUNTED_NOUN.exec(text.slice(end))?.[0].length ?? 0);
}

/** `exit pressure: 60 kPa; exit area: 0.5 m^2`: colons join names and numbers. One alone may ask. */
const isListOfNames = keepingLast(
  (text: string): boolean => (text.match(/\p{L}:\s+[-+\u2212]?\.?\d/gu)?.length ?? 0) > 1,
);

const BEHIND_BRACKETS = /^\s*\((\p{Ll}[\p{Ll}\s-]{1,30})\)/u;

function givenOf(text: string, span: Span, before?: Span, after?: Span): Given {
  const [start, end] = span.at;
  const ownStart = span.name?.at[0] ?? start;
  const headStart = before === undefined ? 0 : endOf(text, before);
  // `(I get 1 for each 1 staked) 55% of the time`: what ends a bracket is of what stands in it.
  const between = headStart > ownStart ? "" : text.slice(headStart, ownStart);
  const own = between.replace(/^[^()]*\)/u, ({ length }) => " ".repeat(length));
  // `carbon fibres (230 GPa)`: what stands before the mark is of the number.
  const head = span.name === null ? own.replace(/\(\s*$/, " ") : own;
  const cut = Math.max(head.lastIndexOf(","), head.lastIndexOf(";"), head.lastIndexOf("("));
  const ahead = isListOfNames(text) ? head.replace(/:\s*$/u, "") : head;
  // `Re: 25000; Pr: 0.71`
  const symbolHead = ahead === head ? head : `${ahead} `;
  const colon = Math.max(ahead.lastIndexOf(". "), ahead.lastIndexOf("?"), ahead.lastIndexOf(": "));
  // `5 m outside and 14 m inside`: what stands before an `and` is of the number before.
  const joined =
    before === undefined
      ? -1
      : Math.max(...[" and ", " but ", " while "].map((one) => head.lastIndexOf(one)));
  const near = head.slice(Math.max(cut, colon, joined) + 1);
  const words = [...near.matchAll(WORD)].map(([word]) => word);
  const nameWord = span.name === null ? [] : [span.name.text];
  const tail = text.slice(
    end,
    after === undefined ? text.length : (after.name?.at[0] ?? after.at[0]),
  );
  const behind: string[] = [];
  // `230 GPa (fibre) and 3.5 GPa (matrix)`
  const inBrackets = BEHIND_BRACKETS.exec(tail)?.[1] ?? "";
  for (const [word] of (inBrackets || (tail.split(MARK)[0] ?? "")).matchAll(WORD)) {
    // `0.15 mol/L in sodium acetate`: what stands behind the first preposition is meant as well.
    if (behind.length > 0 && (PREPOSITIONS.has(word.toLowerCase()) || /^and$/i.test(word))) break;
    if (/^(?:and|if|when|to|than|while)$/i.test(word)) break;
    behind.push(lawStem(word));
  }
  const [from, to] = sentenceAround(text, start, end);
  const wide = [
    ...(text.slice(from, start).match(WORD) ?? []).slice(-10),
    ...(text.slice(end, to).match(WORD) ?? []).slice(0, 5),
  ];
  const lowered = words.map((word) => word.toLowerCase());
  const last = lowered[lowered.length - 1] ?? null;
  const nearest = [...nameWord, ...[...words].reverse()].map(lawStem);
  return {
    span,
    constant: givenConstant(span, nearest),
    before: nearest,
    after: behind,
    roots: { before: nearest.map(rootOf), after: behind.map(rootOf) },
    clause: wide.map(lawStem),
    label: span.name === null && !isTimesSign(head, before) ? labelIn(symbolHead) : null,
    preposition: last,
  };
}

/** Where the sentence begins that a number stands in, and where it ends. */
function sentenceAround(text: string, start: number, end: number): readonly [number, number] {
  let [from, to] = [0, text.length];
  for (const mark of marksIn(text)) {
    if (mark + 2 <= start) from = mark + 2;
    else if (mark >= end) {
      to = mark;
      break;
    }
  }
  return [from, to];
}

/** Of each number of a question. */
const marksIn = keepingLast((text: string): readonly number[] =>
  [...text.matchAll(/[.?!;]\s/g)].map(({ index }) => index),
);

/** The two numbers of a change have the same words, and one more each: the first and the last. */
function partOf(given: Given, before: Given | undefined): Given {
  const state = stateOfPart(given.span);
  const isSecond =
    state[0] === "final" && before !== undefined && stateOfPart(before.span)[0] === "initial";
  const own = isSecond
    ? before.before.filter((stem) => !stateOfPart(before.span).map(lawStem).includes(stem))
    : given.before;
  return state.length === 0 ? given : { ...given, before: [...own, ...state.map(lawStem)] };
}

function labelIn(head: string): string | null {
  const label = LABEL.exec(head)?.[1] ?? null;
  if (label === null || !NEUTRAL.has(lawStem(label))) return label;
  // `My 8 inch telescope`, `A 75 ohm antenna`: a sentence begins, and no symbol stands there.
  const isFirst = /(?:^|[.?!])\s*$/u.test(head.slice(0, head.lastIndexOf(label)));
  return isFirst ? null : label;
}

/** The x of `60 x 100 mm` names nothing. */
function isTimesSign(head: string, before: Span | undefined): boolean {
  return before !== undefined && /^\s*[x×]\s*$/u.test(head);
}

const HEAVENLY: ReadonlySet<string> = new Set(["moon", "sun", "earth"]);
/** `a small moon`, `Krypton's moon`, `its sun`: not the one that everybody knows. */
const ANOTHER = new RegExp(
  String.raw`(?:['\u2019]s|s['\u2019]|\b(?:an?|its|another|each|every|some|their|small|icy|distant|tiny|` +
    String.raw`alien|second|other|new|foreign|unnamed|unknown|moons?\s+of))\s+$`,
  "i",
);

function isAnother(text: string, stems: readonly string[], at: number): boolean {
  return stems.length === 1 && HEAVENLY.has(stems[0]!) && ANOTHER.test(nearBefore(text, at));
}

const LONGEST = [...entities].sort((a, b) => b.stems.length - a.stems.length);

function namedIn(text: string, tokens: readonly Token[]): readonly Named[] {
  const found: Named[] = [];
  const taken = new Set<number>();
  const said = new Set(tokens.map(({ stem }) => stem));
  for (const entity of LONGEST) {
    if (!entity.stems.every((stem) => said.has(stem))) continue;
    tokens.forEach((_, i) => {
      const own = entity.stems.map((_stem, k) => i + k);
      if (own.some((k) => taken.has(k))) return;
      if (!entity.stems.every((stem, k) => tokens[i + k]?.stem === stem)) return;
      if (isAnother(text, entity.stems, tokens[i]!.at[0])) return;
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
  // `an unnamed moon ... the moon's mass`: the second is the first again.
  const another = new Set(
    tokens.flatMap(({ at, stem }) => (isAnother(text, [stem], at[0]) ? [stem] : [])),
  );
  return found
    .filter(({ entity }) => !(entity.stems.length === 1 && another.has(entity.stems[0]!)))
    .sort((a, b) => a.at[0] - b.at[0]);
}

function openersIn(text: string, spans: readonly Span[]): readonly (readonly [number, number])[] {
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
function leadOf(text: string, tokens: readonly Token[], spans: readonly Span[]): readonly string[] {
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

function clauseBehind(
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

function askedIn(
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
