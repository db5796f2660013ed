/** Files of small projects: what is asked for, what is refused, and names that are no names. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import { EXIT } from "../../../../api/cli/exitCodes.js";
import { projectName } from "../../../../node/agents/scaffold/project.js";
import { STACKS } from "../../../../node/agents/scaffold/scaffold.js";
import { ARCHETYPES } from "../../../../protocol/templates/archetypes.js";
import { temporaryDir } from "../../../../scripts/devnet/daemons.js";
import { calc } from "../../../kit/calc.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

describe("node: scaffolds", () => {
  let served: ServedNode;
  const dir = temporaryDir("scaffold");
  before(async () => {
    served = await serveNode();
  });
  after(async () => {
    await served.close();
    dir.remove();
  });
  const ask = (body: object) => served.call("POST", "/api/calc/scaffold", { body });

  it("are made of the archetypes that contracts have, by four stacks", async () => {
    const { body } = await served.call("GET", "/api/contracts/archetypes");
    expect([body["archetypes"]].flat().map((one) => Object(one)["name"])).to.deep.equal(
      ARCHETYPES.map(({ name }) => name),
    );
    expect(Object.keys(STACKS)).to.deep.equal(["curl", "node", "python", "html"]);
  });

  it("are refused by the nearest name where archetype or stack is unknown", async () => {
    const wrong = await ask({ archetype: "provable-records", stack: "node", name: "a" });
    expect([wrong.status, wrong.body["code"], wrong.body["nearest"]]).to.deep.equal([
      400,
      "UNKNOWN_ARCHETYPE",
      "provable-record",
    ]);
    const stack = await ask({ archetype: "simulation", stack: "pyton", name: "a" });
    expect([stack.status, stack.body["code"], stack.body["nearest"]]).to.deep.equal([
      400,
      "UNKNOWN_STACK",
      "python",
    ]);
    const own = await ask({ archetype: "simulation", stack: "toString", name: "a" });
    expect([own.status, own.body["code"]]).to.deep.equal([400, "UNKNOWN_STACK"]);
    const far = await ask({ archetype: "\u0000", stack: "node", name: "a" });
    expect(ARCHETYPES.map(({ name }) => name)).to.include(far.body["nearest"]);
  });

  it("have names that lead nowhere else", async () => {
    for (const [name, used] of [
      ["../../etc/passwd", "etc-passwd"],
      ["/abs", "abs"],
      ["a\u0000b", "a-b"],
      ["..", "calc-project"],
      ["Öl & Gas", "o-l-gas"],
      ['x"; rm -rf ~', "x-rm-rf"],
    ] as const) {
      const { body } = await ask({ archetype: "simulation", stack: "node", name });
      expect(body["name"], name).to.equal(used);
    }
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        expect(projectName(name)).to.match(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/);
      }),
      { numRuns: 30 },
    );
  });

  it("are written by the command line into a directory that is not there yet", async () => {
    const target = join(dir.path, "cooling");
    const args = ["--url", served.http.url];
    const output = await calc([
      "scaffold",
      "simulation",
      "cooling",
      target,
      "--stack",
      "python",
      ...args,
    ]);
    expect([output.code, output.err]).to.deep.equal([0, ""]);
    expect(readdirSync(target).toSorted()).to.deep.equal([
      "README.md",
      "events.json",
      "main.py",
      "program.json",
    ]);
    const again = await calc(["scaffold", "simulation", "cooling", target, ...args]);
    expect([again.code, again.out]).to.deep.equal([EXIT.conflict, ""]);
    expect(again.err).to.match(/is there already/);
    const own = join(dir.path, "own");
    mkdirSync(own);
    writeFileSync(join(own, "README.md"), "mine");
    const kept = await calc(["scaffold", "simulation", "x", own, ...args]);
    expect(kept.code).to.equal(EXIT.conflict);
    expect(readFileSync(join(own, "README.md"), "utf8")).to.equal("mine");
    const unknown = await calc(["scaffold", "simulator", "x", join(dir.path, "n"), ...args]);
    expect(unknown.code).to.equal(EXIT.usage);
    expect(unknown.err).to.match(/simulation/);
  });
});
