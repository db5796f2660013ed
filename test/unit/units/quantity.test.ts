/**
 * Quantities as people write them: read whole as GNU units has them, or refused at the place where
 * reading stopped.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { equals } from "../../../protocol/units/dimension.js";
import { equalExact, exact } from "../../../protocol/units/exact.js";
import { parseUnit, unitNames } from "../../../protocol/units/parse.js";
import {
  printReading,
  readQuantity,
  spansIn,
  valueFor,
  valueInSI,
  type Quantity,
  type Slot,
} from "../../../protocol/units/quantity/index.js";
import type { UnitValue } from "../../../protocol/units/unit.js";
import { isWholeReading, quantityTexts } from "../../kit/quantityTexts.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_127;
const ULPS = 4e-16;

interface Vectors {
  readonly read: readonly { text: string; gnu: string; si: string; value: number }[];
  readonly refused: readonly string[];
}
const vectors: Vectors = JSON.parse(readFileSync("test/vectors/units/quantities.json", "utf8"));

function read(text: string): Quantity {
  const found = readQuantity(text);
  if (!found.ok) throw new Error(`${text}: ${found.message}`);
  return found;
}

function unit(text: string): UnitValue {
  const found = parseUnit(text);
  if (!found.ok) throw new Error(found.message);
  return found;
}

function slot(text: string, isDifference = false): Slot {
  return { name: "x", unit: unit(text), isDifference };
}

describe("protocol/units/quantity", () => {
  for (const { text, gnu, si, value } of vectors.read) {
    it(`${text} is ${gnu}`, () => {
      const quantity = read(text);
      const wanted = unit(si.replace(/^\//, "1/").replace("J/kg K", "J/(kg K)"));
      const found = valueFor(quantity, { name: "x", unit: wanted, isDifference: false });
      if (!found.ok) throw new Error(found.message);
      expect(Math.abs(found.value - value)).to.be.at.most(ULPS * Math.abs(value));
      const again = read(quantity.text);
      expect(again.text).to.equal(quantity.text);
      expect(valueInSI(again.readings[0]!)).to.equal(valueInSI(quantity.readings[0]!));
    });
  }

  for (const text of vectors.refused) {
    it(`${text} is refused`, () => {
      const found = readQuantity(text);
      expect(found.ok, found.ok ? found.text : "").to.equal(false);
      if (found.ok) return;
      expect(found.at[0]).to.be.within(0, text.length);
      expect(found.at[1]).to.be.within(found.at[0], text.length);
      expect(found.message).to.match(/[a-z]/);
    });
  }

  it("names the place where reading stopped, and the unit that is nearest", () => {
    const found = readQuantity("5 kilogrm");
    if (found.ok) throw new Error(found.text);
    expect(found.at).to.deep.equal([2, 9]);
    expect(found.message).to.contain("kilogrm");
  });

  it("says how a power behind a word or with a point is written", () => {
    const messageOf = (text: string): string => {
      const found = readQuantity(text);
      return found.ok ? found.text : found.message;
    };
    expect(messageOf("1 day-1")).to.contain("written as in day^-1");
    expect(messageOf("2 nV Hz-0.5")).to.contain("Hz^-0.5");
    expect(messageOf("2 nV Hz^-0.5")).to.equal("2 nV/Hz^(1/2)");
    expect(messageOf("1 yr-1")).to.equal("1 /yr");
  });

  it("takes a k behind digits for thousands, and for no kelvin, kilogram or uncertainty of its own", () => {
    const bare = (text: string): number => valueInSI(read(text).readings[0]!);
    expect(bare("4.7k")).to.equal(4_700);
    expect(bare("10k")).to.equal(10_000);
    for (const text of ["4.7kΩ", "4.7k ohm", "4.7 kohm"]) expect(bare(text), text).to.equal(4_700);
    expect(read("300K").readings[0]!.unit.text).to.equal("K");
    expect(bare("2kg")).to.equal(2);
    // A thousand of the uncertainty, or of both?
    expect(readQuantity("5 ± 1k").ok).to.equal(false);
    expect(readQuantity("10 k").ok).to.equal(false);
  });

  it("lets the slot decide between the meanings of C, F, g, R and of a knot", () => {
    const inSlot = (text: string, si: string): number | null => {
      const found = valueFor(read(text), slot(si));
      return found.ok ? found.value : null;
    };
    expect(inSlot("20 C", "K")).to.equal(293.15);
    expect(inSlot("20 C", "C")).to.equal(20);
    expect(inSlot("32 F", "K")).to.equal(273.15);
    expect(inSlot("5 F", "F")).to.equal(5);
    expect(inSlot("3 g", "kg")).to.equal(0.003);
    expect(inSlot("3 g", "m/s^2")).to.equal(29.41995);
    // NIST SP 811: a knot is 1852/3600 m/s.
    expect(inSlot("9 kt", "m/s")).to.equal(4.63);
    expect(inSlot("9 kt", "kg")).to.equal(9e6);
    expect(inSlot("20 C", "m")).to.equal(null);
  });

  it("asks where two meanings fit one slot", () => {
    const found = valueFor(read("3 tons"), slot("kg"));
    expect(found.ok).to.equal(false);
    if (!found.ok) expect(found.message).to.contain("ton_us");
  });

  it("tells temperatures from their differences", () => {
    const of = (text: string, isDifference: boolean): unknown =>
      valueFor(read(text), slot("K", isDifference));
    expect(of("5 degC", false)).to.include({ value: 278.15 });
    expect(of("5 degC", true)).to.include({ value: 5 });
    expect(of("9 °F", true)).to.include({ value: 5 });
    expect(of("5 Δ°C", false)).to.include({ value: 5 });
    expect(of("-300 degC", false)).to.include({ ok: false });
  });

  it("names both kinds where the dimension is another one", () => {
    const found = valueFor(read("5 kg"), { ...slot("m"), name: "r" });
    expect(found).to.deep.equal({
      ok: false,
      message: "r is a length in m, and 5 kg is a mass in kg",
    });
  });

  it("counts turns for a frequency, and asks for an angular one", () => {
    expect(valueFor(read("3000 rpm"), slot("Hz"))).to.include({ value: 50 });
    expect(valueFor(read("60 Hz"), slot("rad/s"))).to.include({ ok: false });
    expect(valueFor(read("60 rad/s"), slot("Hz"))).to.include({ ok: false });
    // 2 pi, to the last bit.
    expect(valueFor(read("1 rev/s"), slot("rad/s"))).to.include({ value: 6.283185307179586 });
  });

  it("counts the turns of a coil where no angle is measured", () => {
    expect(valueFor(read("500 turns/m"), slot("1/m"))).to.include({ value: 500 });
    expect(valueFor(read("100 ampere turns"), slot("A"))).to.include({ value: 100 });
    expect(valueFor(read("200 turns"), slot("1"))).to.include({ value: 200 });
    // 2 pi and pi/6, rounded once.
    expect(valueFor(read("1 turn"), slot("rad"))).to.include({ value: 6.283185307179586 });
    expect(valueFor(read("30 deg"), slot("1"))).to.include({ value: 0.5235987755982989 });
    expect(valueFor(read("4 J/rev"), slot("N m"))).to.include({ ok: false });
    expect(valueFor(read("5 rev/rad"), slot("rad"))).to.include({ ok: false });
    expect(valueFor(read("2 N m/rev"), slot("N m/rad"))).to.include({ ok: true });
  });

  it(`reads what it prints, exactly, in every unit: seed ${SEED}`, () => {
    const names = unitNames().filter((name) => name !== "dozen");
    const number = fc.record({
      num: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      den: fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 10n ** 9n })),
      piPower: fc.constantFrom(0 as const, 0 as const, 1 as const),
    });
    fc.assert(
      fc.property(number, fc.constantFrom(...names), ({ num, den, piPower }, name) => {
        const of = unit(name);
        const first = { number: exact(num, den), piPower, unit: of };
        const text = printReading(first);
        const [again] = read(text).readings;
        expect(equalExact(again!.number, first.number), text).to.equal(true);
        expect(again!.piPower, text).to.equal(piPower);
        expect(again!.unit.text, text).to.equal(of.text);
        expect(equals(again!.unit.dimension, of.dimension), text).to.equal(true);
      }),
      { seed: SEED, numRuns: runs(150, 20_000) },
    );
  });

  it(`never gives a number for a part of a text: seed ${SEED}`, () => {
    fc.assert(fc.property(quantityTexts, isWholeReading), { seed: SEED, numRuns: 400 });
  });
});

describe("protocol/units/quantity: sentences", () => {
  const kinds = (text: string): readonly string[] =>
    spansIn(text).map(({ at, kind }) => `${kind} ${text.slice(...at)}`);

  it("finds each number with all of its quantity", () => {
    expect(
      kinds("buckling of a column, E = 210 GPa, I = 1 000 000 mm^4, length = 3 m, pinned"),
    ).to.deep.equal(["value 210 GPa", "value 1 000 000 mm^4", "value 3 m"]);
    expect(kinds("lotka-volterra x0 = 10 y0 = 0.001 t_end = 20 s")).to.deep.equal([
      "value 10",
      "value 0.001",
      "value 20 s",
    ]);
    expect(kinds("NM21 of H2O and carbon-14 at 5 m in 3 s")).to.deep.equal([
      "value 5 m",
      "value 3 s",
    ]);
  });

  it("tells ranges, bounds, negations and changes from values", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["m between 2 kg and 3 kg", "range"],
      ["m = 2-3 kg", "range"],
      ["m = 2 to 3 kg", "range"],
      ["m = 2 or 3 kg", "range"],
      ["heated from 20 C to 80 C", "from-to"],
      ["m = 5.0 ± 0.1 kg", "uncertain"],
      ["m at most 3 kg", "bound"],
      ["m > 3 kg", "bound"],
      ["3 kg or more", "bound"],
      ["m is not 3 kg", "negated"],
      ["anything but 3 kg", "negated"],
      ["increased by 50 %", "change"],
      ["twice 3 kg", "change"],
      ["3 times the mass", "change"],
      ["5 km / 20 min", "arithmetic"],
      ["m = 3,5 kg", "unread"],
      ["m = 5 5 kg", "unread"],
    ];
    for (const [text, kind] of cases)
      expect(
        spansIn(text).map((one) => one.kind),
        text,
      ).to.deep.equal([kind]);
  });

  it("names the word behind a number that nothing read", () => {
    const [foobars] = spansIn("kinetic energy m = 2 foobars");
    expect(foobars?.follower).to.deep.equal({ text: "foobars", at: [21, 28] });
    expect(foobars?.name?.text).to.equal("m");
    const [plain] = spansIn("a mass of 2 kg and a speed");
    expect(plain?.follower).to.equal(null);
  });
});
