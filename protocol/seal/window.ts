/**
 * A commit window: up to 256 results sealed under one signed event, so that the signature does not
 * bound the rate.
 */
import { flat } from "../encoding/flat.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { createEvent, type Author, type EncodedEvent, type EventHeader } from "./event.js";
import { SEAL_WINDOW_MAX } from "../limits.js";
import type { Crypto } from "../ports.js";
import { encodeCore } from "./coreText.js";
import { calcProof, engineOf, hashLink } from "./envelope.js";
import type { EnvelopeCore } from "./members.js";
import { windowTree, type WindowTree } from "./merkle.js";

export const SEAL_KIND = "seal";

/** What follows from the links of a window: the issuer's own receipts, and the tree over them. */
export interface WindowHashes {
  readonly calcProofs: readonly string[];
  readonly tree: WindowTree;
}

/**
 * A platform that computes them for all links together brings its own; they are the same.
 * @param ids hash-links in hex, at least one
 */
export type WindowHasher = (proofKey: Uint8Array, ids: readonly string[]) => WindowHashes;

/** One after the other. */
export function windowHasher(crypto: Crypto): WindowHasher {
  return (proofKey, ids) => ({
    calcProofs: ids.map((id) => calcProof(crypto, proofKey, id)),
    tree: windowTree(
      crypto,
      ids.map((id) => fromHex(id)!),
    ),
  });
}

export interface WindowPlace {
  readonly author: Author;
  readonly net: string;
  readonly engineVersion: string;
  /** Key of the issuer's own receipt, `calcProof`. */
  readonly proofKey: Uint8Array;
  /** Hash-link of the node's last envelope; `FIRST_PREV` when there is none. */
  readonly prevLink: string;
  /** Number and predecessor of the event to be written. */
  readonly seq: number;
  readonly prevId: string;
  readonly calcond: number;
}

export interface SealedEnvelope {
  /** Hash-link in hex: receipt id and token id. */
  readonly id: string;
  readonly prev: string;
  readonly coreText: string;
  readonly calcProof: string;
}

/** Inclusion of one envelope under the signed event of its window. */
export interface ReceiptProof {
  readonly count: number;
  readonly header: EventHeader;
  readonly index: number;
  readonly path: readonly string[];
  readonly sig: string;
}

export interface SealedWindow {
  readonly envelopes: readonly SealedEnvelope[];
  readonly event: EncodedEvent;
  proof(index: number): ReceiptProof;
  /**
   * Canonical text of `proof(index)`; the parts all receipts of the window share are written once.
   */
  proofText(index: number): string;
}

/**
 * Links, proves and signs a window. Nothing here may be shown to anyone before the event is
 * durable: a crash in between would let the node sign two events with one number.
 * @throws RangeError unless there are 1 to 256 cores, all of the window's engine version.
 */
export function sealWindow(
  crypto: Crypto,
  place: WindowPlace,
  cores: readonly EnvelopeCore[],
): SealedWindow {
  if (cores.some((core) => engineOf(core.engine_version) !== place.engineVersion)) {
    throw new RangeError("one engine version to a window");
  }
  return sealTexts(crypto, place, cores.map(encodeCore));
}

/** The same for cores that are canonical text already, all of the place's engine version. */
export function sealTexts(
  crypto: Crypto,
  place: WindowPlace,
  cores: readonly string[],
  hashes: WindowHasher = windowHasher(crypto),
): SealedWindow {
  if (cores.length === 0 || cores.length > SEAL_WINDOW_MAX)
    throw new RangeError("a window holds 1 to 256 envelopes");
  const ids: string[] = [];
  let prev = place.prevLink;
  for (const coreText of cores) ids.push((prev = hashLink(crypto, prev, coreText)));
  const { calcProofs, tree } = hashes(place.proofKey, ids);
  const envelopes: SealedEnvelope[] = [];
  for (let i = 0; i < ids.length; i += 1) {
    envelopes.push({
      id: ids[i]!,
      prev: i === 0 ? place.prevLink : ids[i - 1]!,
      coreText: cores[i]!,
      calcProof: calcProofs[i]!,
    });
  }
  const event = createEvent(crypto, place.author, {
    net: place.net,
    kind: SEAL_KIND,
    seq: place.seq,
    prev: place.prevId,
    calcond: place.calcond,
    body: { count: cores.length, engine_version: place.engineVersion, root: toHex(tree.root) },
  });
  const before = flat(`{"count":${cores.length},"header":${event.headerText},"index":`);
  const after = flat(`],"sig":"${event.event.sig}"}`);
  return {
    envelopes,
    event,
    proof: (index) => ({
      count: cores.length,
      header: event.event.header,
      index,
      path: tree.pathHex(index),
      sig: event.event.sig,
    }),
    proofText: (index) => `${before}${index},"path":[${tree.pathText(index)}${after}`,
  };
}
