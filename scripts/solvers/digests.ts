/**
 * What the answers of a solver to its references follow from, as one number: the code that runs,
 * all that it imports included, and the rows. The code is joined and shortened before it is
 * digested, so comments, names of files and formatting do not count.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);

/** @returns for each solver the code that runs a job of it, as one shortened text */
async function codeOf(solvers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { metafile, outputFiles } = await build({
    entryPoints: solvers.map((solver) => ({ in: `${ENTRY}${solver}`, out: solver })),
    plugins: [entries],
    absWorkingDir: ROOT,
    outdir: ROOT,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    packages: "external",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  return new Map(
    outputFiles.map(({ path, text }): [string, string] => {
      const name = basename(path);
      // Packages are not part of the text, so their versions are.
      const packages = metafile.outputs[name]!.imports.map((one) => one.path).sort();
      const versions = packages.map((one) => `${one} ${versionOf(one)}\n`);
      return [name.replace(/\.js$/, ""), versions.join("") + text];
    }),
  );
}

/** What runs a job of one solver. */
const ENTRY = "job of ";
const entries: Plugin = {
  name: "jobs of solvers",
  setup: (computed) => {
    const namespace = "job";
    computed.onResolve({ filter: new RegExp(`^${ENTRY}`) }, ({ path }) => ({ path, namespace }));
    computed.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: ["execute.js", `${path.slice(ENTRY.length)}/solver.js`]
        .map((module) => `export * from "./protocol/solvers/${module}";\n`)
        .join(""),
      resolveDir: ROOT,
    }));
  },
};

function versionOf(name: string): string {
  for (let dir = dirname(require.resolve(name)); dir !== dirname(dir); dir = dirname(dir)) {
    try {
      const { version }: { version?: string } = JSON.parse(
        readFileSync(join(dir, "package.json"), "utf8"),
      );
      if (version !== undefined) return version;
    } catch {
      // The package begins further up.
    }
  }
  throw new Error(`${name} has no version`);
}

/** @returns by solver the digest of its code and of the file of its references */
export async function digestsOf(
  solvers: readonly string[],
  rowsFile: (solver: string) => string,
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    [...(await codeOf(solvers))].map(([solver, code]) => [
      solver,
      sha256Hex(`${code}\n${readFileSync(rowsFile(solver), "utf8")}`),
    ]),
  );
}

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
