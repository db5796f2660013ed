/** What docs/economy.md tells people to type works as it stands. */
import { moneyGauges } from "../../node/ledger/gauges.js";
import { totalsOf } from "../../node/ledger/supplyFigures.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { EXIT } from "../../api/cli/exitCodes.js";
import { dataDirOf, runTyped } from "../kit/calc.js";

const PAGE = readFileSync(join(process.cwd(), "docs", "economy.md"), "utf8");
const LINES = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap((block) =>
  block[1]!.split("\n").filter((line) => line !== ""),
);

/** Figures that the page states, in what its commands print. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  "calc account new": /credits: 128\n/,
  "calc price NM21": /credits: 3\n/,
  "calc price --operators NM19 NM23 NM26": /credits: 6\n/,
  "calc contribute policy": /bond_envelopes: 1000\n[\s\S]*tail_calconds: 4632\n/,
  "calc --url http://127.0.0.1:8287 contribute status": /bond/,
  "calc tally record": /NM19[\s\S]*total: 1\n/,
  "calc transparency now": /credits_issued: 137\ncredits_burned: 15\ncredits_free: 122\n/,
  "calc transparency history --limit 5": /total: \d/,
  "calc transparency breakdown": /welcome: 128\n/,
  "calc transparency revenue": /paid_credits_booked: 0\n[\s\S]*house_value: 15\n/,
  "calc --url http://127.0.0.1:8287 usage": /bundle: 128\n/,
  "calc tally offer --help": /token_ids[\s\S]*--equation/,
  "calc --url http://127.0.0.1:8287 ledger entries --limit 5":
    /kind: grant\n[\s\S]*invoice 2026-0117/,
  "calc ledger audit": /^every credit and envelope is accounted for\n/,
  "calc tally health": /ok: true\n/,
  "calc tally transparency": /paid_funded_user_bps: 10000\n/,
  "calc tally consensus": /finality_sec: 1\.554001554\n/,
  "calc tally clock": /calcond_ns: 777000777\n/,
};

describe("docs: economy", () => {
  const dir = temporaryDir("economy");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dataDirOf(dir.path) });
    // The operator's own, so that the figures below hold both kinds of funding booking.
    for (let i = 0; i < 2; i += 1) await sh("calc compute NM19 m=2 a=3");
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const sh = (script: string): Promise<string> => runTyped(dir.path, script);

  it("has commands, and expects something of those that print its figures", () => {
    expect(LINES.length).to.be.greaterThan(18);
    for (const line of Object.keys(PRINTED)) expect(LINES, line).to.include(line);
  });

  for (const line of LINES) {
    it(line, async () => {
      const output = await sh(line.replace("http://127.0.0.1:8287", node.api.http));
      expect(output).to.match(PRINTED[line] ?? /\S/);
    });
  }

  it("says with which code the audit ends", () => {
    expect(PAGE).to.contain(
      `exits with ${EXIT.notVerified} when it finds anything, with ${EXIT.ok} when all is in order`,
    );
  });

  it("names the metrics of the ledger, and the pages it points at exist", () => {
    const nothing = {
      totals: totalsOf(null),
      supply: { latest: null },
      sealed: { free: 0, paid: 0 },
    };
    const gauges = moneyGauges(nothing);
    const names = gauges.map(({ name }) => name);
    expect(names).to.include.members(["credits", "envelope_value", "journal_entries"]);
    for (const { labels, name } of gauges.filter((one) => one.name !== "envelopes")) {
      expect(PAGE).to.contain(`\`calc_${name}${labels.length === 0 ? "`" : "{"}`);
    }
    for (const [, target] of PAGE.matchAll(/\]\(((?!http)[^)#]+)[^)]*\)/g)) {
      expect(() => readFileSync(join(process.cwd(), "docs", target!)), target).to.not.throw();
    }
  });
});
