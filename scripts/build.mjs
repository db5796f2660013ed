/**
 * Builds what has changed since the last build, and says what it does. Plain JavaScript without
 * dependencies, since it runs before anything is compiled.
 *
 * A step runs when the bytes of what it reads, or of what it wrote, are not those of its last run.
 * Arguments: `--to STEP` for the steps up to that one, `--all` for all of them whatever has changed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { closure } from "./imports.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = join(ROOT, "dist", "build.stamp.json");
const SOURCES = ["protocol", "storage", "config", "api", "node", "scripts", "test"];
const PRODUCT = ["protocol", "storage", "config", "api", "node", "scripts"];
const isSource = (path) => /\.(?:ts|json)$/.test(path) && !path.startsWith("test/vectors/");
/** What the engine made of the program is written anew by each version of Node that runs it. */
const isRecording = (path) => path.endsWith(".code") || path.endsWith("code.stamp");

const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const built = (...names) => names.map((name) => join("dist", name));

/** `seconds` is what each takes on two cores of 2020. */
const STEPS = [
  {
    name: "compile",
    seconds: 5,
    commands: [[tsc, "-p", "tsconfig.json"]],
    reads: () => ["tsconfig.json", "package-lock.json", ...under(SOURCES, isSource)],
    writes: () => [],
  },
  {
    name: "types of the client",
    seconds: 2,
    commands: [[tsc, "-p", "tsconfig.client.json"]],
    reads: () => ["tsconfig.client.json", "tsconfig.json", ...under(["api", "protocol"], isSource)],
    writes: () => under(["dist/api/client"], (path) => path.endsWith(".d.ts")),
  },
  {
    name: "registry",
    seconds: 6,
    commands: [["dist/scripts/checkRegistry.js"], ["dist/scripts/buildRegistry.js"]],
    reads: () => [
      ...under(["protocol/operators"], (path) => path.endsWith(".json")),
      ...importedBy(built("scripts/checkRegistry.js", "scripts/buildRegistry.js")),
    ],
    writes: () => built("protocol/operators/built.json"),
  },
  {
    name: "join",
    seconds: 12,
    commands: [["dist/scripts/program/join.js"]],
    reads: () => ["package-lock.json", ...under(built(...PRODUCT), (path) => /\.js(?:on)?$/.test(path))],
    writes: () => under(["dist/program"], (path) => !isRecording(path)),
  },
];

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

function digest(paths) {
  const hash = createHash("sha256").update(`${process.version} ${process.arch}`);
  for (const path of paths) {
    const file = join(ROOT, path);
    if (!existsSync(file)) return "missing";
    hash.update(`\n${path}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function lastBuild() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return {};
  }
}

const isDone = (step, stamp) =>
  stamp?.read === digest(step.reads()) && stamp.wrote === digest(step.writes());

function run(step) {
  for (const command of step.commands) {
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

const {
  values: { all, to },
} = parseArgs({
  options: { all: { type: "boolean", default: false }, to: { type: "string", default: "join" } },
});
const steps = STEPS.slice(0, STEPS.findIndex(({ name }) => name === to) + 1);
const stamps = lastBuild();
// A step reads what those before it wrote, so each is asked when its turn comes.
const first = all ? 0 : steps.findIndex((step) => !isDone(step, stamps[step.name]));
if (first !== -1) {
  const seconds = steps.slice(first).reduce((sum, step) => sum + step.seconds, 0);
  process.stderr.write(`building (about ${seconds} s)\n`);
  for (const [at, step] of steps.entries()) {
    if (!all && isDone(step, stamps[step.name])) continue;
    process.stderr.write(`  ${at + 1}/${steps.length} ${step.name}\n`);
    // A step that breaks off is not done.
    rmSync(STAMP, { force: true });
    run(step);
    stamps[step.name] = { read: digest(step.reads()), wrote: digest(step.writes()) };
    writeFileSync(STAMP, JSON.stringify(stamps));
  }
}
