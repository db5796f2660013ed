/** What completion knows, read from the tree of verbs. */
import type { Command, Option } from "commander";
import type { Completed, CompletedOption, CompletedVerb } from "./completion.js";

/** Verbs behind which operators stand. */
const OF_OPERATORS: ReadonlySet<string> = new Set([
  "compute",
  "operator-spec",
  "prove",
  "price",
  "tally record",
]);

/** Words of a verb that only its maker knows: inputs of a solver, actions. */
export interface VerbWords {
  readonly words: readonly string[];
  readonly values: Readonly<Record<string, readonly string[]>>;
}

function optionsOf(options: readonly Option[]): CompletedOption[] {
  return options.flatMap(({ flags, hidden, long, optional, required, short }) => {
    if (hidden) return [];
    const takes = /file/i.test(flags.replace(long ?? "", "")) ? "file" : "value";
    return [long, short]
      .filter((flag) => typeof flag === "string")
      .map((flag) => ({ flag, takes: required ? takes : optional ? "perhaps" : "nothing" }));
  });
}

function choicesOf(options: readonly Option[]): CompletedVerb["values"] {
  const all = options.map(({ argChoices, long }) => [long ?? "", argChoices ?? []] as const);
  return Object.fromEntries(all.filter(([, list]) => list.length > 0));
}

function verbOf(
  command: Command,
  name: string,
  wordsOf: (verb: string) => VerbWords | undefined,
): CompletedVerb {
  const own = wordsOf(name);
  return {
    name,
    about: command.summary() || command.description().split("\n")[0]!,
    options: optionsOf(command.options),
    words: [
      ...(own?.words ?? []),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
    values: { ...choicesOf(command.options), ...own?.values },
    takesFiles: command.registeredArguments.some((one) =>
      /file/i.test(`${one.name()} ${one.description}`),
    ),
    takesIds: OF_OPERATORS.has(name),
  };
}

export function completedOf(
  program: Command,
  operatorIds: readonly string[],
  wordsOf: (verb: string) => VerbWords | undefined,
): Completed {
  const verbs = program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [verbOf(command, command.name(), wordsOf)]
      : command.commands.map((inner) =>
          verbOf(inner, `${command.name()} ${inner.name()}`, wordsOf),
        ),
  );
  return {
    verbs,
    options: optionsOf(program.options),
    values: choicesOf(program.options),
    operatorIds,
  };
}
