// Shallow water on a staggered (C) grid, rows of nx + 1: one sweep a Runge-Kutta stage, two places at a time. Lane 0 sums the
// first, third, ... cell of a row, lane 1 the others; the twin in climate/cgrid.ts does the same.

/** Depth, and gravity's and motion's part of the energy of a mass, of one row of cells. */
function heads(
  eta: usize, u: usize, v: usize, depth: usize, h: usize, head: usize, w: usize, count: i32, g: f64,
): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  const quarter = f64x2.splat(0.25);
  for (let at: usize = 0; at < end; at += 16) {
    const e = v128.load(eta + at);
    const a = v128.load(u + at);
    const b = v128.load(u + at + 8);
    const c = v128.load(v + at);
    const d = v128.load(v + at + w);
    v128.store(h + at, f64x2.add(v128.load(depth + at), e));
    const squares = f64x2.add(f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)), f64x2.add(f64x2.mul(c, c), f64x2.mul(d, d)));
    v128.store(head + at, f64x2.add(f64x2.mul(f64x2.splat(g), e), f64x2.mul(quarter, squares)));
  }
  if ((count & 1) == 0) return;
  const e = load<f64>(eta + end);
  const a = load<f64>(u + end);
  const b = load<f64>(u + end + 8);
  const c = load<f64>(v + end);
  const d = load<f64>(v + end + w);
  store<f64>(h + end, load<f64>(depth + end) + e);
  store<f64>(head + end, g * e + 0.25 * ((a * a + b * b) + (c * c + d * d)));
}

/** Half a velocity times the depths on both sides of its face. */
function flux(velocity: usize, h: usize, before: usize, out: usize, count: i32): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  const half = f64x2.splat(0.5);
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(out + at, f64x2.mul(f64x2.mul(half, v128.load(velocity + at)), f64x2.add(v128.load(before + at), v128.load(h + at))));
  }
  if ((count & 1) == 0) return;
  store<f64>(out + end, 0.5 * load<f64>(velocity + end) * (load<f64>(before + end) + load<f64>(h + end)));
}

/** Potential vorticity at corners times the fluxes through them. @param f its planetary part */
function turning(
  u: usize, v: usize, h: usize, fluxU: usize, fluxV: usize, across: usize, along: usize, w: usize, count: i32, f: f64, rx: f64, ry: f64,
): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  const two = f64x2.splat(2);
  for (let at: usize = 0; at < end; at += 16) {
    const curl = f64x2.sub(f64x2.mul(f64x2.splat(rx), f64x2.sub(v128.load(v + at), v128.load(v + at - 8))),
      f64x2.mul(f64x2.splat(ry), f64x2.sub(v128.load(u + at), v128.load(u + at - w))));
    const depths = f64x2.add(f64x2.add(v128.load(h + at), v128.load(h + at - 8)), f64x2.add(v128.load(h + at - w), v128.load(h + at - w - 8)));
    const q = f64x2.div(f64x2.mul(two, f64x2.add(f64x2.splat(f), curl)), depths);
    v128.store(across + at, f64x2.mul(q, f64x2.add(v128.load(fluxV + at), v128.load(fluxV + at - 8))));
    v128.store(along + at, f64x2.mul(q, f64x2.add(v128.load(fluxU + at), v128.load(fluxU + at - w))));
  }
  if ((count & 1) == 0) return;
  const curl = rx * (load<f64>(v + end) - load<f64>(v + end - 8)) - ry * (load<f64>(u + end) - load<f64>(u + end - w));
  const depths = (load<f64>(h + end) + load<f64>(h + end - 8)) + (load<f64>(h + end - w) + load<f64>(h + end - w - 8));
  const q = (2 * (f + curl)) / depths;
  store<f64>(across + end, q * (load<f64>(fluxV + end) + load<f64>(fluxV + end - 8)));
  store<f64>(along + end, q * (load<f64>(fluxU + end) + load<f64>(fluxU + end - w)));
}

