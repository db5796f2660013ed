/**
 * Makes the package of the TypeScript client: one folder with everything, and the tarball that
 * `npm publish` takes. It depends on nothing; what it is made of is the client of this tree, joined,
 * with the contract as a table in the place of its schemas.
 *
 * Argument: the folder to write to, `dist/client-package` without one.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { streamSocket } from "../../api/contract/machines/streamSocket.js";
import { schemaOf } from "../../api/openapi/schemas.js";
import { callTable } from "./callTable.js";
import { callModels } from "./model.js";
import { contractTypes } from "./typescript.js";

const BUILT = fileURLToPath(new URL("../..", import.meta.url));
const ROOT = dirname(BUILT.replace(/\/$/, ""));
const ENTRIES = ["index", "verify", "identity", "follow", "mail", "secure"] as const;
const NAME = "calcmesh-client";

/** The table written out, and nothing of Node: keys of tweetnacl are never drawn here. */
const standalone: Plugin = {
  name: "standalone",
  setup: (build) => {
    build.onLoad({ filter: /api\/client\/table\.js$/ }, () => ({ contents: callTable() }));
    build.onResolve({ filter: /^crypto$/ }, ({ path }) => ({ path, namespace: "none" }));
    build.onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "export {};\n" }));
  },
};

async function writeModules(folder: string): Promise<void> {
  await build({
    entryPoints: ENTRIES.map((name) => join(BUILT, "api", "client", `${name}.js`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    minify: true,
    chunkNames: "chunks/[hash]",
    legalComments: "none",
    plugins: [standalone],
    logLevel: "warning",
  });
}

/** Modules whose types are written from the contract. */
const CONTRACT = join("api", "contract/");

/** The client's own declarations with those that they import, and the contract's in place of its schemas. */
function writeTypes(folder: string): void {
  const types = contractTypes(callModels(), schemaOf(streamSocket.messages));
  const waiting: string[] = ENTRIES.map((name) => join("api", "client", `${name}.d.ts`));
  const seen = new Set(waiting);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const module = path.replace(/\.d\.ts$/, "");
    const text = module.startsWith(CONTRACT)
      ? (types.get(relative(CONTRACT, module)) ?? "")
      : readFileSync(join(BUILT, path), "utf8");
    if (text === "") throw new Error(`no types are written for ${module}`);
    write(path, text.replace(/^\/\/# sourceMappingURL.*$/m, ""));
    for (const [, from = ""] of text.matchAll(/from "(\.[^"]+)\.js"/g)) {
      const next = join(dirname(path), `${from}.d.ts`);
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
    if (/from "zod"/.test(text)) throw new Error(`the types of ${module} need zod`);
  }
}

function manifest(): object {
  const { engines, license, version }: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const entry = (name: string): object => ({
    types: `./types/api/client/${name}.d.ts`,
    default: `./${name}.js`,
  });
  return {
    name: NAME,
    version,
    description:
      "Client of calcmesh nodes: physics computed, sealed and proved. Node and browsers.",
    license,
    type: "module",
    engines,
    sideEffects: false,
    main: "./index.js",
    types: "./types/api/client/index.d.ts",
    browser: "./index.js",
    exports: Object.fromEntries(
      ENTRIES.map((name) => [name === "index" ? "." : `./${name}`, entry(name)]),
    ),
    files: ["*.js", "chunks", "types", "README.md"],
    dependencies: {},
  };
}

/** @returns the path of the tarball */
export async function packClient(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await writeModules(folder);
  writeTypes(join(folder, "types"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  writeFileSync(
    join(folder, "README.md"),
    readFileSync(join(ROOT, "scripts", "clients", "typescript.md")),
  );
  const said = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, npm_config_loglevel: "error" },
  });
  const [{ filename, size }]: [{ filename: string; size: number }] = JSON.parse(said);
  console.log(`${join(folder, filename)}: ${Math.round(size / 1_000)} kB`);
  return join(folder, filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await packClient(resolve(process.argv[2] ?? join(BUILT, "client-package")));
