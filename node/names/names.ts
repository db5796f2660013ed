/**
 * Names on this node: takes what is said of them, keeps it, says what this node sees when it is a
 * witness, and appends what owners hand in to its own spine.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { readEvent } from "../../protocol/seal/event.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { isNameKind } from "../../protocol/names/bodies.js";
import type { NameKind } from "../../protocol/names/bodies.js";
import type { NameFact } from "../../protocol/names/nameSet.js";
import { readFact } from "../../protocol/names/proof.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { NameEventRecord } from "../../storage/records/records.js";
import type { Store } from "../../storage/store.js";
import type { Successions } from "../runtime/identity/successions.js";
import { readOwnKeys } from "../spine/ownKeys.js";
import { NameBook } from "./nameBook.js";
import { NameWitness } from "./nameWitness.js";
import { WitnessKeys } from "./witnessKeys.js";
import type { Addresses } from "../accounts/scrypt.js";

/** What two nodes of one network share. */
export interface Genesis {
  readonly name: string;
  readonly registryFamily: string;
  readonly witnesses: readonly string[];
}

interface NameOptions {
  /** Own public key, hex. */
  readonly publicKey: string;
  /** 8 hex digits. */
  readonly net: string;
  readonly genesis: Genesis;
}

interface NameModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly addresses: Addresses;
  /** Which keys of nodes have ended, and what followed them. */
  readonly successions: Pick<Successions, "areOne" | "onEnded">;
  /** End of the own spine. */
  readonly spine: { readonly size: number; readonly tip: { readonly calcond: number } | null };
  /** Whether what is owed may be said again later. */
  readonly after?: (ms: number, f: () => void) => () => void;
}

/**
 * Appends to the own spine and, where there is a mesh, publishes; null when nothing may be written.
 */
export type Publish = (kind: string, body: JsonObject) => Promise<EncodedEvent | null>;

/**
 * After a start, events of the time of absence may come in for so long: about a quarter of an hour.
 */
const RETURN_CALCONDS = 1_158;
const READ_EVENTS = 256;
/** A calcond: after a failed write the end of the spine is read again at once. */
const SETTLE_MS = 777;
/** First sights of events whose write is under way. */
const SIGHTS_MAX = 8_192;

interface Message {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly author: string;
  readonly calcond: number;
}

export class Names {
  readonly options: NameOptions;
  readonly addresses: Addresses;
  readonly #modules: NameModules;
  readonly #witnessKeys: WitnessKeys;
  /** Null until it is known that this node is a witness, and on any other. */
  #witness: NameWitness | null = null;
  #book: NameBook;
  /** Authors of whom two histories are proven -> where these part: nothing from there on counts. */
  readonly #parted = new Map<string, number>();
  /** Body hashes of what the book holds -> its event. */
  readonly #bodies = new Map<string, string>();
  /** The last number of each author's events that the book holds. */
  readonly #lastOf = new Map<string, number>();
  /** First sights of what is being written. */
  readonly #sights = new Map<string, number>();
  #publish: Publish = async () => null;
  #absence: readonly [from: number, to: number] = [0, -1];
  #saying = 0;
  /**
   * Own events from this number on may be missing here; it is on the disk before one is written.
   */
  #unkept: { readonly from: number; readonly marked: Promise<void> } | null = null;
  /** An event said may be on the spine although nobody said so. */
  #isInDoubt = false;
  #cancel: (() => void) | null = null;
  #loadedSize = 0;
  #isLoaded = false;
  #isRecountDue = false;
  /** In the order of their coming: an update is not judged before its claim. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(options: NameOptions, modules: NameModules) {
    this.options = options;
    this.#modules = modules;
    this.addresses = modules.addresses;
    const { genesis, publicKey } = options;
    this.#witnessKeys = new WitnessKeys(genesis.witnesses, publicKey, modules.successions);
    this.#book = this.#emptyBook();
    modules.successions.onEnded(({ key, size }) => {
      const isCounted = this.#part(key, size) && this.#counts(key, size);
      // What stands under the key that follows a witness's counts from now on.
      if (isCounted || this.#witnessKeys.of(key) !== null) this.#recountSoon();
    });
  }

  #emptyBook(): NameBook {
    const { of: witnessOf, witnesses } = this.#witnessKeys;
    const { publicKey: node } = this.options;
    return new NameBook(this.#modules.crypto, { node, witnesses, witnessOf });
  }

  get book(): NameBook {
    return this.#book;
  }

  get calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }

  /** What this node has seen as a witness and not yet said. */
  get owed(): number {
    return this.#witness?.owed ?? 0;
  }

