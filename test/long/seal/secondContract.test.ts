/** Needs python3 with the package cryptography: the verifier is another implementation on purpose. */
import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import {
  changedAt,
  exportOfBand,
  exportOfHeld,
  exportsOfTriggers,
  forgeriesOf,
  gapForgeriesOf,
  leavesOf,
  linesOf,
  resealed,
  textOf,
} from "../../unit/node/contracts/exportedPrograms.js";
import { ServedContracts } from "../../unit/node/contracts/servedContracts.js";

/** Verdicts and reasons on files in base64, one a line. The clock of the files is that of a test. */
const EVERY_FILE = `
import base64, json, sys
sys.path.insert(0, "scripts/seal")
import verify_contract
registry, path = verify_contract.Registry(), sys.argv[2] + "/one.ndjson"
for line in open(sys.argv[1]):
    with open(path, "wb") as file:
        file.write(base64.b64decode(line))
    try:
        contract = verify_contract.check(path, None, 10**12, registry)
        is_open = contract.open or not contract.log.signed
        print(json.dumps(["sound" if is_open else "valid", sorted(set(contract.open))]))
    except (verify_contract.Refused, KeyError, ValueError, TypeError) as error:
        print(json.dumps(["invalid", str(error)]))
`;

describe("scripts/seal/verify_contract.py", () => {
  const dir = temporaryDir("second-contract");
  let contracts: ServedContracts;

  before(async () => {
    contracts = await ServedContracts.open();
    await contracts.newAccount();
  });
  after(async () => {
    await contracts.served.close();
    dir.remove();
  });

  function verdictsOf(texts: readonly string[]): readonly (readonly [string, unknown])[] {
    const list = join(dir.path, "files.txt");
    writeFileSync(list, texts.map((text) => Buffer.from(text).toString("base64")).join("\n"));
    const args = ["-c", EVERY_FILE, list, dir.path];
    const { stderr, stdout } = spawnSync("python3", args, { encoding: "utf8", maxBuffer: 1 << 26 });
    const all = stdout.trimEnd().split("\n");
    expect(all, stderr).to.have.length(texts.length);
    return all.map((line): readonly [string, unknown] => JSON.parse(line));
  }

  it("makes contracts of each trigger again from their files alone", async () => {
    const verdicts = verdictsOf(await exportsOfTriggers(contracts));
    expect(verdicts).to.deep.equal(verdicts.map(() => ["valid", []]));
  });

  it("turns down every leaf changed, and every forgery that is signed anew, with its row", async () => {
    const lines = linesOf(await exportOfBand(contracts));
    const changed = lines.flatMap((line, at) =>
      leavesOf(line).map((path) =>
        textOf(lines.map((one, i) => (i === at ? changedAt(one, path) : one))),
      ),
    );
    expect(changed.length).to.be.greaterThan(250);
    for (const [i, [verdict]] of verdictsOf(changed).entries())
      expect(verdict, changed[i]).to.equal("invalid");
    const held = linesOf(await exportOfHeld(contracts));
    const forgeries = [...forgeriesOf(lines), ...gapForgeriesOf(held)];
    const resigned = forgeries.map(([, , , forged]) => resealed(forged));
    const [own, ...others] = verdictsOf([resealed(lines), ...resigned]);
    expect(own).to.deep.equal(["sound", ["a receipt is not shown"]]);
    for (const [i, [verdict, why]] of others.entries()) {
      const [what, seq] = forgeries[i]!;
      expect(verdict, what).to.equal("invalid");
      expect(why, what).to.match(new RegExp(`^row ${seq}: `));
    }
  });
});
