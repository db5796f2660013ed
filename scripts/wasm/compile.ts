/** Builds the vector kernels of the solvers from their sources. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "assemblyscript/asc";

export const SOURCES = "protocol/wasm/source";
export const BINARIES = "protocol/wasm/binary";
const EXTENSION = ".as";

/** Only what has the same bits everywhere: vectors, and none of the relaxed ones. */
const OPTIONS = ["--runtime", "stub", "--importMemory", "--optimizeLevel", "3", "--shrinkLevel", "0", "--noAssert",
  "--enable", "simd", "--disable", "relaxed-simd", "--disable", "bulk-memory", "--use", "abort="];

export function kernelNames(): readonly string[] {
  return readdirSync(SOURCES).filter((file) => file.endsWith(EXTENSION)).map((file) => file.slice(0, -EXTENSION.length)).sort();
}

/** @throws Error; the compiler writes its words to the standard error stream */
export async function compileKernel(name: string): Promise<{ readonly source: string; readonly bytes: Uint8Array }> {
  const text = readFileSync(join(SOURCES, `${name}${EXTENSION}`), "utf8");
  const entry = `${name}.ts`;
  let bytes: Uint8Array | null = null;
  const { error } = await main([entry, "--outFile", "kernel.wasm", ...OPTIONS], {
    readFile: (file) => (file === entry ? text : null),
    writeFile: (_file, contents) => { if (typeof contents !== "string") bytes = contents; },
    listFiles: () => [],
    stderr: process.stderr,
  });
  if (error !== null || bytes === null) throw error ?? new Error(`${name}: nothing was written`);
  return { source: createHash("sha256").update(text).digest("hex"), bytes };
}

/** The module that holds a built kernel. */
export function kernelFile(name: string, source: string, bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString("base64").match(/.{1,96}/g) ?? [];
  return `/** Built by \`npm run kernels\` from ../source/${name}${EXTENSION}: do not edit. */
import type { KernelBinary } from "../kernel.js";

export const ${name}Binary: KernelBinary = {
  name: "${name}",
  source: "${source}",
  base64: ${lines.map((line) => `"${line}"`).join("\n    + ")},
};
`;
}
