/**
 * How a value is written at a place of a text, by the text's content type. The place matters: inside
 * the quotes of JSON or CSV a value is part of a string, outside it is a whole value or a cell.
 */
import { FORMULA } from "../encoding/csv.js";

/** What stands for a placeholder. */
export type Shown = number | string | boolean | null | readonly string[];
export type Family = "json" | "markup" | "csv" | "plain";
export type Escape = (shown: Shown) => string;

const TYPE = /^([a-z]+)\/([a-z0-9.+-]{1,64})(?:; ?charset=utf-8)?$/;
const MARKUP: ReadonlySet<string> = new Set([
  "text/html",
  "text/xml",
  "application/xml",
  "application/xhtml+xml",
  "image/svg+xml",
]);

/** Null for a type that nothing is escaped for. */
export function familyOf(contentType: string): Family | null {
  const [, kind, subtype] = TYPE.exec(contentType) ?? [];
  if (kind === undefined || subtype === undefined) return null;
  const type = `${kind}/${subtype}`;
  if (type === "application/json" || (kind === "application" && subtype.endsWith("+json")))
    return "json";
  if (MARKUP.has(type) || (kind === "application" && subtype.endsWith("+xml"))) return "markup";
  if (type === "text/csv") return "csv";
  if (type === "text/plain") return "plain";
  return null;
}

/**
 * @returns what writes a value at a place of the text, from `start` to `end`; to be asked in the
 *   order of the places
 */
export function writerOf(family: Family, text: string): (start: number, end: number) => Escape {
  if (family === "markup") return () => markup;
  if (family === "plain") return () => plain;
  const quotes = family === "json" ? jsonQuotes(text) : csvQuotes(text);
  if (family === "json") return (start) => (quotes(start) ? jsonPart : jsonValue);
  return (start, end) => {
    if (quotes(start)) return csvPart;
    return isCell(text, start, end) ? csvCell : csvFragment;
  };
}

// JSON.

/** Whether a place stands in a string. Backslashes hide the character behind them. */
function jsonQuotes(text: string): (place: number) => boolean {
  let [at, isInside] = [0, false];
  return (place) => {
    for (; at < place; at += 1) {
      if (text[at] === '"') isInside = !isInside;
      else if (isInside && text[at] === "\\") at += 1;
    }
    return isInside;
  };
}

function jsonValue(shown: Shown): string {
  if (typeof shown === "number" && !Number.isFinite(shown)) return "null";
  return safeJson(JSON.stringify(shown));
}

function jsonPart(shown: Shown): string {
  const text = safeJson(JSON.stringify(textOf(shown)).slice(1, -1));
  // A `<` of the template itself may stand before it.
  return text.replace(/^\//, "\\/");
}

/** `<` and the line ends of JavaScript are written so that the text may stand in a page, too. */
function safeJson(text: string): string {
  return text.replace(
    /[<\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// HTML, XML and SVG.

/**
 * All that ends a text, an attribute with or without quotes, or a tag; characters that no XML may
 * hold are replaced.
 */
function markup(shown: Shown): string {
  return visible(textOf(shown)).replace(/[&<>"'`=/\s]/g, (one) => `&#${one.charCodeAt(0)};`);
}

// CSV.

/** Whether a place stands in a quoted cell: a doubled quote inside one turns twice. */
function csvQuotes(text: string): (place: number) => boolean {
  let [at, isInside] = [0, false];
  return (place) => {
    for (; at < place; at += 1) if (text[at] === '"') isInside = !isInside;
    return isInside;
  };
}

const CELL_ENDS: ReadonlySet<string | undefined> = new Set([",", ";", "\t", "\n", "\r", undefined]);

function isCell(text: string, start: number, end: number): boolean {
  return CELL_ENDS.has(text[start - 1]) && CELL_ENDS.has(text[end]);
}

function csvText(shown: Shown): string {
  const text = textOf(shown);
  if (typeof shown === "number") return text;
  const safe = visible(text);
  return FORMULA.test(text) ? `'${safe}` : safe;
}

function csvPart(shown: Shown): string {
  return csvText(shown).replaceAll('"', '""');
}

function csvCell(shown: Shown): string {
  const text = csvText(shown);
  return /[",;\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Beside other text no quotes may begin: what would end the cell becomes a blank. */
function csvFragment(shown: Shown): string {
  return csvText(shown).replace(/[",;\s]/g, " ");
}

// Plain text.

function plain(shown: Shown): string {
  return visible(textOf(shown));
}

/** Controls, halves of pairs and what no character is become U+FFFD: a terminal obeys none. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "\ufffd");
}

function textOf(shown: Shown): string {
  if (shown === null) return "";
  if (typeof shown === "number") return Number.isFinite(shown) ? String(shown) : "";
  return typeof shown === "object" ? shown.join(",") : String(shown);
}
