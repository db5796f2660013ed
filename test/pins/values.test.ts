/**
 * The bits of every operator's example under one engine version. When this fails, a sealed value
 * would change: either undo that, or change ENGINE_VERSION and the digest together.
 */
import { expect } from "chai";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { exampleLines, valuesDigest } from "../../scripts/math/values.js";

describe("pins: values of the operators' examples", () => {
  it("value, unit and uncertainty of all examples have the digest pinned for the engine version", () => {
    expect([ENGINE_VERSION, exampleLines().length, valuesDigest()]).to.deep.equal([
      "calc-engine/1",
      1597,
      "e4a958933d94fc699dc142ec7fa3c8627f68c94bf4b8f82ba51346dfa48eda24",
    ]);
  });

  it("a known line stands in it: 1250 kg at 2.75 m/s^2 is 3437.5 N exactly", () => {
    expect(exampleLines()).to.include("NM19 40aadb0000000000 N 0000000000000000");
  });
});
