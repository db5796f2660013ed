/** Members of answers whose shape is open, as text. */
import { numberText } from "../../api/cli/render.js";
import type { Fields } from "../../api/readable/fields.js";

/** A text or number member as text; "" for anything else. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "number") return numberText(value);
  return typeof value === "string" ? value : "";
}
