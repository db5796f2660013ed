/** Contracts of every trigger as files that anyone replays: forged in any leaf, they are turned down. */
import { expect } from "chai";
import { provedLog, provedLogAgain } from "../../../../api/console/engine/proveLog.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { logVerdict } from "../../../../scripts/cli/records/verifyLog.js";
import {
  changedAt,
  exportOfBand,
  exportOfHeld,
  exportOfSolved,
  exportsOfTriggers,
  forgeriesOf,
  gapForgeriesOf,
  leavesOf,
  linesOf,
  resealed,
  textOf,
  type Line,
} from "./exportedPrograms.js";
import { ServedContracts } from "./servedContracts.js";

const nobody = (): void => undefined;

function verdictOf(text: string) {
  return logVerdict([Buffer.from(text)]);
}

describe("exported contracts", () => {
  let contracts: ServedContracts;
  let ofTriggers: readonly string[] = [];

  before(async () => {
    contracts = await ServedContracts.open();
    await contracts.newAccount();
    ofTriggers = await exportsOfTriggers(contracts);
  });
  beforeEach(() => contracts.newAccount());
  after(() => contracts.served.close());

  it("of each trigger are made again from the file alone", async () => {
    expect(ofTriggers).to.have.length.greaterThan(4);
    for (const [i, text] of ofTriggers.entries()) {
      const verdict = await verdictOf(text);
      expect(verdict, JSON.stringify(verdict)).to.include({ verdict: "valid", firstBad: null });
      expect(verdict.replay, `${i}`).to.include({ notReplayed: 0, firstDifference: null });
      expect(Object(verdict.replay)["firings"], `${i}`).to.be.greaterThan(0);
    }
  });

  it("are read no further than some lines behind a fault", async () => {
    const [head = ""] = (await exportOfBand(contracts)).split("\n");
    for (const line of ["", "{}", '{"event":{}}', "no row"]) {
      let chunks = 0;
      const file = function* (): Iterable<Uint8Array> {
        yield Buffer.from(`${head}\n`);
        for (; chunks < 1_000; chunks += 1) yield Buffer.from(`${line}\n`.repeat(1_000));
      };
      expect(await logVerdict(file()), line).to.include({ verdict: "invalid" });
      expect(chunks, line).to.be.lessThan(20);
    }
  });

  it("are invalid with any leaf changed", async () => {
    const text = await exportOfBand(contracts);
    expect(await verdictOf(text)).to.include({ verdict: "valid" });
    const lines = linesOf(text);
    let forgeries = 0;
    for (const [at, line] of lines.entries())
      for (const path of leavesOf(line)) {
        const forged = lines.map((one, i) => (i === at ? changedAt(one, path) : one));
        const { verdict } = await verdictOf(textOf(forged));
        expect(verdict, `line ${at}: ${path.join(".")}`).to.equal("invalid");
        forgeries += 1;
      }
    expect(forgeries).to.be.greaterThan(250);
  });

  it("are sound at best without any one of their lines", async () => {
    const lines = (await exportOfBand(contracts)).trimEnd().split("\n");
    for (const [at, line] of lines.entries()) {
      const { verdict } = await verdictOf(`${lines.filter((_, i) => i !== at).join("\n")}\n`);
      const isOfRows = line.startsWith('{"actor":') || line.startsWith('{"calc-log":');
      expect(verdict, line.slice(0, 80)).to.be.oneOf(isOfRows ? ["invalid"] : ["sound", "invalid"]);
    }
  });

  it("have the same verdicts in the page, which runs their solvers apart from all else", async () => {
    const registry = builtinRegistry();
    const band = linesOf(await exportOfBand(contracts));
    const forged = forgeriesOf(band).map(([, , , lines]) => resealed(lines));
    const texts = [...ofTriggers, ...forged];
    for (const text of texts) {
      const [here, { again, proved }] = await Promise.all([
        verdictOf(text),
        provedLog(registry, text),
      ]);
      const inPage =
        again === null ? proved : await provedLogAgain(registry, text, again.solvers, nobody);
      expect(inPage).to.deep.equal(here);
    }
    const solved = await exportOfSolved(contracts);
    const here = await verdictOf(solved);
    expect(here).to.include({ verdict: "valid" });
    const { again, proved } = await provedLog(registry, solved);
    expect(proved).to.include({ verdict: "sound", firstBad: null });
    expect(again?.seconds).to.be.greaterThan(0);
    const shares: number[] = [];
    const share = (done: number) => void shares.push(done);
    expect(await provedLogAgain(registry, solved, again?.solvers ?? [], share)).to.deep.equal(here);
    expect(shares)
      .to.deep.equal([...shares].sort((a, b) => a - b))
      .and.to.include(1);
    const lines = linesOf(solved);
    // Its guards are decided by what the log says, until it has.
    const other = lines.map((line): Line => {
      const text = JSON.stringify(line);
      return text.includes('"program":') ? JSON.parse(text.replaceAll("> 20.0", "> 22.0")) : line;
    });
    const { firstBad, verdict } = (await provedLog(registry, resealed(other))).proved;
    expect([verdict, firstBad?.seq, firstBad?.rule]).to.deep.equal([
      "invalid",
      1,
      "replay of kind",
    ]);
  });

  it("are turned down by what they say where a forger signs all of it anew", async () => {
    const band = linesOf(await exportOfBand(contracts));
    const held = linesOf(await exportOfHeld(contracts));
    for (const lines of [band, held])
      expect(await verdictOf(resealed(lines))).to.include({ verdict: "sound" });
    for (const [what, seq, rule, forged] of [...forgeriesOf(band), ...gapForgeriesOf(held)]) {
      const { firstBad, verdict } = await verdictOf(resealed(forged));
      expect(verdict, what).to.equal("invalid");
      expect([firstBad?.seq, firstBad?.rule], what).to.deep.equal([seq, rule]);
    }
  });
});
