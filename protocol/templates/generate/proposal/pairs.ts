/** One or two readings of a condition, each with its limit; two limits of one reading are a range. */
import type { Comparator, Condition, Part } from "../condition/condition.js";
import { isControl } from "./clauses.js";
import type { Compared } from "./compared.js";
import { doubt } from "./doubt.js";
import { DENIALS, MAY, NORM, PLAIN, STRONG } from "./lexicon.js";
import { MOVING } from "./names.js";
import { isSaying } from "./said.js";
import { part } from "./parts.js";
import type { Sentence } from "./sentence.js";
import type { Amounted, Token } from "./tokens.js";
import { unitOf } from "./units.js";

/** Words of two readings, but behind whoever is to be told: we should both hear of it. */
const OF_TWO = new RegExp(
  "(?<!\\b(?:i|we|us|me|you|they|them|should|must|can|will) )\\b(?:either|both|neither)\\b(?!" +
    " (?:side|way|direction|end|of us|hear|know))",
  "iu",
);

export function partsOf(sentence: Sentence, one: Compared, both: Compared | null): readonly Part[] {
  if (one.name === null) doubt("what is watched?");
  if ([one, both].some((compared) => compared !== null && isTwo(compared))) doubt("of two, which?");
  if (both === null && OF_TWO.test(sentence.text)) doubt("of two, which?");
  const name = one.name.text;
  const isOneSided = both === null && one.stated.amounts.length === 1;
  if (isOneSided && /\beither (?:direction|way|side|end)\b/iu.test(sentence.text))
    doubt("on which side?");
  if (both === null) return [partOf(sentence, one, name, one.stated.amounts)];
  if (isSame(one, both)) return [rangeOf(sentence, one, both, name)];
  if (jointOf(sentence, one, both) === null || isActBetween(sentence, one, both))
    doubt("how are two joined?");
  return [
    partOf(sentence, one, name, one.stated.amounts),
    partOf(sentence, both, both.name!.text, both.stated.amounts, true),
  ];
}

export function jointOf(sentence: Sentence, one: Compared, both: Compared): Condition["joined"] {
  const between = betweenOf(sentence, one, both).toLowerCase();
  const isOr =
    /\bor\b(?! (?:more|less|higher|lower|above|below|over|under)\b ?(?:[,;.]|and\b|or\b))/u.test(
      between,
    );
  const isAnd =
    /\b(?:and|while|whilst|but|with|plus|when|although|though|whereas|despite|yet)\b|&/u.test(
      between,
    );
  return isOr === isAnd ? null : isOr ? "or" : "and";
}

/** Both sides of one reading: under 33 or over 36. */
function isSame(one: Compared, both: Compared): boolean {
  if (both.name === null && both.stated.before.some(isStrange)) doubt("of which reading?");
  return both.name === null || one.name === null || both.name.text === one.name.text;
}

/** It may name another reading. */
function isStrange({ kind, word }: Token): boolean {
  return (
    kind === "word" &&
    !isSaying(word) &&
    !PLAIN.has(word) &&
    !/^(?:if|is|when|again|even|back)$/u.test(word) &&
    !MOVING.test(word)
  );
}

function rangeOf(sentence: Sentence, one: Compared, both: Compared, name: string): Part {
  const [a, b] = [one.stated.amounts[0]!, both.stated.amounts[0]!];
  const isDown = (comparator: Comparator): boolean => /^(?:below|at most)$/u.test(comparator);
  if (
    one.stated.amounts.length + both.stated.amounts.length !== 2 ||
    isDown(one.comparator) === isDown(both.comparator)
  )
    doubt("two numbers of one side");
  const [least, most] = a.value <= b.value ? [one, both] : [both, one];
  const joint = jointOf(sentence, one, both);
  // Below the least or above the most; or above the least and below the most.
  const comparator = isDown(least.comparator) ? "outside" : "inside";
  const isAnd = joint === "and";
  if (
    joint === null ||
    isAnd !== (comparator === "inside") ||
    isDown(most.comparator) !== (comparator === "inside")
  )
    if (!(one.kind === "allowed" && comparator === "inside")) doubt("both sides at once");
  const unit = b.unit ?? a.unit;
  const amounts = [a, b].map((amount) => ({ ...amount, unit: amount.unit ?? unit }));
  return partOf(
    sentence,
    { ...one, comparator },
    name,
    [...amounts].sort((x, y) => x.value - y.value),
  );
}

/** And open the valve when: two sentences in one. */
function isActBetween({ clauses }: Sentence, one: Compared, both: Compared): boolean {
  const [from, to] = [one.stated.tokens.at(-1)!.at[1], both.stated.tokens[0]!.at[0]];
  return clauses.some(({ tokens }) =>
    tokens.some(
      ({ at: [start, end], word }) =>
        start >= from &&
        end <= to &&
        (isControl(word) ||
          DENIALS.has(word) ||
          MAY.has(word) ||
          STRONG.has(word) ||
          word === "call"),
    ),
  );
}

function betweenOf({ text }: Sentence, one: Compared, both: Compared): string {
  return text.slice(one.stated.tokens.at(-1)!.at[1], both.stated.tokens[0]!.at[0]);
}

function partOf(
  sentence: Sentence,
  { comparator, stated }: Compared,
  name: string,
  amounts: readonly Amounted[],
  isSecond = false,
): Part {
  const unit = unitOf(sentence, stated, amounts, isSecond);
  const values = amounts.map(({ value }) => value);
  return { ...part(name), comparator, values: [...values].sort((a, b) => a - b), unit };
}

/** The inlet or outlet pressure: two readings before one comparison. */
function isTwo({ name, stated: { before } }: Compared): boolean {
  const at = before.findIndex(({ word }) => /^(?:and|or|nor)$/u.test(word));
  // Is a lager, and mustn't get warmer: of one thing.
  const next = before[at + 1]?.word ?? "";
  if (NORM.has(next) || MOVING.test(next)) return false;
  return (
    at > 0 && name !== null && before.slice(0, at).some((token) => name.tokens.includes(token))
  );
}
