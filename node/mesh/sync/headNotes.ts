/**
 * `/calc/notes/1`: signed heads from who has them. A head is said once, when its spine has grown; who
 * was away then, or came later, holds the events and asks a peer for the signature over them.
 */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { verifyCheck, type Judgement } from "../../../protocol/mesh/judgement.js";
import { beginSyncedNote } from "../../../protocol/mesh/validate.js";
import type { EventView } from "../../../protocol/events/eventView.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import { FrameError } from "../host/frame.js";
import { UnservedError } from "../host/net.js";
import { rubbish, type ServiceExchange } from "../host/exchange.js";
import { publicKeyOf } from "../host/peerKey.js";
import type { AuthorBook } from "../intake/authorBook.js";
import { calcondOf } from "../intake/calcond.js";
import type { Suspicion } from "../intake/gossip.js";
import type { EventIntake } from "../intake/intake.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { syncedView } from "./syncedView.js";

const NOTES_PROTOCOL = "/calc/notes/1";
/** Heads asked for at once. */
export const NOTES_MAX = 32;
const REQUEST_BYTES_MAX = 8_192;
const ANSWER_BYTES_MAX = 262_144;
/** Until a spine has rested for so long its head may still be on its way. */
const RESTING_CALCONDS = 20;
/** Of who asks in vain: between the first two tries for one head, and at most. */
const WAIT_CALCONDS_FIRST = 13;
const WAIT_CALCONDS_MAX = 7_776;
const AUTHORS_MAX = 1_000;

const notesRequest = z.strictObject({
  authors: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(NOTES_MAX),
});

interface HeadNotesOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface HeadNotesModules {
  readonly exchange: ServiceExchange;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Pick<Store, "peers">;
  readonly authors: AuthorBook;
  readonly intake: Pick<EventIntake, "takeHead">;
  readonly suspicion: Suspicion;
  readonly log: Logger;
  /** The own head, signed; null while there is none or nothing may be said. */
  readonly ownNote: () => string | null;
}

/** A head as its author signed it. */
export interface SignedNote {
  readonly author: string;
  readonly seq: number;
  readonly id: string;
  readonly value: JsonValue;
}

interface Tries {
  readonly seq: number;
  readonly failures: number;
  readonly untilCalcond: number;
}

export class HeadNotes {
  readonly #options: HeadNotesOptions;
  readonly #modules: HeadNotesModules;
  readonly #calcond: () => number;
  readonly #tries = new RecentMap<string, Tries>(AUTHORS_MAX);
  #isAsking = false;

  constructor(options: HeadNotesOptions, modules: HeadNotesModules) {
    this.#options = options;
    this.#modules = modules;
    this.#calcond = calcondOf(modules.clock);
  }

