/**
 * The command line `calc`: in this process, as a verb takes a hundredth of what its start takes.
 * The long form starts the executable for each, as people do.
 */
import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { runCli } from "../../api/cli/cli.js";
import { CALC } from "../../scripts/devnet/daemons.js";
import { ownChain } from "../../scripts/cli/commandLine.js";
import { daemonClient } from "../../scripts/cli/localClient.js";
import { readTextFile } from "../../scripts/cli/texts.js";
import { verbs } from "../../scripts/cli/verbs.js";
import { isLong } from "./runs.js";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface How {
  /** What standard input holds. */
  readonly input?: string;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where paths begin. */
  readonly cwd?: string;
  /** Characters of a line of its terminal; without them there is none. */
  readonly columns?: number;
  /** Where its standard output goes instead of to us: to a process of its own only. */
  readonly stdout?: number;
}

/** Runs one verb. */
export function calc(args: readonly string[], how: How = {}): Promise<Ran> {
  const readsLines = args[0] === "evaluate" && how.input !== undefined;
  return isLong || how.stdout !== undefined || readsLines
    ? calcProcess(args, how)
    : calcHere(args, how);
}

/** Runs one verb as a process. */
export function calcProcess(
  args: readonly string[],
  { cwd, env = {}, input = "", stdout }: How = {},
): Promise<Ran> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [CALC, ...args], {
      env: { ...process.env, ...env },
      stdio: ["pipe", stdout ?? "pipe", "pipe"],
      ...(cwd === undefined ? {} : { cwd }),
    });
    let [out, err] = ["", ""];
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      done({ code, out, err });
    });
    child.stdin?.end(input);
  });
}

/** Verbs wait for each other, since this process has one environment. */
let turn: Promise<unknown> = Promise.resolve();

function calcHere(args: readonly string[], how: How): Promise<Ran> {
  const ran = turn.then(() => withEnvironment(how.env ?? {}, () => runHere(args, how)));
  turn = ran.catch(() => undefined);
  return ran;
}

async function withEnvironment<T>(
  env: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  try {
    return await run();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

async function runHere(
  args: readonly string[],
  { columns, cwd = process.cwd(), input = "" }: How,
): Promise<Ran> {
  let [out, err] = ["", ""];
  const say = (text: string): void => {
    err += text;
  };
  const code = await runCli(
    args,
    {
      client: (options) => daemonClient(options, { err: say, isTerminal: false }),
      readFile: (path, bytesMax) => readTextFile(resolve(cwd, path), bytesMax),
      readStdin: () => Promise.resolve(input),
      out: (text) => {
        out += text;
      },
      err: say,
      chain: ownChain,
      isTerminal: false,
      ask: null,
      ...(columns === undefined ? {} : { columns }),
    },
    verbs,
  );
  return { code, out, err };
}

/** Where a user's node keeps its data by default, so that a page's commands find it. */
export function dataDirOf(home: string): string {
  return join(home, ".local", "share", "calcmesh");
}

/** One command of a page: `calc` with words, some in quotes, and perhaps a file to write. */
const WORD = String.raw`(?:'[^']*'|"[^"$\`\\\\]*"|[\w@%+=:,./^*()-]+)+`;
const PLAIN = new RegExp(String.raw`^calc((?: +${WORD})+)(?: +> +([\w.]+))?(?: +#.*)?$`);

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"([^"]*)"/g, (_all, one?: string, two?: string) => one ?? two!);
}

/**
 * Runs commands as a page has them, where `home` is the home of the user who types them, and the
 * folder where they are typed.
 * @returns what they print; the first that fails is thrown
 */
export async function runTyped(home: string, script: string): Promise<string> {
  const plain = PLAIN.exec(script.trim());
  if (plain === null || isLong) return inShell(home, script);
  const [, text = "", file] = plain;
  const words = (text.match(new RegExp(WORD, "g")) ?? []).map(unquoted);
  const { code, err, out } = await calc(words, {
    cwd: home,
    env: { HOME: home, NO_COLOR: "1", XDG_DATA_HOME: "", XDG_CONFIG_HOME: "" },
  });
  if (code !== 0) throw Object.assign(new Error(`${script}: ${err}`), { code });
  if (file === undefined) return out;
  await writeFile(resolve(home, file), out);
  return "";
}

async function inShell(home: string, script: string): Promise<string> {
  const { PATH = "" } = process.env;
  const { stdout } = await promisify(execFile)(
    "bash",
    ["-euo", "pipefail", "-c", `calc() { "${process.execPath}" "${CALC}" "$@"; }\n${script}`],
    {
      cwd: home,
      env: { PATH: `${dirname(process.execPath)}:${PATH}`, HOME: home, NO_COLOR: "1" },
    },
  );
  return stdout;
}
