/**
 * Orbits over random potentials that jump and bend. They are linear in pieces, so that actions and
 * periods have closed forms; in a plane the pieces lie askew, beside a spring that returns with them.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { action } from "../../../../protocol/solvers/action/solver.js";
import { numericalUncertainty } from "../../../../protocol/solvers/gate.js";
import { SolverRefusal } from "../../../../protocol/solvers/refusal.js";
import { runs } from "../../../kit/runs.js";
import { refusalOf, solve } from "../motion.js";

/** A part of a potential of x: its words, its values, and where it jumps or bends. */
interface Term {
  readonly text: string;
  readonly at: (x: number) => number;
  readonly breaks: readonly number[];
}

const REACH = 40;
/** Each rounded once: a short orbit is longer or shorter by what a break is off. */
const every = (from: number, width: number): readonly number[] => {
  const before = Math.ceil(REACH / width);
  return Array.from({ length: 2 * before }, (_, i) => from + width * (i - before));
};
const grid = (low: number, high: number, steps: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: steps }).map((i) => low + ((high - low) * i) / steps);

const place = grid(-0.9, 0.9, 1_000);
const height = grid(-0.4, 0.4, 801).filter((h) => h !== 0);
const width = grid(0.02, 0.9, 501);

const TERMS: fc.Arbitrary<Term> = fc.tuple(place, height, width).chain(([c, h, w]) =>
  fc.constantFrom<Term>(
    { text: `${h}*max(0, x-(${c}))`, at: (x) => h * Math.max(0, x - c), breaks: [c] },
    { text: `${h}*min(x, ${c})`, at: (x) => h * Math.min(x, c), breaks: [c] },
    { text: `${h}*sign(x-(${c}))`, at: (x) => h * Math.sign(x - c), breaks: [c] },
    { text: `${h}*heaviside(x-(${c}))`, at: (x) => h * Number(x > c), breaks: [c] },
    {
      text: `${h}*floor((x-(${c}))/${w})*${w}`,
      at: (x) => h * w * Math.floor((x - c) / w),
      breaks: every(c, w),
    },
    {
      text: `${h}*ceil((x-(${c}))/${w})*${w}`,
      at: (x) => h * w * Math.ceil((x - c) / w),
      breaks: every(c, w),
    },
    {
      text: `${h}*mod(x-(${c}), ${w})`,
      at: (x) => h * (x - c - w * Math.floor((x - c) / w)),
      breaks: every(c, w),
    },
    {
      text: `${h}*(abs(1-abs(x-(${c}))/${w})+1-abs(x-(${c}))/${w})/2`,
      at: (x) => h * Math.max(0, 1 - Math.abs(x - c) / w),
      breaks: [c - w, c, c + w],
    },
    {
      text: `{${h} if ${c} <= x < ${c + w}; 0 otherwise}`,
      at: (x) => (x >= c && x < c + w ? h : 0),
      breaks: [c, c + w],
    },
    {
      text: `{${h}*x if x > ${c} and x < ${c + w}; ${h} otherwise}`,
      at: (x) => (x > c && x < c + w ? h * x : h),
      breaks: [c, c + w],
    },
  ),
);

/** A well of straight slopes with some of them in it, and a start at rest. */
const WELLS = fc.record({
  terms: fc.array(TERMS, { minLength: 1, maxLength: 3 }),
  k: grid(0.9, 4, 301),
  m: grid(0.5, 3, 301),
  start: grid(0.4, 1.6, 1_201),
  steps: fc.constantFrom(400, 1_500),
});

interface Line {
  readonly action: number;
  readonly period: number;
}

/** Energy at a jump below which a digit decides whether the orbit passes. */
const BRINK = 1e-9;

/** Once there and back between the places at which all of the energy is potential. */
function lineOf(well: Term, m: number, start: number): Line | null {
  const energy = well.at(start);
  const marks = well.breaks.filter((x) => x < start && x > -REACH).toSorted((a, b) => b - a);
  let [action, period, x] = [0, 0, start];
  for (const to of [...marks, -REACH]) {
    if (x - to < 1e-12) continue;
    // On a piece between two marks the potential is a straight line.
    const [near, far] = [x - (x - to) / 4, x - ((x - to) * 3) / 4];
    const slope = (well.at(near) - well.at(far)) / (near - far);
    const left = (at: number): number => energy - (well.at(near) + slope * (at - near));
    const has = x === start ? 0 : left(x);
    if (x === start ? slope <= 0 : Math.abs(has) < BRINK) return null;
    if (has < 0) return { action, period };
    const end = left(to) > 0 ? to : near - (energy - well.at(near)) / -slope;
    const [p0, p1] = [Math.sqrt(2 * m * has), Math.sqrt(2 * m * Math.max(0, left(end)))];
    // Twice INT p dx and twice m INT dx/p, where p^2 is a straight line.
    action += (4 * (x - end) * (p0 * p0 + p0 * p1 + p1 * p1)) / (3 * (p0 + p1));
    period += (4 * m * (x - end)) / (p0 + p1);
    if (end > to) return { action, period };
    x = to;
  }
  return null;
}

