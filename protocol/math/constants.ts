/** Constants of the double format, and of the circle as the double nearest to each. */

/** From 1 to the next double, 2^-52. */
export const ULP = 2.220446049250313e-16;
/** Half an ulp, relative: no correctly rounded operation loses more. */
export const UNIT_ROUNDOFF = 1.1102230246251565e-16;
/** Dekker's, 2^27 + 1: a product with it splits a double into two halves. */
export const SPLITTER = 134_217_729;
export const TWO_32 = 4_294_967_296;
export const TWO_PI = 6.283185307179586;
export const PI = TWO_PI / 2;
