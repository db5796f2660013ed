/**
 * Builds what has changed since the last build, and says what it does. Plain JavaScript without
 * dependencies, since it runs before anything is compiled.
 *
 * A step runs when the bytes of what it reads, or of what it wrote, are not those of its last run.
 * Files of the same size and time as then are not read again.
 *
 * Arguments: `--to STEP` for the steps up to that one, `--all` for all of them whatever has changed,
 * `--to-run` for what a start needs: types and records, which the tests check, are left unchecked.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { closure } from "./imports.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = join(ROOT, "dist", "build.stamp.json");
/** In the place of a digest of files that are not all there. */
const MISSING = "missing";
const SOURCES = ["protocol", "storage", "config", "api", "node", "scripts", "test"];
const PRODUCT = ["protocol", "storage", "config", "api", "node", "scripts"];
const isSource = (path) =>
  /\.(?:ts|json)$/.test(path) && !path.startsWith("test/vectors/") && !isOfConsole(path);
/** What browsers load is compiled for them alone. */
const isOfConsole = (path) => path.startsWith("api/console/");
/** What the engine made of the program is written anew by each version of Node that runs it. */
const isRecording = (path) => path.endsWith(".code") || path.endsWith("code.stamp");

const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const built = (...names) => names.map((name) => join("dist", name));

/**
 * `seconds` is what each takes on two cores of 2020. What is `forChecks` writes nothing that a
 * start reads; `unchecked` writes the same, and checks nothing.
 */
const STEPS = [
  {
    name: "compile",
    seconds: 5,
    commands: () => [[tsc, "-p", "tsconfig.json"]],
    unchecked: { seconds: 2, commands: () => [[tsc, "-p", "tsconfig.json", "--noCheck"]] },
    reads: () => ["tsconfig.json", "package-lock.json", ...under(SOURCES, isSource)],
    writes: () =>
      under(SOURCES, (path) => isSource(path) && /(?<!\.d)\.ts$/.test(path)).map((path) =>
        join("dist", path.replace(/ts$/, "js")),
      ),
    // The compiler itself does not look whether what it wrote is still there.
    remembers: "dist/tsconfig.tsbuildinfo",
  },
  {
    name: "types of the client",
    seconds: 2,
    forChecks: true,
    commands: () => [[tsc, "-p", "tsconfig.client.json"]],
    reads: () => ["tsconfig.client.json", "tsconfig.json", ...under(["api", "protocol"], isSource)],
    writes: () => under(["dist/api/client"], (path) => path.endsWith(".d.ts")),
    remembers: "dist/tsconfig.client.tsbuildinfo",
  },
  {
    name: "registry",
    seconds: 1,
    commands: () => [["dist/scripts/buildRegistry.js"]],
    reads: () => [...records(), ...importedBy(built("scripts/buildRegistry.js"))],
    writes: () => built("protocol/operators/built.json"),
  },
  {
    name: "join",
    seconds: 8,
    commands: () => [["dist/scripts/program/join.js"]],
    reads: () => ["package-lock.json", ...under(built(...PRODUCT), (path) => /\.js(?:on)?$/.test(path))],
    writes: () => under(["dist/program"], (path) => !isRecording(path)),
  },
  {
    name: "console",
    seconds: 8,
    commands: () => [["dist/scripts/console/build.js"]],
    reads: () => [
      "package-lock.json",
      ...under(["api/console"], () => true),
      ...under(["protocol", "api/client", "api/readable"], isSource),
      ...importedBy(built("scripts/console/build.js")),
    ],
    writes: () => under(["dist/console"], () => true),
  },
  {
    name: "check of the records",
    seconds: 5,
    forChecks: true,
    commands: () => [["dist/scripts/checkRegistry.js"]],
    reads: () => [...records(), ...importedBy(built("scripts/checkRegistry.js"))],
    writes: () => [],
  },
];

const records = () => under(["protocol/operators"], (path) => path.endsWith(".json"));

/** Files below the folders, from the root, in order. */
function under(folders, wanted) {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
    )
    .filter(wanted)
    .sort();
}

function importedBy(files) {
  return closure(files.map((file) => join(ROOT, file)).filter((file) => existsSync(file)))
    .map((file) => file.slice(ROOT.length + 1))
    .sort();
}

/** Of the content of files. */
function digest(paths) {
  const hash = createHash("sha256").update(`${process.version} ${process.arch}`);
  for (const path of paths) {
    const file = join(ROOT, path);
    if (!existsSync(file)) return MISSING;
    hash.update(`\n${path}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Of names, sizes and times: a tenth of the time that reading them takes. */
function outline(paths) {
  const hash = createHash("sha256").update(`${process.version} ${process.arch}`);
  for (const path of paths) {
    const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (stat === undefined) return MISSING;
    hash.update(`\n${path} ${stat.size} ${stat.mtimeMs}`);
  }
  return hash.digest("hex");
}

/** What is known of a step that was just done. */
function stampOf(step) {
  const [reads, writes] = [step.reads(), step.writes()];
  const isFull = isChecked || step.unchecked === undefined;
  return {
    outline: outline([...reads, ...writes]),
    read: digest(reads),
    wrote: digest(writes),
    isFull,
  };
}

function lastBuild() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return {};
  }
}

function isDone(step, stamp) {
  if (stamp === undefined || (isChecked && !stamp.isFull)) return false;
  const [reads, writes] = [step.reads(), step.writes()];
  const now = outline([...reads, ...writes]);
  if (now === MISSING) return false;
  if (stamp.outline === now) return true;
  if (stamp.read !== digest(reads) || stamp.wrote !== digest(writes)) return false;
  stamp.outline = now;
  return true;
}

function run(step) {
  if (step.remembers !== undefined && (all || digest(step.writes()) === MISSING))
    rmSync(join(ROOT, step.remembers), { force: true });
  for (const command of formOf(step).commands()) {
    const { status, stdout } = spawnSync(process.execPath, command, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (status !== 0) {
      process.stderr.write(stdout);
      process.stderr.write(`building failed: ${step.name}\n`);
      process.exit(status ?? 1);
    }
  }
}

const formOf = (step) => (isChecked ? step : (step.unchecked ?? step));
const {
  values: { all, to, "to-run": toRun },
} = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    to: { type: "string", default: STEPS.at(-1).name },
    "to-run": { type: "boolean", default: false },
  },
});
const isChecked = !toRun;
const steps = STEPS.slice(0, STEPS.findIndex(({ name }) => name === to) + 1).filter(
  ({ forChecks = false }) => isChecked || !forChecks,
);
const stamps = lastBuild();
// A step reads what those before it wrote, so each is asked when its turn comes.
const first = all ? 0 : steps.findIndex((step) => !isDone(step, stamps[step.name]));
if (first !== -1) {
  const seconds = steps.slice(first).reduce((sum, step) => sum + formOf(step).seconds, 0);
  const unchecked = isChecked ? "" : "; `npm run build` checks types and records, too";
  process.stderr.write(`building (about ${seconds} s${unchecked})\n`);
  for (const [at, step] of steps.entries()) {
    if (!all && isDone(step, stamps[step.name])) continue;
    process.stderr.write(`  ${at + 1}/${steps.length} ${step.name}\n`);
    // A step that breaks off is not done.
    rmSync(STAMP, { force: true });
    run(step);
    stamps[step.name] = stampOf(step);
    writeFileSync(STAMP, JSON.stringify(stamps));
  }
}
// Times of files that were written anew with the same bytes.
if (first === -1) writeFileSync(STAMP, JSON.stringify(stamps));
