/**
 * Answers by idempotency key. A record exists if and only if the effect does, because it is written
 * in the batch of the effect; refusals and errors leave none, so a corrected request may use its
 * key again. Of an answer that can be computed again its place alone is kept. Answers that show a
 * secret once are kept encrypted under the key that the client chose. All are forgotten after a day.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { Refusal } from "../../protocol/errors/refusal.js";
import { instantOf } from "../../protocol/math/modulation.js";
import { IDEMPOTENCY_KEPT_CALCONDS, SECRET_KEY_CHARS_MIN } from "../../protocol/limits.js";
import type { Clock, Logger } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { RandomBytes } from "../runtime/random.js";
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import type { AnswerPlace } from "../../storage/records/answerRecords.js";
import type { FoundAnswer } from "../../storage/repositories/idempotency.js";
import type { Store } from "../../storage/store.js";
import { joinedMembers, type FurtherWrite } from "../sealing/draft.js";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENCRYPTED = "aes-256-gcm:";
/** Header fields before the body, as JSON: some answers show their secret in both. */
const ENCRYPTED_WITH_HEADERS = "aes-256-gcm+headers:";

/** What an answer is kept under. */
export interface Ticket {
  /** Owner, method, path and key: what an answer is unique in. */
  readonly scope: string;
  /** Hash of what was asked, lower-case hex. */
  readonly fingerprint: string;
}

/** An answer that was kept as a text. */
interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: readonly string[];
  readonly shape: AnswerShape | null;
  readonly body: string;
}

export type TicketState =
  | { readonly state: "new" }
  /** The first request with the key is not answered yet. */
  | { readonly state: "running" }
  /** The key was used with another body. */
  | { readonly state: "reused" }
  | { readonly state: "replay"; readonly answer: KeptAnswer }
  /** It is computed again, and has the moments of its envelope. */
  | { readonly state: "sealed"; readonly place: AnswerPlace };

/** @returns the writes that keep a body, and the header fields of an answer with a secret */
export type Keeper = (body: string, headers: readonly string[]) => readonly Operation[];

const NEW: TicketState = { state: "new" };

/** The last part of a scope: the client's key. */
function keyOf({ scope }: Ticket): string {
  return scope.slice(scope.lastIndexOf("\u0000") + 1);
}

function cipherKey(ticket: Ticket): Buffer {
  return Buffer.from(hkdfSync("sha256", keyOf(ticket), "", "calc-idempotency/1", 32));
}

function encrypt(ticket: Ticket, text: string, random: RandomBytes): string {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(ticket), nonce);
  return Buffer.concat([
    nonce,
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString("base64");
}

function decrypt(ticket: Ticket, base64: string): string {
  const sealed = Buffer.from(base64, "base64");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    cipherKey(ticket),
    sealed.subarray(0, NONCE_BYTES),
  );
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const open = Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
    decipher.final(),
  ]);
  return open.toString("utf8");
}

interface Kept {
  readonly body: string;
  readonly headers: readonly string[];
}

function keptSecret(ticket: Ticket, { body, headers }: Kept, random: RandomBytes): string {
  return headers.length === 0
    ? ENCRYPTED + encrypt(ticket, body, random)
    : ENCRYPTED_WITH_HEADERS + encrypt(ticket, JSON.stringify([headers, body]), random);
}

function readKept(ticket: Ticket, text: string): Kept {
  if (text.startsWith(ENCRYPTED))
    return { body: decrypt(ticket, text.slice(ENCRYPTED.length)), headers: [] };
  if (!text.startsWith(ENCRYPTED_WITH_HEADERS)) return { body: text, headers: [] };
  const [headers, body] = JSON.parse(
    decrypt(ticket, text.slice(ENCRYPTED_WITH_HEADERS.length)),
  ) as [string[], string];
  return { body, headers };
}

/** How an answer that is sealed is kept. */
export type SealedAnswerKeeper = Pick<Idempotency, "writtenWithSeal">;

/** The same where an object stands before the sealed answer. @param before its text */
export function keptBehind(keeper: SealedAnswerKeeper, before: string): SealedAnswerKeeper {
  return {
    writtenWithSeal: (ticket, more) =>
      keeper.writtenWithSeal(ticket, more === undefined ? before : joinedMembers(before, more)),
  };
}

interface IdempotencyModules {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Logger;
}

