/**
 * Numbers that stand in words, and that the grammar of quantities leaves to the sentence: counts
 * (`three identical readers`), ordinals (`the third mode`), shares (`one ninth of its volume`) and
 * multiples (`threefold`, `twice`).
 */
import { exact, type Exact } from "../../../units/exact.js";
import { parseUnit } from "../../../units/index.js";
import type { Follower, Place, Span } from "../../../units/quantity/index.js";
import { quantityOf, type Spans } from "./spanForms.js";

/** A number in words. */
export interface Counted {
  readonly span: Span;
  /** Most questions that say it compute with it. */
  readonly isSure: boolean;
  /** A list may follow that is as long: then it states nothing more. */
  readonly count: number | null;
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const PARTS: ReadonlyMap<string, bigint> = new Map([
  ["half", 2n],
  ["quarter", 4n],
  ...ORDINALS.slice(2).map((word, i) => [word, BigInt(i + 3)] as const),
  ["hundredth", 100n],
  ["thousandth", 1000n],
]);

const CARDINAL =
  String.raw`(?:(?:${TENS.join("|")})(?:-(?:${SMALL.slice(1, 10).join("|")}))?|` +
  String.raw`${SMALL.slice(2).join("|")})`;
const PART = [...PARTS.keys()].join("|");
const ALIKE = "identical|equal|similar|like|alike|independent|parallel|such";

/** Words that a count of them is of the sentence alone. */
const OF_TEXT = new RegExp(
  String.raw`^(?:terms?|digits?|decimals?|figures?|places|steps?|parts|questions?|examples?|ways|` +
    String.raw`times|things|ends|sides|dimensions|significant|of)$`,
  "iu",
);

const COUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.-])(?:(exactly|just)\s+)?(${CARDINAL}|a\s+dozen|a\s+pair)` +
    String.raw`(?![\p{L}\p{N}_-]|\s+(?:${PART})s?\b|` +
    String.raw`\s+(?:hundred|thousand|million|billion|point)\b)`,
  "giu",
);
const NOUN = new RegExp(
  String.raw`^\s+(?:of\s+(?:its|the|his|her|their|our|these|those|them)\s+)?((?:[\p{L}-]+\s+){0,2}?)` +
    String.raw`((?!(?:this|is|was|has|as|its|us|plus|minus|less|across|always|yes|thus)\b)\p{L}{2,}s|` +
    String.raw`people|dice|mice|teeth|feet)(?![\p{L}\p{N}])`,
  "iu",
);
const FOLD = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:(${SMALL.slice(1).join("|")}|\d{1,3})-?fold|(singly|doubly|triply|` +
    String.raw`quadruply)(?=[\s-]+(?:charged|ioni[sz]ed|degenerate|excited|occupied)))(?![\p{L}\p{N}])`,
  "giu",
);
const SINGLE = /(?<![\p{L}\p{N}_-])(single|non-?degenerate)(?=\s*[,.;)?]|\s*$)/giu;
const LY = ["singly", "doubly", "triply", "quadruply"];
const SHARE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?:(an?|one|${SMALL.slice(2, 13).join("|")})[\s-]+(${PART})s?|(half))` +
    String.raw`(?![\p{L}\p{N}-])`,
  "giu",
);
const IN_MANY = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.-])(?:one|1)\s+(?:\p{L}+\s+)?(?:in|out\s+of)\s+(?:(?:every|each)\s+)` +
    String.raw`?(ten|twenty|a\s+hundred|a\s+thousand|a\s+million|\d[\d,]*)(?![\p{L}\p{N}.])` +
    String.raw`(?!\s+(?!(?:at|by|to|of|on|in|is|or|as|it|so|if|we|he|I|my)\b)\p{L}{1,2}\b)`,
  "giu",
);
const MANY: ReadonlyMap<string, bigint> = new Map([
  ["ten", 10n],
  ["twenty", 20n],
  ["a hundred", 100n],
  ["a thousand", 1000n],
  ["a million", 1_000_000n],
]);
const TIMES =
  /(?<![\p{L}\p{N}_-])(twice|doubled|doubles?|tripled|triples?|thrice|quadrupled|halved)(?![\p{L}\p{N}-])/giu;
const OF_TIMES: ReadonlyMap<string, Exact> = new Map([
  ["twice", exact(2n)],
  ["double", exact(2n)],
  ["doubles", exact(2n)],
  ["doubled", exact(2n)],
  ["triple", exact(3n)],
  ["triples", exact(3n)],
  ["tripled", exact(3n)],
  ["thrice", exact(3n)],
  ["quadrupled", exact(4n)],
  ["halved", exact(1n, 2n)],
]);

/** `twice as heavy` */
function isCompared(text: string, { 0: all, index }: RegExpExecArray): boolean {
  return /^\s+as\s/iu.test(text.slice(index + all.length, index + all.length + 5));
}