  get isWitness(): boolean {
    return this.#witness !== null;
  }

  /** How this node says something: with the mesh, once there is one. */
  use(publish: Publish): void {
    this.#publish = publish;
    this.#witness?.start();
  }

  /** Reads what is kept, and what a crash left on the own spine alone. */
  async load(): Promise<void> {
    const { spine, store } = this.#modules;
    // A node that was just made was absent from the beginning.
    const from = spine.size <= 1 ? 0 : (spine.tip?.calcond ?? 0);
    this.#absence = [from, this.calcond + RETURN_CALCONDS];
    this.#loadedSize = spine.size;
    const unkept = await store.names.unkeptFrom();
    for (const [, { accused, seq }] of await store.evidence.list()) this.#part(accused, seq);
    this.#witnessKeys.hadBefore((await readOwnKeys(store)).map(({ key }) => key));
    if (this.#witnessKeys.own !== null)
      this.#witness = new NameWitness((body) => this.say("name.seen", body), this.#modules);
    await this.#recount();
    this.#isLoaded = true;
    if (unkept !== null) await this.readOwn(unkept);
  }

  async stop(): Promise<void> {
    this.#witness?.stop();
    this.#cancel?.();
    await this.#tail;
  }

  /** Takes what the own spine got from peers since it was loaded, as after a restored backup. */
  async readGrown(): Promise<void> {
    if (this.#modules.spine.size > this.#loadedSize) await this.readOwn(this.#loadedSize);
  }

  /**
   * Takes what the own spine says of names from a number on, as after it was fetched from peers.
   */
  async readOwn(from: number): Promise<void> {
    await this.#readOwn(from);
    if (this.#saying === 0 && !this.#isInDoubt) await this.#clear();
  }

  async #readOwn(from: number): Promise<void> {
    const { spine, store } = this.#modules;
    for (let at = from; at < spine.size; at += READ_EVENTS) {
      for (const { id, header, body, sig } of await store.spine.range(
        this.options.publicKey,
        at,
        READ_EVENTS,
      )) {
        if (this.book.set.has(id)) continue;
        const text = `{"body":${body ?? "null"},"header":${header},"sig":"${sig}"}`;
        const read = parseJson(text);
        const event = read.ok ? readEvent(read.value) : null;
        if (event === null || !isNameKind(event.header.kind)) continue;
        const { kind, author, calcond } = event.header;
        await this.#keep({ id, kind, author, calcond, text });
      }
    }
  }

  /** Operations that keep an accepted event, for the batch that stores it. */
  effect = ({ event, id, headerText, bodyText }: AcceptedEvent): readonly Operation[] => {
    // The first sight is kept, however often it comes.
    if (this.book.set.has(id)) return [];
    const { kind, author, calcond } = event.header;
    if (kind === "name.commit" && !this.book.set.takesCommit({ id, author, calcond })) return [];
    const text = `{"body":${bodyText},"header":${headerText},"sig":"${event.sig}"}`;
    const record = this.#recordOf({ id, kind, author, calcond, text });
    if (this.#sights.size >= SIGHTS_MAX) this.#sights.delete(this.#sights.keys().next().value!);
    this.#sights.set(id, record.seen);
    return this.#modules.store.names.putOps(id, record);
  };

  /** Takes another author's event once it is durable. */
  take = ({ event, id, headerText, bodyText }: AcceptedEvent): void => {
    const { kind, author, calcond } = event.header;
    if (!isNameKind(kind)) return;
    const text = `{"body":${bodyText},"header":${headerText},"sig":"${event.sig}"}`;
    const seen = this.#sights.get(id);
    this.#sights.delete(id);
    const record = this.#recordOf({ id, kind, author, calcond, text });
    void this.#inTurn(() => this.#admit(id, { ...record, seen: seen ?? record.seen }));
  };

  /**
   * Two histories of an author are proven, which part at a number. Some nodes hold the one and some
   * the other, so that only what stands before counts on all of them.
   */
  disown = (author: string, seq: number): void => {
    if (this.#part(author, seq) && this.#counts(author, seq)) this.#recountSoon();
  };

  /** Askings in between fall together. */
  #recountSoon(): void {
    if (this.#isRecountDue || !this.#isLoaded) return;
    this.#isRecountDue = true;
    void this.#inTurn(async () => {
      this.#isRecountDue = false;
      await this.#recount();
    });
  }

  /** @returns whether it is news */
  #part(author: string, seq: number): boolean {
    if (seq >= (this.#parted.get(author) ?? Number.POSITIVE_INFINITY)) return false;
    this.#parted.set(author, seq);
    return true;
  }

  /** Whether the book holds anything that an author said from a number on. */
  #counts(author: string, seq: number): boolean {
    return (this.#lastOf.get(author) ?? -1) >= seq;
  }

  /** Makes the book anew of all that is kept. */
  async #recount(): Promise<void> {
    const book = this.#emptyBook();
    const seen: (readonly [fact: NameFact, seen: number])[] = [];
    this.#bodies.clear();
    this.#lastOf.clear();
    for await (const [id, record] of this.#modules.store.names.scan()) {
      const fact = await this.#admissible(id, record);
      if (fact === null) continue;
      book.add(fact, record.seen);
      if (this.#witness !== null && fact.kind !== "name.seen") seen.push([fact, record.seen]);
    }
    this.#book = book;
    // An event said already is known by now.
    for (const [fact, at] of seen) this.#oweOne(fact, at);
  }

  /** When everything taken so far is part of the state. */
  async idle(): Promise<void> {
    await this.#tail;
  }

  /**
   * Appends to the own spine and takes it in.
   * @returns when it is durable and counted; null when nothing may be written now
   */
  async say(kind: NameKind, body: JsonObject): Promise<EncodedEvent | null> {
    this.#saying += 1;
    let isKept = false;
    try {
      await this.#mark();
      const said = await this.#publish(kind, body);
      if (said === null) return null;
      const {
        id,
        text,
        event: {
          header: { author, calcond },
        },
      } = said;
      await this.#keep({ id, kind, author, calcond, text });
      isKept = true;
      return said;
    } finally {
      this.#saying -= 1;
      this.#isInDoubt ||= !isKept;
      if (this.#isInDoubt) this.#settleLater();
      else if (this.#saying === 0) await this.#clear();
    }
  }

  /** Before anything is said, so that a crash in between leaves a trace. */
  async #mark(): Promise<void> {
    const { spine, store } = this.#modules;
    const from = spine.size;
    this.#unkept ??= { from, marked: store.write(store.names.unkeptFromOps(from)) };
    const mine = this.#unkept;
    try {
      await mine.marked;
    } catch (error) {
      if (this.#unkept === mine) this.#unkept = null;
      throw error;
    }
  }

  async #clear(): Promise<void> {
    const { store } = this.#modules;
    this.#unkept = null;
    await store.write(store.names.unkeptFromOps(null));
  }

  /**
   * A write that was reported as failed may be durable: once the spine was read again, it is told
   * by what stands there.
   */
  #settleLater(): void {
    const { after } = this.#modules;
    if (this.#cancel !== null || after === undefined) return;
    this.#cancel = after(SETTLE_MS, () => {
      this.#cancel = null;
      this.#settle().catch((error: unknown) => {
        this.#modules.log.warn("this node's spine could not be read for names", {
          error: String(error),
        });
        this.#settleLater();
      });
    });
  }

  async #settle(): Promise<void> {
    // Who speaks now comes back here.
    if (this.#unkept === null || this.#saying > 0) return;
    const { from } = this.#unkept;
    this.#isInDoubt = false;
    try {
      await this.#readOwn(from);
    } catch (error) {
      this.#isInDoubt = true;
      throw error;
    }
    if (this.#saying === 0 && !this.#isInDoubt) await this.#clear();
  }

  /** The event that says exactly this, when there is one already. */
  saidAlready(bodyHash: string): string | null {
    return this.#bodies.get(bodyHash) ?? null;
  }

  async #keep(message: Message): Promise<void> {
    const { store } = this.#modules;
    const record = (await store.names.get(message.id)) ?? this.#recordOf(message);
    await store.write(store.names.putOps(message.id, record));
    await this.#inTurn(() => this.#admit(message.id, record));
  }

  #recordOf({ kind, author, calcond, text }: Message): NameEventRecord {
    return { kind, author, calcond, seen: this.#sightOf(calcond), event: text };
  }

  /**
   * When this node first saw it. Where no witness says better, a node that was away takes the
   * author's word for that time, or it would know no name that is older than itself.
   */
  #sightOf(calcond: number): number {
    const now = this.calcond;
    const [from, to] = this.#absence;
    const wasAway = this.options.genesis.witnesses.length === 0 && calcond >= from && now <= to;
    return wasAway ? Math.min(calcond, now) : now;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.#tail.then(work);
    this.#tail = run.catch((error: unknown) => {
      this.#modules.log.error("an event about a name could not be applied", {
        error: String(error),
      });
    });
    return run;
  }

  async #admit(id: string, record: NameEventRecord): Promise<void> {
    if (this.book.set.has(id)) return;
    const fact = await this.#admissible(id, record);
    if (fact === null) return;
    const displaced = this.book.add(fact, record.seen);
    if (displaced !== null) {
      this.#modules.log.warn("a name went to an earlier claim", {
        event: "name.conflict",
        ...displaced,
      });
    }
    await this.#owe(fact, record.seen);
  }

  /** What an event says, where it counts. */
  async #admissible(id: string, record: NameEventRecord): Promise<NameFact | null> {
    const fact = this.#factOf(id, record);
    if (
      fact === null ||
      (fact.kind === "name.claim" && !(await this.#fits(fact.body, id, record)))
    ) {
      return null;
    }
    if (fact.kind === "name.claim" || fact.kind === "name.update" || fact.kind === "name.revoke") {
      this.#bodies.set(fact.bodyHash, id);
    }
    this.#lastOf.set(record.author, Math.max(fact.seq, this.#lastOf.get(record.author) ?? -1));
    return fact;
  }

  /** A witness speaks of what can matter: changes by others than the owner cannot. */
  async #owe(fact: NameFact, seen: number): Promise<void> {
    this.#oweOne(fact, seen);
    if (this.#witness === null || fact.kind !== "name.claim") return;
    // Changes that came before their claim were seen when they were seen.
    for (const change of this.book.set.changes(fact.id, fact.body.owner)) {
      const record = await this.#modules.store.names.get(change.id);
      if (record !== undefined) this.#oweOne(change, record.seen);
    }
  }

  #oweOne(fact: NameFact, seen: number): void {
    const { set } = this.book;
    if (this.#witness === null || fact.kind === "name.seen" || !set.has(fact.id)) return;
    if (fact.kind === "name.update" || fact.kind === "name.revoke") {
      if (set.claim(fact.body.claim)?.body.owner !== fact.body.owner) return;
    }
    const { own } = this.#witnessKeys;
    if (own !== null && !set.sights(fact.id).has(own)) this.#witness.owe(fact.id, seen);
  }

  #factOf(
    id: string,
    record: NameEventRecord,
  ): (NameFact & { readonly bodyHash: string; readonly seq: number }) | null {
    const read = parseJson(record.event);
    const event = read.ok ? readEvent(read.value) : null;
    if (event !== null && event.header.seq >= (this.#parted.get(event.header.author) ?? Infinity)) {
      return null;
    }
    const fact = event === null ? null : readFact(event, id);
    if (fact === null) this.#modules.log.warn("a stored event about a name cannot be read", { id });
    if (fact === null || event === null) return null;
    const { body_hash: bodyHash, seq } = event.header;
    return { ...fact, bodyHash, seq };
  }

  /** Looked into once: it takes tens of milliseconds. */
  async #fits(
    { owner, address }: { owner: string; address: string },
    id: string,
    record: NameEventRecord,
  ): Promise<boolean> {
    if (record.fits !== undefined) return record.fits;
    const fits = (await this.addresses.of(owner)) === address;
    const { store, log } = this.#modules;
    await store.write(store.names.putOps(id, { ...record, fits })).catch((error: unknown) => {
      log.warn("the result of an address lookup could not be stored", { id, error: String(error) });
    });
    if (!fits) log.debug("a claim names an address that is not its owner's", { id });
    return fits;
  }
}
