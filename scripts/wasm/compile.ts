/**
 * Builds the vector kernels of the solvers from their sources. The compiler runs as a program of its own: with its types come
 * globals of another language, which would change what `Array` means to ours.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const SOURCES = "protocol/wasm/source";
export const BINARIES = "protocol/wasm/binary";
const EXTENSION = ".as";

/** Only what has the same bits everywhere: vectors, and none of the relaxed ones. */
const OPTIONS = ["--runtime", "stub", "--importMemory", "--optimizeLevel", "3", "--shrinkLevel", "0", "--noAssert",
  "--enable", "simd", "--disable", "relaxed-simd", "--disable", "bulk-memory", "--use", "abort="];

export function kernelNames(): readonly string[] {
  return readdirSync(SOURCES).filter((file) => file.endsWith(EXTENSION)).map((file) => file.slice(0, -EXTENSION.length)).sort();
}

const COMPILER = fileURLToPath(new URL("../bin/asc.js", import.meta.resolve("assemblyscript/asc")));

/** @throws Error with the compiler's own words */
export async function compileKernel(name: string): Promise<{ readonly source: string; readonly bytes: Uint8Array }> {
  const text = readFileSync(join(SOURCES, `${name}${EXTENSION}`), "utf8");
  const dir = mkdtempSync(join(tmpdir(), "calcmesh-kernel-"));
  try {
    writeFileSync(join(dir, `${name}.ts`), text);
    await promisify(execFile)(process.execPath, [COMPILER, `${name}.ts`, "--baseDir", dir, "--outFile", "kernel.wasm", ...OPTIONS]);
    return { source: createHash("sha256").update(text).digest("hex"), bytes: readFileSync(join(dir, "kernel.wasm")) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
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
