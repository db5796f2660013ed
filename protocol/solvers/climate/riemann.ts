/**
 * Shallow water along one line over a bed: limited slopes of surface and speed, hydrostatic
 * reconstruction so that a lake stays at rest, Riemann fluxes of Harten, Lax and van Leer with the
 * speeds of wet and dry beds, Heun's steps.
 * Sources: Audusse et al., SIAM J. Sci. Comput. 25 (2004) 2050; Toro, Shock-Capturing Methods for
 * Free-Surface Flows (2001).
 */

/** Depth, in parts of the greatest at the start, below which water has no speed of its own. */
const DRY = 1e-10;

function limited(a: number, b: number): number {
  if (a * b <= 0) return 0;
  // Van Leer's harmonic mean: smooth extrema aside, second order without new ones.
  return (2 * a * b) / (a + b);
}

export class DamFlow {
  readonly n: number;
  readonly h: Float64Array;
  readonly q: Float64Array;
  readonly bed: Float64Array;
  readonly #g: number;
  readonly #dx: number;
  readonly #dry: number;
  readonly #slopeH: Float64Array;
  readonly #slopeS: Float64Array;
  readonly #slopeU: Float64Array;
  readonly #speed: Float64Array;
  readonly #massFlux: Float64Array;
  readonly #fluxLeft: Float64Array;
  readonly #fluxRight: Float64Array;
  readonly #h0: Float64Array;
  readonly #q0: Float64Array;

  constructor(
    h: Float64Array,
    q: Float64Array,
    bed: Float64Array,
    g: number,
    dx: number,
    deepest: number,
  ) {
    const { length: n } = h;
    this.n = n;
    this.h = h;
    this.q = q;
    this.bed = bed;
    this.#g = g;
    this.#dx = dx;
    this.#dry = DRY * deepest;
    const make = (): Float64Array => new Float64Array(n + 1);
    this.#slopeH = make();
    this.#slopeS = make();
    this.#slopeU = make();
    this.#speed = make();
    this.#massFlux = make();
    this.#fluxLeft = make();
    this.#fluxRight = make();
    this.#h0 = make();
    this.#q0 = make();
  }

  /** Largest |u| + sqrt(g h). */
  fastest(): number {
    let most = 0;
    for (let i = 0; i < this.n; i += 1) {
      const h = this.h[i]!;
      const speed =
        (h > this.#dry ? Math.abs(this.q[i]! / h) : 0) + Math.sqrt(this.#g * Math.max(0, h));
      if (!(speed <= most)) most = speed;
    }
    return most;
  }

  /** Heun's step: the mean of the old state and of two Euler steps. */
  step(dt: number): void {
    const { h, n, q } = this;
    const h0 = this.#h0;
    const q0 = this.#q0;
    h0.set(h);
    q0.set(q);
    this.#euler(dt);
    this.#euler(dt);
    for (let i = 0; i < n; i += 1) {
      h[i] = 0.5 * (h0[i]! + h[i]!);
      q[i] = 0.5 * (q0[i]! + q[i]!);
    }
  }

  #euler(dt: number): void {
    const { bed, h, n, q } = this;
    const dx = this.#dx;
    const fluxLeft = this.#fluxLeft;
    const fluxRight = this.#fluxRight;
    const g = this.#g;
    const massFlux = this.#massFlux;
    const slopeH = this.#slopeH;
    const slopeS = this.#slopeS;
    this.#slopes();
    for (let i = 0; i <= n; i += 1) this.#face(i);
    const ratio = dt / dx;
    for (let i = 0; i < n; i += 1) {
      const [hw, he] = [h[i]! - slopeH[i]! / 2, h[i]! + slopeH[i]! / 2];
      const [bw, be] = [
        bed[i]! + (slopeS[i]! - slopeH[i]!) / -2,
        bed[i]! + (slopeS[i]! - slopeH[i]!) / 2,
      ];
      const centred = (g * (hw + he) * (be - bw)) / 2;
      h[i] = h[i]! - ratio * (massFlux[i + 1]! - massFlux[i]!);
      q[i] = q[i]! - ratio * (fluxLeft[i + 1]! - fluxRight[i]! + centred);
    }
  }

