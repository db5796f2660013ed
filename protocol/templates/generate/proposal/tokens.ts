/** A sentence as tokens for the lenient reader: words, numbers with their units, times, and stops. */
import { respelled } from "../../../router/laws/reading/respelled.js";
import { quantitiesIn } from "../../../router/quantities.js";
import type { FoundQuantity } from "../../../router/quantities.js";
import { dimensionsEqual } from "../../../units/index.js";
import { plainSigns } from "../spans/plainSigns.js";
import { timesIn } from "../spans/clock.js";
import { TAG } from "../spans/spans.js";
import { durationsInWords, NUMBER_WORDS } from "../spans/wordedNumbers.js";
import { READINGS } from "../condition/condition.js";
import { unitOf, writtenIn } from "../spans/writtenIn.js";

export interface Amounted {
  /** In `unit`. */
  readonly value: number;
  /** Null of a pure number. */
  readonly unit: string | null;
  readonly sort: "time" | "value";
  /** A value by another's words: freezing. */
  readonly isNamed: boolean;
}

export interface Token {
  readonly kind: "word" | "number" | "stop";
  /** Lower case. */
  readonly word: string;
  readonly at: readonly [start: number, end: number];
  readonly amount: Amounted | null;
  /** A bound by a denial: no more than. */
  readonly isDenied?: true;
}

const [SECOND, KELVIN] = [unitOf("s").dimension, unitOf("K").dimension];
const WORD = new RegExp(
  "[\\p{L}][\\p{L}\\p{N}_'’&-]*(?:[./][\\p{L}\\p{N}]+)*|\\p{N}[\\p{L}\\p{N}]*" +
    "|->|=>|>=|<=|[<>≥≤]|[,;:.!?()]|\\.{2,}| [-–—] |@|%",
  "gu",
);
const STOP = /^(?:[,;:.!?()]|\.{2,}|->|=>|[-–—])$/u;
/** `-25..-15`, `15+ min`: signs that no number has. */
const DOTS = /(?<=\d ?)(?:\.{2,3}|…)(?= ?-?\d)/gu;
const PLUS = /(?<=\d)\+(?=\s)/gu;
/** `8 cm of water in it`: how deep it is, and no pressure. */
const OF_WATER = new RegExp(
  "(?<=\\d ?(?:mm|cm|m|in|inch(?:es)?|ft|feet|metres?|meters?)) of (?:water|mercury)\\b(?=" +
    " (?:in|on|over|under|inside|left|above|below|at)\\b)",
  "giu",
);
const RELATIVE = /%\s?rh\b/giu;
/** `minus 3`: no difference of two. */
const MINUS = /(?<!\d ?)\b(?:minus|negative) (?=\d)/giu;
/** `0.4 in an hour`, and no inches. */
const IN_TIME =
  /(?<=\d )in(?= (?:an?|one|any|half|less|under|the|two|three|four|five|six|ten|twenty|thirty|\d)\b)/gu;
const A_TIME = new RegExp(
  "\\b(?:an?|one|each|any|every|per|last|single|(?<=\\b(?:within|over|inside|per)" +
    " )the|(?<=\\b(?:in|during) )the(?! day)) (second|minute|hour|day|week)\\b",
  "giu",
);
const PER_TIME = /(?<=(?:°|deg(?:rees?)?) ?[CFK]? ?|\b[CF] ?)\/ ?(s|sec|min|h|hr|hour|day)\b/giu;
const LENGTHS: Readonly<Record<string, string>> = {
  second: "s",
  sec: "s",
  s: "s",
  minute: "min",
  min: "min",
  hour: "h",
  hr: "h",
  h: "h",
  day: "d",
  week: "wk",
};
/** `three readings in a row`, `5 consecutive samples`. */
const IN_A_ROW = new RegExp(
  "\\b(two|three|four|five|six|ten|\\d{1,2}) (?:(?:consecutive|successive|straight) (?:readings?|samples?" +
    "|measurements?|values?|scans?|times)|(?:readings|samples|measurements|values|scans|times) (?:in a row|running" +
    "|in succession|on the trot|one after (?:the other|another)|back[ -]to[ -]back|straight))\\b",
  "giu",
);
/** Water freezes there. */
const FREEZING =
  /(?<=\b(?:below|under|above|over|past|to|at|hits|reaches|of) )(?:freezing|frost)(?: point)?\b/giu;
