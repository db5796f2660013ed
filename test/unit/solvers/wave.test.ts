/** Waves: what no list of inputs can show by itself. */
import { expect } from "chai";
import * as fc from "fast-check";
import { wave } from "../../../protocol/solvers/wave/solver.js";
import { checkCommon, missingOf, refusalOf, solve, type Body } from "./motion.js";

const DRUM = {
  c: 1.7,
  lx: 0.9,
  ly: 0.6,
  velocity: "x * (0.9 - x) * y * (0.6 - y)",
  t_end: 0.83,
  probe: [0.31, 0.22],
  initial: "sin(pi * x / 0.9) * sin(pi * y / 0.6) * exp(x)",
} as const;

describe("solvers/wave", () => {
  checkCommon(wave, {
    c: 1,
    lx: 1,
    ly: 0.7,
    initial: "sin(pi * x) * sin(pi * y / 0.7)",
    velocity: "0",
    t_end: 0.4,
  });

  it("rescales: lengths by 3, speed by 2, times by 1.5, heights by 7", () => {
    const { value } = solve(wave, DRUM).result;
    const scaled = solve(wave, {
      c: 3.4,
      lx: 2.7,
      ly: 1.8,
      t_end: 0.83 * 1.5,
      probe: [0.93, 0.66],
      initial: "7 * sin(pi * x / 2.7) * sin(pi * y / 1.8) * exp(x / 3)",
      velocity: "7 / 1.5 * x / 3 * (0.9 - x / 3) * y / 3 * (0.6 - y / 3)",
    }).result.value;
    expect(scaled).to.be.closeTo(7 * value, Math.abs(7 * value) * 1e-11);
  });

  it("mirrors and turns with its inputs", () => {
    const { value } = solve(wave, DRUM).result;
    const mirrored = solve(wave, {
      ...DRUM,
      probe: [0.59, 0.22],
      initial: "sin(pi * x / 0.9) * sin(pi * y / 0.6) * exp(0.9 - x)",
    });
    const turned = solve(wave, {
      ...DRUM,
      lx: 0.6,
      ly: 0.9,
      probe: [0.22, 0.31],
      velocity: "y * (0.9 - y) * x * (0.6 - x)",
      initial: "sin(pi * y / 0.9) * sin(pi * x / 0.6) * exp(y)",
    });
    expect(mirrored.result.value).to.be.closeTo(value, 1e-12);
    expect(turned.result.value).to.be.closeTo(value, 1e-12);
  });

  it("follows its own dispersion relation to rounding", () => {
    const [nx, ny, c, lx, ly, dt, steps] = [24, 15, 1.3, 1.1, 0.8, 0.012, 200];
    const { result } = solve(wave, {
      c,
      lx,
      ly,
      nx,
      ny,
      dt,
      t_end: steps * dt,
      velocity: 0,
      probe: [(11 * lx) / nx, (4 * ly) / ny],
      initial: `sin(5 * pi * x / ${lx}) * sin(3 * pi * y / ${ly})`,
    });
    const s =
      c *
      dt *
      Math.hypot(
        (Math.sin((5 * Math.PI) / (2 * nx)) * nx) / lx,
        (Math.sin((3 * Math.PI) / (2 * ny)) * ny) / ly,
      );
    const grid =
      Math.sin((5 * Math.PI * 11) / nx) *
      Math.sin((3 * Math.PI * 4) / ny) *
      Math.cos(2 * steps * Math.asin(s));
    expect(result.value).to.be.closeTo(grid, 1e-11);
    expect(result.invariants[0]!.driftPct).to.be.below(1e-10);
  });

  it("keeps its energy to rounding, and a recomputation from the state agrees", () => {
    const { result } = solve(wave, { ...DRUM, nx: 18, ny: 12, steps: 64 });
    expect(result.invariants[0]!.driftPct).to.be.below(1e-9);
    const [u, before] = ["u", "before"].map((name) => {
      const text = result.state![name];
      const bytes = Buffer.from(typeof text === "string" ? text : "", "base64");
      return (j: number, i: number): number => bytes.readDoubleBE(8 * (j * 19 + i));
    });
    const [hx, hy, dt] = [0.9 / 18, 0.6 / 12, 0.83 / 64];
    let energy = 0;
    for (let j = 0; j <= 12; j += 1) {
      for (let i = 0; i <= 18; i += 1) {
        const rate = (u!(j, i) - before!(j, i)) / dt;
        energy += 0.5 * rate * rate;
        if (i < 18)
          energy +=
            (0.5 * 1.7 * 1.7 * (u!(j, i + 1) - u!(j, i)) * (before!(j, i + 1) - before!(j, i))) /
            (hx * hx);
        if (j < 12)
          energy +=
            (0.5 * 1.7 * 1.7 * (u!(j + 1, i) - u!(j, i)) * (before!(j + 1, i) - before!(j, i))) /
            (hy * hy);
      }
    }
    expect(energy * hx * hy).to.be.closeTo(result.outputs["energy"]!.value, 1e-12);
  });

  it("has second order", () => {
    const exact = Math.cos(Math.PI * Math.SQRT2 * 0.9) * 0.5;
    const errors = [16, 32, 64].map(
      (n) =>
        solve(wave, {
          c: 1,
          lx: 1,
          ly: 1,
          nx: n,
          ny: n,
          steps: 2 * n,
          velocity: 0,
          t_end: 0.9,
          initial: "sin(pi*x)*sin(pi*y)",
          probe: [0.25, 0.25],
        }).result.value - exact,
    );
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.6, 2.4);
  });

  it("admits the Courant limit itself and refuses what is just past it", () => {
    const at = (dt: number): Body => ({
      c: 1,
      lx: 1,
      ly: 1,
      nx: 10,
      ny: 10,
      dt,
      t_end: 50 * dt,
      velocity: 0,
      initial: "sin(pi*x)*sin(pi*y)",
    });
    const limit = 0.1 / Math.SQRT2;
    expect(Math.abs(solve(wave, at(limit)).result.value)).to.be.below(1.1);
    const { members } = refusalOf(wave, at(limit * 1.00001));
    expect(members["reason"]).to.equal("UNSTABLE_STEP");
    expect(members["reached"]).to.be.above(Number(members["bound"]));
    expect(members).to.not.have.property("value");
    expect(members["dt_max"]).to.be.closeTo(limit, 1e-15);
  });

  const continued: readonly Body[] = [
    { ...DRUM, nx: 17, ny: 11, dt: 0.02 },
    {
      c: 2,
      length: 3,
      dim: 1,
      nx: 40,
      dt: 0.03,
      edges: "periodic",
      initial: "sin(2 * pi * x / 3)",
      velocity: "cos(4 * pi * x / 3)",
      probe: 1,
    },
    {
      mode: "maxwell",
      eps_r: "1 + x",
      length: 2,
      nx: 50,
      dt: 1e-10,
      source: { amplitude: 1, center: 0.6, width: 0.1 },
      probe: 1.1,
    },
  ];
  for (const body of continued) {
    it(`two half runs are one whole run, bit for bit: ${JSON.stringify(body).slice(0, 40)}`, () => {
      const dt = Number(body["dt"]);
      const whole = solve(wave, { ...body, t_end: 40 * dt }).result;
      const half = solve(wave, { ...body, t_end: 15 * dt }).result;
      const { initial: _i, source: _s, velocity: _v, ...rest } = body;
      const second = solve(wave, { ...rest, t_end: 25 * dt, initialState: half.state! }).result;
      expect(second.value).to.equal(whole.value);
      const { t: ta, ...a } = whole.state!;
      const { t: tb, ...b } = second.state!;
      expect(a).to.deep.equal(b);
      expect(Number(ta)).to.be.closeTo(Number(tb), 1e-12 * Number(ta));
    });
  }

  it("states errors that cover the truth", () => {
    let seed = 777;
    const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    let covered = 0;
    for (let n = 0; n < 40; n += 1) {
      const [a, b, m, t] = [
        0.3 + random(),
        0.3 + random(),
        1 + Math.floor(3 * random()),
        0.2 + random(),
      ];
      const [x, y] = [a * random(), b * random()];
      const cells = 16 + Math.floor(20 * random());
      const { gate, result } = solve(wave, {
        c: 1,
        lx: a,
        ly: b,
        t_end: t,
        velocity: 0,
        probe: [x, y],
        nx: cells,
        ny: cells,
        initial: `sin(${m} * pi * x / ${a}) * sin(pi * y / ${b})`,
      });
      const exact =
        Math.sin((m * Math.PI * x) / a) *
        Math.sin((Math.PI * y) / b) *
        Math.cos(Math.PI * t * Math.hypot(m / a, 1 / b));
      if (
        Math.abs(result.value - exact) <=
        2 * gate.error * Math.max(Math.abs(result.value), gate.scale)
      )
        covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("states errors that cover the truth between nodes, where levels are extrapolated", () => {
    // Standing waves: A sin(n pi x/L) cos(n pi c t/L) + B L/(m pi c) sin(m pi x/L) sin(m pi c t/L).
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const covered = fc.property(
      fc.record({
        c: number(0.5, 400),
        length: number(0.3, 3),
        crossings: number(0.05, 2.5),
        share: number(0.01, 0.99),
        n: fc.integer({ min: 1, max: 4 }),
        m: fc.integer({ min: 1, max: 4 }),
        // Heights far below a double's last digit of 1 are another subject.
        a: number(0.01, 2),
        b: number(-2, -0.01),
      }),
      ({ a, b, c, crossings, length, m, n, share }) => {
        const [x, t] = [share * length, (crossings * length) / c];
        const { error, value } = solve(wave, {
          dim: 1,
          c,
          length,
          initial: `${a} * sin(${n} * pi * x / ${length})`,
          velocity: `${b} * sin(${m} * pi * x / ${length})`,
          t_end: t,
          probe: x,
        }).result;
        const [k, q] = [(n * Math.PI) / length, (m * Math.PI) / length];
        const truth =
          a * Math.sin(k * x) * Math.cos(k * c * t) +
          (b / (q * c)) * Math.sin(q * x) * Math.sin(q * c * t);
        const uncertainty = error.relative * Math.max(Math.abs(value), error.scale);
        expect(Math.abs(value - truth)).to.be.at.most(3 * uncertainty + 1e-13);
      },
    );
    fc.assert(covered, {
      numRuns: 60,
      // Its probe stood near the middle between two nodes of the finest level: it was off by 4 u.
      examples: [
        [
          {
            c: 104.9894,
            length: 1.7063,
            crossings: 0.14515772,
            share: 0.26750278,
            n: 3,
            m: 3,
            a: -0.1996,
            b: -1.9115,
          },
        ],
      ],
    });
  });

  it("light: what is reflected and transmitted is all there was, whichever way the glass is met", () => {
    const through = (layers: readonly [number, number], quantity: string): number =>
      solve(wave, {
        mode: "maxwell",
        length: 2.6,
        t_end: 2e-8,
        quantity,
        source: { amplitude: 3, center: 0.6, width: 0.09 },
        eps_r: [
          { to: 1.3, eps_r: layers[0] },
          { to: 2.6, eps_r: layers[1] },
        ],
      }).result.value;
    const r = through([1.3, 3.7], "reflection");
    expect(r + through([1.3, 3.7], "transmission")).to.be.closeTo(1, 1e-4);
    expect(through([3.7, 1.3], "reflection")).to.be.closeTo(r, 1e-4);
    expect(r).to.be.closeTo(
      ((Math.sqrt(3.7) - Math.sqrt(1.3)) / (Math.sqrt(3.7) + Math.sqrt(1.3))) ** 2,
      1e-4,
    );
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(refusalOf(wave, { c: 1, lx: 1, ly: 1, initial: 0, t_end: 1 }).code).to.equal(
      "INSUFFICIENT_INPUTS",
    );
    expect(
      missingOf(wave, {
        c: 1,
        lx: 1,
        ly: 1,
        initial: 0,
        velocity: 0,
        t_end: 1,
        mode: "maxwell",
        length: 1,
      }),
    ).to.equal("eps_r");
    expect(refusalOf(wave, { ...DRUM, probe: [1, 0.1] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, edges: "open" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, lx: 0 }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(wave, { ...DRUM, nx: 100_000, ny: 100_000, dt: 1e-9 }).members["reason"],
    ).to.equal("TOO_LARGE");
    expect(
      refusalOf(wave, {
        mode: "maxwell",
        eps_r: 1,
        length: 1,
        t_end: 1e-9,
        quantity: "reflection",
        source: { amplitude: 1, center: 0.5, width: 0.1 },
      }).code,
    ).to.equal("DID_NOT_CONVERGE");
    expect(
      refusalOf(wave, {
        mode: "maxwell",
        eps_r: "x - 0.5",
        length: 1,
        t_end: 1e-9,
        initial: "sin(pi*x)",
      }).code,
    ).to.equal("INVALID_BODY");
  });
});
