/** The secret of the key that may follow, kept in the data directory or apart from it. */
import { mkdtempSync, rmSync } from "node:fs";
import { copyFile, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import {
  checkIdentity,
  IDENTITY_FILES,
  IdentityError,
  identityInFiles,
  identityMark,
  loadIdentity,
  makeIdentity,
  moveNextSecret,
  readIdentity,
} from "../../../../node/runtime/identity/identity.js";

async function thrown(what: Promise<unknown>): Promise<unknown> {
  try {
    await what;
  } catch (error) {
    return error;
  }
  return null;
}

describe("identity: the next key", () => {
  const root = mkdtempSync(join(tmpdir(), "calcmesh-next-"));
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  async function createIdentity() {
    const dir = mkdtempSync(join(root, "node-"));
    const identity = await makeIdentity(dir, nodeCrypto);
    return {
      dir,
      mark: identityMark(identity, nodeCrypto),
      apart: join(root, `${dir.slice(-6)}.secret`),
      at: (name: string): string => join(dir, "identity", name),
    };
  }

  it("is moved out, and the identity stays the one it was", async () => {
    const { apart, at, dir, mark } = await createIdentity();
    const secret = await readFile(at("next.seed"), "utf8");
    await moveNextSecret(dir, apart, nodeCrypto);
    expect(await readFile(apart, "utf8")).to.equal(secret);
    expect((await stat(apart)).mode & 0o777).to.equal(0o600);
    const files = await readdir(join(dir, "identity"));
    expect(files.sort()).to.deep.equal(["ed25519.seed", "next.public", "proof.key", "unused"]);
    for (const name of files)
      expect(await readFile(at(name), "utf8"), name).to.not.include(secret.trim());
    await checkIdentity(dir, nodeCrypto, mark);
    expect(identityMark((await readIdentity(dir, nodeCrypto))!, nodeCrypto)).to.equal(mark);
    expect(identityMark(await loadIdentity(dir, nodeCrypto), nodeCrypto)).to.equal(mark);
  });

  it("is brought back by a copy, and so is what a broken move leaves", async () => {
    const { apart, at, dir, mark } = await createIdentity();
    await moveNextSecret(dir, apart, nodeCrypto);
    await copyFile(apart, at("next.seed"));
    await checkIdentity(dir, nodeCrypto, mark);
    await moveNextSecret(dir, `${apart}.again`, nodeCrypto);
    await checkIdentity(dir, nodeCrypto, mark);
  });

  it("overwrites nothing, and is moved once", async () => {
    const { apart, at, dir } = await createIdentity();
    await writeFile(apart, "mine");
    expect(
      Reflect.get(Object(await thrown(moveNextSecret(dir, apart, nodeCrypto))), "code"),
    ).to.equal("EEXIST");
    expect(await readFile(apart, "utf8")).to.equal("mine");
    expect(await thrown(stat(at("next.public")))).to.not.equal(null);
    const inside = await thrown(moveNextSecret(dir, at("elsewhere"), nodeCrypto));
    expect(inside).to.be.instanceOf(IdentityError);
    await moveNextSecret(dir, `${apart}.2`, nodeCrypto);
    const again = await thrown(moveNextSecret(dir, `${apart}.3`, nodeCrypto));
    expect(again).to.be.instanceOf(IdentityError);
    expect(await thrown(stat(`${apart}.3`))).to.not.equal(null);
  });

  it("is refused where its two files are of two keys, or the seed beside it is gone", async () => {
    const { apart, at, dir } = await createIdentity();
    const other = await createIdentity();
    await moveNextSecret(dir, apart, nodeCrypto);
    await copyFile(other.at("next.seed"), at("next.seed"));
    expect(await thrown(readIdentity(dir, nodeCrypto))).to.be.instanceOf(IdentityError);
    await rm(at("next.seed"));
    await rm(at("ed25519.seed"));
    expect(await thrown(loadIdentity(dir, nodeCrypto))).to.be.instanceOf(IdentityError);
    expect(await thrown(stat(at("ed25519.seed")))).to.not.equal(null);
  });

  it("is read from the files of a backup, with its secret or without", async () => {
    const { apart, dir, mark } = await createIdentity();
    const files = async (): Promise<Map<string, Uint8Array>> => {
      const found = new Map<string, Uint8Array>();
      for (const name of IDENTITY_FILES) {
        const path = `identity/${name}`;
        const content = await readFile(join(dir, path)).catch(() => null);
        if (content !== null) found.set(path, content);
      }
      return found;
    };
    expect(identityMark(identityInFiles(await files(), nodeCrypto)!, nodeCrypto)).to.equal(mark);
    await moveNextSecret(dir, apart, nodeCrypto);
    const moved = await files();
    expect(identityMark(identityInFiles(moved, nodeCrypto)!, nodeCrypto)).to.equal(mark);
    for (const path of moved.keys()) {
      const less = new Map([...moved].filter(([name]) => name !== path));
      expect(identityInFiles(less, nodeCrypto), path).to.equal(null);
    }
  });
});
