/** Units with a zero of their own: points and differences. Values by hand. */
import { expect } from "chai";
import { ask, valued } from "./outcomes.js";

const HEAT = { m: "kg", c_p: "J/(kg K)" };

describe("equations: temperatures in units of inputs", () => {
  it("reads what is named a difference as one", () => {
    for (const [name, unit, size] of [
      ["dT", "degC", 5],
      ["Delta_T", "degC", 5],
      ["DeltaT", "degF", 9],
      ["deltaT", "degC", -5],
      ["dT_1", "degF", -9],
    ] as const) {
      const answer = valued(
        ask(
          `Q = m c_p ${name}`,
          { m: 0.1, c_p: 4200, [name]: size },
          { symbols: { ...HEAT, [name]: unit } },
        ),
      );
      expect(answer.value, name).to.be.closeTo(Math.sign(size) * 2100, 1e-9);
      expect(answer.notes.join(" "), name).to.match(/difference of -?5 K/);
    }
  });

  it("says of every other that it was read as a point", () => {
    const answer = valued(
      ask(
        "Q = k (T_1 - T_2)",
        { k: 2, T_1: 20, T_2: -10 },
        { symbols: { T_1: "degC", T_2: "degC", k: "W/K" } },
      ),
    );
    expect(answer.value).to.be.closeTo(60, 1e-10);
    expect(answer.notes.join(" ")).to.match(/T_1 = 20 .*293\.15 K.*T_2 = -10 .*263\.15 K/);
    const risen = valued(
      ask("Q = m c_p x", { m: 0.1, c_p: 4200, x: 5 }, { symbols: { ...HEAT, x: "degC" } }),
    );
    expect(risen.notes.join(" ")).to.match(/x = 5 .*278\.15 K; give a difference in K/);
  });

  it("refuses points below absolute zero", () => {
    for (const [value, unit] of [
      [-300, "degC"],
      [-273.16, "degC"],
      [-460, "degF"],
    ] as const) {
      const outcome = ask("T = a", { a: value }, { symbols: { a: unit } });
      expect(outcome.status, `${value} ${unit}`).to.equal("bad-input");
      expect(JSON.stringify(outcome)).to.match(/absolute zero/);
    }
  });
});
