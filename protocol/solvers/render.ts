/** A field as a document: a table, a picture, or its bare numbers. */
import { utf8Encode } from "../encoding/utf8.js";
import { CSV_TYPE, PNG_TYPE, SVG_TYPE } from "./media.js";
import { badInput } from "./refusal.js";
import { pngPicture, svgPicture } from "./render/picture.js";
import type { Field } from "./solver.js";
import { floatBytes } from "./state.js";
import { csvOf } from "./table.js";

/**
 * @param at which field
 * @throws SolverRefusal INVALID_BODY where the answer has no such field
 */
export function renderField(fields: readonly Field[], at: number, media: string): Uint8Array {
  const field = fields[at];
  if (field === undefined) {
    throw badInput(
      "/field",
      fields.length === 0
        ? "this answer is one number and has no field to show"
        : `this answer has ${fields.length} fields, numbered from 0`,
    );
  }
  switch (media) {
    case CSV_TYPE:
      return utf8Encode(csvOf(field));
    case PNG_TYPE:
      return pngPicture(field);
    case SVG_TYPE:
      return svgPicture(field);
    default:
      return floatBytes(field.data);
  }
}
