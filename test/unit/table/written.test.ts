/** Columns with units: the numbers in SI that a caller would have written, or a question. */
import { expect } from "chai";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { fieldSlot } from "../../../protocol/solvers/input.js";
import { Table, TableError, type Column } from "../../../protocol/table/columns.js";
import {
  cellReader,
  writtenColumnSchema,
  writtenInNumbers,
} from "../../../protocol/table/written.js";
import { parseUnit } from "../../../protocol/units/index.js";

function slot(unit: string, isDifference = false) {
  const parsed = parseUnit(unit);
  if (!parsed.ok) throw new Error(parsed.message);
  return { name: "x", unit: parsed, isDifference, numbersIn: null };
}

function column(written: unknown, unit = "m"): Column {
  const reader = cellReader(slot(unit));
  return writtenInNumbers(writtenColumnSchema.parse(written), reader, "/columns/x");
}

function fault(written: unknown, unit = "m"): string {
  try {
    column(written, unit);
  } catch (error) {
    if (error instanceof TableError) return `${error.pointer}: ${error.message}`;
    throw error;
  }
  return "taken";
}

function values(own: Column): readonly number[] {
  const table = new Table({ columns: { x: own } });
  return Array.from({ length: table.count }, (_, row) => table.inputsAt(row)["x"]!);
}

