/** A process of `calc`: reads its arguments, runs one verb, and leaves when its output is written. */
import type { ChainReader } from "../../api/cli/arguments.js";
import { runCli } from "../../api/cli/cli.js";
import type { CliModules, LazyVerb, Verb } from "../../api/cli/session.js";
import { EXIT } from "../../api/cli/exitCodes.js";
import { OtherProgramNeeded } from "../../api/cli/otherProgram.js";
import type { VerbShape } from "../../api/cli/verbShape.js";
import { daemonClient } from "./localClient.js";
import { readText, readTextFile } from "./texts.js";

/** On standard error, as a question is no data. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** The message for an output that did not arrive. */
const whenLost: (() => void)[] = [];

/**
 * A reader that goes away early, as `head` does, ends the output and is no failure, unless there
 * was something to be kept.
 */
function outputFailed({ code, message }: NodeJS.ErrnoException): never {
  for (const say of whenLost) say();
  if (code === "EPIPE" && whenLost.length === 0) process.exit(process.exitCode ?? EXIT.ok);
  process.stderr.write(
    `OUTPUT_FAILED: standard output cannot be written: ${message}\nnext: Make room, or send it ` +
      `elsewhere; what the verb did stands.\n`,
  );
  process.exit(EXIT.unexpected);
}

/** Reads ids and units by the operators that ship with the program. */
export async function ownChain(): Promise<ChainReader> {
  const [{ chainReader }, { ownRegistry }] = await Promise.all([
    import("../../api/cli/chain.js"),
    import("./compute/ownRegistry.js"),
  ]);
  return chainReader(ownRegistry);
}

/** What a process of `calc` serves. */
export interface ServedVerbs {
  /** Beside those of the contract. */
  readonly verbs: readonly (Verb | LazyVerb)[];
  /** Those of the contract. */
  readonly shapes: readonly VerbShape[];
}

/** What standard input held, once it was read. */
interface Taken {
  input?: string | undefined;
}

/** @returns the exit code */
export function runWords(
  { shapes, verbs }: ServedVerbs,
  words: readonly string[],
  taken: Taken = {},
): Promise<number> {
  const modules: CliModules = {
    client: (options) => daemonClient(options),
    readFile: readTextFile,
    readStdin: async (bytesMax) =>
      (taken.input ??= await readText(process.stdin, "standard input", bytesMax)),
    chain: ownChain,
    out: (text, lost) => {
      if (lost !== undefined) whenLost.push(lost);
      process.stdout.write(text);
    },
    err: (text) => {
      process.stderr.write(text);
    },
    isTerminal: process.stdout.isTTY,
    isColoured:
      process.stdout.isTTY &&
      (process.env["NO_COLOR"] ?? "") === "" &&
      process.env["TERM"] !== "dumb",
    ...(process.stdout.isTTY ? { columns: process.stdout.columns } : {}),
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
  };
  return runCli(words, modules, verbs, shapes);
}

/**
 * Runs the words that the process was started with, and ends it. It comes back only where another
 * program has to run them: nothing of it is done yet.
 *
 * @param input of a program that left them, if it had read it
 * @returns what this one has read
 */
export async function runProcess(served: ServedVerbs, input?: string): Promise<string | undefined> {
  process.stdout.on("error", outputFailed);
  // Nobody is left to be told.
  process.stderr.on("error", () => undefined);
  const taken: Taken = { input };
  const exit = await runWords(served, process.argv.slice(2), taken).catch((error: unknown) => {
    if (error instanceof OtherProgramNeeded) return null;
    throw error;
  });
  if (exit === null) return taken.input;
  process.exitCode = exit;
  // Written output may still be on its way, and so may the news that it failed; an explicit exit
  // would cut either.
  await new Promise<void>((done) => {
    process.stdout.write("", () => {
      setImmediate(done);
    });
  });
  process.exit(exit);
}
