/** Reads a file of templates. */
import type { JsonValue } from "../ports.js";
import { categorySchema } from "./template.js";
import type { TemplateCategory } from "./template.js";

export type CategoryRead =
  | { readonly ok: true; readonly category: TemplateCategory }
  | { readonly ok: false; readonly problems: readonly string[] };

export function readCategory(value: JsonValue): CategoryRead {
  const read = categorySchema.safeParse(value);
  if (read.success) return { ok: true, category: read.data };
  return {
    ok: false,
    problems: read.error.issues.map(({ message, path }) => `/${path.join("/")}: ${message}`),
  };
}
