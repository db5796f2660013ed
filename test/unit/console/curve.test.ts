/** The value over one input: a jump is a gap with both of its edges, never a slope. */
import { expect } from "chai";
import { curveOf } from "../../../api/console/engine/curve.js";
import type { Curve } from "../../../api/console/engine/messages.js";

function curve(equation: string, inputs: Readonly<Record<string, string>>, name = "x"): Curve {
  const range = { low: 0, high: 2, count: 21, unit: "1" };
  const drawn = curveOf(null, { equation, inputs }, name, range);
  if (drawn === null) throw new Error("no curve");
  return drawn;
}

/** Places of gaps, with the values at both sides. */
function gaps({ at, values }: Curve): readonly (readonly (number | null)[])[] {
  return values.flatMap((value, i) =>
    value === null ? [[at[i]!, values[i - 1] ?? null, values[i + 1] ?? null]] : [],
  );
}

describe("the curve over one input", () => {
  it("has a gap where a piece ends with a jump, and both values there", () => {
    const drawn = curve("f = {x if x < 0.93; 3 - x otherwise}", { x: "0.5" });
    const [gap, ...others] = gaps(drawn);
    expect(others).deep.equal([]);
    expect(gap![0]).closeTo(0.93, 1e-6);
    expect(gap![1]).closeTo(0.93, 1e-6);
    expect(gap![2]).closeTo(2.07, 1e-6);
    expect(drawn.at).deep.equal(drawn.at.toSorted((a, b) => a - b));
  });

  it("has none where pieces meet, and the bend at its place", () => {
    const drawn = curve("f = {x if x < 0.93; 0.93 otherwise}", { x: "0.5" });
    expect(gaps(drawn)).deep.equal([]);
    expect(Math.max(...drawn.values.map((value) => value ?? 0))).closeTo(0.93, 1e-9);
    expect(drawn.at.some((at) => Math.abs(at - 0.93) < 1e-6)).equal(true);
  });

  it("has a gap at each step and at a pole, and none where it is only steep", () => {
    const steps = curve("f = floor(2 x + 0.1)", { x: "0.3" });
    expect(gaps(steps).map(([at]) => Math.round(at! * 100) / 100)).deep.equal([
      0.45, 0.95, 1.45, 1.95,
    ]);
    const pole = curve("f = 1/(x - 0.97)", { x: "0.3" });
    expect(gaps(pole)).length(1);
    expect(gaps(pole)[0]![0]).closeTo(0.97, 1e-6);
    expect(gaps(curve("f = tanh(40 (x - 0.93))", { x: "0.3" }))).deep.equal([]);
  });
});
