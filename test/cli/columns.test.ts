import { expect } from "chai";
import { columnsOf, columnsWithSpreads } from "../../api/cli/columns.js";
import { CliError } from "../../api/cli/exitCodes.js";

const UNITS: Readonly<Record<string, string>> = { r: "m", m: "kg" };
const unitOf = (name: string) => ({ unit: UNITS[name] ?? null, isDifference: false });

describe("columns of a sweep as they are typed", () => {
  it("are constants, lists and ranges, with units", () => {
    const words = ["m=5t", "r=1km..3km:500m", "x=1..1e6/log13", "y=-1..1/5", "z=1,2.5,4e3"];
    expect(columnsOf(words, unitOf)).deep.equal({
      m: 5000,
      r: { from: 1000, to: 3000, step: 500 },
      x: { from: 1, to: 1e6, count: 13, spacing: "log" },
      y: { from: -1, to: 1, count: 5 },
      z: [1, 2.5, 4000],
    });
  });

  it("count turns and differences as they are counted over HTTP", () => {
    const measured = (unit: string, isDifference: boolean) => () => ({ unit, isDifference });
    expect(columnsOf(["f=3000rpm"], measured("Hz", false))).deep.equal({ f: 50 });
    expect(columnsOf(["n=500turns/m"], measured("1/m", false))).deep.equal({ n: 500 });
    expect(columnsOf(["dT=5degC"], measured("K", true))).deep.equal({ dT: 5 });
    expect(columnsOf(["T=5degC"], measured("K", false))).deep.equal({ T: 278.15 });
  });

  it("know what a measured unit is uncertain by", () => {
    // The IAU fixes G M of the sun; CODATA 2022 has G = 6.67430(15)e-11, so 22.5 ppm.
    const part = 15 / 667_430;
    for (const [text, count] of [
      ["1 M_sun", 1],
      ["1M_sun,3kg,2M_sun", 3],
      ["1 M_sun..3 M_sun/3", 3],
    ] as const) {
      const { columns, spreads } = columnsWithSpreads([`m=${text}`, "r=1..3/3"], unitOf);
      expect(Object.keys(spreads), text).to.deep.equal(["m"]);
      const ofAll = [spreads["m"] ?? []].flat();
      expect(ofAll, text).to.have.lengthOf(count);
      const first = Array.isArray(columns["m"]) ? columns["m"][0]! : 1.988409870698051e30;
      expect(ofAll[0]! / first, text).to.be.closeTo(part, 1e-9);
      if (count === 3)
        expect(ofAll[1]! / first).to.be.closeTo(text.includes("kg") ? 0 : 2 * part, 1e-9);
    }
    expect(columnsWithSpreads(["m=1 lb,2 t", "r=1..3/3"], unitOf).spreads).to.deep.equal({});
  });

  it("step by differences of temperatures, and through degrees to the last row", () => {
    const measured = (unit: string, isDifference: boolean) => () => ({ unit, isDifference });
    expect(columnsOf(["T=0degC..100degC:50degC"], measured("K", false))).deep.equal({
      T: { from: 273.15, to: 373.15, step: 50 },
    });
    expect(columnsOf(["a=0deg..180deg:90deg"], measured("rad", false))).deep.equal({
      a: [0, Math.PI / 2, Math.PI],
    });
  });

  it("are refused with the forms that are read", () => {
    const bad = [
      "r=1..2",
      "r=1..2:",
      "r=..2:1",
      "r=1..2/x",
      "r=1,,2",
      "r=1..2:1kg",
      "r",
      "=1",
      "r=abc",
      "r=1..5km:1km",
      "r=1,5km",
      "m=2,000",
      "m=2,000kg",
      "m=1,500",
      "m=12,345.5 kg",
      "m=1,234,567",
      "r=1..5/1000000000",
    ];
    for (const word of bad) expect(() => columnsOf([word], unitOf), word).to.throw(CliError);
    expect(() => columnsOf(["r=1", "r=2"], unitOf)).to.throw(/given twice/);
  });
});
