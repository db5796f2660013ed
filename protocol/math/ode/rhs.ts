/**
 * Right-hand side of y' = f(t, y). Writes f into `out`, which never aliases `y`; keeps neither of
 * them.
 */
export type Rhs = (t: number, y: Float64Array, out: Float64Array) => void;
