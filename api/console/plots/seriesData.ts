/** What a plot of series shows. */
export interface SeriesLine {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
  /** Standard uncertainty of each value, shaded about the line. */
  readonly spreads?: readonly number[];
  /** Points alone, without a line between them. */
  readonly isPoints?: boolean;
}

export interface SeriesData {
  readonly x: { readonly name: string; readonly unit: string; readonly at: readonly number[] };
  readonly lines: readonly SeriesLine[];
}

/** Whether a log scale shows every value. */
export function canBeLog({ lines }: SeriesData): boolean {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  return values.length > 0 && values.every((value) => value > 0);
}
