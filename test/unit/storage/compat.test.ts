/** The data directories in test/compat: see the README there. */
import { chmod, cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { auditLedger } from "../../../node/ledger/audit/ledgerAudit.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { FORMAT_VERSION } from "../../../storage/records/format.js";
import { openStore } from "../../../storage/store.js";
import { rejection } from "./keyValueSuite.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

const COMPAT = join(process.cwd(), "test", "compat");

async function bytesOf(dir: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path, (await readFile(path)).toString("hex"));
  }
  return files;
}

interface Written {
  readonly receipts: readonly { readonly id: string; readonly value: number }[];
  readonly balances: readonly {
    readonly account: string;
    readonly free: number;
    readonly paid: number;
  }[];
  readonly machine: string;
  readonly folder: string;
}

describe("storage: data directories of other builds", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  const copied = async (name: string): Promise<string> => {
    const to = join(dir, "data");
    await cp(join(COMPAT, name), to, { recursive: true });
    // Git keeps no more of a file's mode than whether it can be run.
    await chmod(to, 0o700);
    return to;
  };

  it("there is one of the format of today", async () => {
    expect(await readdir(COMPAT)).to.include(`data-${FORMAT_VERSION}`);
  });

  it("data-1 is read: all that its clients were told is there, and its books are in order", async () => {
    const written: Written = JSON.parse(await readFile(join(COMPAT, "data-1.json"), "utf8"));
    const store = await openStore({ dir: await copied("data-1") });
    try {
      for (const { id, value } of written.receipts) {
        const found = await store.envelopes.byId(id);
        expect(found?.envelope.text, id).to.include(`"value":${value},`);
      }
      for (const { account, free, paid } of written.balances.slice(0, 1))
        expect(await store.ledger.balance(account)).to.include({ free, paid });
      expect((await store.machines.bySlug(written.machine))?.slug).to.equal(written.machine);
      expect(await store.vault.folders(written.balances[0]!.account)).to.deep.equal([
        { folder: written.folder, count: 2 },
      ]);
      for (const author of await store.spine.authors())
        expect(await store.spine.firstHole(author)).to.equal(null);
      const { envelopes, findings } = await auditLedger(store, nodeCrypto);
      // A node seals a first result of its own when it starts for the first time.
      expect([findings, envelopes]).to.deep.equal([[], written.receipts.length + 1]);
      for await (const damaged of store.scrub()) throw damaged;
    } finally {
      await store.close();
    }
  });

  it("unreleased-1 is refused in words that say what to do, and stays as it was", async () => {
    const old = await copied("unreleased-1");
    const before = await bytesOf(old);
    const error = await rejection(openStore({ dir: old }));
    expect(error).to.include({ code: "FORMAT_OLDER" });
    expect(error.message).to.equal(
      `${old} is in format 1 of the versions before the first release of calcmesh, and this ` +
        "program reads data format 1 only. Nothing in it was changed. Run the program that wrote " +
        "it, or start with an empty directory",
    );
    expect(await bytesOf(old)).to.deep.equal(before);
  });
});
