/** Compiles every vector kernel again. The compiler is a package that `npm ci` does not install. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  BINARIES,
  compileKernels,
  kernelFile,
  kernelNames,
} from "../../../scripts/wasm/compile.js";

describe("vector kernels", () => {
  it("each binary is what its source compiles to, byte for byte", async () => {
    const names = kernelNames();
    const compiled = await compileKernels(names);
    expect(compiled.map(({ name }) => name)).to.deep.equal(names);
    for (const { name, source, bytes } of compiled)
      expect(readFileSync(join(BINARIES, `${name}.ts`), "utf8"), name).to.equal(
        kernelFile(name, source, bytes),
      );
  });
});
