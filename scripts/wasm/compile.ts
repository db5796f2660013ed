/** Builds the vector kernels of the solvers from their sources, by the program `asc.mjs`. */
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
const COMPILER = fileURLToPath(new URL("../../../scripts/wasm/asc.mjs", import.meta.url));

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

interface CompiledKernel {
  readonly name: string;
  /** SHA-256 of the source, in hex. */
  readonly source: string;
  readonly bytes: Uint8Array;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function sourceFile(name: string): Buffer {
  return readFileSync(join(SOURCES, `${name}${EXTENSION}`));
}

/** SHA-256 of the source as it stands, in hex. */
export function sourceDigest(name: string): string {
  return sha256(sourceFile(name));
}

/** @throws Error with the compiler's own words */
export async function compileKernels(names: readonly string[]): Promise<readonly CompiledKernel[]> {
  const dir = mkdtempSync(join(tmpdir(), "calcmesh-kernels-"));
  try {
    for (const name of names) writeFileSync(join(dir, `${name}.ts`), sourceFile(name));
    await promisify(execFile)(process.execPath, [COMPILER, JSON.stringify([dir, names, OPTIONS])]);
    return names.map((name) => ({
      name,
      source: sourceDigest(name),
      bytes: readFileSync(join(dir, `${name}.wasm`)),
    }));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The module that holds a built kernel, with the digest of its bytes for who has no compiler. */
export function kernelFile(name: string, source: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,96}/g) ?? [];
  return `/**
 * Built by \`npm run kernels\` from ../source/${name}${EXTENSION}: do not edit. SHA-256 of its bytes:
 * ${sha256(bytes)}
 */
import type { KernelBinary } from "../kernel.js";

export const ${name}Binary: KernelBinary = {
  name: "${name}",
  source: "${source}",
  base64: ${lines.map((line) => `"${line}"`).join("\n    + ")},
};
`;
}
