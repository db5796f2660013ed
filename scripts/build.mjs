/**
 * Builds what has changed since the last build, and says what it does. Plain JavaScript without
 * dependencies, since it runs before anything is compiled.
 *
 * Each changed source is compiled alone, without its types and its comments. Every other step reads
 * what was compiled, and runs when the bytes of what it reads, or of what it wrote, are not those of
 * its last run: a comment runs none of them. Files of the same size and time as then are not read.
 *
 * Arguments: `--to STEP` for that step and those before it, `--all` for all steps whatever has
 * changed, `--to-run` for what a start needs: types and records are left unchecked.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { closure } from "./imports.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = join(ROOT, "dist", "build.stamp.json");
/** In the place of a digest of files that are not all there. */
const MISSING = "missing";
const SOURCES = ["protocol", "storage", "config", "api", "node", "scripts", "test"];
/** Data that is read where it stands, the place of what the step `registry` writes, and lists of packages. */
const NOT_COMPILED =
  /^test\/(?:vectors|compat)\/|^protocol\/operators\/domains\/|tsconfig\.json$|\.d\.ts$|^protocol\/(?:operators|lexicon\/words|router\/laws\/lexicon)\/built\.json$|\/package(?:-lock)?\.json$/;
const isSource = (path) => /\.(?:ts|json)$/.test(path) && !NOT_COMPILED.test(path);
/** What the engine made of the program is written anew by each version of Node that runs it. */
const isRecording = (path) => path.endsWith(".code") || path.endsWith("code.stamp");

const REGISTRY = "protocol/operators/built.json";
const LAWS = "protocol/router/laws/lexicon/built.json";
const WORDS = "protocol/lexicon/words/built.json";
const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const CLIENT = ["api/client/index.ts", "api/client/secure.ts", "api/client/mail.ts"];
const built = (...names) => names.map((name) => join("dist", name));
const compiled = (source) => join("dist", source.replace(/\.ts$/, ".js"));

/**
 * `seconds` of processor time when all of it runs. `compile` takes each file by itself. What is
 * `forChecks` writes nothing that a start reads. `isCommentRead` tells for which sources a comment
 * counts; all, where it is not given.
 */
const STEPS = [
  { name: "compile", seconds: 6, run: compile, isDone: () => changedSources().length === 0 },
  {
    name: "check of the records",
    seconds: 5,
    forChecks: true,
    command: ["dist/scripts/records/checkRegistry.js"],
    reads: () => [...records(), ...importedBy(built("scripts/records/checkRegistry.js"))],
    writes: () => [],
  },
  {
    name: "types",
    seconds: 30,
    forChecks: true,
    command: [tsc, "-p", "tsconfig.json", "--noEmit"],
    reads: () => ["tsconfig.json", "package-lock.json", ...under(SOURCES, isTyped)],
    writes: () => [],
    isCommentRead: () => false,
  },
  {
    name: "words of the laws",
    seconds: 1,
    command: ["dist/scripts/records/buildWords.js"],
    reads: () => [...records(), ...importedBy(built("scripts/records/buildWords.js"))],
    writes: () => built(WORDS),
  },
  {
    name: "registry",
    seconds: 3,
    command: ["dist/scripts/records/buildRegistry.js"],
    reads: () => [...records(), ...importedBy(built("scripts/records/buildRegistry.js"))],
    writes: () => built(REGISTRY, LAWS),
  },
  {
    name: "join",
    seconds: 10,
    command: ["dist/scripts/program/join.js"],
    reads: () => [
      "package-lock.json",
      ...importedBy(built("scripts/program/join.js")),
      ...inputsOf("dist/program.inputs.json"),
    ],
    writes: () => under(["dist/program"], (path) => !isRecording(path)),
  },
  {
    name: "types of the client",
    seconds: 2,
    forChecks: true,
    command: [tsc, "-p", "tsconfig.client.json"],
    reads: () => ["tsconfig.client.json", "package-lock.json", ...importedBy(CLIENT)],
    writes: () => under(["dist/api/client"], (path) => path.endsWith(".d.ts")),
    // Its users' editors show the comments of the client and the contract.
    isCommentRead: (path) => path.startsWith("api/"),
    // The compiler itself does not look whether what it wrote is still there.
    remembers: "dist/tsconfig.client.tsbuildinfo",
  },
  {
    name: "console",
    seconds: 10,
    command: ["dist/scripts/console/build.js"],
    reads: () => [
      "package-lock.json",
      ...under(["api/console"], () => true),
      ...importedBy(built("scripts/console/build.js")),
      ...inputsOf("dist/console.inputs.json"),
    ],
    writes: () => under(["dist/console"], () => true),
  },
  {
    name: "documents",
    seconds: 3,
    forChecks: true,
    command: ["dist/scripts/documents/write.js"],
    reads: () => [
      "scripts/clients/runtime.py",
      "scripts/clients/closing.py",
      ...importedBy(built("scripts/documents/write.js")),
    ],
    writes: () =>
      built("openapi/openapi.json", "openapi/openapi-3.1.json", "clients/python/calcmesh.py"),
  },
];

