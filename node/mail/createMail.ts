/** All that works on mail, put together. */
import type { Clock, Logger } from "../../protocol/ports.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { AttachmentEnds } from "./attachmentEnds.js";
import { Attachments } from "./attachments.js";
import { nodeDeflate } from "./deflate.js";
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

export function createMail(modules: Modules): MailServices {
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
  const sending = new MailSending({ ...modules, keyring, attachments });
  return { keyring, reading, sending, attachments, ends };
}
