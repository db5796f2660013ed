/**
 * Builds the console: `api/console` joined by Vite into `dist/console`, every file under a name with
 * the hash of what it holds, brotli beside it. The contract goes along as a table in the place of
 * its schemas, and as one JSON file for forms and for the page of the interface.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build, type Plugin } from "vite";
import { calls, STREAM_PATH } from "../../api/client/table.js";
import { cardOf, cardsByName } from "../../protocol/solvers/cards.js";
import { contractText } from "./contract.js";

const BUILT = fileURLToPath(new URL("../../", import.meta.url));
const ROOT = dirname(BUILT.replace(/\/$/, ""));
const SOURCE = join(ROOT, "api", "console");
const TARGET = join(BUILT, "console");
/** Written here first, so that a node that is running finds all files for as long as it can. */
const BUILT_NEW = join(BUILT, "console.new");
/** Below this the saving is less than a packet. */
const PACKED_BYTES_MIN = 1_024;
const HASH_CHARS = 8;

const packedBytes = promisify(brotliCompress);

/** Every schema of zod can write itself as JSON Schema, which no page does: names alone are left. */
const SCHEMA_WRITERS: readonly (readonly [RegExp, string])[] = [
  [/zod\/v4\/core\/json-schema-processors\.js$/, "export let allProcessors, toJSONSchema;\n"],
  [
    /zod\/v4\/core\/to-json-schema\.js$/,
    "export let extractDefs, finalize, handleUnrepresentable, initializeContext, process, processSchema;\n" +
      "export const createToJSONSchemaMethod = () => undefined;\n" +
      "export const createStandardJSONSchemaMethod = () => undefined;\n",
  ],
];

/** Tables that the page computes itself, by their files. */
const COMPUTED_TABLE =
  /\/protocol\/math\/fast\/(?:(circular)|arcsine|arctangent|exponential|logarithm)Table\.ts$/;

/** Methods of texts that are addresses, ids or dates: no schema of the page has one. */
const FORMATS = /(export const ZodString = [^{]*\{[^}]*\}), \{[^]*?\n\}\);/;

function withoutFormats(id: string): string {
  const text = readFileSync(id, "utf8");
  if (!FORMATS.test(text)) throw new Error(`the formats of texts are not found in ${id}`);
  return text.replace(FORMATS, "$1, {});");
}

const CARD = /\/protocol\/solvers\/([a-z-]+)\/card\.ts\?thin$/;
const LIST = /\/protocol\/solvers\/cards\.ts$/;
/** Asks for the part of a card that the list of solvers needs; its solver brings the card itself. */
const THIN = "?thin";

function thinCard(id: string): string {
  const card = cardOf(id);
  const name = Object.entries(cardsByName).find(([, one]) => one === card)?.[0];
  if (card === null || name === undefined) throw new Error(`no list has the solver ${id}`);
  return `export const ${name}Card = ${JSON.stringify({ id, version: card.version })};\n`;
}

/** Kernels of WebAssembly: the policy of the page lets none be compiled, so their twins serve. */
const KERNEL = /\/protocol\/wasm\/binary\/\w+\.ts$/;

function withoutCode(id: string): string {
  return readFileSync(id, "utf8").replace(/base64:[^}]*/, 'base64: "" ');
}

