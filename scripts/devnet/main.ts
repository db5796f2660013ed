/**
 * `npm run devnet -- N [--faults] [--dir DIR] [daemon arguments after --]`: N real daemons on
 * loopback, and commands on standard input to kill, pause, partition and restart them. It ends with
 * `quit`, with its input, or with Ctrl-C, and leaves no process behind.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Cluster } from "./cluster.js";
import { CommandError, follow, HELP, parseCommand } from "./command.js";

const USAGE = "usage: npm run devnet -- N [--faults] [--dir DIR] [-- daemon arguments]";
const NODES_MAX = 64;

interface Wanted {
  readonly count: number;
  readonly faults: boolean;
  readonly dir: string;
  readonly args: readonly string[];
}

function wanted(argv: readonly string[]): Wanted {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  const { values, positionals } = parseArgs({
    args: [...own],
    allowPositionals: true,
    options: { faults: { type: "boolean", default: false }, dir: { type: "string" } },
  });
  const count = Number(positionals[0] ?? "3");
  if (!Number.isSafeInteger(count) || count < 1 || count > NODES_MAX || positionals.length > 1) {
    throw new CommandError(`${USAGE}\nN is 1 to ${NODES_MAX}`);
  }
  return {
    count,
    faults: values.faults,
    args: end === -1 ? [] : argv.slice(end + 1),
    dir: values.dir ?? mkdtempSync(join(tmpdir(), "calcmesh-devnet-")),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function converse(cluster: Cluster, count: number, signal: AbortSignal): Promise<void> {
  const lines = createInterface({ input: process.stdin });
  signal.addEventListener("abort", () => lines.close(), { once: true });
  for await (const line of lines) {
    try {
      const command = parseCommand(line, count);
      if (command?.verb === "quit" || signal.aborted) break;
      const answer = command === null ? null : await follow(cluster, command);
      if (answer !== null) say(answer);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }
  lines.close();
}

async function main(): Promise<void> {
  const { count, faults, dir, args } = wanted(process.argv.slice(2));
  const ending = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => ending.abort());
  say(`${count} nodes; data and logs in ${dir}`);
  const cluster = await Cluster.start({ dir, count, faults, args, onChange: say });
  try {
    say(HELP);
    await converse(cluster, count, ending.signal);
  } finally {
    await cluster.stop();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof CommandError ? 2 : 1;
}
