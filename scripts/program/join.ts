/**
 * The last step of the build: joins the modules of `calc`, ours and those of packages, to files in
 * `program/` beside the compiled ones, a tenth as many, and keeps what the engine makes of them. To
 * find, read and link some 1,400 files takes two fifths of a start, and to compile what is left a
 * fifth.
 *
 * All files stand in one directory, so that a module finds the entry of a thread beside itself,
 * joined or not. The daemon is one script (`load.ts`); the verbs and what threads begin with are
 * modules, and what is loaded when first asked for (each verb, solvers) stays a file of its own there. The
 * code is not shortened, and names are kept unless two are the same: a stack says where it is.
 *
 * Help and completion are texts that stand beside (`quick.ts`).
 */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { callTable } from "../clients/callTable.js";
import { OPENAPI_ASSETS, OPENAPI_VERSIONS, openapiText } from "../../api/openapi/document.js";
import { allTools, TOOLS_ASSET } from "../../api/mcp/tools.js";
import { verbShapes } from "../../api/cli/verbTable.js";
import { helpTexts } from "../cli/helpTexts.js";
import { otherVerbNames } from "../cli/otherVerbNames.js";
import { solverNames } from "../cli/compute/solverNames.js";
import { NATIVE } from "./native.js";
import { TEXTS } from "./quick.js";
import { isRecording, recordProgram } from "./record.js";

const COMPILED = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = join(COMPILED, "program");
/** The executable, and what keeps the code of the scripts. */
const STARTERS = [
  "scripts/calc.js",
  "scripts/program/load.js",
  "scripts/program/recorder.js",
  "scripts/program/rehearse.js",
] as const;
/** What threads begin with. */
const WORKERS = [
  "scripts/cli/workMiner.js",
  "node/compute/workers/computeWorker.js",
  "node/mesh/intake/signatureWorker.js",
  "node/ledger/audit/auditWorker.js",
] as const;
/** The scripts. */
const DAEMON = "scripts/cli/daemonMain.js";
const CLIENT = "scripts/cli/clientMain.js";
const VERBS = "scripts/cli/main.js";
/** Packages that were written for `require` ask it for what Node brings. */
const REQUIRE = `import { createRequire as createRequireOfProgram } from "node:module";
const require = createRequireOfProgram(import.meta.url);`;

/** What the page of the interface loads, of a package that only the build needs. */
const ASSETS = ["swagger-ui-bundle.js", "swagger-ui.css"] as const;
const DOCS_PACKAGE = createRequire(import.meta.url).resolve("swagger-ui-dist/package.json");

/** Modules that make tables of the contract and of the solvers: what they make stands in their place. */
const TABLES: readonly (readonly [RegExp, string])[] = [
  [/api\/client\/table\.js$/, callTable()],
  [/api\/cli\/verbTable\.js$/, exported("verbShapes", verbShapes)],
  [/scripts\/cli\/compute\/solverNames\.js$/, exported("solverNames", solverNames)],
  [/scripts\/cli\/otherVerbNames\.js$/, exported("otherVerbNames", otherVerbNames)],
  [/scripts\/program\/modules\.js$/, 'export { programs } from "./scripts.js";'],
];
const writtenTables: Plugin = {
  name: "written tables",
  setup: (plugin) => {
    for (const [filter, contents] of TABLES) plugin.onLoad({ filter }, () => ({ contents }));
  },
};

