/** Inputs that state their uncertainty are sealed as those that give it apart. */
import { expect } from "chai";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { attest } from "../../../api/contract/receipts/attest.js";
import { compute } from "../../../api/contract/compute/compute.js";
import { playgroundCompute } from "../../../api/contract/compute/playgroundCompute.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { columnsInNumbers } from "../../../node/operations/quantities.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { WrittenColumn } from "../../../protocol/table/written.js";
import { callOf, principalOf, readAnswer } from "../../../scripts/market/localMesh.js";
import { openNode, type TestNode } from "../../kit/composed.js";

const STATED = { m1: "5.97(2)e24 kg", m2: 7.342e22, r: "384400 ± 20 km" };
const APART = {
  inputs: { m1: 5.97e24, m2: 7.342e22, r: 3.844e8 },
  uncertainties: { m1: 2e22, r: 20_000 },
};
const call = callOf(principalOf("ada"));

describe("uncertainties that inputs state", () => {
  let node: TestNode;
  before(async () => {
    node = await openNode();
    await node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -100 },
        { account: "paid:ada", delta: 100 },
      ],
    });
  });
  after(async () => {
    await node.close();
  });

  const sealed = (asked: JsonObject): Promise<JsonObject> =>
    readAnswer(node.handlers.compute(compute.input.parse({ operators: ["NM21"], ...asked }), call));

  it("seals the same inputs as numbers in SI, bit for bit", async () => {
    const [stated, apart] = [await sealed({ inputs: STATED }), await sealed(APART)];
    expect(stated["inputs"]).to.deep.equal(APART.inputs);
    expect(stated["uncertainties"]).to.deep.equal(APART.uncertainties);
    expect(stated["value_bits"]).to.be.a("string").that.equals(apart["value_bits"]);
    expect(stated["uncertainty"]).to.be.a("number").that.equals(apart["uncertainty"]);
    // G m1 m2/r^2: relative 2/597 of m1 and twice 20/384400 of r, and G's 2.2e-5, in quadrature.
    const relative = Math.hypot(2 / 597, (2 * 20) / 384_400, 2.2e-5);
    expect(Number(stated["uncertainty"]) / Number(stated["value"])).to.be.closeTo(relative, 1e-7);
  });

  it("answers typed equations so, too", async () => {
    const ask = (asked: JsonObject) =>
      readAnswer(
        node.handlers.playgroundCompute(
          playgroundCompute.input.parse({ equation: "v = s/t", ...asked }),
          call,
        ),
      );
    const stated = await ask({ inputs: { s: "100.0 ± 0.1 m", t: "9.58(1) s" } });
    const apart = await ask({
      inputs: { s: "100 m", t: "9.58 s" },
      uncertainties: { s: 0.1, t: 0.01 },
    });
    expect(stated).to.deep.equal(apart);
    expect(Number(stated["uncertainty"])).to.be.closeTo(
      (100 / 9.58) * Math.hypot(0.001, 0.01 / 9.58),
      1e-7,
    );
  });

  it("refuses one that is stated twice, is of another kind, or would be left out", async () => {
    const fault = async (act: () => unknown): Promise<string> => {
      try {
        await act();
      } catch (error) {
        if (error instanceof ApiError) return error.message;
        throw error;
      }
      return "";
    };
    const twice = { inputs: STATED, uncertainties: { r: 5 } };
    expect(await fault(() => sealed(twice))).to.contain("stated twice");
    const other = { inputs: { ...STATED, r: "384400 km ± 2 kg" } };
    expect(await fault(() => sealed(other))).to.contain("r is a length in m, and 2 kg is a mass");
    const claim = { operators: ["NM21"], inputs: STATED, value: 1 };
    expect(await fault(() => node.handlers.attest(attest.input.parse(claim), call))).to.contain(
      "does not take",
    );
  });

  it("gives rows of a table in measured units the uncertainty of their unit", () => {
    const plan = planChain(builtinRegistry(), ["NM19"]);
    if (plan.status !== "plan") throw new Error(plan.message);
    // The IAU fixes G M; CODATA 2022 has G = 6.67430(15)e-11, so 22.5 ppm.
    const part = 15 / 667_430;
    const of = (m: WrittenColumn, uncertainties?: Readonly<Record<string, number[]>>) =>
      columnsInNumbers(plan, { m, a: 1 }, uncertainties);
    const numbers = (column: unknown): readonly number[] => {
      expect(column).to.be.an("array");
      return Array.isArray(column) ? column.map(Number) : [];
    };
    const list = of(["1 M_sun", "3 kg", "2 M_sun"]);
    const masses = numbers(list.columns["m"]);
    const spreads = numbers(list.uncertainties?.["m"]);
    expect(spreads[1]).to.equal(0);
    for (const row of [0, 2]) expect(spreads[row]! / masses[row]!).to.be.closeTo(part, 1e-18);
    const range = numbers(of("1 M_sun..3 M_sun:1 M_sun").uncertainties?.["m"]);
    expect(range.map((spread) => spread / spreads[0]!)).to.have.lengthOf(3);
    for (const [row, spread] of range.entries())
      expect(spread / spreads[0]!).to.be.closeTo(row + 1, 1e-12);
    // A grid has each mass with each acceleration, the last axis fastest.
    const grid = columnsInNumbers(plan, { m: ["1 M_sun", "3 kg"], a: [1, 2] }, undefined, [
      "m",
      "a",
    ]);
    const [first = 0, second = 0, ...exact] = numbers(grid.uncertainties?.["m"]);
    expect([first, second]).to.deep.equal([spreads[0], spreads[0]]);
    expect(exact).to.deep.equal([0, 0]);
    // Who states them states them all; exact units have none.
    expect(of(["1 M_sun", "2 M_sun"], { m: [1, 2] }).uncertainties).to.deep.equal({ m: [1, 2] });
    expect(of(["1 lb", "2 kg"]).uncertainties).to.equal(undefined);
    expect(of([1, 2]).uncertainties).to.equal(undefined);
  });
});
