/** Pages of lists: what is cut from a whole list, and the links between pages (RFC 8288). */
import type { Listing, NextPage } from "../contract/definition/listing.js";
import { pathParameters } from "../contract/definition/operation.js";
import { PreEncoded } from "../contract/definition/preEncoded.js";
import { encoded } from "./reply.js";
import type { Route } from "./route.js";

const NONE: readonly string[] = [];
const OFFSET = "offset";

type Fields = Readonly<Record<string, unknown>>;

interface Asked {
  readonly path: string;
  /** Text after "?", or "". */
  readonly query: string;
  readonly input: unknown;
}

/** The answer as it is sent: of a whole list the page that was asked for. */
export function pageOf(
  { operation: { list, success = 200 } }: Route,
  value: Fields,
  input: unknown,
): PreEncoded {
  const items: unknown = list?.whole === true ? value[list.items] : null;
  if (list === undefined || !Array.isArray(items)) return encoded(value, success);
  const { limit = items.length, offset = 0 } = placeOf(input);
  const end = offset + limit;
  const page = encoded({ ...value, [list.items]: items.slice(offset, end) }, success);
  return end < items.length ? page.before({ [OFFSET]: end }) : page;
}

/**
 * Header names and values: `next` where the list goes on, `prev` where pages are counted, and
 * `first` wherever this is another page.
 */
export function pageLinks(route: Route, asked: Asked, next: NextPage | null): readonly string[] {
  const { list } = route.operation;
  if (list === undefined) return NONE;
  const fields = fieldsOf(route, asked);
  const links: string[] = [];
  const add = (rel: string, changed: NextPage): void => {
    links.push(`<${asked.path}${queryOf(fields, changed)}>; rel="${rel}"`);
  };
  if (next !== null) add("next", next);
  const { limit, offset = 0 } = placeOf(asked.input);
  // Before a cursor pages cannot be counted back.
  if (offset > 0 && limit !== undefined && cursorsOf(list).every((name) => !fields.has(name)))
    add("prev", { [OFFSET]: Math.max(0, offset - limit), limit: Math.min(limit, offset) });
  const starts = [OFFSET, ...cursorsOf(list)].filter((name) => (fields.get(name) ?? "0") !== "0");
  if (starts.length > 0) add("first", Object.fromEntries(starts.map((name) => [name, null])));
  return links.length === 0 ? NONE : ["link", links.join(", ")];
}

function cursorsOf({ cursors = NONE }: Listing): readonly string[] {
  return cursors;
}

/**
 * The asked request, as the query of a GET: one whose question was in a body has the same answer under
 * it.
 */
function fieldsOf({ bodied, operation }: Route, { input, query }: Asked): URLSearchParams {
  if (!bodied) return new URLSearchParams(query);
  const inPath = pathParameters(operation.path);
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(isFields(input) ? input : {}))
    if (!inPath.includes(name) && isScalar(value)) fields.set(name, String(value));
  return fields;
}

function queryOf(fields: URLSearchParams, changed: NextPage): string {
  const all = new URLSearchParams(fields);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) all.delete(name);
    else all.set(name, String(value));
  }
  return all.size === 0 ? "" : `?${all.toString()}`;
}

function placeOf(input: unknown): { readonly limit?: number; readonly offset?: number } {
  if (!isFields(input)) return {};
  const { limit, offset } = input;
  return {
    ...(typeof limit === "number" ? { limit } : {}),
    ...(typeof offset === "number" ? { offset } : {}),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
