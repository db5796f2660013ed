/** One try to bring one message to its node: offered, then each part that is not there, then asked for. */
import { toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import { toBase64 } from "../../../protocol/encoding/base64.js";
import {
  isConfirmReply,
  MAIL_PIECE_BYTES,
  MAIL_PROTOCOL,
  MAIL_REPLY_BYTES_MAX,
  readOfferReply,
  readPartReply,
  type OfferedFile,
  type OfferReply,
} from "../../../protocol/mail/delivery.js";
import type { MailCrypto } from "../../../protocol/mail/keys.js";
import { toWire } from "../../../protocol/mail/wire.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { ServiceExchange } from "../../mesh/host/exchange.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { Order } from "../elsewhere.js";

/** Offers of one try: each but the last finds that something has come in between. */
const OFFERS_MAX = 4;

interface CourierModules {
  readonly store: Store;
  readonly crypto: Pick<MailCrypto, "sha256">;
  readonly deadlines: Pick<Deadlines, "reckon">;
}

export type Tried =
  | { readonly state: "done"; readonly results: (OfferReply & { state: "done" })["results"] }
  | { readonly state: "later" }
  /** The message is not in the store any more. */
  | { readonly state: "lost" };

/** The node answered with something that no honest node says. */
class ReplyError extends Error {
  override readonly name = "ReplyError";
}

export class Courier {
  readonly #modules: CourierModules;

  constructor(modules: CourierModules) {
    this.#modules = modules;
  }

  /**
   * @param moved told of each part that has arrived, and of how many there are
   * @throws NetError, FrameError, ReplyError: then it is tried again
   */
  async bring(
    exchange: ServiceExchange,
    order: Order,
    moved: (parts: number, of: number) => void,
  ): Promise<Tried> {
    if (order.kind === "confirm") return this.#confirm(exchange, order);
    const { crypto, store } = this.#modules;
    const stored = await store.mail.messages.get(order.id);
    if (stored === undefined) return { state: "lost" };
    const bytes = utf8Encode(canonicalize(toWire(stored.message)));
    const files = await this.#files(order.files);
    const offer = {
      ask: "offer",
      id: order.id,
      to: [...order.to],
      size: bytes.length,
      hash: toHex(crypto.sha256(bytes)),
      files: files.map((file) => ({ ...file })),
    };
    for (let i = 0; i < OFFERS_MAX; i += 1) {
      const reply = readOfferReply(await this.#ask(exchange, order, offer));
      if (reply === null) throw new ReplyError("no answer to an offer");
      if (reply.state !== "coming") return reply;
      await this.#parts(exchange, order, { bytes, files, have: reply.have }, moved);
    }
    return { state: "later" };
  }

  /** Attachments that are still here; what has ended is offered no more. */
  async #files(ids: readonly string[]): Promise<readonly OfferedFile[]> {
    const { deadlines, store } = this.#modules;
    const found = await store.mail.blobs.getMany(ids);
    return found.flatMap((blob) =>
      blob?.state === "ready" && blob.expiresCalcond > deadlines.reckon()
        ? {
            id: blob.id,
            header: blob.header,
            frames: blob.frames,
            size: blob.storedSize,
            expires: blob.expiresCalcond,
          }
        : [],
    );
  }

  async #parts(
    exchange: ServiceExchange,
    order: Order,
    {
      bytes,
      files,
      have,
    }: {
      readonly bytes: Uint8Array;
      readonly files: readonly OfferedFile[];
      readonly have: readonly number[];
    },
    moved: (parts: number, of: number) => void,
  ): Promise<void> {
    const { store } = this.#modules;
    const pieces = Math.ceil(bytes.length / MAIL_PIECE_BYTES);
    const all = files.reduce((sum, { frames }) => sum + frames, pieces);
    let done = have.reduce((sum, count) => sum + count, 0);
    const items = [{ id: null, frames: pieces }, ...files];
    for (const [i, { frames, id: file }] of items.entries()) {
      for (let index = have[i] ?? 0; index < frames;) {
        const part =
          file === null
            ? bytes.subarray(index * MAIL_PIECE_BYTES, (index + 1) * MAIL_PIECE_BYTES)
            : await store.mail.frames.get([file, index]);
        // It has ended meanwhile: the next offer leaves it out.
        if (part === undefined) break;
        const message = { ask: "part", id: order.id, file, index, bytes: toBase64(part) };
        const reply = readPartReply(await this.#ask(exchange, order, message));
        if (reply === null) throw new ReplyError("no answer to a part");
        if (reply.have === null) return;
        if (reply.have <= index) throw new ReplyError("a part that was brought is not there");
        done += 1;
        index = reply.have;
        moved(Math.min(done, all), all);
      }
    }
  }

  async #confirm(exchange: ServiceExchange, order: Order): Promise<Tried> {
    const [file = ""] = order.files;
    const [address = ""] = order.to;
    if (!isConfirmReply(await this.#ask(exchange, order, { ask: "confirm", file, address })))
      throw new ReplyError("no answer to a confirmation");
    return { state: "done", results: [] };
  }

  #ask(exchange: ServiceExchange, { node }: Order, message: JsonObject) {
    return exchange.ask(node, MAIL_PROTOCOL, canonicalize(message), MAIL_REPLY_BYTES_MAX);
  }
}
