/** What people read of an answer: many ids as how many they are. */
import { expect } from "chai";
import { render } from "../../../api/cli/render.js";

const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => i.toString(16).padStart(64, "0"));

describe("cli/render: lists of ids", () => {
  it("shows a thousand pledged ids as their number and where they are had", () => {
    const text = render({ bond: "bond_1", count: 1_000, value: 3_000, envelopes: ids(1_000) });
    expect(text.split("\n")).to.deep.equal([
      "bond: bond_1",
      "count: 1000",
      "value: 3000",
      `envelopes: 1000 ids, ${"0".repeat(64)} to ${"0".repeat(61)}3e7; --json has them all`,
    ]);
  });

  it("shows a few ids, and any other list, as they are", () => {
    expect(render({ ids: ids(8) })).to.equal(`ids: ${ids(8).join(", ")}`);
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    expect(render({ numbers })).to.equal(`numbers: ${numbers.join(", ")}`);
  });
});
