import { chmod, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { buckets } from "../../../storage/records/buckets.js";
import { openLevel } from "../../../storage/leveldb/level.js";
import { databaseBytes, openStore } from "../../../storage/store.js";
import { put } from "../../../storage/kv/table.js";
import { rejection } from "./keyValueSuite.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

/** Every file below a directory, by its path. */
async function bytesOf(dir: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path, (await readFile(path)).toString("hex"));
  }
  return files;
}

describe("store in a data directory", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  it("makes the directory, notes the data format, and finds its data again", async () => {
    const inside = join(dir, "a", "b");
    const first = await openStore({ dir: inside });
    await first.write(first.meta.putOps("net", "x"));
    await first.close();
    await first.close();
    expect(await readFile(join(inside, "VERSION"), "utf8")).to.equal("calcmesh data format 1\n");
    const second = await openStore({ dir: inside });
    expect(await second.meta.get("net")).to.equal("x");
    await second.close();
    expect(await databaseBytes(inside)).to.be.greaterThan(100);
    // The database is its owner's alone, as the directory around it is, also one of an older node.
    const modes = async () => ((await stat(join(inside, "db"))).mode & 0o777).toString(8);
    expect(await modes()).to.equal("700");
    await chmod(join(inside, "db"), 0o755);
    await (await openStore({ dir: inside })).close();
    expect(await modes()).to.equal("700");
  });

  it("says that the directory is in use", async () => {
    const store = await openStore({ dir });
    const error = await rejection(openStore({ dir }));
    expect(error).to.include({ code: "STORE_LOCKED", name: "StoreLockedError" });
    expect(error.message).to.contain("another process is using the data directory");
    await store.close();
    await (await openStore({ dir })).close();
  });

  for (const { text, code, found } of [
    { text: "calcmesh data format 2\n", code: "FORMAT_NEWER", found: "is in data format 2" },
    {
      text: "5\n",
      code: "FORMAT_OLDER",
      found: "is in format 5 of the versions before the first release",
    },
    { text: "1\n", code: "FORMAT_OLDER", found: "is in format 1 of the versions before" },
    { text: "one", code: "FORMAT_UNREADABLE", found: "does not hold the version" },
    { text: "", code: "FORMAT_UNREADABLE", found: "does not hold the version" },
  ]) {
    it(`refuses a directory whose VERSION is ${JSON.stringify(text)}, and says what to do`, async () => {
      await (await openStore({ dir })).close();
      await writeFile(join(dir, "VERSION"), text);
      const before = await bytesOf(dir);
      const error = await rejection(openStore({ dir }));
      expect(error).to.include({ code });
      expect(error.message)
        .to.contain(dir)
        .and.contain(found)
        .and.contain("Nothing in it was changed")
        .and.contain("Run the program that wrote it, or start with an empty directory");
      expect(await bytesOf(dir)).to.deep.equal(before);
    });
  }

  it("refuses another format that only the database names", async () => {
    for (const [name, format, code] of [
      ["data-format", "2", "FORMAT_NEWER"],
      ["data-format", "two", "FORMAT_UNREADABLE"],
      ["format", "5", "FORMAT_OLDER"],
    ] as const) {
      const inside = join(dir, `${name} ${format}`);
      const store = await openStore({ dir: inside });
      await store.write([...store.meta.delOps("data-format"), ...store.meta.putOps(name, format)]);
      await store.close();
      await removeDirectory(join(inside, "VERSION"));
      expect(await rejection(openStore({ dir: inside })), code).to.include({ code });
      expect(await readdir(inside)).to.not.include("VERSION");
    }
  });

  it("refuses to begin again where its database has gone", async () => {
    await (await openStore({ dir })).close();
    await removeDirectory(join(dir, "db"));
    for (let i = 0; i < 2; i += 1) {
      const error = await rejection(openStore({ dir }));
      expect(error).to.include({ code: "STORE_CORRUPT" });
      expect(error.message).to.contain("was used before").and.contain("restore a backup");
    }
  });

  it("refuses a database of somebody else", async () => {
    const foreign = await openLevel(join(dir, "db"));
    await foreign.batch([put(buckets.cid, "0c".repeat(16), "x")], { sync: true });
    await foreign.close();
    expect(await rejection(openStore({ dir }))).to.include({ code: "STORE_CORRUPT" });
    await (await openLevel(join(dir, "db"))).close();
  });

  it("says so when LevelDB's own files are damaged", async () => {
    await (await openStore({ dir })).close();
    await writeFile(join(dir, "db", "CURRENT"), "MANIFEST-999999\n");
    const error = await rejection(openStore({ dir }));
    expect(error).to.include({ code: "STORE_CORRUPT" });
    expect(error.message).to.contain(dir);
  });

  it("says so when the directory cannot be made", async () => {
    await writeFile(join(dir, "file"), "");
    const error = await rejection(openStore({ dir: join(dir, "file", "data") }));
    expect(error).to.include({ code: "STORE_IO" });
  });

  it("names a damaged format record", async () => {
    await (await openStore({ dir })).close();
    const raw = await openLevel(join(dir, "db"));
    for await (const [key, value] of raw.range({ gte: Uint8Array.of(), lt: Uint8Array.of(255) })) {
      value[0] = value[0]! ^ 1;
      await raw.batch([{ type: "put", key, value }], { sync: true });
    }
    await raw.close();
    const error = await rejection(openStore({ dir }));
    expect(error).to.include({ code: "RECORD_CORRUPT", bucket: "meta" });
  });
});
