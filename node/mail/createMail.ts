/** All that works on mail, put together. */
import type { Clock, Logger } from "../../protocol/ports.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { AttachmentEnds } from "./attachmentEnds.js";
import { Attachments } from "./attachments.js";
import { nodeDeflate } from "./deflate.js";
import type { Elsewhere } from "./elsewhere.js";
import { MailKeyring, type MailKeyModules } from "./mailKeyring.js";
import { MailReading } from "./mailReading.js";
import { MailSending } from "./mailSending.js";

interface Modules extends MailKeyModules {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly log: Logger;
}

export interface MailServices {
  readonly keyring: MailKeyring;
  readonly reading: MailReading;
  readonly sending: MailSending;
  readonly attachments: Attachments;
  readonly ends: AttachmentEnds;
}

/** @param deliveryOf makes what brings mail to other nodes */
export function createMail<Delivery extends Elsewhere>(
  modules: Modules,
  deliveryOf: (parts: Pick<MailServices, "keyring" | "ends">) => Delivery,
): MailServices & { readonly delivery: Delivery } {
  const keyring = new MailKeyring(modules);
  const reading = new MailReading(modules);
  const ends = new AttachmentEnds(modules);
  const attachments = new Attachments({
    ...modules,
    deflate: nodeDeflate,
    keyring,
    reading,
    ends,
  });
  const delivery = deliveryOf({ keyring, ends });
  const sending = new MailSending({ ...modules, ...delivery, keyring, attachments });
  return { keyring, reading, sending, attachments, ends, delivery };
}
