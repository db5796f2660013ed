/**
 * The bits of every operator's example under one engine version, a line each in values.txt. When
 * this fails, a sealed value would change: either undo that, or change ENGINE_VERSION and generate
 * the file anew.
 */
import { expect } from "chai";
import { readFileSync } from "node:fs";
import { changedValues, VALUES_FILE, valuesText } from "../../scripts/math/pinnedValues.js";
import { exampleLines } from "../../scripts/math/values.js";

describe("pins: values of the operators' examples", () => {
  it("value, unit and uncertainty of all examples are those pinned for the engine version", () => {
    const [pinned, now] = [readFileSync(VALUES_FILE, "utf8"), valuesText()].map((text) =>
      text.split("\n"),
    );
    const differing = now!.filter((line) => !pinned!.includes(line));
    expect(
      now,
      `not in ${VALUES_FILE}: ${differing.join(", ")}; \`npm run generate\` adds new operators`,
    ).to.deep.equal(pinned);
  });

  it("a generator changes no pinned value of the same engine version", () => {
    const pinned = { engineVersion: "calc-engine/2", values: new Map([["NM19", "40"]]) };
    const now = { engineVersion: "calc-engine/2", values: new Map([["NM19", "41"]]) };
    expect(changedValues(pinned, now)).to.deep.equal(["NM19: 40 became 41"]);
    expect(changedValues(pinned, { ...now, engineVersion: "calc-engine/3" })).to.deep.equal([]);
    expect(changedValues({ ...pinned, values: new Map() }, now)).to.deep.equal([]);
  });

  it("a known line stands in it: 1250 kg at 2.75 m/s^2 is 3437.5 N exactly", () => {
    expect(exampleLines()).to.include("NM19 40aadb0000000000 N 0000000000000000");
  });
});
