/**
 * A question without what only numbers its parts, and with some turns said as the grammar of
 * quantities reads them. Every character keeps its place.
 */
import { lawStem } from "./lawWords.js";

export interface Ordinal {
  readonly value: number;
  /** Stem of the word behind it: `order`, `harmonic`. */
  readonly of: string;
}

const WORDS: ReadonlyMap<string, number> = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth"
    .split(" ")
    .map((word, i) => [word, i + 1] as const),
);
const ORDINAL =
  /(?<![\p{L}\p{N}.])(?:(\d{1,2})(?:st|nd|rd|th)|(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)|(fundamental|lowest))(?=[\s-]+(?:[a-z]+[\s-]+)?([a-z]+))/giu;
const LABEL =
  /(?<![\p{L}\p{N}])(?:homework|problem|exercise|question|example|task|figure|fig\.?|part|no\.|nr\.?|q)\s*\d+(?:\.\d+)*[a-z]?\s*(?:[:.)]|-(?=\s))/giu;
const PHASES = /(?<![\p{L}\p{N}.])\d(?=-(?:phase|dimensional|d\b|body|axis|way|wire|fold|part)\b)/giu;
const AT_NOUGHT = /(?<=[\p{L}_]{1,6})\(0\)(?=\s*[=:])/gu;
const SHARE_OF_LIGHT =
  /(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)\s+(?:of\s+)?(?:the\s+)?(?:speed\s+of\s+light|light\s+speed|lightspeed|c(?![\p{L}\p{N}]))/giu;
const TIMES_LIGHT =
  /(\d+(?:\.\d+)?)\s*(?:times|x)\s+(?:the\s+)?(?:speed\s+of\s+light|light\s+speed)/giu;
const ASIDE = /(?:^|(?<=[.;:?!]\s))[^.;:?!,\d]*\saside,/giu;

export function plainly(typed: string): {
  readonly text: string;
  readonly ordinals: readonly Ordinal[];
} {
  const ordinals: Ordinal[] = [];
  const blank = (text: string): string => " ".repeat(text.length);
  const light = (share: (text: string) => string) => (all: string, number: string): string => {
    const said = `${share(number)} c`;
    return said.length > all.length ? all : said.padEnd(all.length);
  };
  const text = typed
    .replace(LABEL, blank)
    .replace(ASIDE, blank)
    .replace(AT_NOUGHT, blank)
    .replace(PHASES, blank)
    .replace(/sqrt\(m\)/g, "m^(1/2)")
    .replace(SHARE_OF_LIGHT, light(hundredth))
    .replace(TIMES_LIGHT, light((number) => number))
    .replace(ORDINAL, (all, digits: string | undefined, word: string | undefined, _low, of: string) => {
      const value = digits === undefined ? (WORDS.get(word?.toLowerCase() ?? "first") ?? 1) : Number(digits);
      ordinals.push({ value, of: lawStem(of) });
      return digits === undefined ? all : blank(all);
    });
  return { text, ordinals };
}

/** The decimal point two places to the left: exact. */
function hundredth(number: string): string {
  const [whole = "0", part = ""] = number.split(".");
  const digits = whole.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${part}`;
}
