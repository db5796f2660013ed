/** `calc account` against a running node. */
import { spawn } from "node:child_process";
import { statSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet.js";
import { equationStrength, identityFrom } from "../../api/client/identity.js";
import { call, force, listOf, parseFields, sealed, textOf } from "./helpers.js";

const CALC = new URL("../../scripts/calc.js", import.meta.url).pathname;

describe("calc account", () => {
  const dir = temporaryDir("account-verb");
  let node: RunningNode;
  before(async () => { node = await startNode({ dataDir: dir.path }); });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  function calc(args: readonly string[], input = ""): Promise<{ code: number | null; out: string; err: string }> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [CALC, ...args, "--data-dir", dir.path]);
      let [out, err] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => { out += chunk.toString(); });
      child.stderr.on("data", (chunk: Buffer) => { err += chunk.toString(); });
      child.on("error", reject);
      child.on("close", (code) => { resolve({ code, out, err }); });
      child.stdin.end(input);
    });
  }

  it("makes an account, keeps its key for its owner alone, and brings it back by its equation", async () => {
    const made = await calc(["account", "new", "--slug", "kiln-one", "--json"]);
    expect(made.code, made.err).to.equal(0);
    const shown = parseFields(made.out);
    const equation = textOf(shown, "recoveryEquation");
    expect(equationStrength(equation).weakness).to.equal(null);
    expect(identityFrom(equation).cid).to.equal(textOf(shown, "cid"));
    const file = join(dir.path, "accounts.json");
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    const keyIn = (): string => textOf(listOf(parseFields(readFileSync(file, "utf8")), "accounts")[0], "key");
    const first = keyIn();
    expect(made.out).to.not.contain(first);
    await sealed(node, force(), { key: first });
    expect(node.output()).to.not.contain(equation);

    const again = await calc(["account", "recover", "--json"], `${equation}\n`);
    expect(again.code, again.err).to.equal(0);
    const second = keyIn();
    expect(second).to.not.equal(first);
    await sealed(node, force(), { key: second });
    const keys = await call(node, "GET", "/api/keys", undefined, { key: second });
    expect(listOf(keys.body, "keys").map((one) => (parseFields(JSON.stringify(one)))["label"])).to.include("recovered");

    const about = await calc(["account", "show", "--json"]);
    expect(parseFields(about.out)).to.deep.include({ cid: shown["cid"], machines: ["kiln-one"], roles: ["owner"] });
    const listed = await calc(["account", "keys", "--json"]);
    expect(parseFields(listed.out)["total"]).to.equal(3);
  });

  it("refuses weak equations before anything is sent, and equations of nobody", async () => {
    const weak = await calc(["account", "new", "--equation", "-", "--json"], "E = m c^2\n");
    expect(weak.code).to.equal(3);
    expect(parseFields(weak.out)).to.include({ code: "WEAK_EQUATION" });
    expect(textOf(parseFields(weak.out), "detail")).to.match(/\d+ bits of chance and 128 are needed/);
    const nobody = await calc(["account", "recover", "--json"], "y = 48152342 x\n");
    expect(nobody.code).to.equal(4);
    expect(parseFields(nobody.out)).to.include({ code: "BAD_SIGNATURE" });
    expect((await calc(["account", "lose"])).code).to.equal(2);
  });
});
