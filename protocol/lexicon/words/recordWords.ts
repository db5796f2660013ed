/** Words of laws as their records have them: the build takes them out of the records, beside the registry. */
import built from "./built.json" with { type: "json" };

/** Member `words` of a record; docs/registry.md says what each is for. */
export interface RecordWords {
  /** What people call the result, beside words of its kind. */
  readonly result?: string;
  /** A question that has all words of a name means the law. */
  readonly names?: readonly string[];
  /** Names that find the law in a search. */
  readonly also?: readonly string[];
  /** Words of the cases and things that it is about, beside those of its names. */
  readonly cases?: string;
  /** Words of scenes in which the law is meant: they lead to it where none is sure, and never to a seal. */
  readonly lay?: string;
  /** One of these words must be said: without them another law may be meant as well. */
  readonly needs?: readonly string[];
  /** Phrases that state inputs. */
  readonly states?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Values of the ideal case, where the question says nothing else. */
  readonly ideal?: Readonly<Record<string, number>>;
  /** What people say though it changes nothing: the mass of what falls. */
  readonly idle?: "mass" | "phase temperature";
  /** Lower and higher of two alike. */
  readonly between?: readonly [string, string];
  /** Which property of a named body an input is. */
  readonly bodies?: Readonly<Record<string, string>>;
  /** What an input may be made from: `light` gives a frequency by its wavelength. */
  readonly from?: Readonly<Record<string, string>>;
  /** Where its approximation holds: outside of it a question in words is asked about. */
  readonly regime?: readonly Regime[];
}

export interface Regime {
  /** One comparison of the law's names by <=. */
  readonly holds: string;
  /** A clause: "the strain is small". */
  readonly why: string;
  /** It counts where one of these words is said, with spaces between. */
  readonly when?: string;
}

// In the sources the file is empty; `npm run build` puts the checked words into its output.
const form: unknown = built;

function isForm(value: unknown): value is Readonly<Record<string, RecordWords>> {
  return typeof value === "object" && value !== null;
}

const NONE: RecordWords = {};
const words: ReadonlyMap<string, RecordWords> = new Map(isForm(form) ? Object.entries(form) : []);

export function wordsOfRecord(id: string): RecordWords {
  return words.get(id) ?? NONE;
}

export const lawsWithWords: readonly string[] = [...words.keys()];
