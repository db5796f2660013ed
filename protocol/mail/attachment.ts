/**
 * Attachments as sealed frames: a header, then frames of 64 KiB of plaintext, each compressed only
 * where that is shorter. The nonce says which frame it is and whether it is the last one, so none
 * can be left out, swapped or taken from another attachment.
 */
import { concatBytes } from "../encoding/bytes.js";
import { utf8Encode } from "../encoding/utf8.js";
import { base32 } from "../identity/slug.js";
import type { SecureCrypto } from "../streams/secure.js";

export const FRAME_BYTES = 65_536;
export const FRAME_PREFIX_BYTES = 7;
const TAG = utf8Encode("calc-att/1");
export const ATTACHMENT_HEADER_BYTES = TAG.length + FRAME_PREFIX_BYTES;
/** Whether it is compressed, and how long the ciphertext is. */
export const FRAME_HEAD_BYTES = 5;
const SEAL_BYTES = 16;
/** Of a frame that is stored. */
export const STORED_FRAME_BYTES_MAX = FRAME_HEAD_BYTES + FRAME_BYTES + SEAL_BYTES;

export const BLOB_ID_PATTERN = /^bl_[a-z2-7]{26}$/;

/** @param random 16 bytes */
export function blobId(random: Uint8Array): string {
  return `bl_${base32(random)}`;
}

/** Raw deflate (RFC 1951). */
export interface Deflate {
  deflate(plaintext: Uint8Array): Uint8Array;
  /** Null for what is no such stream, or gives more bytes than that. */
  inflate(compressed: Uint8Array, bytesMax: number): Uint8Array | null;
}

export type FrameCrypto = Pick<SecureCrypto, "aes256GcmSeal" | "aes256GcmOpen">;

export interface FramePlace {
  readonly key: Uint8Array;
  /** 7 random bytes of the attachment. */
  readonly prefix: Uint8Array;
  readonly index: number;
  readonly isLast: boolean;
}

export function attachmentHeader(prefix: Uint8Array): Uint8Array {
  if (prefix.length !== FRAME_PREFIX_BYTES) throw new RangeError("a prefix has 7 bytes");
  return concatBytes(TAG, prefix);
}

/** The prefix in a header, or null. */
export function prefixOf(header: Uint8Array): Uint8Array | null {
  if (header.length !== ATTACHMENT_HEADER_BYTES) return null;
  if (!TAG.every((byte, i) => header[i] === byte)) return null;
  return header.slice(TAG.length);
}

export function sealFrame(
  crypto: FrameCrypto,
  deflate: Deflate,
  place: FramePlace,
  plaintext: Uint8Array,
): Uint8Array {
  if (plaintext.length > FRAME_BYTES) throw new RangeError(`a frame has ${FRAME_BYTES} bytes`);
  const short = deflate.deflate(plaintext);
  const isCompressed = short.length < plaintext.length;
  const sealed = crypto.aes256GcmSeal(
    sealing(place, isCompressed),
    isCompressed ? short : plaintext,
  );
  const head = new Uint8Array(FRAME_HEAD_BYTES);
  head[0] = isCompressed ? 1 : 0;
  new DataView(head.buffer).setUint32(1, sealed.length - SEAL_BYTES);
  return concatBytes(head, sealed);
}

/**
 * The plaintext of a stored frame, or null: changed, of another place or attachment, or not what a
 * frame may hold. Nothing is inflated that was not authenticated.
 */
export function openFrame(
  crypto: FrameCrypto,
  deflate: Deflate,
  place: FramePlace,
  frame: Uint8Array,
): Uint8Array | null {
  const unsealed = unsealFrame(crypto, place, frame);
  if (unsealed === null) return null;
  const { isCompressed, opened } = unsealed;
  return checkedFrame(place, isCompressed ? deflate.inflate(opened, FRAME_BYTES) : opened);
}

/** The sealed text, still compressed where it was; null where the seal is not of this place. */
export function unsealFrame(
  crypto: Pick<FrameCrypto, "aes256GcmOpen">,
  place: FramePlace,
  frame: Uint8Array,
): { readonly isCompressed: boolean; readonly opened: Uint8Array } | null {
  const sealed = sealedOf(frame);
  const isCompressed = frame[0] === 1;
  const opened = sealed && crypto.aes256GcmOpen(sealing(place, isCompressed), sealed);
  return opened === null ? null : { isCompressed, opened };
}

/** The plaintext, where a frame of this place may have so many bytes. */
export function checkedFrame(
  place: Pick<FramePlace, "index" | "isLast">,
  plaintext: Uint8Array | null,
): Uint8Array | null {
  // Every frame but the last one is full, and only an empty attachment has an empty one.
  if (plaintext === null || plaintext.length > FRAME_BYTES) return null;
  if (!place.isLast && plaintext.length !== FRAME_BYTES) return null;
  return plaintext.length === 0 && place.index > 0 ? null : plaintext;
}

/** Ciphertext and tag, where the head fits the frame. */
function sealedOf(frame: Uint8Array): Uint8Array | null {
  if (frame.length < FRAME_HEAD_BYTES + SEAL_BYTES || frame.length > STORED_FRAME_BYTES_MAX)
    return null;
  if (frame[0]! > 1) return null;
  const length = frameBytesOf(frame);
  return length === frame.length ? frame.subarray(FRAME_HEAD_BYTES) : null;
}

/** Bytes of the whole frame that begins here, as its head says; null where the head is too short. */
export function frameBytesOf(head: Uint8Array): number | null {
  if (head.length < FRAME_HEAD_BYTES) return null;
  const length = new DataView(head.buffer, head.byteOffset).getUint32(1);
  return FRAME_HEAD_BYTES + length + SEAL_BYTES;
}

/** Frames of a plaintext of so many bytes: one at least. */
export function framesOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / FRAME_BYTES));
}

function sealing({ index, isLast, key, prefix }: FramePlace, isCompressed: boolean) {
  const nonce = new Uint8Array(FRAME_PREFIX_BYTES + 5);
  nonce.set(prefix);
  new DataView(nonce.buffer).setUint32(FRAME_PREFIX_BYTES, index);
  nonce[FRAME_PREFIX_BYTES + 4] = isLast ? 1 : 0;
  const aad = concatBytes(attachmentHeader(prefix), Uint8Array.of(isCompressed ? 1 : 0));
  return { key, nonce, aad };
}
