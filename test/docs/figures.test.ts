import { expect } from "chai";
import { readFileSync } from "node:fs";
import { figures, figureTexts } from "../../scripts/records/figures.js";

const RENEW = "`npm run generate` puts it right";

describe("figures that several pages state", () => {
  it("are counted, or as the page says that measured them", () => {
    const wrong = [...figureTexts()].flatMap(([page, text]) => {
      const right = text.split("\n");
      return readFileSync(page, "utf8")
        .split("\n")
        .flatMap((line, at) => (line === right[at] ? [] : [`${page}: ${line}`]));
    });
    expect(wrong.join("\n"), RENEW).to.equal("");
  });

  it("are those of the records: 1,597 operators at first, and never fewer", () => {
    const operators = figures().find(({ what }) => what === "operators");
    expect(operators?.value).to.be.at.least(1_597);
  });
});
