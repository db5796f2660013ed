import { expect } from "chai";
import * as fc from "fast-check";
import { columnsOfCsv, columnsOfDoubles } from "../../../protocol/table/bodies.js";
import { TableError } from "../../../protocol/table/columns.js";
import { CsvError, csvRecords } from "../../../protocol/table/csv.js";
import { runs } from "../../kit/runs.js";

const SEED = 20261128;
const TRIES = runs(500, 50_000);
const BOUNDS = { recordsMax: 100, cellsMax: 8, cellCharsMax: 60 };

function cellsOf(text: string, bounds = BOUNDS): readonly (readonly string[])[] {
  return [...csvRecords(text, bounds)].map(({ cells }) => cells);
}

/** What it throws, or null. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

describe("CSV", () => {
  // Written by csv.writer of Python 3.11, with quotes where needed and CRLF.
  const WRITTEN: readonly (readonly [string, readonly (readonly string[])[]])[] = [
    [
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ['"x ""y""",z\r\n', [['x "y"', "z"]]],
    ['"1,5",2\r\n', [["1,5", "2"]]],
    ['"two\nlines",3\r\n', [["two\nlines", "3"]]],
    ["a,,b\r\n", [["a", "", "b"]]],
  ];
  for (const [text, cells] of WRITTEN)
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(cellsOf(text)).deep.equal(cells);
      expect(cellsOf(`\uFEFF${text.replaceAll("\r\n", "\n").trimEnd()}`)).deep.equal(cells);
    });

  it("says the line of what it does not read, also behind cells of several lines", () => {
    for (const [text, line] of [
      ['a\n"1\n2"\n"3', 4],
      ['a\nb"c\n', 2],
      ['a\n"b"c\n', 2],
      ["a\rb", 1],
      ["x\n".repeat(101), 101],
    ] as const)
      expect(
        thrownBy(() => cellsOf(text)),
        text,
      )
        .instanceOf(CsvError)
        .and.include({ line });
  });

  it("reads whatever cells were written in quotes", () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", " ", "a", "é", "7") });
    const row = fc.array(cell, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows
          .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(","))
          .join("\r\n");
        expect(cellsOf(text)).deep.equal(rows);
      }),
      { seed: SEED, numRuns: TRIES },
    );
  });

  it("reads or refuses any text, and no column twice or of another length", () => {
    const piece = fc.constantFrom(
      '"',
      ",",
      "\n",
      "\r\n",
      "\r",
      "r",
      "u(r)",
      "[km]",
      "1",
      "1e3",
      "NaN",
      " ",
      ";",
      "\uFEFF",
      "__proto__",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const read = { columns: {} as Readonly<Record<string, unknown>> };
        const error = thrownBy(() => Object.assign(read, columnsOfCsv(pieces.join(""), 20)));
        if (error !== null) {
          expect(error).instanceOf(TableError);
          return;
        }
        const lengths = Object.values(read.columns).map((one) =>
          Array.isArray(one) ? one.length : -1,
        );
        expect(new Set(lengths).size).at.most(1);
        expect(lengths.every((length) => length >= 1 && length <= 20)).equal(true);
      }),
      { seed: SEED, numRuns: TRIES },
    );
  });

  it("reads numbers as the engine reads them", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const { columns } = columnsOfCsv(`x\n${value}\n${value.toExponential()}\n`);
        expect(columns["x"]).deep.equal([value + 0, value + 0]);
      }),
      { seed: SEED, numRuns: TRIES },
    );
  });
});

describe("raw doubles", () => {
  it("reads or refuses any bytes: what it reads is finite and whole", () => {
    const bytes = fc.uint8Array({ maxLength: 64 });
    fc.assert(
      fc.property(
        bytes,
        fc.integer({ min: -1, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        (body, rows, count) => {
          const names = ["a", "b", "u(a)"].slice(0, count);
          const error = thrownBy(() => columnsOfDoubles(body, names, rows));
          if (error !== null) {
            expect(error).instanceOf(TableError);
            return;
          }
          expect(body.length).equal(8 * rows * count);
          const { columns, uncertainties } = columnsOfDoubles(body, names, rows);
          const read = [columns["a"], columns["b"] ?? [], uncertainties["a"] ?? []]
            .flat()
            .map(Number);
          // A view of the same bytes in an array of its own: machines that run this are little-endian.
          const whole = [...new Float64Array(body.slice().buffer)].map((one) => one + 0);
          expect(read).deep.equal(whole);
        },
      ),
      { seed: SEED, numRuns: TRIES },
    );
  });

  it("begins anywhere in the memory of a larger body", () => {
    const body = new Uint8Array(17);
    new DataView(body.buffer).setFloat64(1, 1.5, true);
    new DataView(body.buffer).setFloat64(9, -2.5, true);
    const { columns } = columnsOfDoubles(body.subarray(1), ["x [km]"], 2);
    expect(columns["x"]).deep.equal(["1.5 km", "-2.5 km"]);
  });
});
