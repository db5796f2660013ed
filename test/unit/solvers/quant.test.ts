import { expect } from "chai";
import { quant } from "../../../protocol/solvers/quant/solver.js";
import { checkCommon, missingOf, refusalOf, solve } from "./motion.js";

const body = { S: 87.3, K: 93.1, r: 0.013, sigma: 0.37, T: 1.7, q: 0.021 };

describe("solver quant", () => {
  checkCommon(quant, body);

  it("scales with the currency and with the unit of time", () => {
    const plain = solve(quant, body).result;
    expect(solve(quant, { ...body, S: 8 * 87.3, K: 8 * 93.1 }).result.value).to.be.closeTo(
      8 * plain.value,
      1e-10,
    );
    expect(
      solve(quant, { S: 87.3, K: 93.1, r: 0.013 / 4, sigma: 0.37 / 2, T: 6.8, q: 0.021 / 4 }).result
        .value,
    ).to.be.closeTo(plain.value, 1e-9);
  });

  it("differs from seed to seed, within what it prints, and is never the closed form", () => {
    const runs = Array.from(
      { length: 40 },
      (_, seed) => solve(quant, { ...body, seed, paths: 16_384 }).result,
    );
    const exact = runs[0]!.outputs["closed_form"]!.value;
    expect(new Set(runs.map(({ value }) => value)).size).to.equal(runs.length);
    const covered = runs.filter(
      ({ outputs, value }) => Math.abs(value - exact) <= 2 * outputs["standard_error"]!.value,
    ).length;
    expect(covered).to.be.at.least(35);
    for (const { value } of runs) expect(value).not.to.equal(exact);
  });

  it("is the mean of the scrambles it shows, and their scatter its error", () => {
    const { error, fields, value } = solve(quant, { ...body, style: "asian", fixings: 7 }).result;
    const each = Array.from(fields[0]!.data);
    const mean = each.reduce((a, b) => a + b, 0) / each.length;
    const spread = Math.sqrt(
      each.reduce((a, b) => a + (b - mean) ** 2, 0) / each.length / (each.length - 1),
    );
    expect(mean).to.be.closeTo(value, 1e-12 * value);
    expect(error.relative * Math.max(value, error.scale)).to.be.closeTo(
      1.0415 * spread,
      1e-9 * spread,
    );
  });

  it("gives sensitivities that differences of the closed form confirm", () => {
    const priceAt = (change: object): number =>
      solve(quant, { ...body, ...change, paths: 16_384 }).result.outputs["closed_form"]!.value;
    const { outputs } = solve(quant, { ...body, paths: 32 * 8192 }).result;
    const slope = (name: "S" | "sigma" | "r" | "T"): number =>
      (priceAt({ [name]: body[name] * 1.0001 }) - priceAt({ [name]: body[name] * 0.9999 })) /
      (0.0002 * body[name]);
    expect(outputs["delta"]!.value).to.be.closeTo(slope("S"), 1e-3);
    expect(outputs["vega"]!.value / slope("sigma")).to.be.closeTo(1, 3e-3);
    expect(outputs["rho"]!.value / slope("r")).to.be.closeTo(1, 3e-3);
    expect(outputs["theta"]!.value / -slope("T")).to.be.closeTo(1, 5e-3);
    const curve =
      (priceAt({ S: 87.3 + 0.1 }) - 2 * priceAt({}) + priceAt({ S: 87.3 - 0.1 })) / 0.01;
    expect(outputs["gamma"]!.value / curve).to.be.closeTo(1, 5e-3);
  });

  it("keeps the order of styles, and a grid the caller fixed says how far it is", () => {
    const put = { ...body, r: 0.06, type: "put" };
    const american = solve(quant, { ...put, style: "american" });
    const bermudan = solve(quant, { ...put, style: "bermudan", exercises: 5 });
    const once = solve(quant, { ...put, style: "bermudan", exercises: 1 });
    expect(american.result.value).to.be.greaterThan(bermudan.result.value);
    expect(bermudan.result.value).to.be.greaterThan(once.result.value);
    expect(once.result.value).to.be.closeTo(
      once.result.outputs["european"]!.value,
      2e-4 * once.result.value,
    );
    const coarse = solve(quant, { ...put, style: "american", cells: 33 });
    expect(Math.abs(coarse.result.value - american.result.value)).to.be.at.most(
      1.2 * coarse.gate.error * american.result.value,
    );
    for (const [i, price] of american.result.fields[0]!.data.entries()) {
      expect(price).to.be.at.least(body.K - american.result.fields[0]!.axes[0]!.values![i]! - 1e-9);
    }
  });

  it("names what a style misses, and refuses what it would ignore", () => {
    expect(missingOf(quant, { ...body, style: "asian" })).to.equal("fixings");
    expect(missingOf(quant, { ...body, style: "bermudan" })).to.equal("exercises");
    expect(missingOf(quant, { ...body, style: "barrier", barrier: 80 })).to.equal("barrierType");
    expect(refusalOf(quant, { ...body, fixings: 4 }).code).to.equal("INVALID_BODY");
    for (const bad of [
      { S: 0 },
      { sigma: 0 },
      { T: -1 },
      { K: -3 },
      { paths: 1e9 },
      { style: "american", cells: 1e9 },
    ]) {
      expect(refusalOf(quant, { ...body, ...bad }).code, JSON.stringify(bad)).to.equal(
        "INVALID_BODY",
      );
    }
    expect(
      refusalOf(quant, { ...body, style: "asian", fixings: 64, average: "geometric", paths: 32 })
        .members["paths_needed"],
    ).to.be.greaterThan(32);
  });

  it("says nothing is left of what was knocked out at the start", () => {
    const gone = solve(quant, {
      ...body,
      style: "barrier",
      barrier: 90,
      barrierType: "down-and-out",
    });
    expect(gone.result.value).to.equal(0);
    const within = solve(quant, {
      ...body,
      style: "barrier",
      barrier: 90,
      barrierType: "down-and-in",
    });
    expect(within.result.value).to.be.closeTo(
      within.result.outputs["closed_form"]!.value,
      1e-3 * within.result.value,
    );
  });

  it("a dated barrier carried from date to date is what sampled paths say, and its slopes are slopes", () => {
    for (const one of [
      {
        S: 100,
        K: 90,
        r: 0.08,
        q: 0.04,
        sigma: 0.25,
        T: 0.5,
        style: "barrier",
        barrier: 120,
        barrierType: "up-and-out",
        monitoring: 3,
      },
      {
        S: 100,
        K: 100,
        r: 0.1,
        sigma: 0.3,
        T: 0.2,
        style: "barrier",
        barrier: 91,
        barrierType: "down-and-out",
        monitoring: 5,
      },
      {
        S: 100,
        K: 110,
        r: 0.02,
        sigma: 0.3,
        T: 0.4,
        type: "put",
        style: "barrier",
        barrier: 96,
        barrierType: "down-and-in",
        monitoring: 2,
      },
    ]) {
      const carried = solve(quant, one).result;
      expect(carried.error.method).to.equal("levels");
      const sampled = solve(quant, { ...one, seed: 3 }).result;
      expect(Math.abs(sampled.value - carried.value), one.barrierType).to.be.below(
        4 * sampled.outputs["standard_error"]!.value,
      );
      const at = (change: object): number => solve(quant, { ...one, ...change }).result.value;
      expect(carried.outputs["delta"]!.value).to.be.closeTo(
        (at({ S: 100.1 }) - at({ S: 99.9 })) / 0.2,
        1e-4,
      );
      expect(carried.outputs["gamma"]!.value).to.be.closeTo(
        (at({ S: 100.5 }) - 2 * carried.value + at({ S: 99.5 })) / 0.25,
        1e-4,
      );
      expect(carried.outputs["vega"]!.value).to.be.closeTo(
        (at({ sigma: one.sigma + 0.002 }) - at({ sigma: one.sigma - 0.002 })) / 0.004,
        2e-2,
      );
    }
  });

  it("a knock-out at dates falls to the one watched always as the dates grow, by Broadie, Glasserman and Kou's shift", () => {
    const one = {
      S: 100,
      K: 100,
      r: 0.05,
      sigma: 0.25,
      T: 1,
      style: "barrier",
      barrierType: "down-and-out",
    } as const;
    // Mathematical Finance 7 (1997) 325, theorem 1: a barrier further by exp(0.5826 sigma sqrt(T /
    // m)).
    const dated = solve(quant, { ...one, barrier: 85, monitoring: 100 }).result.value;
    const moved = solve(quant, { ...one, barrier: 85 * Math.exp((-0.5826 * 0.25) / 10) }).result
      .outputs["closed_form"]!.value;
    expect(dated).to.be.closeTo(moved, 2e-3);
  });
});
