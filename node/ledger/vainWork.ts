/**
 * Work that sealed nothing: a job that ended at its deadline or in a refusal, computes of a firing
 * that held, a rehearsal. An account has so much of it free in a day of UTC; who has used it up is
 * refused before more begins. What is sealed is paid for, and counts nothing.
 */
import { VAIN_WORK_MS_A_DAY } from "../../protocol/limits.js";
import type { Clock, Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { VainWorkRecord } from "../../storage/records/workRecords.js";
import { put, read } from "../../storage/kv/table.js";
import type { Store } from "../../storage/store.js";

/** Accounts whose record is in memory; others are read again. */
const KNOWN_MAX = 10_000;
const NS_PER_S = 1_000_000_000n;
const DAY_NS = 86_400n * NS_PER_S;

interface VainWorkModules {
  readonly store: Pick<Store, "kv">;
  readonly clock: Clock;
  readonly log: Logger;
}

export class VainWork {
  readonly #modules: VainWorkModules;
  /** By account, least recently used first. */
  readonly #known = new Map<string, VainWorkRecord>();

  constructor(modules: VainWorkModules) {
    this.#modules = modules;
  }

  /**
   * At once where the account's record is at hand.
   * @throws Refusal RATE_LIMITED where nothing is left of the day
   */
  check(account: string): void | Promise<void> {
    const known = this.#known.get(account);
    if (known === undefined) return this.#read(account).then((record) => this.#judge(record));
    this.#judge(known);
  }

  /** Processor time that an account has left of the day, in ms. */
  async left(account: string): Promise<number> {
    return Math.max(0, VAIN_WORK_MS_A_DAY - this.#spentOf(await this.#read(account)));
  }

  /** Counted in memory at once, and kept without a sync: a power failure may give some back. */
  async spend(account: string, ms: number): Promise<void> {
    if (!(ms > 0)) return;
    const record = { day: this.#day(), ms: this.#spentOf(await this.#read(account)) + ms };
    this.#remember(account, record);
    try {
      const operation = put(buckets.vainwork, account, record);
      await this.#modules.store.kv.batch([operation], { sync: false });
    } catch (error) {
      this.#modules.log.error("work that sealed nothing could not be written down", { error });
    }
  }

  #judge(record: VainWorkRecord): void {
    if (this.#spentOf(record) < VAIN_WORK_MS_A_DAY) return;
    const { clock } = this.#modules;
    const seconds = Number((DAY_NS - (clock.nowNs() % DAY_NS)) / NS_PER_S) + 1;
    throw new Refusal(
      "RATE_LIMITED",
      `the account's ${VAIN_WORK_MS_A_DAY / 1_000} s a day of work that seals nothing are used up ` +
        `(jobs that end at their deadline or in a refusal, firings that hold, rehearsals); again in ${seconds} s`,
      { members: { "violated-policies": ["unsealed-work"] }, retryAfterSeconds: seconds },
    );
  }

  async #read(account: string): Promise<VainWorkRecord> {
    const known = this.#known.get(account);
    if (known !== undefined) return known;
    const stored = await read(this.#modules.store.kv, buckets.vainwork, account);
    // Another may have counted meanwhile.
    const record = this.#known.get(account) ?? stored ?? { day: this.#day(), ms: 0 };
    this.#remember(account, record);
    return record;
  }

  #remember(account: string, record: VainWorkRecord): void {
    this.#known.delete(account);
    this.#known.set(account, record);
    if (this.#known.size > KNOWN_MAX) this.#known.delete(this.#known.keys().next().value!);
  }

  #spentOf({ day, ms }: VainWorkRecord): number {
    return day === this.#day() ? ms : 0;
  }

  #day(): number {
    return Number(this.#modules.clock.nowNs() / DAY_NS);
  }
}
