/** Mail: addresses and keys, sealed messages, attachments that end. */
import { defineCapability } from "../capability/define.js";
import type { Ground } from "../ground/ground.js";
import type { LedgerServices } from "../ledger/createLedger.js";
import type { NameServices } from "../names/createNames.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { secureCrypto } from "../runtime/secureCrypto.js";
import { createMail } from "./createMail.js";
import { createDelivery, type DeliveredMail } from "./delivery/createDelivery.js";
import { deliveryGauges } from "./delivery/gauges.js";
import { OFFER_DUE } from "./delivery/incoming.js";
import { MailInbound } from "./inbound/inbound.js";
import { mailHandlers } from "./operations/mail.js";
import { mailHtmlHandlers } from "./operations/mailHtml.js";
import { createMailPages } from "./rendering/createMailPages.js";

type Given = Pick<LedgerServices, "effects"> & Pick<NameServices, "nameAnswers" | "names">;
type Needs = Parameters<typeof mailHandlers>[0] & Parameters<typeof mailHtmlHandlers>[0];

export const mail = defineCapability({
  name: "mail",
  make: (ground, given: Given) => {
    const delivered = deliveredMail(ground, given);
    return {
      mail: delivered,
      mailPages: createMailPages(ground, delivered),
      mailInbound: new MailInbound({
        ...ground,
        ...delivered,
        crypto: secureCrypto,
        secrets: ground.config.meshSecrets?.secrets ?? null,
      }),
    };
  },
  parts: (services: Needs) => {
    const { delivery, ends } = services.mail;
    const { once } = services.mailPages;
    return {
      handlers: { ...mailHandlers(services), ...mailHtmlHandlers(services) },
      buckets: [
        ...(["mailacct", "mailaddr", "mailwrap", "mailmsg", "mailbox", "mailof"] as const),
        ...(["mailthread", "mailstate", "mailblob", "mailframe", "mailend"] as const),
        ...(["mailimages", "mailfind", "mailsent", "mailout", "mailin"] as const),
        ...(["mailpiece", "mailknown", "mailhome"] as const),
      ],
      due: { [OFFER_DUE]: delivery.incoming.due },
      background: [ends.sweep],
      joined: ({ mesh }) => delivery.use(mesh.exchange),
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
    };
  },
});

function deliveredMail(ground: Ground, { effects, nameAnswers, names }: Given): DeliveredMail {
  const modules = {
    ...ground,
    addresses: names.addresses,
    claimedBy: (address: string) => claimedKey(nameAnswers, address),
    crypto: secureCrypto,
    effects,
    publicKey: ground.identity.publicKeyHex,
    log: ground.log.child("mail"),
  };
  return createMail(modules, (parts) => createDelivery(modules, parts));
}

/** Key of the one who claimed an address in the book of names; a claim fits its owner's address. */
function claimedKey(nameAnswers: NameServices["nameAnswers"], address: string): string | null {
  const found = nameAnswers.resolve(address);
  return found.kind === "found" && found.view.address === address ? found.view.publicKey : null;
}
