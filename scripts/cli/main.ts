/** What `calc` does: reads its arguments, runs one verb, and leaves when its output is written. */
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { runCli, type CliModules } from "../../api/cli/cli.js";
import { daemonClient } from "./localClient.js";
import { daemonVerb } from "./daemonVerb.js";

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** On standard error, as a question is no data. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** A daemon would keep all verbs for its whole life, so it has its own alone. */
async function run(argv: readonly string[], modules: CliModules): Promise<number> {
  if (argv[0] === "daemon") return runCli(argv, modules, [daemonVerb], {});
  return runCli(argv, modules, (await import("./verbs.js")).verbs);
}

export async function main(): Promise<void> {
  // A reader that goes away early, as `head` does, ends the output and is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });

  const exit = await run(process.argv.slice(2), {
    client: daemonClient,
    readFile: (path) => readFile(path, "utf8"),
    readStdin,
    out: (text) => { process.stdout.write(text); },
    err: (text) => { process.stderr.write(text); },
    isTerminal: process.stdout.isTTY,
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
  });
  // Written output may still be in a pipe's buffer; an explicit exit would cut it.
  process.exitCode = exit;
  if (process.stdout.writableLength === 0) process.exit(exit);
}
