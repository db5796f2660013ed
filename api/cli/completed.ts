/** What completion knows, read from the tree of verbs. */
import type { Command, Option } from "commander";
import type { Completed, CompletedVerb } from "./completion.js";

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

function flagsOf(options: readonly Option[]): string[] {
  return options.flatMap(({ hidden, long, short }) =>
    hidden ? [] : [long, short].filter((flag) => typeof flag === "string"),
  );
}

function verbOf(
  command: Command,
  name: string,
  wordsOf: (verb: string) => VerbWords | undefined,
): CompletedVerb {
  const own = wordsOf(name);
  const choices = command.options
    .map(({ argChoices, long }) => [long ?? "", argChoices ?? []] as const)
    .filter(([, list]) => list.length > 0);
  return {
    name,
    about: command.summary() || command.description().split("\n")[0]!,
    options: flagsOf(command.options),
    words: [
      ...(own?.words ?? []),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
    values: { ...Object.fromEntries(choices), ...own?.values },
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
  return { verbs, options: flagsOf(program.options), operatorIds };
}