const records = () => under(["protocol/operators/domains"], (path) => path.endsWith(".json"));
const isTyped = (path) => path.endsWith(".ts") || isSource(path);

/** Files below a folder, without packages that are installed there. */
function below(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : below(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Files below the folders, from the root, in order. */
function under(folders, wanted) {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap(below)
    .filter(wanted)
    .sort();
}

function importedBy(files) {
  return closure(files.map((file) => join(ROOT, file)).filter((file) => existsSync(file)))
    .map((file) => file.slice(ROOT.length + 1))
    .sort();
}

/** What a joiner of modules wrote down that it had read: the only one that knows. */
function inputsOf(list) {
  return existsSync(join(ROOT, list)) ? JSON.parse(readFileSync(join(ROOT, list), "utf8")) : [list];
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Lines that are comments or empty; what directs the compiler is no comment. */
const COMMENT_LINES =
  /^[ \t]*(?:\/\/(?!\/|.*@ts-).*|\/\*(?:(?!\*\/|@ts-)[^])*\*\/[ \t]*)?(?:\n|(?<=.)$)/gm;

function textOf(path, isCommentRead) {
  const bytes = readFileSync(join(ROOT, path));
  if (isCommentRead(path) || !path.endsWith(".ts")) return bytes;
  return bytes.toString("utf8").replaceAll(COMMENT_LINES, "");
}

/** Of the content of files. */
function digest(paths, { isCommentRead = () => true } = {}) {
  const hash = createHash("sha256").update(`${process.version} ${process.arch}`);
  for (const path of paths) {
    const file = join(ROOT, path);
    if (!existsSync(file)) return MISSING;
    hash.update(`\n${path}\n`).update(textOf(path, isCommentRead));
  }
  return hash.digest("hex");
}

/** Size and time of a file. */
function statOf(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  return stat === undefined ? MISSING : `${stat.size} ${stat.mtimeMs}`;
}

/** Of names, sizes and times: a tenth of the time that reading the files takes. */
function outline(paths) {
  const stats = paths.map((path) => [path, statOf(path)]);
  if (stats.some(([, stat]) => stat === MISSING)) return MISSING;
  return sha256(`${process.version} ${process.arch}\n${stats.join("\n")}`);
}

/** What is known of a step that was just done. */
function stampOf(step) {
  const [reads, writes] = [step.reads(), step.writes()];
  return {
    outline: outline([...reads, ...writes]),
    read: digest(reads, step),
    wrote: digest(writes),
  };
}

function lastBuild() {
  try {
    const { files = {}, steps = {} } = JSON.parse(readFileSync(STAMP, "utf8"));
    return { files, steps };
  } catch {
    return { files: {}, steps: {} };
  }
}

function isDone(step) {
  if (step.isDone !== undefined) return step.isDone();
  const stamp = stamps.steps[step.name];
  if (stamp === undefined) return false;
  const [reads, writes] = [step.reads(), step.writes()];
  const now = outline([...reads, ...writes]);
  if (now === MISSING) return false;
  if (stamp.outline === now) return true;
  if (stamp.read !== digest(reads, step) || stamp.wrote !== digest(writes)) return false;
  stamp.outline = now;
  return true;
}

function runProgram(name, command) {
  const { status, stdout } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status === 0) return;
  process.stderr.write(stdout);
  process.stderr.write(`building failed: ${name}\n`);
  process.exit(status ?? 1);
}

function run(step) {
  if (step.run !== undefined) return step.run();
  if (step.remembers !== undefined && (all || digest(step.writes()) === MISSING))
    rmSync(join(ROOT, step.remembers), { force: true });
  // A step that breaks off is not done.
  delete stamps.steps[step.name];
  runProgram(step.name, step.command);
  stamps.steps[step.name] = stampOf(step);
}

/** Sources that are not as they were compiled, or whose output is not as it was written. */
function changedSources() {
  const compiler = sha256(readFileSync(join(ROOT, "tsconfig.json"))) + statOf(tsc);
  if (all || stamps.files.compiler !== compiler) stamps.files = { compiler };
  return under(SOURCES, isSource).filter((path) => {
    const known = stamps.files[path];
    if (known === undefined || known.wrote !== statOf(compiled(path))) return true;
    const now = statOf(path);
    if (known.stat === now) return false;
    if (known.hash !== sha256(readFileSync(join(ROOT, path)))) return true;
    known.stat = now;
    return false;
  });
}

/** Without what they import and without a check: the step `types` sees the whole program. */
function compile() {
  const changed = changedSources();
  const project = join(ROOT, "dist", "compile.tsconfig.json");
  mkdirSync(dirname(project), { recursive: true });
  writeFileSync(
    project,
    JSON.stringify({
      extends: "../tsconfig.json",
      compilerOptions: {
        noCheck: true,
        noResolve: true,
        incremental: false,
        types: [],
        rootDir: "..",
        outDir: ".",
      },
      include: [],
      files: changed.map((path) => `../${path}`),
    }),
  );
  const hashes = changed.map((path) => [path, sha256(readFileSync(join(ROOT, path)))]);
  runProgram("compile", [tsc, "-p", project]);
  forgetLaws(changed);
  for (const [path, hash] of hashes)
    stamps.files[path] = { stat: statOf(path), hash, wrote: statOf(compiled(path)) };
  removeStale();
}

/** What the step `registry` collected by the code before: until it runs again, it is collected anew. */
function forgetLaws(changed) {
  const words = join(ROOT, "dist", WORDS);
  if (!existsSync(words)) writeFileSync(words, "null\n");
  const isRead = (path) => /^protocol\/(?:router|lexicon|units)\//.test(path);
  const laws = join(ROOT, "dist", LAWS);
  if (changed.some(isRead) || !existsSync(laws)) writeFileSync(laws, "null\n");
}

/** What was compiled of a source that has moved would still be found by its old name. */
function removeStale() {
  const wanted = new Set(under(SOURCES, isSource).map(compiled));
  for (const path of Object.keys(stamps.files))
    if (path !== "compiler" && !wanted.has(compiled(path))) delete stamps.files[path];
  for (const path of under(built(...SOURCES), (name) => name.endsWith(".js")))
    if (!wanted.has(path)) rmSync(join(ROOT, path));
}

const {
  values: { all, to, "to-run": toRun },
} = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    to: { type: "string", default: STEPS.at(-1).name },
    "to-run": { type: "boolean", default: false },
  },
});
const steps = STEPS.slice(0, STEPS.findIndex(({ name }) => name === to) + 1).filter(
  ({ forChecks = false }) => !toRun || !forChecks,
);
const stamps = lastBuild();
let isBuilding = false;
// A step reads what those before it wrote, so each is asked when its turn comes.
for (const [at, step] of steps.entries()) {
  if (!all && isDone(step)) continue;
  if (!isBuilding)
    process.stderr.write(
      toRun ? "building; `npm run build` checks types and records, too\n" : "building\n",
    );
  isBuilding = true;
  process.stderr.write(`  ${at + 1}/${steps.length} ${step.name}\n`);
  run(step);
  writeFileSync(STAMP, JSON.stringify(stamps));
}
// Times of files that were written anew with the same bytes.
writeFileSync(STAMP, JSON.stringify(stamps));