/** `for 20m`: minutes. */
const MINUTES = /(?<=\b(?:for|within|last) )(\d{1,3}) ?m\b(?! ?[/^])/giu;
/** `10 or more % LEL`: the unit stands behind the bound. */
const SPLIT = new RegExp(
  "(?<=\\d )(?<bound>or (?:more|less|higher|lower|above|below)) (?<unit>%(?: LEL)?|(?:°|deg)" +
    " ?[CF]|(?:degrees|bar|kPa|ppm|volts|amps|metres|meters)\\b)",
  "giu",
);
/** `more than six times`. */
const WORDED_TIMES = new RegExp(
  "\\b(two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)(?=" +
    " times\\b(?! in a row| running| on the trot))",
  "giu",
);
/** `a kilo and a half`, `a quarter metre`. */
const AND_HALF = /\b(an?|one|two|three|four|five|\d+) ([a-z]+?)s? and a half\b/giu;
const HALF_OF = /\b(?:an? )?(half|quarter)(?: of)?(?: an?)? (?=[a-z])/giu;
/** `a fifth (20 %)`. */
const BRACKETS = /\((?=[-\d][^()]{0,12}\))|(?<=\([-\d][^()]{0,12})\)/gu;
/** `a crosswind over 15 kt`. */
const KNOTS =
  /(?<=\b(?:wind|crosswind|headwind|tailwind|gusts?|speed|current|tide|stream)\b.{0,60}\d ?)kts?\b/giu;
const OF_LEL = /(?<=(?:%|percent) ?)of (?:the )?LEL\b/giu;
/** Words that say how little something else matters: no part of a condition. */
const REMARKS = new RegExp(
  "\\b(?:no matter (?:what|how|when|which|the)\\b|whatever (?:the )?|whichever |regardless of" +
    " )[^,;:.!?]*|\\beven if (?:it|they|that|the rest)\\b[^,;:.!?\\d]*(?=[,;:.!?]|$)",
  "giu",
);
/** `colder than zero`. */
const ZERO =
  /(?<=\b(?:below|under|above|over|than|past|to|at|of|reach(?:es)?|hits|between) )zero\b/giu;
const SCALE =
  /^\s*(?:db[mi]?(?:\s*\([acz]\)|\s?[acz])?|ntu|fnu|ph|lel|psu|brix|plato|cfu)(?![a-z])/iu;
const CHARS_MAX = 600;

interface Found {
  readonly at: readonly [number, number];
  readonly amount: Amounted;
}

/** Null of a text that is too long for one condition. @param text as `plainly` settles it */
export function tokensOf(text: string): readonly Token[] | null {
  if (text.length > CHARS_MAX) return null;
  const asides = asidesIn(text);
  const plain = withHalves(
    respelled(
      maskedBy(
        settledSigns(text),
        asides.map(({ at }) => at),
      ),
    ),
  );
  const found = amountsIn(plain);
  const isIn = (at: number): boolean =>
    [...found, ...asides].some(({ at: [start, end] }) => start <= at && at < end);
  const tokens: Token[] = [
    ...asides,
    ...found.map(({ amount, at }): Token => ({
      kind: "number",
      word: text.slice(...at).toLowerCase(),
      at,
      amount,
    })),
  ];
  for (const match of plain.matchAll(WORD)) {
    const start = match.index + (match[0].startsWith(" ") ? 1 : 0);
    if (isIn(start)) continue;
    const word = match[0].trim().toLowerCase().replaceAll("’", "'");
    const at = [start, start + word.length] as const;
    tokens.push({ kind: STOP.test(word) ? "stop" : "word", word, at, amount: null });
  }
  return tokens.sort((a, b) => a.at[0] - b.at[0]);
}

/** Times of the day, tags of instruments and remarks: one word each, whatever stands in them. */
function asidesIn(text: string): readonly Token[] {
  const times = timesIn(text).map(({ at }) => at);
  const [tags, remarks] = [TAG, REMARKS].map((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length] as const),
  );
  const isFree = ([start]: readonly number[]): boolean =>
    !remarks!.some(([from, to]) => from <= start! && start! < to);
  const words = tags!.filter(isFree).map((at): Token => asideAt(at, text.slice(...at)));
  return [
    ...words,
    ...times.filter(isFree).map((at) => asideAt(at, ASIDE)),
    ...remarks!.map((at) => asideAt(at, ASIDE)),
  ];
}

/** It names nothing, and says nothing. */
const ASIDE = "%aside";

function asideAt(at: readonly [number, number], word: string): Token {
  return { kind: "word", word: word.toLowerCase(), at, amount: null };
}

/** The text with signs and words that no number has as spaces: places in it stay. */
function settledSigns(text: string): string {
  return plainSigns(text)
    .replace(BRACKETS, " ")
    .replace(KNOTS, "kn")
    .replace(/ = (?=[a-z])/giu, " ; ")
    .replace(OF_LEL, (words) => " ".repeat(words.length))
    .replace(SPLIT, "$<unit> $<bound>")
    .replace(DOTS, (dots) => " ".repeat(dots.length))
    .replace(PLUS, " ")
    .replace(RELATIVE, (unit) => "%".padEnd(unit.length))
    .replace(OF_WATER, (words) => " ".repeat(words.length))
    .replace(MINUS, (word) => "-".padStart(word.length))
    .replace(IN_TIME, "  ");
}

