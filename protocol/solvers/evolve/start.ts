/** Where atoms start: a face-centred cubic lattice, and velocities of a temperature. */
import { cospi, log, sinpi } from "../../math/index.js";
import { Philox } from "../../math/random/philox.js";

const BASIS = [
  [0, 0, 0],
  [0.5, 0.5, 0],
  [0.5, 0, 0.5],
  [0, 0.5, 0.5],
] as const;

/** n sites of the smallest lattice that has as many, spread evenly over it where it has more. */
export function lattice(n: number, edge: number): Float64Array {
  let cells = 1;
  while (4 * cells * cells * cells < n) cells += 1;
  const sites = 4 * cells * cells * cells;
  const a = edge / cells;
  const q = new Float64Array(3 * n);
  for (let i = 0; i < n; i += 1) {
    const site = Math.floor((i * sites) / n);
    const cell = Math.floor(site / 4);
    const place = [
      Math.floor(cell / (cells * cells)),
      Math.floor(cell / cells) % cells,
      cell % cells,
    ];
    for (let axis = 0; axis < 3; axis += 1)
      q[3 * i + axis] = (place[axis]! + BASIS[site % 4]![axis]! + 0.25) * a;
  }
  return q;
}

/**
 * Normal velocities without common motion, scaled so that 2 K/(3 (n - 1)) is exactly the
 * temperature.
 */
export function thermal(n: number, temperature: number, seed: number): Float64Array {
  const random = new Philox(seed);
  const v = new Float64Array(3 * n);
  // Box and Muller (1958), two at a time.
  for (let i = 0; i < v.length; i += 2) {
    const radius = Math.sqrt(-2 * log(random.uniform()));
    const turn = 2 * random.uniform();
    v[i] = radius * cospi(turn);
    if (i + 1 < v.length) v[i + 1] = radius * sinpi(turn);
  }
  for (let axis = 0; axis < 3; axis += 1) {
    let sum = 0;
    for (let i = 0; i < n; i += 1) sum += v[3 * i + axis]!;
    for (let i = 0; i < n; i += 1) v[3 * i + axis]! -= sum / n;
  }
  const scale = Math.sqrt(temperature / temperatureOf(v));
  return temperature === 0 ? v.fill(0) : v.map((value) => value * scale);
}

export function kineticOf(v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < v.length; i += 1) sum += v[i]! * v[i]!;
  return sum / 2;
}

/** Of n - 1 atoms: the common motion is no heat. */
export function temperatureOf(v: Float64Array): number {
  return v.length > 3 ? (2 * kineticOf(v)) / (v.length - 3) : 0;
}
