/**
 * The command line: a verb for each operation that has a `cli` view, beside the verbs its caller
 * adds. Data goes to standard output, messages to standard error. `--json` prints exactly one JSON
 * document, also for an error.
 */
import { CommanderError } from "commander";
import { EXIT } from "./exitCodes.js";
import { buildCli } from "./program.js";
import type { CliModules, LazyVerb, Verb } from "./session.js";
import type { VerbShape } from "./verbShape.js";
import { verbShapes } from "./verbTable.js";

/** A script with line ends of Windows leaves one behind its last word; a solver is its own verb. */
function wordsOf(argv: readonly string[]): string[] {
  const words = argv
    .map((word) => word.replace(/\r$/, ""))
    .filter((word, i) => word !== "" || argv[i] === "");
  if (words[0] !== "solver") return words;
  return words.length === 1 ? ["solvers"] : words.slice(1);
}

/**
 * Parses and runs one command line.
 * @param argv without node and script
 * @param verbs beside those of the contract
 * @param shapes those of the contract
 * @returns the exit code
 */
export async function runCli(
  argv: readonly string[],
  modules: CliModules,
  verbs: readonly (Verb | LazyVerb)[] = [],
  shapes: readonly VerbShape[] = verbShapes,
): Promise<number> {
  let exit: number = EXIT.ok;
  const words = wordsOf(argv);
  try {
    const program = await buildCli(modules, { verbs, shapes }, words, (code) => {
      exit = code;
    });
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.ok;
    if (argv.includes("--json")) {
      modules.out(
        `${JSON.stringify({ code: "USAGE", detail: error.message, exit: EXIT.usage })}\n`,
      );
    }
    return EXIT.usage;
  }
  return exit;
}