/** In digits, each character in its place. */
function withHalves(text: string): string {
  return text
    .replace(AND_HALF, (all, ones: string, unit: string) => {
      const value = (NUMBER_WORDS[ones.toLowerCase()] ?? Number(ones)) + 0.5;
      return `${value} ${unit.replace(/^kilo$/iu, "kg")}`.padEnd(all.length);
    })
    .replace(HALF_OF, (all, part: string) =>
      `${part.toLowerCase() === "half" ? 0.5 : 0.25} `.padEnd(all.length),
    );
}

function amountsIn(text: string): readonly Found[] {
  const worded = [...timesInWords(text), ...countsIn(text)];
  const spoken = durationsInWords(text, []).flatMap((span): Found[] =>
    span.kind === "quantity" && dimensionsEqual(span.dimension, SECOND)
      ? [
          {
            at: span.at,
            amount: { value: span.value, unit: span.unit, sort: "time", isNamed: false },
          },
        ]
      : [],
  );
  const masked = maskedBy(
    text,
    worded.map(({ at }) => at),
  );
  const read = quantitiesIn(masked).flatMap((one) => amountOf(masked, one));
  const all: Found[] = [];
  // The longest wins: forty-five minutes are no five.
  for (const one of [...worded, ...read, ...spoken].sort(
    (a, b) => b.at[1] - b.at[0] - (a.at[1] - a.at[0]),
  )) {
    if (!all.some(({ at }) => at[0] < one.at[1] && one.at[0] < at[1])) all.push(one);
  }
  return all;
}

function timesInWords(text: string): readonly Found[] {
  const found: Found[] = [];
  const add = (at: number, { length }: string, value: number, unit: string): void => {
    if (found.some((one) => one.at[0] <= at && at < one.at[1])) return;
    found.push({
      at: [at, at + length],
      amount: { value, unit, sort: "time", isNamed: false },
    });
  };
  for (const { 0: all, 1: unit, index } of text.matchAll(A_TIME)) {
    const from = all.length - unit!.length;
    add(index + from, unit!, 1, LENGTHS[unit!.toLowerCase()]!);
  }
  for (const { 0: all, 1: unit, index } of text.matchAll(PER_TIME))
    add(index, all, 1, LENGTHS[unit!.toLowerCase()]!);
  for (const { 0: all, 1: count, index } of text.matchAll(MINUTES))
    add(index, all, Number(count), "min");
  for (const { 0: all, 1: count, index } of text.matchAll(IN_A_ROW))
    add(index, all, NUMBER_WORDS[count!.toLowerCase()] ?? Number(count), READINGS);
  for (const { 0: all, index } of text.matchAll(FREEZING))
    found.push({
      at: [index, index + all.length],
      amount: { value: 0, unit: "degC", sort: "value", isNamed: true },
    });
  return found;
}

function countsIn(text: string): readonly Found[] {
  const times = [...text.matchAll(WORDED_TIMES)].map(({ 0: word, index }): Found => {
    const value = NUMBER_WORDS[word.toLowerCase()]!;
    const at = [index, index + word.length] as const;
    return { at, amount: { value, unit: null, sort: "value", isNamed: false } };
  });
  const zeros = [...text.matchAll(ZERO)].map(({ index }): Found => {
    const amount = { value: 0, unit: null, sort: "value", isNamed: false } as const;
    return { at: [index, index + "zero".length], amount };
  });
  return [...times, ...zeros];
}

function maskedBy(text: string, places: readonly (readonly [number, number])[]): string {
  return places.reduce(
    (all, [start, end]) => all.slice(0, start) + "~".repeat(end - start) + all.slice(end),
    text,
  );
}

function amountOf(text: string, found: FoundQuantity): readonly Found[] {
  const { at, others, quantity } = found;
  if (quantity === null) {
    const value = Number(text.slice(...at));
    if (!Number.isFinite(value)) return [];
    return [{ at, amount: { value, unit: null, sort: "value", isNamed: false } }];
  }
  const temperature = others.find(({ dimension }) => dimensionsEqual(dimension, KELVIN));
  const { dimension, unit, value } = temperature ?? found;
  const isPure = unit === "1";
  const scale = isPure ? SCALE.exec(text.slice(at[1])) : null;
  return [
    {
      at: [at[0], at[1] + (scale?.[0].length ?? 0)],
      amount: {
        value: writtenIn(value, unit),
        unit: isPure ? null : unit,
        sort: dimensionsEqual(dimension, SECOND) ? "time" : "value",
        isNamed: scale !== null,
      },
    },
  ];
}
