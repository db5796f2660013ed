/**
 * Sessions, opened by a signature of an identity's key over a nonce of this node. The nonce carries
 * its own end and the node's MAC, so that asking for one, which anybody may do, leaves nothing
 * behind; one that was used is remembered until its end.
 */
import { Refusal } from "../../protocol/errors/refusal.js";
import { equalBytes } from "../../protocol/encoding/bytes.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { sessionMessage } from "../../protocol/identity/derive.js";
import {
  SESSION_CALCONDS,
  SESSION_NONCE_CALCONDS,
  SESSIONS_OF_ACCOUNT_MAX,
} from "../../protocol/limits.js";
import type { Crypto } from "../../protocol/ports.js";
import { verifySignature } from "../../protocol/seal/signature.js";
import { buckets } from "../../storage/records/buckets.js";
import { keyHash, keyPrefix } from "../../storage/repositories/keys.js";
import type { DueEntry } from "../../storage/records/dueRecords.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { FoundSession } from "../../storage/repositories/sessions.js";
import type { Store } from "../../storage/store.js";
import type { Accounts } from "./accounts.js";
import type { Step } from "../ledger/effects.js";
import type { Background } from "../runtime/background.js";
import type { DueHandler } from "../runtime/due.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { makeKey } from "../runtime/identity/keyFormat.js";
import type { RandomBytes } from "../runtime/random.js";

const NONCE = /^([1-9]\d{0,15})-([0-9a-f]{32})-([0-9a-f]{32})$/;
const SALT_BYTES = 16;
const MAC_BYTES = 16;
const SECRET_LABEL = "calc-session-secret/1";
const MAC_TAG = "calc-session-nonce/1";
/** Used nonces that are over and are deleted in one batch. */
const SWEPT_MAX = 1_000;
export const SESSION_FORGOTTEN = "session.forgotten";
/** So long it is told of a session that it is over, and not that it is unknown: 30 days. */
const KNOWN_CALCONDS = SESSION_CALCONDS;
const HASH_CHARS = 64;

export interface SessionProof {
  readonly cid: string;
  readonly nonce: string;
  /** 128 hex digits. */
  readonly signature: string;
}

export interface OpenedSession {
  /** Shown once. */
  readonly token: string;
  readonly account: string;
  readonly expiresCalcond: number;
}

type Ending = Pick<FoundSession, "hash" | "account" | "expiresCalcond">;

function forgottenAt({ account, expiresCalcond, hash }: Ending): DueEntry {
  const calcond = expiresCalcond + KNOWN_CALCONDS;
  return { calcond, kind: SESSION_FORGOTTEN, key: `${account}/${hash}` };
}

function ofKey(key: string): { readonly account: string; readonly hash: string } {
  return { account: key.slice(0, -HASH_CHARS - 1), hash: key.slice(-HASH_CHARS) };
}

interface SessionModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly deadlines: Deadlines;
  readonly accounts: Accounts;
  readonly random: RandomBytes;
}

interface SessionOptions {
  /** Ed25519 key of this node, hex. */
  readonly node: string;
  /** 32 bytes of the node's own. */
  readonly secret: Uint8Array;
}

export class Sessions {
  readonly #modules: SessionModules;
  readonly #node: string;
  readonly #secret: Uint8Array;
  /** Stands in for the key of an identity that is not registered here: checking takes as long. */
  readonly #noKey: Uint8Array;

  constructor({ node, secret }: SessionOptions, modules: SessionModules) {
    this.#modules = modules;
    this.#node = node;
    this.#secret = modules.crypto.hmacSha256(secret, SECRET_LABEL);
    this.#noKey = modules.crypto.ed25519PublicKey(this.#secret);
  }