/** Writes start + a rate, and adds b rate to a total. */
@inline
function goOn(start: usize, to: usize, total: usize, sum: usize, at: usize, a: v128, b: v128, rate: v128): void {
  const now = v128.load(start + at);
  const added = f64x2.add(v128.load(total + at), f64x2.mul(b, rate));
  v128.store(to + at, f64x2.add(now, f64x2.mul(a, rate)));
  v128.store(sum + at, added);
}

function goOnOne(start: usize, to: usize, total: usize, sum: usize, at: usize, a: f64, b: f64, rate: f64): void {
  const now = load<f64>(start + at);
  const added = load<f64>(total + at) + b * rate;
  store<f64>(to + at, now + a * rate);
  store<f64>(sum + at, added);
}

/** Elevation of one row of cells. */
function rise(
  fluxU: usize, fluxV: usize, start: usize, to: usize, total: usize, sum: usize, w: usize, count: i32, a: f64, b: f64, rx: f64, ry: f64,
): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  for (let at: usize = 0; at < end; at += 16) {
    goOn(start, to, total, sum, at, f64x2.splat(a), f64x2.splat(b),
      f64x2.add(f64x2.mul(f64x2.splat(rx), f64x2.sub(v128.load(fluxU + at), v128.load(fluxU + at + 8))),
        f64x2.mul(f64x2.splat(ry), f64x2.sub(v128.load(fluxV + at), v128.load(fluxV + at + w)))));
  }
  if ((count & 1) == 0) return;
  goOnOne(start, to, total, sum, end, a, b, rx * (load<f64>(fluxU + end) - load<f64>(fluxU + end + 8))
    + ry * (load<f64>(fluxV + end) - load<f64>(fluxV + end + w)));
}

/** Velocities of one row: half a turning at both corners, `sign` times, less the slope of the head by the place before. */
function push(
  turned: usize, corner: usize, head: usize, before: usize, start: usize, to: usize, total: usize, sum: usize, count: i32, a: f64,
  b: f64, sign: f64, r: f64,
): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  for (let at: usize = 0; at < end; at += 16) {
    goOn(start, to, total, sum, at, f64x2.splat(a), f64x2.splat(b),
      f64x2.add(f64x2.mul(f64x2.splat(sign), f64x2.add(v128.load(turned + at), v128.load(turned + at + corner))),
        f64x2.mul(f64x2.splat(r), f64x2.sub(v128.load(before + at), v128.load(head + at)))));
  }
  if ((count & 1) == 0) return;
  goOnOne(start, to, total, sum, end, a, b, sign * (load<f64>(turned + end) + load<f64>(turned + end + corner))
    + r * (load<f64>(before + end) - load<f64>(head + end)));
}

/**
 * One stage: rates at `state`, `now` + a rates into `to`, `total` + b rates into `sum`. A state is eta, u and v, one after
 * the other; `work` is depth, head, both fluxes and both turnings. All have rows for ny + 1.
 */
export function stage(
  state: usize, now: usize, to: usize, total: usize, sum: usize, depth: usize, work: usize, f: usize, nx: i32, ny: i32, size: i32,
  a: f64, b: f64, g: f64, rx: f64, ry: f64,
): void {
  const w: usize = (<usize>nx + 1) << 3;
  const apart: usize = <usize>size << 3;
  const u = state + apart;
  const v = u + apart;
  const head = work + apart;
  const fluxU = head + apart;
  const fluxV = fluxU + apart;
  const across = fluxV + apart;
  const along = across + apart;
  for (let j = 0; j <= ny; j++) {
    const row: usize = <usize>j * w;
    if (j < ny) {
      heads(state + row, u + row, v + row, depth + row, work + row, head + row, w, nx, g);
      flux(u + row + 8, work + row + 8, work + row, fluxU + row + 8, nx - 1);
    }
    if (j == 0) continue;
    if (j < ny) {
      flux(v + row, work + row, work + row - w, fluxV + row, nx);
      turning(u + row + 8, v + row + 8, work + row + 8, fluxU + row + 8, fluxV + row + 8, across + row + 8, along + row + 8, w, nx - 1,
        load<f64>(f + (<usize>j << 3)), rx, ry);
    }
    // What the row below needs of this one is there.
    const at = row - w;
    rise(fluxU + at, fluxV + at, now + at, to + at, total + at, sum + at, w, nx, a, b, rx, ry);
    const c = apart + at + 8;
    push(across + at + 8, w, head + at + 8, head + at, now + c, to + c, total + c, sum + c, nx - 1, a, b, 0.5, rx);
    if (j == 1) continue;
    const d: usize = apart + apart + at;
    push(along + at, 8, head + at, head + at - w, now + d, to + d, total + d, sum + d, nx, a, b, -0.5, ry);
  }
}

