/** How attachments end: at their calcond, confirmed by all, or set aside because a frame was changed. */
import { MAIL_TOMBSTONE_CALCONDS } from "../../protocol/limits.js";
import type { Logger } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Transaction } from "../../storage/kv/guard.js";
import type { MailBlobRecord } from "../../storage/records/mailRecords.js";
import type { Store } from "../../storage/store.js";
import type { Background } from "../runtime/background.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { mailGuard } from "./mailboxes.js";

/** Between two looks: a minute. Each read looks, too. */
const SWEEP_EVERY_CALCONDS = 77;
const AT_ONCE_MAX = 32;

interface EndModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly log: Logger;
}

export class AttachmentEnds {
  readonly #modules: EndModules;

  constructor(modules: EndModules) {
    this.#modules = modules;
  }

  /** Ends one whose day is over; where it was only a tombstone, that goes. */
  async end(id: string): Promise<void> {
    const { deadlines, store } = this.#modules;
    const seen = await store.mail.blobs.get(id);
    if (seen === undefined) return;
    const guards = [mailGuard(seen.uploader), `mailblob:${id}`];
    await store.guards.withGuard(guards, async (tx) => {
      const record = await tx.get(buckets.mailblob, id);
      if (record === undefined || record.expiresCalcond > deadlines.reckon()) return;
      if (record.state === "gone") {
        tx.add([
          ...store.mail.blobs.delOps(id),
          ...store.mail.ends.delOps([record.expiresCalcond, id]),
        ]);
        return;
      }
      await this.endIn(tx, record, "expired");
    });
  }

  /** Forgets an upload that did not come to its end, with what of it was stored. */
  async discard(id: string): Promise<void> {
    const { store } = this.#modules;
    await store.guards.withGuard([`mailblob:${id}`], async (tx) => {
      const record = await tx.get(buckets.mailblob, id);
      if (record?.state !== "uploading") return;
      tx.add([
        ...store.mail.dropFrameOps(id, await this.#framesOf(id)),
        ...store.mail.blobs.delOps(id),
        ...store.mail.ends.delOps([record.expiresCalcond, id]),
      ]);
    });
  }

  /** Frames, record and what is due, in one batch. It is the caller who holds the guards. */
  async endIn(
    tx: Transaction,
    record: MailBlobRecord,
    reason: NonNullable<MailBlobRecord["reason"]>,
  ): Promise<void> {
    const { deadlines, store } = this.#modules;
    const { id, storedSize, uploader } = record;
    const expiresCalcond = deadlines.reckon() + MAIL_TOMBSTONE_CALCONDS;
    // How many there are is not known of one that never came to its end.
    const frames = record.state === "uploading" ? await this.#framesOf(id) : record.frames;
    tx.add([
      ...store.mail.dropFrameOps(id, frames),
      ...store.mail.ends.delOps([record.expiresCalcond, id]),
      ...store.mail.ends.putOps([expiresCalcond, id], ""),
      ...store.mail.blobs.putOps(id, {
        ...record,
        state: "gone",
        frames: 0,
        meta: null,
        waiting: [],
        messages: [],
        expiresCalcond,
        reason,
      }),
    ]);
    const state = await tx.get(buckets.mailstate, uploader);
    if (state !== undefined)
      tx.put(buckets.mailstate, uploader, { ...state, held: Math.max(0, state.held - storedSize) });
  }

  async #framesOf(id: string): Promise<number> {
    let count = 0;
    const range = { gte: [id, 0], lt: [id, Number.MAX_SAFE_INTEGER] } as const;
    for await (const [, index] of this.#modules.store.mail.frames.keys(range)) count = index + 1;
    return count;
  }

  /** From now on it is not served, and is kept until its day is over. */
  async quarantine(id: string): Promise<void> {
    const { log, store } = this.#modules;
    await store.guards.withGuard([`mailblob:${id}`], async (tx) => {
      const record = await tx.get(buckets.mailblob, id);
      if (record?.state === "ready")
        tx.put(buckets.mailblob, id, { ...record, state: "quarantined" });
    });
    log.warn("a frame of an attachment is not what was sealed", { blob: id });
  }

  readonly sweep: Background = {
    name: "mail attachments",
    when: { everyCalconds: SWEEP_EVERY_CALCONDS },
    run: async (signal) => {
      const { deadlines, store } = this.#modules;
      const over = await store.mail.endingBefore(deadlines.reckon() + 1, AT_ONCE_MAX);
      for (const [, id] of over) {
        if (signal.aborted) break;
        await this.end(id);
      }
      return over.length < AT_ONCE_MAX ? "done" : "more";
    },
  };
}
