/** The same rule where a solver or an operator is named: its own words, and those of its inputs. */
import type { Licence } from "./licence.js";
import type { Open } from "./open.js";
import type { Question, Token } from "../reading/reading.js";
import { lawStem, lawStems } from "../lexicon/lawWords.js";
import { rootOf } from "../lexicon/roots.js";
import { CLOSED, GUARDED, isAsking, isCarrier, isOrdinary, isPlace } from "./wordClasses.js";

export interface NamedWords {
  /** What the question is about, in words of records and cards. */
  readonly title: string;
  /** What stands in texts of it. */
  readonly more: readonly string[];
  /** Whether a place of the question is part of its name. */
  readonly isName: (at: readonly [number, number]) => boolean;
  /** Spellings of its inputs. */
  readonly symbols: ReadonlySet<string>;
}

const ORDINALS: ReadonlyMap<string, number> = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth"
    .split(" ")
    .map((word, i) => [lawStem(word), i + 1] as const),
);
/** A word that changes a question stands so near to the number that it is about. */
const NEAR_CHARS = 28;

export function licenceOfNamed(question: Question, names: NamedWords): Licence {
  const title = rootsIn([names.title]);
  const all = rootsIn([names.title, ...names.more, ...names.symbols]);
  const pairs = pairsIn([names.title, ...names.more]);
  const stems = question.tokens.map(({ stem }) => stem);
  const open = question.tokens.flatMap((token, i): readonly Open[] => {
    if (isLicensed(token, i)) return [];
    const message = `"${token.text}" is not used by ${names.title}; leave it out, or say what it means`;
    return [{ what: "word", at: token.at, message }];
  });
  return { open, setAside: [] };

  function isLicensed({ at, isOpener, stem, text }: Token, i: number): boolean {
    const { wanted } = question;
    if (names.isName(at) || names.symbols.has(text)) return true;
    if (isOpener && isAsking(stem)) return true;
    if (wanted !== null && wanted.at[0] <= at[0] && at[1] <= wanted.at[1]) return true;
    const root = rootOf(stem);
    if (isNumbered(stem)) return true;
    if (GUARDED.has(stem))
      return title.has(root) || isPair(i - 1) || isPair(i) || (all.has(root) && isNearNumber(at));
    if (CLOSED.has(stem) || all.has(root)) return true;
    return (isOrdinary(stem) && !isPlace(question, i)) || isCarrier(stems, i);
  }

  /** `the first zero, n = 1`: a number that is given says the same. */
  function isNumbered(stem: string): boolean {
    const n = ORDINALS.get(stem);
    return (
      n !== undefined &&
      question.given.some(({ span: { quantities } }) =>
        quantities.some(({ text }) => text === `${n}`),
      )
    );
  }

  /** Two words that stand side by side in a text of it: `first resonance`. */
  function isPair(i: number): boolean {
    return pairs.has(`${stems[i]} ${stems[i + 1]}`);
  }

  function isNearNumber([start, end]: readonly [number, number]): boolean {
    return question.given.some(
      ({ span: { at } }) => Math.min(Math.abs(start - at[1]), Math.abs(at[0] - end)) <= NEAR_CHARS,
    );
  }
}

function rootsIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts
      .flatMap((text) => lawStems(text.replaceAll(/[_-]/g, " ")))
      .map((stem) => rootOf(lawStem(stem))),
  );
}

function pairsIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) => {
      const stems = lawStems(text.replaceAll(/[_-]/g, " "));
      return stems.slice(1).map((stem, i) => `${stems[i]} ${stem}`);
    }),
  );
}
