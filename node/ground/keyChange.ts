/** A change of the node's key on its spine: the last event of the old one, or the first of the new. */
import { toHex } from "../../protocol/encoding/hex.js";
import { keyCommitment, rotationMessage } from "../../protocol/events/succession.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { Sealer } from "../sealing/sealer.js";
import { FollowedLogs } from "../spine/followedLogs.js";
import type { NextPlace } from "../spine/ownSpine.js";

/** A stolen key, and the last event of it that stands. */
export interface Revoked {
  readonly key: string;
  readonly id: string;
  readonly root: string;
  readonly seq: number;
}

/**
 * Ends the own spine with its rotation to the next key. Nothing follows it.
 * @returns null where nothing may be written now
 */
export async function rotateKey(
  sealer: Sealer,
  crypto: Crypto,
  { after, next }: { readonly next: Uint8Array; readonly after: Uint8Array },
): Promise<EncodedEvent | null> {
  const key = toHex(crypto.ed25519PublicKey(next));
  const following = keyCommitment(crypto, toHex(crypto.ed25519PublicKey(after)))!;
  const body = (place: NextPlace): JsonObject => {
    const said = { key, next: following, root: place.root };
    const sig = toHex(crypto.ed25519Sign(next, rotationMessage(place, said)));
    return { ...said, sig };
  };
  return (await sealer.append("key.rotate", body))?.encoded ?? null;
}

/**
 * @param last null for the last event that is here, which is also the last that can be named
 * @throws RangeError where nothing of the key is here
 */
export async function revokedAt(
  store: Store,
  crypto: Crypto,
  { key, last }: { readonly key: string; readonly last: number | null },
): Promise<Revoked> {
  const tip = await store.spine.tip(key);
  const seq = Math.min(last ?? Infinity, tip?.seq ?? -1);
  const [id] = seq < 0 ? [null] : await store.spine.idsAt(key, [seq]);
  const log = await new FollowedLogs({ crypto, store }).of(key);
  if (id === null || id === undefined || log === null)
    throw new RangeError(`event ${seq} of the revoked key is not here`);
  return { key, id, seq, root: toHex(await log.rootAt(seq + 1)) };
}
