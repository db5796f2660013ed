/** Values as an audit reads them: what cannot be read is a finding. */
import type { Bucket } from "../../../storage/records/buckets.js";

export type BucketOf<V> = Pick<Bucket<unknown, V>, "name" | "value">;

type Decoded<V> = { readonly value: V; readonly fault: null } | { readonly fault: string };

export const UNREADABLE = "its value cannot be read";

/** @param fault why the record cannot be trusted, which stays so */
export function valueOf<V>(
  { value: codec }: BucketOf<V>,
  value: Uint8Array,
  fault: string | null = null,
): Decoded<V> {
  if (fault !== null) return { fault };
  try {
    return { value: codec.decode(value), fault: null };
  } catch {
    return { fault: UNREADABLE };
  }
}
