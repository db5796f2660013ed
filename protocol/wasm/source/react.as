// One explicit step of two reacting species on padded rows, two points at a time. Lane 0 sums the first, third, ... point
// of each row, lane 1 the others; the twin in react/kinetics.ts does the same.

const OF_U: usize = 0;
const OF_V: usize = 8;
const OF_REACTION: usize = 16;
const LEAST: usize = 24;

/** @param sums u, v, reaction, least value of either; added to and lowered */
export function grayScott(
  u: usize, v: usize, nextU: usize, nextV: usize, nx: i32, ny: i32, keepU: f64, ru: f64, keepV: f64, rv: f64, gain: f64, dt: f64,
  sums: usize,
): void {
  const row: usize = (<usize>nx + 2) << 3;
  const pairs = nx >> 1;
  const kU = f64x2.splat(keepU);
  const rU = f64x2.splat(ru);
  const kV = f64x2.splat(keepV);
  const rV = f64x2.splat(rv);
  const g = f64x2.splat(gain);
  const t = f64x2.splat(dt);
  let least = f64x2.splat(load<f64>(sums, LEAST));
  let sumU = load<f64>(sums, OF_U);
  let sumV = load<f64>(sums, OF_V);
  for (let j = 1; j <= ny; j++) {
    let at: usize = <usize>j * row + 8;
    let totalU = f64x2.splat(0);
    let totalV = f64x2.splat(0);
    for (let i = 0; i < pairs; i++) {
      const a = v128.load(u + at);
      const b = v128.load(v + at);
      const react = f64x2.mul(f64x2.mul(t, a), f64x2.mul(b, b));
      const aroundU = f64x2.add(f64x2.add(v128.load(u + at - 8), v128.load(u + at + 8)),
        f64x2.add(v128.load(u + at - row), v128.load(u + at + row)));
      const aroundV = f64x2.add(f64x2.add(v128.load(v + at - 8), v128.load(v + at + 8)),
        f64x2.add(v128.load(v + at - row), v128.load(v + at + row)));
      const nu = f64x2.add(f64x2.add(f64x2.mul(kU, a), f64x2.mul(rU, aroundU)), f64x2.sub(g, react));
      const nv = f64x2.add(f64x2.add(f64x2.mul(kV, b), f64x2.mul(rV, aroundV)), react);
      v128.store(nextU + at, nu);
      v128.store(nextV + at, nv);
      totalU = f64x2.add(totalU, nu);
      totalV = f64x2.add(totalV, nv);
      least = f64x2.pmin(f64x2.pmin(least, nu), nv);
      at += 16;
    }
    if ((nx & 1) != 0) {
      const a = load<f64>(u + at);
      const b = load<f64>(v + at);
      const react = dt * a * (b * b);
      const nu = keepU * a + ru * ((load<f64>(u + at - 8) + load<f64>(u + at + 8)) + (load<f64>(u + at - row) + load<f64>(u + at + row)))
        + (gain - react);
      const nv = keepV * b + rv * ((load<f64>(v + at - 8) + load<f64>(v + at + 8)) + (load<f64>(v + at - row) + load<f64>(v + at + row)))
        + react;
      store<f64>(nextU + at, nu);
      store<f64>(nextV + at, nv);
      totalU = f64x2.replace_lane(totalU, 0, f64x2.extract_lane(totalU, 0) + nu);
      totalV = f64x2.replace_lane(totalV, 0, f64x2.extract_lane(totalV, 0) + nv);
      least = f64x2.pmin(f64x2.pmin(least, f64x2.splat(nu)), f64x2.splat(nv));
    }
    sumU += f64x2.extract_lane(totalU, 0) + f64x2.extract_lane(totalU, 1);
    sumV += f64x2.extract_lane(totalV, 0) + f64x2.extract_lane(totalV, 1);
  }
  const even = f64x2.extract_lane(least, 0);
  const odd = f64x2.extract_lane(least, 1);
  store<f64>(sums, odd < even ? odd : even, LEAST);
  store<f64>(sums, sumU, OF_U);
  store<f64>(sums, sumV, OF_V);
}

