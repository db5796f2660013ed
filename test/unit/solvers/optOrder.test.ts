/** Saddles are left, and objectives with kinks and steps are answered. */
import { expect } from "chai";
import { opt } from "../../../protocol/solvers/opt/solver.js";
import { generator } from "../../kit/generator.js";
import { refusalOf, solve } from "./motion.js";

type Case = readonly [objective: string, start: readonly number[], rest: object, value: number];

function valueOf([objective, start, rest]: Case): {
  value: number;
  u: number;
  optimality: unknown;
} {
  const variables = ["x", "y", "z"].slice(0, start.length);
  const { gate, result } = solve(opt, { objective, variables, start, ...rest });
  const u = gate.error * Math.max(Math.abs(result.value), gate.scale);
  return { value: result.value, u, optimality: result.named["optimality"] };
}

const BOX = {
  bounds: [
    [-1, 1],
    [-1, 1],
  ],
};

describe("solver opt: second-order conditions", () => {
  // By hand: each start is stationary, none is a minimum; the values are those of the corners or
  // ends.
  const cases: readonly Case[] = [
    ["x*y", [0, 0], BOX, -1],
    ["-x^2", [0], { constraints: ["x^2 <= 4"] }, -4],
    ["-x^2", [0], { bounds: [[0, 3]] }, -9],
    ["-x^4", [0], { bounds: [[-1, 2]] }, -16],
    ["-x^2*y^2", [0, 0], BOX, -1],
    ["x^3-3*x*y^2", [0, 0], BOX, -1],
    // Their second derivatives vanish, and they fall along no axis and no diagonal: r^4 sin(4 phi)/4.
    ["x^3*y-x*y^3", [0, 0], BOX, -0.3849001794597505],
    ["x*y*z", [0, 0, 0], { bounds: [...BOX.bounds, [-1, 1]] }, -1],
    ["x*y*z", [0, 0, 0], { constraints: ["x^2+y^2+z^2 <= 3"] }, -1],
    ["x*y", [0, 0], { constraints: ["x^2+y^2 <= 2"] }, -1],
    ["x*y+z^2", [1, 1, 0], { constraints: ["x^2+y^2+z^2 = 2"] }, -1],
    [
      "x^2-y^2",
      [1, 0],
      {
        bounds: [
          [-2, 2],
          [-2, 3],
        ],
        sense: "max",
      },
      4,
    ],
    [
      "cos(x)+cos(y)",
      [0, 0],
      {
        bounds: [
          [-4, 4],
          [-4, 4],
        ],
      },
      -2,
    ],
    ["(x^2-1)^2+y^2", [0, 0], { constraints: ["x+y <= 5"] }, 0],
  ];
  for (const one of cases) {
    it(`leaves ${one[0]} at ${one[1].join(", ")}`, () => {
      const { value, u, optimality } = valueOf(one);
      expect(Math.abs(value - one[3])).to.be.at.most(3 * u + 1e-12);
      expect(optimality).to.equal("local");
    });
  }

  // The mean of an odd form over a sphere is 0: it has values below 0 beside its zero.
  it("leaves the zero of any cubic form in three variables: 60, seed 7", () => {
    const random = generator(7);
    const terms = [
      "x^3",
      "y^3",
      "z^3",
      "x^2*y",
      "x*y^2",
      "x^2*z",
      "x*z^2",
      "y^2*z",
      "y*z^2",
      "x*y*z",
    ];
    for (let n = 0; n < 60; n += 1) {
      const parts = terms.map((term) => `${Math.floor(random() * 9) - 4}*${term}`);
      const objective = parts.join("+");
      const bounds = { bounds: [...BOX.bounds, [-1, 1]] };
      const { value } = valueOf([objective.replaceAll("+-", "-"), [0, 0, 0], bounds, 0]);
      expect(value, `${n}: ${objective}`).to.be.below(-1e-3);
    }
  });

  it("finds that x y on x + y = 0 falls without bound", () => {
    const body = { objective: "x*y", variables: ["x", "y"], start: [0, 0], constraints: ["x+y=0"] };
    expect(refusalOf(opt, body).members["reason"]).to.equal("NO_SOLUTION");
  });
});

