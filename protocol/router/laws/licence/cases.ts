/** Laws of one set of kinds differ in a case: where nobody says it, it is asked about. */
import type { Filled } from "../filling/fillTypes.js";
import type { Law } from "../lexicon/lexicon.js";
import { QUANTITY_STEMS, lawStem, lawStems } from "../lexicon/lawWords.js";
import { PLACE, type Profile } from "../lexicon/profile.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";
import { EXCLUSIVE } from "./opposites.js";
import { CLOSED, GUARDED } from "./wordClasses.js";

/**
 * The case of a law that another law of the same kinds has otherwise, and that nobody said.
 *
 * @param others laws of the same kinds
 */
export function supposedCase(
  question: Question,
  others: readonly Law[],
  law: Law,
  { target }: Filled,
): Open | null {
  const said = rootsSaid(question);
  const opposite = oppositeOf(law, said);
  if (opposite !== null) return { what: "case", at: [0, question.text.length], message: opposite };
  if (!target.isResult) return null;
  const own = casesOf(law);
  if (own.length === 0 || own.some((root) => said.has(root))) return null;
  const other = others.find((one) => {
    const theirs = casesOf(one);
    const isShared = [...one.title].some((stem) => law.title.has(stem) && said.has(rootOf(stem)));
    return isShared && !own.every((root) => theirs.includes(root));
  });
  if (other === undefined) return null;
  const [a, b] = [law.entry.record.name, other.entry.record.name];
  return {
    what: "case",
    at: [0, question.text.length],
    message: `This may be "${a}" or "${b}", and nothing says which; say it`,
  };
}

function rootsSaid({ given, tokens }: Question): ReadonlySet<string> {
  const parts = (text: string): readonly string[] =>
    text.split("_").map((word) => rootOf(word.toLowerCase()));
  return new Set([
    ...tokens.flatMap(({ text }) => parts(text)),
    ...given.flatMap(({ span: { name } }) => (name === null ? [] : parts(name.text))),
  ]);
}

/** `radius of a bright ring`: nobody said that it is no dark one. Laws that need a word are asked for it before. */
function oppositeOf({ entry, needs }: Law, said: ReadonlySet<string>): string | null {
  const { name } = entry.record;
  const words = new Set(name.toLowerCase().split(/[^a-z]+/u));
  if (needs.length > 0) return null;
  for (const pair of EXCLUSIVE) {
    const own = pair.find((word) => words.has(word));
    const other = pair.find((word) => !words.has(word));
    if (own === undefined || other === undefined || said.has(rootOf(own))) continue;
    return `"${name}" is of what is ${own}, and nothing says that it is not ${other}; say it`;
  }
  return null;
}

/** A law of the same kinds that has a root in one of these places (bits of `PLACE`). */
export type KinSaying = (root: string, places: number) => Law | null;

const TELLING = PLACE.title | PLACE.alias | PLACE.case;
const CALLING = PLACE.title | PLACE.alias;
const ANYWHERE = Object.values(PLACE).reduce((all, bit) => all | bit, 0);
const SAID_BY_ITSELF = PLACE.title | PLACE.result | PLACE.input | PLACE.alias | PLACE.case;

/**
 * `a charged capacitor empties`: a word of the case of a law of the same kinds, which this one has in
 * its description at most.
 */
export function otherCaseSaid(
  { named, tokens }: Question,
  { law, places }: Profile,
  { stated }: Filled,
  kinSaying: KinSaying,
): Open | null {
  // A word that calls the law, and none of its kin, says which is meant.
  const isCalled = tokens.some(({ stem }) => {
    const root = rootOf(stem);
    return ((places.get(root) ?? 0) & CALLING) !== 0 && kinSaying(root, ANYWHERE) === null;
  });
  if (isCalled) return null;
  const inBodies = new Set(named.flatMap((body) => body.tokens));
  for (const [i, { at, stem, text }] of tokens.entries()) {
    const root = rootOf(stem);
    if (inBodies.has(i) || CLOSED.has(stem) || GUARDED.has(stem) || QUANTITY_STEMS.has(stem))
      continue;
    if (stated.has(stem) || ((places.get(root) ?? 0) & SAID_BY_ITSELF) !== 0) continue;
    const other = kinSaying(root, TELLING);
    if (other === null) continue;
    const [a, b] = [law.entry.record.name, other.entry.record.name];
    return {
      what: "case",
      at,
      message: `"${text}" is a word of "${b}" and not of "${a}"; say which is meant`,
    };
  }
  return null;
}

const CASES: ReadonlySet<string> = new Set(
  (
    "elastic inelastic series parallel single three isothermal adiabatic isobaric isochoric " +
    "transverse longitudinal across along rms mean relativistic classical turbulent laminar hollow solid damped forced"
  )
    .split(" ")
    .map(lawStem),
);

/** Cases of a law that a question says, in its own words. */
export function casesSaid({ tokens }: Question, law: Law): readonly string[] {
  const own = new Set(casesOf(law));
  const said = tokens.filter(({ stem }) => CASES.has(stem) && own.has(rootOf(stem)));
  return [...new Set(said.map(({ text }) => text.toLowerCase()))];
}

function casesOf({ entry: { record }, phrases }: Law): readonly string[] {
  const stems = [...lawStems(record.name), ...phrases.flat()];
  return [...new Set(stems.filter((stem) => CASES.has(stem)).map(rootOf))];
}
