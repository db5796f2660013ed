/**
 * A sentence whose numbers are marks: `{q0}` a quantity, `{t1}` a duration, `{n2}` a pure number,
 * `{c3}` a time of the day. Clauses are taken out of it one after the other.
 */
import { dimensionsEqual, isDimensionless, parseUnit } from "../../units/index.js";
import type { Quantity, Span, TimeOfDay } from "./spans/spanTypes.js";

const SECOND = secondDimension();
const MARK = /\{[qtnc](\d+)\}/g;

/** For patterns: any quantity, a duration, a count, a time of the day. */
export const Q = "(?:\\{[qtn]\\d+\\})";
export const T = "(?:\\{t\\d+\\})";
export const N = "(?:\\{n\\d+\\})";
export const C = "(?:\\{c\\d+\\})";
/** Before a time, and without a meaning of its own. */
export const FORE =
  "(?:at least |more than |longer than |over |a full |a whole |the last |the past |any |a |each |one )?";
/** What a clause left behind where it stood. */
export const GAP = "|";
/** Between two clauses. */
export const CLAUSE_ENDS = new RegExp(`(?:[${GAP},;:!?()]|\\.(?=\\s|$|[${GAP}]))+`, "u");

/** Adverbs that say nothing of a condition, right before its verb or its comparison. */
const FILLERS = new RegExp(
  "(?<=[a-z0-9] )(?:still|already|actually|currently|really) (?=(?:is|are|above|below|over|under|more|less|higher" +
    "|lower|greater|warmer|colder|hotter|at|not|exceeds?|stays?|within|outside)\\b)",
  "gu",
);

const PATTERNS = new Map<string, RegExp>();

/** The patterns of clauses are fixed, and few. */
function compiled(pattern: string): RegExp {
  const known = PATTERNS.get(pattern);
  if (known !== undefined) return known;
  const expression = new RegExp(pattern, "u");
  PATTERNS.set(pattern, expression);
  return expression;
}

function secondDimension() {
  const read = parseUnit("s");
  if (!read.ok) throw new Error(read.message);
  return read.dimension;
}

export function isDuration({ dimension }: Quantity): boolean {
  return dimensionsEqual(dimension, SECOND);
}

function markOf(span: Span, i: number): string {
  if (span.kind === "time") return ` {c${i}} `;
  if (isDimensionless(span.dimension)) return ` {n${i}} `;
  return isDuration(span) ? ` {t${i}} ` : ` {q${i}} `;
}

export interface Taken {
  /** As the sentence has it. */
  readonly words: string;
  /** What of the sentence is left before it. */
  readonly before: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly quantities: readonly Quantity[];
  readonly times: readonly TimeOfDay[];
}

export class Masked {
  readonly #spans: readonly Span[];
  readonly #used = new Set<number>();
  #rest: string;

  constructor(text: string, spans: readonly Span[]) {
    this.#spans = spans;
    let masked = "";
    let at = 0;
    for (const [i, span] of spans.entries()) {
      masked += text.slice(at, span.at[0]) + markOf(span, i);
      at = span.at[1];
    }
    this.#rest = (masked + text.slice(at))
      .toLowerCase()
      .replace(/[\u2018\u2019]/gu, "'")
      .replace(/\bcan't\b|\bcannot\b/gu, "can not")
      .replace(/\bwon't\b/gu, "will not")
      .replace(/n't\b/gu, " not")
      .replace(/\b(it|there|that)'s\b/gu, "$1 is")
      .replace(
        /\bthe (?:moment|instant|minute|second)(?: that)?(?= (?:the|it|an?|my|our) )/gu,
        "when",
      )
      // Without a meaning of their own before a comparison or its verb.
      .replace(FILLERS, "")
      .replace(
        /^(please )?do (?=(?:alert|alarm|warn|tell|call|page|notify|text|ping|ring|let)\b)/u,
        "$1",
      )
      .replace(/\bha(s|ve) (?:stayed|remained|kept)\b/gu, (_all, s: string) =>
        s === "s" ? "stays" : "stay",
      )
      // A dash between clauses; one between two numbers is a range.
      .replace(/(?<=\s)(?:[-–—]+>?|=>|→)(?=\s+[a-z])/gu, GAP)
      .replace(/\s+/g, " ")
      .trim();
  }

  get rest(): string {
    return this.#rest;
  }

  /** The first place that fits, taken out; null where none does, or where `isOne` says no. */
  take(pattern: string, isOne: (taken: Taken) => boolean = () => true): Taken | null {
    const match = compiled(pattern).exec(this.#rest);
    if (match === null || match[0] === "") return null;
    const taken = this.#takenBy(match);
    if (!isOne(taken)) return null;
    const end = match.index + match[0].length;
    this.#rest = `${this.#rest.slice(0, match.index)} ${GAP} ${this.#rest.slice(end)}`
      .replace(/\s+/g, " ")
      .trim();
    for (const [, i] of match[0].matchAll(MARK)) this.#used.add(Number(i));
    return taken;
  }

  #takenBy(match: RegExpExecArray): Taken {
    const indexes = [...match[0].matchAll(MARK)].map(([, i]) => Number(i));
    const spans = indexes.map((i) => this.#spans[i]!);
    return {
      words: this.#written(match[0]),
      before: this.#rest.slice(0, match.index),
      groups: Object.fromEntries(
        Object.entries(match.groups ?? {}).flatMap(([name, text]) =>
          typeof text === "string" ? [[name, text]] : [],
        ),
      ),
      quantities: spans.filter((one) => one.kind === "quantity"),
      times: spans.filter((one) => one.kind === "time"),
    };
  }

  /** The number at the end of what stands before a place. */
  at(before: string): Quantity {
    const index = [...before.matchAll(MARK)].at(-1)?.[1];
    const span = this.#spans[Number(index)];
    if (span?.kind !== "quantity") throw new Error(`no number before ${before}`);
    return span;
  }

  /** The first place that fits, and stays. */
  peek(pattern: string, isOne: (taken: Taken) => boolean): Taken | null {
    const match = compiled(pattern).exec(this.#rest);
    const taken = match === null ? null : this.#takenBy(match);
    return taken !== null && isOne(taken) ? taken : null;
  }

  /** The first place that fits, said in other words; no number in it is used by that. */
  rewrite(pattern: string, other: string): boolean {
    const before = this.#rest;
    this.#rest = before.replace(compiled(pattern), other).replace(/\s+/g, " ").trim();
    return this.#rest !== before;
  }

  /** Words of a clause that say what is watched. */
  give(words: string): void {
    // A full stop ends the sentence, and not what is said before these words.
    this.#rest = `${this.#rest.replace(/[.!| ]+$/u, "")} ${GAP} ${words.trim()}`;
  }

  /** Numbers that no clause took, with what stands before each, and the word behind. */
  get left(): readonly { readonly span: Span; readonly before: string; readonly behind: string }[] {
    return [...this.#rest.matchAll(MARK)].map((match) => ({
      span: this.#spans[Number(match[1])]!,
      before: this.#rest.slice(0, match.index),
      behind: /^ ([a-z]+)/u.exec(this.#rest.slice(match.index + match[0].length))?.[1] ?? "",
    }));
  }

  #written(part: string): string {
    return part.replace(MARK, (_mark, i: string) => this.#spans[Number(i)]!.text).trim();
  }
}
