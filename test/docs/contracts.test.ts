/**
 * docs/contracts.md as a user types it: from a sentence to a deployed contract that fires, whose
 * receipt is checked without the node, and which is replayed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { EXIT } from "../../api/cli/exitCodes.js";
import { dataDirOf, runTyped } from "../kit/calc.js";
import { call } from "../kit/requests.js";

const PAGE = readFileSync(join(process.cwd(), "docs", "contracts.md"), "utf8");

function blocks(language: string): string[] {
  return [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!);
}

/** What each command says, by a part of it. */
const SAYS: readonly (readonly [part: string, says: RegExp])[] = [
  ["generate 'alert me", /filled {4}limit = 85 degC[^]*band = 5 K[^]*hold = 3 /],
  ["validate draft", /^valid/],
  ["bearing_temperature=71", /^held: stays nominal/],
  ["bearing_temperature=88", /^moved: nominal -> watch/],
  ["bearing_temperature=89", /^moved: watch -> watch/],
  [
    "bearing_temperature=91",
    /^moved: watch -> alert[^]*emits {5}alert\.raised[^]*receipt {3}[0-9a-f]{64}/,
  ],
  ["contract list", /open {4}alert/],
  ["contract show", /: alert\n[^]*reads {5}bearing_temperature \(degC\)/],
  ["calc verify", /valid/],
  ["contract firings", /moved {2}alert -> resolved[^]*receipt of/],
  ["dry-run", /resolved {2}watch[^]*watch {5}alert[^]*nothing was stored or charged/],
  ["contract pause", /\(paused\)/],
  ["contract resume", /: resolved\n/],
  ["templates car tire", /^\d+ of \d+ templates\ntransport-vehicles\/tyre-slow-leak /],
  ["contract template transport", /Slow leak of a tyre/],
  ["--params target=3.2", /^Slow leak of a tyre: nominal/],
  ["archetypes\n", /archetypes\/interactive-agent/],
  ["archetypes/provable-record", /^Provable record: open/],
];

describe("docs: contracts", () => {
  const dir = temporaryDir("docs-contracts");
  const dataDir = dataDirOf(dir.path);
  let node: RunningNode;
  const variables = new Map<string, string>();
  before(async () => {
    node = await startNode({ dataDir });
    writeFileSync(join(dir.path, "events.json"), blocks("json")[0]!);
  });
  after(() => {
    dir.remove();
  });

  /** `NAME=$(command)` keeps what it says; `"$NAME"` stands for that. */
  const typed = async (line: string): Promise<string> => {
    const [, name, inner] = /^([A-Z]+)=\$\((.*)\)$/.exec(line) ?? [];
    const command = (inner ?? line).replace(/"\$([A-Z]+)"/g, (_all, one: string) => {
      const value = variables.get(one);
      if (value === undefined) throw new Error(`${one} is set by no line above`);
      return value;
    });
    const out = await runTyped(dir.path, command);
    if (name !== undefined) variables.set(name, out.trim());
    return out;
  };

  const seen = new Set<string>();
  for (const line of blocks("sh").flatMap((block) => block.trim().split("\n"))) {
    it(line, async () => {
      const out = await typed(line);
      if (line.includes(" > ") || line.includes("=$(")) return;
      const [part, says] = SAYS.find(([one]) => `${line}\n`.includes(one)) ?? [line, /^$/];
      expect(out).to.match(says);
      seen.add(part);
    });
  }

  it("leaves none of what is expected unsaid, and speaks of paths that there are", async () => {
    expect([...seen]).to.have.members(SAYS.map(([part]) => part));
    const { body } = await call(node, "GET", "/api/openapi.json");
    const paths = JSON.stringify(body["paths"]);
    const named = [...PAGE.matchAll(/`(?:GET|POST)\s(\/api\/[^ `{?]+)`/g)].map(([, path]) =>
      path!.replace(/:(\w+)/g, "{$1}"),
    );
    expect(named.length).to.be.greaterThan(5);
    for (const path of named) expect(paths, path).to.contain(JSON.stringify(path));
  });

  it("is proven without the node, and false where a number is changed", async () => {
    await node.stop();
    expect(await runTyped(dir.path, "calc verify contract.ndjson")).to.match(/valid/);
    // The receipt of a move alone says that its step is made again from the log.
    for (const [name, from, to] of [
      ["receipt.json", '"value":1,', '"value":2,'],
      ["contract.ndjson", '"bearing_temperature":79', '"bearing_temperature":78'],
    ] as const) {
      const whole = readFileSync(join(dir.path, name), "utf8");
      const changed = whole.replace(from, to);
      expect(changed, name).to.not.equal(whole);
      writeFileSync(join(dir.path, `changed.${name}`), changed);
      const refused: unknown = await runTyped(dir.path, `calc verify changed.${name}`).catch(
        (error: unknown) => error,
      );
      expect(refused, name).to.have.property("code", EXIT.notVerified);
    }
  });
});
