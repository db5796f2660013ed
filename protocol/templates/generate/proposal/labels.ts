/** Numbers that state nothing: those of names, of how often a reading comes, and of no more than a moment. */
import { words } from "./clauses.js";
import type { Clause } from "./clauses.js";
import { QUIET } from "./lexicon.js";
import type { Token } from "./tokens.js";

const NOUN = /^[a-z][a-z-]{2,}$/u;
/** Behind these a number says how much. */
const MEASURING = new RegExp(
  "^(?:than|to|at|of|by|is|are|above|below|over|under|past|beyond|reach(?:es)?|hits?|or|and|between|from|exceeds?" +
    "|drops?|falls?|rises?|gets?|down|up|down-to|up-to|at-least|at-most|about|around|within|outside|inside|leaves?" +
    "|alarm|alert|warning|limit|threshold|level|max|maximum|min|minimum|reads?|shows?|ph|index|count|only|ever|on" +
    "|for|in|more|less|exceeding|past|goes|touch(?:es)?|tops?|pass(?:es)?|beneath|sinks?|like|likes|until|if|when)$",
  "u",
);
const CADENCE =
  /\b(?:sampl\w*|log(?:s|ged|ging)?|intervals?|readings?|reports?|values?|measured|writes?|polls?|polled|weighed)\b/u;

/** The clauses with those numbers as words. @param text of all */
export function settled(text: string, clauses: readonly Clause[]): readonly Clause[] {
  const numbers = clauses.reduce(
    (count, { tokens }) => count + tokens.filter(({ kind }) => kind === "number").length,
    0,
  );
  return clauses.map((clause, at) => {
    const others = clauses.filter((_one, i) => i !== at);
    const isPaced = isCadence(text, clause, others);
    const tokens = clause.tokens.map((token, i): Token => {
      const isWord =
        (numbers > 1 && isLabel(clause.tokens, i)) ||
        isFleeting(clause, i) ||
        (isPaced && isTime(token));
      return token.kind === "number" && isWord ? { ...token, kind: "word" } : token;
    });
    return { ...clause, tokens };
  });
}

function isTime({ amount }: Token): boolean {
  return amount?.sort === "time";
}

/** The 14 of rack 14, the -80 of the -80 freezer, the 4 K of its stage. */
function isLabel(tokens: readonly Token[], at: number): boolean {
  const { amount, kind } = tokens[at]!;
  if (kind !== "number" || amount === null || amount.isNamed || amount.sort === "time")
    return false;
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  // Three readings, six times: how many there are of them.
  if (/^(?:@|readings?|samples?|measurements?|values?|times)$/u.test(next?.word ?? ""))
    return false;
  // The crosswind on 27 gets over: a place.
  const isPlace =
    /^(?:on|at|in|of|for)$/u.test(before?.word ?? "") &&
    /^(?:gets?|is|are|goes|reads?|shows?|drops?|falls?|rises?|exceeds?|stays?)$/u.test(
      next?.word ?? "",
    );
  if (isPlace && amount.unit === null && Number.isInteger(amount.value)) return true;
  const isNoun = next?.kind === "word" && NOUN.test(next.word) && !MEASURING.test(next.word);
  const isFirst = before === undefined || /^(?:the|my|our|a|an|this)$/u.test(before.word);
  if (isFirst) return isNoun && amount.unit === null && Number.isInteger(amount.value);
  const isWhole = amount.unit === null && Number.isInteger(amount.value) && amount.value >= 0;
  return (
    isWhole && before.kind === "word" && NOUN.test(before.word) && !MEASURING.test(before.word)
  );
}

/** Even for a second: no hold. */
function isFleeting({ tokens }: Clause, at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word);
  return isTime(tokens[at]!) && before.includes("even");
}

/** One reading every ten minutes. */
function isCadence(text: string, clause: Clause, others: readonly Clause[]): boolean {
  const said = words(clause).join(" ");
  const isOften = /\b(?:every|each|interval|per|an?)\b/u.test(said) && CADENCE.test(said);
  const isAlone = clause.tokens.every((token) => token.kind !== "number" || isTime(token));
  return isOften && isAlone && clause.introducer === null && others.length > 0 && !QUIET.test(text);
}