describe("protocol/table/written", () => {
  it("is the range or the list in SI that means the same, so that both hash alike", () => {
    const km = { from: 1_000, to: 5_000, step: 1_000 };
    expect(column("1 km..5 km:1 km")).deep.equal(km);
    expect(column("1000..5000:1000")).deep.equal(km);
    expect(column({ from: "1 km", to: "5 km", step: "1 km" })).deep.equal(km);
    expect(column("0..50 cm:5 mm")).deep.equal({ from: 0, to: 0.5, step: 0.005 });
    expect(column("1 inch..1 ft:1 inch")).deep.equal({ from: 0.0254, to: 0.3048, step: 0.0254 });
    expect(column("1 mm..1 km/log7")).deep.equal({
      from: 0.001,
      to: 1_000,
      count: 7,
      spacing: "log",
    });
    expect(column({ from: "1 km", to: "5 km", count: 3 })).deep.equal({
      from: 1_000,
      to: 5_000,
      count: 3,
    });
    expect(column(["1 km", "2 mi", "0.5 ly"])).deep.equal([1_000, 3218.688, 4730365236290400]);
    expect(column("1 m/s..3 m/s/3", "m/s")).deep.equal({ from: 1, to: 3, count: 3 });
    expect(column([1, 2])).deep.equal([1, 2]);
  });

  it("rounds each row once where a unit has no decimals in SI, with both ends", () => {
    // mpmath: the doubles nearest to k pi / 6, and to k 1000 rpm.
    const sixths = [
      0,
      0.5235987755982989,
      1.0471975511965979,
      Math.PI / 2,
      2.0943951023931957,
      2.6179938779914944,
      Math.PI,
    ];
    expect(column("0 deg..180 deg:30 deg", "rad")).deep.equal(sixths);
    expect(column("0..180 deg:30 deg", "rad")).deep.equal(sixths);
    expect(values(column("0 deg..180 deg:1 deg", "rad"))).length(181);
    expect(column("1000 rpm..3000 rpm:1000 rpm", "rad/s")).deep.equal([
      104.71975511965978, 209.43951023931956, 314.1592653589793,
    ]);
    // fractions of Python: (F + 459.67) 5/9
    expect(column("0 degF..200 degF:50 degF", "K")).deep.equal([
      255.37222222222223, 283.15, 310.9277777777778, 338.7055555555556, 366.48333333333335,
    ]);
  });

  it("steps between temperatures by differences", () => {
    const kelvins = { from: 273.15, to: 373.15, step: 10 };
    expect(column("0 °C..100 °C:10 K", "K")).deep.equal(kelvins);
    expect(column("0 degC..100 degC:10 degC", "K")).deep.equal(kelvins);
    expect(values(column("0 degC..100 degC:10 degC", "K"))).length(11);
    expect(fault("0..100 degC:10 degC", "K")).contain("has no unit and others have degC");
  });

  it("asks where some numbers have a unit and others none, and where one cannot be read", () => {
    const faults: readonly (readonly [unknown, string])[] = [
      [
        "1..5 km:1 km",
        "/columns/x: 1 has no unit and others have km: write the unit at each number",
      ],
      ["1 km..5:1", "write the unit at each number"],
      [{ from: 1, to: "5 km", step: "1 km" }, "write the unit at each number"],
      [[1, "5 km"], "write the unit at each number"],
      [["1 km", "3 kmm"], '/columns/x/1: x: "3" is followed by "kmm"'],
      [["1 km", "3 kg"], "/columns/x/1: x is a length in m, and 3 kg is a mass in kg"],
      [["1 km", "3"], '/columns/x/1: "3" has no unit: a number in SI stands without quotes'],
      [["1 ± 0.1 km", "2 km"], "give those of rows in `uncertainties`"],
      ["1 km..5 km", "is no range: a range is from..to:step"],
      ["1 km..5 km:1 kg", "/columns/x/step: x is a length in m, and 1 kg is a mass in kg"],
      ["1 km..5 km/1", "has 2 values at least"],
      ["1 km..5 km/1000000000", "more than 10000 rows"],
      ["1 deg..1e9 deg:1 deg", "/columns/x/from: x is a length in m"],
      ["1e999..5:1", "/columns/x/from"],
      ["1e309 m..5 m:1 m", "/columns/x/from"],
      ["..5:1", "is no range"],
      ["1 km...5 km:1 km", "is no range"],
    ];
    for (const [written, said] of faults) expect(fault(written), String(written)).contain(said);
    expect(fault("0 deg..1e9 deg:1 deg", "rad")).contain("more than 10000 rows");
  });

  it("reads each cell of a list as if it stood alone", () => {
    const cells = ["0 ft 0 in", "5 ft 0 in", "0 km", "5 000 km", "5 000 m", "5 km", "0 km"];
    const more = ["1 km", "7e3 km", "-2.5 km", "+3 km", "1/2 km", "2 1/2 km", "1 dozen km"];
    const all = [
      ...cells,
      ...more,
      "12 km",
      "3 m 5 cm",
      "0 m 0 cm",
      "9 m 0 cm",
      "4 m",
      "2 x 10^3 km",
    ];
    const alone = all.flatMap((cell) => values(column([cell])));
    expect(column(all)).deep.equal(alone);
    expect(column([...all, ...all])).deep.equal([...alone, ...alone]);
    expect(alone.slice(0, 6)).deep.equal([0, 1.524, 0, 5e6, 5_000, 5_000]);
  });

  it("says what is wrong with a cell that is neither a number nor a text", () => {
    for (const cell of [null, Number.NaN, Infinity, [1], {}, true])
      expect(
        writtenColumnSchema.safeParse([1, cell]).error?.issues[0]?.message,
        JSON.stringify(cell),
      ).contain("value 1 is ");
    expect(writtenColumnSchema.safeParse([]).error?.issues[0]?.message).contain("no values");
  });

  it("takes columns of a solver in the unit that the name of the field says", () => {
    const device = cardOf("device")!;
    const named = Object.keys(device.inputs.shape).length;
    expect(named).above(0);
    const read = (name: string, written: string): Column =>
      writtenInNumbers(written, cellReader(fieldSlot(device, name)), "");
    expect(read("Na", "1e16 /cm^3..3e16 /cm^3:1e16 /cm^3")).deep.equal({
      from: 1e22,
      to: 3e22,
      step: 1e22,
    });
    expect(read("Na_cm3", "1e16 /cm^3..3e16 /cm^3:1e16 /cm^3")).deep.equal({
      from: 1e16,
      to: 3e16,
      step: 1e16,
    });
  });
});
