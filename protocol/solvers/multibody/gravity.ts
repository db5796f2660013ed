/** Newtonian gravity between point masses, and what it conserves. */

export interface Bodies {
  readonly n: number;
  readonly mass: Float64Array;
  readonly G: number;
}

/**
 * Accelerations at positions q (x, y, z of one body after another); pairs in the order of their
 * indices.
 */
export function accelerate({ G, mass, n }: Bodies, q: Float64Array, a: Float64Array): void {
  a.fill(0);
  for (let i = 0; i < n; i += 1) {
    const x = q[3 * i]!;
    const y = q[3 * i + 1]!;
    const z = q[3 * i + 2]!;
    const mi = G * mass[i]!;
    let ax = a[3 * i]!;
    let ay = a[3 * i + 1]!;
    let az = a[3 * i + 2]!;
    for (let j = i + 1; j < n; j += 1) {
      const at = 3 * j;
      const dx = q[at]! - x;
      const dy = q[at + 1]! - y;
      const dz = q[at + 2]! - z;
      const square = dx * dx + dy * dy + dz * dz;
      const cube = 1 / (square * Math.sqrt(square));
      const pull = G * mass[j]! * cube;
      const back = mi * cube;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
      a[at] = a[at]! - back * dx;
      a[at + 1] = a[at + 1]! - back * dy;
      a[at + 2] = a[at + 2]! - back * dz;
    }
    a[3 * i] = ax;
    a[3 * i + 1] = ay;
    a[3 * i + 2] = az;
  }
}

/** Kinetic energy in J, without and with the potential. */
export function energyOf(
  { G, mass, n }: Bodies,
  q: Float64Array,
  v: Float64Array,
): { readonly kinetic: number; readonly total: number } {
  let kinetic = 0;
  let potential = 0;
  for (let i = 0; i < n; i += 1) {
    const vx = v[3 * i]!;
    const vy = v[3 * i + 1]!;
    const vz = v[3 * i + 2]!;
    kinetic += (mass[i]! * (vx * vx + vy * vy + vz * vz)) / 2;
    let depth = 0;
    for (let j = i + 1; j < n; j += 1) {
      const dx = q[3 * j]! - q[3 * i]!;
      const dy = q[3 * j + 1]! - q[3 * i + 1]!;
      const dz = q[3 * j + 2]! - q[3 * i + 2]!;
      depth += mass[j]! / Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
    potential -= G * mass[i]! * depth;
  }
  return { kinetic, total: kinetic + potential };
}

/**
 * Momentum in kg m/s and angular momentum about the origin in kg m^2/s, three components each, and
 * their scales.
 */
export function momentaOf(
  { mass, n }: Bodies,
  q: Float64Array,
  v: Float64Array,
): {
  readonly linear: Float64Array;
  readonly angular: Float64Array;
  readonly linearScale: number;
  readonly angularScale: number;
} {
  const linear = new Float64Array(3);
  const angular = new Float64Array(3);
  let linearScale = 0;
  let angularScale = 0;
  for (let i = 0; i < n; i += 1) {
    const m = mass[i]!;
    const [x, y, z] = [q[3 * i]!, q[3 * i + 1]!, q[3 * i + 2]!];
    const [vx, vy, vz] = [v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!];
    linear[0]! += m * vx;
    linear[1]! += m * vy;
    linear[2]! += m * vz;
    angular[0]! += m * (y * vz - z * vy);
    angular[1]! += m * (z * vx - x * vz);
    angular[2]! += m * (x * vy - y * vx);
    const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
    linearScale += m * speed;
    angularScale += m * speed * Math.sqrt(x * x + y * y + z * z);
  }
  return { linear, angular, linearScale, angularScale };
}

/**
 * Distance of one body from the centre of mass, in m; of massless bodies alone, from the origin.
 */
export function distanceFromCentre({ mass, n }: Bodies, q: Float64Array, subject: number): number {
  let total = 0;
  for (let i = 0; i < n; i += 1) total += mass[i]!;
  let square = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    // Of differences, so that a far origin costs no digits.
    let offset = 0;
    const own = q[3 * subject + axis]!;
    for (let i = 0; i < n; i += 1) offset += mass[i]! * (own - q[3 * i + axis]!);
    const distance = total > 0 ? offset / total : own;
    square += distance * distance;
  }
  return Math.sqrt(square);
}
