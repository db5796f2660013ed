/**
 * Bytes that events sent to an account's machines take on the disk: rows for good, payloads until
 * they are dropped. An account has room for so many, or free events would fill the disk.
 */
import { ACCOUNT_EVENT_BYTES_MAX, EVENT_ROW_BYTES } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Logger } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import { put, read } from "../../storage/kv/table.js";
import type { Store } from "../../storage/store.js";

/** Accounts whose count is in memory; others are read again. */
const KNOWN_MAX = 10_000;

interface RowBytesModules {
  readonly store: Pick<Store, "kv">;
  readonly log: Pick<Logger, "error">;
}

export class RowBytes {
  readonly #modules: RowBytesModules;
  /** By account, least recently used first. */
  readonly #known = new Map<string, number>();

  constructor(modules: RowBytesModules) {
    this.#modules = modules;
  }

  async of(account: string): Promise<number> {
    const known = this.#known.get(account);
    if (known !== undefined) return known;
    const stored = await read(this.#modules.store.kv, buckets.rowbytes, account);
    // Another may have counted meanwhile.
    const bytes = this.#known.get(account) ?? stored?.bytes ?? 0;
    this.#remember(account, bytes);
    return bytes;
  }

  /** Counts an event before it is written. @throws Refusal TOO_LARGE where there is no room for it */
  async take(account: string, payloadBytes: number): Promise<void> {
    await this.of(account);
    // In one turn with the count: others may have taken room while this was read.
    const bytes = (this.#known.get(account) ?? 0) + payloadBytes + EVENT_ROW_BYTES;
    if (bytes > ACCOUNT_EVENT_BYTES_MAX)
      throw new Refusal(
        "TOO_LARGE",
        `events of the account's machines would take ${bytes} bytes, of at most ` +
          `${ACCOUNT_EVENT_BYTES_MAX}; payloads that are dropped make room`,
        { members: { bytes, bytesMax: ACCOUNT_EVENT_BYTES_MAX } },
      );
    this.#keep(account, bytes);
  }

  /** Of an event that was not written after all. */
  async giveBack(account: string, payloadBytes: number): Promise<void> {
    await this.free(account, payloadBytes + EVENT_ROW_BYTES);
  }

  /** Of payloads that were dropped. */
  async free(account: string, bytes: number): Promise<void> {
    this.#keep(account, Math.max(0, (await this.of(account)) - bytes));
  }

  /** In memory at once, and on the disk without a sync: a power failure may give some back. */
  #keep(account: string, bytes: number): void {
    this.#remember(account, bytes);
    const operation = put(buckets.rowbytes, account, { bytes });
    this.#modules.store.kv.batch([operation], { sync: false }).catch((error: unknown) => {
      this.#modules.log.error("bytes of events could not be written down", { error });
    });
  }

  #remember(account: string, bytes: number): void {
    this.#known.delete(account);
    this.#known.set(account, bytes);
    if (this.#known.size > KNOWN_MAX) this.#known.delete(this.#known.keys().next().value!);
  }
}
