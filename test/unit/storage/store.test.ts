import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { buckets } from "../../../storage/buckets.js";
import type { DataFormat } from "../../../storage/format.js";
import { openLevel } from "../../../storage/level.js";
import { migrations } from "../../../storage/migrations/index.js";
import { databaseBytes, openStore } from "../../../storage/store.js";
import { put, read } from "../../../storage/table.js";
import { rejection } from "./keyValueSuite.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

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
    expect(await readFile(join(inside, "VERSION"), "utf8")).to.equal("5\n");
    const second = await openStore({ dir: inside });
    expect(await second.meta.get("net")).to.equal("x");
    await second.close();
    expect(await databaseBytes(inside)).to.be.greaterThan(100);
  });

  it("says that the directory is in use", async () => {
    const store = await openStore({ dir });
    const error = await rejection(openStore({ dir }));
    expect(error).to.include({ code: "STORE_LOCKED", name: "StoreLockedError" });
    expect(error.message).to.contain("another process is using the data directory");
    await store.close();
    await (await openStore({ dir })).close();
  });

  it("refuses a newer directory without touching it", async () => {
    await (await openStore({ dir })).close();
    await writeFile(join(dir, "VERSION"), "6\n");
    const before = (await readdir(join(dir, "db"))).sort();
    const error = await rejection(openStore({ dir }));
    expect(error).to.include({ code: "FORMAT_NEWER" });
    expect(error.message).to.contain("data format 6").and.contain("install a newer version");
    expect((await readdir(join(dir, "db"))).sort()).to.deep.equal(before);
  });

  it("refuses a newer database without VERSION file, and an unreadable VERSION", async () => {
    const store = await openStore({ dir });
    await store.write(store.meta.putOps("format", "6"));
    await store.close();
    await removeDirectory(join(dir, "VERSION"));
    expect(await rejection(openStore({ dir }))).to.include({ code: "FORMAT_NEWER" });
    await writeFile(join(dir, "VERSION"), "one");
    expect(await rejection(openStore({ dir }))).to.include({ code: "FORMAT_UNREADABLE" });
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

describe("data-format migration", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  function renaming(interrupt: { now: boolean }): DataFormat {
    return {
      version: 7,
      migrations: [
        { from: 5, to: 6, run: async () => [put(buckets.meta, "two", "yes")] },
        {
          from: 6,
          to: 7,
          run: async (store) => {
            const old = await read(store, buckets.meta, "net");
            if (interrupt.now) throw new Error("the power went");
            return old === undefined ? [] : [put(buckets.meta, "network", old)];
          },
        },
      ],
    };
  }

  it("backs up, moves step by step, and notes the new version with the data", async () => {
    const old = await openStore({ dir });
    await old.write(old.meta.putOps("net", "x"));
    await old.close();
    const format = renaming({ now: false });
    const fresh = await openStore({ dir, format });
    expect(await fresh.meta.get("network")).to.equal("x");
    expect(await fresh.meta.get("two")).to.equal("yes");
    expect(await fresh.meta.get("format")).to.equal("7");
    await fresh.close();
    expect(await readFile(join(dir, "VERSION"), "utf8")).to.equal("7\n");
    expect(await rejection(openStore({ dir }))).to.include({ code: "FORMAT_NEWER" });
    const backup = await openStore({ dir: join(dir, "backups", "format-5") });
    expect(await backup.meta.get("net")).to.equal("x");
    expect(await backup.meta.get("network")).to.equal(undefined);
    await backup.close();
  });

  it("goes on after an interruption, from the step that was not finished", async () => {
    const old = await openStore({ dir });
    await old.write(old.meta.putOps("net", "x"));
    await old.close();
    await mkdir(join(dir, "backups", "format-5.unfinished", "db"), { recursive: true });
    const interrupt = { now: true };
    const format = renaming(interrupt);
    expect((await rejection(openStore({ dir, format }))).message).to.equal("the power went");
    interrupt.now = false;
    const fresh = await openStore({ dir, format });
    expect(await fresh.meta.get("network")).to.equal("x");
    // The copy from before the first step stays the only one: the database was half changed when
    // the second start found it.
    expect(await readdir(join(dir, "backups"))).to.deep.equal(["format-5"]);
    expect(await fresh.meta.get("format-leaving")).to.equal(undefined);
    await fresh.close();
    const backup = await openStore({ dir: join(dir, "backups", "format-5") });
    expect(await backup.meta.get("net")).to.equal("x");
    await backup.close();
  });

  it("takes a directory from before there were files ahead, copies nothing, and is refused by the build that wrote it", async () => {
    const first: DataFormat = { version: 1, migrations: [] };
    const old = await openStore({ dir, format: first });
    await old.write(old.meta.putOps("net", "x"));
    await old.close();
    const second: DataFormat = { version: 2, migrations: migrations.filter(({ to }) => to <= 2) };
    const now = await openStore({ dir, format: second });
    expect([await now.meta.get("net"), await now.meta.get("format")]).to.deep.equal(["x", "2"]);
    await now.close();
    expect(await readdir(dir)).to.have.members(["VERSION", "db"]);
    const refusal = await rejection(openStore({ dir, format: first }));
    expect(refusal).to.include({ code: "FORMAT_NEWER" });
    // Without the file, the database says it itself.
    await removeDirectory(join(dir, "VERSION"));
    expect(await rejection(openStore({ dir, format: first }))).to.include({ code: "FORMAT_NEWER" });
    await (await openStore({ dir, format: second })).close();
    expect(await readFile(join(dir, "VERSION"), "utf8")).to.equal("2\n");
  });

  it("says when a format can no longer be read", async () => {
    await (await openStore({ dir })).close();
    const error = await rejection(openStore({ dir, format: { version: 6, migrations: [] } }));
    expect(error).to.include({ code: "FORMAT_UNREADABLE" });
    await (await openStore({ dir })).close();
  });
});
