/** Degrees beside a temperature are asked about: of an angle they are clear. */
import { expect } from "chai";
import { generate } from "../../../protocol/templates/generate/generate.js";

describe("drafts of contracts: degrees", () => {
  it("of a temperature are degC or degF, and nothing is drafted before it is said", () => {
    for (const text of [
      "alert when the temperature exceeds 85 degrees",
      "warn me if the oven is hotter than 200 degrees",
    ]) {
      const { asked, program } = generate(text);
      expect(program, text).to.equal(null);
      expect(asked.map(({ question }) => question).join(), text).to.match(/degC or degF/);
    }
  });

  it("that say their scale, and those of an angle, are not asked about", () => {
    for (const [text, unit] of [
      ["alert when the temperature exceeds 85 degrees Celsius", "degC"],
      ["alert when the temperature exceeds 185 °F", "degF"],
      ["alert when the tilt exceeds 12 degrees", "deg"],
    ] as const) {
      const { asked, program } = generate(text);
      expect(asked, text).to.deep.equal([]);
      expect(JSON.stringify(program), text).to.contain(`"unit":"${unit}"`);
    }
  });
});
