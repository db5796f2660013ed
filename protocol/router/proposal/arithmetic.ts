/** Steps that compare, add or share values of one kind, and the words that ask for them. */
import { nameOfArithmetic, type Arithmetic } from "../../derivation/arithmetic.js";
import { lawBookOf } from "../../derivation/lawBook.js";
import type { LawSlot as BookSlot } from "../../derivation/laws.js";
import { keepingLast } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import type { Use } from "../laws/filling/fillTypes.js";
import { emptyTaken } from "./fill.js";
import { lawOfConversion } from "./neighbours.js";
import type { Step } from "./steps.js";

const MORE =
  String.raw`(?:more|less|fewer|f[au]rther|longer|shorter|higher|lower|faster|slower|deeper|shallower|heavier|` +
  String.raw`lighter|hotter|colder|warmer|cooler|bigger|larger|greater|smaller|stronger|weaker|later|earlier|` +
  String.raw`sooner|thicker|thinner|wider|narrower|louder|quieter|brighter|stiffer|steeper|extra|additional)`;
const CHANGES =
  String.raw`(?:gain|win|rise|fall|drop|grow|chang|increas|decreas|sav|differ|shift|step|jump` +
  String.raw`|sink|shrink)`;
const DIFFERENCE = new RegExp(
  String.raw`\bhow\s+(?:much|many|far|long)\b[^.?!;]{0,80}?\b${CHANGES}\w*\b|` +
    String.raw`\bhow\s+(?:much|many)\s+(?:[\p{L}/\d]+\s+)?(?:more|less|fewer|extra)\b|` +
    String.raw`\b${MORE}\b[^.?!;]{0,120}?\bthan\b|\bby\s+(?:how\s+(?:much|many)|what)\b|` +
    String.raw`\bdifferences?\s+(?:in|between)\b|` +
    String.raw`\bwhat\b[^.?!;]{0,30}\b(?:${CHANGES}\w*|extra|additional)\b`,
  "iu",
);
const RATIO = new RegExp(
  String.raw`\bhow\s+many\s+times\b|\b(?:what|which|by\s+(?:a|what|which))\s+(?:factor|multiple)\b|` +
    String.raw`\bby\s+how\s+many\s+percent|` +
    String.raw`\bratio\s+of\b|\bas\s+a\s+ratio\b|\bwhat\s+ratio\b|\brelative\s+to\b|` +
    String.raw`\b(?:what|which|how\s+(?:many|much))\s+(?:percent(?:age)?|fraction|share|%)`,
  "iu",
);
const SUM = /\b(?:altogether|in\s+all|total|together|both|sum|combined|overall|joint(?:ly)?)\b/iu;
const PERCENT = /\bpercent(?:age)?\b|%/iu;
const PART = /\b(?:share|fraction|percent(?:age)?|remain\w*|keeps?)\b|%/iu;
const LESS =
  /\b(?:smaller|less|lower|weaker|fewer|reduc\w+|drops?|falls?|decreas\w*|los[est]\w?)\b/iu;

/** What words ask of two values of one kind. */
export interface Asked {
  readonly forms: readonly Arithmetic[];
  /** A ratio is told as the smaller of the larger. */
  readonly isOfPart: boolean;
}

/** Null where nothing is compared or added. */
export const askedOfStates = keepingLast((text: string): Asked | null => {
  const isRatio = RATIO.test(text);
  const isDifference = DIFFERENCE.test(text);
  const forms: Arithmetic[] = [];
  if (isRatio) forms.push(formOfShare(text, isDifference));
  if (isDifference) forms.push("difference");
  if (SUM.test(text)) forms.push("sum");
  return forms.length === 0 ? null : { forms, isOfPart: PART.test(text) };
});

/** `by how many percent does it fall` */
function formOfShare(text: string, isDifference: boolean): Arithmetic {
  if (!isDifference || !PERCENT.test(text)) return "ratio";
  return LESS.test(text) ? "loss" : "change";
}

const COLLIDE = /\b(?:sticks?|stuck|coupl\w+|collid\w+|hits?|strikes?|embed\w*|lodg\w+|locks?)\b/iu;
const JOINED = /\b(?:together|both|joined|joins?|combined|total|on\s+top)\b/iu;

/** Things are one from now on; of what collides a law before says how it moves. */
export const togetherIn = keepingLast((text: string): "joined" | "collided" | null =>
  COLLIDE.test(text) ? "collided" : JOINED.test(text) ? "joined" : null,
);

/** A step of arithmetic; null where a kind allows none. */
export function arithmeticStep(
  registry: Registry,
  form: Arithmetic,
  { kind, unit }: Pick<BookSlot, "kind" | "unit">,
  {
    given,
    symbol,
    usesOf,
  }: {
    readonly given: ReadonlyMap<string, Step>;
    /** The symbol that is sought; its result where none is said. */
    readonly symbol?: string;
    readonly usesOf?: (slots: Step["target"][]) => readonly Use[];
  },
): Step | null {
  const book = lawBookOf(registry).named(nameOfArithmetic(form, kind, unit));
  if (book === undefined) return null;
  const law = lawOfConversion(book.entry);
  const all = [...law.slots, law.result];
  const target = symbol === undefined ? law.result : all.find(({ name }) => name === symbol);
  if (target === undefined) return null;
  const taken = emptyTaken(target);
  const uses = usesOf?.(all) ?? [];
  return {
    ...taken,
    filled: { ...taken.filled, uses },
    book,
    profile: null,
    target,
    given,
    isUnsaid: false,
  };
}
