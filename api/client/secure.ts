/**
 * A secure session of a channel: frames that only its opener can read, each under a key of its own.
 * The node signs the exchange of keys, so a party in the middle is found out.
 */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { utf8Decode } from "../../protocol/encoding/utf8.js";
import type { Crypto } from "../../protocol/ports.js";
import { verifySignature } from "../../protocol/seal/signature.js";
import {
  publicKeyOf,
  SecureChain,
  transcriptOf,
  type OpenedSession,
  type SecureCrypto,
} from "../../protocol/streams/secure.js";
import { portableCrypto } from "./secureCrypto.js";
import { calls } from "./table.js";

const SECRET_BYTES = 32;
const OPEN = calls["streamSecureOpen"]!.path;
const PULL = calls["streamSecurePull"]!.path;

export interface SecureOptions {
  /** Of the node: `http://host:port`. */
  readonly baseUrl: string;
  readonly channel: string;
  /** Of the channel, or of its account. */
  readonly key: string;
  /** Public key of the node, hex: the transcript must be signed by it. */
  readonly nodeKey: string;
  /** Primitives of the platform; absent: those of the package, which run anywhere. */
  readonly crypto?: Crypto & SecureCrypto;
  /** 32 random bytes; absent: drawn here. */
  readonly secret?: Uint8Array;
  readonly fetch?: typeof fetch;
}

/** A tick as its frame held it. */
export interface SecureTick {
  readonly seq: number;
  readonly calcond: number;
  /** The whole sealed answer. */
  readonly text: string;
}

/** Why there is no session, or no more of it; `code` is the node's, or BAD_TRANSCRIPT, BAD_FRAME. */
export class SecureError extends Error {
  override readonly name = "SecureError";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class SecureSession {
  readonly opened: OpenedSession;
  readonly #options: SecureOptions;
  readonly #chain: SecureChain;
  #last = 0;

  private constructor(options: SecureOptions, opened: OpenedSession, chain: SecureChain) {
    this.#options = options;
    this.opened = opened;
    this.#chain = chain;
  }

  /** @throws SecureError */
  static async open(options: SecureOptions): Promise<SecureSession> {
    const { channel, crypto = portableCrypto, key, nodeKey, secret = drawn() } = options;
    const clientPublicKey = toHex(crypto.x25519PublicKey(secret));
    const response = await (options.fetch ?? fetch)(address(options, OPEN), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ clientPublicKey }),
    });
    if (!response.ok) throw await problemOf(response);
    const said = answerOf(await response.text());
    if (said === null) throw new SecureError("UNREACHABLE", "the answer opens no session");
    const { expiresCalcond, serverPublicKey, session, startCalcond } = said;
    // The channel and the own key are those that were asked for, whatever the answer says.
    const opened: OpenedSession = {
      channel,
      clientPublicKey,
      serverPublicKey,
      session,
      startCalcond,
      expiresCalcond,
    };
    const [signer, signature] = [fromHex(nodeKey), fromHex(said.transcriptSignature)];
    const isSigned =
      signer !== null &&
      signature !== null &&
      verifySignature(crypto, signer, transcriptOf(crypto, opened), signature);
    if (!isSigned)
      throw new SecureError("BAD_TRANSCRIPT", `the session is not signed by the node ${nodeKey}`);
    const other = publicKeyOf(serverPublicKey);
    const chain = other === null ? null : SecureChain.begin(crypto, secret, other, opened);
    if (chain === null) throw new SecureError("BAD_TRANSCRIPT", "the node's key gives no secret");
    return new SecureSession(options, opened, chain);
  }

  /**
   * The next frame, opened; null where none was sealed yet.
   * @throws SecureError SESSION_EXPIRED at the end, BAD_FRAME for one that was changed
   */
  async next(): Promise<SecureTick | null> {
    const { channel, session } = this.opened;
    const url = new URL(address(this.#options, PULL));
    url.searchParams.set("session", session);
    url.searchParams.set("after", String(this.#last));
    const response = await (this.#options.fetch ?? fetch)(url);
    if (!response.ok) {
      const problem = await problemOf(response);
      if (problem.code === "NO_TICK_YET") return null;
      throw problem;
    }
    const seq = Number(response.headers.get("x-calc-seq"));
    const calcond = Number(response.headers.get("x-calc-calcond"));
    const frame = new Uint8Array(await response.arrayBuffer());
    const plain = this.#chain.open({ channel, session, calcond, seq }, frame);
    const text = plain === null ? null : utf8Decode(plain);
    if (text?.ok !== true) throw new SecureError("BAD_FRAME", `frame ${seq} is not this session's`);
    this.#last = seq;
    return { seq, calcond, text: text.text };
  }

  /** Forgets its keys. */
  close(): void {
    this.#chain.forget();
  }
}

function drawn(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}

interface OpenAnswer extends Pick<
  OpenedSession,
  "expiresCalcond" | "serverPublicKey" | "session" | "startCalcond"
> {
  readonly transcriptSignature: string;
}

/** Null for what is no answer to an opening. */
function answerOf(text: string): OpenAnswer | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) return null;
  const { expiresCalcond, serverPublicKey, session, startCalcond, transcriptSignature } =
    read.value;
  return typeof expiresCalcond === "number" &&
    typeof startCalcond === "number" &&
    typeof serverPublicKey === "string" &&
    typeof session === "string" &&
    typeof transcriptSignature === "string"
    ? { expiresCalcond, serverPublicKey, session, startCalcond, transcriptSignature }
    : null;
}

function address({ baseUrl, channel }: SecureOptions, path: string): string {
  return new URL(path.replace(":id", channel), baseUrl).href;
}

async function problemOf(response: Response): Promise<SecureError> {
  const text = await response.text();
  try {
    const { code, detail }: { readonly code?: unknown; readonly detail?: unknown } = Object(
      JSON.parse(text),
    );
    if (typeof code === "string")
      return new SecureError(code, typeof detail === "string" ? detail : code);
  } catch {
    // The answer is not that of a node.
  }
  return new SecureError("UNREACHABLE", `the answer was ${response.status}`);
}
