/** Names our form where a function of another program is called. */
import { editDistance, nearest } from "../../search/nearest.js";
import { FUNCTION_SPELLINGS } from "../reading/functions.js";

const INTEGRAL = "an integral is written int_0^1 x^2 dx";
const SUM = "a sum is written sum_{k=1}^{5} k";
const PRODUCT = "a product is written prod_{k=1}^{5} k";
const DERIVATIVE = "a derivative is written d(x^3)/dx";
const DETERMINANT = "matrices are written out: the determinant of two rows is a*d - b*c";
const BINOMIAL = "a binomial coefficient is written binomial(5, 2)";
/** Names that other programs use, and how the same is written here. */
const OTHER_FORMS: ReadonlyMap<string, string> = new Map([
  ["int", INTEGRAL],
  ["integral", INTEGRAL],
  ["integrate", INTEGRAL],
  ["quad", INTEGRAL],
  ["nintegrate", INTEGRAL],
  ["sum", SUM],
  ["summation", SUM],
  ["nsum", SUM],
  ["prod", PRODUCT],
  ["product", PRODUCT],
  ["diff", DERIVATIVE],
  ["deriv", DERIVATIVE],
  ["derivative", DERIVATIVE],
  ["det", DETERMINANT],
  ["determinant", DETERMINANT],
  ["c", BINOMIAL],
  ["ncr", BINOMIAL],
  ["nck", BINOMIAL],
  ["comb", BINOMIAL],
]);
/** A name this share of its letters away from another is no misspelling of it. */
const ALIKE_SHARE = 1 / 3;

/** A sentence with a space before it, or nothing where nothing is near. */
export function functionHint(name: string): string {
  const form = OTHER_FORMS.get(name.toLowerCase());
  if (form !== undefined) return ` Here ${form}.`;
  const close = nearest(name, FUNCTION_SPELLINGS, 1)[0];
  if (close === undefined) return "";
  const distance = editDistance(name.toLowerCase(), close.toLowerCase());
  return distance > Math.max(1, name.length * ALIKE_SHARE)
    ? ""
    : ` The nearest function is ${close}.`;
}
