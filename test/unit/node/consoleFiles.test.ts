/** Files of the console that are taken away, or put there anew, while the program runs. */
import { renameSync, rmSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { ConsoleFiles } from "../../../node/consoleFiles.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";

describe("files of the console", () => {
  const directory = temporaryDir("console-files");
  const place = join(directory.path, "console");
  const put = (names: readonly string[]): void => {
    mkdirSync(place, { recursive: true });
    for (const name of names) writeFileSync(join(place, name), name);
  };
  after(() => directory.remove());

  it("are those of one build: of the new one once a file of the old one is gone", async () => {
    const files = new ConsoleFiles([pathToFileURL(`${place}/`)]);
    const text = async (name: string): Promise<string | null> => {
      const found = await files.file(name);
      return found === null ? null : Buffer.from(found.bytes).toString("utf8");
    };
    put(["index.html", "main-1.js", "main-1.js.br", "late-1.js"]);
    expect(await text("main-1.js")).to.equal("main-1.js");
    expect((await files.file("main-1.js"))?.packed).to.have.length("main-1.js.br".length);
    expect(await text("main-1.js.br")).to.equal(null);
    expect(await text("../secret")).to.equal(null);
    renameSync(place, `${place}.old`);
    put(["index.html", "main-2.js"]);
    // Read before, it is in memory.
    expect(await text("main-1.js")).to.equal("main-1.js");
    expect(await text("main-2.js")).to.equal(null);
    expect(await text("late-1.js")).to.equal(null);
    expect(await text("main-2.js")).to.equal("main-2.js");
    expect(await text("main-1.js")).to.equal(null);
  });
  it("are none where all were removed, and there again when they are put back", async () => {
    const files = new ConsoleFiles([pathToFileURL(`${place}/`)]);
    put(["index.html", "main-3.js"]);
    expect(await files.file("index.html")).to.not.equal(null);
    rmSync(place, { recursive: true });
    expect(await files.file("main-3.js")).to.equal(null);
    expect(await files.file("index.html")).to.equal(null);
    put(["index.html", "main-3.js"]);
    expect(await files.file("main-3.js")).to.not.equal(null);
  });
});
