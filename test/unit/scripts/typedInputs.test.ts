/** Inputs of `calc evaluate` that state their uncertainty. */
import { expect } from "chai";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { typedInputs } from "../../../scripts/cli/compute/typedInputs.js";

describe("inputs of calc evaluate", () => {
  it("carry their uncertainty as written: 4548 J by a million draws of numpy", () => {
    const typed = typedInputs(["m=1480 ± 5 kg", "v=27.8(1) m/s"], {});
    const read = equationInNumbers({ equation: "KE = m v^2/2", ...typed });
    if (!read.ok) throw new Error(read.problem.message);
    const outcome = evaluateUnnamed(read.request);
    expect(outcome.status === "value" && outcome.unit).to.equal("J");
    expect(outcome.status === "value" && outcome.uncertainty).to.be.closeTo(4548, 45);
  });

  it("have no uncertainty that nobody stated", () => {
    expect(typedInputs(["m=1480 kg"], {})).to.deep.equal({
      inputs: { m: 1480 },
      symbols: { m: "kg" },
    });
  });
});