  #slopes(): void {
    const { bed, h, n, q } = this;
    const dry = this.#dry;
    const slopeH = this.#slopeH;
    const slopeS = this.#slopeS;
    const slopeU = this.#slopeU;
    const speed = this.#speed;
    for (let i = 0; i < n; i += 1) speed[i] = h[i]! > dry ? q[i]! / h[i]! : 0;
    for (let i = 0; i < n; i += 1) {
      const [w, e] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)];
      slopeH[i] = limited(h[i]! - h[w]!, h[e]! - h[i]!);
      slopeS[i] = limited(h[i]! + bed[i]! - h[w]! - bed[w]!, h[e]! + bed[e]! - h[i]! - bed[i]!);
      slopeU[i] = limited(speed[i]! - speed[w]!, speed[e]! - speed[i]!);
    }
  }

  /**
   * Face i between cells i - 1 and i; the line ends in cells that mirror nothing and hold still.
   */
  #face(i: number): void {
    const { bed, h, n } = this;
    const fluxLeft = this.#fluxLeft;
    const fluxRight = this.#fluxRight;
    const g = this.#g;
    const massFlux = this.#massFlux;
    const slopeH = this.#slopeH;
    const slopeS = this.#slopeS;
    const slopeU = this.#slopeU;
    const speed = this.#speed;
    const [l, r] = [Math.max(0, i - 1), Math.min(n - 1, i)];
    const [sl, sr] = [i === 0 ? -1 : 1, i === n ? -1 : 1];
    const hl = h[l]! + (sl * slopeH[l]!) / 2;
    const hr = h[r]! - (sr * slopeH[r]!) / 2;
    const bl = bed[l]! + (sl * (slopeS[l]! - slopeH[l]!)) / 2;
    const br = bed[r]! - (sr * (slopeS[r]! - slopeH[r]!)) / 2;
    const top = Math.max(bl, br);
    const a = Math.max(0, hl + bl - top);
    const b = Math.max(0, hr + br - top);
    const [ul, ur] = [speed[l]! + (sl * slopeU[l]!) / 2, speed[r]! - (sr * slopeU[r]!) / 2];
    const { mass, momentum } = this.#riemann(a, ul, b, ur);
    massFlux[i] = mass;
    fluxLeft[i] = momentum + (g * (hl * hl - a * a)) / 2;
    fluxRight[i] = momentum + (g * (hr * hr - b * b)) / 2;
  }

  #riemann(
    hl: number,
    ul: number,
    hr: number,
    ur: number,
  ): { readonly mass: number; readonly momentum: number } {
    const dry = this.#dry;
    const g = this.#g;
    if (hl <= dry && hr <= dry) return { mass: 0, momentum: 0 };
    const [cl, cr] = [Math.sqrt(g * hl), Math.sqrt(g * hr)];
    const um = (ul + ur) / 2 + cl - cr;
    const cm = Math.abs((cl + cr) / 2 + (ul - ur) / 4);
    const left = hl <= dry ? ur - 2 * cr : hr <= dry ? ul - cl : Math.min(ul - cl, um - cm);
    const right = hr <= dry ? ul + 2 * cl : hl <= dry ? ur + cr : Math.max(ur + cr, um + cm);
    const [ql, qr] = [hl * ul, hr * ur];
    const [fl, fr] = [ql * ul + (g * hl * hl) / 2, qr * ur + (g * hr * hr) / 2];
    if (left >= 0) return { mass: ql, momentum: fl };
    if (right <= 0) return { mass: qr, momentum: fr };
    const span = right - left;
    return {
      mass: (right * ql - left * qr + left * right * (hr - hl)) / span,
      momentum: (right * fl - left * fr + left * right * (qr - ql)) / span,
    };
  }
}
