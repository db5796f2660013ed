/** Messages as pages: their HTML written anew, behind an address that works once. */
import { bannerLines, mailDocument } from "../../../protocol/mail/html/document.js";
import {
  NOTHING_HELD,
  sanitize,
  type Held,
  type Sanitized,
} from "../../../protocol/mail/html/sanitize.js";
import { senderMarks, type SenderMark } from "../../../protocol/mail/html/sender.js";
import type { MailAttachment } from "../../../protocol/mail/headers.js";
import type { TooMuch } from "../../../protocol/mail/html/bounds.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import type { Attachments } from "../attachments.js";
import type { MailHolder } from "../mailKeyring.js";
import type { MailReading } from "../mailReading.js";
import type { ImageSenders } from "./imageSenders.js";
import type { ShownOnce } from "./shownOnce.js";

/** Pictures that are parts of the message: as large as one, and as all of them, may be. */
const PART_BYTES_MAX = 1024 * 1024;
const PARTS_BYTES_MAX = 2 * 1024 * 1024;
const PIXELS = /^image\/(?:png|gif|jpeg|webp|avif|bmp)$/;

export interface RenderModules {
  readonly reading: MailReading;
  readonly attachments: Attachments;
  readonly senders: ImageSenders;
  readonly once: ShownOnce;
}

export interface Rendered {
  readonly token: string;
  readonly showsImages: boolean;
  readonly alwaysAllowed: boolean;
  readonly held: Held;
  readonly hosts: readonly string[];
  readonly deceptive: number;
  readonly refused: TooMuch | null;
  readonly marks: readonly SenderMark[];
  readonly banner: readonly string[];
}

export class MailRendering {
  readonly #modules: RenderModules;

  constructor(modules: RenderModules) {
    this.#modules = modules;
  }

  /**
   * @param images undefined: as the account decided for the sender
   * @throws Refusal NOT_FOUND, FORBIDDEN
   */
  async render(
    holder: MailHolder,
    id: string,
    images: "blocked" | "shown" | undefined,
  ): Promise<Rendered> {
    const { once, reading, senders } = this.#modules;
    const { opened } = await reading.read(holder, id);
    const { attachments, from, subject } = opened.headers;
    const alwaysAllowed = await senders.isAllowed(holder.account, from.address);
    const showsImages = images === undefined ? alwaysAllowed : images === "shown";
    const parts = opened.html === null ? null : await this.#parts(holder, opened.html, attachments);
    const html: Sanitized | null =
      opened.html === null
        ? null
        : sanitize(opened.html, { showsImages, part: (contentId) => parts?.get(contentId) });
    const shown = { subject, from, text: opened.text, html, showsImages };
    const { notes, warnings } = bannerLines(shown);
    return {
      token: once.put(holder.account, { text: mailDocument(shown), showsImages }),
      showsImages,
      alwaysAllowed,
      held: html?.held ?? NOTHING_HELD,
      hosts: html?.hosts ?? [],
      deceptive: html?.deceptive ?? 0,
      refused: html?.refused ?? null,
      marks: senderMarks(from.name ?? "", from.address),
      banner: [...warnings, ...notes],
    };
  }

  /** Pictures that the text names, as data; one that ended or was changed is not there. */
  async #parts(
    holder: MailHolder,
    html: string,
    listed: readonly MailAttachment[],
  ): Promise<ReadonlyMap<string, string>> {
    const parts = new Map<string, string>();
    let left = PARTS_BYTES_MAX;
    for (const { blobId, contentId, size, type } of listed) {
      if (contentId === undefined || !PIXELS.test(type) || !html.includes(contentId)) continue;
      if (size > PART_BYTES_MAX || size > left || parts.has(contentId)) continue;
      const bytes = await this.#bytesOf(holder, blobId);
      if (bytes === null) continue;
      left -= size;
      parts.set(contentId, `data:${type};base64,${bytes.toString("base64")}`);
    }
    return parts;
  }

  async #bytesOf(holder: MailHolder, blobId: string): Promise<Buffer | null> {
    const { attachments } = this.#modules;
    try {
      const pieces: Uint8Array[] = [];
      for await (const piece of await attachments.open(await attachments.readable(holder, blobId)))
        pieces.push(piece);
      return Buffer.concat(pieces);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}