  async start(): Promise<void> {
    await this.#modules.exchange.serve(NOTES_PROTOCOL, REQUEST_BYTES_MAX, (data) =>
      this.#answer(data),
    );
  }

  /** Asks a peer for the signed heads that are behind the spines held here. */
  async fill(peer: string): Promise<void> {
    const to = publicKeyOf(peer);
    const lacking = this.#lacking();
    if (this.#isAsking || to === null || lacking.length === 0) return;
    this.#isAsking = true;
    const { exchange, log } = this.#modules;
    try {
      const request = canonicalize({ authors: lacking.map(([author]) => author) });
      const notes = await exchange.ask(to, NOTES_PROTOCOL, request, ANSWER_BYTES_MAX);
      if (!Array.isArray(notes)) throw new FrameError("not a list of notes");
      for (const note of notes.slice(0, NOTES_MAX)) await this.take(note, peer);
      this.#note(lacking);
    } catch (error) {
      if (!(error instanceof UnservedError)) this.#note(lacking);
      log.debug("a peer gave no signed heads", { peer, error: String(error) });
    } finally {
      this.#isAsking = false;
    }
  }

  /** Number of the newest event of an author whose signed head a peer has heard; null for none. */
  async signedSeq(peer: string, author: string): Promise<number | null> {
    return (await this.ask(peer, [author]))[0]?.seq ?? null;
  }

  /** Signed heads of these authors that a peer has heard, whatever is known of them here. */
  async ask(peer: string, authors: readonly string[]): Promise<readonly SignedNote[]> {
    const to = publicKeyOf(peer);
    if (to === null) return [];
    const { clock, crypto, exchange } = this.#modules;
    const request = canonicalize({ authors: authors.slice(0, NOTES_MAX) });
    let notes: JsonValue;
    try {
      notes = await exchange.ask(to, NOTES_PROTOCOL, request, ANSWER_BYTES_MAX);
    } catch (error) {
      if (error instanceof UnservedError) return [];
      throw error;
    }
    const view: EventView = { ...this.#view(), headSeq: () => null, isFrozen: () => false };
    const found: SignedNote[] = [];
    for (const value of Array.isArray(notes) ? notes.slice(0, NOTES_MAX) : []) {
      const begun = beginSyncedNote(value, view, clock.nowNs());
      const { message, verdict } =
        "check" in begun ? begun.conclude(verifyCheck(crypto, begun.check)) : begun;
      if (verdict !== "accept" || message?.type !== "note") continue;
      const { author, id, seq } = message.note;
      if (authors.includes(author)) found.push({ author, id, seq, value });
    }
    return found;
  }

  #lacking(): readonly (readonly [author: string, seq: number])[] {
    const { authors } = this.#modules;
    const now = this.#calcond();
    const found: (readonly [string, number])[] = [];
    for (const [author, seq] of authors.linkedTips()) {
      if (found.length === NOTES_MAX) break;
      if ((authors.headSeq(author) ?? -1) >= seq || authors.isFrozen(author, seq)) continue;
      if (now - (authors.tip(author)?.calcond ?? now) < RESTING_CALCONDS) continue;
      const tried = this.#tries.get(author);
      if (tried?.seq !== seq || tried.untilCalcond <= now) found.push([author, seq]);
    }
    return found;
  }

  /** Nobody may have a head that was never said: it is asked for ever less. */
  #note(asked: readonly (readonly [author: string, seq: number])[]): void {
    const { authors } = this.#modules;
    for (const [author, seq] of asked) {
      if ((authors.headSeq(author) ?? -1) >= seq) this.#tries.delete(author);
      else {
        const before = this.#tries.get(author);
        const failures = before?.seq === seq ? before.failures + 1 : 0;
        const wait = Math.min(WAIT_CALCONDS_MAX, WAIT_CALCONDS_FIRST * 2 ** Math.min(failures, 10));
        this.#tries.set(author, { seq, failures, untilCalcond: this.#calcond() + wait });
      }
    }
  }

  /** Takes a signed head that a peer gave. */
  async take(note: JsonValue, peer: string): Promise<void> {
    const { clock, crypto, intake, suspicion, log } = this.#modules;
    const begun = beginSyncedNote(note, this.#view(), clock.nowNs());
    const judgement: Judgement =
      "check" in begun ? begun.conclude(verifyCheck(crypto, begun.check)) : begun;
    if (judgement.rivalHead !== undefined) suspicion.suspect(judgement, peer);
    const { verdict, message, code } = judgement;
    if (verdict !== "accept" || message?.type !== "note") {
      log.debug("a signed head was not taken", { peer, code });
      return;
    }
    if (message.note.author !== this.#options.publicKey) await intake.takeHead(message, peer);
  }

  async #answer(data: JsonValue): Promise<string> {
    const { store, ownNote } = this.#modules;
    const read = notesRequest.safeParse(data);
    if (!read.success) throw rubbish("not a request of this protocol");
    const texts: string[] = [];
    for (const author of read.data.authors) {
      const text =
        author === this.#options.publicKey
          ? ownNote()
          : (await store.peers.announcement("head", author))?.text;
      if (typeof text === "string") texts.push(text);
    }
    return `[${texts.join(",")}]`;
  }

  #view(): EventView {
    const { authors } = this.#modules;
    return {
      ...syncedView(this.#modules, this.#options.network),
      headId: (author) => authors.headId(author),
    };
  }
}