/** Nagumo's equation and FitzHugh and Nagumo's. @param sums u, v, reaction, least u; added to and lowered */
export function excitable(
  u: usize, v: usize, nextU: usize, nextV: usize, nx: i32, ny: i32, ru: f64, rv: f64, outU: f64, outV: f64, dt: f64, recover: f64,
  a: f64, rate: f64, gamma: f64, sums: usize,
): void {
  const row: usize = (<usize>nx + 2) << 3;
  const pairs = nx >> 1;
  let least = f64x2.splat(load<f64>(sums, LEAST));
  let sumU = load<f64>(sums, OF_U);
  let sumV = load<f64>(sums, OF_V);
  let sumR = load<f64>(sums, OF_REACTION);
  for (let j = 1; j <= ny; j++) {
    let at: usize = <usize>j * row + 8;
    let totalU = f64x2.splat(0);
    let totalV = f64x2.splat(0);
    let reaction = f64x2.splat(0);
    for (let i = 0; i < pairs; i++) {
      const x = v128.load(u + at);
      const y = v128.load(v + at);
      const cubic = f64x2.mul(f64x2.mul(x, f64x2.sub(f64x2.splat(1), x)), f64x2.sub(x, f64x2.splat(a)));
      const react = f64x2.sub(f64x2.mul(f64x2.splat(rate), cubic), y);
      const aroundU = f64x2.add(f64x2.add(v128.load(u + at - 8), v128.load(u + at + 8)),
        f64x2.add(v128.load(u + at - row), v128.load(u + at + row)));
      const aroundV = f64x2.add(f64x2.add(v128.load(v + at - 8), v128.load(v + at + 8)),
        f64x2.add(v128.load(v + at - row), v128.load(v + at + row)));
      const spreadU = f64x2.sub(f64x2.mul(f64x2.splat(ru), aroundU), f64x2.mul(f64x2.splat(outU), x));
      const spreadV = f64x2.sub(f64x2.mul(f64x2.splat(rv), aroundV), f64x2.mul(f64x2.splat(outV), y));
      const nu = f64x2.add(f64x2.add(x, spreadU), f64x2.mul(f64x2.splat(dt), react));
      const nv = f64x2.add(f64x2.add(y, spreadV),
        f64x2.mul(f64x2.splat(recover), f64x2.sub(x, f64x2.mul(f64x2.splat(gamma), y))));
      v128.store(nextU + at, nu);
      v128.store(nextV + at, nv);
      totalU = f64x2.add(totalU, nu);
      totalV = f64x2.add(totalV, nv);
      reaction = f64x2.add(reaction, react);
      least = f64x2.pmin(least, nu);
      at += 16;
    }
    if ((nx & 1) != 0) {
      const x = load<f64>(u + at);
      const y = load<f64>(v + at);
      const react = rate * (x * (1 - x) * (x - a)) - y;
      const aroundU = (load<f64>(u + at - 8) + load<f64>(u + at + 8)) + (load<f64>(u + at - row) + load<f64>(u + at + row));
      const aroundV = (load<f64>(v + at - 8) + load<f64>(v + at + 8)) + (load<f64>(v + at - row) + load<f64>(v + at + row));
      const nu = x + (ru * aroundU - outU * x) + dt * react;
      const nv = y + (rv * aroundV - outV * y) + recover * (x - gamma * y);
      store<f64>(nextU + at, nu);
      store<f64>(nextV + at, nv);
      totalU = f64x2.replace_lane(totalU, 0, f64x2.extract_lane(totalU, 0) + nu);
      totalV = f64x2.replace_lane(totalV, 0, f64x2.extract_lane(totalV, 0) + nv);
      reaction = f64x2.replace_lane(reaction, 0, f64x2.extract_lane(reaction, 0) + react);
      least = f64x2.pmin(least, f64x2.splat(nu));
    }
    sumU += f64x2.extract_lane(totalU, 0) + f64x2.extract_lane(totalU, 1);
    sumV += f64x2.extract_lane(totalV, 0) + f64x2.extract_lane(totalV, 1);
    sumR += f64x2.extract_lane(reaction, 0) + f64x2.extract_lane(reaction, 1);
  }
  const even = f64x2.extract_lane(least, 0);
  const odd = f64x2.extract_lane(least, 1);
  store<f64>(sums, odd < even ? odd : even, LEAST);
  store<f64>(sums, sumU, OF_U);
  store<f64>(sums, sumV, OF_V);
  store<f64>(sums, sumR, OF_REACTION);
}
