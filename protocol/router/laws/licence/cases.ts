/** Laws of one set of kinds differ in a case: where nobody says it, it is asked about. */
import { dimensionKey } from "../../../units/index.js";
import type { Filled } from "../filling/fillTypes.js";
import type { Law, LawSlot, Lexicon } from "../lexicon/lexicon.js";
import { lawStem, lawStems } from "../lexicon/lawWords.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

const kinByLexicon = new WeakMap<Lexicon, ReadonlyMap<string, readonly Law[]>>();

function kindOf({ quantity, unit }: LawSlot): string {
  return unit === null ? quantity : dimensionKey(unit.dimension);
}

function keyOf({ result, slots }: Law): string {
  const inputs = slots.filter(({ isOptional }) => !isOptional).map(kindOf);
  return [...inputs.sort(), "->", kindOf(result)].join(" ");
}

function kinOf(lexicon: Lexicon): ReadonlyMap<string, readonly Law[]> {
  const before = kinByLexicon.get(lexicon);
  if (before !== undefined) return before;
  const byKinds = new Map<string, Law[]>();
  for (const law of lexicon.laws) {
    const key = keyOf(law);
    byKinds.set(key, [...(byKinds.get(key) ?? []), law]);
  }
  kinByLexicon.set(lexicon, byKinds);
  return byKinds;
}

/** The case of a law that another law of the same kinds has otherwise, and that nobody said. */
export function supposedCase(
  question: Question,
  lexicon: Lexicon,
  law: Law,
  { target }: Filled,
): Open | null {
  if (!target.isResult) return null;
  const others = (kinOf(lexicon).get(keyOf(law)) ?? []).filter((one) => one !== law);
  if (others.length === 0) return null;
  const said = new Set([
    ...question.tokens.flatMap(({ text }) =>
      text.split("_").map((word) => rootOf(word.toLowerCase())),
    ),
    ...question.given.flatMap(({ span: { name } }) =>
      name === null ? [] : name.text.split("_").map((word) => rootOf(word.toLowerCase())),
    ),
  ]);
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
