/**
 * What others make of the description of the interface: Redocly's recommended rules find nothing in
 * it, and the clients that two generators write from it compile and make a call to a daemon. The
 * tools are installed under .tools/, which git ignores: they are no dependency of the program.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { OPENAPI_FILES } from "../documents/files.js";

const execute = promisify(execFile);
const PREFIX = resolve(".tools", "interface");
const TOOLS = {
  "@hey-api/openapi-ts": "0.99.0",
  "@redocly/cli": "2.77.0",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
} as const;
const DOCUMENTS = OPENAPI_FILES.map(([path]) => path);
/** Generators stop at 3.1. */
const GENERATED_FROM = resolve("dist", "openapi", "openapi-3.1.json");
const TIMEOUT_MS = 300_000;

/** The same call by each generated client; it prints the value. */
const CALLS: Readonly<Record<string, string>> = {
  "openapi-typescript": `
    import createClient from "openapi-fetch";
    import type { components, paths } from "./types.js";
    const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });
    const { data } = await client.POST("/api/calc/prove", {
      body: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } },
    });
    const result: components["schemas"]["ProveResult"] | undefined = data;
    console.log(result?.value);
  `,
  "@hey-api/openapi-ts": `
    import { client } from "./sdk/client.gen.js";
    import { calcProve, type ProveResult } from "./sdk/index.js";
    client.setConfig({ baseUrl: process.argv[2] ?? "" });
    const { data } = await calcProve({
      body: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } },
    });
    const result: ProveResult | undefined = data;
    console.log(result?.value);
  `,
};
const EXPECTED = "19.6";

const tool = (name: string): string => join(PREFIX, "node_modules", ".bin", name);

/** False, with what was printed, where the registry cannot be reached. */
function installed(): boolean {
  mkdirSync(PREFIX, { recursive: true });
  const wanted = Object.entries(TOOLS).map(([name, version]) => `${name}@${version}`);
  if (existsSync(join(PREFIX, "node_modules", "openapi-fetch"))) return true;
  try {
    execFileSync("npm", ["install", "--prefix", PREFIX, "--no-audit", "--no-fund", ...wanted], {
      cwd: PREFIX,
      stdio: "pipe",
      timeout: TIMEOUT_MS,
    });
    return true;
  } catch (error) {
    console.log(`tools of the interface: skipped, npm cannot install them: ${String(error)}`);
    return false;
  }
}

async function run(command: string, args: readonly string[], cwd = PREFIX): Promise<string> {
  const options = {
    cwd,
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
  };
  try {
    const { stderr, stdout } = await execute(command, args, options);
    return `${stdout}${stderr}`;
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

/** @throws Error where a rule finds anything, a warning included. */
async function lint(document: string): Promise<void> {
  const args = ["lint", "--extends", "recommended", "--format", "summary", resolve(document)];
  const said = await run(tool("redocly"), args);
  if (/\d+ (?:error|warning)|warning /.test(said)) throw new Error(`${document}:\n${said}`);
  console.log(`${document}: clean under the recommended rules`);
}

/** Generates, compiles and runs. @throws Error where any of it fails. */
async function generated(generator: string, url: string): Promise<void> {
  const dir = join(PREFIX, generator.replaceAll(/[@/]/g, "_"));
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  if (generator === "openapi-typescript") {
    await run(tool("openapi-typescript"), [GENERATED_FROM, "-o", join(dir, "types.ts")]);
  } else await run(tool("openapi-ts"), ["-i", GENERATED_FROM, "-o", join(dir, "sdk"), "--silent"]);
  const main = join(dir, "main.ts");
  writeFileSync(main, CALLS[generator] ?? "");
  const flags = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"];
  flags.push("--module", "esnext", "--moduleResolution", "bundler", "--types", "node");
  flags.push("--typeRoots", resolve("node_modules", "@types"));
  await run(resolve("node_modules", ".bin", "tsc"), [...flags, main]);
  const outfile = join(dir, "main.mjs");
  await build({ entryPoints: [main], outfile, bundle: true, platform: "node", format: "esm" });
  const value = (await run(process.execPath, [outfile, url])).trim();
  if (value !== EXPECTED) throw new Error(`the client of ${generator} printed ${value}`);
  console.log(`${generator}: compiles, and 2 kg times 9.8 m/s^2 is ${value} N`);
}

async function main(): Promise<void> {
  if (!installed()) return;
  for (const document of DOCUMENTS) await lint(document);
  const dir = temporaryDir("interface-tools");
  const node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  try {
    for (const generator of Object.keys(CALLS)) await generated(generator, node.api.http);
  } finally {
    await node.stop();
    dir.remove();
  }
}

await main();
