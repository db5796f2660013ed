/**
 * All that the program says of itself without doing anything: help of every verb, the version, the
 * scripts of completion. It is written down when the program is built, as to print it should not
 * take loading the program.
 */
import type { Command } from "commander";
import { buildCli } from "../../api/cli/program.js";
import { SHELLS } from "../../api/cli/completion.js";
import { verbShapes } from "../../api/cli/verbTable.js";
import { SOFTWARE_VERSION } from "../../protocol/version.js";
import { scriptFor } from "./completionVerb.js";
import { verbs } from "./verbs.js";

function helpOf(command: Command): string {
  let text = "";
  const before = command.configureOutput();
  command.configureOutput({ ...before, writeOut: (part) => void (text += part) });
  command.outputHelp();
  command.configureOutput(before);
  return text;
}

/** The program with all of its verbs, to be looked at. */
export function wholeProgram(): Promise<Command> {
  const nobody = (): Promise<never> => Promise.reject(new Error("help asks nobody"));
  return buildCli(
    {
      client: nobody,
      readFile: nobody,
      readStdin: nobody,
      out: () => undefined,
      err: () => undefined,
      isTerminal: false,
    },
    { verbs, shapes: verbShapes },
    null,
    () => undefined,
  );
}

/** Text by the words that ask for it. */
export async function helpTexts(): Promise<Readonly<Record<string, string>>> {
  const program = await wholeProgram();
  const texts: Record<string, string> = {
    "--help": helpOf(program),
    "--version": `${SOFTWARE_VERSION}\n`,
  };
  for (const command of program.commands) {
    texts[`${command.name()} --help`] = helpOf(command);
    for (const inner of command.commands)
      texts[`${command.name()} ${inner.name()} --help`] = helpOf(inner);
  }
  for (const shell of SHELLS) texts[`completion ${shell}`] = scriptFor(shell, program);
  return texts;
}
