/** Licences of a solver or an operator that a question names: which of its words they have a use for. */
import * as z from "zod";
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
  params: Readonly<Record<string, unknown>>,
): Licence {
  const names = Object.keys(card.inputs.shape);
  const about = names.map((name): unknown =>
    Reflect.get(card.inputs.shape[name] ?? {}, "description"),
  );
  const licence = licenceOfNamed(question, {
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
  return { ...licence, open: [...licence.open, ...unusedChoices(card, matches, question, params)] };
}

/** `free at one end`: a value that an input may have, and that no input was given. */
function unusedChoices(
  card: SolverCard,
  matches: readonly CueMatch[],
  { tokens }: Question,
  params: Readonly<Record<string, unknown>>,
): Licence["open"] {
  const partsOf = (value: string): readonly string[] => value.toLowerCase().split(/[^\p{L}]+/u);
  const taken = new Set(
    JSON.stringify(params)
      .toLowerCase()
      .split(/[^\p{L}]+/u),
  );
  const choices = new Map(
    Object.entries(card.inputs.shape).flatMap(([name, schema]) =>
      choicesOf(schema).flatMap((value) => partsOf(value).map((part) => [part, name] as const)),
    ),
  );
  return tokens.flatMap(({ at, text }) => {
    const word = text.toLowerCase();
    const input = choices.get(word);
    if (input === undefined || word.length <= SHORT || taken.has(word)) return [];
    if (params[input] !== undefined || isInCue(matches, at[0])) return [];
    const message = `"${text}" is a choice of ${input}, which is not given; write ${input} = ...`;
    return [{ what: "case" as const, at, message }];
  });
}

/** `of`, `to` within the name of a choice. */
const SHORT = 3;

/** Words that an input may have as its value. */
function choicesOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return choicesOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(choicesOf);
  return schema instanceof z.ZodEnum ? schema.options.filter((one) => typeof one === "string") : [];
}
