/** Lists that are answered by pages: what their requests and answers have in common. */
import * as z from "zod";

/** Items of a page where the caller names no `limit`, unless a list states its own. */
const PAGE = 100;
const PAGE_MAX = 1_000;

/** How the answer of an operation is paged; `Link` (RFC 8288) names the next page of each. */
export interface Listing<Items extends string = string> {
  /** Member of the answer that holds what is listed. */
  readonly items: Items;
  /** Fields of the request, besides `offset`, that say where a page begins and nothing else. */
  readonly cursors?: readonly string[];
  /** The handler answers all that there is, and the surface cuts the page from it. */
  readonly whole?: true;
}

interface PageSize {
  readonly page?: number;
  readonly max?: number;
}

/** Items on a page. */
export function limitField(about: string, { page = PAGE, max = PAGE_MAX }: PageSize = {}) {
  return z.int().min(1).max(max).default(page).describe(about);
}

/** Items on a page of a list that is answered whole where no `limit` is given, however long. */
export function unlimitedField(about: string) {
  return z.int().min(1).optional().describe(about);
}

export function offsetField(about: string) {
  return z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0).describe(about);
}

/** Fields of a list whose pages are counted from its beginning. */
export const pageFields = {
  limit: limitField("How many on a page"),
  offset: offsetField("How many to leave out at the front"),
};

/** Fields of the next page's request: null for those that it lacks. */
export type NextPage = Readonly<Record<string, number | string | null>>;
