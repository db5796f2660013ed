/** Fields as characters. Expected forms are drawn by hand. */
import { expect } from "chai";
import {
  drawable,
  drawableRows,
  fieldLine,
  plotLines,
  sparkline,
} from "../../../../api/readable/plot.js";

const axis = (name: string, n: number): object => ({ name, unit: "m", n, start: 0, step: 1 });

function field(shape: readonly number[], at: (i: number) => number): object {
  const size = shape.reduce((product, n) => product * n, 1);
  return {
    name: "u",
    unit: "V",
    shape,
    data: Array.from({ length: size }, (_one, i) => at(i)),
    axes: shape.map((n, i) => axis("xyz"[i]!, n)),
  };
}

const PLAIN = { columns: 40, isColoured: false };

describe("readable: plots", () => {
  it("draws a profile as one line from its lowest block to its highest", () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 8)).to.equal("▁▂▃▄▅▆▇█");
    expect(sparkline([3, 3, 3], 8)).to.equal("▁▁▁");
    expect(
      sparkline(
        Array.from({ length: 1000 }, (_one, i) => i),
        4,
      ),
    ).to.equal("▁▃▆█");
  });

  it("says the range and the place of what it draws", () => {
    const ramp = drawable(field([5], (i) => i / 1000))!;
    expect(fieldLine(ramp, 60)).to.equal("u ▁▃▅▇█ 0 to 4 mV; x = 0 to 4 m");
    expect(fieldLine(drawable(field([2, 3], (i) => i))!, 60)).to.equal(
      "u: 0 to 5 V; x = 0 to 1 m, y = 0 to 2 m",
    );
  });

  it("draws a curve that rises from the lower left to the upper right", () => {
    const lines = plotLines(drawable(field([64], (i) => i))!, PLAIN);
    expect(lines).to.have.length(10);
    expect(lines[1]).to.match(/^63 V ┤⠀+.*[^⠀]$/u);
    expect(lines[8]).to.match(/^ {3}0 ┤[^⠀]+.*⠀$/u);
    expect(lines.at(-1)!.trim()).to.equal("x = 0 to 63 m");
  });

  it("draws a band of uncertainty around a curve, in every second dot", () => {
    const flat = { ...field([64], () => 5), uncertainties: Array.from({ length: 64 }, () => 2) };
    const lines = plotLines(drawable(flat)!, PLAIN);
    expect(lines[1]).to.match(/^7 V ┤\u2801+$/u);
    expect(lines[8]).to.match(/^3 V ┤\u2840+$/u);
    const [curve] = lines.filter((line) => /┤[^\u2800\u2801\u2840]+$/u.test(line));
    expect(curve).to.not.equal(undefined);
    const one = { ...field([64], (i) => i), uncertainties: [2] };
    expect(plotLines(drawable(one)!, PLAIN)).to.deep.equal(
      plotLines(drawable(field([64], (i) => i))!, PLAIN),
    );
  });

  it("draws rows where they stand, with gaps, and powers of ten as even steps", () => {
    const rows = (values: readonly number[], data: readonly (number | null)[], isLog: boolean) => {
      const axes = [{ name: "r", unit: "m", values, isLog }];
      const shape = [values.length];
      const one = { name: "u", unit: "V", shape, data, uncertainties: [], axes, isLog };
      return plotLines(drawableRows(one)!, PLAIN);
    };
    // Half of the way has no value between its ends.
    const gap = rows([0, 1, 2, 3, 4], [1, 2, null, 2, 1], false);
    expect(gap[1]).to.match(/┤\u2800+[^\u2800]+\u2800{8,}[^\u2800]+\u2800+$/u);
    const decades = [1, 10, 100, 1000, 1e4];
    const steps = rows(decades, decades, true).slice(1, 9);
    const even = rows([0, 1, 2, 3, 4], [0, 1, 2, 3, 4], false).slice(1, 9);
    const dots = (lines: readonly string[]) => lines.map((line) => line.slice(line.indexOf("┤")));
    expect(dots(steps).join("").replaceAll("⠀", "").length).to.be.above(20);
    expect(dots(steps)[0]!.trimEnd().at(-1)).to.equal(dots(even)[0]!.trimEnd().at(-1));
    expect(rows(decades, decades, true).at(-1)).to.contain("r = 1 m to 10 km, logarithmic");
    const none = { name: "u", unit: "V", shape: [2], data: [null, null], uncertainties: [] };
    expect(
      drawableRows({ ...none, axes: [{ name: "r", unit: "m", values: [1, 2], isLog: false }] }),
    ).to.equal(null);
  });

  it("draws a plane with its second axis to the right and its first one up", () => {
    const lines = plotLines(drawable(field([3, 5], (i) => i))!, PLAIN);
    expect(lines).to.deep.equal([
      "  u: 0 [ ░▒▓█] 14 V",
      "  ▓▓███",
      "  ░▒▒▒▓",
      "     ░░",
      "  right: y = 0 to 4 m; up: x = 0 to 2 m",
    ]);
  });

  it("draws with colours two rows a line, and what is signed around its zero", () => {
    const lines = plotLines(drawable(field([4, 2], (i) => i - 3.5))!, {
      columns: 40,
      isColoured: true,
    });
    expect(lines[0]).to.match(/^ {2}u: -3\.5 V .*█.* 3\.5 V$/);
    expect(lines[0]!.match(/█/g)).to.have.length(13);
    expect(lines.slice(1, -1)).to.have.length(2);
    for (const line of lines.slice(1, -1)) {
      expect(line.match(/▀/g)).to.have.length(2);
      expect(line.endsWith("\u001b[0m")).to.equal(true);
    }
  });

  it("draws the middle of what has three dimensions, and nothing that is incomplete", () => {
    const lines = plotLines(drawable(field([2, 2, 3], (i) => i))!, PLAIN);
    expect(lines.at(-1)).to.contain("z in the middle");
    expect(drawable({ ...field([4], (i) => i), data: [1, 2] })).to.equal(null);
    expect(drawable({ ...field([2], (i) => i), data: [1, null] })).to.equal(null);
    expect(drawable("u")).to.equal(null);
  });
});
