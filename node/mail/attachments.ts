/**
 * Attachments: sealed frame by frame as they come, read back after all of them were checked, and
 * gone with the day or with the last confirmation. A tombstone tells for a while that one was here.
 */
import { createHash } from "node:crypto";
import { concatBytes } from "../../protocol/encoding/bytes.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import {
  ATTACHMENT_HEADER_BYTES,
  attachmentHeader,
  blobId,
  FRAME_BYTES,
  FRAME_HEAD_BYTES,
  FRAME_PREFIX_BYTES,
  frameBytesOf,
  openFrame,
  prefixOf,
  sealFrame,
  STORED_FRAME_BYTES_MAX,
  type Deflate,
} from "../../protocol/mail/attachment.js";
import { BOX_NONCE_BYTES, openBox, sealBox } from "../../protocol/mail/box.js";
import type { MailAttachment } from "../../protocol/mail/headers.js";
import type { MailCrypto } from "../../protocol/mail/keys.js";
import {
  MAIL_ATTACHMENT_CALCONDS,
  MAIL_ATTACHMENTS_BYTES_OF_ACCOUNT_MAX,
} from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { MailBlobRecord } from "../../storage/records/mailRecords.js";
import type { Store } from "../../storage/store.js";
import type { Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import type { AttachmentEnds } from "./attachmentEnds.js";
import { mailGuard } from "./mailboxes.js";
import {
  framed,
  FRAMES_AT_ONCE,
  FRAMES_MAX,
  FrameWriter,
  noFrames,
  SealedPieces,
  tooLarge,
  type BodyBytes,
} from "./frameStreams.js";
import type { MailHolder, MailKeyring } from "./mailKeyring.js";
import type { MailReading } from "./mailReading.js";

export interface AttachmentModules {
  readonly store: Store;
  readonly crypto: MailCrypto;
  readonly deflate: Deflate;
  readonly random: RandomBytes;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly keyring: MailKeyring;
  readonly reading: Pick<MailReading, "read">;
  readonly ends: AttachmentEnds;
}

export interface UploadRequest {
  readonly name: string;
  readonly type: string;
  readonly contentId?: string | undefined;
}

/** What the uploader keeps of it until it is sent: headers carry the same. */
export interface Uploaded {
  readonly record: MailBlobRecord;
  readonly attachment: MailAttachment;
}

const META_TAG = utf8Encode("calc-mail-att/1");

/** Where an attachment can be read, with what opens it. */
export interface ReadableAttachment {
  readonly record: MailBlobRecord;
  readonly attachment: MailAttachment;
}

export class Attachments {
  readonly #modules: AttachmentModules;

  constructor(modules: AttachmentModules) {
    this.#modules = modules;
  }

  /**
   * Seals and stores what comes, in memory a few frames at a time.
   * @throws Refusal TOO_LARGE, CONFLICT where the account has too much waiting
   */
  async upload(holder: MailHolder, file: UploadRequest, bytes: BodyBytes): Promise<Uploaded> {
    const { crypto, deflate, random } = this.#modules;
    const id = blobId(random.bytes(16));
    const prefix = random.bytes(FRAME_PREFIX_BYTES);
    const key = random.bytes(32);
    const header = attachmentHeader(prefix);
    const begun = await this.#begin(holder.account, id, header);
    return this.#stored(id, async (writer) => {
      const hash = createHash("sha256");
      let size = 0;
      for await (const { index, isLast, plaintext } of framed(bytes)) {
        size += plaintext.length;
        hash.update(plaintext);
        await writer.add(sealFrame(crypto, deflate, { key, prefix, index, isLast }, plaintext));
      }
      await writer.flush();
      const { contentId, name, type } = file;
      const attachment: MailAttachment = {
        blobId: id,
        name,
        type,
        size,
        sha256: hash.digest("hex"),
        key: toHex(key),
        ...(contentId === undefined ? {} : { contentId }),
      };
      const record = await this.#finish({
        ...begun,
        size,
        storedSize: header.length + writer.bytes,
        frames: writer.count,
        meta: this.#sealedMeta(holder, attachment),
      });
      return { record, attachment };
    });
  }

  /**
   * Stores what a client sealed: its header, then its frames. Their heads are looked at, their seals
   * only the client's readers can check.
   * @throws Refusal INVALID_INPUT, TOO_LARGE, NOT_FOUND, CONFLICT
   */
  async uploadSealed(account: string, bytes: BodyBytes): Promise<MailBlobRecord> {
    const { keyring, random } = this.#modules;
    await keyring.require(account);
    const id = blobId(random.bytes(16));
    const pieces = new SealedPieces(bytes);
    const header = await pieces.take(ATTACHMENT_HEADER_BYTES);
    if (prefixOf(header) === null) throw noFrames("it does not begin with calc-att/1");
    const begun = await this.#begin(account, id, header);
    return this.#stored(id, async (writer) => {
      for (let isAtEnd = false; !isAtEnd; isAtEnd = await pieces.isAtEnd()) {
        if (writer.count === FRAMES_MAX) throw tooLarge();
        const head = await pieces.take(FRAME_HEAD_BYTES);
        const length = frameBytesOf(head) ?? 0;
        if (head[0]! > 1 || length > STORED_FRAME_BYTES_MAX)
          throw noFrames(`the head of frame ${writer.count} is none`);
        const rest = await pieces.take(length - FRAME_HEAD_BYTES);
        await writer.add(concatBytes(head, rest));
      }
      await writer.flush();
      const storedSize = header.length + writer.bytes;
      return this.#finish({ ...begun, storedSize, frames: writer.count });
    });
  }

  /** What breaks off leaves nothing behind. */
  async #stored<T>(id: string, store: (writer: FrameWriter) => Promise<T>): Promise<T> {
    try {
      return await store(new FrameWriter(this.#modules.store, id));
    } catch (error) {
      await this.#modules.ends.discard(id);
      throw error;
    }
  }

  async #begin(account: string, id: string, header: Uint8Array): Promise<MailBlobRecord> {
    const { deadlines, store } = this.#modules;
    const calcond = deadlines.reckon();
    const record: MailBlobRecord = {
      id,
      uploader: account,
      state: "uploading",
      size: null,
      storedSize: 0,
      frames: 0,
      header: toHex(header),
      meta: null,
      createdCalcond: calcond,
      expiresCalcond: calcond + MAIL_ATTACHMENT_CALCONDS,
      waiting: [],
      confirmed: [],
      messages: [],
    };
    await store.guards.withGuard([mailGuard(account)], async (tx) => {
      const { held = 0 } = (await tx.get(buckets.mailstate, account)) ?? {};
      if (held > MAIL_ATTACHMENTS_BYTES_OF_ACCOUNT_MAX)
        throw new Refusal(
          "CONFLICT",
          `the attachments of one account hold at most ${MAIL_ATTACHMENTS_BYTES_OF_ACCOUNT_MAX} bytes`,
        );
      tx.add([
        ...store.mail.blobs.putOps(id, record),
        ...store.mail.ends.putOps([record.expiresCalcond, id], ""),
      ]);
    });
    return record;
  }

  async #finish(record: MailBlobRecord): Promise<MailBlobRecord> {
    const { store } = this.#modules;
    const { id, uploader } = record;
    const ready: MailBlobRecord = { ...record, state: "ready" };
    await store.guards.withGuard([mailGuard(uploader), `mailblob:${id}`], async (tx) => {
      // Its day may be over before it was there.
      if ((await tx.get(buckets.mailblob, id))?.state !== "uploading") throw gone(id);
      const state = (await tx.get(buckets.mailstate, uploader)) ?? EMPTY_STATE;
      tx.put(buckets.mailstate, uploader, { ...state, held: state.held + ready.storedSize });
      tx.put(buckets.mailblob, id, ready);
    });
    return ready;
  }

  #sealedMeta(holder: MailHolder, attachment: MailAttachment): NonNullable<MailBlobRecord["meta"]> {
    const { crypto, keyring, random } = this.#modules;
    const { boxKey } = keyring.sendingKeys(holder);
    const secretKey = random.bytes(32);
    const ephemeral = crypto.x25519PublicKey(secretKey);
    const publicKey = fromHex(boxKey)!;
    const nonce = metaNonce(ephemeral, publicKey);
    const box = sealBox(
      crypto,
      { secretKey, publicKey, nonce },
      utf8Encode(JSON.stringify(attachment)),
    );
    return { ephemeralKey: toHex(ephemeral), boxKey, box: Buffer.from(box).toString("base64") };
  }

  /** What an upload is, for the headers of the message it is sent with. @throws Refusal NOT_FOUND */
  async forSending(holder: MailHolder, id: string): Promise<ReadableAttachment> {
    const record = await this.record(id);
    const attachment = record.uploader === holder.account ? this.#openMeta(holder, record) : null;
    if (attachment === null) throw blobNotFound(id);
    return { record, attachment };
  }

  #openMeta(holder: MailHolder, { meta }: MailBlobRecord): MailAttachment | null {
    if (meta === null) return null;
    const pair = holder.keys.find(({ boxKey }) => boxKey === meta.boxKey);
    const publicKey = fromHex(meta.ephemeralKey);
    if (pair === undefined || publicKey === null) return null;
    const nonce = metaNonce(publicKey, fromHex(meta.boxKey)!);
    const opened = openBox(
      this.#modules.crypto,
      { secretKey: pair.boxSecret, publicKey, nonce },
      new Uint8Array(Buffer.from(meta.box, "base64")),
    );
    if (opened === null) return null;
    const read: MailAttachment = JSON.parse(Buffer.from(opened).toString("utf8"));
    return read;
  }

  /** @throws Refusal NOT_FOUND, GONE, FRAME_AUTH_FAILED */
  async record(id: string): Promise<MailBlobRecord> {
    const { deadlines, ends, store } = this.#modules;
    const record = await store.mail.blobs.get(id);
    if (record === undefined || record.state === "uploading") throw blobNotFound(id);
    if (record.state === "gone") throw gone(id, record.reason);
    if (record.expiresCalcond <= deadlines.reckon()) {
      await ends.end(id);
      throw gone(id, "expired");
    }
    if (record.state === "quarantined") throw quarantined(id);
    return record;
  }

  /**
   * An attachment of one of the account's messages, or that it uploaded, with what opens it.
   * @throws Refusal NOT_FOUND, GONE, FRAME_AUTH_FAILED
   */
  async readable(holder: MailHolder, id: string): Promise<ReadableAttachment> {
    const record = await this.record(id);
    const { account } = holder;
    if (record.uploader === account) {
      const attachment = this.#openMeta(holder, record);
      if (attachment !== null) return { record, attachment };
    }
    if (!mayRead(record, account)) throw blobNotFound(id);
    for (const message of record.messages) {
      if (!(await this.#modules.store.mail.places.has([account, message]))) continue;
      const { opened } = await this.#modules.reading.read(holder, message);
      const attachment = opened.headers.attachments.find((one) => one.blobId === id);
      if (attachment !== undefined) return { record, attachment };
    }
    throw blobNotFound(id);
  }

  /** Whether an account may have the sealed frames. @throws Refusal NOT_FOUND, and as `record` */
  async sealedFor(account: string, id: string): Promise<MailBlobRecord> {
    const record = await this.record(id);
    if (record.uploader !== account && !mayRead(record, account)) throw blobNotFound(id);
    return record;
  }

  /**
   * The plaintext from one byte to another. All frames are checked before this resolves; each is
   * read once more while it is sent.
   * @throws Refusal FRAME_AUTH_FAILED: the attachment is not served again
   */
  async open(
    readable: ReadableAttachment,
    { from = 0, to }: { readonly from?: number; readonly to?: number } = {},
  ): Promise<AsyncGenerator<Uint8Array>> {
    const { record } = readable;
    let size = 0;
    for await (const plaintext of this.#frames(readable, 0, record.frames)) {
      if (plaintext === null) {
        await this.#modules.ends.quarantine(record.id);
        throw quarantined(record.id);
      }
      size += plaintext.length;
    }
    if (size !== readable.attachment.size) {
      await this.#modules.ends.quarantine(record.id);
      throw quarantined(record.id);
    }
    return this.#sent(readable, from, to ?? size);
  }

  async *#sent(readable: ReadableAttachment, from: number, to: number): AsyncGenerator<Uint8Array> {
    const first = Math.floor(from / FRAME_BYTES);
    const end = Math.min(readable.record.frames, Math.ceil(to / FRAME_BYTES));
    let at = first * FRAME_BYTES;
    for await (const plaintext of this.#frames(readable, first, end)) {
      // It was whole a moment ago: the peer sees that something is missing.
      if (plaintext === null) throw quarantined(readable.record.id);
      const piece = plaintext.subarray(Math.max(0, from - at), Math.min(plaintext.length, to - at));
      at += plaintext.length;
      if (piece.length > 0) yield piece;
    }
  }

  async *#frames(
    { attachment, record }: ReadableAttachment,
    first: number,
    end: number,
  ): AsyncGenerator<Uint8Array | null> {
    const { crypto, deflate, store } = this.#modules;
    const key = fromHex(attachment.key);
    const prefix = prefixOf(fromHex(record.header) ?? new Uint8Array(0));
    for (let from = first; from < end; from += FRAMES_AT_ONCE) {
      const count = Math.min(FRAMES_AT_ONCE, end - from);
      const keys = Array.from({ length: count }, (_, i) => [record.id, from + i] as const);
      const frames = await store.mail.frames.getMany(keys);
      for (const [i, frame] of frames.entries()) {
        const index = from + i;
        const isLast = index === record.frames - 1;
        yield frame === undefined || key === null || prefix === null
          ? null
          : openFrame(crypto, deflate, { key, prefix, index, isLast }, frame);
      }
    }
  }

  /** The header and the frames as they are stored. */
  async *sealed(record: MailBlobRecord): AsyncGenerator<Uint8Array> {
    yield fromHex(record.header)!;
    for (let index = 0; index < record.frames; index += 1) {
      const frame = await this.#modules.store.mail.frames.get([record.id, index]);
      if (frame === undefined) throw quarantined(record.id);
      yield frame;
    }
  }

  /** The account has it: with the last one the frames go, in this batch. @throws Refusal */
  async confirm(account: string, id: string): Promise<Step<MailBlobRecord>> {
    const { ends } = this.#modules;
    const seen = await this.record(id);
    if (!mayRead(seen, account)) throw blobNotFound(id);
    return {
      keys: [mailGuard(seen.uploader), `mailblob:${id}`],
      run: async (tx) => {
        const record = await tx.get(buckets.mailblob, id);
        if (record === undefined) throw blobNotFound(id);
        if (record.state === "gone") throw gone(id, record.reason);
        const confirmed = record.confirmed.includes(account)
          ? record.confirmed
          : [...record.confirmed, account];
        const waiting = record.waiting.filter((one) => one !== account);
        const next = { ...record, confirmed, waiting };
        if (waiting.length > 0) tx.put(buckets.mailblob, id, next);
        else await ends.endIn(tx, next, "confirmed");
        return next;
      },
    };
  }
}

const EMPTY_STATE = { next: 0, count: 0, sent: [], held: 0 };

function mayRead({ confirmed, waiting }: MailBlobRecord, account: string): boolean {
  return waiting.includes(account) || confirmed.includes(account);
}

function metaNonce(ephemeral: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const text = concatBytes(META_TAG, ephemeral, publicKey);
  return new Uint8Array(createHash("sha512").update(text).digest()).subarray(0, BOX_NONCE_BYTES);
}

function blobNotFound(id: string): Refusal {
  return new Refusal("NOT_FOUND", `there is no attachment ${id} that you may see`);
}

function gone(id: string, reason: MailBlobRecord["reason"] = "expired"): Refusal {
  return new Refusal(
    "GONE",
    reason === "confirmed"
      ? `all recipients have confirmed the attachment ${id}: it was deleted`
      : `the day of the attachment ${id} is over: it was deleted`,
    { members: { reason } },
  );
}

function quarantined(id: string): Refusal {
  return new Refusal("FRAME_AUTH_FAILED", `a frame of the attachment ${id} is not what was sealed`);
}
