/** Electrostatics and junctions: what no list of inputs can show by itself. */
import { expect } from "chai";
import { device } from "../../../protocol/solvers/device/solver.js";
import { checkCommon, missingOf, refusalOf, solve } from "./motion.js";

const DIODE = { Na: 3e22, Nd: 8e21, n_i: 1.1e16, T: 312, eps_r: 11.7 } as const;
const BOX = {
  eps_r: 2.7,
  rho: "3e-6 * x * exp(y)",
  lx: 0.3,
  ly: 0.21,
  probe: [0.11, 0.05],
  boundary: { left: "y", right: 0.2, bottom: "insulated", top: "x * 3" },
} as const;

describe("solvers/device", () => {
  checkCommon(device, { Na: 1e22, Nd: 2e22, n_i: 1e16, T: 300, eps_r: 11.7 });

  it("the built-in voltage of the solved field is V_T ln(Na Nd / n_i^2) over doping and temperature", () => {
    for (const T of [77, 200, 300, 450]) {
      for (const [Na, Nd] of [
        [1e21, 1e25],
        [5e22, 3e22],
        [2e24, 6e20],
      ] as const) {
        const { result } = solve(device, { ...DIODE, T, Na, Nd, n_i: 1e15 });
        const exact =
          ((1.380649e-23 * T) / 1.602176634e-19) * (Math.log(Na / 1e15) + Math.log(Nd / 1e15));
        expect(Math.abs(result.value / exact - 1)).to.be.below(1e-8);
        const { data } = result.fields[0]!;
        expect(data[data.length - 1]! - data[0]!).to.be.closeTo(result.value, 1e-12);
      }
    }
  });

  it("swapping the sides mirrors the profile", () => {
    const there = solve(device, { ...DIODE, nx: 200 }).result.fields[0]!;
    const back = solve(device, { ...DIODE, nx: 200, order: "np" }).result.fields[0]!;
    const n = there.data.length;
    for (let i = 0; i < n; i += 1) expect(back.data[i]).to.equal(there.data[n - 1 - i]!);
    const swapped = solve(device, { ...DIODE, Na: DIODE.Nd, Nd: DIODE.Na, nx: 200 }).result.fields;
    const holes = solve(device, { ...DIODE, nx: 200 }).result.fields[2]!.data;
    for (let i = 0; i < n; i += 1)
      expect(swapped[1]!.data[n - 1 - i]! / holes[i]!).to.be.closeTo(1, 1e-9);
  });

  it("carries no net charge, and Poisson's equation holds in the returned fields", () => {
    const { result } = solve(device, { ...DIODE, nx: 400 });
    const [phi, n, p] = result.fields.map(({ data }) => data);
    const x = result.fields[0]!.axes[0]!.values!;
    const [q, eps] = [1.602176634e-19, 11.7 * 8.8541878188e-12];
    let [net, moved] = [0, 0];
    for (let i = 1; i + 1 < x.length; i += 1) {
      const [w, e] = [x[i]! - x[i - 1]!, x[i + 1]! - x[i]!];
      const doping =
        (x[i]! < 0 ? -3e22 * (w + e) : x[i]! > 0 ? 8e21 * (w + e) : -3e22 * w + 8e21 * e) / 2;
      const charge = q * (doping + ((p![i]! - n![i]!) * (w + e)) / 2);
      const flux = eps * ((phi![i + 1]! - phi![i]!) / e - (phi![i]! - phi![i - 1]!) / w);
      expect(flux + charge).to.be.closeTo(0, 1e-10 * result.outputs["space_charge"]!.value);
      net += charge;
      moved += Math.abs(charge);
    }
    expect(Math.abs(net)).to.be.below(1e-9 * moved);
  });

  it("approaches the depletion approximation in reverse, and a current grows with the bias", () => {
    const back = solve(device, { ...DIODE, bias: -40 }).result.outputs;
    expect(back["field_max"]!.value / back["depletion_field_formula"]!.value).to.be.closeTo(
      1,
      0.01,
    );
    expect(
      (back["depletion_p"]!.value + back["depletion_n"]!.value) /
        back["depletion_width_formula"]!.value,
    ).to.be.closeTo(1, 0.02);
    expect(back["junction_voltage"]!.value).to.be.closeTo(
      solve(device, DIODE).result.value + 40,
      1e-6,
    );
    const at = (bias: number): number =>
      solve(device, { ...DIODE, bias, mu_n: 0.1, mu_p: 0.04 }).result.outputs["current_density"]!
        .value;
    const [a, b] = [at(0.3), at(0.36)];
    const vt = (1.380649e-23 * 312) / 1.602176634e-19;
    // The depleted zone shrinks with the bias, so the short diode is a little off the pure
    // exponential.
    expect((Math.log(b / a) * vt) / 0.06).to.be.within(0.9, 1.1);
    expect(at(-0.5)).to.be.below(0);
  });

  it("rescales: box and charge", () => {
    const { value } = solve(device, BOX).result;
    const scaled = solve(device, {
      ...BOX,
      rho: "3e-6 * x / 2 * exp(y / 2) / 4",
      lx: 0.6,
      ly: 0.42,
      probe: [0.22, 0.1],
      boundary: { left: "y / 2", right: 0.2, bottom: "insulated", top: "x / 2 * 3" },
    }).result.value;
    expect(scaled).to.be.closeTo(value, 1e-9 * Math.abs(value));
    const mirrored = solve(device, {
      ...BOX,
      rho: "3e-6 * (0.3 - x) * exp(y)",
      probe: [0.19, 0.05],
      boundary: { right: "y", left: 0.2, bottom: "insulated", top: "(0.3 - x) * 3" },
    }).result.value;
    expect(mirrored).to.be.closeTo(value, 1e-9 * Math.abs(value));
  });

  it("has second order in the box, and errors that cover the truth", () => {
    const exact = solve(device, BOX).result.value;
    const at = [8, 16, 32].map((n) => solve(device, { ...BOX, nx: n, ny: n }));
    const errors = at.map(({ result }) => result.value - exact);
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.5, 2.5);
    at.forEach(({ gate }, k) =>
      expect(Math.abs(errors[k]!)).to.be.below(
        2 * gate.error * Math.max(gate.scale, Math.abs(exact)),
      ),
    );
  });

  it("clamps its grid and says so; asks and refuses", () => {
    const { result } = solve(device, { ...BOX, boundary: 0, nx: 1_000_000_000, ny: 8 });
    expect(result.assumed.some(({ name, value }) => name === "nx" && value === 1024)).to.equal(
      true,
    );
    expect(missingOf(device, { eps_r: 1, rho: 1, boundary: 0 })).to.equal("lx");
    expect(missingOf(device, { eps_r: 1, rho: 1, boundary: 0, lx: 1, ly: 1, dim: 1 })).to.equal(
      "Na",
    );
    expect(refusalOf(device, { Na: 1e22, Nd: 1e22, n_i: 1e16, eps_r: 11.7 }).code).to.equal(
      "INSUFFICIENT_INPUTS",
    );
    expect(refusalOf(device, { ...DIODE, T: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(device, { ...DIODE, bias: 2 }).members["reason"]).to.equal("NO_SOLUTION");
    expect(refusalOf(device, { ...BOX, boundary: "insulated" }).members["reason"]).to.equal(
      "NO_SOLUTION",
    );
    expect(refusalOf(device, { ...BOX, rho: "1 / x", boundary: "insulated" }).code).to.equal(
      "SOLVER_REJECTED",
    );
    expect(
      solve(device, { Na_cm3: 3e16, Nd_cm3: 8e15, n_i: 1.1e16, T: 312, eps_r: 11.7 }).result.value,
    ).to.be.closeTo(solve(device, DIODE).result.value, 1e-12);
  });

  it("knows a charged layer of any width between the points", () => {
    // Sines along x, the exact profile across y of each (4,000 terms), by numpy.
    for (const [from, to, density, probe, expected] of [
      [0.00617, 0.01234, 1e-4, [0.01, 0.005], 84.1029744918407],
      [0.00617, 0.006171, 0.1, [0.0071, 0.004], 15.312249097706605],
    ] as const) {
      const rho = `{${density} if ${from} <= x < ${to}; 0 otherwise}`;
      const body = { eps_r: 1, lx: 0.02, ly: 0.01, boundary: 0, rho, probe: [...probe] };
      const { gate, result } = solve(device, body);
      const size = Math.max(gate.scale, result.value);
      expect(Math.abs(result.value - expected)).to.be.at.most(3 * gate.error * size);
    }
  });
});
