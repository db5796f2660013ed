/** scrypt on the thread pool, and the addresses it gave, so that no key is stretched twice. */
import { scrypt } from "node:crypto";
import { fromHex } from "../../protocol/encoding/hex.js";
import { addressOf, type Scrypt } from "../../protocol/names/address.js";

/** N = 16384 with r = 8 takes 16 MiB; the library asks for a little more. */
const MEMORY_BYTES_MAX = 33_554_432;
const ADDRESSES_KEPT_MAX = 16_384;
/** The pool has four threads, and the disk needs some of them. */
const AT_ONCE = 2;

export const nodeScrypt: Scrypt = {
  scrypt: (password, salt, cost, bytes) =>
    new Promise((resolve, reject) => {
      scrypt(password, salt, bytes, { ...cost, maxmem: MEMORY_BYTES_MAX }, (error, derived) => {
        if (error === null) resolve(new Uint8Array(derived));
        else reject(error);
      });
    }),
};

export class Addresses {
  readonly #port: Scrypt;
  readonly #known = new Map<string, Promise<string>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(port: Scrypt = nodeScrypt) {
    this.#port = port;
  }

  /** @param publicKeyHex 64 hex digits. @throws RangeError when it is not that */
  of(publicKeyHex: string): Promise<string> {
    const known = this.#known.get(publicKeyHex);
    if (known !== undefined) return known;
    const key = fromHex(publicKeyHex);
    if (key?.length !== 32) return Promise.reject(new RangeError("no Ed25519 key"));
    const derived = this.#stretch(key);
    if (this.#known.size >= ADDRESSES_KEPT_MAX)
      this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(publicKeyHex, derived);
    derived.catch(() => this.#known.delete(publicKeyHex));
    return derived;
  }

  async #stretch(key: Uint8Array): Promise<string> {
    if (this.#running >= AT_ONCE)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    else this.#running += 1;
    try {
      return await addressOf(this.#port, key);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
