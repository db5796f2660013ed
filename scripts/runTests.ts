/**
 * Runs the compiled tests and closes with the line `N passed, N failed`.
 * Arguments: path fragments to choose test files (`unit/math`), `--long` for the long suites as
 * well, `--jobs N` for the number of processes they are shared out to.
 */
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Mocha from "mocha";

const here = dirname(fileURLToPath(import.meta.url));
const testRoot = resolve(here, "..", "test");
const sourceRoot = resolve(here, "..", "..", "test");
const {
  positionals,
  values: { jobs: jobsText, long },
} = parseArgs({
  allowPositionals: true,
  options: { long: { type: "boolean", default: false }, jobs: { type: "string" } },
});
const wanted = positionals.map((a) => a.replace(/^test\//, "").replace(/\.ts$/, ""));
/** More processes than this wait for each other's workers and disks. */
const JOBS_MAX = 2;
// The long suites measure and kill: one at a time.
const jobs = Number(jobsText ?? (long ? 1 : Math.min(JOBS_MAX, availableParallelism())));
const TEST_TIMEOUT_MS = long ? 3_600_000 : 120_000;

function testFiles(dir: string): string[] {
  return (
    readdirSync(dir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".test.js"))
      .map((entry) => join(entry.parentPath, entry.name))
      // What was compiled from a test that has moved since is no test any more.
      .filter((file) => existsSync(join(sourceRoot, relative(dir, file).replace(/js$/, "ts"))))
      .filter((file) => long || !relative(dir, file).startsWith("long/"))
      .filter((file) => wanted.length === 0 || wanted.some((w) => relative(dir, file).includes(w)))
      .sort()
  );
}

async function main(): Promise<void> {
  const files = testFiles(testRoot);
  const parallel = jobs > 1 && files.length > 1;
  const mocha = new Mocha({
    timeout: TEST_TIMEOUT_MS,
    reporter: "spec",
    color: process.stdout.isTTY,
    parallel,
    jobs,
  });
  for (const file of files) mocha.addFile(file);
  // In parallel each process loads the files that it runs.
  if (!parallel) await mocha.loadFilesAsync();
  let passed = 0;
  const failures = await new Promise<number>((done) => {
    mocha.run(done).on("pass", () => {
      passed += 1;
    });
  });
  process.stdout.write(`${passed} passed, ${failures} failed\n`);
  // A suite in which nothing ran proves nothing.
  process.exit(failures > 0 || passed === 0 ? 1 : 0);
}

await main();