const IN_ROW =
  "mode|harmonic|overtone|order|resonance|level|state|shell|maximum|minimum|fringe|peak|root|row|neighbour|" +
  "neighbor|zero|orbit|station|ring|band|zone|bright|dark|generation|lowest|highest|largest|smallest|normal|excited|" +
  "diffraction|bending|vibrational|energy|eigenvalue|eigenfrequency|natural|step|stage|plate|collision|bounce|rebound";
const ORDINAL = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])(?:(${ORDINALS.slice(1).join("|")})|(\d{1,2})(?:st|nd|rd|th))` +
    String.raw`(?=(?:[\s-]+\p{L}+){0,2}?[\s-]+(?:${IN_ROW})s?\b)`,
  "giu",
);

/** @param typed the question as it was typed: ordinals in digits stand in it */
export function countedIn(text: string, typed: string): readonly Counted[] {
  if (!HAS_WORDS.test(typed)) return [];
  const inRow = [...typed.matchAll(ORDINAL)].filter(({ index }) => index < text.length);
  return [
    ...[...text.matchAll(COUNT)].flatMap((match) => countOf(text, match)),
    ...[...text.matchAll(FOLD)].map((match) => foldOf(text, match)),
    ...[...text.matchAll(SINGLE)].map((match) => counted(text, placeOf(match), exact(1n), true)),
    ...[...text.matchAll(SHARE)].flatMap((match) => shareOf(text, match)),
    ...[...text.matchAll(TIMES)].map((match) =>
      counted(
        text,
        placeOf(match),
        OF_TIMES.get(match[1]!.toLowerCase())!,
        isCompared(text, match),
      ),
    ),
    ...inRow.map((match) => ordinalOf(text, match)),
  ].sort((a, b) => a.span.at[0] - b.span.at[0]);
}

const HAS_WORDS = new RegExp(
  String.raw`${SMALL.slice(2).join("|")}|${TENS.join("|")}|half|quarter|dozen|pair|fold|th\b|2nd|3rd|` +
    String.raw`ly\b|tw|dou|tri|one|1 |thi|sec|single|degen|halv|quad`,
  "iu",
);

function placeOf({ 0: all, index }: RegExpExecArray): Place {
  return [index, index + all.length];
}

function countOf(text: string, match: RegExpExecArray): readonly Counted[] {
  const [all, exactly, word = ""] = match;
  const value = valueOf(word.toLowerCase());
  const end = match.index + all.length;
  const tail = text.slice(end, end + 60);
  const noun = NOUN.exec(tail);
  const said = noun?.[1]?.trim().split(/\s+/u)[0] ?? "";
  const isAlike = new RegExp(String.raw`^\s+(?:${ALIKE})\b`, "iu").test(tail);
  if (TIMES_DONE.test(tail)) {
    const at = [end - word.length, end] as const;
    return [{ ...counted(text, at, exact(BigInt(value)), true), count: null }];
  }
  if (/\b(?:past|to|o'clock)\s+$/iu.test(text.slice(Math.max(0, match.index - 10), match.index)))
    return [];
  if (value > 1 && OF_ORDERS.test(text.slice(Math.max(0, match.index - 12), match.index)))
    return [asOne(counted(text, [end - word.length, end], exact(BigInt(value)), true))];
  const isAlone = exactly !== undefined && /^\s*(?:[.,;?!]|$|of\b)/u.test(tail);
  if (value > 2 && /^\s+of\s+(?:them|these|those)\b/iu.test(tail))
    return [
      { ...counted(text, [end - word.length, end], exact(BigInt(value)), true), count: null },
    ];
  const isDrawn =
    OF_DRAWS.test(text.slice(Math.max(0, match.index - 20), match.index)) &&
    /^\s*(?:[.,:;?!]|$)/u.test(tail);
  if (isDrawn) return [asOne(counted(text, [end - word.length, end], exact(BigInt(value)), true))];
  if (noun === null && !isAlike && !isAlone) return [];
  if (!isAlone && noun !== null && (OF_TEXT.test(noun[2]!) || OF_TEXT.test(said))) return [];
  // `two of them`, `two people` say who is there.
  const isSure = isAlike || isAlone || (value > 2 && noun !== null) || exactly !== undefined;
  const at = [match.index + all.length - word.length, end] as const;
  return [{ ...counted(text, at, exact(BigInt(value)), isSure), count: value }];
}

function asOne(one: Counted): Counted {
  return { ...one, count: null };
}

/** `order two` */
const OF_ORDERS = /\b(?:order|mode|level|harmonic|number|index|stage)\s+$/iu;

/** `draw four:` */
const OF_DRAWS = new RegExp(
  String.raw`\b(?:draws?|drawn|drew|picks?|picked|chooses?|chosen|chose|takes?|took|toss|tossed|rolls?|` +
    String.raw`rolled|throws?|threw)\s+$`,
  "iu",
);

/** `tossed ten times.` */
const TIMES_DONE = new RegExp(
  String.raw`^\s+times(?=\s*(?:[.,;?!)]|$)|\s+(?:in|and|with|at|from|around|round|over|through|by|of|its|the|his|` +
    String.raw`her|their|as|that|more|less|(?!after|never|under)\p{L}{2,}er)(?!\p{L}))`,
  "iu",
);

function valueOf(word: string): number {
  if (word.endsWith("dozen")) return 12;
  if (word.endsWith("pair")) return 2;
  const small = SMALL.indexOf(word);
  if (small >= 0) return small;
  const [tens = "", one = ""] = word.split("-");
  return 10 * (TENS.indexOf(tens) + 2) + Math.max(0, SMALL.indexOf(one));
}

function foldOf(text: string, match: RegExpExecArray): Counted {
  const [, word, ly] = match;
  const value = ly !== undefined ? LY.indexOf(ly.toLowerCase()) + 1 : numberOf(word!);
  return counted(text, placeOf(match), exact(BigInt(value)), true);
}

function numberOf(word: string): number {
  return /^\d/u.test(word) ? Number(word) : SMALL.indexOf(word.toLowerCase());
}

/** `half of it` is often what a law counts by itself; `a second` is a time. */
function shareOf(text: string, match: RegExpExecArray): readonly Counted[] {
  const [, many = "a", part, half] = match;
  const below = PARTS.get((part ?? half!).toLowerCase())!;
  const above = /^an?$/iu.test(many) ? 1 : SMALL.indexOf(many.toLowerCase());
  const end = match.index + match[0].length;
  const isOf = /^(?:\s+(?:of|as|the|its|that|each)\b|\s*[.,;?!)]|$)/u.test(
    text.slice(end, end + 8),
  );
  if (/^\s+li(?:fe|ves)\b/iu.test(text.slice(end, end + 8))) return [];
  const before = text.slice(Math.max(0, match.index - 8), match.index);
  const isLeft =
    /\b(?:to|by|only)\s+$/iu.test(before) &&
    /^\s+(?:in|after|over|when|at|while|within|from)\b/iu.test(text.slice(end, end + 10));
  const isPlural = /s$/iu.test(match[0]);
  if (half === undefined && !isOf && !isLeft && !isPlural && below !== 2n) return [];
  // `a third mode`, `one third party`: an ordinal.
  const isSure = half === undefined && below !== 2n && (isOf || isLeft);
  return [counted(text, placeOf(match), exact(BigInt(above), below), isSure)];
}

/** `1 in 500`, `one in a hundred`: a share, whatever stands around it. */
export function sharesIn(text: string): Spans {
  return [...text.matchAll(IN_MANY)].map((match) => inMany(text, match).span);
}

function inMany(text: string, match: RegExpExecArray): Counted {
  const word = match[1]!.toLowerCase().replace(/\s+/gu, " ");
  const below = MANY.get(word) ?? BigInt(word.replaceAll(",", ""));
  return counted(text, placeOf(match), exact(1n, below === 0n ? 1n : below), true);
}

const OF_WAVES = new RegExp(
  String.raw`\b(?:grating|bragg|diffract\w*|slits?|lattice|reflections?|maxim\w+|fringes?|x-?rays?|` +
    String.raw`bessel|sideband)\b`,
  "iu",
);

function ordinalOf(text: string, match: RegExpExecArray): Counted {
  const [, word, digits] = match;
  const value = digits === undefined ? ORDINALS.indexOf(word!.toLowerCase()) + 1 : Number(digits);
  // `a second-order system` is of a sort.
  const end = match.index + match[0].length;
  const isOfSort = /^[\s-]order\b/u.test(text.slice(end, end + 8)) && !OF_WAVES.test(text);
  return counted(text, placeOf(match), exact(BigInt(value)), value > 1 && !isOfSort);
}

const BEHIND = /^[\s-]+(\p{L}+)/u;

function counted(text: string, at: Place, number: Exact, isSure: boolean): Counted {
  const one = parseUnit("1");
  if (!one.ok) throw new RangeError("The unit 1 is known.");
  const word = BEHIND.exec(text.slice(at[1], at[1] + 30));
  const start = word === null ? 0 : at[1] + word[0].length - word[1]!.length;
  const follower: Follower | null =
    word === null ? null : { text: word[1]!, at: [start, start + word[1]!.length] };
  const span: Span = {
    kind: "value",
    at,
    quantities: [quantityOf(at, [{ number, piPower: 0, unit: one }])],
    message: null,
    name: null,
    follower,
    isRough: false,
    isDifference: false,
  };
  return { span, isSure, count: null };
}
