import { expect } from "chai";
import * as fc from "fast-check";
import {
  countBelow,
  eigenvalue,
  eigenvector,
  sturmForm,
} from "../../../protocol/math/eigen/tridiagonal.js";
import { quantumLevels } from "../../../protocol/solvers/quantum-levels/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt, type Body } from "./motion.js";

const HARTREE = 4.359744722206e-18;
const quartic: Body = { potential: "x^4", mass: 0.5, n: 0, extent: 8, units: "atomic" };

describe("eigenvalues of a symmetric tridiagonal matrix", () => {
  const n = 50;
  const matrix = { diagonal: new Float64Array(n).fill(2), off: new Float64Array(n - 1).fill(-1) };
  const exact = (k: number): number => 2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1));

  it("counts and finds those of the second difference", () => {
    const form = sturmForm(matrix);
    for (let k = 0; k < n; k += 1) {
      expect(eigenvalue(form, k)).to.be.closeTo(exact(k), 1e-14);
      expect(countBelow(form, exact(k) + 1e-9)).to.equal(k + 1);
      expect(eigenvalue(form, k, { at: 3, within: 0.001 })).to.be.closeTo(exact(k), 1e-14);
    }
    expect(() => eigenvalue(form, n)).to.throw(RangeError);
  });

  it("finds vectors that are sines", () => {
    const form = sturmForm(matrix);
    for (const k of [0, 7, 49]) {
      const v = eigenvector(matrix, eigenvalue(form, k));
      for (let i = 0; i < n; i += 1) {
        expect(v[i]!).to.be.closeTo(
          Math.sqrt(2 / (n + 1)) * Math.sin(((i + 1) * (k + 1) * Math.PI) / (n + 1)),
          1e-12,
        );
      }
    }
  });
});

