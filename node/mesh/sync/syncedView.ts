/** How what comes over sync is judged: by what the books of authors know, with no topic and no secret. */
import type { MeshSecrets } from "../../../protocol/events/handshake.js";
import type { EventView } from "../../../protocol/events/eventView.js";
import type { Crypto } from "../../../protocol/ports.js";
import type { AuthorBook } from "../intake/authorBook.js";

const NO_SECRETS: MeshSecrets = new Map();

export function syncedView(
  { authors, crypto }: { readonly authors: AuthorBook; readonly crypto: Crypto },
  network: string,
): EventView {
  return {
    crypto,
    net: network,
    secrets: NO_SECRETS,
    arrival: { via: "sync" },
    // Only what is linked counts: what waits is linked by the event that is being fetched.
    isHeld: () => false,
    allow: () => true,
    isFrozen: (author, seq) => authors.isFrozen(author, seq),
    tip: (author) => authors.tip(author),
    idAt: (author, seq) => authors.idAt(author, seq),
    hasDetachedRoom: () => false,
    headSeq: (author) => authors.headSeq(author),
  };
}
