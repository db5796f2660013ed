/** `npm run kernels [NAME...]`: builds the vector kernels again where their sources changed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARIES, compileKernels, kernelFile, kernelNames } from "./compile.js";

const named = process.argv.slice(2);
for (const { name, bytes, source } of await compileKernels(
  named.length > 0 ? named : kernelNames(),
)) {
  writeFileSync(join(BINARIES, `${name}.ts`), kernelFile(name, source, bytes));
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
