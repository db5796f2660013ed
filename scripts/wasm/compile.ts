/**
 * Builds the vector kernels of the solvers from their sources. The compiler runs as a program of
 * its own: with its types come globals of another language, which would change what `Array` means
 * to ours.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export const SOURCES = "protocol/wasm/source";
export const BINARIES = "protocol/wasm/binary";
const EXTENSION = ".as";

/** Only what has the same bits everywhere: vectors, and none of the relaxed ones. */
const OPTIONS = [
  "--runtime",
  "stub",
  "--importMemory",
  "--optimizeLevel",
  "3",
  "--shrinkLevel",
  "0",
  "--noAssert",
  "--enable",
  "simd",
  "--disable",
  "relaxed-simd",
  "--disable",
  "bulk-memory",
  "--use",
  "abort=",
];

export function kernelNames(): readonly string[] {
  return readdirSync(SOURCES)
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort();
}

/**
 * Compiles one source after the other: once it is loaded and warm the compiler is several times
 * faster.
 */
const PROGRAM = `
  import compiler from ${JSON.stringify(import.meta.resolve("assemblyscript/asc"))};
  const [dir, names, options] = JSON.parse(process.argv[1]);
  for (const name of names) {
    const { error, stderr } = await compiler.main(
      [name + ".ts", "--baseDir", dir, "--outFile", name + ".wasm", ...options]);
    if (error === null) continue;
    process.stderr.write(name + ": " + error.message + "\\n" + stderr.toString());
    process.exit(1);
  }
`;

interface CompiledKernel {
  readonly name: string;
  /** SHA-256 of the source, in hex. */
  readonly source: string;
  readonly bytes: Uint8Array;
}

/** @throws Error with the compiler's own words */
export async function compileKernels(names: readonly string[]): Promise<readonly CompiledKernel[]> {
  const dir = mkdtempSync(join(tmpdir(), "calcmesh-kernels-"));
  try {
    const sources = names.map((name) => readFileSync(join(SOURCES, `${name}${EXTENSION}`), "utf8"));
    names.forEach((name, i) => writeFileSync(join(dir, `${name}.ts`), sources[i]!));
    await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "-e",
      PROGRAM,
      JSON.stringify([dir, names, OPTIONS]),
    ]);
    return names.map((name, i) => ({
      name,
      source: createHash("sha256").update(sources[i]!).digest("hex"),
      bytes: readFileSync(join(dir, `${name}.wasm`)),
    }));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The module that holds a built kernel. */
export function kernelFile(name: string, source: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,96}/g) ?? [];
  return `/** Built by \`npm run kernels\` from ../source/${name}${EXTENSION}: do not edit. */
import type { KernelBinary } from "../kernel.js";

export const ${name}Binary: KernelBinary = {
  name: "${name}",
  source: "${source}",
  base64: ${lines.map((line) => `"${line}"`).join("\n    + ")},
};
`;
}