export class Idempotency {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  readonly #log: Logger;
  /** Scope -> fingerprint of requests that have no answer yet. */
  readonly #running = new Map<string, string>();
  /** Calcond up to which answers are forgotten. */
  #sweptTo = 0;

  constructor({ store, clock, log, random }: IdempotencyModules) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
  }

  get size(): number {
    return this.#running.size;
  }

  /** At once where the key is new. */
  begin(ticket: Ticket): TicketState | Promise<TicketState> {
    const running = this.#running.get(ticket.scope);
    if (running !== undefined)
      return { state: running === ticket.fingerprint ? "running" : "reused" };
    // Entered before the read: two requests with one key must not both find nothing.
    this.#running.set(ticket.scope, ticket.fingerprint);
    const { idempotency } = this.#store;
    const found = idempotency.isLoaded
      ? idempotency.find(ticket, this.#horizon())
      : this.load().then(() => idempotency.find(ticket, this.#horizon()));
    return found === undefined ? NEW : this.#known(ticket, found);
  }

  async #known(ticket: Ticket, found: Promise<FoundAnswer | undefined>): Promise<TicketState> {
    let isNew = false;
    try {
      const known = await found;
      isNew = known === undefined;
      if (known === undefined) return NEW;
      if (!known.isSame) return { state: "reused" };
      const { answer } = known;
      if (!("body" in answer)) return { state: "sealed", place: answer };
      const { body, shape, status } = answer;
      const kept = { status, contentType: "application/json", shape, ...readKept(ticket, body) };
      return { state: "replay", answer: kept };
    } finally {
      if (!isNew) this.#running.delete(ticket.scope);
    }
  }

  /** Reads which keys have an answer; at the start, so that the first request need not wait. */
  async load(): Promise<void> {
    if (this.#store.idempotency.isLoaded) return;
    for (const { bucket, key, message } of await this.#store.idempotency.load(this.#horizon()))
      this.#log.warn("answers under idempotency keys cannot be read: such a key is new again", {
        bucket,
        key,
        error: message,
      });
  }

  complete(ticket: Ticket): void {
    this.#running.delete(ticket.scope);
  }
  abandon(ticket: Ticket): void {
    this.#running.delete(ticket.scope);
  }

  /**
   * Makes the writes that keep an answer, for the batch of its effect.
   * @throws Refusal when the answer shows a secret and the client's key is too short to protect it
   */
  keeper(
    ticket: Ticket,
    { secret, status }: { readonly secret: boolean; readonly status: number },
  ): Keeper {
    if (!secret) return (body) => this.#ops(ticket, status, body);
    if (keyOf(ticket).length < SECRET_KEY_CHARS_MIN) {
      throw new Refusal(
        "INVALID_IDEMPOTENCY_KEY",
        `this answer shows a secret: its Idempotency-Key must have at least ${SECRET_KEY_CHARS_MIN} characters`,
      );
    }
    return (body, headers) =>
      this.#ops(ticket, status, keptSecret(ticket, { body, headers }, this.#random));
  }

  /**
   * The same for an answer that is sealed: it is written with the seal.
   * @param before an object as text, whose members stand before those of the sealed answer, in the
   * kept one too
   */
  writtenWithSeal(
    ticket: Ticket | null,
    before?: string,
  ): { readonly furtherWrite?: FurtherWrite } {
    if (ticket === null) return {};
    return {
      furtherWrite: {
        kind: "answer",
        scope: ticket.scope,
        fingerprint: ticket.fingerprint,
        ...(before === undefined ? {} : { before }),
      },
    };
  }

  /** Forgets answers that are over. @returns how many records of them, at most `limit` */
  async sweep(limit: number): Promise<number> {
    const { idempotency } = this.#store;
    const horizon = Math.max(0, this.#horizon());
    const from = Math.min(this.#sweptTo, horizon);
    const { count, operations, reached } = await idempotency.sweepOps(from, horizon, limit);
    await this.#store.write(operations);
    this.#sweptTo = reached;
    return count;
  }

  #ops({ fingerprint, scope }: Ticket, status: number, body: string): readonly Operation[] {
    const given = { scope, fingerprint, answer: { status, shape: null, body } };
    return this.#store.idempotency.putOps(this.#calcond(), [given]);
  }

  /** Answers given before this calcond are over. */
  #horizon(): number {
    return this.#calcond() - IDEMPOTENCY_KEPT_CALCONDS;
  }

  #calcond(): number {
    return instantOf(this.#clock.nowNs()).calcond;
  }
}
