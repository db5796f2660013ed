/**
 * Pages behind addresses that work once and for a minute. They are in memory alone: what a key has
 * opened is nowhere else, and is gone with its minute.
 */
import { toHex } from "../../../protocol/encoding/hex.js";
import type { RandomBytes } from "../../runtime/random.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";

export const SHOWN_SECONDS = 60;
const TOKEN_BYTES = 32;
/** Pages that wait, of one account and of all, and the bytes of all. */
const OF_ACCOUNT_MAX = 16;
const ALL_MAX = 512;
const BYTES_MAX = 64 * 1024 * 1024;

export interface ShownPage {
  readonly text: string;
  readonly showsImages: boolean;
}

interface Waiting {
  readonly page: ShownPage;
  readonly account: string;
  readonly cancel: Cancel;
}

export interface OnceModules {
  readonly random: RandomBytes;
  readonly scheduler: Scheduler;
}

export class ShownOnce {
  readonly #modules: OnceModules;
  readonly #waiting = new Map<string, Waiting>();
  #bytes = 0;

  constructor(modules: OnceModules) {
    this.#modules = modules;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns what the address ends with; whoever has it sees the page, once */
  put(account: string, page: ShownPage): string {
    const { random, scheduler } = this.#modules;
    const token = toHex(random.bytes(TOKEN_BYTES));
    const cancel = scheduler.after(SHOWN_SECONDS * 1_000, () => this.#drop(token));
    this.#waiting.set(token, { page, account, cancel });
    this.#bytes += sizeOf(page);
    const own = [...this.#waiting].filter(([, one]) => one.account === account);
    if (own.length > OF_ACCOUNT_MAX) this.#drop(own[0]![0]);
    for (const [oldest] of this.#waiting) {
      if (this.#waiting.size <= ALL_MAX && this.#bytes <= BYTES_MAX) break;
      this.#drop(oldest);
    }
    return token;
  }

  /** Undefined for what was never there, was seen, or had its minute. */
  take(token: string): ShownPage | undefined {
    const found = this.#waiting.get(token);
    this.#drop(token);
    return found?.page;
  }

  #drop(token: string): void {
    const found = this.#waiting.get(token);
    if (found === undefined) return;
    found.cancel();
    this.#waiting.delete(token);
    this.#bytes -= sizeOf(found.page);
  }

  stop(): void {
    for (const token of this.#waiting.keys()) this.#drop(token);
  }
}

function sizeOf({ text }: ShownPage): number {
  return 2 * text.length;
}
