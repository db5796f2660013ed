/** What one HTML body of a message may cost. Beyond a bound its text is shown in its place. */

/** Characters of HTML. Newsletters have up to 200,000; pictures as data: URLs come on top. */
export const HTML_CHARS_MAX = 4 * 1024 * 1024;
/** Elements and texts of the tree. */
export const NODES_MAX = 50_000;
/** Open elements, and levels of what is shown: browsers flatten beyond 512. */
export const DEPTH_MAX = 200;
/** Attributes that one element may carry and still be looked at. */
export const ATTRIBUTES_MAX = 200;
/** Characters of all style elements. */
export const CSS_CHARS_MAX = 256 * 1024;
/** Brackets within brackets in CSS. */
export const CSS_DEPTH_MAX = 32;
/** Passes until one changes nothing. */
export const PASSES_MAX = 5;

export type TooMuch = "size" | "nodes" | "depth" | "unstable";

/** A bound was met. */
export class TooComplex extends Error {
  readonly what: TooMuch;

  constructor(what: TooMuch) {
    super(`the HTML exceeds a bound: ${what}`);
    this.what = what;
  }
}
