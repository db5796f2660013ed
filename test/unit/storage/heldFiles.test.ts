/**
 * The database's files are held open while it is, let go of when it deletes them, and all of them
 * when it is closed.
 */
import { once } from "node:events";
import { watch } from "node:fs";
import { appendFile, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { HeldFiles } from "../../../storage/leveldb/heldFiles.js";
import { openStore } from "../../../storage/store.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

const MANIFEST = "MANIFEST-000002";

/**
 * As a database does it: what comes and goes is written to the manifest. Resolves when a watcher
 * was told.
 */
async function changed(dir: string, task: () => Promise<void>): Promise<void> {
  const watcher = watch(join(dir, MANIFEST));
  const seen = once(watcher, "change");
  await task();
  await appendFile(join(dir, MANIFEST), "x");
  await seen;
  watcher.close();
}

async function fill(dir: string, names: readonly string[]): Promise<void> {
  await writeFile(join(dir, "CURRENT"), `${MANIFEST}\n`);
  for (const name of [...names, MANIFEST, "LOG"]) await writeFile(join(dir, name), "x");
}

/** Files below a directory that this process has open; null where the system does not tell. */
async function openBelow(dir: string): Promise<readonly string[] | null> {
  const open = await readdir("/proc/self/fd").catch(() => null);
  if (open === null) return null;
  const targets = await Promise.all(
    open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  return targets.filter((target) => target.startsWith(dir));
}

describe("storage: files held open", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  it("holds data files, those that were there and those that come, and nothing else", async () => {
    await fill(dir, ["000001.ldb"]);
    const files = HeldFiles.start(dir);
    await files.settled();
    expect(files.size).to.equal(1);
    await changed(dir, () => writeFile(join(dir, "000003.log"), "x"));
    await files.settled();
    expect(files.size).to.equal(2);
    await files.close();
  });

  it("lets go of a file that is deleted, so that its space is free", async () => {
    await fill(dir, ["000001.ldb", "000002.ldb"]);
    const files = HeldFiles.start(dir);
    await files.settled();
    await changed(dir, () => rm(join(dir, "000001.ldb")));
    await files.settled();
    expect(files.size).to.equal(1);
    const open = await openBelow(dir);
    if (open !== null) expect(open).to.deep.equal([join(dir, "000002.ldb")]);
    await files.close();
    expect(files.size).to.equal(0);
  });

  it("holds nothing of a directory that is not there, nor after it was closed", async () => {
    const none = HeldFiles.start(join(dir, "none"));
    await none.settled();
    expect(none.size).to.equal(0);
    await none.close();
    await fill(dir, ["000001.ldb"]);
    const files = HeldFiles.start(dir);
    await files.close();
    await files.close();
    expect(files.size).to.equal(0);
  });

  it("a store has let go of all when it is closed", async () => {
    const store = await openStore({ dir });
    const isTold = (await openBelow(dir)) !== null;
    for (let i = 0; i < 24; i += 1)
      await store.write(store.meta.putOps(`name ${i}`, "x".repeat(1_000_000)));
    if (isTold) expect((await openBelow(dir))!.length).to.be.greaterThan(0);
    await store.close();
    if (isTold) expect(await openBelow(dir)).to.deep.equal([]);
  });
});
