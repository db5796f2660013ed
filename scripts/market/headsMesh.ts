/** Spines of many authors on the disks of nodes of one process, as gossip would have brought them. */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { createEvent, NO_HASH, type EncodedEvent } from "../../protocol/seal/event.js";
import { checkpointOrigin, signCheckpoint } from "../../protocol/seal/checkpoint.js";
import { appendLeaf, EMPTY_FRONTIER, frontierRoot } from "../../protocol/seal/merkle.js";
import type { LocalMesh, LocalNode } from "./localMesh.js";

export interface HeadsAuthor {
  readonly seed: Uint8Array;
  readonly publicKey: string;
}

export function headsAuthor(name: string): HeadsAuthor {
  const seed = nodeCrypto.sha256(Buffer.from(`author ${name}`));
  return { seed, publicKey: Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex") };
}

/** Events of an author and the head above them. @param branch another one is another history */
export function spineOf(
  { net, calcond }: { readonly net: string; readonly calcond: number },
  author: HeadsAuthor,
  size: number,
  branch = 0,
) {
  const events: EncodedEvent[] = [];
  let frontier = EMPTY_FRONTIER;
  for (let seq = 0; seq < size; seq += 1) {
    const prev = events.at(-1)?.id ?? NO_HASH;
    const body = { engine_version: `branch ${branch}`, next: "11".repeat(32) };
    const draft = { net, kind: "spine.open", seq, prev, calcond: calcond + seq, body };
    const event = createEvent(nodeCrypto, author, draft);
    events.push(event);
    frontier = appendLeaf(nodeCrypto, frontier, event.leaf);
  }
  const root = frontierRoot(nodeCrypto, frontier);
  const origin = checkpointOrigin(net, author.publicKey);
  const head = signCheckpoint(nodeCrypto, { origin, size, root }, author.seed);
  return { events, head, edge: frontier.hashes.map(toHex) };
}

/** Puts spines and their heads onto the disks of nodes. */
export async function plant(
  mesh: LocalMesh,
  nodes: readonly LocalNode[],
  authors: readonly HeadsAuthor[],
  size: number,
  branch = 0,
): Promise<void> {
  const { net } = nodes[0]!.node.services.spine;
  const calcond = mesh.time.calcond - 100;
  for (const author of authors) {
    const { edge, events, head } = spineOf({ net, calcond }, author, size, branch);
    const { publicKey } = author;
    const last = events.at(-1)!;
    const text = canonicalize({ note: { author: publicKey, checkpoint: head }, sig: "" });
    for (const { store } of nodes)
      await store.write([
        ...events.flatMap(({ bodyText, event, headerText, id }) =>
          store.spine.eventOps({
            author: publicKey,
            seq: event.header.seq,
            id,
            header: headerText,
            sig: event.sig,
            bodyHash: event.header.body_hash,
            body: bodyText,
          }),
        ),
        ...store.spine.appendOps(
          {
            author: publicKey,
            seq: last.event.header.seq,
            id: last.id,
            header: last.headerText,
            sig: last.event.sig,
            bodyHash: last.event.header.body_hash,
            body: last.bodyText,
          },
          { seq: size - 1, id: last.id, calcond: last.event.header.calcond, edge },
        ),
        ...store.peers.announcementOps("head", publicKey, { calcond, id: last.id, text }),
      ]);
  }
}
