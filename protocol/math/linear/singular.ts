/**
 * A matrix that has no factors in double precision: a pivot is zero or no finite number, or the
 * eigenvalues do not settle because an entry is none.
 */
export class SingularMatrix extends RangeError {
  override readonly name = "SingularMatrix";
}
