import { expect } from "chai";
import { Certifier, COUNTED_GRAM } from "../../../protocol/solvers/zeta/certify.js";
import { logarithmsTo } from "../../../protocol/solvers/zeta/logarithms.js";
import { zeroIn } from "../../../protocol/solvers/zeta/refine.js";
import { SampledZ } from "../../../protocol/solvers/zeta/samples.js";
import { HardyZ } from "../../../protocol/solvers/zeta/z.js";
import { zeta } from "../../../protocol/solvers/zeta/solver.js";
import { checkCommon, refusalOf, solve, valueAt } from "./motion.js";

const never = (): void => undefined;

/**
 * Z(t) by the plain alternating sum of Borwein, in the engine's own arithmetic: shares nothing with
 * the solver.
 */
function plainZ(t: number): number {
  const n = 60;
  const d: number[] = [];
  let term = 1 / n;
  let sum = term;
  for (let i = 0; i <= n; i += 1) {
    d.push(n * sum);
    term *= (4 * (n + i) * (n - i)) / ((2 * i + 1) * (2 * i + 2));
    sum += term;
  }
  let [re, im] = [0, 0];
  for (let k = 0; k < n; k += 1) {
    const c = ((k % 2 === 0 ? 1 : -1) * (d[k]! - d[n]!)) / Math.sqrt(k + 1);
    re += c * Math.cos(t * Math.log(k + 1));
    im -= c * Math.sin(t * Math.log(k + 1));
  }
  // zeta = -(re + i im)/(d_n (1 - 2^(1 - s))).
  const [a, b] = [1 - Math.SQRT2 * Math.cos(t * Math.LN2), Math.SQRT2 * Math.sin(t * Math.LN2)];
  const size = -d[n]! * (a * a + b * b);
  const [x, y] = [(re * a + im * b) / size, (im * a - re * b) / size];
  const theta =
    (t / 2) * Math.log(t / (2 * Math.PI)) -
    t / 2 -
    Math.PI / 8 +
    1 / (48 * t) +
    7 / (5_760 * t ** 3);
  return Math.cos(theta) * x - Math.sin(theta) * y;
}

describe("Hardy's function", () => {
  const z = new HardyZ(2e7, never);

  it("has the values of mpmath within the error it states", () => {
    const rows = [
      [10.5, -1.5460133092464983],
      [33.25, 0.46682583841469333],
      [199.5, 5.971086153649642],
      [599.5, -0.2486512252390803],
      [600.5, 4.113932533084323],
      [613.375, -0.8903803735617585],
      [700.5, 0.5198464566462633],
      [999.125, -1.0716067883513256],
      [1234.5, -1.478000746412044],
      [1999.5, -0.1593291606714896],
      [2000.5, -0.14192565964075327],
      [5000.25, 0.05210054391435927],
      [123456.75, 0.37850667971567103],
      [1000000.5, -0.9355806515679347],
    ] as const;
    for (const [t, wanted] of rows) {
      expect(Math.abs(z.at(t) - wanted), `Z(${t})`).to.be.at.most(z.errorAt(t));
      expect(z.errorAt(t)).to.be.at.most(1e-9);
    }
  });

  it("has the Gram points of mpmath", () => {
    const rows = [
      [-1, 9.666908056130191],
      [0, 17.84559954041086],
      [1, 23.170282701246308],
      [126, 282.4547208234622],
      [6708, 7005.398084802774],
      [13999525, 6820050.9848966645],
    ] as const;
    for (const [n, t] of rows) {
      expect(z.gram(n)).to.be.closeTo(t, 1e-14 * t + 1e-13);
      expect([z.gramIndex(t - 1e-6), z.gramIndex(t + 1e-6)]).to.deep.equal([n - 1, n]);
    }
  });

  it("is the same from both formulas where they meet", () => {
    for (let t = 20; t < 60; t += 0.7) expect(z.at(t)).to.be.closeTo(plainZ(t), 1e-9);
  });
});

