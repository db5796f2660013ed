/** A spine that a probe writes and keeps where daemons may ask for it: its own, or another key's. */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { Tip } from "../../node/mesh/sync/syncHeads.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { createEvent, NO_HASH } from "../../protocol/seal/event.js";
import type { Author, EncodedEvent } from "../../protocol/seal/event.js";
import type { JsonObject } from "../../protocol/ports.js";
import { appendLeaf, EMPTY_FRONTIER } from "../../protocol/seal/merkle.js";
import type { Frontier } from "../../protocol/seal/merkle.js";
import type { Store } from "../../storage/store.js";

interface Options {
  readonly author: Author;
  /** Eight digits. */
  readonly network: string;
  readonly store: Pick<Store, "spine" | "write">;
  readonly calcond: () => number;
}

export class ProbeSpine {
  readonly author: Author;
  readonly #options: Options;
  #frontier: Frontier = EMPTY_FRONTIER;
  #last: { readonly seq: number; readonly id: string; readonly calcond: number } | null = null;

  constructor(options: Options) {
    this.author = options.author;
    this.#options = options;
  }

  /** Null before the first event. */
  get tip(): Tip | null {
    return this.#last === null ? null : [this.author.publicKey, this.#last.seq, this.#last.id];
  }

  async append(kind: string, body: JsonObject): Promise<EncodedEvent> {
    const { network, store } = this.#options;
    const seq = this.#frontier.size;
    const calcond = Math.max(this.#options.calcond(), this.#last?.calcond ?? 0);
    const encoded = createEvent(nodeCrypto, this.author, {
      net: network,
      kind,
      seq,
      prev: this.#last?.id ?? NO_HASH,
      calcond,
      body,
    });
    const { id, headerText, bodyText, event } = encoded;
    this.#frontier = appendLeaf(nodeCrypto, this.#frontier, encoded.leaf);
    this.#last = { seq, id, calcond };
    await store.write(
      store.spine.appendOps(
        {
          author: this.author.publicKey,
          seq,
          id,
          header: headerText,
          sig: event.sig,
          bodyHash: event.header.body_hash,
          body: bodyText,
        },
        { seq, id, calcond, edge: this.#frontier.hashes.map(toHex) },
      ),
    );
    return encoded;
  }

  /** Drops the bodies of events `from` to below `to`, which are then served without them. */
  async forget(from: number, to: number): Promise<void> {
    const { store } = this.#options;
    const events = await store.spine.range(this.author.publicKey, from, to - from);
    const hashes = events.map(({ bodyHash }) => bodyHash);
    await store.write(store.spine.dropBodiesOps(hashes));
  }
}
