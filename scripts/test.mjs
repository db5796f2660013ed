/**
 * Compiles what has changed and runs the tests that are named: `npm run t -- unit/math`. What
 * starts daemons, or looks at the joined program, has the program built first; what these tests
 * import tells. Plain JavaScript, since it runs before anything is compiled.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { closure } from "./imports.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const TESTS = join(ROOT, "dist", "test");
/** Each step of the build that some tests need, with the module that they import then. */
const NEEDS = [
  { module: "protocol/operators/index.js", upTo: "registry" },
  { module: "scripts/devnet.js", upTo: "join" },
];

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const args = process.argv.slice(2);
const wanted = args
  .filter((arg) => !arg.startsWith("-"))
  .map((arg) => arg.replace(/^test\//, "").replace(/\.ts$/, ""));
if (wanted.length === 0) {
  process.stderr.write("Name the tests to run, as in: npm run t -- unit/math/double\n");
  process.exit(2);
}
run("scripts/build.mjs", "--to", "compile");
const files = readdirSync(TESTS, { recursive: true })
  .filter((name) => name.endsWith(".test.js") && wanted.some((text) => name.includes(text)))
  .map((name) => join(TESTS, name));
const imported = closure(files);
const needed = NEEDS.findLast(({ module }) => imported.includes(join(ROOT, "dist", module)));
if (needed !== undefined) run("scripts/build.mjs", "--to", needed.upTo);
run("dist/scripts/runTests.js", ...args);
