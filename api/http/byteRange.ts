/** The field `Range` (RFC 9110 14): one range of bytes; several, and other units, are answered whole. */

export type RangeAsked =
  | { readonly kind: "whole" }
  | { readonly kind: "unsatisfiable" }
  /** The last byte is among them. */
  | { readonly kind: "part"; readonly first: number; readonly last: number };

const ONE_RANGE = /^\s*bytes\s*=\s*(\d{0,15})-(\d{0,15})\s*$/i;
const WHOLE: RangeAsked = { kind: "whole" };

/**
 * @param field as it was sent, "" where there is none
 * @param condition the field If-Range: another version is sent whole
 * @param tag strong, quotes included
 */
export function rangeAsked(
  {
    condition,
    field,
    tag,
  }: { readonly condition: string; readonly field: string; readonly tag: string },
  bytes: number,
): RangeAsked {
  const [, from, to] = ONE_RANGE.exec(field) ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return WHOLE;
  if (condition !== "" && condition.trim() !== tag) return WHOLE;
  if (from === "") {
    const count = Math.min(Number(to), bytes);
    return count === 0
      ? { kind: "unsatisfiable" }
      : { kind: "part", first: bytes - count, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== "" && Number(to) < first) return WHOLE;
  return first >= bytes ? { kind: "unsatisfiable" } : { kind: "part", first, last };
}
