/**
 * Serves of pages, in the log of their machine: one row a calcond, however many serves. A
 * kill loses the count of the calcond that was running; a stop writes it down.
 */
import type { Clock, Logger } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Effects, Step } from "../ledger/effects.js";
import { payloadText, type MachineLog } from "../machines/log/machineLog.js";
import { CalcondSchedule } from "../runtime/calcondSchedule.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { CachedPage } from "./pageCache.js";

const ACTOR = { key: "node", role: "node" } as const;

interface ServesModules {
  readonly clock: Clock;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly scheduler: Scheduler;
  readonly effects: Effects;
  readonly machineLog: Pick<MachineLog, "append">;
  readonly log: Logger;
}

/** Of one commit of one page. */
interface Served {
  readonly page: string;
  readonly commit: string;
  serves: number;
  bytes: number;
}

export class PageServes {
  readonly #modules: ServesModules;
  readonly #schedule: CalcondSchedule;
  /** By machine, then by page and commit. */
  readonly #counts = new Map<string, Map<string, Served>>();

  constructor(modules: ServesModules) {
    this.#modules = modules;
    this.#schedule = new CalcondSchedule(modules, {
      run: async (machine) => {
        await this.#write(machine);
        return this.#counts.has(machine) ? modules.deadlines.now() + 1 : null;
      },
      failed: (machine, error) =>
        modules.log.warn("serves of pages could not be written down", { machine, error }),
    });
  }

  count(
    { commit, machine, name }: Pick<CachedPage, "commit" | "machine" | "name">,
    bytes: number,
  ): void {
    let pages = this.#counts.get(machine);
    if (pages === undefined) {
      pages = new Map();
      this.#counts.set(machine, pages);
      this.#schedule.place(machine, this.#modules.deadlines.now() + 1);
    }
    const key = `${name}@${commit}`;
    const known = pages.get(key);
    if (known === undefined) pages.set(key, { page: name, commit, serves: 1, bytes });
    else {
      known.serves += 1;
      known.bytes += bytes;
    }
  }

  start(): void {
    this.#schedule.start();
  }

  async stop(): Promise<void> {
    await this.#schedule.stop();
    await this.writeDown();
  }

  /** Writes down all that was counted, without waiting for the end of the calcond. */
  async writeDown(): Promise<void> {
    for (const machine of this.#counts.keys()) {
      await this.#write(machine).catch((error: unknown) =>
        this.#modules.log.warn("serves of pages could not be written down", { machine, error }),
      );
    }
  }

  async #write(machine: string): Promise<void> {
    const pages = this.#counts.get(machine);
    if (pages === undefined) return;
    this.#counts.delete(machine);
    try {
      await this.#modules.effects.run(this.#row(machine, pages));
    } catch (error) {
      const since = this.#counts.get(machine);
      this.#counts.set(machine, since === undefined ? pages : joined(pages, since));
      throw error;
    }
  }

  #row(machine: string, pages: ReadonlyMap<string, Served>): Step<void> {
    return {
      keys: [`mach:${machine}`],
      run: async (tx) => {
        const record = await tx.get(buckets.mach, machine);
        if (record === undefined || record.closedCalcond !== undefined) return;
        const served = [...pages.keys()].sort().map((key) => ({ ...pages.get(key)! }));
        this.#modules.machineLog.append(tx, machine, {
          transitionType: "page_serve",
          actor: ACTOR,
          payload: payloadText({ pages: served }),
        });
      },
    };
  }
}

function joined(
  pages: Map<string, Served>,
  since: ReadonlyMap<string, Served>,
): Map<string, Served> {
  for (const [key, { bytes, commit, page, serves }] of since) {
    const known = pages.get(key);
    if (known === undefined) pages.set(key, { page, commit, serves, bytes });
    else {
      known.serves += serves;
      known.bytes += bytes;
    }
  }
  return pages;
}
