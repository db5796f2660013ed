/**
 * What `calc account` makes is kept, and shown, or not made; and which of those that are kept it
 * works with.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { identityFrom } from "../../../api/client/identity.js";
import { KEYS_OF_ACCOUNT_MAX } from "../../../protocol/limits.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { calc as runCalc, type Ran } from "../../kit/calc.js";
import { call, listOf, parseFields, textOf, type Fields } from "../../kit/requests.js";

/** Both ends of a pipe. */
function pipeIn(dir: string): [reader: number, writer: number] {
  const path = join(dir, "pipe");
  if (spawnSync("mkfifo", [path]).status !== 0) throw new Error("no mkfifo");
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return [reader, openSync(path, "w")];
}

describe("calc account: what is made is kept", () => {
  const home = temporaryDir("account-kept");
  const dataDir = join(home.path, "data");
  let node: RunningNode;
  before(async () => {
    // An address registers three an hour without work, and this one makes many.
    node = await startNode({ dataDir, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    home.remove();
  });

  const calc = (args: readonly string[], input = "", how: object = {}): Promise<Ran> =>
    runCalc([...args, "--data-dir", dataDir], { input, ...how });
  const keptFile = (): string => join(dataDir, "accounts.json");
  const kept = (): Fields[] =>
    (existsSync(keptFile())
      ? listOf(parseFields(readFileSync(keptFile(), "utf8")), "accounts")
      : []
    ).map((one) => parseFields(JSON.stringify(one)));
  const equationIn = (text: string): string => /recoveryEquation: (.*)\n/.exec(text)?.[1] ?? "";
  const liveKeys = async (key: string): Promise<string[]> => {
    const { body } = await call(node, "GET", "/api/keys", undefined, { key });
    return listOf(body, "keys")
      .map((one) => parseFields(JSON.stringify(one)))
      .filter(({ kind, revokedCalcond }) => kind === "account" && revokedCalcond === null)
      .map((one) => textOf(one, "prefix"));
  };

  it("shows the equation and keeps the key wherever standard output goes", async () => {
    const full = openSync("/dev/full", "w");
    const [reader, closed] = pipeIn(home.path);
    closeSync(reader);
    const cases: [args: readonly string[], how: object, code: number][] = [
      [["-q"], {}, 0],
      [["--field", "cid"], {}, 0],
      [["--field", "nothing"], {}, 6],
      [[], { stdout: full }, 1],
      [["--json"], { stdout: full }, 1],
      [[], { stdout: closed }, 1],
    ];
    for (const [args, how, code] of cases) {
      const before = kept().length;
      const output = await calc(["account", "new", ...args], "", how);
      expect(output.code, output.err).to.equal(code);
      expect(output.err).to.not.match(/\n\s+at /);
      const { cid } = identityFrom(equationIn(output.err));
      expect(kept()).to.have.length(before + 1);
      expect(kept().at(-1)).to.include({ cid });
      if (args.includes("cid")) expect(output.out).to.equal(`${cid}\n`);
    }
    // Any other verb: words, not a stack, and a code.
    const pulse = await calc(["pulse"], "", { stdout: full });
    expect(pulse.code).to.equal(1);
    expect(pulse.err)
      .to.match(/^OUTPUT_FAILED: .*\n/)
      .and.not.match(/\n\s+at /);
    expect((await calc(["pulse"], "", { stdout: closed })).code).to.equal(0);
    expect(
      (await calc(["receipt", "00".repeat(32), "--json"], "", { stdout: closed })).code,
      "a failure stays one",
    ).to.equal(6);
    closeSync(full);
    closeSync(closed);
  });

  it("makes no key that it cannot keep, and takes the place of one where there are as many as may be", async () => {
    const output = await calc(["account", "new", "--json"]);
    expect(output.code, output.err).to.equal(0);
    const equation = textOf(parseFields(output.out), "recoveryEquation");
    const key = textOf(kept().at(-1), "key");
    chmodSync(keptFile(), 0o644);
    for (const args of [["recover"], ["new"]]) {
      const refused = await calc(["account", ...args, "--json"], `${equation}\n`);
      expect(refused.code).to.equal(4);
      expect(parseFields(refused.out)).to.include({ code: "FORBIDDEN" });
    }
    chmodSync(keptFile(), 0o600);
    mkdirSync(`${keptFile()}.next`);
    const blocked = await calc(["account", "recover"], `${equation}\n`);
    expect(blocked.code).to.equal(1);
    expect(blocked.err).to.contain(`${keptFile()} cannot be written`);
    rmdirSync(`${keptFile()}.next`);
    expect(await liveKeys(key)).to.deep.equal([key.slice(0, 12)]);

    for (let i = 1; i < KEYS_OF_ACCOUNT_MAX; i += 1)
      await call(node, "POST", "/api/keys", {}, { key });
    const live = await liveKeys(key);
    expect(live).to.have.length(KEYS_OF_ACCOUNT_MAX);
    const full = await calc(["account", "recover"], `${equation}\n`);
    expect(full.code).to.equal(8);
    expect(full.err).to.contain("--replace");
    for (const prefix of live) expect(full.err).to.contain(`\n  ${prefix}  `);
    const victim = live.find((prefix) => prefix !== key.slice(0, 12))!;
    const replaced = await calc(
      ["account", "recover", "--replace", victim, "--json"],
      `${equation}\n`,
    );
    expect(replaced.code, replaced.err).to.equal(0);
    expect(parseFields(replaced.out)).to.include({ replaced: victim, sessionEnded: true });
    const after = await liveKeys(textOf(kept().at(-1), "key"));
    expect(after).to.have.length(KEYS_OF_ACCOUNT_MAX).and.not.include(victim);
    expect(
      (await calc(["account", "recover", "--replace", "csm_abcdefgh"], `${equation}\n`)).code,
    ).to.equal(2);
  });

  it("shows the account that is chosen, and refuses options that would do nothing", async () => {
    expect((await calc(["account", "new"])).code).to.equal(0);
    expect((await calc(["account", "new"])).code).to.equal(0);
    const [first, last] = kept().slice(-2);
    const shown = async (args: readonly string[], env = {}): Promise<Fields> => {
      const about = await calc(["account", "show", ...args, "--json"], "", { env });
      expect(about.code, about.err).to.equal(0);
      return parseFields(about.out);
    };
    expect(await shown([])).to.include({ cid: textOf(last, "cid"), file: keptFile() });
    expect(await shown(["--cid", textOf(first, "cid")])).to.include({ cid: textOf(first, "cid") });
    expect(await shown([], { CALC_TOKEN: textOf(first, "key") })).to.include({
      cid: textOf(first, "cid"),
      file: null,
    });
    expect(
      await shown(["--cid", textOf(last, "cid")], { CALC_TOKEN: textOf(first, "key") }),
    ).to.include({ cid: textOf(last, "cid") });
    expect(await shown([], { CALC_TOKEN: node.api.token })).to.include({
      cid: null,
      account: "operator",
    });
    const keys = await calc(["account", "keys", "--json"], "", {
      env: { CALC_TOKEN: textOf(first, "key") },
    });
    expect(keys.out).to.contain(textOf(first, "key").slice(0, 12));
    const nobody = await calc(["account", "show", "--cid", "00".repeat(16)]);
    expect(nobody.code).to.equal(6);
    expect(nobody.err).to.contain(textOf(first, "cid"));
    for (const odd of [
      ["show", "--slug", "oven"],
      ["recover", "--slug", "oven"],
      ["new", "--cid", "00"],
      ["keys", "--label", "x"],
      ["recover", "--label", "x", "--replace", "calc_ak_0aB1"],
    ]) {
      expect((await calc(["account", ...odd])).code, odd.join(" ")).to.equal(2);
    }
  });
});
