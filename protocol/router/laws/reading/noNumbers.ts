/**
 * Digits that state no quantity of a question: the year of a formula, a unit that is explained, digits
 * that the answer has, the ends of a scale, and constants within a formula that the question writes out.
 */
import { isUnit } from "../../../units/index.js";
import type { Span } from "../../../units/quantity/index.js";
import { isSpelling } from "../../../units/quantity/unitAfter.js";
import { isUnitSaid } from "./plainly.js";
import { plainValue, stateOfPart, type Spans } from "./spanForms.js";

export function withoutNames(text: string, spans: Spans): Spans {
  return spans.filter((span, i) => !isNoNumber(text, span, spans[i - 1], spans[i + 1]));
}

const NEAR_CHARS = 48;

function isNoNumber(text: string, span: Span, before?: Span, after?: Span): boolean {
  const start = span.name?.at[0] ?? span.at[0];
  const head = text.slice(Math.max(0, start - NEAR_CHARS), start);
  const tail = text.slice(span.at[1], span.at[1] + NEAR_CHARS);
  if (isExplained(text, span, before) || opensExplained(text, span, after)) return true;
  if (isOfReference(head) || isDenied(head)) return true;
  const isSaid = stateOfPart(span).includes("f-number");
  if (!isSaid && span.name === null && DIVIDED.test(head)) return true;
  if (/^[13]-ph$/u.test(text.slice(...span.at))) return true;
  const quantity = plainValue(span);
  // A `700c wheel` is no light.
  if (/^\d{2,}c$/u.test(text.slice(...span.at))) return true;
  if (quantity === null || quantity.hasUnit) return false;
  const digits = text.slice(...span.at).trim();
  if (/^(?:an?\s+)?half$/iu.test(digits) && /^[-\s]li(?:fe|ves)\b/iu.test(tail)) return true;
  return (
    isOfItem(head, tail) ||
    isYear(digits, head, tail, span) ||
    isOfDigits(head, tail) ||
    isOfScale(digits, head, tail) ||
    isStart(digits, head, tail, span) ||
    isOfName(digits, head, tail) ||
    (!isSaid && isInFormula(digits, head, tail, span))
  );
}

const EXPLAINED = /^\s*([\p{L}_]{1,12})\s*$/u;

