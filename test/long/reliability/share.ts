/**
 * `RELIABILITY_SHARE=0.1` runs a tenth of the rounds, or of the time, of each long form: for a
 * machine that others use too. Left out, everything runs.
 */
const SHARE = Number(process.env["RELIABILITY_SHARE"] ?? "1");

/** @param full what the figures of the long form ask for */
export function shareOf(full: number): number {
  if (!(SHARE > 0 && SHARE <= 1))
    throw new RangeError("RELIABILITY_SHARE is above 0 and at most 1");
  return Math.ceil(full * SHARE);
}

export function print(figures: object): void {
  process.stdout.write(`      ${JSON.stringify(figures)}\n`);
}
