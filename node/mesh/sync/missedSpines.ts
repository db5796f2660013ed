/**
 * A node that keeps a share of the spines may be connected to nobody who has what it should keep,
 * where there are more nodes than one bears connections. It calls the author then, and next those to
 * whom the spine falls, too, and fetches from whoever is there.
 */
import type { Logger } from "../../../protocol/ports.js";
import { Periodic } from "../../runtime/periodic.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import { peerIdOf } from "../host/peerKey.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { Keeping } from "../intake/keeping.js";
import { LookTries } from "./lookTries.js";
import type { SpineSync } from "./syncSpines.js";

/** As long as it takes two nodes to be compared with by everybody else at random. */
const PERIOD_CALCONDS = 13;
/** Spines for which somebody is called at one look: a call may have another peer sent away. */
const CALLED_MAX = 4;
const MISSED_MAX = 4_096;

interface MissedModules {
  readonly authors: AuthorBook;
  readonly keeping: Pick<Keeping, "holdersOf" | "isShare" | "keeps">;
  readonly sync: Pick<SpineSync, "want">;
  /** Calls a node unless it is connected. @returns the peer; null where nobody answered */
  readonly reach: (node: string) => Promise<string | null>;
  readonly scheduler: Scheduler;
  readonly log: Logger;
}

export class MissedSpines {
  readonly #publicKey: string;
  readonly #modules: MissedModules;
  /** Authors whose spines were missing at the last look. */
  readonly #missed = new LookTries(MISSED_MAX);
  readonly #periodic: Periodic;

  constructor(publicKey: string, modules: MissedModules) {
    this.#publicKey = publicKey;
    this.#modules = modules;
    this.#periodic = new Periodic(() => this.look(), PERIOD_CALCONDS, modules.scheduler);
  }

  start(): void {
    if (this.#modules.keeping.isShare) this.#periodic.start();
  }

  stop(): void {
    void this.#periodic.stop();
  }

  look(): void {
    this.#missed.begin();
    const lacking = this.#lacking();
    for (const author of this.#missed.names())
      if (!lacking.has(author)) this.#missed.delete(author);
    let left = CALLED_MAX;
    for (const [author, seq] of lacking) {
      // Gossip and the comparison of heads bring nearly all before the next look.
      if (!this.#missed.has(author)) this.#missed.add(author);
      else if (this.#missed.isDue(author) && left > 0) {
        left -= 1;
        this.#call(author, seq);
      }
    }
  }

  /** Ends of spines that this node keeps, where they are beyond what is here. */
  #lacking(): ReadonlyMap<string, number> {
    const { authors, keeping } = this.#modules;
    const lacking = new Map<string, number>();
    const heard = [
      ...authors.announcedNodes(),
      ...authors.heads().map(({ author, seq }) => [author, seq] as const),
    ];
    for (const [author, seq] of heard) {
      if (seq <= (lacking.get(author) ?? authors.tip(author)?.seq ?? -1)) continue;
      if (author === this.#publicKey || authors.isFrozen(author) || !keeping.keeps(author))
        continue;
      lacking.set(author, seq);
    }
    return lacking;
  }

  #call(author: string, seq: number): void {
    const { keeping, log, reach, sync } = this.#modules;
    const calls = this.#missed.triesOf(author);
    this.#missed.passOver(author);
    const others = keeping.holdersOf(author).filter((node) => node !== author);
    const nodes = [author, ...others].filter((node) => node !== this.#publicKey);
    const node = nodes[calls % nodes.length]!;
    reach(node).then(
      (peer) => {
        if (peer !== null && !this.#periodic.isStopped) sync.want(author, peerIdOf(node), seq);
      },
      (error: unknown) => {
        log.debug("who may have a spine was not reached", { node, error: String(error) });
      },
    );
  }
}
