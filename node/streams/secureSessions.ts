/**
 * Secure sessions of channels, in memory alone: a stolen store opens no frame, and neither does a
 * stolen process open one that is older than its last. A restart ends them.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import { base32 } from "../../protocol/identity/slug.js";
import {
  SECURE_FRAMES_KEPT,
  SECURE_SESSIONS_MAX,
  SECURE_SESSIONS_OF_CHANNEL_MAX,
} from "../../protocol/limits.js";
import type { Crypto, Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import {
  publicKeyOf,
  SECURE_SESSION_CALCONDS,
  SecureChain,
  transcriptOf,
  type OpenedSession,
  type SecureCrypto,
} from "../../protocol/streams/secure.js";
import type { Right } from "../../protocol/streams/right.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { SealedTick } from "./ticks.js";

const KEY_BYTES = 32;
const ID_BYTES = 16;
/** Keys that a chain moves on by in one turn: some ten milliseconds. */
const STEPS_AT_ONCE = 4_096;

interface SecureModules {
  readonly crypto: Crypto & SecureCrypto;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly random: RandomBytes;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Signs transcripts: the node's identity. */
  readonly seed: Uint8Array;
}

export interface OpenSession extends OpenedSession {
  readonly transcriptSignature: string;
}

/** A frame, and where it stands. */
export interface SecureFrame {
  readonly seq: number;
  readonly calcond: number;
  readonly bytes: Uint8Array;
}

interface Session {
  readonly opened: OpenedSession;
  readonly chain: SecureChain;
  readonly frames: SecureFrame[];
  /** Of whoever opened it. */
  readonly right: Right;
  /** Frames are made one after the other. */
  tail: Promise<void>;
}

export class SecureSessions {
  readonly #modules: SecureModules;
  readonly #sessions = new Map<string, Session>();
  readonly #ofChannel = new Map<string, Set<string>>();
  #isStopped = false;

  constructor(modules: SecureModules) {
    this.#modules = modules;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** @throws Refusal INVALID_INPUT for a key that gives no secret; CONFLICT, BUSY */
  open(channel: string, clientPublicKey: string, right: Right): OpenSession {
    const { crypto, deadlines, random, seed } = this.#modules;
    this.#expire();
    this.#checkRoom(channel);
    const publicKey = publicKeyOf(clientPublicKey);
    const privateKey = random.bytes(KEY_BYTES);
    const startCalcond = deadlines.now();
    const opened: OpenedSession = {
      channel,
      clientPublicKey,
      serverPublicKey: toHex(crypto.x25519PublicKey(privateKey)),
      session: `se_${base32(random.bytes(ID_BYTES))}`,
      startCalcond,
      expiresCalcond: startCalcond + SECURE_SESSION_CALCONDS,
    };
    const chain =
      publicKey === null ? null : SecureChain.begin(crypto, privateKey, publicKey, opened);
    privateKey.fill(0);
    if (chain === null) {
      const message = "this is no public key of X25519, or one of low order";
      throw new Refusal("INVALID_INPUT", message, {
        errors: [{ pointer: "/clientPublicKey", code: "INVALID_INPUT", message }],
      });
    }
    const { session } = opened;
    this.#sessions.set(session, {
      opened,
      chain,
      frames: [],
      right,
      tail: Promise.resolve(),
    });
    const sessions = this.#ofChannel.get(channel) ?? new Set();
    this.#ofChannel.set(channel, sessions.add(session));
    const transcript = transcriptOf(crypto, opened);
    return { ...opened, transcriptSignature: toHex(crypto.ed25519Sign(seed, transcript)) };
  }

  #checkRoom(channel: string): void {
    if ((this.#ofChannel.get(channel)?.size ?? 0) >= SECURE_SESSIONS_OF_CHANNEL_MAX)
      throw new Refusal(
        "CONFLICT",
        `a channel has at most ${SECURE_SESSIONS_OF_CHANNEL_MAX} secure sessions`,
      );
    if (this.#sessions.size >= SECURE_SESSIONS_MAX)
      throw new Refusal("BUSY", "too many secure sessions are open", { retryAfterSeconds: 60 });
  }

  /** Each session of the channel gets its frame, and forgets the key of it. */
  ticked(channel: string, { text, tick }: SealedTick): void {
    for (const name of this.#ofChannel.get(channel) ?? []) {
      const session = this.#sessions.get(name)!;
      session.tail = session.tail
        .then(() => this.#frame(session, tick, text))
        .catch((error: unknown) => {
          this.#modules.log.error("a secure frame could not be made", { channel, error });
          this.#forget(session);
        });
    }
  }

  async #frame(
    session: Session,
    { calcond, seq }: { readonly calcond: number; readonly seq: number },
    text: string,
  ): Promise<void> {
    const { chain, frames, opened } = session;
    if (calcond > opened.expiresCalcond) {
      this.#forget(session);
      return;
    }
    if (await this.#hasEnded(session)) return;
    // A tick in the calcond of another: there is one in an interval, so this is older than both.
    if (calcond < chain.calcond) return;
    while (!chain.advance(calcond, STEPS_AT_ONCE)) {
      await this.#turn();
      if (this.#isStopped || !this.#sessions.has(opened.session)) return;
    }
    const place = { channel: opened.channel, session: opened.session, calcond, seq };
    frames.push({ seq, calcond, bytes: chain.seal(place, utf8Encode(text)) });
    if (frames.length > SECURE_FRAMES_KEPT) frames.shift();
  }

  /** The session of whoever has lost its right is over. */
  async #hasEnded(session: Session): Promise<boolean> {
    if ((await session.right.lost()) === null) return false;
    this.#forget(session);
    return true;
  }

  /** Keys have ended: any session may have been opened by one. */
  keysEnded(): void {
    for (const session of this.#sessions.values())
      this.#hasEnded(session).catch((error: unknown) =>
        this.#modules.log.error("the right to a secure session cannot be looked at", { error }),
      );
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#modules.scheduler.after(0, resolve);
    });
  }

  /**
   * The oldest frame behind a number, or the latest.
   * @throws Refusal SESSION_EXPIRED for one that is over or was never there, NO_TICK_YET
   */
  async pull(channel: string, name: string, after: number | null): Promise<SecureFrame> {
    this.#expire();
    const session = this.#sessions.get(name);
    const isOver =
      session === undefined ||
      session.opened.channel !== channel ||
      (await this.#hasEnded(session));
    if (isOver)
      throw new Refusal(
        "SESSION_EXPIRED",
        "this secure session is over, or of a run of the node before this one: open another",
        { gone: true },
      );
    await session.tail;
    const { frames } = session;
    const frame = after === null ? frames.at(-1) : frames.find(({ seq }) => seq > after);
    if (frame === undefined)
      throw new Refusal("NO_TICK_YET", "no frame was sealed for this session yet");
    return frame;
  }

  /** The channel is closed: nothing more will come. */
  closed(channel: string): void {
    for (const name of this.#ofChannel.get(channel) ?? []) this.#forget(this.#sessions.get(name)!);
  }

  #expire(): void {
    const now = this.#modules.deadlines.reckon();
    // In the order in which they were opened, and each lives as long.
    for (const session of this.#sessions.values()) {
      if (session.opened.expiresCalcond >= now) break;
      this.#forget(session);
    }
  }

  #forget({ chain, opened: { channel, session } }: Session): void {
    chain.forget();
    this.#sessions.delete(session);
    const sessions = this.#ofChannel.get(channel);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#ofChannel.delete(channel);
  }

  stop(): void {
    this.#isStopped = true;
    for (const session of this.#sessions.values()) this.#forget(session);
  }
}
