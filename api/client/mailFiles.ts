/**
 * Attachments of mail on the client's side: sent and fetched as they are, or sealed and opened here,
 * so that the node sees neither name nor text.
 */
import { concatBytes } from "../../protocol/encoding/bytes.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { sha256 } from "../../protocol/encoding/sha256.js";
import {
  ATTACHMENT_HEADER_BYTES,
  attachmentHeader,
  checkedFrame,
  FRAME_BYTES,
  FRAME_PREFIX_BYTES,
  frameBytesOf,
  framesOf,
  prefixOf,
  sealFrame,
  unsealFrame,
  type Deflate,
} from "../../protocol/mail/attachment.js";
import type { MailAttachment } from "../../protocol/mail/headers.js";
import { platformRandom } from "./identity.js";
import { outcomeOf, type Outcome } from "./outcome.js";
import { portableCrypto } from "./secureCrypto.js";

export interface MailEndpoint {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch?: typeof fetch;
}

/** What came is not what was sealed, or is of another attachment. */
export class AttachmentError extends Error {
  override readonly name = "AttachmentError";
}

const ATTACHMENTS = "/api/mail/attachments";
const SEALED_ATTACHMENTS = "/api/mail/sealed/attachments";
const KEY_BYTES = 32;
/** Frames are sent uncompressed: the format leaves that choice to the sender. */
const plain: Deflate = { deflate: (plaintext) => plaintext, inflate: () => null };

/** Uploads an attachment; a message that names its id lets others read it. */
export async function uploadAttachment(
  endpoint: MailEndpoint,
  { name, type }: { readonly name: string; readonly type?: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Outcome<Readonly<Record<string, unknown>>>> {
  const query = new URLSearchParams({ name, ...(type === undefined ? {} : { type }) });
  return outcomeOf(await sent(endpoint, `${ATTACHMENTS}?${query.toString()}`, bytes));
}

/** The bytes of an attachment. */
export function downloadAttachment(
  endpoint: MailEndpoint,
  id: string,
): Promise<Outcome<Uint8Array>> {
  return fetched(endpoint, `${ATTACHMENTS}/${encodeURIComponent(id)}`);
}

export interface SealingFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly contentId?: string;
  readonly random?: (bytes: number) => Uint8Array;
}

/** The body of an upload, and what the headers of a message say of it once it has an id. */
export function sealAttachment({
  bytes,
  contentId,
  name,
  random = platformRandom,
  type,
}: SealingFile): {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly attachment: (blobId: string) => MailAttachment;
} {
  const key = random(KEY_BYTES);
  const prefix = random(FRAME_PREFIX_BYTES);
  const count = framesOf(bytes.length);
  const frames = Array.from({ length: count }, (_, index) => {
    const plaintext = bytes.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES);
    const place = { key, prefix, index, isLast: index === count - 1 };
    return sealFrame(portableCrypto, plain, place, plaintext);
  });
  return {
    body: new Uint8Array(concatBytes(attachmentHeader(prefix), ...frames)),
    attachment: (blobId) => ({
      blobId,
      name,
      type,
      size: bytes.length,
      sha256: toHex(sha256(bytes)),
      key: toHex(key),
      ...(contentId === undefined ? {} : { contentId }),
    }),
  };
}

/** Seals a file here and uploads it. @returns what `sendSealedMail` takes among its attachments */
export async function uploadSealedAttachment(
  endpoint: MailEndpoint,
  file: SealingFile,
): Promise<Outcome<MailAttachment>> {
  const { attachment, body } = sealAttachment(file);
  const outcome = await outcomeOf(await sent(endpoint, SEALED_ATTACHMENTS, body));
  if (outcome.kind === "problem") return outcome;
  const { blobId } = outcome.value;
  if (typeof blobId !== "string") throw new AttachmentError("the node names no attachment");
  return { ...outcome, value: attachment(blobId) };
}

/** An attachment that the headers of an opened message name, opened here. @throws AttachmentError */
export async function downloadSealedAttachment(
  endpoint: MailEndpoint,
  attachment: MailAttachment,
): Promise<Outcome<Uint8Array>> {
  const id = encodeURIComponent(attachment.blobId);
  const outcome = await fetched(endpoint, `${SEALED_ATTACHMENTS}/${id}`);
  if (outcome.kind === "problem") return outcome;
  return { ...outcome, value: await openAttachment(attachment, outcome.value) };
}

/** @throws AttachmentError where a frame is missing, changed, or of another place */
export async function openAttachment(
  { key: keyText, sha256: hash, size }: MailAttachment,
  sealed: Uint8Array,
): Promise<Uint8Array> {
  const prefix = prefixOf(sealed.slice(0, ATTACHMENT_HEADER_BYTES));
  const key = fromHex(keyText);
  if (prefix === null || key?.length !== KEY_BYTES)
    throw new AttachmentError("the attachment has no header");
  const count = framesOf(size);
  const pieces: Uint8Array[] = [];
  let at = ATTACHMENT_HEADER_BYTES;
  for (let index = 0; index < count; index += 1) {
    const length = frameBytesOf(sealed.subarray(at)) ?? 0;
    const place = { key, prefix, index, isLast: index === count - 1 };
    const unsealed = unsealFrame(portableCrypto, place, sealed.slice(at, at + length));
    const plaintext = unsealed?.isCompressed === true ? await inflated(unsealed.opened) : null;
    const piece = checkedFrame(place, plaintext ?? unsealed?.opened ?? null);
    if (piece === null || (unsealed?.isCompressed === true && plaintext === null))
      throw new AttachmentError(`frame ${index} is not what was sealed`);
    pieces.push(piece);
    at += length;
  }
  const bytes = concatBytes(...pieces);
  if (at !== sealed.length || bytes.length !== size || toHex(sha256(bytes)) !== hash)
    throw new AttachmentError("the attachment is not what its message says");
  return bytes;
}

/** Null for what is no raw deflate, or gives more than a frame: reading ends there. */
async function inflated(compressed: Uint8Array): Promise<Uint8Array | null> {
  const source = new Blob([new Uint8Array(compressed)]).stream();
  const reader = source.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return concatBytes(...pieces);
      size += value.length;
      if (size > FRAME_BYTES) {
        await reader.cancel();
        return null;
      }
      pieces.push(value);
    }
  } catch {
    return null;
  }
}

function sent(
  { baseUrl, fetch: send = fetch, key }: MailEndpoint,
  path: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return send(`${baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/octet-stream" },
    body,
  });
}

async function fetched(
  { baseUrl, fetch: send = fetch, key }: MailEndpoint,
  path: string,
): Promise<Outcome<Uint8Array>> {
  const response = await send(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const outcome = response.ok ? null : await outcomeOf(response);
  if (outcome?.kind === "problem") return outcome;
  return {
    kind: "result",
    status: response.status,
    headers: response.headers,
    value: new Uint8Array(await response.arrayBuffer()),
    text: "",
  };
}
