/** Licences of a solver or an operator that a question names: which of its words they have a use for. */
import type { Registry } from "../operators/registry.js";
import { describeField } from "../solvers/input.js";
import type { SolverCard } from "../solvers/solver.js";
import { cues, type CueMatch } from "./cues.js";
import type { Question } from "./laws/reading/reading.js";
import type { Licence } from "./laws/licence/licence.js";
import { licenceOfNamed } from "./laws/licence/namedLicence.js";
import { isInCue } from "./cueScores.js";

export function licenceOfOperator(
  registry: Registry,
  { at, operator }: { readonly at: readonly [number, number]; readonly operator: string },
  question: Question,
): Licence {
  const { record } = registry.get(operator)!;
  const symbols = Object.entries(record.symbols);
  return licenceOfNamed(question, {
    title: record.name,
    more: [
      record.description,
      record.result?.quantity ?? "",
      ...symbols.flatMap(([, { name, quantity }]) => [name, quantity]),
    ],
    isName: (place) => at[0] <= place[0] && place[1] <= at[1],
    symbols: new Set([
      record.result?.symbol ?? "",
      ...symbols.flatMap(([name, { aliases }]) => [name, ...aliases]),
    ]),
  });
}

export function licenceOfSolver(
  card: SolverCard,
  matches: readonly CueMatch[],
  question: Question,
): Licence {
  const names = Object.keys(card.inputs.shape);
  const about = names.map((name): unknown =>
    Reflect.get(card.inputs.shape[name] ?? {}, "description"),
  );
  return licenceOfNamed(question, {
    title: `${card.primary.name} (${card.id})`,
    more: [
      card.title,
      card.summary,
      card.primary.quantity,
      ...about.filter((one) => typeof one === "string"),
      ...cues.filter(({ solver }) => solver === card.id).map(({ phrase }) => phrase),
    ],
    isName: ([start]) => isInCue(matches, start),
    symbols: new Set(names.flatMap((name) => describeField(card, name).accepts)),
  });
}
