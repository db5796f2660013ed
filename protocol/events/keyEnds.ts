/**
 * What ends a key on the mesh, read from one event. What it needs beside the event is the first
 * event of the key's spine, which committed to the next key.
 */
import { fromHex } from "../encoding/hex.js";
import type { Crypto, JsonObject } from "../ports.js";
import { verifySignature } from "../seal/signature.js";
import type { EventHeader } from "../seal/event.js";
import {
  keyCommitment,
  keyRevokeBody,
  keyRotateBody,
  REVOKE_SEQ,
  rotationMessage,
} from "./succession.js";

export interface KeyEnded {
  /** The key that ended, hex. */
  readonly key: string;
  readonly successor: string;
  readonly by: "rotation" | "revocation";
  /** First number of its spine that counts for nothing; a rotation itself is the last that does. */
  readonly size: number;
}

/** @param next what the key's first event committed to. @returns null where it ends nothing */
export function rotationIn(
  crypto: Crypto,
  header: EventHeader,
  body: JsonObject | null,
  next: string | null,
): KeyEnded | null {
  const read = keyRotateBody.safeParse(body);
  if (!read.success || header.kind !== "key.rotate" || header.seq === 0) return null;
  const { key, sig } = read.data;
  if (next === null || keyCommitment(crypto, key) !== next) return null;
  const isAgreed = verifySignature(
    crypto,
    fromHex(key)!,
    rotationMessage(header, read.data),
    fromHex(sig)!,
  );
  if (!isAgreed) return null;
  return { key: header.author, successor: key, by: "rotation", size: header.seq + 1 };
}

/** A revocation as its event says it: it counts where the key's first event committed to its author. */
export function revocationIn(header: EventHeader, body: JsonObject | null): KeyEnded | null {
  const read = keyRevokeBody.safeParse(body);
  if (!read.success || header.kind !== "key.revoke" || header.seq !== REVOKE_SEQ) return null;
  const { key, seq } = read.data;
  if (key === header.author) return null;
  return { key, successor: header.author, by: "revocation", size: seq + 1 };
}
