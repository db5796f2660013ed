/**
 * What docs/accounts.md tells people to type works as it stands, from the first line to the last.
 * Long, because it takes bash, openssl 3, xxd and python3, which npm does not bring.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { identityFrom } from "../../../api/client/identity.js";
import { dataDirOf, runTyped } from "../../kit/calc.js";
import { parseFields, type Fields } from "../../kit/requests.js";

const PAGE = readFileSync(join(process.cwd(), "docs", "accounts.md"), "utf8");
const BLOCKS = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((block) => block[1]!);
/** Published, so nobody's; the digest by sha256sum. */
const EQUATION =
  "y = 48152342 x^3 + 16108823 x^2 - 93172650 x + 70145528 sin(31415927 t) - 60221408 exp(-z)";
const CID = "db9a6ee85bbb5fa1eb4c43bbaba2f8ec";

describe("docs: accounts", () => {
  const dir = temporaryDir("docs-accounts");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dataDirOf(dir.path) });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("its commands make an identity by hand, open a session with it, and what they print is what this code derives", async () => {
    expect(BLOCKS).to.have.length(3);
    const script = [
      `HTTP=${node.api.http}`,
      `ln -s "${process.cwd()}/scripts" scripts`,
      ...BLOCKS,
      'echo; echo "$CID $SEED $PUBLIC"',
      "calc account recover --json < eq",
      "calc account show --json",
    ].join("\n");
    const stdout = await runTyped(dir.path, script);
    const { cid, publicKey, seed } = identityFrom(EQUATION);
    const hex = Buffer.from(seed).toString("hex");
    expect(cid).to.equal(CID);
    expect(stdout).to.contain(`\n${CID} ${hex} ${publicKey}\n`);
    // The reference script's own lines.
    for (const text of [CID, hex, publicKey])
      expect(stdout.split(text).length, text).to.be.greaterThan(2);
    expect(stdout)
      .to.match(/"valid":true[^\n]*"kind":"session"/)
      .and.contain('"label":"by hand"')
      .and.contain('{"ended":1}');
    const lines = stdout
      .trimEnd()
      .split("\n")
      .slice(-2)
      .map((line): Fields => parseFields(line));
    expect(lines[0]).to.include({ cid: CID, sessionEnded: true });
    expect(lines[1]).to.include({ cid: CID });
  });
});