describe("Hardy's function between samples", () => {
  /** Heights without a pattern, the same at every run. */
  function* heights(low: number, high: number, count: number): Generator<number> {
    for (let i = 1; i <= count; i += 1) yield low + (high - low) * ((i * 0.6180339887498949) % 1);
  }

  it("has the values and slopes of mpmath within the errors it states", () => {
    // siegelz(t) and siegelz(t, derivative=1), 25 digits.
    const rows = [
      [35.5, 2.933518074850469, -0.1656879425278059],
      [150.25, 0.25372691806955594, 0.9398622149356661],
      [199.75, 6.024154106916792, -0.781553439575241],
      [210.125, 2.056176661411712, 2.849266244423375],
      [450.5, -0.9796215579106795, -2.3413197438214937],
      [628.25, 0.31369687019222947, -3.9228890169207045],
      [7005.0625, -0.00015322841861742896, 0.4223546101844264],
      [123456.75, 0.37850667971567103, -0.38317735772179123],
      [1000000.5, -0.9355806515679347, 12.782332774410827],
    ] as const;
    for (const [t, wanted, slope] of rows) {
      const samples = new SampledZ(new HardyZ(t + 1_000, never), t - 3, t + 3, never);
      expect(Math.abs(samples.at(t) - wanted), `Z(${t})`).to.be.at.most(samples.errorAt(t));
      expect(samples.errorAt(t)).to.be.at.most(t < 600 ? 2e-8 : 1e-9);
      const known = samples.slope(t)!;
      expect(Math.abs(known.slope - slope), `Z'(${t})`).to.be.at.most(known.error);
      expect(known.error).to.be.at.most(1e-6);
    }
  });

  it("is what the sums give: across blocks, where terms join them, and where formulas change", () => {
    for (const [low, high] of [
      [30, 230],
      [195, 206],
      [300, 640],
      [620, 640],
      [3_000, 3_300],
      [71_700, 71_760],
      [1e6, 1e6 + 40],
      [3.2e9, 3.2e9 + 2],
    ] as const) {
      const z = new HardyZ(1.001 * high + 700, never);
      const samples = new SampledZ(z, low, high, never);
      for (const t of heights(low, high, 200)) {
        expect(Math.abs(samples.at(t) - z.at(t)), `Z(${t})`).to.be.at.most(
          samples.errorAt(t) + z.errorAt(t),
        );
      }
      // The polynomial alone, where both know the same sums.
      if (low >= 3_000) expect(samples.errorAt(high)).to.be.at.most(1e-10);
    }
  });

  it("has room for a term that joins in the last block", () => {
    // 2 pi 50^2 = 15707.963.
    const z = new HardyZ(15_707.5, never);
    for (let low = 15_600; low < 15_607; low += 1) {
      const samples = new SampledZ(z, low, 15_700, never);
      for (const t of [15_707.4, 15_690.1, 15_680.3, low + 0.3]) {
        expect(Math.abs(samples.at(t) - z.at(t)), `Z(${t})`).to.be.at.most(
          samples.errorAt(t) + z.errorAt(t),
        );
      }
    }
  });

  it("has the same bits in whatever order heights are asked for, and beside its samples", () => {
    const z = new HardyZ(10_000, never);
    const [up, down] = [new SampledZ(z, 5_000, 5_100, never), new SampledZ(z, 5_000, 5_100, never)];
    const asked = [...heights(4_970, 5_130, 300)].sort((a, b) => a - b);
    const first = asked.map((t) => up.at(t));
    const second = asked
      .toReversed()
      .map((t) => down.at(t))
      .toReversed();
    expect(second).to.deep.equal(first);
    for (const t of [10, 9_999.5]) expect(up.at(t)).to.equal(z.at(t));
  });

  it("sends what is too near to zero for it to the sums", () => {
    const z = new HardyZ(1_000, never);
    const samples = new SampledZ(z, 440, 460, never);
    samples.at(450);
    const far = 452.25;
    const before = z.evaluations;
    expect(samples.signed(far)).to.be.greaterThan(5);
    expect(z.evaluations).to.equal(before);
    const [bracket] = new Certifier(z, never).certify(
      z.gramIndex(far),
      z.gramIndex(far) + 1,
    ).brackets;
    const { t } = zeroIn(z, samples, bracket!, never);
    const asked = z.evaluations;
    expect(Math.abs(samples.signed(t))).to.be.at.most(1e-12);
    expect(z.evaluations).to.be.greaterThan(asked);
  });

  it("takes logarithms of products by their factors, and none of them moves when more are asked for", () => {
    const few = logarithmsTo(100, never);
    const kept = [...few.high.subarray(0, 100), ...few.rest.subarray(0, 100)];
    const many = logarithmsTo(30_000, never);
    expect([...many.high.subarray(0, 100), ...many.rest.subarray(0, 100)]).to.deep.equal(kept);
    // mpmath: log(n)/(2 pi) to 40 digits, less its nearest double.
    const rows = [
      [2, 0.1103178000763258, -3.730860769706703e-18],
      [720, 1.047120352234751, 6.563119051052551e-17],
      [29_997, 1.6407048577517485, -4.764821043200064e-17],
    ] as const;
    for (const [n, high, rest] of rows) {
      expect(many.high[n]).to.equal(high);
      expect(many.rest[n]).to.be.closeTo(rest, 1e-31);
    }
    for (const [a, b] of [
      [3, 7],
      [97, 101],
      [128, 225],
      [173, 173],
    ] as const) {
      const [x, y, product] = [a, b, a * b].map((n) => [many.high[n]!, many.rest[n]!] as const);
      const high = x![0] + y![0];
      const lost = x![0] - (high - (high - x![0])) + (y![0] - (high - x![0]));
      expect(product![0] - high + (product![1] - (lost + x![1] + y![1]))).to.be.closeTo(0, 1e-31);
    }
  });
});

