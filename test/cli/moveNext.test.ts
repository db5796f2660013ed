/** `calc id move-next`: the secret of the next key leaves the directory, and its backups do without. */
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { openStore } from "../../storage/store.js";
import { identityMark, loadIdentity, readIdentity } from "../../node/runtime/identity/identity.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { calc } from "../kit/calc.js";

describe("calc id move-next", () => {
  const root = mkdtempSync(join(tmpdir(), "calcmesh-move-"));
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it("moves it once, and says where", async () => {
    const [dir, apart] = [join(root, "node"), join(root, "next.secret")];
    const { nextPublicKey, publicKeyHex } = await loadIdentity(dir, nodeCrypto);
    const next = Buffer.from(nextPublicKey).toString("hex");
    const moved = await calc(["id", "move-next", apart, "--data-dir", dir, "--json"]);
    expect([moved.code, moved.err]).to.deep.equal([0, ""]);
    expect(JSON.parse(moved.out)).to.deep.equal({ next_public_key: next, file: apart });
    const seed = Buffer.from((await readFile(apart, "utf8")).trim(), "hex");
    expect(nodeCrypto.ed25519PublicKey(seed)).to.deep.equal(nextPublicKey);
    expect(await readdir(join(dir, "identity"))).to.not.include("next.seed");
    const again = await calc(["id", "move-next", `${apart}.2`, "--data-dir", dir]);
    expect(again.code).to.equal(6);
    expect(again.err).to.include("it was moved before");
    const shown = await calc(["id", "--data-dir", dir, "--json"]);
    expect(JSON.parse(shown.out)).to.include({ public_key: publicKeyHex });
  });

  it("leaves a backup that restores the node without it", async () => {
    const dir = join(root, "node");
    const other = join(root, "restored");
    const file = join(root, "a.backup");
    await (await openStore({ dir })).close();
    const output = await calc(["backup", file, "--data-dir", dir]);
    expect(output.code, output.err).to.equal(0);
    const back = await calc(["restore", file, "--data-dir", other]);
    expect(back.code, back.err).to.equal(0);
    const files = await readdir(join(other, "identity"));
    expect(files.sort()).to.deep.equal(["ed25519.seed", "next.public", "proof.key"]);
    const [was, is] = [await readIdentity(dir, nodeCrypto), await readIdentity(other, nodeCrypto)];
    expect(identityMark(is!, nodeCrypto)).to.equal(identityMark(was!, nodeCrypto));
  });
});
