/**
 * What a verb loads: one that only asks the node is served by the client, which has neither schemas,
 * the engine nor the operators' records.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { verbs } from "../../scripts/cli/verbs.js";
import { verbShapes } from "../../api/cli/verbTable.js";
import { CalcCommand } from "../../api/cli/command.js";
import { clientVerbs } from "../../scripts/cli/clientVerbs.js";
import { CALC, startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { isForClient } from "../../scripts/program/choice.js";
import { calcProcess } from "../kit/calc.js";

const PROGRAM = dirname(CALC);
/** kB of the client with all verbs that only ask. */
const CLIENT_KB_MAX = 760;
/** Never of a client: what checks the contract, computes, reads units, or serves. */
const NOT_OF_A_CLIENT = new RegExp(
  "^\\s*// .*(?:node_modules/(?:zod|libp2p|level)/|protocol/(?:solvers|kernel|operators|router)/" +
    "|protocol/units/parse|api/contract/index\\.js)",
  "m",
);
const ASKING = [
  "health",
  "status",
  "peers",
  "mesh",
  "logs",
  "page",
  "llm",
  "transfer",
  "witness",
  "verify",
];
const NM21 = ["compute", "NM21", "m1=5.9722e24", "m2=7.342e22"];

describe("cli: what a verb loads", () => {
  const client = join(PROGRAM, "clientMain.cjs");
  const text = readFileSync(client, "utf8");

  it("is served by the client alone where it only asks the node", () => {
    expect(statSync(client).size / 1_000).to.be.below(CLIENT_KB_MAX);
    expect(NOT_OF_A_CLIENT.exec(text)?.[0]).to.equal(undefined);
    expect(NOT_OF_A_CLIENT.exec(readFileSync(join(PROGRAM, "main.cjs"), "utf8"))).to.not.equal(
      null,
    );
    expect(text).to.include("// api/client/client.js");
    const served = clientVerbs.flatMap(({ names }) => names);
    expect(served).to.include.members(ASKING);
    for (const verb of ASKING) {
      const words = verb === "verify" ? [verb, "0".repeat(64)] : [verb];
      expect(isForClient(words), verb).to.equal(true);
    }
  });

  it("is chosen by the words: numbers with units, files and equations need the engine", () => {
    for (const words of [[], ["helth"], ["page", "publish"], [...NM21, "r=3.844e8"]])
      expect(isForClient(words), words.join(" ")).to.equal(true);
    for (const words of [
      ["evaluate", "1 + 1"],
      ["verify", "receipt.json"],
      ["help", "page"],
      ["solver", "heat"],
      [...NM21, "r=384400km"],
    ])
      expect(isForClient(words), words.join(" ")).to.equal(false);
  });

  it("knows each verb by the names that it registers", async () => {
    for (const { load, names } of verbs) {
      const program = new CalcCommand("calc");
      for (const verb of await load()) verb.register(program, () => Promise.resolve());
      expect(program.commands.map((command) => command.name())).to.include.members([...names]);
    }
    const named = verbs.flatMap(({ names }) => names);
    expect(new Set(named).size).to.equal(named.length);
    expect(verbShapes.length).to.be.above(100);
  });

  describe("where the client leaves a command line to the program with all verbs", () => {
    const dir = temporaryDir("thin");
    let node: RunningNode;
    before(async () => {
      node = await startNode({ dataDir: join(dir.path, "data") });
    });
    after(async () => {
      await node.stop();
      dir.remove();
    });
    const run = (words: readonly string[], input = "") =>
      calcProcess([...words, "--data-dir", join(dir.path, "data")], { input });

    it("answers as that one does, before anything is done", async () => {
      const plain = await run([...NM21, "r=3.844e8", "--field", "value"]);
      expect(plain.code).to.equal(0);
      // Options before the verb, an id in small letters, units and a relative uncertainty.
      for (const words of [
        ["--field", "value", ...NM21, "r=384400km"],
        ["--field", "value", "compute", "nm21", "m1=5.9722e24", "m2=7.342e22", "r=3.844e8"],
        [...NM21, "r=3.844e8", "--uncertainties", "r=10km", "--field", "value"],
      ])
        expect(await run(words), words.join(" ")).to.deep.equal(plain);
      const sealed: unknown = JSON.parse((await run(["tally", "envelopes", "--json"])).out);
      expect(sealed).to.have.property("envelopes").with.lengthOf(5);
    });

    it("hands on what it has read of standard input", async () => {
      const program = JSON.stringify({ schema: "none" });
      const { code, err } = await run(
        ["contract", "deploy", "-", "--params", "limit=5km"],
        program,
      );
      expect(err).to.include("nothing here says in which unit limit is");
      expect(code).to.equal(2);
    });
  });

  it("runs a file's proof and an equation without a node", async () => {
    const dir = temporaryDir("thin");
    try {
      const file = join(dir.path, "no.json");
      writeFileSync(file, "{}");
      const none = await calcProcess(["verify", file]);
      expect(none.code).to.be.above(0);
      expect(none.err).to.not.include("INTERNAL");
      const value = await calcProcess(["evaluate", "2 + 2", "--field", "value"]);
      expect(value.out.trim()).to.equal("4");
    } finally {
      dir.remove();
    }
  });
});
