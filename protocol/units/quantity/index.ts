/** Quantities as people write them. */
export type { Place, Quantity, QuantityRefusal, Reading } from "./quantity.js";
export {
  conversionAsked,
  convertQuantity,
  type Conversion,
  type ConversionRefusal,
} from "./convertQuantity.js";
export { nearBefore } from "./near.js";
export { PLUS_MINUS, readMeasured, statesUncertainty, type Measured } from "./measured.js";
export { printNumber, printReading } from "./print.js";
export { QUANTITY_CHARS_MAX, readQuantity } from "./read.js";
export {
  joinedSpreads,
  kindOf,
  spreadOfUnit,
  valueFor,
  valueInSI,
  type Slot,
  type SlotRefusal,
  type SlotValue,
} from "./slot.js";
export { numberStarts, spansIn, type Follower, type Span, type SpanKind } from "./spans.js";
