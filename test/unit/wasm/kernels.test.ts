/** The kernels that ship are those that were built from the sources beside them. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type KernelBinary, KernelRoom, withTwins } from "../../../protocol/wasm/kernel.js";
import { reactBinary } from "../../../protocol/wasm/binary/react.js";
import { BINARIES, kernelFile, kernelNames, sourceDigest } from "../../../scripts/wasm/compile.js";

describe("vector kernels", () => {
  it("each source has its binary, and each binary its source", () => {
    expect(readdirSync(BINARIES).sort()).to.deep.equal(kernelNames().map((name) => `${name}.ts`));
  });

  it("each binary names its source and the digest of its bytes as they stand", async () => {
    const differ: string[] = [];
    for (const name of kernelNames()) {
      const binaries: Readonly<Record<string, KernelBinary>> = await import(
        `../../../protocol/wasm/binary/${name}.js`
      );
      const bytes = Buffer.from(binaries[`${name}Binary`]!.base64, "base64");
      if (
        readFileSync(join(BINARIES, `${name}.ts`), "utf8") !==
        kernelFile(name, sourceDigest(name), bytes)
      )
        differ.push(name);
    }
    expect(differ).to.deep.equal([]);
  });

  it("have no calls where their twins are asked for", () => {
    expect(new KernelRoom(reactBinary, 64).call("grayScott")).to.be.a("function");
    expect(withTwins(() => new KernelRoom(reactBinary, 64).call("grayScott"))).to.equal(null);
    expect(() => new KernelRoom(reactBinary, 64).call("nothing")).to.throw(TypeError, "nothing");
  });

  it("leave it to their twins where addresses are limited", function limited() {
    if (process.platform !== "linux") this.skip();
    const program = `import { KernelRoom } from "${new URL("../../../protocol/wasm/kernel.js", import.meta.url).href}";
      import { reactBinary } from "${new URL("../../../protocol/wasm/binary/react.js", import.meta.url).href}";
      const room = new KernelRoom(reactBinary, 64);
      process.stdout.write(String(room.call("grayScott")) + room.floats(8).length);`;
    const limit = 8_000_000;
    const { stdout, stderr } = spawnSync(
      "sh",
      [
        "-c",
        `ulimit -v ${limit}; exec "$0" --input-type=module -e "$1"`,
        process.execPath,
        program,
      ],
      { encoding: "utf8" },
    );
    expect(stdout, stderr).to.equal("null8");
  });

  it("give arrays that lanes can be read from, and no more than was asked for", () => {
    const room = new KernelRoom(reactBinary, 5 * 8 + 16 + 3 * 8);
    expect([room.floats(5), room.floats(3)].map((array) => array.byteOffset % 16)).to.deep.equal([
      0, 0,
    ]);
    expect(() => room.floats(65_536)).to.throw(RangeError);
  });
});
