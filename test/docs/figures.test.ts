import { expect } from "chai";
import { readFileSync } from "node:fs";
import { figures, figureTexts } from "../../scripts/records/figures.js";

const RENEW = "`npm run generate` puts it right";

describe("figures that several pages state", () => {
  for (const [page, text] of figureTexts())
    it(`are counted, or as the page says that measured them: ${page}`, () => {
      const [said, right] = [readFileSync(page, "utf8"), text].map((whole) => whole.split("\n"));
      const wrong = said!.filter((line, at) => line !== right![at]);
      expect(wrong, RENEW).to.deep.equal([]);
    });

  it("are those of the records: 1,597 operators in the first release, none of them fewer", () => {
    const operators = figures().find(({ what }) => what === "operators");
    expect(operators?.value).to.be.at.least(1_597);
  });
});
