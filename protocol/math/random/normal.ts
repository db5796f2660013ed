/**
 * Normal numbers by inversion of the distribution, so that one uniform number gives one normal
 * number and the order of a low-discrepancy sequence survives. Relative error about 1e-16.
 * Source: Wichura, Algorithm AS 241, Applied Statistics 37 (1988) 477, PPND16.
 */
import { log } from "../index.js";
import { erfc } from "../errorFunction.js";

const SQRT_HALF = Math.sqrt(0.5);

/** @param p in (0, 1). @returns z with P(Z <= z) = p; an infinity at the ends, NaN beyond them */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return central(q);
  const least = q < 0 ? p : 1 - p;
  if (!(least > 0))
    return least === 0 ? (q < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : Number.NaN;
  const r = Math.sqrt(-log(least));
  const z = r <= 5 ? middle(r - 1.6) : far(r - 5);
  return q < 0 ? -z : z;
}

function central(q: number): number {
  const r = 0.180625 - q * q;
  return (
    (q *
      (((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r +
        45921.95393154987) *
        r +
        13731.69376550946) *
        r +
        1971.5909503065513) *
        r +
        133.14166789178438) *
        r +
        3.3871328727963665)) /
    (((((((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r +
      21213.794301586597) *
      r +
      5394.196021424751) *
      r +
      687.1870074920579) *
      r +
      42.31333070160091) *
      r +
      1)
  );
}

function middle(r: number): number {
  return (
    (((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r +
      1.2704582524523684) *
      r +
      3.6478483247632045) *
      r +
      5.769497221460691) *
      r +
      4.630337846156546) *
      r +
      1.4234371107496835) /
    (((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r +
      0.14810397642748008) *
      r +
      0.6897673349851) *
      r +
      1.6763848301838038) *
      r +
      2.053191626637759) *
      r +
      1)
  );
}

function far(r: number): number {
  return (
    (((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r +
      0.026532189526576124) *
      r +
      0.29656057182850487) *
      r +
      1.7848265399172913) *
      r +
      5.463784911164114) *
      r +
      6.657904643501103) /
    (((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r +
      0.0007868691311456133) *
      r +
      0.014875361290850615) *
      r +
      0.1369298809227358) *
      r +
      0.599832206555888) *
      r +
      1)
  );
}

/** P(Z <= z), without loss in the lower tail. */
export function normalCdf(z: number): number {
  return erfc(-z * SQRT_HALF) / 2;
}