  /**
   * For any digest, registered or not: that an identity is unknown shows only where its owner
   * signs.
   */
  challenge(cid: string): {
    readonly nonce: string;
    readonly expiresCalcond: number;
    readonly node: string;
  } {
    const expiresCalcond = this.#modules.deadlines.reckon() + SESSION_NONCE_CALCONDS;
    const salt = toHex(this.#modules.random.bytes(SALT_BYTES));
    const mac = Buffer.from(this.#mac(cid, expiresCalcond, salt)).toString("hex");
    return { nonce: `${expiresCalcond}-${salt}-${mac}`, expiresCalcond, node: this.#node };
  }

  /** @throws Refusal BAD_CHALLENGE, BAD_SIGNATURE */
  async open({ cid, nonce, signature }: SessionProof): Promise<Step<OpenedSession>> {
    const { crypto, store } = this.#modules;
    const nonceEnds = this.#endOf(cid, nonce);
    const account = await store.accounts.byCid(cid);
    const publicKey = fromHex(account?.publicKey ?? "") ?? this.#noKey;
    const message = sessionMessage({ cid, nonce, node: this.#node });
    const signed = fromHex(signature) ?? new Uint8Array(0);
    if (!verifySignature(crypto, publicKey, message, signed) || account === undefined) {
      throw new Refusal(
        "BAD_SIGNATURE",
        "no identity registered here with this digest signed this",
      );
    }
    return this.#begin(account.account, nonce, nonceEnds);
  }

  #begin(account: string, nonce: string, nonceEnds: number): Step<OpenedSession> {
    const { accounts, deadlines, random, store } = this.#modules;
    const token = makeKey("session", random);
    return {
      keys: [`acct:${account}`, `uniq:nonce/${nonce}`],
      run: async (tx) => {
        if ((await tx.get(buckets.once, [nonceEnds, nonce])) !== undefined) {
          throw new Refusal("BAD_CHALLENGE", "this nonce has opened a session already");
        }
        const now = deadlines.now();
        const expiresCalcond = now + SESSION_CALCONDS;
        const { sessions } = await store.sessions.ofAccount(account);
        const gone = giveWay(sessions);
        for (const session of gone) tx.add(this.#removeOps(session));
        tx.onSettled((isWritten) => {
          if (isWritten) accounts.forget(gone.map(({ hash }) => hash));
        });
        tx.add(store.once.useOps(nonce, nonceEnds));
        const hash = keyHash(token);
        const session = { account, prefix: keyPrefix(token), createdCalcond: now, expiresCalcond };
        tx.add(store.sessions.addOps(hash, session));
        tx.add([store.due.addOp(forgottenAt({ hash, account, expiresCalcond }))]);
        tx.add(deadlines.markOps());
        return { token, account, expiresCalcond };
      },
    };
  }

  /** Ends one session of an account, or all. What comes of it is how many ended. */
  close(account: string, tokenHash: string | null): Step<number> {
    const { accounts, deadlines, store } = this.#modules;
    return {
      keys: [`acct:${account}`],
      run: async (tx) => {
        const { damaged, sessions } = await store.sessions.ofAccount(account);
        // All are all: what cannot be read ends, too.
        const all = [
          ...sessions,
          ...damaged.map((hash) => ({ hash, account, expiresCalcond: Infinity })),
        ];
        const ended = tokenHash === null ? all : all.filter(({ hash }) => hash === tokenHash);
        for (const session of ended) tx.add(this.#removeOps(session));
        tx.onSettled((isWritten) => {
          if (isWritten) accounts.forget(ended.map(({ hash }) => hash));
        });
        const now = deadlines.reckon();
        return ended.filter(({ expiresCalcond }) => now < expiresCalcond).length;
      },
    };
  }

  /** Acts on what is due as `SESSION_FORGOTTEN`. */
  get forgetting(): DueHandler {
    const { accounts, store } = this.#modules;
    return {
      guards: (key) => [`acct:${ofKey(key).account}`],
      fire: (tx, { key }) => tx.add(store.sessions.removeOps(ofKey(key))),
      fired: ({ key }) => accounts.forget([ofKey(key).hash]),
    };
  }

  /** Forgets nonces that are over: they are refused as such. */
  get nonceSweep(): Background {
    const { deadlines, store } = this.#modules;
    return {
      name: "used nonces",
      when: { everyCalconds: SESSION_NONCE_CALCONDS },
      run: async () => {
        const old = await store.once.sweepOps(deadlines.reckon(), SWEPT_MAX);
        // The clock that says so is kept first: set back, it would revive what is forgotten.
        if (old.length > 0) await store.write([...deadlines.markOps(), ...old]);
        return old.length < SWEPT_MAX ? "done" : "more";
      },
    };
  }

  /** One whose record is damaged has its entry in the queue, too, which finds nothing then. */
  #removeOps(session: Ending): readonly Operation[] {
    const { store } = this.#modules;
    const isKnown = Number.isFinite(session.expiresCalcond);
    return [
      ...store.sessions.removeOps(session),
      ...(isKnown ? [store.due.cancelOp(forgottenAt(session))] : []),
    ];
  }

  /** @returns the calcond at which the nonce ends. @throws Refusal BAD_CHALLENGE */
  #endOf(cid: string, nonce: string): number {
    const [, end = "", salt = "", mac = ""] = NONCE.exec(nonce) ?? [];
    const expires = Number(end);
    const given = fromHex(mac);
    if (
      given === null ||
      given.length !== MAC_BYTES ||
      !equalBytes(given, this.#mac(cid, expires, salt))
    ) {
      throw new Refusal("BAD_CHALLENGE", "this node gave no such nonce for this identity");
    }
    if (this.#modules.deadlines.reckon() >= expires)
      throw new Refusal("BAD_CHALLENGE", "the nonce is over");
    return expires;
  }

  #mac(cid: string, expires: number, salt: string): Uint8Array {
    const text = [MAC_TAG, cid, String(expires), salt].join("\u0000");
    return this.#modules.crypto.hmacSha256(this.#secret, text).subarray(0, MAC_BYTES);
  }
}

/**
 * As many of those that end first as leave room for one more. What is over already is among them:
 * while there is room it is kept, so that its holder hears that it is over.
 */
function giveWay(sessions: readonly FoundSession[]): readonly FoundSession[] {
  const byEnd = [...sessions].sort(
    (a, b) => a.expiresCalcond - b.expiresCalcond || (a.hash < b.hash ? -1 : 1),
  );
  return byEnd.slice(0, Math.max(0, byEnd.length + 1 - SESSIONS_OF_ACCOUNT_MAX));
}