/** The table written out, nothing of Node, no writers of JSON Schema, no kernels. */
const standalone: Plugin = {
  name: "standalone",
  enforce: "pre",
  resolveId: (id, importer) => {
    if (id === "crypto") return "\0none";
    // The page has the node's registry, and no copy that ships.
    if (id.endsWith("/operators/index.js") && /\/protocol\/solvers\//.test(importer ?? ""))
      return join(SOURCE, "engine", "registry.ts");
    const card =
      importer !== undefined && LIST.test(importer) && /^\.\/([a-z-]+\/card)\.js$/.exec(id);
    return card ? `${join(dirname(importer), card[1]!)}.ts${THIN}` : null;
  },
  load: (id) => {
    const writers = SCHEMA_WRITERS.find(([name]) => name.test(id));
    if (writers !== undefined) return writers[1];
    if (id === "\0none") return "export default {};\n";
    if (id.endsWith("/zod/v4/classic/schemas.js")) return withoutFormats(id);
    const [table, circular] = COMPUTED_TABLE.exec(id) ?? [];
    if (table !== undefined) {
      const name = circular === undefined ? "mathTables.ts" : "circularTables.ts";
      return `export * from ${JSON.stringify(join(SOURCE, "engine", name))};\n`;
    }
    const [, solver] = CARD.exec(id) ?? [];
    if (solver !== undefined) return thinCard(solver);
    if (KERNEL.test(id)) return withoutCode(id);
    if (!id.endsWith("api/client/table.ts")) return null;
    return Object.entries({ calls, STREAM_PATH })
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
      .join("");
  },
};

/**
 * The thread of the engine begins with a file of its own, and shares the others with the page: built
 * apart it would carry its own copies of them.
 */
const engineFile: Plugin = {
  name: "engine-file",
  enforce: "pre",
  load(id) {
    if (!id.endsWith("api/console/engine/engineFile.ts")) return null;
    const worker = join(SOURCE, "engine", "worker.ts");
    const file = this.emitFile({ type: "chunk", id: worker, name: "worker" });
    return `export const engineFile = import.meta.ROLLUP_FILE_URL_${file};\n`;
  },
};

/**
 * Modules from outside of `api/console`, as they are compiled: the build looks whether one has
 * changed, and no comment changes them.
 */
const read = new Set<string>();
const readList: Plugin = {
  name: "read-list",
  moduleParsed: ({ id }) => {
    const path = relative(ROOT, id.replace(/\?.*$/, ""));
    if (/^(?:api|protocol)\/(?!console\/)/.test(path))
      read.add(join("dist", path.replace(/\.ts$/, ".js")));
  },
};

/**
 * Parts that several screens have, none of them a thousand bytes: apart each would be a request of
 * its own.
 */
const SMALL = [
  "ask/routed?",
  "files/(?:csv|downloads?|drop(?:Place|ped)|fileName|size)",
  "market/words",
  "parts/(?:action|checkedRow|contract|keyOnce|last|math|needsAccount|reasons|sameCall|when)",
  "plots/ticks",
] as const;
const SHARED = {
  name: "shared",
  includeDependenciesRecursively: false,
  test: new RegExp(`/(?:console/(?:${SMALL.join("|")}))\\.tsx?$`),
};
/** The same for what the page, its threads and the runs of solvers have of `protocol/`. */
const CODES = {
  name: "codes",
  includeDependenciesRecursively: false,
  test: /\/protocol\/(?:encoding\/(?:base64|bits|csv|hex)|math\/linear\/singular)\.ts$/,
};

const OF_PROOF = /\/(?:console\/engine\/prove\w*|protocol\/solvers\/load)\.ts$/;
const SOLVER = /\/protocol\/solvers\/([a-z-]+)\/solver\.ts$/;

/** What the thread loads for a proof is told by its name: it is no part of a screen. */
function fileNameOf(chunk: {
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
}): string {
  const [, solver] = SOLVER.exec(chunk.facadeModuleId ?? "") ?? [];
  if (solver !== undefined) return `run-${solver}-[hash].js`;
  const { moduleIds } = chunk;
  return moduleIds.some((id) => OF_PROOF.test(id)) ? "prove-[name]-[hash].js" : "[name]-[hash].js";
}

function writeContract(): string {
  const text = contractText();
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, HASH_CHARS);
  const name = `contract-${hash}.json`;
  writeFileSync(join(BUILT_NEW, name), text);
  return name;
}

async function joinModules(contract: string): Promise<void> {
  await build({
    root: SOURCE,
    base: "./",
    configFile: false,
    logLevel: "error",
    plugins: [standalone, readList, engineFile],
    define: { CONTRACT_FILE: JSON.stringify(contract) },
    build: {
      outDir: BUILT_NEW,
      emptyOutDir: false,
      assetsDir: "",
      // The policy of the page allows no data in the place of a file.
      assetsInlineLimit: 0,
      target: "es2022",
      modulePreload: {
        polyfill: false,
        // A thread has no document to put links in.
        resolveDependencies: (_file, files, { hostId }) =>
          /^(?:worker|prove)-/.test(hostId) ? [] : [...files],
      },
      rolldownOptions: {
        output: { codeSplitting: { groups: [SHARED, CODES] }, chunkFileNames: fileNameOf },
      },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
  });
}

async function pack(): Promise<void> {
  await Promise.all(
    readdirSync(BUILT_NEW).map(async (name) => {
      const bytes = readFileSync(join(BUILT_NEW, name));
      if (bytes.length < PACKED_BYTES_MIN || name === "index.html") return;
      const packed = await packedBytes(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      });
      if (packed.length < bytes.length) writeFileSync(join(BUILT_NEW, `${name}.br`), packed);
    }),
  );
}

/** The node puts the way to the page's root where `%BASE%` stands. */
function placeIndex(): void {
  const file = join(BUILT_NEW, "index.html");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('="./', '="%BASE%console/'));
}

rmSync(BUILT_NEW, { recursive: true, force: true });
mkdirSync(BUILT_NEW, { recursive: true });
await joinModules(writeContract());
placeIndex();
await pack();
writeFileSync(join(BUILT, "console.inputs.json"), JSON.stringify([...read].sort()));
rmSync(TARGET, { recursive: true, force: true });
renameSync(BUILT_NEW, TARGET);
