/**
 * Word that a recipient has an attachment, between the recipient's node and the sender's: each has a
 * copy of the frames, and deletes it when the last of its recipients has confirmed.
 */
import { readMailAddress } from "../../../protocol/mail/address.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { MailBlobRecord } from "../../../storage/records/mailRecords.js";
import type { Store } from "../../../storage/store.js";
import type { Effects, Step } from "../../ledger/effects.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { AttachmentEnds } from "../attachmentEnds.js";
import { mailGuard } from "../mailboxes.js";
import type { MailKeyring } from "../mailKeyring.js";
import type { MailOutbox } from "./outbox.js";

interface ConfirmationModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly effects: Pick<Effects, "run">;
  readonly keyring: MailKeyring;
  readonly ends: AttachmentEnds;
  readonly outbox: MailOutbox;
}

export class Confirmations {
  readonly #modules: ConfirmationModules;

  constructor(modules: ConfirmationModules) {
    this.#modules = modules;
  }

  /** A step that confirms an attachment: where it came from another node, that node is told. */
  async telling(account: string, step: Step<MailBlobRecord>): Promise<Step<MailBlobRecord>> {
    const { deadlines, keyring, outbox, store } = this.#modules;
    const address = (await keyring.identity(account))?.address;
    return {
      keys: step.keys,
      run: async (tx) => {
        const blob = await step.run(tx);
        const home = blob.uploader.startsWith("@")
          ? await store.mail.homes.get(blob.uploader.slice(1))
          : undefined;
        if (home === undefined || address === undefined) return blob;
        outbox.add(tx, {
          node: home,
          id: `confirm ${blob.id} ${account}`,
          kind: "confirm",
          account,
          createdCalcond: deadlines.now(),
          to: [address],
          files: [blob.id],
        });
        return blob;
      },
    };
  }

  /** @param node public key of who says it: it speaks for its own addresses */
  heard = async (node: string, file: string, address: string): Promise<void> => {
    const { effects, ends, keyring, store } = this.#modules;
    if (readMailAddress(address)?.node !== (await keyring.nodeAddressOf(node))) return;
    const seen = await store.mail.blobs.get(file);
    if (seen === undefined) return;
    await effects.run({
      keys: [mailGuard(seen.uploader), `mailblob:${file}`],
      run: async (tx) => {
        const blob = await tx.get(buckets.mailblob, file);
        const reader = `@${address}`;
        if (blob?.state !== "ready" || !blob.waiting.includes(reader)) return;
        const waiting = blob.waiting.filter((one) => one !== reader);
        const next = { ...blob, waiting, confirmed: [...blob.confirmed, reader] };
        if (waiting.length > 0) tx.put(buckets.mailblob, file, next);
        else await ends.endIn(tx, next, "confirmed");
      },
    });
  };
}
