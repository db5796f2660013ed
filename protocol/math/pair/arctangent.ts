/** Angle of a point given as two double-doubles. */
import { addDD, divDD, low, mulD, mulDD } from "../double.js";
import { atan as bigAtan } from "../ball/elementary.js";
import { ZERO } from "../ball/ball.js";
import { HALF_PI, PI } from "./circular.js";
import { nearest, pairTable, polynomial, ratio, TABLE_BITS, tailOf } from "./core.js";
import { lazyTable } from "./lazyTable.js";

/** Relative error of the angles here: 2^-102 in 20,000 measured. */
export const ANGLE_ERROR = 2.01948391736579e-28; // 2^-92

/** atan z = z + z^3 (-1/3 + z^2/5 - ...). */
const TERMS = pairTable(8, (i) => ratio((i & 1) === 0 ? -1 : 1, 2 * i + 3));
const CELLS = 64;

/** atan(i/64). */
const angleTable = lazyTable(CELLS + 1, (i) =>
  i === 0 ? ZERO : bigAtan({ m: BigInt(i), e: -6, r: 0n }, TABLE_BITS),
);

/** atan(y/x) for 0 < y <= x, both pairs well inside the normal range, with relative accuracy. */
function lowerOctant(yh: number, yl: number, xh: number, xl: number): number {
  const table = angleTable();
  const i = nearest((yh / xh) * CELLS);
  const c = i / CELLS;
  let nh = yh;
  let nl = yl;
  let dh = xh;
  let dl = xl;
  if (i !== 0) {
    const ph = mulD(xh, xl, -c);
    nh = addDD(yh, yl, ph, low[0]!);
    nl = low[0]!;
    const qh = mulD(yh, yl, c);
    dh = addDD(xh, xl, qh, low[0]!);
    dl = low[0]!;
  }
  const zh = divDD(nh, nl, dh, dl);
  const zl = low[0]!;
  const sh = mulDD(zh, zl, zh, zl);
  const sl = low[0]!;
  let ph = polynomial(TERMS, 4, sh, sl, tailOf(TERMS, 4, 7, sh));
  ph = mulDD(ph, low[0]!, sh, sl);
  ph = mulDD(ph, low[0]!, zh, zl);
  ph = addDD(zh, zl, ph, low[0]!);
  return i === 0 ? ph : addDD(table[2 * i]!, table[2 * i + 1]!, ph, low[0]!);
}

/** Angle in (0, pi) of the point (x, y) with y > 0; x may have either sign but is not zero. */
export function anglePair(yh: number, yl: number, xh: number, xl: number): number {
  const negative = xh < 0;
  const ah = negative ? -xh : xh;
  const al = negative ? -xl : xl;
  let h: number;
  if (yh <= ah) h = lowerOctant(yh, yl, ah, al);
  else {
    h = lowerOctant(ah, al, yh, yl);
    h = addDD(HALF_PI[0]!, HALF_PI[1]!, -h, -low[0]!);
  }
  return negative ? addDD(PI[0]!, PI[1]!, -h, -low[0]!) : h;
}
