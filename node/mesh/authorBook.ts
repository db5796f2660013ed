/**
 * What is known of other authors, in memory, so that a verdict never waits for the disk: heads of
 * linked spines, newest
 * announcements, ids seen. What is accepted goes to the store; what is in the store is read at
 * start.
 */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { parseJson } from "../../protocol/encoding/json.js";
import { eventLeaf, isObject, readHeader } from "../../protocol/events/event.js";
import type { AcceptedEvent, AcceptedNote, SpineTip } from "../../protocol/events/validate.js";
import type { Crypto, Logger } from "../../protocol/ports.js";
import { appendLeaf, EMPTY_FRONTIER } from "../../protocol/seal/merkle.js";
import type { Frontier } from "../../protocol/seal/merkle.js";
import type { Operation } from "../../storage/kv.js";
import type { SpineTip as StoredTip } from "../../storage/records.js";
import type { AnnouncementKind } from "../../storage/repositories/peers.js";
import type { Store } from "../../storage/store.js";
import type { KnownHead } from "../services/meshView.js";
import { RecentMap } from "./recentMap.js";

/** Authors followed; a node of this stage holds the headers of all of them. */
const AUTHORS_MAX = 1_000;
/** Event ids remembered, and which id stands at which number of a spine. */
const IDS_MAX = 65_536;

interface AuthorBookModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly log: Logger;
}

const ANNOUNCED: Readonly<Record<string, AnnouncementKind>> = { node: "node", digest: "digest" };

export class AuthorBook {
  readonly #modules: AuthorBookModules;
  readonly #tips = new Map<string, StoredTip>();
  readonly #heads = new RecentMap<string, KnownHead>(AUTHORS_MAX);
  readonly #ids = new RecentMap<string, true>(IDS_MAX);
  readonly #places = new RecentMap<string, string>(IDS_MAX);
  /** Sequence number of the newest announcement, by kind and author. */
  readonly #announced = new RecentMap<string, number>(2 * AUTHORS_MAX);

  constructor(modules: AuthorBookModules) {
    this.#modules = modules;
  }

  /** @param own author whose spine somebody else keeps */
  async load(own: string): Promise<void> {
    const { store } = this.#modules;
    for (const author of (await store.spine.authors()).slice(0, AUTHORS_MAX)) {
      const tip = author === own ? undefined : await store.spine.tip(author);
      if (tip !== undefined) this.#link(author, tip);
    }
    for (const [author, { text }] of await store.peers.announcements("head", AUTHORS_MAX)) {
      const head = readHead(author, text);
      if (head !== null) this.#heads.set(author, head);
    }
    for (const kind of Object.values(ANNOUNCED)) {
      for (const [author, { id, text }] of await store.peers.announcements(kind, AUTHORS_MAX)) {
        const seq = readSeq(text);
        if (seq === null) continue;
        this.#announced.set(`${kind} ${author}`, seq);
        this.remember(author, seq, id);
      }
    }
  }

  isHeld(id: string): boolean {
    return this.#ids.has(id);
  }

  idAt(author: string, seq: number): string | null {
    return this.#places.get(placeName(author, seq)) ?? null;
  }

  tip(author: string): SpineTip | null {
    return this.#tips.get(author) ?? null;
  }

  headSeq(author: string): number | null {
    return this.#heads.get(author)?.seq ?? null;
  }

  /** Newest signed head of each author, oldest news first. */
  heads(): readonly KnownHead[] {
    return [...this.#heads.values()];
  }

  /** [author, seq, id] of every linked spine. */
  linkedTips(): readonly (readonly [author: string, seq: number, id: string])[] {
    return [...this.#tips].map(([author, { seq, id }]) => [author, seq, id]);
  }

  /** Marks an event as known, so that it is not taken again. */
  remember(author: string, seq: number, id: string): void {
    this.#ids.set(id, true);
    this.#places.set(placeName(author, seq), id);
  }

  /** Takes an accepted event in. @returns what has to be written */
  takeEvent({ event, id, headerText, bodyText, state }: AcceptedEvent): readonly Operation[] {
    const { author, seq, calcond, kind, body_hash: bodyHash } = event.header;
    this.remember(author, seq, id);
    const operations: Operation[] = [];
    if (state === "linked" && (this.#tips.has(author) || this.#tips.size < AUTHORS_MAX)) {
      const frontier = appendLeaf(
        this.#modules.crypto, this.#frontier(author), eventLeaf(this.#modules.crypto, headerText));
      const tip: StoredTip = { seq, id, calcond, edge: frontier.hashes.map(toHex) };
      this.#tips.set(author, tip);
      operations.push(...this.#modules.store.spine.appendOps(
        { author, seq, id, header: headerText, sig: event.sig, bodyHash, body: bodyText }, tip));
    }
    const announcement = ANNOUNCED[kind];
    if (announcement === undefined) return operations;
    const newest = this.#announced.get(`${announcement} ${author}`);
    if (newest !== undefined && newest >= seq) return operations;
    this.#announced.set(`${announcement} ${author}`, seq);
    const text = canonicalize(event);
    operations.push(
      ...this.#modules.store.peers.announcementOps(announcement, author, { calcond, id, text }));
    return operations;
  }

  /** Takes an accepted head in. @returns what has to be written */
  takeHead({ note, sig }: AcceptedNote): readonly Operation[] {
    const { author, seq, id, calcond } = note;
    this.#heads.set(author, { author, seq, id, calcond });
    const text = canonicalize({ note, sig });
    return this.#modules.store.peers.announcementOps("head", author, { calcond, id, text });
  }

  /** After a failed write the store knows better than this memory. */
  async reload(author: string): Promise<void> {
    const tip = await this.#modules.store.spine.tip(author);
    this.#tips.delete(author);
    if (tip !== undefined) this.#link(author, tip);
  }

  #link(author: string, tip: StoredTip): void {
    this.#tips.set(author, tip);
    this.remember(author, tip.seq, tip.id);
  }

  #frontier(author: string): Frontier {
    const tip = this.#tips.get(author);
    if (tip === undefined) return EMPTY_FRONTIER;
    const hashes = tip.edge.map((hex) => fromHex(hex)).filter((hash) => hash !== null);
    return { size: tip.seq + 1, hashes };
  }
}

function placeName(author: string, seq: number): string {
  return `${author} ${seq}`;
}

function readHead(author: string, text: string): KnownHead | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value) || !isObject(read.value["note"])) return null;
  const { seq, id, calcond } = read.value["note"];
  if (typeof seq !== "number" || typeof id !== "string" || typeof calcond !== "number") return null;
  return { author, seq, id, calcond };
}

function readSeq(text: string): number | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) return null;
  return readHeader(read.value["header"])?.seq ?? null;
}
