/** Which operators the envelopes held here were computed with, kept up window by window. */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import type { Crypto } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";

/** Where the reading of windows had come to, so that a restart goes on from there. */
const META_NAME = "mesh.operators";
/** Windows read at a time. */
const WINDOWS_MAX = 256;
/**
 * The envelope stands before the inputs in a stored receipt, and quotes in its texts are escaped.
 */
const OPERATOR_CHAIN = /"operatorChain":(\[[^\]]*\])/;

export class OperatorSet {
  readonly #crypto: Pick<Crypto, "sha256Hex">;
  readonly #store: Store;
  #ids: Set<string> | null = null;
  #next = 0;

  constructor(crypto: Pick<Crypto, "sha256Hex">, store: Store) {
    this.#crypto = crypto;
    this.#store = store;
  }

  /** sha256 of the canonical list of the sorted, unique operator ids. */
  async hash(): Promise<string> {
    const ids = this.#ids ?? (await this.#load());
    this.#ids = ids;
    const [size, next] = [ids.size, this.#next];
    while (await this.#readWindows(ids));
    if (ids.size !== size || this.#next !== next) await this.#save(ids);
    return this.#crypto.sha256Hex(canonicalize([...ids].sort()));
  }

  /** @returns whether there may be more */
  async #readWindows(ids: Set<string>): Promise<boolean> {
    let windows = 0;
    for await (const [window, envelopes] of this.#store.envelopes.windowsFrom(
      this.#next,
      WINDOWS_MAX,
    )) {
      for (const { text } of envelopes) for (const id of chainOf(text)) ids.add(id);
      this.#next = window + 1;
      windows += 1;
    }
    return windows === WINDOWS_MAX;
  }

  async #load(): Promise<Set<string>> {
    const kept = parseJson((await this.#store.meta.get(META_NAME)) ?? "[0]");
    const [next, ...ids] = kept.ok && Array.isArray(kept.value) ? kept.value : [];
    if (typeof next !== "number") return new Set();
    this.#next = next;
    return new Set(ids.filter((id) => typeof id === "string"));
  }

  async #save(ids: Set<string>): Promise<void> {
    const text = canonicalize([this.#next, ...[...ids].sort()]);
    await this.#store.write(this.#store.meta.putOps(META_NAME, text));
  }
}

function chainOf(text: string): readonly string[] {
  const match = OPERATOR_CHAIN.exec(text);
  const chain = parseJson(match?.[1] ?? "[]");
  return chain.ok && Array.isArray(chain.value)
    ? chain.value.filter((id) => typeof id === "string")
    : [];
}
