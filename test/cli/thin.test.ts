/**
 * What a verb loads: one that only asks the node loads the client, and neither schemas, the engine
 * nor the operators' records.
 */
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { verbs } from "../../scripts/cli/verbs.js";
import { verbShapes } from "../../api/cli/verbTable.js";
import { CalcCommand } from "../../api/cli/command.js";
import { CALC } from "../../scripts/devnet/daemons.js";

const PROGRAM = dirname(CALC);
/** kB of joined modules before a verb is named, and with each that only asks. */
const CLIENT_KB_MAX = 760;
const VERB_KB_MAX = 120;
/** Never of a client: what checks the contract, computes, or serves. */
const NOT_OF_A_CLIENT = new RegExp(
  "^// .*(?:node_modules/(?:zod|libp2p|level)/|protocol/(?:solvers|kernel|operators|router)/" +
    "|api/contract/index\\.js)",
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

const STATIC = /^(?:import|export)\b[^;]*?"\.\/([^"]+)"/gm;

/** The joined modules that one of them loads at once. */
function loadedBy(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, next = ""] of textOf(name).matchAll(STATIC)) loadedBy(next, seen);
  return seen;
}

function textOf(name: string): string {
  return readFileSync(join(PROGRAM, name), "utf8");
}

/** The joined module in whose text a module of ours stands, and which it is named after. */
function joinedOf(source: string, loader: string): string {
  const [, name = ""] =
    new RegExp(`import\\("\\./(${source}-[A-Z0-9]{8}\\.js)"\\)`).exec(loader) ?? [];
  expect(name, source).not.to.equal("");
  return name;
}

function kilobytes(names: Iterable<string>): number {
  let bytes = 0;
  for (const name of names) bytes += statSync(join(PROGRAM, name)).size;
  return bytes / 1_000;
}

describe("cli: what a verb loads", () => {
  const main = joinedOf("main", textOf("calc.js"));
  const client = loadedBy(main);
  const all = [...client].map(textOf).join("\n");

  it("begins with the client alone", () => {
    expect(kilobytes(client)).to.be.below(CLIENT_KB_MAX);
    for (const name of client)
      expect(NOT_OF_A_CLIENT.exec(textOf(name))?.[0], name).to.equal(undefined);
    expect(all).to.include("api/client/client.js");
  });

  it("adds little to it for a verb that only asks the node", () => {
    const sources = new Map([["peers", "mesh"]]);
    for (const verb of ASKING) {
      const own = joinedOf(sources.get(verb) ?? verb, all);
      const added = [...loadedBy(own)].filter((name) => !client.has(name));
      expect(kilobytes(added), verb).to.be.below(VERB_KB_MAX);
      for (const name of added)
        expect(NOT_OF_A_CLIENT.exec(textOf(name))?.[0], `${verb}: ${name}`).to.equal(undefined);
    }
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
});
