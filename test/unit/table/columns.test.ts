import { expect } from "chai";
import * as fc from "fast-check";
import { Table, TableError, type TableInputs } from "../../../protocol/table/columns.js";

function column(inputs: TableInputs, name: string): readonly number[] {
  const table = new Table(inputs);
  return Array.from({ length: table.count }, (_, row) => table.inputsAt(row)[name]!);
}

function faultOf(inputs: TableInputs): TableError {
  try {
    void new Table(inputs);
  } catch (error) {
    if (error instanceof TableError) return error;
    throw error;
  }
  throw new Error("the table was taken");
}

describe("columns of a table", () => {
  it("steps in decimals, as a person writes them", () => {
    const x = column({ columns: { x: { from: 0, to: 1, step: 0.1 } } }, "x");
    expect(x).deep.equal([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    const back = column({ columns: { x: { from: 1.1, to: -0.1, step: -0.4 } } }, "x");
    expect(back).deep.equal([1.1, 0.7, 0.3, -0.1]);
    const tiny = column({ columns: { x: { from: 1e-34, to: 3.5e-34, step: 1e-34 } } }, "x");
    expect(tiny).deep.equal([1e-34, 2e-34, 3e-34]);
  });

  it("steps to the doubles that the engine reads from the same decimals", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 1, max: 1e7 }),
        fc.integer({ min: -30, max: 30 }),
        (first, step, exponent) => {
          const read = (digits: number): number => Number(`${digits}e${exponent}`);
          const range = { from: read(first), to: read(first + 9 * step), step: read(step) };
          const x = column({ columns: { x: range } }, "x");
          expect(x).deep.equal(Array.from({ length: 10 }, (_, i) => read(first + i * step)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("spaces evenly with both ends, linearly and by logarithms", () => {
    const linear = column({ columns: { x: { from: 0, to: 1, count: 11 } } }, "x");
    expect(linear).deep.equal([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    const range = { from: 1, to: 1000, count: 7, spacing: "log" } as const;
    const log = column({ columns: { x: range } }, "x");
    // numpy 2.2, logspace(0, 3, 7)
    const known = [1, 3.1622776601683795, 10, 31.622776601683793, 100, 316.2277660168379, 1000];
    log.forEach((x, i) => expect(Math.abs(x / known[i]! - 1)).below(3e-16));
    expect([log[0], log[2], log[4], log[6]]).deep.equal([1, 10, 100, 1000]);
  });

  it("combines the axes of a grid, the last running fastest, with constants beside them", () => {
    const inputs = { columns: { c: 7, a: [1, 2], b: [10, 20, 30] }, grid: ["a", "b"] };
    expect(column(inputs, "a")).deep.equal([1, 1, 1, 2, 2, 2]);
    expect(column(inputs, "b")).deep.equal([10, 20, 30, 10, 20, 30]);
    expect(column(inputs, "c")).deep.equal([7, 7, 7, 7, 7, 7]);
    const turned = { columns: { a: [1, 2], b: [10, 20, 30] }, grid: ["b", "a"] };
    expect(column(turned, "a")).deep.equal([1, 2, 1, 2, 1, 2]);
    const beside = { columns: { a: [1, 2], b: [3, 4], d: [1, 2, 3, 4] }, grid: ["a", "b"] };
    expect(column(beside, "d")).deep.equal([1, 2, 3, 4]);
  });

  it("takes uncertainties as one or as one a row", () => {
    const table = new Table({ columns: { a: [1, 2] }, uncertainties: { a: [0.1, 0.2] } });
    expect(table.uncertaintiesAt(1)).deep.equal({ a: 0.2 });
    const same = new Table({ columns: { a: [1, 2] }, uncertainties: { a: 0.1 } });
    expect(same.uncertaintiesAt(1)).deep.equal({ a: 0.1 });
  });

  it("gives parts of a longer table, whose rows are those of the whole", () => {
    const asked = {
      columns: { m: 2, r: { from: 0.1, to: 30, step: 0.1 }, x: [1, 2] },
      grid: ["r", "x"],
    };
    const whole = new Table(asked, 1_000);
    expect(whole.count).equal(600);
    const part = new Table({ columns: { ...whole.part(250, 400) } });
    expect(part.count).equal(150);
    for (const row of [0, 1, 149]) expect(part.inputsAt(row)).deep.equal(whole.inputsAt(250 + row));
    expect(() => new Table(asked, 599)).throw("more than 599 rows");
  });

  it("refuses what makes no table, and says where", () => {
    const cases: readonly (readonly [TableInputs, string, RegExp])[] = [
      [{ columns: { a: 1 } }, "/columns", /all columns are constants/],
      [{ columns: { a: [1, 2], b: [1, 2, 3] } }, "/columns/b", /b has 3 values, a has 2/],
      [{ columns: { "a/b": [1], b: [1, 2] } }, "/columns/b", /b has 2 values, a\/b has 1/],
      [{ columns: { a: [1, 2] }, uncertainties: { a: [1] } }, "/uncertainties/a", /a has 1 values/],
      [{ columns: { a: { from: 0, to: 1e9, step: 1 } } }, "/columns/a", /more than 10000 rows/],
      [{ columns: { a: { from: 0, to: 1, step: 0 } } }, "/columns/a", /a step is not zero/],
      [{ columns: { a: { from: 0, to: 1, step: -1 } } }, "/columns/a", /no step of -1/],
      [{ columns: { a: [1] }, grid: ["b"] }, "/grid/0", /no column b/],
      [{ columns: { a: [1], b: 2 }, grid: ["a", "b"] }, "/grid/1", /b is a constant/],
      [{ columns: { a: [1, 2] }, grid: ["a", "a"] }, "/grid/0", /a is an axis already/],
      [
        { columns: { a: { from: 0, to: 1, count: 3, spacing: "log" } } },
        "/columns/a",
        /from above 0 to above 0/,
      ],
    ];
    for (const [inputs, pointer, message] of cases) {
      const fault = faultOf(inputs);
      expect(fault.pointer).equal(pointer);
      expect(fault.message).match(message);
    }
    const wide = { from: 1, to: 101, step: 1 };
    const grid = { columns: { a: wide, b: wide }, grid: ["a", "b"] };
    expect(faultOf(grid).message).match(/more than 10000 rows/);
  });

  it("expands a range of numbers far apart at once", () => {
    expect(faultOf({ columns: { a: { from: 1e-300, to: 1e300, step: 1e-300 } } }).message).match(
      /more than 10000 rows/,
    );
  });
});
