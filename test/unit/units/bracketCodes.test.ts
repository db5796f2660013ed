/** A code of UCUM in brackets has one reading as an input and in an equation, or is asked about there. */
import { expect } from "chai";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { asUnit, otherCodeOf } from "../../../protocol/units/bracketCodes.js";
import { parseUnit, toSI, unitNames } from "../../../protocol/units/parse.js";

const CODES = unitNames().filter((name) => /^\[.*\]$/.test(name));

function inEquation(text: string): number | string {
  const written = equationInNumbers({ equation: `y = ${text}`, inputs: {} });
  if (!written.ok) return written.problem.message;
  const outcome = evaluateUnnamed(written.request);
  return outcome.status === "value" ? outcome.value : outcome.status;
}

describe("protocol/units: codes in brackets", () => {
  it("of every unit are no other quantity within an equation", () => {
    expect(CODES).to.have.length.above(20);
    for (const code of CODES) {
      const unit = parseUnit(code);
      if (!unit.ok || unit.offset !== undefined) continue;
      const found = inEquation(`2 ${code}`);
      if (typeof found === "number")
        expect(Math.abs(found - toSI(2, unit)), code).to.be.at.most(1e-15 * found);
    }
  });

  it("that are asked about are offered in SI", () => {
    // 9.80665 m/s^2 by definition, a svedberg of 1e-13 s, the BTU of ISO: 1054.35 J at 60 degF.
    expect(inEquation("2 [g]")).to.match(
      /the code \[g\] of UCUM: write 0\.002 kg or 19\.6133 m\/s\^2/,
    );
    expect(inEquation("5 [S]")).to.match(/\[S\] of UCUM/);
    expect(inEquation("1 [Btu]")).to.match(/\[Btu\] of UCUM/);
    expect(inEquation("2 [m]")).to.equal(2);
  });

  it("are not what a name that may be a unit is said to be written as", () => {
    for (const code of CODES) {
      const name = code.slice(1, -1);
      if (otherCodeOf(name) === null) continue;
      const [, written = ""] = /as in 2 \[(.*)\]\.$/.exec(asUnit(name)) ?? [];
      expect(written).to.not.equal(name);
      expect(toSI(1, parsed(written))).to.equal(toSI(1, parsed(name)));
    }
  });
});

function parsed(name: string): Parameters<typeof toSI>[1] {
  const unit = parseUnit(name);
  if (!unit.ok) throw new Error(name);
  return unit;
}
