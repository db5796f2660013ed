/** Several numbers of one sentence, names that are given twice, and percentages, as spans. */
import { expect } from "chai";
import { assert, array, constantFrom, integer, property } from "fast-check";
import { parseUnit, type UnitValue } from "../../../protocol/units/index.js";
import { spansIn, valueFor, valueInSI } from "../../../protocol/units/quantity/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_127;

function unit(text: string): UnitValue {
  const read = parseUnit(text);
  if (!read.ok) throw new Error(read.message);
  return read;
}

/** Values in SI of all that states one, with the name before it. */
function values(text: string): readonly (readonly [string | null, number])[] {
  return spansIn(text).map(({ kind, name, quantities }) => {
    expect(kind, text).to.equal("value");
    return [name?.text ?? null, valueInSI(quantities[0]!.readings[0]!)] as const;
  });
}

describe("units: several numbers in a sentence", () => {
  it("are one value each, whatever joins them", () => {
    for (const text of [
      "masses 1 kg, 2 kg and 3 kg",
      "masses of 1 kg, 2 kg, and 3 kg",
      "masses: 1 kg; 2 kg; 3 kg",
      "masses 1kg, 2kg and 3kg",
      "with 1 kg by 2 kg and then 3 kg",
    ])
      expect(values(text), text).to.deep.equal([
        [null, 1],
        [null, 2],
        [null, 3],
      ]);
    assert(
      property(
        array(integer({ min: 1, max: 999 }), { minLength: 2, maxLength: 6 }),
        constantFrom("kg", "kΩ", "m/s", "%", "°C", "m^0.5"),
        constantFrom(", ", " and ", "; ", ", and "),
        (numbers, text, joint) => {
          const list = `values of ${numbers.map((one) => `${one} ${text}`).join(joint)} there`;
          const found = spansIn(list);
          expect(
            found.map(({ kind }) => kind),
            list,
          ).to.deep.equal(numbers.map(() => "value"));
          expect(
            found.map(({ quantities }) => quantities[0]!.readings[0]!.number),
            list,
          ).to.deep.equal(numbers.map((one) => ({ num: BigInt(one), den: 1n })));
        },
      ),
      { seed: SEED, numRuns: runs(100, 1000) },
    );
  });

  it("give the last unit to no number before it", () => {
    const found = spansIn("masses of 1, 2 and 3 kg");
    expect(found.map(({ quantities }) => quantities[0]!.hasUnit)).to.deep.equal([
      false,
      false,
      true,
    ]);
  });

  it("keep a name that is given twice at both of its numbers, whatever word stands before", () => {
    for (const [text, expected] of [
      [
        "m = 2 kg, m = 3 kg",
        [
          ["m", 2],
          ["m", 3],
        ],
      ],
      [
        "with v = 3 m/s, at v = 5 m/s",
        [
          ["v", 3],
          ["v", 5],
        ],
      ],
      [
        "from v = 3 m/s to v = 5 m/s",
        [
          ["v", 3],
          ["v", 5],
        ],
      ],
      [
        "m=2 kg at m=3 kg",
        [
          ["m", 2],
          ["m", 3],
        ],
      ],
    ] as const)
      expect(values(text), text).to.deep.equal(expected);
  });
});

describe("units: percentages", () => {
  it("are parts of one, in any spelling and for any pure slot", () => {
    for (const text of [
      "efficiency of 15 %",
      "efficiency of 15%",
      "efficiency: 15 percent",
      "efficiency = 15 per cent",
      "an efficiency of 150 permille",
    ]) {
      const [span, another] = spansIn(text);
      expect(another, text).to.equal(undefined);
      for (const slot of ["1", "%", "permille"]) {
        const read = valueFor(span!.quantities[0]!, {
          name: "eta",
          unit: unit(slot),
          isDifference: false,
        });
        expect(read, text).to.include({ ok: true, value: 0.15 });
      }
    }
  });

  it("are no length, and a bare number for a slot in percent is one of these", () => {
    const [percent] = spansIn("15 %");
    const length = { name: "r", unit: unit("m"), isDifference: false };
    expect(valueFor(percent!.quantities[0]!, length)).to.include({ ok: false });
    const [bare] = spansIn("eta = 15");
    const slot = { name: "eta", unit: unit("%"), isDifference: false };
    expect(valueFor(bare!.quantities[0]!, slot)).to.include({ ok: true, value: 0.15 });
  });

  it("make ranges as other quantities do, and no difference", () => {
    for (const text of ["15 %-20 %", "15%-20%", "15-20 %", "15 % to 20 %"])
      expect(
        spansIn(text).map(({ kind }) => kind),
        text,
      ).to.deep.equal(["range"]);
    expect(spansIn("15 percentage points")[0]!.follower?.text).to.equal("percentage");
  });
});
