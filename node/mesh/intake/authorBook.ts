/**
 * Facts about other authors, in memory, so that a verdict never waits for the disk: heads of
 * linked spines, newest announcements, ids seen. What is accepted goes to the store; what is in the
 * store is read at start.
 */
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { eventId, eventLeaf, readEvent } from "../../../protocol/seal/event.js";
import type { SpineTip } from "../../../protocol/events/eventView.js";
import { bindingWith, isBinding, isOfWork } from "../../../protocol/mesh/kinds.js";
import type { AcceptedEvent, AcceptedNote } from "../../../protocol/mesh/judgement.js";
import type { Crypto, Logger } from "../../../protocol/ports.js";
import type { MeshEvent } from "../../../protocol/seal/event.js";
import { appendLeaf, EMPTY_FRONTIER } from "../../../protocol/seal/merkle.js";
import type { Frontier } from "../../../protocol/seal/merkle.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { SpineTip as StoredTip } from "../../../storage/records/records.js";
import type { AnnouncementKind } from "../../../storage/repositories/peers.js";
import type { Store } from "../../../storage/store.js";
import { AUTHORS_MAX, type Admission } from "./admission.js";
import {
  ANNOUNCED_MAX,
  Announcements,
  HEARD_MAX,
  type KnownHead,
  type LateWrites,
} from "./announcements.js";
import { Detached } from "./detached.js";
import { EventIds } from "./eventIds.js";
import { FrozenAuthors } from "./frozenAuthors.js";
import type { Keeping } from "./keeping.js";
import { Unplaced } from "./unplaced.js";
import { ownText } from "../../runtime/ownText.js";
import { RecentMap } from "../../runtime/recentMap.js";

/** Of an event beside its header and its body, at most. */
const FRAME_BYTES = 256;
/** As many as fit into the bytes that may wait. */
const DETACHED_LOADED_MAX = 131_072;

interface AuthorBookModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly log: Logger;
  /** Whose spines are kept; absent: whoever came first. */
  readonly admission?: Admission;
  /** Of whom a place is wanted at all; absent: everybody. */
  readonly keeping?: Pick<Keeping, "isAside" | "keeps">;
  /** A spine made room for another. */
  readonly onLeft?: (author: string) => void;
}

/** Kinds that say something only when every earlier event of their author is held. */
const WAITS_FOR_LINK = /^(?:job|key|xfer)\./;

/** What became of an event that was ingested. */
export interface Taken {
  readonly operations: readonly Operation[];
  /** Events whose effects are due now, in order. */
  readonly accepted: readonly AcceptedEvent[];
  /** Events that waited, and turn out to follow another one than the one held. */
  readonly forked: readonly { readonly event: MeshEvent; readonly id: string }[];
  /** An earlier event is missing. */
  readonly gap: boolean;
}

interface Tip extends SpineTip {
  readonly frontier: Frontier;
  /** Whether an event up to here binds others. */
  readonly binding: boolean;
  /** Whether all that binds is of work. */
  readonly ofWork?: boolean;
}

type LinkedTip = readonly [author: string, seq: number, id: string];

const NOTHING_TAKEN: Taken = { operations: [], accepted: [], forked: [], gap: false };

export class AuthorBook {
  readonly #modules: AuthorBookModules;
  readonly #tips = new Map<string, Tip>();
  /** What `linkedTips` gives, until it changes: anyone who compares heads asks for it. */
  #linked: readonly LinkedTip[] | null = null;
  readonly #announcements: Announcements;
  readonly #ids = new EventIds();
  readonly #detached = new Detached();
  readonly #unplaced = new Unplaced(HEARD_MAX);
  readonly #frozen = new FrozenAuthors();
  /** Authors whose spines are not held and of whom an event, or a peer, says that they bind others. */
  readonly #binding = new RecentMap<string, true>(ANNOUNCED_MAX);

  constructor(modules: AuthorBookModules) {
    this.#modules = modules;
    this.#announcements = new Announcements(modules.store);
  }

