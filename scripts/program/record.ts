/**
 * Keeps what the engine makes of the program's scripts: starts a daemon as people start it, and has
 * it write down its code.
 */
import { fork, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { on, once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cachedDataVersionTag } from "node:v8";
import type { ApiInfo } from "../../node/runtime/apiFile.js";
import { NODE_FLAGS, temporaryDir } from "../devnet/daemons.js";
import type { Recorded } from "./recorder.js";

/**
 * As `npm start` and the executable, and as `node dist/program/calc.js`: code belongs to the
 * engine's options.
 */
const OPTIONS: readonly (readonly string[])[] = [NODE_FLAGS, []];
const LOOPBACK = ["--http", "127.0.0.1:0", "--p2p", "/ip4/127.0.0.1/tcp/0"];
const DEADLINE_MS = 60_000;
/** Says what the code there belongs to. */
const STAMP = "code.stamp";
/**
 * NM21 for the Earth and the Moon, as the first result of a node: what callers get to run is
 * compiled, too.
 */
const REQUEST = {
  operators: ["KO42", "NM21"],
  inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
};

/** Nobody's settings: a daemon of the build belongs to no mesh. */
function ownEnvironment(home: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(CALC|XDG|NODE)_/.test(name));
  return { ...Object.fromEntries(others), HOME: home, NO_COLOR: "1" };
}

/**
 * What a child sends, one after the other and none lost. @returns how to wait for the next @throws
 * when it ends first
 */
function messagesOf(child: ChildProcess, signal: AbortSignal): () => Promise<unknown> {
  const ended = new AbortController();
  child.once("exit", (code) => ended.abort(new Error(`it ended with code ${code}`)));
  const all = AbortSignal.any([signal, ended.signal]);
  const messages = on(child, "message", { signal: all });
  return async () => {
    try {
      const { value } = (await messages.next()) as { value: unknown[] };
      return value[0];
    } catch (error) {
      throw all.aborted ? all.reason : error;
    }
  };
}

/** @returns the receipt */
async function askNode({ http, token }: ApiInfo, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${http}/api/calc/compute`, {
    method: "POST",
    body: JSON.stringify(REQUEST),
    signal,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`it answered ${response.status}: ${text}`);
  return text;
}

type StartVerb = (verb: readonly string[]) => ChildProcess;

/** A daemon that runs, and has answered. */
interface Running {
  readonly receipt: string;
  record(): Promise<void>;
  stop(): Promise<void>;
}

async function runDaemon(start: StartVerb, dataDir: string, signal: AbortSignal): Promise<Running> {
  const daemon = start([
    "daemon",
    "--data-dir",
    dataDir,
    ...LOOPBACK,
    "--metrics",
    "off",
    "--log-level",
    "error",
  ]);
  const next = messagesOf(daemon, signal);
  const stop = async (): Promise<void> => {
    daemon.kill("SIGTERM");
    if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, "exit");
  };
  const record = async (): Promise<void> => {
    daemon.send("record");
    const recorded = (await next()) as readonly Recorded[];
    const missing = recorded.filter(({ bytes }) => bytes === 0).map(({ name }) => name);
    if (missing.length > 0)
      throw new Error(`the engine's options changed under ${missing.join(", ")}`);
  };
  try {
    const receipt = await askNode((await next()) as ApiInfo, signal);
    return { receipt, record, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What people type most, by the program that runs it. @param receipt a file */
function typedLines(dataDir: string, receipt: string): Readonly<Record<string, string[][]>> {
  const inputs = ["m1=5.9722e24", "m2=7.342e22"];
  const asked = [
    ["health"],
    ["status"],
    ["operators", "gravitation"],
    ["compute", "NM21", ...inputs, "r=3.844e8"],
    ["helth"],
  ];
  const computed = [
    ["evaluate", "E = m c^2", "m=1kg"],
    ["convert", "5", "mi", "to", "km"],
    ["verify", receipt],
    ["compute", "NM21", ...inputs, "r=384400km", "--dry-run"],
  ];
  const lines = { clientMain: asked, main: computed };
  return Object.fromEntries(
    Object.entries(lines).map(([program, typed]) => [
      program,
      typed.map((words) => [...words, "--data-dir", dataDir]),
    ]),
  );
}

/** The code of a daemon that has answered, and of the verbs that people type most. */
async function recordUnder(options: readonly string[], program: string): Promise<void> {
  const home = temporaryDir("record");
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const env = ownEnvironment(home.path);
  const start: StartVerb = (verb) =>
    fork(join(program, "calc.js"), verb, {
      execArgv: [...options, "--import", pathToFileURL(join(program, "recorder.js")).href],
      env,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  const dataDir = join(home.path, "data");
  const running = await runDaemon(start, dataDir, signal);
  try {
    await running.record();
    const receipt = join(home.path, "receipt.json");
    writeFileSync(receipt, running.receipt);
    const rehearsal = fork(
      join(program, "rehearse.js"),
      [JSON.stringify(typedLines(dataDir, receipt))],
      { execArgv: [...options], env, stdio: ["ignore", "ignore", "pipe", "ipc"], signal },
    );
    let complaint = "";
    rehearsal.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    const [code] = (await once(rehearsal, "exit")) as [number | null];
    if (code !== 0) throw new Error(`the rehearsal ended with code ${code}: ${complaint}`);
  } finally {
    await running.stop();
    home.remove();
  }
}

export function isRecording(name: string): boolean {
  return /\.code(?:\.new)?$/.test(name) || name === STAMP;
}

/** Of which scripts and which engine the code is, on which kind of processor. */
function stampOf(program: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(program)
    .filter((file) => /\.c?js$/.test(file))
    .sort())
    hash.update(readFileSync(join(program, name)));
  return `${process.version} ${cachedDataVersionTag().toString(16)} ${hash.digest("hex")}\n`;
}

function stampIn(program: string): string | null {
  try {
    return readFileSync(join(program, STAMP), "utf8");
  } catch {
    return null;
  }
}

/**
 * Beside the scripts, unless the code there is theirs. Without it each start compiles them: nothing
 * else is lost, so a build that cannot start a daemon says so and goes on.
 */
export async function recordProgram(program: string): Promise<void> {
  const stamp = stampOf(program);
  if (stampIn(program) === stamp) return;
  for (const name of readdirSync(program)) if (isRecording(name)) rmSync(join(program, name));
  try {
    const recorded = await Promise.allSettled(
      OPTIONS.map((options) => recordUnder(options, program)),
    );
    for (const one of recorded) if (one.status === "rejected") throw one.reason;
    writeFileSync(join(program, STAMP), stamp);
  } catch (error) {
    process.stderr.write(
      "each start will compile the program, a fifth slower: " +
        `${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}
