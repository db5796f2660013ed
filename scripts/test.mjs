/**
 * Compiles what has changed, checks the types of the tests that are named and of all that they
 * import, and runs them: `npm run t -- unit/math`. What starts daemons, or looks at the joined
 * program, has the program built first; what these tests import tells. Plain JavaScript, since it
 * runs before anything is compiled.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { closure } from "./imports.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const TESTS = join(ROOT, "test");
const PROJECT = join(ROOT, "dist", "test.tsconfig.json");
/** Each step of the build that some tests need, with the module that they import then. */
const NEEDS = [
  { module: "protocol/operators/index.js", upTo: "registry" },
  { module: "scripts/devnet/daemons.js", upTo: "join" },
];

/** What tests of the documents import, and what writes these. */
const DOCUMENTS = ["scripts/clients/pythonClient.js", "scripts/documents/write.js"];

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** The compiler remembers what it found in these files the last time. */
function checkTypes(files) {
  const project = {
    extends: "../tsconfig.json",
    compilerOptions: {
      noEmit: true,
      rootDir: "..",
      tsBuildInfoFile: "test.tsbuildinfo",
    },
    include: ["../protocol/**/*.d.ts"],
    files: files.map((name) => `../test/${name}`),
  };
  writeFileSync(PROJECT, JSON.stringify(project));
  run(join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", PROJECT);
}

const args = process.argv.slice(2);
const wanted = args
  .filter((arg) => !arg.startsWith("-"))
  .map((arg) => arg.replace(/^test\//, "").replace(/\.ts$/, ""));
if (wanted.length === 0) {
  process.stderr.write("Name the tests to run, as in: npm run t -- unit/math/double\n");
  process.exit(2);
}
const files = readdirSync(TESTS, { recursive: true }).filter(
  (name) =>
    name.endsWith(".test.ts") &&
    wanted.some((text) => name.replace(/\.ts$/, ".js").includes(text)),
);
run("scripts/build.mjs", "--to-run", "--to", "compile");
checkTypes(files);
const compiled = files.map((name) => join(ROOT, "dist", "test", name.replace(/ts$/, "js")));
const imported = closure(compiled.filter((file) => existsSync(file)));
const needed = NEEDS.findLast(({ module }) => imported.includes(join(ROOT, "dist", module)));
if (needed !== undefined) run("scripts/build.mjs", "--to-run", "--to", needed.upTo);
const [document, writer] = DOCUMENTS.map((name) => join(ROOT, "dist", name));
if (imported.includes(document)) run(writer);
run("dist/scripts/testing/runTests.js", ...args);
