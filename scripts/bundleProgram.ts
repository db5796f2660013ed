/**
 * The last step of the build: joins the modules of `calc`, ours and those of packages, to files in `program/`
 * beside the compiled ones, a tenth as many. To find, read and link some 1,400 files takes two fifths of a start.
 *
 * All files stand in one directory, so that a module finds the entry of a thread beside itself, joined or not. What is
 * loaded when first asked for (solvers, verbs) stays a file of its own. The code is not shortened, and names are
 * kept unless two are the same: a stack says where it is.
 */
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const COMPILED = fileURLToPath(new URL("../", import.meta.url));
const PROGRAM = join(COMPILED, "program");
/** The executable, and what threads begin with. */
const ENTRIES = ["scripts/calc.js", "scripts/cli/workMiner.js", "node/sealing/sealingWorker.js", "node/workers/computeWorker.js",
  "node/mesh/signatureWorker.js"] as const;
/** Native code, which finds its binaries from where it is installed. */
const NATIVE = ["uWebSockets.js", "level"] as const;
/** Packages that were written for `require` ask it for what Node brings. */
const REQUIRE = `import { createRequire as createRequireOfProgram } from "node:module";
const require = createRequireOfProgram(import.meta.url);`;

const { metafile } = await build({
  entryPoints: ENTRIES.map((entry) => ({ in: join(COMPILED, entry), out: basename(entry, ".js") })),
  absWorkingDir: COMPILED, outdir: PROGRAM, bundle: true, splitting: true, format: "esm", platform: "node", target: "node20.19",
  external: [...NATIVE], banner: { js: REQUIRE }, loader: { ".json": "copy" }, legalComments: "external",
  metafile: true, logLevel: "warning",
});
// Afterwards, so that a daemon that is running finds what it has not loaded yet for as long as it can.
const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const name of readdirSync(PROGRAM)) if (!made.has(name)) rmSync(join(PROGRAM, name));
