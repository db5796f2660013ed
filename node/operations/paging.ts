/** Where the next page of a list begins whose pages are counted. */

interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** @returns fields that change on the next page; null at the end, and where there is no limit */
export function nextOffset(
  { limit, offset = 0 }: Page,
  total: number,
): { readonly offset: number } | null {
  return limit === undefined || offset + limit >= total ? null : { offset: offset + limit };
}
