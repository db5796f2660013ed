/** The kernels that ship are those that were built from the sources beside them. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import type { SolverResult } from "../../../protocol/solvers/solver.js";
import {
  type KernelBinary,
  KernelRoom,
  roomOfJob,
  withSharedRooms,
  withTwins,
} from "../../../protocol/wasm/kernel.js";
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

describe("rooms of a job", () => {
  it("are zeros, apart from each other and full where they say so, job after job", () => {
    for (let job = 0; job < 3; job += 1)
      withSharedRooms(() => {
        const arrays = [100, 7, 30_000].map((length) => {
          const room = roomOfJob(reactBinary, length * 8);
          const array = room.floats(length);
          expect(() => room.floats(8)).to.throw(RangeError, "full");
          expect(room.call("grayScott")).to.be.a("function");
          return array;
        });
        for (const array of arrays) {
          expect(array.every((value) => value === 0)).to.equal(true);
          array.fill(job + 1);
        }
      });
  });

  it("keep what is said to outlast the job, and let whatever does not fit be by itself", () => {
    const [kept, large] = withSharedRooms((keep) => {
      const array = roomOfJob(reactBinary, 64).floats(8).fill(3);
      return [keep(array), roomOfJob(reactBinary, 8_000_000).floats(1_000_000).fill(5)] as const;
    });
    withSharedRooms(() => roomOfJob(reactBinary, 8_000).floats(1_000).fill(9));
    expect([...kept]).to.deep.equal(Array.from({ length: 8 }, () => 3));
    expect(large.every((value) => value === 5)).to.equal(true);
  });

  /** Of those whose steps are kernels, the short ones. */
  const STEPPED = ["heat", "lattice", "react", "tumour", "wave"];

  it("change no answer: an earlier one stays, and the same job gives the same again", async () => {
    for (const { examples, id } of solverCards.filter((card) => STEPPED.includes(card.id))) {
      const solver = await loadSolver(id);
      const run = (body: Readonly<Record<string, unknown>>): SolverResult =>
        executeJob(solver, body, { aborted: false }).result;
      const first = run(examples[0]!.body);
      const before = structuredClone(arraysOf(first));
      run(examples.at(-1)!.body);
      expect(arraysOf(first), id).to.deep.equal(before);
      expect(arraysOf(run(examples[0]!.body)), id).to.deep.equal(before);
    }
  });
});

function arraysOf({ fields, timeLevels, value }: SolverResult): object {
  return { value, data: fields.map(({ data }) => data), timeLevels };
}
