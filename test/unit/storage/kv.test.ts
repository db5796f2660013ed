import { expect } from "chai";
import { nameOfKey } from "../../../storage/records/buckets.js";
import { CheckedStore } from "../../../storage/kv/checked.js";
import { FaultyStore } from "../../../scripts/stores/faulty.js";
import { prefixEnd } from "../../../storage/kv/kv.js";
import { openLevel } from "../../../storage/leveldb/level.js";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import { bytes, hex, keyValueSuite } from "./keyValueSuite.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

async function nothing(): Promise<void> {
  // Memory needs no clearing up.
}

let dir = "";
async function openTemporary(): Promise<Awaited<ReturnType<typeof openLevel>>> {
  dir = await makeDirectory();
  return openLevel(dir);
}

keyValueSuite("memory", async () => new MemoryStore(), nothing);
keyValueSuite("faulty, with no fault planned", async () => new FaultyStore(), nothing);
keyValueSuite(
  "checked over memory",
  async () => new CheckedStore(new MemoryStore(), nameOfKey),
  nothing,
);
keyValueSuite("LevelDB", openTemporary, () => removeDirectory(dir));
keyValueSuite(
  "checked over LevelDB",
  async () => new CheckedStore(await openTemporary(), nameOfKey),
  () => removeDirectory(dir),
);

describe("prefixEnd", () => {
  it("is the first key after all that begin with the prefix", () => {
    expect(hex(prefixEnd(bytes(1, 2)))).to.equal("0103");
    expect(hex(prefixEnd(bytes(1, 0xff)))).to.equal("02");
    expect(hex(prefixEnd(bytes(1, 0xff, 0xff)))).to.equal("02");
  });
});
