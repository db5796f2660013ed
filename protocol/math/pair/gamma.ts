/** Gamma of a double-double through Stirling's series beyond 20, reached by multiplying up. */
import { addD, addDD, divDD, low, mulDD } from "../double.js";
import { fromInteger, divide } from "../ball/ball.js";
import { halfLnTwoPi } from "../ball/constants.js";
import { log as bigLog } from "../ball/elementary.js";
import { bernoulli } from "../ball/gamma.js";
import { logPair } from "./logarithm.js";
import { polynomial, TABLE_BITS, tailOf } from "./core.js";
import { lazyTable } from "./lazyTable.js";

/** From here 16 terms of Stirling's series leave less than 2^-110. */
export const STIRLING_MIN = 20;
const TERMS = 16;
const PAIRED_TERMS = 7;

/** ln(2 pi)/2. */
const constantTable = lazyTable(1, () => halfLnTwoPi(TABLE_BITS, bigLog));
/** B_2k / (2k (2k-1)) for k from 1. */
const stirlingTable = lazyTable(TERMS, (i) => {
  const { over, under } = bernoulli(i + 1);
  const factor = BigInt((2 * i + 2) * (2 * i + 1));
  return divide(fromInteger(over), fromInteger(under * factor), TABLE_BITS);
});

/** ln gamma(z) for z >= 20 as a pair; absolute error near 2^-102 times the result. */
function stirlingPair(zh: number, zl: number): number {
  const constants = constantTable();
  const stirlingTerms = stirlingTable();
  const ih = divDD(1, 0, zh, zl);
  const il = low[0]!;
  const wh = mulDD(ih, il, ih, il);
  const wl = low[0]!;
  let sh = polynomial(
    stirlingTerms,
    PAIRED_TERMS,
    wh,
    wl,
    tailOf(stirlingTerms, PAIRED_TERMS, TERMS - 1, wh),
  );
  sh = mulDD(sh, low[0]!, ih, il);
  sh = addDD(constants[0]!, constants[1]!, sh, low[0]!);
  const sl = low[0]!;
  const lh = logPair(zh, zl);
  const ll = low[0]!;
  const hh = addD(zh, zl, -0.5);
  let mh = mulDD(hh, low[0]!, lh, ll);
  mh = addDD(mh, low[0]!, -zh, -zl);
  return addDD(mh, low[0]!, sh, sl);
}

/**
 * x (x+1) ... up to below 20, a pair, left here by the last `lgammaRaised`; 1 when nothing was
 * multiplied.
 */
export const product = new Float64Array(2);

/**
 * ln gamma(x + n) with x + n >= 20 as a pair, and x (x+1) ... (x+n-1) in `product`; x = xh + xl >
 * 0.
 */
export function lgammaRaised(xh: number, xl: number): number {
  product[0] = 1;
  product[1] = 0;
  if (xh >= STIRLING_MIN) return stirlingPair(xh, xl);
  const steps = Math.ceil(STIRLING_MIN - xh);
  let ph = xh;
  let pl = xl;
  for (let i = 1; i < steps; i += 1) {
    const fh = addD(xh, xl, i);
    ph = mulDD(ph, pl, fh, low[0]!);
    pl = low[0]!;
  }
  product[0] = ph;
  product[1] = pl;
  const zh = addD(xh, xl, steps);
  return stirlingPair(zh, low[0]!);
}
