/**
 * What this node said behind the end of a key of its own counts for nothing: a key that was revoked
 * ends where its owner says. It is said again under the next key.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import { readHeader } from "../../protocol/seal/event.js";
import type { Crypto } from "../../protocol/ports.js";
import { isTransferKind, TRANSFER_BODIES } from "../../protocol/transfers/bodies.js";
import { moveId } from "../../protocol/transfers/orderText.js";
import type { StoredEvent } from "../../storage/repositories/spine.js";
import type { Store } from "../../storage/store.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { IncomingTransfers } from "./incoming.js";
import type { OutgoingTransfers } from "./outgoing.js";

const READ_EVENTS = 256;

interface AgainModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly successions: Pick<Successions, "endOf">;
  readonly earlierKeys: readonly string[];
  readonly outgoing: Pick<OutgoingTransfers, "sayAgain">;
  readonly incoming: Pick<IncomingTransfers, "sayAgain">;
}

export class SaidAgain {
  readonly #modules: AgainModules;
  /** Keys of this node of which it is not known yet that nothing of theirs has to be said again. */
  readonly #keys: Set<string>;

  constructor(modules: AgainModules) {
    this.#modules = modules;
    this.#keys = new Set(modules.earlierKeys);
  }

  /** Once for each key, when it is known where it ends. */
  async run(): Promise<void> {
    const { store, successions } = this.#modules;
    for (const key of this.#keys) {
      const end = successions.endOf(key);
      if (end === null) continue;
      if (!(await store.transfers.isSaidAgain(key))) {
        for (let at = end.size; ; at += READ_EVENTS) {
          const events = await store.spine.range(key, at, READ_EVENTS);
          for (const event of events) await this.#again(event);
          if (events.length < READ_EVENTS) break;
        }
        await store.write(store.transfers.saidAgainOps(key));
      }
      this.#keys.delete(key);
    }
  }

  async #again({ body: text, header, id }: StoredEvent): Promise<void> {
    const { crypto, incoming, outgoing } = this.#modules;
    const [head, body] = [parseJson(header), parseJson(text ?? "null")];
    const kind = head.ok ? readHeader(head.value)?.kind : undefined;
    if (kind === undefined || !isTransferKind(kind) || !body.ok) return;
    if (kind === "xfer.burn") {
      const read = TRANSFER_BODIES[kind].safeParse(body.value);
      if (read.success) await outgoing.sayAgain(moveId(crypto, read.data.order), id);
    } else {
      const read = TRANSFER_BODIES[kind].safeParse(body.value);
      if (!read.success) return;
      if (kind === "xfer.refund") await outgoing.sayAgain(read.data.order, null);
      else await incoming.sayAgain(read.data.order, id);
    }
  }
}
