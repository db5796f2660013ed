/**
 * Finds where two histories of one author part, and makes the proof of it. What peers say here
 * needs no trust: a proof is two signatures of the accused.
 */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import {
  eventId,
  readEvent,
  readHeader,
  verifyEventSignature,
} from "../../../protocol/seal/event.js";
import type { EventHeader, MeshEvent } from "../../../protocol/seal/event.js";
import { forkEvidence, splitEvidence } from "../../../protocol/mesh/evidence.js";
import type { EvidenceBody } from "../../../protocol/mesh/evidence.js";
import type { HeadNote } from "../../../protocol/mesh/kinds.js";
import type { Judgement } from "../../../protocol/mesh/judgement.js";
import { SYNC_IDS_MAX } from "../../../protocol/limits.js";
import type { Crypto, JsonObject, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { EvidenceBook } from "../intake/evidence.js";
import type { Suspicion } from "../intake/gossip.js";
import type { SyncClient } from "./syncClient.js";

/** Authors looked into at the same time; what comes beyond is found by the next comparison. */
const SEARCHES_MAX = 64;

interface ForkModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly authors: AuthorBook;
  readonly client: SyncClient;
  readonly evidence: EvidenceBook;
  readonly log: Logger;
}

interface ForkOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface ForkListener {
  /** A proof was found here; it has to be told. */
  readonly onFound: () => void;
  readonly onSelfEquivocation: (detail: string) => void;
}

interface Signed {
  readonly header: EventHeader;
  readonly sig: string;
}

export class Forks implements Suspicion {
  readonly #options: ForkOptions;
  readonly #modules: ForkModules;
  readonly #listener: ForkListener;
  readonly #searches = new Map<string, Promise<void>>();

