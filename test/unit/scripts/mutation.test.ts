/** Sites of the mutation run: one sign each, found by the syntax tree. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { changed, nameOf, shuffled, sitesOf } from "../../../scripts/mutation/sites.js";
import { makeDirectory, removeDirectory } from "../../kit/temporaryDirectory.js";

const SOURCE = `/** 1 < 2 stays. */
export type Of<T extends 3> = T;
export function f(a: number, text: string): number | { ok: false } {
  if (a > 7) return refused(text);
  if (a <= 0 && text !== "a < b") throw new RangeError("no" + text);
  return a * 2 - 1;
}
`;
/** In the order of the text: each sign of the code once, none of comments, texts, types and joined texts. */
const CHANGES = [
  ["refusal skipped", "if (false) return refused(text);"],
  ["> to >=", "if (a >= 7) return refused(text);"],
  ["7 to 8", "if (a > 8) return refused(text);"],
  ["<= to <", "if (a < 0 &&"],
  ["0 to 1", "if (a <= 1 &&"],
  ["&& to ||", 'a <= 0 || text !== "a < b"'],
  ["!== to ===", 'text === "a < b"'],
  ["throw removed", '"a < b") {}'],
  ["* to /", "return a / 2 - 1;"],
  ["2 to 3", "return a * 3 - 1;"],
  ["- to +", "return a * 2 + 1;"],
  ["1 to 2", "return a * 2 - 2;"],
] as const;

describe("scripts/mutation", () => {
  it("changes one sign at a time, chosen by a seed alone", async () => {
    const root = await makeDirectory();
    try {
      writeFileSync(join(root, "a.ts"), SOURCE);
      const sites = sitesOf(root, ["a.ts"]);
      expect(sites.map(({ change }) => change)).to.deep.equal(CHANGES.map(([change]) => change));
      for (const [i, site] of sites.entries())
        expect(changed(SOURCE, site)).to.include(CHANGES[i]![1]);
      expect(sites[0]).to.include({ file: "a.ts", line: 4, nth: 1 });
      const order = shuffled(sites, 58).map(nameOf);
      expect(shuffled([...sites].reverse(), 58).map(nameOf)).to.deep.equal(order);
      expect(shuffled(sites, 59).map(nameOf)).to.not.deep.equal(order);
      expect(new Set(order).size).to.equal(CHANGES.length);
    } finally {
      await removeDirectory(root);
    }
  });

  it("has a reason for each change that is explained, and a place where it stands", () => {
    const rows: readonly { file: string; code: string; reason: string }[] = JSON.parse(
      readFileSync("scripts/mutation/explained.json", "utf8"),
    );
    for (const { code, file, reason } of rows) {
      expect(readFileSync(file, "utf8"), file).to.include(code);
      expect(reason.length, code).to.be.above(20);
    }
  });
});