/** Read as JSON, which takes half of the time of a literal. */
function exported(name: string, value: unknown): string {
  return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});\n`;
}

/** Modules of ours that were joined: the build looks whether one has changed. */
const read = new Set<string>();

async function joined(entries: readonly string[], form: BuildOptions): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => ({
      in: join(COMPILED, entry),
      out: basename(entry, ".js"),
    })),
    absWorkingDir: COMPILED,
    outdir: PROGRAM,
    bundle: true,
    platform: "node",
    target: "node20.19",
    external: [...NATIVE],
    loader: { ".json": "copy" },
    legalComments: "external",
    metafile: true,
    logLevel: "warning",
    plugins: [writtenTables],
    ...form,
    define: { ...WITHOUT_OPTIONAL, ...form.define },
  });
  const { inputs, outputs } = metafile!;
  for (const path of Object.keys(inputs)) if (!path.startsWith("..")) read.add(path);
  return Object.keys(outputs).map((path) => basename(path));
}

/**
 * A script is read a byte a character. What joins it escapes texts, but no regular expressions and
 * no raw templates, which are the sources of some: an escape means the same character there.
 */
function writeInAscii(path: string): void {
  const escaped = (unit: string): string =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(/[^\0-\x7f]/g, escaped));
}

/** Of packages that would be loaded where they are installed: the program has what it needs. */
const WITHOUT_OPTIONAL = {
  "process.env.WS_NO_BUFFER_UTIL": '"1"',
  "process.env.WS_NO_UTF_8_VALIDATE": '"1"',
} as const;

/** @param modules that the script leaves to another program, and what it has in their place */
const without = (modules: RegExp, place: string): Plugin => ({
  name: `without ${String(modules)}`,
  setup: (plugin) => {
    plugin.onResolve({ filter: modules }, () => ({ path: join(COMPILED, place) }));
  },
});
const LEFT_OUT = "scripts/cli/leftOut.js";
const CLIENT_WITHOUT = [
  without(/\/(?:chain|ownRegistry|registryAnswer|verifyFile)\.js$/, LEFT_OUT),
  without(/\/typedNumbers\.js$/, "scripts/cli/leftOutNumbers.js"),
] as const;
const VERBS_WITHOUT = without(/^\.\/daemon\.js$/, LEFT_OUT);

/**
 * To import names of one of Node's own modules has it list all of them first, and for the list it
 * loads what some of them stand for: `node:fs` its streams. What a process starts with takes it whole.
 */
const wholeBuiltins: Plugin = {
  name: "whole modules of Node",
  setup: (plugin) => {
    plugin.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "builtin" }));
    plugin.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** What parses a command line loads it for verbs that are files of their own, of which we have none. */
const withoutChildren: Plugin = {
  name: "no processes for verbs",
  setup: (plugin) => {
    plugin.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes("/commander/") ? { path: "none", namespace: "none" } : undefined,
    );
    plugin.onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "export {};" }));
  },
};

function joinedScript(entry: string, ...plugins: readonly Plugin[]): Promise<readonly string[]> {
  return joined([entry], {
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    banner: { js: "(function (exports, require, module, programUrl) {" },
    footer: { js: "})" },
    define: { "import.meta.url": "programUrl" },
    // A script has nobody to ask for modules.
    supported: { "dynamic-import": false },
    plugins: [writtenTables, withoutChildren, ...plugins],
  });
}

const files = new Set([
  ...(await joined(STARTERS, {
    format: "esm",
    splitting: true,
    plugins: [writtenTables, wholeBuiltins],
  })),
  ...(await joined(WORKERS, { format: "esm", splitting: true, banner: { js: REQUIRE } })),
  ...(await joinedScript(DAEMON)),
  ...(await joinedScript(CLIENT, ...CLIENT_WITHOUT)),
  ...(await joinedScript(VERBS, VERBS_WITHOUT)),
  TEXTS,
  ...ASSETS,
  ...Object.values(OPENAPI_ASSETS),
  TOOLS_ASSET,
]);
for (const name of files) if (name.endsWith(".cjs")) writeInAscii(join(PROGRAM, name));
for (const name of ASSETS) copyFileSync(join(dirname(DOCS_PACKAGE), name), join(PROGRAM, name));
writeFileSync(join(PROGRAM, TEXTS), JSON.stringify(await helpTexts()));
// To write them takes half a second of a thread that serves.
for (const version of OPENAPI_VERSIONS)
  writeFileSync(join(PROGRAM, OPENAPI_ASSETS[version]), await openapiText(version));
writeFileSync(join(PROGRAM, TOOLS_ASSET), JSON.stringify(allTools()));
// Afterwards, so that a daemon that is running finds what it has not loaded yet for as long as it
// can.
for (const name of readdirSync(PROGRAM))
  if (!files.has(name) && !isRecording(name)) rmSync(join(PROGRAM, name));
/** Modules of the engine, and the empty one in place of `node:child_process`, are no files. */
const isFile = (path: string): boolean => !/^(?:builtin|none):/.test(path);
const inputs = [...read]
  .filter(isFile)
  .sort()
  .map((path) => join("dist", path));
writeFileSync(join(COMPILED, "program.inputs.json"), JSON.stringify(inputs));
await recordProgram(PROGRAM);