describe("solver quantum-levels", () => {
  checkCommon(quantumLevels, quartic);

  it("names a parameter that a preset misses", () => {
    expect(
      missingOf(quantumLevels, { preset: "morse", parameters: { D_e: 1 }, mass: 1, n: 0 }),
    ).to.equal("parameters.a");
  });

  it("seals a coarse grid as what it is, with its distance from the continuum", () => {
    const { gate, result } = solve(quantumLevels, { ...quartic, grid: 24 });
    expect(gate.sealKind).to.equal("observable-differential");
    const missed = Math.abs(result.value / (1.060362090484183 * HARTREE) - 1);
    expect(missed).to.be.within(1e-3, 2 * gate.error);
  });

  it("is of second order before extrapolation", () => {
    const missed = (grid: number): number =>
      Math.abs(
        solve(quantumLevels, { ...quartic, grid }).result.value / HARTREE - 1.060362090484183,
      );
    expect(Math.log2(missed(64) / missed(128))).to.be.within(1.8, 2.2);
    expect(Math.log2(missed(128) / missed(256))).to.be.within(1.9, 2.1);
  });

  it("rescales: x -> s x divides the energy by s^2", () => {
    const plain = solve(quantumLevels, quartic).result.value;
    const scaled = solve(quantumLevels, { ...quartic, potential: "x^4/3^6", extent: 24 }).result
      .value;
    expect(9 * scaled).to.be.closeTo(plain, 1e-8 * plain);
  });

  it("does not know left from right, nor where x = 0 is", () => {
    const tilted = { ...quartic, n: 2, potential: "x^4 - 2*x + 0.3*x^3" };
    const mirrored = { ...quartic, n: 2, potential: "x^4 + 2*x - 0.3*x^3" };
    const moved = {
      ...quartic,
      n: 2,
      potential: "(x-5)^4 - 2*(x-5) + 0.3*(x-5)^3",
      extent: [1, 9],
    };
    const value = solve(quantumLevels, tilted).result.value;
    expect(solve(quantumLevels, mirrored).result.value).to.be.closeTo(value, 1e-9 * value);
    expect(solve(quantumLevels, moved).result.value).to.be.closeTo(value, 1e-7 * value);
  });

  it("returns a wave function that gives its energy back", () => {
    const { result } = solve(quantumLevels, { ...quartic, n: 3 });
    const [psi] = result.fields;
    const metre = 5.29177210544e-11;
    const { start, step } = psi!.axes[0]!;
    let energy = 0;
    let norm = 0;
    let nodes = 0;
    for (let i = 1; i < psi!.data.length - 1; i += 1) {
      const x = (start! + i * step!) / metre;
      const h = step! / metre;
      const [a, b, c] = [psi!.data[i - 1]!, psi!.data[i]!, psi!.data[i + 1]!];
      energy += b * (-(a - 2 * b + c) / (h * h) + x * x * x * x * b) * step!;
      norm += b * b * step!;
      if (b * c < 0 && Math.abs(b) > 1) nodes += 1;
    }
    expect(norm).to.be.closeTo(1, 1e-10);
    expect(nodes).to.equal(3);
    expect(energy * HARTREE).to.be.closeTo(result.value, 1e-4 * result.value);
    expect(result.outputs["virial"]!.value).to.be.closeTo(
      2 * result.outputs["kinetic_energy"]!.value,
      1e-3 * result.value,
    );
  });

  it("covers the true error with the one it states", () => {
    let covered = 0;
    for (let i = 0; i < 40; i += 1) {
      const [depth, a, n] = [3 + 0.37 * i, 0.5 + 0.013 * i, i % 3];
      const lambda = (-1 + Math.sqrt(1 + (8 * depth) / (a * a))) / 2;
      const { gate, result } = solve(quantumLevels, {
        preset: "poschl-teller",
        parameters: { V0: depth, a },
        mass: 1,
        n,
        units: "atomic",
      });
      const exact = -0.5 * ((lambda - n) * a) ** 2 * HARTREE;
      if (Math.abs(result.value - exact) <= 2 * gate.error * Math.abs(exact)) covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("lists the levels it holds", () => {
    const solved = solve(quantumLevels, {
      preset: "harmonic",
      parameters: { k: 1 },
      mass: 1,
      n: 5,
      units: "atomic",
    });
    const { result } = solved;
    for (let i = 0; i <= 5; i += 1) {
      expect(valueAt(solved, `named.levels.${i}.value`)).to.be.closeTo(
        (i + 0.5) * HARTREE,
        1e-5 * (i + 0.5) * HARTREE,
      );
    }
    expect(result.named["bound_states"]).to.equal(null);
  });

  it("widens an extent that is far too small, but takes no look that is too coarse for a bound state", () => {
    const spring = { preset: "harmonic", parameters: { k: 1 }, mass: 1, n: 0, extent: 1e-20 };
    expect(solve(quantumLevels, spring).result.value).to.be.closeTo(
      0.5 * 1.0545718176461565e-34,
      1e-40,
    );
    const periodic = { ...quartic, potential: "-2*cos(x)^2", extent: 12.566, mass: 1 };
    expect(refusalOf(quantumLevels, periodic).code).to.equal("DID_NOT_CONVERGE");
  });

  it("seals no splitting that is lost in the rounding of its levels", () => {
    const apart = {
      preset: "double-well",
      parameters: { V0: 50, a: 3 },
      mass: 3,
      n: 0,
      units: "atomic",
      quantity: "splitting",
    };
    expect(refusalOf(quantumLevels, apart).members["reason"]).to.equal("gate");
  });

  it("refuses what has no answer", () => {
    expect(
      refusalOf(quantumLevels, { ...quartic, potential: 0, ends: "open" }).members["reason"],
    ).to.equal("NO_SOLUTION");
    expect(refusalOf(quantumLevels, { ...quartic, extent: [2, 1] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(quantumLevels, { ...quartic, grid: 1e9 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(quantumLevels, { ...quartic, mass: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(quantumLevels, { ...quartic, n: 20, grid: 10 }).members["reason"]).to.equal(
      "TOO_LARGE",
    );
    expect(refusalOf(quantumLevels, { ...quartic, potential: "y^2" }).code).to.equal(
      "INVALID_BODY",
    );
  });

  it("would not pass as its formula, a constant or an older answer", () => {
    const { gate, result } = solve(quantumLevels, { ...quartic, n: 1 });
    const exact = 3.799673029801394 * HARTREE;
    const passes = (value: number): boolean => Math.abs(value - exact) <= 2 * gate.error * exact;
    const wkb = 2.185069 * 1.5 ** (4 / 3) * HARTREE;
    const older = solve(quantumLevels, quartic).result.value;
    expect([result.value, wkb, HARTREE, older].map(passes)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });

  it("knows finite wells from the shallow to the steep", () => {
    // Griffiths, Introduction to Quantum Mechanics, 2.6: z tan z = sqrt(z0^2 - z^2) and
    // -z cot z = sqrt(z0^2 - z^2), by bisection between the ends of their branches.
    const level = (v0: number, width: number, n: number): number | null => {
      const z0 = (Math.sqrt(2 * v0) * width) / 2;
      let low = (n * Math.PI) / 2;
      if (z0 <= low) return null;
      let high = Math.min(low + Math.PI / 2, z0);
      const isBelow = (z: number): boolean => {
        const out = Math.sqrt(z0 * z0 - z * z);
        return n % 2 === 0
          ? z * Math.sin(z) < out * Math.cos(z)
          : z * Math.cos(z) < -out * Math.sin(z);
      };
      const sign = isBelow(low + 1e-9 * (high - low));
      for (let i = 0; i < 80; i += 1) {
        const middle = (low + high) / 2;
        if (isBelow(middle) === sign) low = middle;
        else high = middle;
      }
      return 2 * (low / width) ** 2;
    };
    const well = fc.record({
      depth: fc.double({ min: -2, max: 12, noNaN: true }),
      L: fc.double({ min: 0.1, max: 9, noNaN: true }),
      n: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(well, ({ L, depth, n }) => {
        const V0 = Math.exp(depth * Math.LN10) / (L * L);
        const expected = level(V0, L, n);
        fc.pre(expected !== null && expected < 0.999999 * V0);
        const body = { preset: "finite-well", parameters: { V0, L }, mass: 1, n, units: "atomic" };
        const { gate, result } = solve(quantumLevels, body);
        expect(Math.abs(result.value / HARTREE - expected)).to.be.at.most(
          3 * gate.error * expected + 1e-10 * expected,
        );
      }),
      { numRuns: 12, seed: 58 },
    );
  });

  it("sees a piece that no grid would", () => {
    // -1.81347 hartree: exact waves in the well, scipy solve_ivp (DOP853) outside of it.
    const narrow = "{-1/1e-3 if abs(x-0.51234) < 1e-3; 0.5*x^2 otherwise}";
    const body = { potential: narrow, mass: 1, n: 0, extent: 10, units: "atomic" };
    const { invariants, value } = solve(quantumLevels, body).result;
    expect(value / HARTREE).to.be.closeTo(-1.81347, 5e-6);
    expect(invariants.map(({ name }) => name)).to.include("virial theorem");
  });
});
