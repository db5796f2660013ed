/** `calc id rotate` and `calc id revoke` on a daemon: the next start goes on under the next key. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig } from "../../../config/load.js";
import { Daemon } from "../../../node/daemon.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { calc } from "../../kit/calc.js";
import { quiet } from "../../kit/logger.js";
import { force, sealed } from "../../kit/requests.js";

describe("a node whose key is changed", () => {
  const dir = temporaryDir("key-change");
  const data = join(dir.path, "data");
  const apart = join(dir.path, "next.secret");
  after(() => dir.remove());

  /** Starts the node, has something sealed, and stops it. @returns the key that it has then */
  async function lived(): Promise<string> {
    const flags = { http: "127.0.0.1:0", p2p: "/ip4/127.0.0.1/tcp/0", metrics: "off" };
    const { config } = await loadConfig({ ...flags, "data-dir": data });
    const fatal = (error: unknown): void => {
      throw error;
    };
    const daemon = await Daemon.start({ config, meshSecrets: null, log: quiet, fatal });
    await sealed({ api: daemon.started.api }, force());
    expect(await daemon.stop()).to.equal(true);
    return daemon.started.api.publicKey;
  }

  const asked = async (...words: readonly string[]) => {
    const { code, err, out } = await calc(["id", ...words, "--data-dir", data, "--json"]);
    expect(code, err).to.equal(0);
    return JSON.parse(out);
  };
  const refused = async (...words: readonly string[]): Promise<string> => {
    const { code, err } = await calc(["id", ...words, "--data-dir", data]);
    expect(code).to.equal(6);
    return err;
  };

  it("is rotated with the secret that was moved out, and revoked with the one after it", async () => {
    const old = await lived();
    await asked("move-next", apart);
    expect(await refused("rotate")).to.include("name the file that holds it");
    const rotated = await asked("rotate", apart);
    expect(rotated).to.include({ change: "rotate", key: old });
    expect(await refused("rotate", apart)).to.include("asked for already");
    expect(await asked()).to.include({ public_key: old });
    expect(await lived()).to.equal(rotated.next);
    const files = await readdir(join(data, "identity"));
    expect(files.sort()).to.deep.equal(["ed25519.seed", "next.seed", "proof.key"]);

    const revoked = await asked("revoke");
    expect(revoked).to.include({ change: "revoke", key: rotated.next });
    expect(await lived()).to.equal(revoked.next);
    expect(await readdir(join(data, "identity"))).to.have.lengthOf(3);
    // Windows under three keys are one row of envelopes for who checks the database.
    const checked = await calc(["verify-db", "--data-dir", data]);
    expect(checked.code, checked.out + checked.err).to.equal(0);
    expect(await lived()).to.equal(revoked.next);
  });
});
