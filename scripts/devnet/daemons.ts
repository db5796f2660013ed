/**
 * Real daemons as child processes on loopback: for the demo, the benchmarks and the end-to-end
 * tests.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ApiInfo } from "../../node/runtime/apiFile.js";

/** What people run: `npm start`, `npx calc`. */
export const CALC = fileURLToPath(new URL("../../program/calc.js", import.meta.url));
/** A start takes a second of a processor; others may want it too. */
const START_DEADLINE_MS = 90_000;

interface NodeOptions {
  readonly dataDir: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Node flags or another `node` binary, for tests across versions. */
  readonly execPath?: string;
  /** Another copy of the program than that of this checkout. */
  readonly calc?: string;
  /** What starts it: a command and arguments that end by running those behind them in its place. */
  readonly within?: readonly string[];
}

export interface RunningNode {
  readonly api: ApiInfo;
  readonly child: ChildProcess;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  /** SIGTERM, then waits. @returns the exit code, or null after a signal. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** A daemon that ended before it was ready. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly exitCode: number | null;
  readonly output: string;
  constructor(exitCode: number | null, output: string) {
    super(`the daemon ended with code ${exitCode} before it was ready:\n${output}`);
    this.exitCode = exitCode;
    this.output = output;
  }
}

/**
 * As `npm start` and the executable. Each thread collects its own garbage: helpers that wait for a
 * core keep the one that serves waiting, which on two cores makes pauses of 10 to 20 ms of a heap
 * of 10 MB. For compiling the engine has as many as there are cores beside the one that serves,
 * instead of four. The longer a young generation, the longer the pause in which what died in it is
 * given back: 16 MB seal as fast as 32.
 */
export const NODE_FLAGS = [
  "--min-semi-space-size=4",
  "--max-semi-space-size=16",
  "--single-threaded-gc",
  "--v8-pool-size=0",
] as const;
/**
 * The same. The C library otherwise keeps a pool for each of a dozen threads, and more of what is
 * freed the larger it was: some 25 MB after a node has fetched what its peers have.
 */
const NODE_ENV = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
} as const;
const LOOPBACK_ARGS = [
  "--http",
  "127.0.0.1:0",
  "--p2p",
  "/ip4/127.0.0.1/tcp/0",
  "--metrics",
  "off",
] as const;

/** Starts `calc daemon` on free loopback ports and resolves when it says it is ready. */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const args = [
    ...NODE_FLAGS,
    options.calc ?? CALC,
    "daemon",
    "--data-dir",
    options.dataDir,
    ...LOOPBACK_ARGS,
    ...(options.args ?? []),
  ];
  const [command, ...rest] = [...(options.within ?? []), options.execPath ?? process.execPath];
  const child = spawn(command, [...rest, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...NODE_ENV, ...process.env, NO_COLOR: "1", ...options.env },
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout!.on("data", collect);
  child.stderr!.on("data", collect);
  const exited = new Promise<number | null>((done) => {
    child.once("exit", (code) => done(code));
  });
  const api = await new Promise<ApiInfo>((done, fail) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(new StartError(null, output));
    }, START_DEADLINE_MS);
    child.on("message", (message) => {
      clearTimeout(timer);
      done(message as ApiInfo);
    });
    child.once("error", fail);
    // `close` comes after the pipes are drained, so the message holds all of the output.
    child.once("close", (code) => {
      clearTimeout(timer);
      fail(new StartError(code, output));
    });
  });
  return {
    api,
    child,
    output: () => output,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A temporary directory, and the means to remove it. */
export function temporaryDir(name: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `calcmesh-${name}-`));
  // A browser that was killed may still write for a moment.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  return { path, remove: () => rmSync(path, options) };
}

/** A mesh secret of key id 1, readable by its owner only. */
export function writeMeshSecret(dir: string): string {
  const file = join(dir, "mesh.secret");
  writeFileSync(file, `1:${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  return file;
}