function wellOf(k: number, terms: readonly Term[]): Term {
  return {
    text: [`${k}*abs(x)`, ...terms.map(({ text }) => text)].join(" + "),
    at: (x) => terms.reduce((sum, { at }) => sum + at(x), k * Math.abs(x)),
    breaks: [0, ...terms.flatMap(({ breaks }) => breaks)],
  };
}

/** Over the uncertainty that is stated; null of what is refused. */
function ratioOf(body: Readonly<Record<string, unknown>>, expected: number): number | null {
  try {
    const { result } = solve(action, body);
    const stated = numericalUncertainty(result.error, result.value);
    return Math.abs(result.value - expected) / Math.max(stated, 1e-12 * expected);
  } catch (error) {
    if (error instanceof SolverRefusal && error.code !== "INVALID_BODY") return null;
    throw error;
  }
}

describe("solvers: orbits over jumps and bends", () => {
  const settings = (short: number, long: number) => ({
    numRuns: runs(short, long),
    endOnFailure: true,
  });

  it("have the action of their pieces, or are refused", () => {
    let [asked, answered] = [0, 0];
    fc.assert(
      fc.property(WELLS, ({ k, m, start, steps, terms }) => {
        const well = wellOf(k, terms);
        const line = lineOf(well, m, start);
        fc.pre(line !== null);
        const ratio = ratioOf(
          {
            system: "potential",
            potential: well.text.replaceAll(/\bx\b/g, "q1"),
            m,
            initial: { q: start, p: 0 },
            t_end: 1.5 * line.period,
            steps,
          },
          line.action,
        );
        asked += 1;
        if (ratio === null) return;
        answered += 1;
        expect(ratio).to.be.at.most(3);
      }),
      settings(30, 1_500),
    );
    expect(answered / asked).to.be.at.least(0.9);
  });

  it("are bent at walls that lie askew as light is at glass", () => {
    let [asked, answered] = [0, 0];
    fc.assert(
      fc.property(WELLS, grid(0.1, 1.5, 401), grid(0.2, 1.5, 301), (given, turn, wide) => {
        const { k, m, start, steps, terms } = given;
        const well = wellOf(k, terms);
        const line = lineOf(well, m, start);
        fc.pre(line !== null);
        // A spring across that returns with the line: both are back at rest after one period.
        const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
        const rate = (2 * Math.PI) / line.period;
        const x = `(${cos}*q1+${sin}*q2)`;
        const y = `(${cos}*q2-${sin}*q1)`;
        const ratio = ratioOf(
          {
            system: "potential",
            potential: `${well.text.replaceAll(/\bx\b/g, x)} + ${(m * rate * rate) / 2}*${y}^2`,
            m,
            initial: {
              q: [cos * start - sin * wide, sin * start + cos * wide],
              p: [0, 0],
            },
            t_end: 1.5 * line.period,
            steps,
          },
          line.action + Math.PI * m * rate * wide * wide,
        );
        asked += 1;
        if (ratio === null) return;
        answered += 1;
        expect(ratio).to.be.at.most(3);
      }),
      settings(20, 800),
    );
    expect(answered / asked).to.be.at.least(0.9);
  });

  it("go on from a state bit for bit", () => {
    const fixed = {
      system: "potential",
      potential: "q1^2 + 0.3*floor(3*q1) + max(0, q1-0.2)",
      m: 1.3,
      dt: 1 / 128,
    };
    const initial = { q: 0.9, p: 0.1 };
    const asked = { ...fixed, quantity: "energy_error" };
    const whole = solve(action, { ...fixed, initial, t_end: 6 }).result;
    const first = solve(action, { ...asked, initial, t_end: 2 }).result;
    const second = solve(action, { ...fixed, t_end: 4, initialState: first.state }).result;
    expect([second.value, second.state]).to.deep.equal([whole.value, whole.state]);
  });

  it("are refused with the place where a digit decides", () => {
    const asked = { system: "potential", m: 1, t_end: 10, steps: 1_000 };
    for (const [potential, initial, place, words] of [
      ["0.5*q1^2 + 0.5*heaviside(q1)", { q: -1, p: 0 }, [0], "neither passes nor turns"],
      ["0.5*q1^2 + 0.1*heaviside(q1-1)", { q: 1, p: 0 }, [1], "rests"],
      ["q1^2 + q2^2 + abs(q2)", { q: [1, 0], p: [0, 0] }, [1, 0], "rests"],
      [
        "q1^2 + q2^2 + 0.1*sign(q1) + 0.1*sign(q2)",
        { q: [1, 1], p: [-0.5, -0.5] },
        [0, 0],
        "two jumps",
      ],
    ] as const) {
      const { members, message } = refusalOf(action, { ...asked, potential, initial });
      expect(message).to.contain(words);
      const at = [members["at"]].flat();
      expect(at).to.have.length(place.length);
      for (const [i, x] of place.entries()) expect(at[i]).to.be.closeTo(x, 1e-5);
    }
  });
});
