/** The cues of the router, ready to be found in a question. */
import { once } from "../once.js";
import { canonicalize } from "../encoding/jcs.js";
import { sha256 } from "../encoding/sha256.js";
import { toHex } from "../encoding/hex.js";
import { wordsBySolver, type SolverWords } from "../solvers/words.js";
import built from "./laws/lexicon/built.json" with { type: "json" };
import { stemsOf, type Word } from "./text.js";

export interface Cue {
  readonly phrase: string;
  readonly solver: string;
  readonly weight: number;
  /** strong: names a method or a model. weak: a word of the domain. */
  readonly kind: "strong" | "weak";
}

export interface CueMatch {
  readonly cue: Cue;
  readonly at: readonly [start: number, end: number];
  readonly words: readonly [from: number, to: number];
}

/** What a phrase of each list of a solver says for it. */
const LISTS: readonly { list: keyof SolverWords; kind: Cue["kind"]; weight: number }[] = [
  { list: "methods", kind: "strong", weight: 100 },
  { list: "field", kind: "weak", weight: 40 },
];

export const cues: readonly Cue[] = Object.entries(wordsBySolver).flatMap(([solver, words]) =>
  LISTS.flatMap(({ kind, list, weight }) =>
    words[list].map((phrase) => ({ phrase, solver, weight, kind })),
  ),
);

/** The hash as it is computed from the list, which the build does once. */
export function hashOfCues(): string {
  return toHex(sha256(canonicalize(cues)));
}

// In the sources the file is empty.
const form: unknown = built;

function isHashed(value: unknown): value is { readonly cue_hash: string } {
  return typeof value === "object" && value !== null && "cue_hash" in value;
}

/** sha256 of the canonical list: which cues a route was decided by. */
export const cueHash = once(() => (isHashed(form) ? form.cue_hash : hashOfCues()));

interface Entry {
  readonly stems: readonly string[];
  readonly cue: Cue;
}

/** The cues by their first stem. */
const index = once((): ReadonlyMap<string, readonly Entry[]> => {
  const index = new Map<string, Entry[]>();
  for (const cue of cues) {
    const stems = stemsOf(cue.phrase);
    const first = stems[0]!;
    index.set(first, [...(index.get(first) ?? []), { stems, cue }]);
  }
  return index;
});

/**
 * Every cue in the words, the longest first; a match inside or across a longer one is hidden by it.
 */
export function cuesIn(words: readonly Word[]): readonly CueMatch[] {
  const all: CueMatch[] = [];
  words.forEach((word, i) => {
    for (const { cue, stems } of index().get(word.stem) ?? []) {
      const last = words[i + stems.length - 1];
      if (last === undefined || !stems.every((stem, k) => words[i + k]!.stem === stem)) continue;
      all.push({ cue, at: [word.start, last.end], words: [i, i + stems.length] });
    }
  });
  const long = ({ words: [from, to] }: CueMatch): number => to - from;
  all.sort(
    (a, b) => long(b) - long(a) || a.words[0] - b.words[0] || compare(a.cue.solver, b.cue.solver),
  );
  const kept: CueMatch[] = [];
  for (const match of all) {
    const hidden = kept.some(
      (other) =>
        long(other) > long(match) &&
        other.words[0] < match.words[1] &&
        match.words[0] < other.words[1],
    );
    if (!hidden) kept.push(match);
  }
  return kept;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
