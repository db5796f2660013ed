/** Symbols and words that stand as a label before a number: `nu_s = 0.28`, `K 4`. */
import { keepingLast } from "../../once.js";
import { nearBefore, spansIn, type Span } from "../../units/quantity/index.js";
import { symbolOf } from "../laws/lexicon/usualSymbols.js";

/** `cos phi 0.85` is no value of `phi`. */
const OF_FUNCTION = /\b(?:cos|sin|tan|cot|ln|log|exp|sqrt)\s*\(?\s*$/iu;

/** A symbol before a number: `nu_s = 0.28`, `K 4`. */
export interface Labelled {
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  readonly span: Span;
}

export const IS_WORD =
  /^(?!alpha|beta|gamma|delta|epsilon|theta|kappa|lambda|sigma|omega|zeta|phi|psi|tau|rho|eta|eps)[a-z]{3,}$/u;

const WORD_LABEL = /(?:^|[\s,;:(])([a-z]{4,12})\s+$/u;

const LABEL = new RegExp(
  String.raw`(?:^|[\s,;:(])((?:[\p{L}]|alpha|beta|gamma|eps|theta|lambda|sigma|omega|zeta|nu|mu|rho)` +
    String.raw`[\p{L}\p{N}_']{0,6})\s*:?\s+$`,
  "u",
);

export const labelledIn = keepingLast((text: string): readonly Labelled[] => {
  return spansIn(text).flatMap((span): readonly Labelled[] => {
    if (span.kind !== "value" || span.quantities.length !== 1) return [];
    if (span.name !== null) return [{ text: span.name.text, at: span.name.at, span }];
    const head = nearBefore(text, span.at[0]);
    const symbol = LABEL.exec(head)?.[1];
    const isSymbol =
      symbol !== undefined &&
      !IS_WORD.test(symbol) &&
      (symbolOf(symbol) !== null || /[A-Z\d_]/u.test(symbol));
    const label = isSymbol
      ? symbol
      : span.quantities[0]!.hasUnit
        ? undefined
        : WORD_LABEL.exec(head)?.[1];
    if (label === undefined) return [];
    const from = text.lastIndexOf(label, span.at[0] - label.length);
    if (OF_FUNCTION.test(nearBefore(text, from))) return [];
    return [{ text: label, at: [from, from + label.length], span }];
  });
});
