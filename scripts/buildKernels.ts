/** `npm run kernels [NAME...]`: builds the vector kernels again where their sources changed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARIES, compileKernel, kernelFile, kernelNames } from "./wasm/compile.js";

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : kernelNames()) {
  const { bytes, source } = await compileKernel(name);
  writeFileSync(join(BINARIES, `${name}.ts`), kernelFile(name, source, bytes));
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
