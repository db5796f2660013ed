/** Mail: addresses and keys, sealed messages, attachments that end. */
import type { Capability } from "../capability/capability.js";
import { mailHandlers } from "../operations/mail.js";
import type { NodeServices } from "../ground/services.js";

export function mailCapability(services: NodeServices) {
  const { ends } = services.mail;
  return {
    handlers: mailHandlers(services),
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
      ...(["mailstate", "mailblob", "mailframe", "mailend"] as const),
    ],
    background: [ends.sweep],
  } as const satisfies Capability;
}
