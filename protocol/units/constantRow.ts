/** A row of the table of constants, as its generating script writes it. */

/** d ln(constant) / d ln(source). */
export interface Sensitivity {
  readonly source: string;
  readonly sensitivity: number;
}

export interface ConstantRow {
  readonly symbol: string;
  readonly name: string;
  /** The double nearest to the tabulated decimal, or to the closed form when exact. SI. */
  readonly value: number;
  readonly unit: string;
  readonly exact: boolean;
  /** Standard uncertainty as tabulated, in `unit`. */
  readonly uncertainty: number;
  /** The decimal text as tabulated, or 40 digits of the closed form. */
  readonly digits: string;
  readonly sources: readonly Sensitivity[];
  readonly codata_name: string | null;
}
