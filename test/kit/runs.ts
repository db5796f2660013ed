/** How much a test tries: little each time it runs, much in the nightly long form. */

/** Whether this is the long form (`npm run test:long`). */
export const isLong = process.env["CALCMESH_TEST_LONG"] === "1";

/** Of two counts, or two names, that which this form of the suite tries. */
export function runs<T extends number | string>(short: T, long: T): T {
  return isLong ? long : short;
}

/** Every `nth` of these in the short form, from the first on; all of them in the long one. */
export function sample<T>(items: readonly T[], nth: number): readonly T[] {
  return isLong ? items : items.filter((_, i) => i % nth === 0);
}
