/** The tree of verbs with the options that all of them take. */
import { Option, type Command } from "commander";
import { SOFTWARE_VERSION } from "../../protocol/version.js";
import { HELP_COLUMNS } from "./help.js";
import { withOtherWord } from "./otherWords.js";
import { CalcCommand } from "./command.js";
import { addVerb } from "./derivedVerb.js";
import { OtherProgramNeeded } from "./otherProgram.js";
import {
  CliSession,
  KEY_FLAG,
  type CliModules,
  type GlobalOptions,
  type LazyVerb,
  type Run,
  type Verb,
} from "./session.js";
import type { VerbShape } from "./verbShape.js";

/** What a program is built of. */
interface Verbs {
  readonly verbs: readonly (Verb | LazyVerb)[];
  /** Those of the contract. */
  readonly shapes: readonly VerbShape[];
}

/**
 * The program with the verb that the words name, and the names of the others; with every verb
 * where there are no words.
 *
 * @param finish is told each verb's exit code
 */
export async function buildCli(
  modules: CliModules,
  { shapes, verbs }: Verbs,
  words: readonly string[] | null,
  finish: (exit: number) => void,
): Promise<Command> {
  const program: Command = new CalcCommand("calc")
    .description("Compute physics deterministically and prove the answer.")
    .version(SOFTWARE_VERSION, "-V, --version")
    .option("--json", "print one JSON document")
    .option("--field <path>", "print one field, as in value or proof.index")
    .option("-q, --quiet", "print nothing but errors")
    .option("-v, --verbose", "print all of a result, every digit of it")
    .option("--plot", "draw the fields of a result below it")
    .addOption(colourOption())
    .option("--url <url>", "address of the daemon, if not by its data directory")
    .option("--data-dir <dir>", "data directory of the daemon")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => modules.out(text),
      writeErr: (text) => modules.err(text),
      outputError: (text, write) =>
        write(
          withOtherWord(
            text,
            program.commands.map((command) => command.name()),
          ),
        ),
      getOutHelpWidth: () => HELP_COLUMNS,
      getErrHelpWidth: () => HELP_COLUMNS,
    })
    .showHelpAfterError("(see --help)");
  const run: Run = async (command, action) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    const session = new CliSession(options, modules, typedName(command));
    try {
      finish(await action(session));
    } catch (error) {
      if (error instanceof OtherProgramNeeded) throw error;
      finish(
        session.fail(
          error,
          command.options.some(({ long }) => long === KEY_FLAG),
        ),
      );
    }
  };
  const asked = words === null ? null : namedVerb(program, words);
  const isAsked = (name: string): boolean => asked === null || name === asked;
  const firstWords = shapes.map(({ cli: { verb } }) => verb.split(" ", 1)[0]!);
  // The other names are for help, and for a misspelt one.
  const isKnown =
    firstWords.some((name) => name === asked) ||
    verbs.some((verb) => "names" in verb && verb.names.some((name) => name === asked));
  const addNames = isKnown ? () => undefined : namesAdder(program);
  const own = new Set<string>();
  for (const verb of verbs) {
    const before = new Set(program.commands);
    if ("register" in verb) verb.register(program, run);
    else if (!verb.names.some(isAsked)) addNames(verb.names, verb.group);
    else for (const loaded of await verb.load()) loaded.register(program, run);
    for (const command of program.commands) if (!before.has(command)) own.add(command.name());
  }
  shapes.forEach((shape, i) => {
    if (own.has(shape.cli.verb)) return;
    const first = firstWords[i]!;
    if (isAsked(first)) addVerb(program, shape, run);
    else addNames([first]);
  });
  // Flags may stand before or after the verb.
  for (const command of program.commands) if (isAsked(command.name())) withGlobals(command);
  return program;
}

/** As in `calc page publish`. */
function typedName(command: Command): string {
  const above = command.parent === null ? "" : `${typedName(command.parent)} `;
  return above + command.name();
}

/** The verb of a command line, or the one whose help it asks for. */
function namedVerb(program: Command, words: readonly string[]): string {
  const [first = "", second = ""] = program.parseOptions([...words]).operands;
  return first === "help" ? second : first;
}

/** Verbs that are not asked for: help lists them, and a misspelt one is near to one of them. */
function namesAdder(program: Command) {
  const known = new Set(program.commands.map((command) => command.name()));
  return (names: readonly string[], group = ""): void => {
    for (const name of names) {
      if (known.has(name)) continue;
      known.add(name);
      const command = program.command(name);
      if (group !== "") command.helpGroup(group);
    }
  };
}

function colourOption(): Option {
  return new Option("--color <when>", "colours; NO_COLOR turns them off, too").choices([
    "auto",
    "always",
    "never",
  ]);
}

function withGlobals(command: Command): void {
  const taken = new Set(command.options.map((option) => option.long));
  const addOption = (option: Option): void => {
    if (!taken.has(option.long)) command.addOption(option.hideHelp());
  };
  const add = (flags: string, description: string): void =>
    addOption(new Option(flags, description));
  add("--json", "print one JSON document");
  add("--field <path>", "print one field");
  add("-q, --quiet", "print nothing but errors");
  add("-v, --verbose", "print all of a result");
  add("--plot", "draw the fields of a result");
  addOption(colourOption());
  add("--url <url>", "address of the daemon");
  add("--data-dir <dir>", "data directory of the daemon");
  command.exitOverride().configureOutput(command.parent?.configureOutput() ?? {});
  for (const inner of command.commands) withGlobals(inner);
}
