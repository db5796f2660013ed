/**
 * Keys that this node had before, the oldest first. Commit windows are numbered over the spines of
 * all of them, so that what was sealed under an ended key keeps its place.
 */
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";

export interface EndedOwnKey {
  /** Ed25519 key, hex. */
  readonly key: string;
  /** Events of its spine that are here, whether they stand or not. */
  readonly size: number;
}

/** The name under which they are kept. */
export const OWN_KEYS = "own keys";

export async function readOwnKeys(store: Pick<Store, "meta">): Promise<readonly EndedOwnKey[]> {
  return ownKeysIn(await store.meta.get(OWN_KEYS));
}

/** @param text as it is kept; undefined where there is none */
export function ownKeysIn(text: string | undefined): readonly EndedOwnKey[] {
  const read = text === undefined ? null : parseJson(text);
  if (read?.ok !== true || !Array.isArray(read.value)) return [];
  return read.value.flatMap((one) => {
    const { key, size } = isObject(one) ? one : { key: null, size: null };
    return typeof key === "string" && typeof size === "number" ? [{ key, size }] : [];
  });
}

/**
 * Notes that a key of this node has ended; what was read up to a place of its spine begins anew.
 * @returns nothing to write where that is noted already
 */
export async function endOwnKeyOps(
  store: Pick<Store, "market" | "meta" | "spine">,
  key: string,
): Promise<readonly Operation[]> {
  const known = await readOwnKeys(store);
  if (known.some((one) => one.key === key)) return [];
  const size = ((await store.spine.tip(key))?.seq ?? -1) + 1;
  return [
    ...store.meta.putOps(OWN_KEYS, JSON.stringify([...known, { key, size }])),
    ...store.market.readUpToOps(0),
  ];
}
