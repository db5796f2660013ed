/**
 * Templates of a stream: one pass over `{{name}}` with a fixed list of names. Nothing is executed,
 * no value is read again, and each is escaped for the place it stands in.
 */
import { utf8Length } from "../encoding/utf8.js";
import { parseJson } from "../encoding/json.js";
import type { JsonValue } from "../ports.js";
import { familyOf, writerOf, type Escape, type Family, type Shown } from "./escape.js";

export const TEMPLATE_BYTES_MAX = 65_536;
/** Placeholders of one template: with the bound on texts it bounds what it makes. */
export const PLACEHOLDERS_MAX = 1_024;
/** Characters of an input that may be shown: others are no values of a cell or an attribute. */
const SHOWN_TEXT_CHARS_MAX = 256;

/** Names of every template; `inputs.<name>` joins them for each input that is declared. */
export const TEMPLATE_NAMES = [
  "value",
  "unit",
  "uncertainty",
  "calcond",
  "phase",
  "token",
  "proof",
  "tick",
  "operators",
] as const;

/** By name. A map has no names of its own, as every object has. */
export type TemplateValues = ReadonlyMap<string, Shown>;

export interface TemplateFault {
  readonly message: string;
  /** The name that was meant, where one is near; for an unknown one only. */
  readonly unknown?: string;
}

interface Piece {
  /** Text before the value. */
  readonly literal: string;
  readonly name: string;
  readonly write: Escape;
}

/** A template that was read, ready to be filled. */
export interface Template {
  readonly contentType: string;
  readonly family: Family;
  readonly pieces: readonly Piece[];
  /** Text behind the last value. */
  readonly rest: string;
}

const PLACEHOLDER = /\{\{ ?([^{}]{0,128}?) ?\}\}/g;

/** Whether an input may be named by a template. */
export function isShown(value: JsonValue | undefined): value is number | string | boolean | null {
  return (
    value === null ||
    typeof value === "number" ||
    typeof value === "boolean" ||
    (typeof value === "string" && value.length <= SHOWN_TEXT_CHARS_MAX)
  );
}

/** @param inputs names of the inputs that the channel declares */
export function readTemplate(
  text: string,
  contentType: string,
  inputs: readonly string[],
): Template | TemplateFault {
  const family = familyOf(contentType);
  if (family === null)
    return {
      message:
        `no template is escaped for ${contentType}: JSON, XML, HTML, SVG, CSV and plain text are ` +
        "known",
    };
  if (utf8Length(text) > TEMPLATE_BYTES_MAX)
    return { message: `a template has at most ${TEMPLATE_BYTES_MAX} bytes` };
  const known = new Set<string>([...TEMPLATE_NAMES, ...inputs.map((name) => `inputs.${name}`)]);
  const places = writerOf(family, text);
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const name = match[1]!;
    if (!known.has(name))
      return {
        message: `a template knows no {{${name}}}; it knows ${[...known].join(", ")}`,
        unknown: name,
      };
    const literal = text.slice(at, match.index);
    if (literal.includes("{{")) return unclosed(text, at);
    const end = match.index + match[0].length;
    pieces.push({ literal, name, write: places(match.index, end) });
    at = end;
    if (pieces.length > PLACEHOLDERS_MAX)
      return { message: `a template has at most ${PLACEHOLDERS_MAX} placeholders` };
  }
  const rest = text.slice(at);
  if (rest.includes("{{")) return unclosed(text, at);
  const template = { contentType, family, pieces, rest };
  return family === "json" ? (jsonFault(template) ?? template) : template;
}

function unclosed(text: string, from: number): TemplateFault {
  const at = text.indexOf("{{", from);
  return { message: `a placeholder begins at character ${at} and does not end` };
}

/**
 * Whatever stands for its placeholders, the text has to be JSON: tried with a value of each kind.
 * "u" begins an escape behind a backslash and ends none.
 */
function jsonFault(template: Template): TemplateFault | null {
  for (const probe of [0, "u", null]) {
    const read = parseJson(fill(template, () => probe));
    if (!read.ok) return { message: "the template is not JSON once its placeholders are filled" };
  }
  return null;
}

/** One pass: what a value holds is never read as a placeholder. */
export function renderTemplate(template: Template, values: TemplateValues): string {
  return fill(template, (name) => values.get(name) ?? null);
}

function fill({ pieces, rest }: Template, shown: (name: string) => Shown): string {
  let text = "";
  for (const { literal, name, write } of pieces) text += literal + write(shown(name));
  return text + rest;
}

export function isTemplateFault(template: Template | TemplateFault): template is TemplateFault {
  return "message" in template;
}
