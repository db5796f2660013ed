/**
 * Runs the compiled tests and closes with the line `N passed, N failed`.
 * Arguments: path fragments to choose test files (`unit/math`); `--long` for the long suites as
 * well, and the long counts of all others; `--jobs N` for the number of processes the files are
 * shared out to; `--slow N` for lists of the N files and the N tests that used most
 * processor time.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Mocha from "mocha";
import { readTimes, TIMES_ENV, type FileTime } from "./testTimes.js";

const here = dirname(fileURLToPath(import.meta.url));
const testRoot = resolve(here, "..", "..", "test");
const sourceRoot = resolve(here, "..", "..", "..", "test");
const {
  positionals,
  values: { jobs: jobsText, long, slow },
} = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    jobs: { type: "string" },
    slow: { type: "string" },
  },
});
const wanted = positionals.map((a) => a.replace(/^test\//, "").replace(/\.ts$/, ""));
/** More processes than this wait for each other's workers and disks. */
const JOBS_MAX = 2;
// The long suites measure and kill: one at a time.
const jobs = Number(jobsText ?? (long ? 1 : Math.min(JOBS_MAX, availableParallelism())));
/** Ends what hangs. It is no measure: a machine with other work takes ten times as long. */
const TEST_TIMEOUT_MS = long ? 3 * 3_600_000 : 600_000;
// `runs` in test/kit asks for it, in whichever process a test runs.
if (long) process.env["CALCMESH_TEST_LONG"] = "1";

function testFiles(dir: string): string[] {
  return (
    readdirSync(dir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".test.js"))
      .map((entry) => join(entry.parentPath, entry.name))
      // A file compiled from a test that has moved since is no test any more.
      .filter((file) => existsSync(join(sourceRoot, relative(dir, file).replace(/js$/, "ts"))))
      .filter((file) => long || !relative(dir, file).startsWith("long/"))
      .filter((file) => wanted.length === 0 || wanted.some((w) => relative(dir, file).includes(w)))
      .sort()
  );
}

/** Folders whose tests stay in one process, and seldom wait. */
const BUSY = /^(?:unit|pins)\//;

/**
 * The same files, with those that wait spread evenly among those that compute: else they would come
 * first, all beside each other, and leave the cores idle. Long files come early: what runs alone at the
 * end is short.
 */
function spread(files: readonly string[]): string[] {
  const isBusy = (file: string): boolean => BUSY.test(relative(testRoot, file));
  const longest = files
    .map((file) => ({ file, bytes: statSync(file).size }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ file }) => file);
  const placed = [longest.filter(isBusy), longest.filter((file) => !isBusy(file))].flatMap((some) =>
    some.map((file, i) => ({ file, at: (i + 0.5) / some.length })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ file }) => file);
}

/** How to run a test that failed again, with the seeds that it names. */
function again(test: Mocha.Test, error: unknown): string {
  const said = `${test.fullTitle()} ${error instanceof Error ? error.message : String(error)}`;
  const seeds = new Set([...said.matchAll(/\bseed\W{1,3}(-?\d+)/g)].map(([, seed]) => seed!));
  const file = relative(testRoot, test.file ?? "").replace(/js$/, "ts");
  const named = seeds.size === 0 ? "" : ` (seed ${[...seeds].join(", ")})`;
  // A shell leaves out what stands behind the sign.
  return `  npm run t -- ${file} # ${test.title}${named}\n`;
}

function printSlow(times: string, count: number): void {
  const all = readTimes(times);
  const files = all.filter(({ test }) => test === undefined);
  const tests = all.filter(({ test }) => test !== undefined);
  const total = files.reduce((sum, { processorMs }) => sum + processorMs, 0);
  const shown = ({ file, test, processorMs }: FileTime): string => {
    const seconds = (processorMs / 1000).toFixed(1).padStart(7);
    const named = test === undefined ? "" : `: ${test}`;
    return `${seconds} s  ${relative(testRoot, file).replace(/js$/, "ts")}${named}\n`;
  };
  process.stdout.write(
    `processor time of ${files.length} files: ${(total / 1000).toFixed(1)} s\n` +
      files.slice(0, count).map(shown).join("") +
      `of the tests, each with the hooks before it:\n` +
      tests.slice(0, count).map(shown).join(""),
  );
}

async function main(): Promise<void> {
  const files = testFiles(testRoot);
  const times = mkdtempSync(join(tmpdir(), "calcmesh-times-"));
  const timesFile = join(times, "files");
  if (slow !== undefined) process.env[TIMES_ENV] = timesFile;
  // Time by file is told where each file has its own hooks, which is so in worker processes.
  const parallel = files.length > 1 && (jobs > 1 || slow !== undefined);
  const mocha = new Mocha({
    timeout: TEST_TIMEOUT_MS,
    reporter: "spec",
    color: process.stdout.isTTY,
    jobs,
    ...(slow === undefined ? {} : { require: [join(here, "testTimes.js")] }),
  });
  mocha.parallelMode(parallel);
  for (const file of parallel ? spread(files) : files) mocha.addFile(file);
  // In parallel each process loads the files that it runs.
  if (!parallel) await mocha.loadFilesAsync();
  let passed = 0;
  const failed: string[] = [];
  const failures = await new Promise<number>((done) => {
    mocha
      .run(done)
      .on("pass", () => {
        passed += 1;
      })
      .on("fail", (test, error) => failed.push(again(test, error)));
  });
  if (failed.length > 0) process.stdout.write(`To run again what failed:\n${failed.join("")}`);
  if (slow !== undefined && existsSync(timesFile)) printSlow(timesFile, Number(slow));
  rmSync(times, { recursive: true });
  process.stdout.write(`${passed} passed, ${failures} failed\n`);
  // A suite in which nothing ran proves nothing.
  process.exit(failures > 0 || passed === 0 ? 1 : 0);
}

await main();
