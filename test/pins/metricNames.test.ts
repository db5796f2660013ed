import { readFileSync } from "node:fs";
import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { exportedMetrics, readExposition } from "../kit/exposition.js";

/** Made by the metrics library for every process. */
const OF_THE_PROCESS = /^calc_(?:process|nodejs)_/;

describe("metrics", () => {
  it("stand in the documentation with their labels, types and meaning, and no others do", async () => {
    const dir = temporaryDir("metrics");
    const { labels, text } = await exportedMetrics(dir.path);
    dir.remove();
    const rows = readExposition(text)
      .filter(({ name }) => !OF_THE_PROCESS.test(name))
      .map(({ help, name, type }) => {
        const of = labels.get(name)!.filter((label) => label !== "le");
        const shown = of.length === 0 ? name : `${name}{${of.join(",")}}`;
        return `| \`${shown}\` | ${type} | ${help} |`;
      });
    const documented = readFileSync("docs/metrics.md", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `calc_"));
    expect(documented).to.have.members(rows);
  });
});
