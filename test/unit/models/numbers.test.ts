/** Numbers of a text and the receipts they came from: exact rules, and no digit that escapes them. */
import { expect } from "chai";
import * as fc from "fast-check";
import { NumberLinker, WITHHELD, type LinkedNumber } from "../../../protocol/models/linking.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_127;
const RECEIPT = "12d1d2fbefd2861c1eb29215d91d1b7a23dc53fdcf259817c5136dc9275e4c6e";

interface Sealed {
  readonly value: number;
  readonly unit: string | null;
}

function linkedIn(text: string, sealed: readonly Sealed[], isStrict = false) {
  const linker = new NumberLinker(isStrict);
  for (const [i, { unit, value }] of sealed.entries())
    linker.add({ receipt: RECEIPT, field: `n${i}`, value, unit });
  const shown = linker.take(text) + linker.end();
  return { shown, numbers: linker.numbers, withheld: linker.withheld };
}

function fromOf(text: string, ...sealed: readonly Sealed[]): readonly string[] {
  return linkedIn(text, sealed).numbers.map(({ from }) => from);
}

/** Newton's law for Earth and Moon, and what it takes: CODATA 2018 and IAU figures. */
const FORCE = { value: 1.9805585650280284e20, unit: "N" };
const DISTANCE = { value: 3.844e8, unit: "m" };

