import { expect } from "chai";
import { Certifier, COUNTED_GRAM } from "../../../protocol/solvers/zeta/certify.js";
import { HardyZ } from "../../../protocol/solvers/zeta/z.js";
import { zeta } from "../../../protocol/solvers/zeta/solver.js";
import { checkCommon, checkRows, refusalOf, solve, valueAt } from "./motion.js";

const never = (): void => undefined;

/** Z(t) by the plain alternating sum of Borwein, in the engine's own arithmetic: shares nothing with the solver. */
function plainZ(t: number): number {
  const n = 60;
  const d: number[] = [];
  let term = 1 / n;
  let sum = term;
  for (let i = 0; i <= n; i += 1) {
    d.push(n * sum);
    term *= 4 * (n + i) * (n - i) / ((2 * i + 1) * (2 * i + 2));
    sum += term;
  }
  let [re, im] = [0, 0];
  for (let k = 0; k < n; k += 1) {
    const c = (k % 2 === 0 ? 1 : -1) * (d[k]! - d[n]!) / Math.sqrt(k + 1);
    re += c * Math.cos(t * Math.log(k + 1));
    im -= c * Math.sin(t * Math.log(k + 1));
  }
  // zeta = -(re + i im)/(d_n (1 - 2^(1 - s))).
  const [a, b] = [1 - Math.SQRT2 * Math.cos(t * Math.LN2), Math.SQRT2 * Math.sin(t * Math.LN2)];
  const size = -d[n]! * (a * a + b * b);
  const [x, y] = [(re * a + im * b) / size, (im * a - re * b) / size];
  const theta = t / 2 * Math.log(t / (2 * Math.PI)) - t / 2 - Math.PI / 8 + 1 / (48 * t) + 7 / (5_760 * t ** 3);
  return Math.cos(theta) * x - Math.sin(theta) * y;
}

describe("Hardy's function", () => {
  const z = new HardyZ(2e7, never);

  it("has the values of mpmath within the error it states", () => {
    const rows = [[10.5, -1.5460133092464983], [33.25, 0.46682583841469333], [199.5, 5.971086153649642],
      [599.5, -0.2486512252390803], [600.5, 4.113932533084323], [613.375, -0.8903803735617585], [700.5, 0.5198464566462633],
      [999.125, -1.0716067883513256], [1234.5, -1.478000746412044], [5000.25, 0.05210054391435927],
      [123456.75, 0.37850667971567103], [1000000.5, -0.9355806515679347]] as const;
    for (const [t, wanted] of rows) {
      expect(Math.abs(z.at(t) - wanted), `Z(${t})`).to.be.at.most(z.errorAt(t));
      expect(z.errorAt(t)).to.be.at.most(1e-9);
    }
  });

  it("has the Gram points of mpmath", () => {
    const rows = [[-1, 9.666908056130191], [0, 17.84559954041086], [1, 23.170282701246308], [126, 282.4547208234622],
      [6708, 7005.398084802774], [13999525, 6820050.9848966645]] as const;
    for (const [n, t] of rows) {
      expect(z.gram(n)).to.be.closeTo(t, 1e-14 * t + 1e-13);
      expect([z.gramIndex(t - 1e-6), z.gramIndex(t + 1e-6)]).to.deep.equal([n - 1, n]);
    }
  });

  it("is the same from both formulas where they meet", () => {
    for (let t = 20; t < 60; t += 0.7) expect(z.at(t)).to.be.closeTo(plainZ(t), 1e-9);
  });
});

