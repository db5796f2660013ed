/** Header fields that answers of several capabilities carry. */

/** First number of the author's events of which two histories are proven. */
export const DISPUTED_HEADER = "x-disputed-from";
/** How surely the seal stays: sealed, witnessed or final. */
export const STANDING_HEADER = "x-calc-standing";