/** Volume, energy, least depth and fastest wave. @param out four numbers */
export function measures(state: usize, depth: usize, nx: i32, ny: i32, size: i32, g: f64, out: usize): void {
  const w: usize = (<usize>nx + 1) << 3;
  const end: usize = (<usize>(nx & ~1)) << 3;
  const apart: usize = <usize>size << 3;
  let volume: f64 = 0;
  let energy: f64 = 0;
  let least = f64x2.splat(Infinity);
  let fastest = f64x2.splat(0);
  const G = f64x2.splat(g);
  const half = f64x2.splat(0.5);
  for (let j = 0; j < ny; j++) {
    const eta = state + <usize>j * w;
    const u = eta + apart;
    const v = u + apart;
    const rest = depth + <usize>j * w;
    let volumes = f64x2.splat(0);
    let energies = f64x2.splat(0);
    for (let at: usize = 0; at < end; at += 16) {
      const e = v128.load(eta + at);
      const a = v128.load(u + at);
      const b = v128.load(u + at + 8);
      const c = v128.load(v + at);
      const d = v128.load(v + at + w);
      const h = f64x2.add(v128.load(rest + at), e);
      const squares = f64x2.mul(half,
        f64x2.add(f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)), f64x2.add(f64x2.mul(c, c), f64x2.mul(d, d))));
      volumes = f64x2.add(volumes, e);
      energies = f64x2.add(energies, f64x2.mul(half, f64x2.add(f64x2.mul(f64x2.mul(G, e), e), f64x2.mul(h, squares))));
      least = f64x2.min(least, h);
      fastest = f64x2.max(fastest, f64x2.add(f64x2.add(f64x2.abs(a), f64x2.abs(c)), f64x2.sqrt(f64x2.mul(G, f64x2.max(f64x2.splat(0), h)))));
    }
    if ((nx & 1) != 0) {
      const e = load<f64>(eta + end);
      const a = load<f64>(u + end);
      const b = load<f64>(u + end + 8);
      const c = load<f64>(v + end);
      const d = load<f64>(v + end + w);
      const h = load<f64>(rest + end) + e;
      const squares = 0.5 * ((a * a + b * b) + (c * c + d * d));
      volumes = f64x2.replace_lane(volumes, 0, f64x2.extract_lane(volumes, 0) + e);
      energies = f64x2.replace_lane(energies, 0, f64x2.extract_lane(energies, 0) + 0.5 * (g * e * e + h * squares));
      least = f64x2.min(least, f64x2.splat(h));
      fastest = f64x2.max(fastest, f64x2.splat((abs<f64>(a) + abs<f64>(c)) + sqrt<f64>(g * max<f64>(0, h))));
    }
    volume += f64x2.extract_lane(volumes, 0) + f64x2.extract_lane(volumes, 1);
    energy += f64x2.extract_lane(energies, 0) + f64x2.extract_lane(energies, 1);
  }
  store<f64>(out, volume);
  store<f64>(out + 8, energy);
  store<f64>(out + 16, min<f64>(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1)));
  store<f64>(out + 24, max<f64>(f64x2.extract_lane(fastest, 0), f64x2.extract_lane(fastest, 1)));
}
