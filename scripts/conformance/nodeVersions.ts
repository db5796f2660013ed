/**
 * Runs scripts/math/hash.js on this Node, on Node 22 and 24, and on this one without the compiler
 * (--jitless; nightly on all of them),
 * scripts/solvers/hash.js with it, and compares the digests. Exits 1 when any differ. The other
 * versions are installed from the npm registry under .tools/, which git ignores, and never as
 * dependencies: those would put another `node` first on the PATH of every npm script.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MAJORS = [22, 24] as const;
const INSTALL_TIMEOUT_MS = 120_000;
const RUN_TIMEOUT_MS = 300_000;

const execute = promisify(execFile);
const root = process.cwd();
const here = dirname(fileURLToPath(import.meta.url));
const hashScript = join(here, "..", "math", "hash.js");
/** Minutes without the compiler, which changes nothing that the other digests would not show. */
const solversScript = join(here, "..", "solvers", "hash.js");

interface EngineRun {
  /** Such as `v22.23.3 --jitless`. */
  readonly engine: string;
  /** Printed lines, or undefined when the engine could not run here. */
  readonly lines: readonly string[] | undefined;
  /** Why it could not. */
  readonly reason?: string;
}

interface Executable {
  readonly path: string | undefined;
  readonly reason?: string;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * The executable of another major version, installed on first use.
 * @param install false: only one that is there already
 */
export function executableOf(major: number, install = true): Executable {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = resolve(root, ".tools", `node-${major}`);
  const path = join(prefix, "node_modules", name, "bin", "node");
  if (existsSync(path)) return { path };
  if (!install)
    return { path: undefined, reason: "scripts/conformance/nodeVersions.js has not installed it" };
  mkdirSync(prefix, { recursive: true });
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries", "1"];
  try {
    execFileSync("npm", ["install", "--prefix", prefix, ...flags, `${name}@${major}`], {
      cwd: prefix,
      stdio: "pipe",
      timeout: INSTALL_TIMEOUT_MS,
    });
  } catch (error) {
    return {
      path: undefined,
      reason: `npm could not install ${name}@${major}: ${messageOf(error).split("\n")[0]}`,
    };
  }
  return existsSync(path)
    ? { path }
    : { path: undefined, reason: `${name}@${major} has no ${path}` };
}

/**
 * A binary that does not start (a newer C library than this machine's, say) is a reason, not a
 * difference.
 */
async function run({ label, path, flags }: Engine): Promise<EngineRun> {
  let version: string;
  try {
    version = execFileSync(path, ["--version"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch (error) {
    return { engine: [label, ...flags].join(" "), lines: undefined, reason: messageOf(error) };
  }
  const lines: string[] = [];
  for (const script of flags.length === 0 ? [hashScript, solversScript] : [hashScript]) {
    const { stdout } = await execute(path, [...flags, script], {
      encoding: "utf8",
      timeout: RUN_TIMEOUT_MS,
    });
    lines.push(...stdout.trim().split("\n"));
  }
  return { engine: [version, ...flags].join(" "), lines };
}

interface Engine {
  readonly label: string;
  readonly path: string;
  readonly flags: readonly string[];
}

/** @param everyJitless false: without the compiler on this Node alone, which takes a third as long */
function engines(everyJitless: boolean): readonly (Engine | EngineRun)[] {
  const found = [
    { label: "this Node", path: process.execPath },
    ...MAJORS.map((major) => ({ label: `Node ${major}`, ...executableOf(major) })),
  ];
  return found.flatMap(({ label, path, ...why }): readonly (Engine | EngineRun)[] =>
    path === undefined
      ? [{ engine: label, lines: undefined, ...why }]
      : [
          { label, path, flags: [] },
          ...(everyJitless || path === process.execPath
            ? [{ label, path, flags: ["--jitless"] }]
            : []),
        ],
  );
}

/**
 * Every engine's digests, this process's own version first. As many at a time as there are
 * processors.
 */
export async function runEngines(everyJitless = true): Promise<readonly EngineRun[]> {
  const waiting = [...engines(everyJitless).entries()];
  const runs: EngineRun[] = [];
  const next = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const [i, engine] = entry;
      runs[i] = "path" in engine ? await run(engine) : engine;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return runs;
}

/** Whether the digests an engine gave are those of the first. */
export function agrees(lines: readonly string[], expected: readonly string[] | undefined): boolean {
  return (
    expected !== undefined && lines.length > 0 && lines.every((line) => expected.includes(line))
  );
}

async function main(): Promise<void> {
  const runs = await runEngines(false);
  const expected = runs[0]!.lines;
  let differ = expected === undefined;
  for (const { engine, lines, reason } of runs) {
    const equal = lines !== undefined && agrees(lines, expected);
    if (lines === undefined) {
      process.stdout.write(`${engine}: skipped, ${reason ?? "not available"}\n`);
    } else process.stdout.write(`${engine}: ${equal ? "same" : "DIFFERENT"} ${lines.join(", ")}\n`);
    differ ||= lines !== undefined && !equal;
  }
  process.exitCode = differ ? 1 : 0;
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
)
  await main();
