/** How people write in other programs what has a form of its own here. */

const INTEGRAL = "an integral is written int_0^1 x^2 dx";
const SUM = "a sum is written sum_{k=1}^{5} k";
const PRODUCT = "a product is written prod_{k=1}^{5} k";
const DERIVATIVE = "a derivative is written d(x^3)/dx";
const DETERMINANT = "matrices are written out: the determinant of two rows is a*d - b*c";
const SOLUTION = "an equation is solved as it stands: x^2 = 2";
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
  ["solve", SOLUTION],
  ["nsolve", SOLUTION],
  ["fsolve", SOLUTION],
  ["det", DETERMINANT],
  ["determinant", DETERMINANT],
  ["c", BINOMIAL],
  ["ncr", BINOMIAL],
  ["nck", BINOMIAL],
  ["comb", BINOMIAL],
]);

/** A sentence with a space before it; null for a name that stands for no form. */
export function formHere(name: string): string | null {
  const form = OTHER_FORMS.get(name.toLowerCase());
  return form === undefined ? null : ` Here ${form}.`;
}