  /** @param own author whose spine somebody else keeps */
  async load(own: string): Promise<void> {
    const { store } = this.#modules;
    for (const author of (await store.spine.authors()).slice(0, AUTHORS_MAX)) {
      const tip = author === own ? undefined : await store.spine.tip(author);
      if (tip !== undefined) this.#link(author, tipOf(tip), null, true);
    }
    const operations = await this.#loadAnnounced(own);
    for (const text of await store.spine.detached(DETACHED_LOADED_MAX)) {
      const author = this.#loadDetached(text);
      if (author !== null && author !== own) operations.push(...this.#noted(author));
    }
    for (const author of this.#detached.leaving(0)) operations.push(...this.#dropWaiting(author));
    if (operations.length > 0) await store.write(operations);
  }

  /** @returns what has to be written */
  async #loadAnnounced(own: string): Promise<Operation[]> {
    const operations: Operation[] = [];
    await this.#announcements.load(
      // A place is only remembered for what is kept as an event: links and what waits for one.
      (id) => this.#ids.add(id),
      (author) => {
        if (author !== own) operations.push(...this.#noted(author));
      },
    );
    return operations;
  }

  /** There is news of an author. @returns what has to be written, as another is forgotten for it */
  #noted(author: string): readonly Operation[] {
    const leaving = this.#tips.has(author) ? null : this.#unplaced.heard(author);
    if (leaving === null) return [];
    return [...this.#dropWaiting(leaving), ...this.#announcements.forget(leaving)];
  }

  /** Nothing of the author waits any more; comparison fetches it again. */
  #dropWaiting(author: string): readonly Operation[] {
    const { store } = this.#modules;
    return this.#detached.from(author, 0).flatMap((seq) => {
      this.#detached.take(author, seq);
      return [...store.spine.dropDetachedOps(author, seq)];
    });
  }

  /** Whether an event was heard before its author was kept: who listens has been told of it. */
  hasPassed(id: string): boolean {
    return this.#ids.hasPassed(id);
  }

  /** Whether an event was taken before, as far as is remembered. */
  isHeld(id: string): boolean {
    return this.#ids.has(id) || this.#detached.has(id);
  }

  idAt(author: string, seq: number): string | null {
    const waiting = this.#detached.at(author, seq);
    return waiting?.id ?? this.#ids.at(author, seq);
  }

  detachedAt(author: string, seq: number): AcceptedEvent | null {
    return this.#detached.at(author, seq);
  }

  hasDetachedRoom(author: string, bytes: number): boolean {
    return this.#detached.hasRoom(author, bytes);
  }

  /** Whether something that the author said binds others, as far as is known. */
  isBinding(author: string): boolean {
    return this.#tips.get(author)?.binding ?? this.#binding.has(author);
  }

  /** Whether all that binds on a spine that is held here is of work. */
  isOfWork(author: string): boolean {
    return this.#tips.get(author)?.ofWork === true;
  }

  /** A peer holds something of the author that binds others. */
  noteBinding(author: string): void {
    this.#binding.set(ownText(author), true);
  }

  /**
   * Whether this node keeps the spine of an author, or would for an event of this kind.
   * @param kind null: for a signed head
   */
  isKept(author: string, kind: string | null): boolean {
    const { keeping } = this.#modules;
    if (keeping === undefined || this.#tips.has(author) || keeping.keeps(author)) return true;
    return kind !== null && isBinding(kind) && !(keeping.isAside && isOfWork(kind));
  }

  /** Whether the author's spine is held; where its spine is not kept, whether it said who it is. */
  isHeardOf(author: string): boolean {
    if (this.#tips.has(author)) return true;
    return !this.isKept(author, null) && this.announcedSeq("node", author) !== null;
  }

  /** Number of the newest announcement of a kind; null for none. */
  announcedSeq(kind: AnnouncementKind, author: string): number | null {
    return this.#announcements.seqOf(kind, author);
  }

  /** Authors that said who they are, and the number of the event. */
  announcedNodes(): readonly (readonly [author: string, seq: number])[] {
    return this.#announcements.nodes();
  }

  /** Events that wait for earlier ones. */
  get detached(): number {
    return this.#detached.size;
  }

  /** Whether events of the author wait for earlier ones. */
  isWaiting(author: string): boolean {
    return this.#detached.of(author) > 0;
  }

  /** Whether what the author signed from this number on is in dispute. */
  isFrozen(author: string, seq = Number.MAX_SAFE_INTEGER): boolean {
    return this.#frozen.has(author, seq);
  }

  /** First number in dispute, or null. */
  frozenAt(author: string): number | null {
    return this.#frozen.seqOf(author);
  }

  /** Of whom two histories are proven. */
  frozenAuthors(): readonly string[] {
    return this.#frozen.forked();
  }

  /**
   * Takes nothing of the author any more from a number on; what is held stays readable.
   * @returns what has to be written
   */
  freeze(author: string, seq: number): readonly Operation[] {
    return this.#stop(author, seq, null);
  }

  /** The same from where a key has ended: nobody lied, and nothing more of it counts. */
  end(author: string, seq: number, successor: string): readonly Operation[] {
    return this.#stop(author, seq, successor);
  }

  isForked(author: string): boolean {
    return this.#frozen.isForked(author);
  }

  /** How many events of a key stand, and which one follows it; null while it has not ended. */
  endOf(author: string): { readonly size: number; readonly successor: string } | null {
    return this.#frozen.endOf(author);
  }

  /** @param successor null: two histories are proven */
  #stop(author: string, seq: number, successor: string | null): readonly Operation[] {
    if (!this.#frozen.freeze(author, seq, successor)) return [];
    this.#linked = null;
    const operations: Operation[] = [];
    for (const at of this.#detached.from(author, seq)) {
      this.#detached.take(author, at);
      operations.push(...this.#modules.store.spine.dropDetachedOps(author, at));
    }
    return operations;
  }

  /** Reads the last event that is beyond dispute: what this node says it holds of the author. */
  async readCommon(author: string): Promise<void> {
    const from = this.#frozen.seqOf(author);
    const tip = this.#tips.get(author);
    if (from === null || from === 0 || tip === undefined) return;
    const seq = Math.min(tip.seq, from - 1);
    const remembered = this.#ids.at(author, seq);
    const [id] =
      remembered === null ? await this.#modules.store.spine.idsAt(author, [seq]) : [remembered];
    if (id !== null && id !== undefined) this.#frozen.noteCommon(author, { seq, id });
    this.#linked = null;
  }

  tip(author: string): SpineTip | null {
    return this.#tips.get(author) ?? null;
  }

  headId(author: string): string | null {
    return this.#announcements.head(author)?.id ?? null;
  }

  headSeq(author: string): number | null {
    return this.#announcements.head(author)?.seq ?? null;
  }

  /** Newest signed head of each author, oldest news first. */
  heads(): readonly KnownHead[] {
    return this.#announcements.heads();
  }

  /** [author, seq, id] of every linked spine, as far as it is beyond dispute. */
  linkedTips(): readonly LinkedTip[] {
    if (this.#linked !== null) return this.#linked;
    const tips: LinkedTip[] = [];
    for (const [author, tip] of this.#tips) {
      const end = this.#frozen.endWithin(author, tip);
      if (end !== null) tips.push([author, end.seq, end.id]);
    }
    return (this.#linked = tips);
  }

  /**
   * Takes an accepted event in, and those that waited for it. One that is held already changes
   * nothing.
   * @param from peer that brought it, or null
   * @param late takes what later events of the same batch replace; to be written after them
   */
  takeEvent(message: AcceptedEvent, from: string | null = null, late?: LateWrites): Taken {
    if (late !== undefined) return this.#take(message, from, late);
    const own: LateWrites = new Map();
    const taken = this.#take(message, from, own);
    return {
      ...taken,
      operations: [...taken.operations, ...[...own.values()].flatMap((write) => write())],
    };
  }

  #take(message: AcceptedEvent, from: string | null, late: LateWrites): Taken {
    const { author, kind } = message.event.header;
    if (!this.#fits(message)) return NOTHING_TAKEN;
    this.#announcements.take(message, late);
    const operations: Operation[] = [];
    const accepted: AcceptedEvent[] = [];
    const forked: { event: MeshEvent; id: string }[] = [];
    if (!this.isKept(author, kind)) return this.#passed(message);
    if (isBinding(kind) && !this.#tips.has(author)) this.noteBinding(author);
    if (message.state === "detached") {
      const { seq } = message.event.header;
      const bytes = message.headerText.length + message.bodyText.length + FRAME_BYTES;
      for (const leaving of this.#detached.leaving(bytes))
        if (leaving !== author) operations.push(...this.#dropWaiting(leaving));
      operations.push(...this.#noted(author));
      const text = this.#detached.add(message);
      operations.push(...this.#modules.store.spine.detachedOps(author, seq, text));
      if (!WAITS_FOR_LINK.test(kind)) accepted.push(message);
      return { operations, accepted, forked, gap: true };
    }
    if (!this.#tips.has(author)) {
      const room = this.#makeRoom(author, from);
      if (room === null) {
        this.#ids.pass(message.id);
        return { operations, accepted: [message], forked, gap: false };
      }
      operations.push(...room);
    }
    accepted.push(message);
    operations.push(...this.#append(message, from, late));
    this.#linkWaiting(author, { operations, accepted, forked }, late);
    return { operations, accepted, forked, gap: false };
  }

  /** An event of who is not kept here is heard all the same, and passed on. */
  #passed(message: AcceptedEvent): Taken {
    this.#ids.pass(message.id);
    const operations = this.#noted(message.event.header.author);
    return { operations, accepted: [message], forked: [], gap: false };
  }

  /**
   * A place for one more author, for which another may have to go.
   * @returns what has to be written; null when there is no place
   */
  #makeRoom(author: string, from: string | null): readonly Operation[] | null {
    const { admission } = this.#modules;
    if (admission === undefined) return this.#tips.size < AUTHORS_MAX ? [] : null;
    if (admission.hasPlace(author)) return [];
    const leaving = admission.evictable(author, from);
    return leaving === null ? null : this.#evict(leaving);
  }

  /**
   * Lets a spine go that this node need not keep.
   * @param known ids of its events as they were read from the store, from the first on
   * @returns what has to be written
   */
  letGo(author: string, known: readonly (string | null)[]): readonly Operation[] {
    return this.#evict(author, known);
  }

  #evict(author: string, known: readonly (string | null)[] = []): readonly Operation[] {
    const { admission, store, log } = this.#modules;
    const events = (this.#tips.get(author)?.seq ?? -1) + 1;
    const ids = Array.from(
      { length: events },
      (_, seq) => this.idAt(author, seq) ?? known[seq] ?? null,
    );
    const operations = [...store.spine.dropOps(author, ids), ...this.#dropWaiting(author)];
    this.#ids.deleteSpine(author, ids);
    this.#tips.delete(author);
    this.#linked = null;
    admission?.removed(author);
    operations.push(...this.#noted(author));
    log.debug("a spine is not kept any more", { author, events });
    this.#modules.onLeft?.(author);
    return operations;
  }

  /**
   * Whether its state is still what it was judged to be: it may have come twice at once, or the
   * author was frozen while its signature was checked. An event that waited was told when it came,
   * and is dropped by the freezing: taken again, it would be told twice.
   */
  #fits({
    event: {
      header: { author, seq, prev },
    },
    state,
  }: AcceptedEvent): boolean {
    if (this.isFrozen(author, seq)) return false;
    const tip = this.#tips.get(author);
    if (state === "linked") {
      return tip === undefined ? seq === 0 : seq === tip.seq + 1 && prev === tip.id;
    }
    return seq > (tip?.seq ?? -1) && this.#detached.at(author, seq) === null;
  }

  /** Links the events that waited for the new tip, in order. */
  #linkWaiting(
    author: string,
    into: {
      readonly operations: Operation[];
      readonly accepted: AcceptedEvent[];
      readonly forked: { event: MeshEvent; id: string }[];
    },
    late: LateWrites,
  ): void {
    const { store } = this.#modules;
    for (;;) {
      const tip = this.#tips.get(author)!;
      const next = this.#detached.take(author, tip.seq + 1);
      if (next === null) return;
      const { seq, prev, calcond, kind } = next.event.header;
      into.operations.push(...store.spine.dropDetachedOps(author, seq));
      if (prev !== tip.id || calcond < tip.calcond) {
        into.forked.push({ event: next.event, id: next.id });
        return;
      }
      into.operations.push(...this.#append(next, null, late));
      if (WAITS_FOR_LINK.test(kind)) into.accepted.push(next);
    }
  }

  #append(
    { event, id, headerText, bodyText }: AcceptedEvent,
    from: string | null,
    late: LateWrites,
  ): readonly Operation[] {
    const { author, seq, calcond, body_hash: bodyHash, kind } = event.header;
    const {
      crypto,
      store: { spine },
    } = this.#modules;
    const before = this.#tips.get(author);
    const leaf = eventLeaf(crypto, headerText);
    const frontier = appendLeaf(crypto, before?.frontier ?? EMPTY_FRONTIER, leaf);
    const binding = bindingWith(before ?? null, kind);
    this.#link(author, { seq, id, calcond, frontier, ...binding }, from);
    late.set(`tip ${author}`, () => [
      spine.tipOp(author, { seq, id, calcond, edge: frontier.hashes.map(toHex), ...binding }),
    ]);
    const body = event.body === null ? null : bodyText;
    return spine.eventOps({ author, seq, id, header: headerText, sig: event.sig, bodyHash, body });
  }

  /** Takes an accepted head in. @returns what has to be written */
  takeHead(head: AcceptedNote): readonly Operation[] {
    const operations = this.#announcements.takeHead(head);
    return [...this.#noted(head.note.author), ...operations];
  }

  /**
   * After a failed write the store knows better than this memory.
   * @param lost what was ingested and is not kept
   */
  async reload(author: string, lost: readonly AcceptedEvent[]): Promise<void> {
    const { spine } = this.#modules.store;
    const tip = await spine.tip(author);
    const waiting = await spine.detachedOf(author);
    const announced = await this.#announcements.storedNumbers(author);
    // From here on in one turn: nobody sees half of it.
    for (const { id, event } of lost) this.#ids.delete(author, event.header.seq, id);
    this.#announcements.restore(announced);
    if (this.#tips.delete(author)) this.#modules.admission?.removed(author);
    this.#linked = null;
    if (tip !== undefined) this.#link(author, tipOf(tip), null, true);
    for (const seq of this.#detached.from(author, 0)) this.#detached.take(author, seq);
    for (const text of waiting) this.#loadDetached(text);
  }

  /** After a failed write: the head that is kept is the one held. */
  async reloadHead(author: string): Promise<void> {
    await this.#announcements.reloadHead(author);
  }

  /** @returns whose it is; null where it is not taken */
  #loadDetached(text: string): string | null {
    const { crypto, log } = this.#modules;
    const read = parseJson(text);
    const event = read.ok ? readEvent(read.value) : null;
    if (event === null) {
      log.warn("a stored event that waits for earlier ones cannot be read");
      return null;
    }
    const { author, seq } = event.header;
    const tip = this.#tips.get(author);
    if ((tip !== undefined && seq <= tip.seq) || this.isFrozen(author, seq)) return null;
    const headerText = canonicalize({ ...event.header });
    this.#detached.add({
      type: "event",
      event,
      id: eventId(crypto, headerText),
      headerText,
      bodyText: event.body === null ? "" : canonicalize(event.body),
      state: "detached",
    });
    return author;
  }

  #link(author: string, tip: Tip, from: string | null, isRestored = false): void {
    const { admission } = this.#modules;
    if (this.#tips.has(author)) admission?.grown(author, tip.seq + 1);
    else if (isRestored) admission?.restored(author, tip.seq + 1);
    else admission?.added(author, from, tip.seq + 1);
    this.#tips.set(this.#tips.has(author) ? author : ownText(author), tip);
    this.#unplaced.delete(author);
    this.#binding.delete(author);
    this.#linked = null;
    this.#ids.place(author, tip.seq, tip.id);
  }
}

function tipOf({ seq, id, calcond, edge, binding, ofWork }: StoredTip): Tip {
  const hashes = edge.map((hex) => fromHex(hex)).filter((hash) => hash !== null);
  const frontier = { size: seq + 1, hashes };
  const bound = { seq, id, calcond, frontier, binding: binding !== false };
  return ofWork === true ? { ...bound, ofWork } : bound;
}