  constructor(options: ForkOptions, modules: ForkModules, listener: ForkListener) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
  }

  /** Resolves when nothing is being looked into. */
  async idle(): Promise<void> {
    while (this.#searches.size > 0) await Promise.all(this.#searches.values());
  }

  /** Resolves when nothing of this author is being looked into. */
  async looking(author: string): Promise<void> {
    await this.#searches.get(author);
  }

  isProven(body: JsonObject): boolean {
    return this.#modules.evidence.isProven(body);
  }

  suspect({ signed, rivalHead }: Judgement, from: string | null): void {
    if (signed !== undefined) this.suspectEvent(signed, from);
    else if (rivalHead !== undefined) this.#suspectHead(rivalHead);
  }

  /** A signed event that does not fit what is held. @param from who may hold its history */
  suspectEvent(
    { event, id }: { readonly event: MeshEvent; readonly id: string },
    from: string | null,
  ): void {
    const { author, seq } = event.header;
    this.#search(author, async () => {
      const held = await this.#heldAt(author, seq);
      if (held === null) {
        if (from !== null) await this.#bisect(author, from, seq - 1);
        return;
      }
      if (this.#idOf(held) === id) return;
      if (author === this.#options.publicKey) {
        this.#listener.onSelfEquivocation(`there are two events ${seq} under this node's key`);
      }
      await this.#prove(forkEvidence(this.#modules.crypto, held, event));
      // They parted earlier: the proof stands, and the last common event is still to be found.
      if (held.header.prev !== event.header.prev && from !== null) {
        await this.#bisect(author, from, seq - 1);
      }
    });
  }

  /** The peer's history of an author has another event at `seq` than the one held. */
  differs(author: string, peer: string, seq: number): void {
    this.#search(author, () => this.#bisect(author, peer, seq));
  }

  /**
   * A peer says that this node's own spine goes on to `seq`. Only a signature shows whether
   * somebody else writes with this key.
   */
  ownBeyond(peer: string, seq: number): void {
    const { publicKey, network } = this.#options;
    const { client, crypto, store } = this.#modules;
    this.#search(publicKey, async () => {
      const [held] = await store.spine.idsAt(publicKey, [seq]);
      if (typeof held === "string") {
        await this.#bisect(publicKey, peer, seq);
        return;
      }
      const event = readEvent((await client.events(peer, publicKey, seq, 1))[0]);
      if (event?.header.author !== publicKey || event.header.net !== network) return;
      const text = canonicalize({ ...event.header });
      if (!verifyEventSignature(crypto, publicKey, text, event.sig)) return;
      const [now] = await store.spine.idsAt(publicKey, [event.header.seq]);
      if (now === eventId(crypto, text)) return;
      this.#listener.onSelfEquivocation(
        `a peer holds an event ${event.header.seq} under this node's key that it did not write`,
      );
    });
  }

  #suspectHead({ author, checkpoint }: HeadNote): void {
    this.#search(author, async () => {
      const held = await this.#modules.store.peers.announcement("head", author);
      const read = held === undefined ? null : parseJson(held.text);
      const note = read !== null && read.ok ? read.value : null;
      const other = checkpointIn(note);
      if (other !== null) await this.#prove(splitEvidence(other, checkpoint));
    });
  }

  #search(author: string, work: () => Promise<void>): void {
    if (this.#searches.has(author) || this.#searches.size >= SEARCHES_MAX) return;
    // An event ingested a moment ago is compared too: it is in the store behind this write.
    const search = this.#modules.store
      .write([])
      .then(work)
      .catch((error: unknown) => {
        this.#modules.log.debug("two histories could not be compared", {
          author,
          error: String(error),
        });
      })
      .finally(() => {
        this.#searches.delete(author);
      });
    this.#searches.set(author, search);
  }

  /** The first number at which the peer's history differs, of those up to `differing`. */
  async #bisect(author: string, peer: string, differing: number): Promise<void> {
    const { client, store, authors } = this.#modules;
    let low = -1;
    let high = differing;
    if (authors.isFrozen(author, high)) high = Math.min(high, (authors.frozenAt(author) ?? 0) - 1);
    if (high < 0 || !(await this.#differsAt(author, peer, high))) return;
    while (high - low > 1) {
      const seqs = spread(low, high);
      const [mine, theirs] = await Promise.all([
        store.spine.idsAt(author, seqs),
        client.ids(peer, author, seqs),
      ]);
      const first = seqs.findIndex((_, i) => theirs[i] !== mine[i]);
      if (first < 0) low = seqs.at(-1)!;
      else {
        high = seqs[first]!;
        low = first === 0 ? low : seqs[first - 1]!;
      }
    }
    await this.#proveAt(author, peer, high);
  }

  async #differsAt(author: string, peer: string, seq: number): Promise<boolean> {
    const { client, store } = this.#modules;
    const [[mine], [theirs]] = await Promise.all([
      store.spine.idsAt(author, [seq]),
      client.ids(peer, author, [seq]),
    ]);
    return typeof mine === "string" && typeof theirs === "string" && mine !== theirs;
  }

  async #proveAt(author: string, peer: string, seq: number): Promise<void> {
    const { client, crypto, log } = this.#modules;
    const held = await this.#heldAt(author, seq);
    const [value] = await client.events(peer, author, seq, 1);
    const event = readEvent(value);
    if (
      held === null ||
      event === null ||
      event.header.author !== author ||
      event.header.seq !== seq ||
      event.header.net !== this.#options.network ||
      !verifyEventSignature(crypto, author, canonicalize({ ...event.header }), event.sig)
    ) {
      log.debug("a peer announced a history that it does not have", { author, peer, seq });
      return;
    }
    if (author === this.#options.publicKey) {
      this.#listener.onSelfEquivocation(`a peer holds another event ${seq} under this node's key`);
    }
    if (this.#idOf(event) !== this.#idOf(held)) {
      await this.#prove(forkEvidence(crypto, held, event));
    }
  }

  async #prove(body: EvidenceBody): Promise<void> {
    if (await this.#modules.evidence.found(body)) this.#listener.onFound();
  }

  #idOf({ header }: Pick<Signed, "header">): string {
    return eventId(this.#modules.crypto, canonicalize({ ...header }));
  }

  /** Linked or waiting. */
  async #heldAt(author: string, seq: number): Promise<Signed | null> {
    const waiting = this.#modules.authors.detachedAt(author, seq);
    if (waiting !== null) return waiting.event;
    const stored = await this.#modules.store.spine.event(author, seq);
    if (stored === undefined) return null;
    const read = parseJson(stored.header);
    const header = read.ok ? readHeader(read.value) : null;
    return header === null ? null : { header, sig: stored.sig };
  }
}

/** Numbers strictly between two, evenly spread, at most as many as one request takes. */
function spread(low: number, high: number): readonly number[] {
  const count = Math.min(SYNC_IDS_MAX, high - low - 1);
  const seqs = new Set<number>();
  for (let i = 1; i <= count; i += 1) {
    seqs.add(low + Math.max(1, Math.floor(((high - low) * i) / (count + 1))));
  }
  return [...seqs].sort((a, b) => a - b);
}

function checkpointIn(note: unknown): string | null {
  if (typeof note !== "object" || note === null || !("note" in note)) return null;
  const inner = note.note;
  if (typeof inner !== "object" || inner === null || !("checkpoint" in inner)) return null;
  return typeof inner.checkpoint === "string" ? inner.checkpoint : null;
}
