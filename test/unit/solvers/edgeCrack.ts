/**
 * An edge crack as the mechanics of the continuum has it, to hold lattices against.
 * Tension and bending: Tada, Paris and Irwin, The Stress Analysis of Cracks Handbook (1973), 2.10
 * and 2.13, good to half a percent up to 0.6 of the width. Grips that do not turn bend the sheet
 * back by what the crack's own compliance asks for: Marchand, Parks and Pelloux, Int. J. Fract. 31
 * (1986) 53.
 */
import { fracture } from "../../../protocol/solvers/fracture/solver.js";
import { solve } from "./motion.js";

export interface Shape {
  /** K / (sigma sqrt(pi a)). */
  readonly factor: number;
  /** Mean strain over stress and modulus. */
  readonly softer: number;
}

const tension = (x: number): number =>
  1.122 - 0.231 * x + 10.55 * x ** 2 - 21.71 * x ** 3 + 30.382 * x ** 4;
const bending = (x: number): number =>
  1.122 - 1.4 * x + 7.33 * x ** 2 - 13.08 * x ** 3 + 14 * x ** 4;

/** Integral over the length of the crack of x f g, by Simpson's rule. */
function both(f: (x: number) => number, g: (x: number) => number, end: number): number {
  const parts = 200;
  let sum = 0;
  for (let k = 0; k <= parts; k += 1) {
    const x = (end * k) / parts;
    sum += (k % parts === 0 ? 1 : k % 2 === 1 ? 4 : 2) * x * f(x) * g(x);
  }
  return (sum * end) / (3 * parts);
}

/** Of a crack of `part` of the width in a sheet `slender` times as high as wide. */
export function heldShape(part: number, slender: number): Shape {
  const turn = 6 * Math.PI;
  const held =
    (-turn * both(tension, bending, part)) / (slender + turn * both(bending, bending, part));
  return {
    factor: tension(part) + held * bending(part),
    softer:
      1 +
      ((2 * Math.PI) / slender) *
        (both(tension, tension, part) + held * both(tension, bending, part)),
  };
}

/** Of the same crack where the ends are free to turn. */
export function freeShape(part: number, slender: number): Shape {
  return {
    factor: tension(part),
    softer: 1 + ((2 * Math.PI) / slender) * both(tension, tension, part),
  };
}

export interface Cracked {
  readonly notch: number;
  readonly part: number;
  readonly slender: number;
  /** Strain of the first break, per strain that a bond bears. */
  readonly strain: number;
  /** Modulus of the sheet over that of the lattice: stress at a unit strain. */
  readonly stress: number;
  /** K / (sigma sqrt(pi a)) by the opening of the notch. */
  readonly opened: number;
}

const MODULUS = 2 / Math.sqrt(3);
const STRENGTH = 0.01;
const APPLIED = 1e-5;
/** Spacings behind the tip from where on the notch opens as a continuum does. */
const NEAR = 2;

/** A lattice of stiffness 1 with a straight notch; lengths in spacings. */
export function crackedSheet(nx: number, ny: number, notch: number): Cracked {
  const { result } = solve(fracture, {
    nx,
    ny,
    notch,
    break_strain: STRENGTH,
    strain: APPLIED,
    k: 1,
  });
  const [width, height] = [nx - 0.5, ((ny - 1) * Math.sqrt(3)) / 2];
  const stress = result.outputs["stress"]!.value / APPLIED;
  const uy = result.fields[0]!.data;
  const below = Math.floor((ny - 1) / 2);
  const opening: (readonly [number, number])[] = [];
  for (let i = 0; i < nx - 1; i += 1) {
    // Rows are shifted by half a spacing against each other: the upper one is taken between two of
    // its nodes.
    const x = i + 0.5 * (below % 2);
    const left = (below + 1) * nx + (below % 2 === 0 ? i - 1 : i);
    const behind = notch - x;
    if (behind > NEAR && behind < Math.max(6, notch / 2) && x > 0)
      opening.push([behind, 0.5 * (uy[left]! + uy[left + 1]!) - uy[below * nx + i]!]);
  }
  // Opening = (8 K / E) sqrt(r / (2 pi)) (1 + ...): Williams, J. Appl. Mech. 24 (1957) 109.
  const lead = ((leading(opening) / APPLIED) * (MODULUS * Math.sqrt(2 * Math.PI))) / 8;
  return {
    notch,
    part: notch / width,
    slender: height / width,
    strain: result.outputs["first_break_strain"]!.value / STRENGTH,
    stress: stress / MODULUS,
    opened: lead / (stress * Math.sqrt(Math.PI * notch)),
  };
}

/**
 * Of c1 r^(1/2) + c2 r^(3/2) + c3 r^(-1/2), which best fit in relative terms, the first; the last
 * is a tip a little off.
 */
function leading(points: readonly (readonly [number, number])[]): number {
  const powers = [-0.5, 1.5, 0.5];
  const rows = powers.map((p) =>
    [...powers, Number.NaN].map((q) =>
      points.reduce((sum, [r, d]) => sum + (r ** p / d) * (Number.isNaN(q) ? 1 : r ** q / d), 0),
    ),
  );
  for (let a = 0; a < 3; a += 1) {
    for (let b = a + 1; b < 3; b += 1) {
      const part = rows[b]![a]! / rows[a]![a]!;
      for (let c = a; c < 4; c += 1) rows[b]![c]! -= part * rows[a]![c]!;
    }
  }
  return rows[2]![3]! / rows[2]![2]!;
}

/** Slope of y over x by least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (k: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[k], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  return (
    points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0) /
    points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0)
  );
}

/**
 * Slope of the logarithm of the strain of the first break over that of the length, corrected for
 * sheet and grips by `shape`.
 */
export function slopeOfStrength(
  sheets: readonly Cracked[],
  shape: (part: number, slender: number) => Shape,
): number {
  return slopeOf(
    sheets.map(({ notch, part, slender, strain }) => {
      const { factor, softer } = shape(part, slender);
      return [Math.log(notch * (factor / softer) ** 2), Math.log(strain)];
    }),
  );
}
