/** Shapes, sums and forms of a value that are joined where a derivation states them, and are not sought. */
import { expect } from "chai";
import { derive } from "../../../protocol/derivation/derive.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

const registry = builtinRegistry();

/** `length = 3 m; width = 4 m -> area by a conversion` for one of its symbols. */
interface Form {
  readonly law: string;
  readonly for: string;
  readonly wanted: string;
  readonly known: readonly (readonly [symbol: string, kind: string, value: number, unit: string])[];
  readonly value: number;
}

const FORMS: readonly Form[] = [
  {
    law: "A = a b [area]",
    for: "A",
    wanted: "area",
    known: [
      ["a", "length", 3, "m"],
      ["b", "width", 4, "m"],
    ],
    value: 12,
  },
  {
    law: "V = pi r^2 h [volume]",
    for: "h",
    wanted: "height",
    known: [
      ["V", "volume", 2, "m^3"],
      ["r", "radius", 0.5, "m"],
    ],
    value: 8 / Math.PI,
  },
  {
    law: "V = a^3 [volume]",
    for: "a",
    wanted: "length",
    known: [["V", "volume", 27, "m^3"]],
    value: 3,
  },
  {
    law: "omega = 2 pi/T [angular_frequency]",
    for: "T",
    wanted: "period",
    known: [["omega", "angular frequency", 4, "rad/s"]],
    value: Math.PI / 2,
  },
  {
    law: "R = P/E [rate]",
    for: "R",
    wanted: "rate",
    known: [
      ["P", "power", 0.005, "W"],
      ["E", "photon energy", 4e-19, "J"],
    ],
    value: 1.25e16,
  },
  {
    law: "Q = Q_1 + Q_2 [heat]",
    for: "Q_2",
    wanted: "heat",
    known: [
      ["Q", "heat", 900, "J"],
      ["Q_1", "heat", 250, "J"],
    ],
    value: 650,
  },
  {
    law: "y = x_2 - x_1 [pressure in Pa]",
    for: "y",
    wanted: "pressure",
    known: [
      ["x_2", "pressure", 3, "kPa"],
      ["x_1", "pressure", 500, "Pa"],
    ],
    value: 2_500,
  },
  {
    law: "s = (x_1 - x_2)/x_1 [mass in kg]",
    for: "s",
    wanted: "ratio",
    known: [
      ["x_1", "mass", 8, "kg"],
      ["x_2", "mass", 6, "kg"],
    ],
    value: 0.25,
  },
  {
    law: "y = s x [power in W]",
    for: "x",
    wanted: "power",
    known: [
      ["y", "power", 90, "W"],
      ["s", "ratio", 75, "%"],
    ],
    value: 120,
  },
];

/** Arithmetic of what is no kind, of another unit, in no form, and of what has its own nought. */
const NAMED_WRONGLY = [
  "y = x_2 - x_1 [snorble in J]",
  "y = x_2 - x_1 [energy in m]",
  "y = x_2^2 - x_1 [energy in J]",
  "y = x_2 - x_1 [energy]",
  "y = x_2 - x_1 [temperature in K]",
];

describe("conversions that a derivation states", () => {
  for (const { for: target, known, law, value, wanted } of FORMS)
    it(`${law} gives ${target}`, () => {
      const asked = {
        known: known.map(([, kind, own, unit]) => ({ kind, value: own, unit })),
        wanted: { kind: wanted },
        cases: [],
      };
      const bind = Object.fromEntries(known.map(([symbol], i) => [symbol, `given ${i}`]));
      const derived = derive(registry, { ...asked, steps: [{ law, for: target, bind }] });
      if (derived.status !== "answer") throw new Error(JSON.stringify(derived));
      expect(Math.abs(derived.kernel.value - value) / value).to.be.below(1e-12);
    });

  for (const law of NAMED_WRONGLY)
    it(`there is no ${law}`, () => {
      const known = [1, 2].map((value) => ({ kind: "energy", value, unit: "J" }));
      const steps = [{ law, for: "y", bind: { x_1: "given 0", x_2: "given 1" } }];
      const derived = derive(registry, { known, wanted: { kind: "energy" }, cases: [], steps });
      expect(derived.status).to.equal("refused");
    });

  it("are not sought", () => {
    const derived = derive(registry, {
      known: [
        { kind: "length", value: 3, unit: "m" },
        { kind: "width", value: 4, unit: "m" },
      ],
      wanted: { kind: "area" },
      cases: [],
    });
    expect(derived.status).not.to.equal("answer");
  });
});
