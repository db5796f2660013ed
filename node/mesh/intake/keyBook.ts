/**
 * Which keys have ended, and which followed them. What an ended key signs from its end on is taken
 * by no door; what came before stays. A rotation is the key's own last event, a revocation the
 * second event of the key that its first event had committed to.
 */
import { parseJson } from "../../../protocol/encoding/json.js";
import { readEvent, type EventHeader, type MeshEvent } from "../../../protocol/seal/event.js";
import { revocationIn, rotationIn, type KeyEnded } from "../../../protocol/events/keyEnds.js";
import { keyCommitment } from "../../../protocol/events/succession.js";
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import type { Crypto, JsonObject, Logger } from "../../../protocol/ports.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { StoredEvent } from "../../../storage/repositories/spine.js";
import type { Store } from "../../../storage/store.js";
import type { Successions } from "../../runtime/identity/successions.js";
import type { AuthorBook } from "./authorBook.js";

/** Revocations of one key that wait for its first event: only one of their authors can be right. */
const CLAIMS_MAX = 8;

interface KeyBookModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly authors: AuthorBook;
  readonly successions: Successions;
  readonly log: Logger;
}

export class KeyBook {
  readonly #modules: KeyBookModules;
  /** What the first event of each spine committed to. */
  readonly #commitments = new Map<string, string>();
  /** Revocations by the key that they name, whose first event is not held yet. */
  readonly #claims = new Map<string, KeyEnded[]>();

  constructor(modules: KeyBookModules) {
    this.#modules = modules;
  }

  /**
   * Reads the ends of all spines that are held: a rotation is the last event of one, a revocation
   * the second. To be called after the authors, before anything is taken.
   */
  async load(): Promise<void> {
    const { authors, store, successions } = this.#modules;
    const revocations: MeshEvent[] = [];
    const rotations: MeshEvent[] = [];
    for (const author of await store.spine.authors()) {
      const [opening, second] = (await store.spine.range(author, 0, 2)).map(eventOf);
      if (opening?.header.kind === "spine.open") this.#commit(author, opening.body);
      if (second?.header.kind === "key.revoke") revocations.push(second);
      const seq = (await store.spine.tip(author))?.seq ?? 0;
      const last = (await store.spine.range(author, seq, 1)).map(eventOf)[0];
      if (last?.header.kind === "key.rotate") rotations.push(last);
    }
    for (const { body, header } of rotations) this.#rotated(header, body);
    for (const { body, header } of revocations) this.#revoked(header, body);
    for (const { key } of successions.all()) await authors.readCommon(key);
  }

  /** A spine begins: a revocation of its key may have come before it. */
  readonly opened = ({ event: { body, header } }: AcceptedEvent): readonly Operation[] => {
    this.#commit(header.author, body);
    const claims = this.#claims.get(header.author) ?? [];
    this.#claims.delete(header.author);
    const found = claims.find((one) => this.#isCommitted(one));
    return found === undefined ? [] : this.#end(found);
  };

  readonly rotated = ({ event: { body, header } }: AcceptedEvent): readonly Operation[] => {
    return this.#rotated(header, body);
  };

  readonly revoked = ({ event: { body, header } }: AcceptedEvent): readonly Operation[] => {
    return this.#revoked(header, body);
  };

  #rotated(header: EventHeader, body: JsonObject | null): readonly Operation[] {
    const next = this.#commitments.get(header.author) ?? null;
    const ended = rotationIn(this.#modules.crypto, header, body, next);
    return ended === null ? [] : this.#end(ended);
  }

  #revoked(header: EventHeader, body: JsonObject | null): readonly Operation[] {
    const ended = revocationIn(header, body);
    if (ended === null) return [];
    if (this.#isCommitted(ended)) return this.#end(ended);
    if (!this.#commitments.has(ended.key)) this.#claim(ended);
    return [];
  }

  #commit(author: string, body: JsonObject | null): void {
    const next = body?.["next"];
    if (typeof next === "string") this.#commitments.set(author, next);
  }

  #isCommitted({ key, successor }: KeyEnded): boolean {
    const next = this.#commitments.get(key);
    return next !== undefined && keyCommitment(this.#modules.crypto, successor) === next;
  }

  #claim(ended: KeyEnded): void {
    const claims = this.#claims.get(ended.key) ?? [];
    if (claims.length < CLAIMS_MAX) this.#claims.set(ended.key, [...claims, ended]);
  }

  #end(ended: KeyEnded): readonly Operation[] {
    const { authors, log, successions } = this.#modules;
    if (!successions.note(ended)) return [];
    const { by, key, size, successor } = ended;
    const operations = authors.end(key, size, successor);
    authors.readCommon(key).catch((error: unknown) => {
      log.warn("the last event of an ended key could not be read", { error: String(error) });
    });
    log.info("the key of a node has ended", { key, by, size, successor });
    return operations;
  }
}

function eventOf({ body, header, sig }: StoredEvent): MeshEvent | null {
  const read = parseJson(`{"body":${body ?? "null"},"header":${header},"sig":"${sig}"}`);
  return read.ok ? readEvent(read.value) : null;
}