describe("numbers and receipts", () => {
  /** Text, sealed value, whether it is that value. Rounded by Python's decimal, half up and half even. */
  const CASES: readonly (readonly [string, Sealed, boolean])[] = [
    ["1.98e20 N", FORCE, true],
    ["1.981e20 N", FORCE, true],
    ["1.9806E+20 N", FORCE, true],
    ["1.9805e20 N", FORCE, false],
    ["2e20 N", FORCE, true],
    ["1.98 × 10^20 N", FORCE, true],
    ["1.98 x 10^{20} N", FORCE, true],
    ["1.98·10²⁰ N", FORCE, true],
    ["1.98 \\times 10^{20}", FORCE, true],
    ["198 EN", FORCE, true],
    ["1.98e17 kN", FORCE, true],
    ["1.98e20 kN", FORCE, false],
    ["1.98e20 kg m/s^2", FORCE, true],
    ["1.98e20 kg·m·s⁻² of force", FORCE, true],
    ["9.81 m/s^2 and", { value: 9.81, unit: "m/s^2" }, true],
    ["1.98e20 J", FORCE, false],
    ["-1.98e20 N", FORCE, false],
    ["1.98e20", FORCE, true],
    // Two digits without a unit may be anything.
    ["2.0e20", FORCE, false],
    ["384,400 km", DISTANCE, true],
    ["384 400 km", DISTANCE, true],
    ["384400000 m", DISTANCE, true],
    ["384.4 Mm", DISTANCE, true],
    ["384,400,000", DISTANCE, true],
    ["238,900 mi", DISTANCE, false],
    ["238855 mi", DISTANCE, true],
    ["0.25", { value: 0.25, unit: "1" }, true],
    ["25 %", { value: 0.25, unit: "1" }, true],
    ["25%", { value: 0.25, unit: "1" }, true],
    ["0.3", { value: 0.25, unit: "1" }, true],
    ["0.2", { value: 0.25, unit: "1" }, true],
    ["0", { value: 0.25, unit: "1" }, false],
    ["0", { value: 0, unit: "1" }, true],
    ["0.0 N", { value: 0, unit: "N" }, true],
    ["25 °C", { value: 298.15, unit: "K" }, true],
    ["25 K", { value: 298.15, unit: "K" }, false],
    ["77 degF", { value: 298.15, unit: "K" }, true],
    ["180°", { value: Math.PI, unit: "rad" }, true],
    ["−40 °C", { value: 233.15, unit: "K" }, true],
    ["5 in", { value: 0.127, unit: "m" }, true],
    ["It is 127 in total", { value: 127, unit: "1" }, true],
  ];
  for (const [text, sealed, fits] of CASES)
    it(`${text} ${fits ? "is" : "is not"} ${sealed.value} ${sealed.unit}`, () => {
      expect(fromOf(text, sealed)).to.deep.equal([fits ? "receipt" : "none"]);
    });

  it("names, marks of lists and ids of receipts are no numbers; everything else is", () => {
    expect(fromOf(`1. KO42 and m_1\n2. NM21, H2O\n3) ${RECEIPT}`, FORCE)).to.deep.equal([]);
    expect(fromOf("7. a list that begins with seven")).to.deep.equal(["none"]);
    expect(fromOf("in 5–10 s, at 12:30, version 1.2.3, ½, ٣, ３")).to.have.length(9);
    const { shown, withheld } = linkedIn("two of them, forty-two in all, a dozen, one", [], true);
    expect(shown).to.equal(`${WITHHELD} of them, ${WITHHELD} in all, a ${WITHHELD}, one`);
    expect(withheld).to.equal(3);
  });

  it(`a value rounded to any digits is linked, the next number is not (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-30, max: 1e30, noNaN: true }),
        fc.integer({ min: 3, max: 15 }),
        fc.constantFrom("N", "kN", "m/s", ""),
        (value, digits, unit) => {
          const factor = unit === "kN" ? 1e3 : 1;
          const stated = (value / factor).toExponential(digits - 1);
          const sealed = { value, unit: unit === "" ? "1" : unit === "kN" ? "N" : unit };
          // A divided value is rounded once more: it is compared as it is stated.
          const exact = { ...sealed, value: unit === "kN" ? Number(stated) * factor : value };
          expect(fromOf(`${stated} ${unit}`, exact), stated).to.deep.equal(["receipt"]);
          const [mantissa = "", exponent = "0"] = stated.split("e");
          const scaled = BigInt(mantissa.replace(".", "")) + 2n;
          const other = `${scaled}e${Number(exponent) - digits + 1}`;
          expect(fromOf(`${other} ${unit}`, exact), other).to.deep.equal(["none"]);
        },
      ),
      { seed: SEED, numRuns: runs(100, 5_000) },
    );
  });

  it(`strict: no digit is answered that no receipt has, however it is cut (seed ${SEED})`, () => {
    const word = fc.constantFrom(
      "the",
      "force",
      "is",
      "N",
      "kg",
      "NM21",
      "m_1",
      "×",
      "10^5",
      "-",
      "±",
      "(",
      ")",
      "\n",
      "e5",
      ",",
      ".",
      "²",
    );
    const digits = fc.stringMatching(/^[0-9]{1,6}([.,][0-9]{1,6})?$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(word, digits), { maxLength: 30 }), fc.nat(20), (parts, cut) => {
        const text = parts.join(" ");
        const linker = new NumberLinker(true);
        let shown = "";
        for (let at = 0; at < text.length; at += cut + 1)
          shown += linker.take(text.slice(at, at + cut + 1));
        shown += linker.end();
        expect(shown).to.equal(linkedIn(text, [], true).shown);
        const left = shown
          .replaceAll(/[\p{L}_][\p{L}\p{N}_]*/gu, "")
          .replaceAll(/^ *\d{1,3}[.)] /gm, "");
        expect(left).not.to.match(/[0-9]/);
      }),
      { seed: SEED, numRuns: runs(150, 10_000) },
    );
  });

  it(`where a number stands is where it is in the answer (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("1.98e20 N", "42", "\n", "𝛼", "word"), { maxLength: 20 }),
        fc.boolean(),
        (parts, isStrict) => {
          const { numbers, shown } = linkedIn(parts.join(" "), [FORCE], isStrict);
          const wrong = numbers.filter(
            ({ end, start, text }: LinkedNumber) => shown.slice(start, end) !== text,
          );
          expect(wrong).to.deep.equal([]);
        },
      ),
      { seed: SEED, numRuns: runs(200, 2_000) },
    );
  });

  it("numbers of any length are read, and fit nothing", () => {
    expect(fromOf("9".repeat(100_000), FORCE)).to.deep.equal(["none"]);
    expect(fromOf(`1e${"9".repeat(4)} N`, FORCE)).to.deep.equal(["none"]);
  });
});
