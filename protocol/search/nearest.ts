/** The names closest to a misspelt one, for messages. */
import { countWork } from "../workCount.js";

/** Work of a comparison of two names, in all and for a pair of their characters. */
const COMPARISON_WORK = 2;
const PAIR_WORK = 0.1;

/**
 * Edit distance with insertions, deletions, substitutions and swaps of neighbours, each costing 1.
 * Cost O(|a| |b|); callers bound the lengths.
 */
export function editDistance(a: string, b: string): number {
  countWork(COMPARISON_WORK + PAIR_WORK * a.length * b.length);
  const width = b.length + 1;
  let before = new Uint16Array(width);
  let previous = new Uint16Array(width);
  let current = new Uint16Array(width);
  for (let j = 0; j < width; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    current[0] = i;
    for (let j = 1; j < width; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1);
      current[j] = cost;
    }
    [before, previous, current] = [previous, current, before];
  }
  return previous[b.length]!;
}

const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const VOWELS = /^[aeiouy]{2}$/u;

/** Letters that fingers or ears take for each other. */
function areConfused(a: string, b: string): boolean {
  if (VOWELS.test(a + b)) return true;
  const [row, other] = [a, b].map((letter) => KEYBOARD.findIndex((keys) => keys.includes(letter)));
  if (row === -1 || other === -1 || Math.abs(row! - other!) > 1) return false;
  return Math.abs(KEYBOARD[row!]!.indexOf(a) - KEYBOARD[other!]!.indexOf(b)) <= 1;
}

/** In a shorter word another letter makes another word. */
const CONFUSED_CHARS_MIN = 6;

function differing(a: string, b: string): readonly number[] {
  return Array.from(a).flatMap((letter, i) => (letter === b[i] ? [] : [i]));
}

function isSwapped(a: string, b: string): boolean {
  return differing(a, b).length !== 1;
}

/**
 * Whether a word is another one with so many slips. One letter in place of another is a slip only
 * where those two are confused: "front" is no misspelt "frost".
 */
export function isMistyped(known: string, word: string, slips: number): boolean {
  if (Math.abs(known.length - word.length) > slips || editDistance(known, word) > slips)
    return false;
  if (slips > 1 || known.length !== word.length) return true;
  if (word.length < CONFUSED_CHARS_MIN) return isSwapped(known, word);
  const others = differing(known, word);
  return others.length !== 1 || areConfused(known[others[0]!]!, word[others[0]!]!);
}

/**
 * Longer names are compared by this many first characters: a message is no place for a quadratic
 * attack.
 */
const COMPARED_CHARS_MAX = 64;

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * Up to `n` candidates, nearest first, ties by the longer common beginning (people err late in a
 * word), then in code-unit order. Case differences cost a quarter of an edit, so `nm21` finds
 * `NM21` first.
 */
export function nearest(name: string, candidates: Iterable<string>, n: number): string[] {
  const wanted = name.slice(0, COMPARED_CHARS_MAX);
  const wantedFolded = wanted.toLowerCase();
  const scored: { candidate: string; cost: number; prefix: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const compared = candidate.slice(0, COMPARED_CHARS_MAX);
    const lower = compared.toLowerCase();
    const folded = editDistance(wantedFolded, lower);
    scored.push({
      candidate,
      cost: folded * 4 + (compared === wanted || folded > 0 ? 0 : 1),
      prefix: commonPrefix(wantedFolded, lower),
    });
  }
  scored.sort(
    (a, b) => a.cost - b.cost || b.prefix - a.prefix || (a.candidate < b.candidate ? -1 : 1),
  );
  return scored.slice(0, n).map((entry) => entry.candidate);
}

/** The one candidate near enough to be meant: at most a third of the letters differ. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const best = nearest(name, candidates, 1)[0];
  if (best === undefined) return null;
  const distance = editDistance(
    name.slice(0, COMPARED_CHARS_MAX).toLowerCase(),
    best.slice(0, COMPARED_CHARS_MAX).toLowerCase(),
  );
  return distance * 3 <= Math.max(name.length, best.length) ? best : null;
}
