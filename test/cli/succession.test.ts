/** `calc verify` with the keys of a node, as a stranger has them: in files, without a daemon. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { calc } from "../kit/calc.js";
import { vectorText } from "../unit/encoding/vectors.js";

describe("calc verify: keys of a node", () => {
  const directory = mkdtempSync(join(tmpdir(), "calcmesh-keys-"));
  after(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  const { document, keys } = JSON.parse(vectorText("events/successions.json"));
  const { receipts } = JSON.parse(vectorText("seal/receipts.json"));
  const file = (name: string, value: unknown): string => {
    const path = join(directory, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const good = file("keys.json", document);
  const bad = file("bad.json", { ...document, ends: [...document.ends].reverse() });
  const receipt = file("receipt.json", receipts[0].receipt);

  it("names them, and where each ended", async () => {
    const { code, out } = await calc(["verify", good, "--key", keys[1].key]);
    expect(code).to.equal(0);
    expect(out).to.match(/^valid: keys of a node of network 0a1b2c3d\n/);
    expect(out).to.include(`${keys[0].key}  ended by rotation, 6 events stand`);
    expect(out).to.include(`${keys[1].key}  ended by revocation, 4 events stand`);
    expect(out).to.include(`${keys[2].key}  newest of this document`);
    const output = await calc(["verify", good, "--json"]);
    expect(JSON.parse(output.out)).to.deep.equal({ verdict: "valid", net: "0a1b2c3d", keys });
  });

  it("says why they are none", async () => {
    const { code, out } = await calc(["verify", bad]);
    expect(code).to.equal(12);
    expect(out).to.match(/^NOT VALID: keys of a node\n {2}FAIL {9}/);
    const stranger = await calc(["verify", good, "--key", "ab".repeat(32)]);
    expect(stranger.code).to.equal(12);
    expect(stranger.out).to.include("is none of these keys");
  });

  it("holds a receipt against them", async () => {
    const { code, out } = await calc(["verify", receipt, "--succession", good]);
    expect(code).to.equal(12);
    expect(out).to.match(/FAIL succession +the signer is none of these keys/);
  });

  it("takes no other thing under them, and no file that proves none", async () => {
    const id = await calc(["verify", "ab".repeat(32), "--succession", good]);
    expect(id.code).to.equal(2);
    expect(id.err).to.include("--succession goes with a receipt in a file");
    const none = await calc(["verify", receipt, "--succession", bad]);
    expect(none.code).to.equal(12);
    expect(none.err).to.include("is no succession of keys that verifies");
  });
});
