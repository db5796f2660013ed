/** What authors say of themselves: signed heads, and the newest announcement of each kind. */
import { isObject, parseJson } from "../../../protocol/encoding/json.js";
import type { AcceptedEvent, AcceptedNote } from "../../../protocol/mesh/judgement.js";
import { readHeader } from "../../../protocol/seal/event.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { AnnouncementKind } from "../../../storage/repositories/peers.js";
import type { Store } from "../../../storage/store.js";
import { ownText } from "../../runtime/ownText.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { AUTHORS_MAX } from "./admission.js";

export interface KnownHead {
  readonly author: string;
  readonly seq: number;
  readonly id: string;
  /** When it was claimed. */
  readonly calcond: number;
}

/** Of events taken together: what only the last of them has to write, by what it replaces. */
export type LateWrites = Map<string, () => readonly Operation[]>;

/** Authors of whom heads and announcements are remembered though their spines are not kept. */
export const HEARD_MAX = 4_096;
/** Authors of whom something is announced. */
export const ANNOUNCED_MAX = AUTHORS_MAX + HEARD_MAX;
/** More records than were ever kept: earlier versions set no bound. */
const RECORDS_MAX = 131_072;

const KINDS: Readonly<Record<string, AnnouncementKind>> = { node: "node", digest: "digest" };
const NODE_PREFIX = "node ";

/** A stored record: whose it is, from when, and how it is taken in. */
interface StoredNews {
  readonly author: string;
  readonly calcond: number;
  readonly use: () => void;
}

/** Numbers of announcements as the store has them, by the name of each; null for none. */
export type StoredNumbers = readonly (readonly [name: string, seq: number | null])[];

export class Announcements {
  readonly #store: Pick<Store, "peers">;
  readonly #heads = new RecentMap<string, KnownHead>(ANNOUNCED_MAX);
  /** Sequence number of the newest announcement, by kind and author. */
  readonly #newest = new RecentMap<string, number>(2 * ANNOUNCED_MAX);

  constructor(store: Pick<Store, "peers">) {
    this.#store = store;
  }

  /**
   * Reads what is stored, newest news last.
   * @param onEvent called with the id of each announcement that is an event
   * @param onNews called with each author as its record is taken in
   */
  async load(onEvent: (id: string) => void, onNews: (author: string) => void): Promise<void> {
    const { peers } = this.#store;
    const found: StoredNews[] = [];
    for (const [author, { calcond, text }] of await peers.announcements("head", RECORDS_MAX)) {
      const head = readHead(author, text);
      if (head !== null) found.push({ author, calcond, use: () => this.#heads.set(author, head) });
    }
    for (const kind of Object.values(KINDS)) {
      for (const [author, { calcond, id, text }] of await peers.announcements(kind, RECORDS_MAX)) {
        const seq = readSeq(text);
        if (seq === null) continue;
        const use = (): void => {
          this.#newest.set(`${kind} ${author}`, seq);
          onEvent(id);
        };
        found.push({ author, calcond, use });
      }
    }
    for (const { author, use } of found.sort((left, right) => left.calcond - right.calcond)) {
      use();
      onNews(author);
    }
  }

  /** Nothing that the author says is remembered. @returns what has to be written */
  forget(author: string): readonly Operation[] {
    this.#heads.delete(author);
    for (const kind of Object.values(KINDS)) this.#newest.delete(`${kind} ${author}`);
    return this.#store.peers.dropAnnouncedOps(author);
  }

  /** Number of the newest announcement of a kind; null for none. */
  seqOf(kind: AnnouncementKind, author: string): number | null {
    return this.#newest.get(`${kind} ${author}`) ?? null;
  }

  /** Authors that said who they are, and the number of the event. */
  nodes(): readonly (readonly [author: string, seq: number])[] {
    return [...this.#newest.entries()].flatMap(([name, seq]) =>
      name.startsWith(NODE_PREFIX) ? [[name.slice(NODE_PREFIX.length), seq] as const] : [],
    );
  }

  head(author: string): KnownHead | null {
    return this.#heads.get(author) ?? null;
  }

  /** Newest signed head of each author, oldest news first. */
  heads(): readonly KnownHead[] {
    return [...this.#heads.values()];
  }

  /** Keeps the newest announcement of each author. */
  take({ event, id, headerText, bodyText }: AcceptedEvent, late: LateWrites): void {
    const { author, seq, calcond, kind } = event.header;
    const announcement = KINDS[kind];
    if (announcement === undefined || event.body === null) return;
    const name = `${announcement} ${ownText(author)}`;
    const newest = this.#newest.get(name);
    if (newest !== undefined && newest >= seq) return;
    this.#newest.set(name, seq);
    late.set(name, () =>
      this.#store.peers.announcementOps(announcement, author, {
        calcond,
        id,
        text: `{"body":${bodyText},"header":${headerText},"sig":"${event.sig}"}`,
      }),
    );
  }

  /** @returns what has to be written */
  takeHead({ note, text }: AcceptedNote): readonly Operation[] {
    const { author, seq, id, calcond } = note;
    this.#heads.set(author, { author, seq, id, calcond });
    return this.#store.peers.announcementOps("head", author, { calcond, id, text });
  }

  /** Of an author, as the store has them. */
  async storedNumbers(author: string): Promise<StoredNumbers> {
    const numbers: (readonly [string, number | null])[] = [];
    for (const kind of Object.values(KINDS)) {
      const record = await this.#store.peers.announcement(kind, author);
      numbers.push([`${kind} ${author}`, record === undefined ? null : readSeq(record.text)]);
    }
    return numbers;
  }

  /** After a failed write the store knows better. */
  restore(numbers: StoredNumbers): void {
    for (const [name, seq] of numbers) {
      if (seq === null) this.#newest.delete(name);
      else this.#newest.set(name, seq);
    }
  }

  /** After a failed write: the head that is kept is the one held. */
  async reloadHead(author: string): Promise<void> {
    const record = await this.#store.peers.announcement("head", author);
    const head = record === undefined ? null : readHead(author, record.text);
    if (head === null) this.#heads.delete(author);
    else this.#heads.set(author, head);
  }
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