/** `1 yr = 3.156e7 s`, `M_sun = 1.98847e30 kg`: which unit it is, where it is the unit that is known. */
function isExplained(text: string, { at, name }: Span, before?: Span): boolean {
  if (name === null)
    return /\(\s*(?:a\s+)?years?\s+of\s+$/iu.test(text.slice(Math.max(0, at[0] - 12), at[0]));
  const unit = EXPLAINED.exec(name.text)?.[1];
  if (unit === undefined) return false;
  const value = text.slice(...at);
  // A letter alone is a symbol, where no 1 stands before it.
  const isOne = before !== undefined && /^1\s*$/u.test(text.slice(before.at[0], name.at[0]));
  const spelled = SPELLED.get(unit) ?? unit;
  // Why a name is no unit is costly to say.
  if (!(isOne || unit.length > 1) || !(isUnit(spelled) || isSpelling(spelled))) return false;
  return isUnitSaid(`1 ${spelled}`, value);
}

const SPELLED: ReadonlyMap<string, string> = new Map([
  ["D", "debye"],
  ["a", "yr"],
]);

/** The 1 of it. */
function opensExplained(text: string, span: Span, after?: Span): boolean {
  if (after?.name === undefined || after.name === null) return false;
  if (!/^1\s*$/u.test(text.slice(span.at[0], after.name.at[0]))) return false;
  return isExplained(text, after, span);
}

/** `dB re 1 pW` */
function isOfReference(head: string): boolean {
  return /\bdB\S*\s+(?:\(?\s*re:?|relative\s+to|above)\s+$/iu.test(head);
}

/** `not the 0.61 approximation` */
function isDenied(head: string): boolean {
  return /\b(?:not|instead\s+of|rather\s+than)\s+(?:the|an?|with|by)\s+$/iu.test(head);
}

const OF_AUTHOR = new RegExp(
  String.raw`(?:\b(?:[Bb]y|[Aa]fter|from|of|and|&|[Tt]ake|[Uu]se|[Uu]sing|[Ss]ee|[Ww]ith|formula)\s+|` +
    String.raw`[:(;]\s*)\p{Lu}\p{Ll}{3,}[\s,(]+$|` +
    String.raw`\bet al\.?[\s,(]+$`,
  "u",
);
/** Numbers of flows, which have names of people, too. */
const OF_FLOW =
  /\b(?:Reynolds|Rayleigh|Grashof|Peclet|Nusselt|Taylor|Dean|Prandtl|Schmidt)[\s,(]+$/iu;

const FROM_YEAR = new RegExp(
  String.raw`\b(?:(?:bridge|house|car|bottle|book|engine|ship|clock|radio|paper)\s+from|since|opened|` +
    String.raw`built|dated|born)\s+(?:in\s+)?$`,
  "iu",
);

/** `Bolton 1980`, `in 1953`, `built 1987` */
function isYear(digits: string, head: string, tail: string, { follower, name }: Span): boolean {
  if (!/^(?:1[6-9]|20)\d\d$/u.test(digits) || name !== null) return false;
  if (/^(?:formula|edition|standard|version|rules?|tables?)$/iu.test(follower?.text ?? ""))
    return true;
  if (FROM_YEAR.test(head) && !/^\s+(?:to|up|down|m|s|kg|km|rpm)\b/u.test(tail)) return true;
  const isOld =
    /\b(?:an?|my|our|his|her|their|old)\s+$/iu.test(head) && /^(?:19\d|20[012])\d$/u.test(digits);
  if (isOld && follower !== null && !/^(?:people|\p{L}+s)$/u.test(follower.text)) return true;
  if (follower !== null) return false;
  return (OF_AUTHOR.test(head) && !OF_FLOW.test(head)) || /\bin\s+$/iu.test(head);
}

/** `to 3 significant figures`, `two decimals` */
function isOfDigits(head: string, tail: string): boolean {
  return (
    /^\s+(?:significant|decimals?|sig\.?|digits?|s\.?f\.?(?!\p{L}))\b/iu.test(tail) ||
    /\b(?:figures?|decimals?)\s+to\s+$/iu.test(head)
  );
}

/** `between 0 and 1`, `from 0 to 1`: the scale of the answer; `normalised to 1`, `1/e`. */
function isOfScale(digits: string, head: string, tail: string): boolean {
  if (/^[01]$/u.test(digits) && /^\s+(?:is|means|being|stands\s+for)\s+(?!the\b)/iu.test(tail))
    return /\b(?:where|and)\s+$/iu.test(head);
  if (/\b(?:normali[sz]ed|relative)\s+to\s+$/iu.test(head)) return true;
  if (/(?:from|between)\s+0\s+(?:to|and)\s+$/iu.test(head)) return /^\s*[)\].,;?]/u.test(tail);
  if (/^\s+(?:to|and)\s+1(?![\d.])/u.test(tail) && /(?:from|between)\s+$/iu.test(head)) return true;
  return /^\s*\/\s?e(?![\p{L}\d])/u.test(tail);
}

/** `at t = 0`, `line load at x=0`: where the question begins to count. */
function isStart(digits: string, head: string, tail: string, { name }: Span): boolean {
  if (/^\s*,\s*\d/u.test(tail)) return false;
  return (
    digits === "0" &&
    name !== null &&
    /^[txyz]$/u.test(name.text) &&
    /\b(?:at|from)\s+$/iu.test(head)
  );
}

const TIMER = /\b(?:astable|monostable|timer)\b/iu;

/** `panel 14: ...`, `sample no. 3: ...`: which of them it is. */
function isOfItem(head: string, tail: string): boolean {
  const isNamed =
    /\b(?:panel|sample|run|specimen|part|item|case|batch|station|room|lot|no\.?|coupon|test|team|group)\s+$/iu.test(
      head,
    );
  return isNamed && /^\s*:/u.test(tail);
}

const OF_MODEL = new RegExp(
  String.raw`\b(?:Boeing|Airbus|Cessna|Apollo|Voyager|route|highway|motorway|bus|tram|type|mark|chapter|` +
    String.raw`page|category|flight|schedule)\s+#?$`,
  "iu",
);

/** `555 astable`, `Boeing 747`, `t8/5`: digits of a name. */
function isOfName(digits: string, head: string, tail: string): boolean {
  if (digits === "555" && TIMER.test(tail)) return true;
  if (/^\d+$/u.test(digits) && (OF_MODEL.test(head) || /^\s?AWG\b/u.test(tail))) return true;
  // `2N2222`
  if (/^\d$/u.test(digits) && /^\p{Lu}{1,2}\d{3,}/u.test(tail)) return true;
  if (digits === "2" && /^\s?(?:phi|φ|Phi)_?\w{0,3}\s*=/u.test(tail)) return true;
  return (
    /\p{L}-?\d+\/$/u.test(head) ||
    (/[\p{L}\d]\($/u.test(head) && /^\)\p{L}/u.test(tail) && digits === "0")
  );
}

const OPERATOR_BEHIND = new RegExp(
  String.raw`^\s*(?:\^|[*·×](?!\s*\d)|\/\s*[\p{L}(]|\(\s*\p{L}[^()]{0,30}\)\s*[\^*/]|\(\s*` +
    String.raw`(?:log10|log|ln|exp|sqrt)\s*\(?\s?\p{L}|[+]\s|\)\s*[\^*/(])|` +
    String.raw`^\s(?:sqrt|exp|ln|log|log10|pi|sin|cos|tan|times\s+the\s+log)\b|^\s-\s(?:\d|\p{L}\b|sqrt)`,
  "u",
);
const OPERATOR_BEFORE = new RegExp(
  String.raw`(?:\^\(?-?\s*|[\p{L})]\s*[*·/]\s*\(?\s*|[\p{L})]\s[+]\s+\(?|\)\s*[-+]\s+|` +
    String.raw`\b\p{L}\w*_\w+\s+[-+]\s+|\s[-+]\s+)$`,
  "u",
);
const SYMBOLS_BEHIND =
  /^\s+(?:\p{L}|\p{Lu}\w{0,4}|\w+_\w+)(?:\s*\^|\s?[-+*/]\s|\s+(?:\p{Lu}\w{0,2}|\w+_\w+)(?:\s|\^))/u;
const DIVIDED = /\)\s?[*·/^]$/u;
/** `y = 0.02 sin(3 x - 40 t)`: numbers of a wave. */
const OF_A_WAVE = /\d\s?(?:sin|cos)\s?[([]\s?\d[\d.]*\s?\p{L}\s?[-+]\s?\d[\d.]*\s?t/u;
const OF_FUNCTION = /(?:^|[^\p{L}])(?:ln|log|log10|log2|exp|sqrt)\s*\(?\s*$/u;

/** `q = 0.613 Kz Kzt V^2`, `(2/3)(log10 M_0 - 9.1)`: constants of what is written out. */
function isInFormula(digits: string, head: string, tail: string, { name }: Span): boolean {
  if (/^(?:pi|π)$/iu.test(digits))
    return !/(?:[=:]|\bof|\bby)\s*$/iu.test(head) || /^\s*[*\p{L}(]/u.test(tail);
  if (/\d\s?[-+*/]\s\d/u.test(digits)) return true;
  if (name === null && OF_FUNCTION.test(head)) return true;
  if (OF_A_WAVE.test(head + digits + tail)) return false;
  const isBefore = OPERATOR_BEFORE.test(head);
  const isBehind = OPERATOR_BEHIND.test(tail) || SYMBOLS_BEHIND.test(tail);
  if (name !== null) return isBehind;
  return isBehind || isBefore;
}
