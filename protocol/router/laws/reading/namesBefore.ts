/**
 * What stands before a number as its name: `Mn 1.42`, `u1: 0.12`, `T1 of 920 ms`, `k is 0.17`,
 * `r = f/fn = 2.8`; both numbers of `n_e = n_i = 1e20`.
 */
import { isUnit, parseUnit } from "../../../units/index.js";
import type { Place, Span } from "../../../units/quantity/index.js";
import type { Key } from "./keyUnits.js";
import { plainValue, valueSpan, type Spans } from "./spanForms.js";

const HEAD_CHARS = 40;
const GREEK =
  "alpha|beta|gamma|delta|epsilon|eps|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|chi|psi|omega";
const SYMBOL =
  String.raw`(?:(?:${GREEK}|\p{L})(?:_\{?[\p{L}\p{N}]{1,6}\}?)?\d{0,2}'?|\p{Lu}\p{Ll}(?:_?\d{1,2})?|` +
  String.raw`[\p{L}]{1,2}\d{1,3}|\p{Ll}{1,2}\p{Lu}\p{L}{0,2}(?:_[\p{L}\p{N}]{1,6})?\d?|` +
  String.raw`\p{Lu}{2,4}\d?|\p{L}{1,4}_[\p{L}\p{N}]{1,8})`;
const NAMED = new RegExp(
  String.raw`(?:^|[\s,;:("{])(${SYMBOL})"?(?:\s*[:=]\s*|\s+(?:of|is|was|equals|equal\s+to|being)\s+)$`,
  "u",
);
const FACTOR = String.raw`(?:\p{L}{1,2}|\p{L}{1,3}_\w{1,4})`;
const PRODUCT = new RegExp(
  String.raw`(?:^|[\s,;:(])((?:${FACTOR}\s){0,3}[\p{L}\d_^']+\s?\/\s?(?:[\p{L}\d_^]+|\([\p{L}\d_^ ]+\)))\s*[=:]\s*$`,
  "u",
);
/** A product of symbols names none of them: the x_e of `w_e x_e`. */
const IN_PRODUCT = /(?:\p{L}_\w+|(?:^|\s)\p{L})\s$/u;
const TWO_NAMES = new RegExp(String.raw`(?:^|[\s,;:(])(${SYMBOL})\s*=\s*(${SYMBOL})\s*=\s*$`, "u");
const NAME_OF_RATIO = new RegExp(
  String.raw`(?:^|[\s,;:(])(${SYMBOL})\s*=\s*[\p{L}\d_()^'.]+\s?\/\s?[\p{L}\d_()^']+\s*=\s*$`,
  "u",
);
const POWER = /(?:^|[\s,;:(])([\p{L}](?:_\w{1,4})?)\^(\d)\s*[=:]\s*$/u;
/** Words that look like symbols. */
const WORD_JOINT = /\s(?:is|was|equals|equal\s+to|being|of)\s+$/u;
const WORDS = new RegExp(
  String.raw`^(?:a|an|A|An|I|It|He|We|In|At|On|Of|Or|If|Is|As|By|To|No|So|My|He|in|is|to|of|at|as|it|` +
    String.raw`by|or|on|we|US|UK|UV|IR|DC|AC|TV|RF|It|Up|Me|Us)$`,
  "u",
);

/** @param keyAt what the key of a member says of its number */
export function withNames(
  text: string,
  spans: Spans,
  keyAt: (span: Span) => Key | undefined,
): Spans {
  return spans.flatMap((span) => {
    const key = keyAt(span);
    if (key !== undefined) return key.symbol === null ? [span] : [{ ...span, name: key.symbol }];
    return namesOf(text, span);
  });
}

function namesOf(text: string, span: Span): Spans {
  const from = Math.max(0, span.at[0] - HEAD_CHARS);
  const head = text.slice(from, span.at[0]);
  const both = TWO_NAMES.exec(head);
  if (both !== null) return [named(span, both, 1, from), named(span, both, 2, from)];
  const ratio = NAME_OF_RATIO.exec(head);
  if (ratio !== null) return [named(span, ratio, 1, from)];
  const quotient = /\/\s?\p{Lu}\w*\s*=\s*$/u.test(head) ? pureOf(text, span) : span;
  const product = PRODUCT.exec(head);
  if (
    product !== null &&
    !(/:\s*$/u.test(head) && /^[a-z]{4,}\/[a-z]{4,}$/u.test(product[1]!)) &&
    !/2\s?(?:pi|π)\b/u.test(product[1]!)
  )
    return [named(quotient, product, 1, from)];
  const power = POWER.exec(head);
  if (power !== null) {
    const at = placeOf(power, 1, from);
    const factor = /(?:^|\s)(\p{L})\s$/u.exec(head.slice(0, power.index + 1))?.[1] ?? "";
    return [
      { ...span, name: { text: `${factor}${power[1]!}${power[2]!}`, at: [at[0], at[1] + 2] } },
    ];
  }
  if (span.name !== null || plainValue(span) === null) return [span];
  const match = NAMED.exec(head);
  if (
    /^(?:\p{Lu}{3,}|[kMmcuµ]\p{Lu}\p{Ll}?)"?\s*:\s*$/u.test(
      head.slice(match?.index ?? 0).trimStart(),
    )
  )
    return [span];
  if (match === null || WORDS.test(match[1]!) || isOfUnit(head, match)) return [span];
  if (WORD_JOINT.test(head) && (/^\p{Lu}\p{Ll}$/u.test(match[1]!) || isCompared(text, span)))
    return [span];
  if (IN_PRODUCT.test(head.slice(0, match.index + 1))) return [span];
  return [named(span, match, 1, from)];
}

/** `B is 16 times as heavy` */
function isCompared(text: string, { at }: Span): boolean {
  return /^\s*(?:times|x|%|percent)\s/u.test(text.slice(at[1], at[1] + 10));
}

/** `in kPa is 3`, `5 m of 3 mm wire`: a unit. */
function isOfUnit(head: string, match: RegExpExecArray): boolean {
  const before = head.slice(0, match.index + 1);
  const isOf = /\sof\s+$/u.test(head);
  return (
    /(?:\d|\bin)\s*$/u.test(before) ||
    (isOf && /^\p{L}$/u.test(match[1]!) && isUnit(match[1]!) && /\d/u.test(before))
  );
}

/** `W/L = 20/1 um` has no unit. */
function pureOf(text: string, span: Span): Span {
  const quantity = plainValue(span);
  const one = parseUnit("1");
  if (quantity === null || !one.ok || !/^\d+\s?\/\s?\d+\s/u.test(text.slice(...span.at)))
    return span;
  return valueSpan(
    span,
    span.at,
    quantity.readings.map((own) => ({ ...own, unit: one })).slice(0, 1),
  );
}

function placeOf(match: RegExpExecArray, group: number, from: number): Place {
  const start =
    from + match.index + match[0].indexOf(match[group]!, group === 2 ? match[0].indexOf("=") : 0);
  return [start, start + match[group]!.length];
}

function named(span: Span, match: RegExpExecArray, group: number, from: number): Span {
  return { ...span, name: { text: match[group]!.trim(), at: placeOf(match, group, from) } };
}
