/**
 * Writes that fail in the middle of LevelDB's log: what is acknowledged before, between and behind
 * them is there at the next start.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { openStore } from "../../storage/store.js";
import { makeDirectory, removeDirectory } from "../kit/temporaryDirectory.js";

const WRITER = fileURLToPath(new URL("limitedWriter.js", import.meta.url));
/** Blocks of a kilobyte; LevelDB begins another log at four megabytes. */
const BLOCKS_MAX = 2_000;

describe("faults: files that may not grow any more", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  it("lose nothing that was acknowledged, and the database goes on in another file", async () => {
    const said = execFileSync(
      "bash",
      ["-c", `ulimit -f ${BLOCKS_MAX}; exec "$0" "$1" "$2"`, process.execPath, WRITER, dir],
      { encoding: "utf8" },
    );
    const {
      acknowledged,
      failed,
    }: { readonly acknowledged: readonly number[]; readonly failed: number } = JSON.parse(said);
    expect(failed).to.be.greaterThan(0);
    // The first log holds thirteen.
    expect(acknowledged.length).to.be.greaterThan(20);
    const store = await openStore({ dir });
    try {
      for (const i of acknowledged)
        expect((await store.meta.get(`text ${i}`))?.trimEnd().startsWith(`${i}`), `${i}`).to.equal(
          true,
        );
    } finally {
      await store.close();
    }
  });
});
