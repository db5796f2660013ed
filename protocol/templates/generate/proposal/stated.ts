/** Numbers of clauses with the words around each; the two ends of a range are one. */
import type { Clause } from "./clauses.js";
import type { Amounted, Token } from "./tokens.js";

/** One number, or the two ends of a range. */
export interface Stated {
  /** Its place among the clauses. */
  readonly clause: number;
  readonly tokens: readonly Token[];
  readonly amounts: readonly Amounted[];
  /** Words before it, up to the number before or the beginning of its clause. */
  readonly before: readonly Token[];
  /** Words behind it, up to the next number. */
  readonly behind: readonly Token[];
  /** A number stands behind those. */
  readonly isFollowed: boolean;
}

/** Between a value and what it may be off, as the signs are settled. */
const OFF = "@";
/** What a double adds in its last places is none of it. */
const DIGITS = 12;
/** Signs between the two ends of a range. */
const GAP = 4;
const DEEP = /^(?:deep|high|wide|thick|long|tall|across)$/u;
const ENDS = /^(?:to|and|through|till|until|up-to|or)$/u;
const OPENS = /^(?:between|from|within|outside|inside)$/u;

export function statedIn(clauses: readonly Clause[]): readonly Stated[] {
  return clauses.flatMap((clause, at) => ofClause(clause, at));
}

function ofClause({ tokens }: Clause, at: number): readonly Stated[] {
  const out: Stated[] = [];
  let from = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    if (tokens[i]!.kind !== "number") continue;
    const sandwich = sandwichEnd(tokens, i);
    if (sandwich !== null) {
      const both = [tokens[i]!, tokens[sandwich]!];
      out.push({
        clause: at,
        tokens: both,
        amounts: withUnit(both.map(({ amount }) => amount!)),
        before: [...tokens.slice(from, i), ...tokens.slice(i + 2, sandwich - 1)],
        behind: tokens.slice(sandwich + 1),
        isFollowed: tokens.slice(sandwich + 1).some(({ kind }) => kind === "number"),
      });
      [from, i] = [sandwich + 1, sandwich];
      continue;
    }
    const around = zeroAround(tokens, i);
    const last = rangeEnd(tokens, i) ?? i;
    const ends = last === i ? [tokens[i]!] : [tokens[i]!, tokens[last]!];
    const next = tokens.findIndex(({ kind }, k) => k > last && kind === "number");
    out.push({
      clause: at,
      tokens: ends,
      amounts: around ?? tolerated(tokens, i, withUnit(ends.map(({ amount }) => amount!))),
      before: tokens.slice(from, i),
      behind: tokens.slice(last + 1, next < 0 ? undefined : next),
      isFollowed: next >= 0,
    });
    // 2.5 m deep and the swell: the adjective is of the number before.
    from = DEEP.test(tokens[last + 1]?.word ?? "") ? last + 2 : last + 1;
    i = last;
  }
  return out;
}

/** `4.75 <= v <= 5.25`: the two ends stand around what is read. */
function sandwichEnd(tokens: readonly Token[], at: number): number | null {
  const isSign = (one: Token | undefined): boolean => /^(?:<|<=|≤)$/u.test(one?.word ?? "");
  if (tokens[at]!.amount?.sort !== "value" || !isSign(tokens[at + 1])) return null;
  const end = tokens.findIndex(({ kind }, k) => k > at && kind === "number");
  const isNamed = end - at > 3 && isSign(tokens[end - 1]);
  return isNamed && tokens[end]!.amount?.sort === "value" ? end : null;
}

function rangeEnd(tokens: readonly Token[], at: number): number | null {
  const [token, next, then] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  if (token.amount?.sort !== "value") return null;
  const isValue = (one: Token | undefined): boolean =>
    one?.kind === "number" && one.amount?.sort === "value";
  if (isValue(next) && next!.at[0] - token.at[1] <= GAP) return at + 1;
  if (next?.word === OFF && isValue(then)) return at + 2;
  if (next === undefined || !ENDS.test(next.word) || !isValue(then)) return null;
  const isOpened = tokens.slice(0, at).some(({ word }) => OPENS.test(word));
  return !/^(?:and|or)$/u.test(next.word) || (next.word === "and" && isOpened) ? at + 2 : null;
}

/** `inside ±8 mm`: around nought. */
function zeroAround(tokens: readonly Token[], at: number): readonly Amounted[] | null {
  const amount = tokens[at]!.amount!;
  if (tokens[at - 1]?.word !== OFF || tokens[at - 2]?.amount != null) return null;
  return amount.sort === "value" ? [{ ...amount, value: -amount.value }, amount] : null;
}

/** `5 ± 0.5 bar`: a range around the first. */
function tolerated(
  tokens: readonly Token[],
  at: number,
  amounts: readonly Amounted[],
): readonly Amounted[] {
  const [middle, off] = amounts;
  if (off === undefined || tokens[at + 1]?.word !== OFF) return amounts;
  const size = sizeOf(off, middle!);
  if (size === null) return [];
  const ends = [middle!.value - size, middle!.value + size];
  return ends.map((value) => ({ ...middle!, value: Number(value.toPrecision(DIGITS)) }));
}

/** How far another number is from one, in its unit; null of a share of a scale with a zero of its own. */
export function sizeOf(off: Amounted, { unit, value }: Amounted): number | null {
  const isDegrees = /^(?:deg[CF]?|°[CF])$/u.test(unit ?? "");
  if (off.unit === unit || off.unit === null || (isDegrees && off.unit === "deg")) return off.value;
  if (off.unit === "K" && unit === "degC") return off.value;
  // 80 mm of water, and 5 mm of it.
  if (/^[cm]m$/u.test(off.unit) && unit?.startsWith(`${off.unit}H2O`) === true) return off.value;
  // 6000 rpm ± 2 %: a share of it.
  return off.unit === "%" && unit !== null && !isDegrees
    ? (Math.abs(value) * off.value) / 100
    : null;
}

/** The unit of one end is that of both. */
function withUnit(amounts: readonly Amounted[]): readonly Amounted[] {
  const unit = amounts.find((one) => one.unit !== null)?.unit ?? null;
  return amounts.map((amount) => ({ ...amount, unit: amount.unit ?? unit }));
}
