/**
 * Answers by idempotency key. A record exists if and only if the effect does, because it is written
 * in the batch of the effect; refusals and errors leave none, so a corrected request may use its
 * key again. Answers that show a secret once are kept encrypted under the key that the client
 * chose. All are forgotten after a day.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { Refusal } from "../../protocol/errors/refusal.js";
import { instantOf } from "../../protocol/math/modulation.js";
import { IDEMPOTENCY_KEPT_CALCONDS, SECRET_KEY_CHARS_MIN } from "../../protocol/limits.js";
import type { Clock } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { RandomBytes } from "../runtime/random.js";
import type { DamagedRecord } from "../../storage/records/projections.js";
import type { Store } from "../../storage/store.js";
import { joinedMembers, type FurtherWrite } from "../sealing/draft.js";
import { damagedRecord } from "../runtime/damage.js";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENCRYPTED = "aes-256-gcm:";
/**
 * What forgets answers waits for what else does: an answer under a key that is used anew must not
 * go with the old one.
 */
const FORGETTING = "uniq:idempotency/forgetting";
/** Header fields before the body, as JSON: some answers show their secret in both. */
const ENCRYPTED_WITH_HEADERS = "aes-256-gcm+headers:";

/** What an answer is kept under. */
export interface Ticket {
  /** Owner, method, path and key: what an answer is unique in. */
  readonly scope: string;
  /** Hash of what was asked, lower-case hex. */
  readonly fingerprint: string;
}

/** An answer that was kept. */
interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: readonly string[];
  readonly body: string;
}

type TicketState =
  | { readonly state: "new" }
  /** The first request with the key is not answered yet. */
  | { readonly state: "running" }
  /** The key was used with another body. */
  | { readonly state: "reused" }
  | { readonly state: "replay"; readonly answer: KeptAnswer };

/** @returns the writes that keep a body, and the header fields of an answer with a secret */
export type Keeper = (body: string, headers: readonly string[]) => readonly Operation[];

/** Parts of a scope: owner, method, path, key. */
function partsOf(ticket: Ticket): { readonly owner: string; readonly key: string } {
  const parts = ticket.scope.split("\u0000");
  return { owner: parts[0]!, key: parts[parts.length - 1]! };
}

function cipherKey(ticket: Ticket): Buffer {
  return Buffer.from(hkdfSync("sha256", partsOf(ticket).key, "", "calc-idempotency/1", 32));
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

export interface SweptAnswers {
  readonly count: number;
  /** Lists of answers that cannot be read and were passed over, each once. */
  readonly damaged: readonly DamagedRecord[];
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
}

export class Idempotency {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  /** Scope -> fingerprint of requests that have no answer yet. */
  readonly #running = new Map<string, string>();
  /** Calcond up to which answers are forgotten. */
  #sweptTo = 0;
  /** Key of the last damaged list that was met, in hex. */
  #metTo = "";

  constructor({ store, clock, random }: IdempotencyModules) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
  }

  get size(): number {
    return this.#running.size;
  }

  async begin(ticket: Ticket): Promise<TicketState> {
    const running = this.#running.get(ticket.scope);
    if (running !== undefined)
      return { state: running === ticket.fingerprint ? "running" : "reused" };
    // Entered before the read: two requests with one key must not both find nothing.
    this.#running.set(ticket.scope, ticket.fingerprint);
    let done = false;
    try {
      const { owner } = partsOf(ticket);
      const record = await this.#store.idempotency.get(owner, ticket.scope);
      if (record === undefined || record.calcond < this.#horizon()) {
        if (record !== undefined) await this.#forget(record.calcond);
        done = true;
        return { state: "new" };
      }
      if (record.request !== ticket.fingerprint) return { state: "reused" };
      return {
        state: "replay",
        answer: {
          status: record.status,
          contentType: "application/json",
          ...readKept(ticket, record.body),
        },
      };
    } finally {
      if (!done) this.#running.delete(ticket.scope);
    }
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
    if (partsOf(ticket).key.length < SECRET_KEY_CHARS_MIN) {
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
        owner: partsOf(ticket).owner,
        scope: ticket.scope,
        request: ticket.fingerprint,
        ...(before === undefined ? {} : { before }),
      },
    };
  }

  /** Forgets answers that are over, `limit` or a few more. */
  async sweep(limit: number): Promise<SweptAnswers> {
    const { guards, idempotency } = this.#store;
    const { count, damaged, reached } = await guards.withGuard([FORGETTING], async (tx) => {
      const horizon = Math.max(0, this.#horizon());
      const swept = await idempotency.sweepOps(Math.min(this.#sweptTo, horizon), horizon, limit);
      tx.add(swept.operations);
      return swept;
    });
    this.#sweptTo = reached;
    // A damaged record stays where it is, and is met again: keys come in their order, so one is new
    // that is behind the last one.
    const met = damaged.filter(({ key }) => key > this.#metTo);
    this.#metTo = met.at(-1)?.key ?? this.#metTo;
    return { count, damaged: met.map(damagedRecord) };
  }

  /** Data given with an answer that is over is over as well. */
  async #forget(calcond: number): Promise<void> {
    const { guards, idempotency } = this.#store;
    await guards.withGuard([FORGETTING], async (tx) =>
      tx.add(await idempotency.forgetOps(calcond)),
    );
  }

  #ops(ticket: Ticket, status: number, body: string): readonly Operation[] {
    return this.#store.idempotency.putOps(this.#calcond(), [
      {
        account: partsOf(ticket).owner,
        key: ticket.scope,
        request: ticket.fingerprint,
        status,
        body,
      },
    ]);
  }

  /** Answers given before this calcond are over. */
  #horizon(): number {
    return this.#calcond() - IDEMPOTENCY_KEPT_CALCONDS;
  }

  #calcond(): number {
    return instantOf(this.#clock.nowNs()).calcond;
  }
}