describe("solver zeta", () => {
  checkRows(zeta);
  checkCommon(zeta, { index: 4321 });

  it("gives zeros whose Z vanishes, by a sum that is not its own", () => {
    for (const index of [1, 4, 9, 13]) {
      const { value } = solve(zeta, { index }).result;
      expect(Math.sign(plainZ(value - 1e-6))).to.equal(-Math.sign(plainZ(value + 1e-6)));
    }
  });

  it("counts and numbers alike", () => {
    for (const index of [5, 300, 6709, 7777, 54321]) {
      const { value } = solve(zeta, { index }).result;
      expect(solve(zeta, { T: value - 1e-4 }).result.value).to.equal(index - 1);
      expect(solve(zeta, { T: value + 1e-4 }).result.value).to.equal(index);
    }
  });

  it("splits a list anywhere", () => {
    const whole = solve(zeta, { from: 6990, to: 7020 });
    const zeros = whole.result.fields[0]!.data;
    const parts = [[6990, 7005.08], [7005.08, 7011.3], [7011.3, 7020]].flatMap(([from, to]) =>
      [...solve(zeta, { from, to }).result.fields[0]!.data]);
    expect(parts.length).to.equal(zeros.length);
    parts.forEach((zero, i) => expect(zero).to.be.closeTo(zeros[i]!, 1e-11));
    const first = valueAt(whole, "named.firstIndex");
    expect(solve(zeta, { index: first + 3 }).result.value).to.be.closeTo(zeros[3]!, 1e-11);
    expect(solve(zeta, { from: 100, to: 100.1 }).result.value).to.equal(0);
    expect(solve(zeta, { from: 0, to: 14.2 }).result.value).to.equal(1);
  });

  it("proves its counts with blocks on both sides, and through failures of Gram and Rosser", () => {
    const certifier = new Certifier(new HardyZ(7e6, never), never);
    const lehmer = certifier.certify(6708, 6709);
    expect([lehmer.guardsBelow, lehmer.guardsAbove]).to.deep.equal([2, 2]);
    expect(lehmer.brackets.length).to.equal(lehmer.to - lehmer.from);
    const rosser = certifier.certify(13_999_525, 13_999_526);
    expect(rosser.exceptions).to.equal(1);
    expect(rosser.brackets.length).to.equal(rosser.to - rosser.from);
  });

  it("counts again, from the first zero on and with guards above, what lists at low heights take as counted", () => {
    const all = new Certifier(new HardyZ(700, never), never, -1).certify(-1, COUNTED_GRAM);
    expect([all.from, all.exceptions, all.brackets.length]).to.deep.equal([-1, 0, all.to + 1]);
    expect(all.to).to.be.at.least(COUNTED_GRAM);
    expect(all.guardsAbove).to.be.greaterThan(0);
    const slow = new HardyZ(700, never);
    const fast = new HardyZ(700, never);
    for (const [from, to] of [[-1, 3], [126, 127], [200, 214], [COUNTED_GRAM - 3, COUNTED_GRAM + 9]] as const) {
      const [whole, part] = [new Certifier(slow, never, -1).certify(from, to), new Certifier(fast, never).certify(from, to)];
      const zeros = ({ brackets }: typeof whole): readonly number[] => brackets.map(({ left, right }) => left + (right - left) / 2);
      for (const zero of zeros(part)) expect(zeros(whole).some((other) => Math.abs(other - zero) < 0.02), String(zero)).to.equal(true);
      expect(part.brackets.length).to.equal(part.to - part.from);
    }
    expect(fast.evaluations).to.be.lessThan(slow.evaluations / 4);
  });

  it("would lose a close pair by looking at Gram points alone", () => {
    const z = new HardyZ(8_000, never);
    const plain = [6_707, 6_708].filter((n) => z.at(z.gram(n)) * z.at(z.gram(n + 1)) < 0).length;
    expect(plain).to.be.lessThan(2);
    expect(solve(zeta, { from: z.gram(6_707), to: z.gram(6_709) }).result.value).to.equal(2);
  });

  it("covers the true error with the one it states", () => {
    const known: readonly (readonly [number, number])[] = [[1, 14.134725141734695], [2, 21.022039638771556],
      [10, 49.7738324776723], [135, 294.9653696192655], [650, 1001.3494826377828], [1000, 1419.4224809459956],
      [12345, 11854.112210447915], [100000, 74920.82749899419]];
    for (const [index, exact] of known) {
      const { gate, result } = solve(zeta, { index });
      expect(Math.abs(result.value - exact), `zero ${index}`).to.be.at.most(2 * gate.error * exact + 1e-16 * exact);
    }
  });

  it("refuses what it cannot answer", () => {
    for (const body of [{ index: 0 }, { index: 1.5 }, { index: -3 }, { index: 1e11 }, { T: 0 }, { T: -5 }, { T: 1e12 },
      { from: 20, to: 10 }, { from: 10, to: 10 }, { index: 1, T: 5 }, { T: 5, from: 1, to: 2 }, { from: -1, to: 5 }]) {
      expect(refusalOf(zeta, body).code, JSON.stringify(body)).to.equal("INVALID_BODY");
    }
    expect(refusalOf(zeta, { from: 5 }).code).to.equal("INSUFFICIENT_INPUTS");
    expect(refusalOf(zeta, { from: 0, to: 1e9 }).members["reason"]).to.equal("TOO_LARGE");
  });

  it("would not pass as a formula, a table's neighbour or an older answer", () => {
    const { gate, result } = solve(zeta, { index: 1_000 });
    const passes = (value: number): boolean => Math.abs(value - 1419.4224809459956) <= 2 * gate.error * value;
    const z = new HardyZ(2_000, never);
    const gram = (z.gram(998) + z.gram(999)) / 2;
    expect([result.value, gram, solve(zeta, { index: 999 }).result.value].map(passes)).to.deep.equal([true, false, false]);
  });
});
