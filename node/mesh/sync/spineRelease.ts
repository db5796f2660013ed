/**
 * Lets spines go that have fallen to other nodes, once enough of these were seen to have them. What
 * is held is followed and compared until then, so a node that comes or goes loses nothing.
 */
import { SYNC_IDS_MAX } from "../../../protocol/limits.js";
import type { Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import { peerIdOf } from "../host/peerKey.js";
import { EVICTED_EVENTS_MAX } from "../intake/admission.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { EventIntake } from "../intake/intake.js";
import type { Keeping } from "../intake/keeping.js";
import { Periodic } from "../../runtime/periodic.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import type { KeptHeads } from "./keptHeads.js";

const PERIOD_CALCONDS = 463;
/** Half of those to which it falls; all where there are fewer. */
const SEEN_WITH_MIN = 4;

interface ReleaseModules {
  readonly authors: AuthorBook;
  readonly intake: Pick<EventIntake, "write">;
  readonly keeping: Keeping;
  readonly kept: Pick<KeptHeads, "has">;
  readonly store: Pick<Store, "spine">;
  readonly scheduler: Scheduler;
  readonly log: Logger;
}

export class SpineRelease {
  readonly #modules: ReleaseModules;
  readonly #periodic: Periodic;

  constructor(modules: ReleaseModules) {
    this.#modules = modules;
    const { log, scheduler } = modules;
    const run = (): Promise<void> =>
      this.#run().catch((error: unknown) => {
        log.warn("spines could not be let go", { error: String(error) });
      });
    this.#periodic = new Periodic(run, PERIOD_CALCONDS, scheduler);
  }

  start(): void {
    if (this.#modules.keeping.isShare) this.#periodic.start();
  }

  async stop(): Promise<void> {
    await this.#periodic.stop();
  }

  async #run(): Promise<void> {
    const { authors, intake } = this.#modules;
    for (const [author, seq] of authors.linkedTips()) {
      if (this.#periodic.isStopped) return;
      if (seq >= EVICTED_EVENTS_MAX || !this.#isOthers(author)) continue;
      const ids = await this.#idsOf(author, seq + 1);
      // What it is to this node may have changed meanwhile.
      if (this.#isOthers(author)) await intake.write(author, authors.letGo(author, ids), []);
    }
  }

  /** Whether it is for others to keep a spine, and they do. */
  #isOthers(author: string): boolean {
    const { authors, keeping, kept } = this.#modules;
    if (keeping.keeps(author) || authors.isFrozen(author)) return false;
    const holders = keeping.holdersOf(author);
    const seen = holders.filter((node) => kept.has(peerIdOf(node), author) === true).length;
    return holders.length > 0 && seen >= Math.min(SEEN_WITH_MIN, holders.length);
  }

  async #idsOf(author: string, size: number): Promise<readonly (string | null)[]> {
    const ids: (string | null)[] = [];
    for (let from = 0; from < size; from += SYNC_IDS_MAX) {
      const count = Math.min(SYNC_IDS_MAX, size - from);
      const seqs = Array.from({ length: count }, (_, i) => from + i);
      ids.push(...(await this.#modules.store.spine.idsAt(author, seqs)));
    }
    return ids;
  }
}
