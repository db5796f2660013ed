/** Spines of authors that need not run: made in a test, put where a node keeps what it synced. */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { createEvent, createNote, NO_HASH } from "../../protocol/seal/event.js";
import type { Author, EncodedEvent, MeshNote } from "../../protocol/seal/event.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { JsonObject } from "../../protocol/ports.js";
import { checkpointOrigin, signCheckpoint } from "../../protocol/seal/checkpoint.js";
import { appendLeaf, EMPTY_FRONTIER, merkleRoot } from "../../protocol/seal/merkle.js";
import type { Store } from "../../storage/store.js";
import { clock, contentId, NETWORK } from "./meshNode.js";

export function sealBody(salt: string): JsonObject {
  return { count: 1, engine_version: "x", root: contentId(salt) };
}

/** `count` further events of an author; the salt makes one history differ from another. */
export function grow(
  author: Author,
  before: readonly EncodedEvent[],
  count: number,
  salt = "",
): readonly EncodedEvent[] {
  const events = [...before];
  for (let i = 0; i < count; i += 1) {
    const seq = events.length;
    events.push(
      createEvent(nodeCrypto, author, {
        net: NETWORK,
        kind: seq === 0 ? "spine.open" : "seal",
        seq,
        prev: events.at(-1)?.id ?? NO_HASH,
        calcond: Number(clock.nowNs() / CALCOND_NS),
        body:
          seq === 0 ? { engine_version: "x", next: contentId("next") } : sealBody(`${salt}${seq}`),
      }),
    );
  }
  return events;
}

/** As if a node had synced it before. */
export async function keep(store: Store, events: readonly EncodedEvent[]): Promise<void> {
  let frontier = EMPTY_FRONTIER;
  for (const { event, id, leaf, headerText, bodyText } of events) {
    const { author, seq, calcond, body_hash: bodyHash } = event.header;
    frontier = appendLeaf(nodeCrypto, frontier, leaf);
    await store.write(
      store.spine.appendOps(
        { author, seq, id, header: headerText, sig: event.sig, bodyHash, body: bodyText },
        { seq, id, calcond, edge: frontier.hashes.map(toHex) },
      ),
    );
  }
}

/** The signed checkpoint of a spine. */
export function checkpointOf(author: Author, events: readonly EncodedEvent[]): string {
  const origin = checkpointOrigin(NETWORK, author.publicKey);
  const root = merkleRoot(
    nodeCrypto,
    events.map(({ leaf }) => leaf),
  );
  return signCheckpoint(nodeCrypto, { origin, size: events.length, root }, author.seed);
}

/** The note that tells it. */
export function headOf(author: Author, events: readonly EncodedEvent[]): MeshNote {
  const last = events.at(-1)!;
  return createNote(nodeCrypto, author, {
    author: author.publicKey,
    calcond: last.event.header.calcond,
    checkpoint: checkpointOf(author, events),
    id: last.id,
    kind: "head",
    net: NETWORK,
    seq: events.length - 1,
    v: 1,
  });
}
