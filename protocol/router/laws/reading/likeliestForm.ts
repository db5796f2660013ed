/** Of two ways to read the numbers of a question, the one that is likelier. */
import { parseUnit } from "../../../units/index.js";
import type { Quantity, Span } from "../../../units/quantity/index.js";
import { plainValue, valueSpan, type Spans } from "./spanForms.js";

export function isSame(one: Spans, other: Spans): boolean {
  return one.length === other.length && one.every((span, i) => span === other[i]);
}

/** Words of numbers that have no unit. */
const PURE = new RegExp(
  String.raw`\b(?:ratio|factor|fraction|index|indices|coefficient|number|exponent|power|efficiency|` +
    String.raw`emissivity|heats|gamma|charges?|constant|order|share|probability|porosity|eccentricity|` +
    String.raw`strain|slope|friction|poisson|albedo|redshift|saturation|magnitude|damping|relative|` +
    String.raw`specific\s+gravity|M\^2|reaction)\b[^.;:?]*$`,
  "iu",
);
const OF_LEVELS =
  /\b(?:levels?|loud\w*|noises?|sounds?|meter|SPL|speakers?|machines?|compressors?|dB\s?\(?A)\b/iu;
const OF_GAINS =
  /\b(?:gains?|antennas?|signal|SNR|bandwidth|capacity|dBi|amplif\w*|attenuat\w*|noise\s+(?:figure|factor)|link)\b/iu;

/** `..., k 0.17`: a symbol behind a mark. */
const SYMBOL_BEFORE = new RegExp(
  String.raw`[,;:(]\s*(?:\p{L}\d?|\p{Lu}\p{Ll}|alpha|beta|gamma|eta|mu|nu|rho|sigma|phi|zeta|eps|` +
    String.raw`(?:eps|rho|mu|\p{L})_\w{1,6})\s*$`,
  "u",
);
const MULTIPLES = /\s(?:hundred|thousand|million|billion|dozen)|e[-+]?\d+$/giu;

/** Whether the words right before a number say that it has no unit. */
export function isPureSaid(head: string): boolean {
  return PURE.test(head.replace(/\d\.\d/gu, "00"));
}

/** `radii 8 and 10 cm` */
const PAIRED = /^\s*(?:x|×|by|and|&|or|to)\s*$/iu;
/** `145; at 300 K`: no list goes on so. */
const NO_LIST =
  /\b(?:at|in|with|for|over|under|by|from|per|on|after|before|during|when|if|and\s+an?)\b/iu;

/**
 * What a bare number has of the next stays there where its words say that it has no unit; decibels are
 * levels where sounds are spoken of.
 */
export function likeliestOf(text: string, spans: Spans, most: Spans): readonly Spans[] {
  const byPlace = new Map(spans.map((span) => [span.at[0], span] as const));
  const own = most.map((span, i) => {
    const plain = byPlace.get(span.at[0]);
    const [value, bare] = [plainValue(span), plain === undefined ? null : bareOf(plain)];
    if (plain !== undefined && isPerLength(text, plain)) return plain;
    if (plain === undefined || value?.hasUnit !== true || bare === null || bare.hasUnit)
      return span;
    if (plain.follower?.text.startsWith("dB") === true) return pureOf(span, value);
    if (/\p{L}/u.test(text.slice(...value.at).replace(MULTIPLES, ""))) return span;
    const head = text.slice(Math.max(0, span.at[0] - 40), span.at[0]).replace(/\d\.\d/gu, "00");
    const gap = text.slice(span.at[1], most[i + 1]?.at[0] ?? span.at[1]);
    const isPure =
      /\bf\/$/u.test(head) || PURE.test(head) || SYMBOL_BEFORE.test(head) || NO_LIST.test(gap);
    const next = byPlace.get(most[i + 1]?.at[0] ?? -1);
    const isPaired =
      plain.name === null && PAIRED.test(gap) && next?.quantities[0]?.hasUnit === true;
    if (plain.name !== null || isPure) return valueSpan(span, bare.at, bare.readings);
    if (isPaired) return span;
    // `Poisson 0.22, expansion 9e-6 per K`: it may be pure all the same.
    const others = bare.readings.filter(
      ({ unit }) => !value.readings.some((one) => one.unit.text === unit.text),
    );
    return valueSpan(span, value.at, [...value.readings, ...others]);
  });
  const levels = own.map((span) => {
    const plain = byPlace.get(span.at[0]);
    return plain !== undefined && plain.follower?.text.startsWith("dB") === true && span !== plain
      ? plain
      : span;
  });
  if (isSame(levels, own)) return [own];
  return OF_LEVELS.test(text) && !OF_GAINS.test(text) ? [levels, own] : [own, levels];
}

/** A ratio of decibels has no unit of the next number. */
function pureOf(span: Span, { at, readings }: Quantity): Span {
  const unit = parseUnit("1");
  const { number, piPower } = readings[0]!;
  return unit.ok ? valueSpan(span, at, [{ number, piPower, unit }]) : span;
}

/** Its only number; that of `f/5.6` stands behind a stroke. */
function bareOf(span: Span): Quantity | null {
  const [one, another] = span.quantities;
  const isOne = span.kind === "value" || span.kind === "arithmetic";
  return isOne && another === undefined ? (one ?? null) : null;
}

/** `0.03 dB/m` is no ratio. */
function isPerLength(text: string, { follower }: Span): boolean {
  if (follower === null || !/^dB[im]?$/u.test(follower.text)) return false;
  return /^\s?(?:\/|per\s)/u.test(text.slice(follower.at[1], follower.at[1] + 6));
}
