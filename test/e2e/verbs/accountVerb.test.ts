/** `calc account` against a running node. */
import { statSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { equationStrength, identityFrom } from "../../../api/client/identity.js";
import { calc as runCalc, type Ran } from "../../kit/calc.js";
import {
  call,
  fieldsOf,
  force,
  listOf,
  parseFields,
  sealed,
  textOf,
  type Reply,
} from "../../kit/requests.js";

describe("calc account", () => {
  const dir = temporaryDir("account-verb");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const calc = (args: readonly string[], input = ""): Promise<Ran> =>
    runCalc([...args, "--data-dir", dir.path], { input });

  let others = 0;
  const registered = (): Promise<Reply> => {
    others += 1;
    const { cid, publicKey } = identityFrom(`somebody's equation ${others} of ${dir.path}`);
    return call(node, "POST", "/api/identity/register", { cid, publicKey }, { key: null });
  };

  it("makes an account, keeps its key for its owner alone, and brings it back by its equation", async () => {
    const output = await calc(["account", "new", "--slug", "kiln-one", "--json"]);
    expect(output.code, output.err).to.equal(0);
    const shown = parseFields(output.out);
    const equation = textOf(shown, "recoveryEquation");
    expect(equationStrength(equation).weakness).to.equal(null);
    expect(identityFrom(equation).cid).to.equal(textOf(shown, "cid"));
    const file = join(dir.path, "accounts.json");
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    const keyIn = (): string =>
      textOf(listOf(parseFields(readFileSync(file, "utf8")), "accounts")[0], "key");
    const first = keyIn();
    expect(output.out).to.not.contain(first);
    await sealed(node, force(), { key: first });
    expect(node.output()).to.not.contain(equation);

    const again = await calc(["account", "recover", "--json"], `${equation}\n`);
    expect(again.code, again.err).to.equal(0);
    const second = keyIn();
    expect(second).to.not.equal(first);
    await sealed(node, force(), { key: second });
    const keys = await call(node, "GET", "/api/keys", undefined, { key: second });
    expect(
      listOf(keys.body, "keys").map((one) => parseFields(JSON.stringify(one))["label"]),
    ).to.include("recovered");

    const about = await calc(["account", "show", "--json"]);
    expect(parseFields(about.out)).to.deep.include({
      cid: shown["cid"],
      machines: ["kiln-one"],
      roles: ["owner"],
    });
    const listed = await calc(["account", "keys", "--json"]);
    expect(parseFields(listed.out)["total"]).to.equal(3);
  });

  it("past three an hour shows the work that the node asks for, and tells what it is and costs", async () => {
    let free = 0;
    for (let reply = await registered(); reply.status === 201; reply = await registered())
      free += 1;
    expect(free, "with the account made above, three").to.equal(2);
    const output = await calc(["account", "new"]);
    expect(output.code, output.err).to.equal(0);
    expect(output.err).to.contain(
      "the node asks for work of 18 leading zero bits: about 0.26 million hashes; LZ1 prices it at 5.17e-20 J\n",
    );
    expect((await calc(["account", "show", "--json"])).code).to.equal(0);
    // The next rung takes two million: with a demo key the ladder is the same.
    const key = textOf(
      (await call(node, "GET", "/api/demo-key", undefined, { key: null })).body,
      "key",
    );
    const spun = await call(node, "POST", "/api/calc/spin-up", {}, { key });
    expect(Number(fieldsOf(spun.body, "price")["bits"]), spun.text).to.equal(21);
  });

  it("refuses weak equations before anything is sent, and equations of nobody", async () => {
    const weak = await calc(["account", "new", "--equation", "-", "--json"], "E = m c^2\n");
    expect(weak.code).to.equal(3);
    expect(parseFields(weak.out)).to.include({ code: "WEAK_EQUATION" });
    expect(textOf(parseFields(weak.out), "detail")).to.match(
      /\d+ bits of chance and 128 are needed/,
    );
    const nobody = await calc(["account", "recover", "--json"], "y = 48152342 x\n");
    expect(nobody.code).to.equal(4);
    expect(parseFields(nobody.out)).to.include({ code: "BAD_SIGNATURE" });
    expect((await calc(["account", "lose"])).code).to.equal(2);
    const taken = await calc(["account", "new", "--slug", "kiln-one"]);
    expect(taken.code).to.equal(8);
    expect(taken.err).to.match(/\nnearest: kiln-one-\S+\n/);
  });
});
