/** Mail: addresses and keys, sealed messages, attachments that end. */
import type { Capability } from "../capability/capability.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { mailHandlers } from "../operations/mail.js";
import { mailHtmlHandlers } from "../operations/mailHtml.js";
import type { NodeServices } from "../ground/services.js";
import { OFFER_DUE } from "../mail/delivery/incoming.js";
import { deliveryGauges } from "../mail/delivery/gauges.js";

export function mailCapability(services: NodeServices) {
  const { delivery, ends } = services.mail;
  const { once } = services.mailPages;
  return {
    handlers: { ...mailHandlers(services), ...mailHtmlHandlers(services) },
    buckets: [
      ...([
        "mailacct",
        "mailaddr",
        "mailwrap",
        "mailmsg",
        "mailbox",
        "mailof",
        "mailthread",
      ] as const),
      ...(["mailstate", "mailblob", "mailframe", "mailend", "mailimages", "mailfind"] as const),
      ...(["mailsent", "mailout", "mailin", "mailpiece", "mailknown", "mailhome"] as const),
    ],
    due: { [OFFER_DUE]: delivery.incoming.due },
    background: [ends.sweep],
    start: () => delivery.load(),
    stop: () => {
      once.stop();
      delivery.stop();
      return Promise.resolve();
    },
    metrics: () => [
      ...deliveryGauges(delivery),
      gauge("mail_shown_bytes", "Bytes of messages that wait to be shown once", once.bytes),
    ],
  } as const satisfies Capability;
}
