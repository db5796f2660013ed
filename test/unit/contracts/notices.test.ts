/** What a program may not mean: a number beside a reading whose unit is none of SI. */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { prepareProgram, validateProgram } from "../../../protocol/contracts/index.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

function noticesOf(unit: string, guard: string) {
  const validated = validateProgram(
    {
      schema: "calc-contract/1",
      name: "watch",
      params: { limit: { type: "double", unit, default: 1 } },
      inputs: { v: { type: "double", unit } },
      trigger: { type: "on-event", event: "reading" },
      machine: {
        initial: "a",
        states: { a: { on: [{ guard, target: "b" }] }, b: { on: [] } },
      },
    },
    builtinRegistry(),
  );
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  return prepareProgram(nodeCrypto, validated.checked).notices;
}

describe("notices of a program", () => {
  it("say what is compared, and which value may be meant", () => {
    const [notice, ...more] = noticesOf("degC", "input.v > 95.0");
    expect(more).deep.equal([]);
    expect(notice?.pointer).equal("/machine/states/a/on/0/guard");
    expect(notice?.position).equal(8);
    // 95 K are -178.15 degC; 95 degC are 368.15 K.
    expect(notice?.message).contain("95 is compared in K: that is -178.15 degC");
    expect(notice?.message).contain("If 95 degC is meant, write 368.15");
    expect(noticesOf("bar", "2.5 <= input.v")[0]?.message).contain("write 250000");
    expect(noticesOf("km/h", "params.limit != -36.0")[0]?.message).contain("write -10");
    expect(noticesOf("degC", "input.v < 0.0")[0]?.message).contain("write 273.15");
  });

  it("find it wherever it stands in an expression", () => {
    const wraps = [
      (text: string) => `!(${text})`,
      (text: string) => `(${text}) && true`,
      (text: string) => `true ? (${text}) : false`,
      (text: string) => `[1.0].exists(x, ${text})`,
      (text: string) => `abs((${text}) ? 1.0 : 2.0) > 0.0`,
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...wraps), { maxLength: 4 }), (around) => {
        const guard = around.reduce((text, wrap) => wrap(text), "input.v > 3.0");
        expect(noticesOf("mm", guard)).to.have.length(1);
      }),
    );
  });

  it("say nothing where the unit is of SI, the number has one, or nought is nought", () => {
    for (const [unit, guard] of [
      ["K", "input.v > 95.0"],
      ["m/s", "input.v > 30.0"],
      ["degC", "input.v > params.limit"],
      ["bar", "input.v > 0.0"],
      ["bar", "tick.gap > 3.0"],
      ["bar", "input.v / params.limit > 2.0"],
    ] as const)
      expect(noticesOf(unit, guard), guard).deep.equal([]);
  });
});