describe("solver opt: objectives that are not smooth", () => {
  // By hand; Ackley's function (1987) is 0 at its only minimum, where it has no gradient.
  const ackley = "-20*exp(-0.2*sqrt(0.5*(x^2+y^2)))-exp(0.5*(cos(2*pi*x)+cos(2*pi*y)))+exp(1)+20";
  const cases: readonly Case[] = [
    ["floor(x)^2", [3.5], {}, 0],
    ["mod(x,1)", [0.5], {}, 0],
    ["ceil(x)^2+abs(y)", [3.5, 2], {}, 0],
    ["sign(x)+x^2", [1], {}, -1],
    ["max(x, -2*x)", [3], {}, 0],
    ["abs(x-0.3)+x^2+y^2", [5, 5], {}, 0.09],
    ["abs(x)+abs(y-1)+0.5*max(x,y)", [3, -2], {}, 0.5],
    ["abs(x-2)", [0], { constraints: ["x <= 1"] }, 1],
    ["heaviside(x)+x^2", [2], {}, 0],
    [ackley, [0.3, -0.2], {}, 0],
  ];
  for (const one of cases) {
    it(`answers ${one[0].slice(0, 40)}`, () => {
      const { value, u } = valueOf(one);
      expect(Math.abs(value - one[3])).to.be.at.most(3 * u + 1e-9);
    });
  }
});

describe("solver opt: programs with many corners", () => {
  it("ends on the programs of Klee and Minty, whose optimum is 5^n", () => {
    for (const n of [3, 10, 14, 16]) {
      const rows = Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_unused, j) => (j < i ? 2 ** (i - j + 1) : j === i ? 1 : 0)),
      );
      const lp = {
        c: Array.from({ length: n }, (_, j) => 2 ** (n - 1 - j)),
        A_ub: rows,
        b_ub: Array.from({ length: n }, (_, i) => 5 ** (i + 1)),
      };
      expect(solve(opt, { lp, sense: "max" }).result.value, `${n}`).to.equal(5 ** n);
    }
  });

  it("finds a needle that no descent meets, or says what was looked at", () => {
    const needle = {
      objective: "(x-3)^2/100-50*exp(-((x-71.2345)/0.0001)^2)",
      variables: ["x"],
      start: [0],
      global: true,
      bounds: [[-100, 100]],
    };
    // (71.2345 - 3)^2/100 - 50, moved by 1e-10 by the slope of the parabola.
    const found = solve(opt, needle).result;
    expect(found.value).to.be.closeTo((71.2345 - 3) ** 2 / 100 - 50, 1e-8);
    expect(found.notes[0]).to.match(/Intervals, but for rounding, show nothing below/);
    const many = Array.from({ length: 8 }, (_, i) => `x${i}`);
    const wide = solve(opt, {
      objective: many.map((x) => `${x}^2`).join("+"),
      variables: many,
      start: many.map(() => 1),
      global: true,
      runs: 5,
      bounds: many.map(() => [-2, 2]),
    }).result;
    expect(wide.notes[0]).to.match(/not shown.*a narrower one may be missed/);
    expect(wide.named["optimality"]).to.equal("local");
  });

  it("takes a power above the second for flat, and leaves it", () => {
    const body = { objective: "x^4+y^4-3*x^2*y^2", variables: ["x", "y"], start: [0, 0] };
    const { result } = solve(opt, {
      ...body,
      bounds: [
        [-1, 1],
        [-1, 1],
      ],
    });
    expect(result.value).to.be.closeTo(-1, 1e-9);
  });

  it("claims that constraints exclude each other only where that is shown", () => {
    const base = { objective: "x", variables: ["x"], start: [0.5] };
    for (const constraints of [["x^2 <= -1"], ["exp(x) = 0 - 1"], ["x >= 2", "x <= 1"]]) {
      const { members } = refusalOf(opt, { ...base, constraints });
      expect(members["reason"], constraints.join()).to.equal("NO_SOLUTION");
      expect(members["proved"]).to.equal(true);
    }
    // Met near x = 20 only: (x - 20)^2 < 0.01 and a valley of its own at 0.
    const far = ["1 - 2*exp(-(x-20)^2*100) + 0.1*x^2/(1+x^2) <= 0"];
    const { code, members } = refusalOf(opt, { ...base, constraints: far });
    expect(code).to.equal("DID_NOT_CONVERGE");
    expect(members["proved"]).to.equal(false);
  });
});
