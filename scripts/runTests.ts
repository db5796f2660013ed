/**
 * Runs the compiled tests and closes with the line `N passed, N failed`.
 * Arguments: path fragments to choose test files (`unit/math`), `--long` for the long suites as well.
 */
import { readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import Mocha from "mocha";

const here = dirname(fileURLToPath(import.meta.url));
const testRoot = resolve(here, "..", "test");
const args = process.argv.slice(2);
const long = args.includes("--long");
const wanted = args.filter((a) => !a.startsWith("--")).map((a) => a.replace(/^test\//, "").replace(/\.ts$/, ""));
const TEST_TIMEOUT_MS = long ? 3_600_000 : 120_000;

function testFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.js"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => long || !relative(dir, file).startsWith("long/"))
    .filter((file) => wanted.length === 0 || wanted.some((w) => relative(dir, file).includes(w)))
    .sort();
}

async function main(): Promise<void> {
  const mocha = new Mocha({ timeout: TEST_TIMEOUT_MS, reporter: "spec", color: process.stdout.isTTY });
  const files = testFiles(testRoot);
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  let passed = 0;
  const failures = await new Promise<number>((done) => {
    mocha.run(done).on("pass", () => { passed += 1; });
  });
  process.stdout.write(`${passed} passed, ${failures} failed\n`);
  // A suite in which nothing ran proves nothing.
  process.exit(failures > 0 || passed === 0 ? 1 : 0);
}

await main();