describe("solver zeta", () => {
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
    const parts = [
      [6990, 7005.08],
      [7005.08, 7011.3],
      [7011.3, 7020],
    ].flatMap(([from, to]) => [...solve(zeta, { from, to }).result.fields[0]!.data]);
    expect(parts.length).to.equal(zeros.length);
    parts.forEach((zero, i) => expect(zero).to.be.closeTo(zeros[i]!, 1e-11));
    const first = valueAt(whole, "named.firstIndex");
    expect(solve(zeta, { index: first + 3 }).result.value).to.be.closeTo(zeros[3]!, 1e-11);
    expect(solve(zeta, { from: 100, to: 100.1 }).result.value).to.equal(0);
    expect(solve(zeta, { from: 0, to: 14.2 }).result.value).to.equal(1);
  });

  it("loses none of the zeros up to 10,000, each of which the plain sums confirm", () => {
    const { result } = solve(zeta, { from: 0, to: 10_000 });
    // Odlyzko's tables, and mpmath's nzeros(10000).
    expect(result.value).to.equal(10_142);
    const z = new HardyZ(11_000, never);
    const zeros = result.fields[0]!.data;
    for (let i = 0; i < zeros.length; i += 1) {
      const t = zeros[i]!;
      if (i > 0) expect(t).to.be.greaterThan(zeros[i - 1]!);
      const near = 1e-7;
      expect(z.at(t - near) * z.at(t + near), `zero ${i + 1} at ${t}`).to.be.lessThan(0);
    }
  });

  it("takes few sums for a zero of a list, and none for a curve", () => {
    const list = solve(zeta, { from: 10_000, to: 10_100 });
    expect(valueAt(list, "outputs.evaluations")).to.be.lessThan(8 * list.result.value);
    expect(valueAt(solve(zeta, { index: 10_000 }), "outputs.evaluations")).to.be.lessThan(200);
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
    for (const [from, to] of [
      [-1, 3],
      [126, 127],
      [200, 214],
      [COUNTED_GRAM - 3, COUNTED_GRAM + 9],
    ] as const) {
      const [whole, part] = [
        new Certifier(slow, never, -1).certify(from, to),
        new Certifier(fast, never).certify(from, to),
      ];
      const zeros = ({ brackets }: typeof whole): readonly number[] =>
        brackets.map(({ left, right }) => left + (right - left) / 2);
      for (const zero of zeros(part))
        expect(
          zeros(whole).some((other) => Math.abs(other - zero) < 0.02),
          String(zero),
        ).to.equal(true);
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
    const known: readonly (readonly [number, number])[] = [
      [1, 14.134725141734695],
      [2, 21.022039638771556],
      [10, 49.7738324776723],
      [135, 294.9653696192655],
      [650, 1001.3494826377828],
      [1000, 1419.4224809459956],
      [12345, 11854.112210447915],
      [100000, 74920.82749899419],
    ];
    for (const [index, exact] of known) {
      const { gate, result } = solve(zeta, { index });
      expect(Math.abs(result.value - exact), `zero ${index}`).to.be.at.most(
        2 * gate.error * exact + 1e-16 * exact,
      );
    }
  });

  it("refuses what it cannot answer", () => {
    for (const body of [
      { index: 0 },
      { index: 1.5 },
      { index: -3 },
      { index: 1e11 },
      { T: 0 },
      { T: -5 },
      { T: 1e12 },
      { from: 20, to: 10 },
      { from: 10, to: 10 },
      { index: 1, T: 5 },
      { T: 5, from: 1, to: 2 },
      { from: -1, to: 5 },
    ]) {
      expect(refusalOf(zeta, body).code, JSON.stringify(body)).to.equal("INVALID_BODY");
    }
    expect(refusalOf(zeta, { from: 5 }).code).to.equal("INSUFFICIENT_INPUTS");
    expect(refusalOf(zeta, { from: 0, to: 1e9 }).members["reason"]).to.equal("TOO_LARGE");
  });

  it("would not pass as a formula, a table's neighbour or an older answer", () => {
    const { gate, result } = solve(zeta, { index: 1_000 });
    const passes = (value: number): boolean =>
      Math.abs(value - 1419.4224809459956) <= 2 * gate.error * value;
    const z = new HardyZ(2_000, never);
    const gram = (z.gram(998) + z.gram(999)) / 2;
    expect(
      [result.value, gram, solve(zeta, { index: 999 }).result.value].map(passes),
    ).to.deep.equal([true, false, false]);
  });
});
