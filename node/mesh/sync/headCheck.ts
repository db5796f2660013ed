/**
 * A node that does not follow the heads of all has of each spine the head that its author handed to it. Once
 * an epoch it asks a neighbour that follows them what the same authors said to all. A later head is fetched;
 * one of another history is looked into with those who may have it, so nobody shows two without being found.
 */
import { topicOf } from "../../../protocol/events/topics.js";
import { ROUND_EPOCH_CALCONDS } from "../../../protocol/mesh/kinds.js";
import type { Logger } from "../../../protocol/ports.js";
import type { Net } from "../host/net.js";
import { peerIdOf } from "../host/peerKey.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { Keeping } from "../intake/keeping.js";
import type { RandomNumbers } from "../../runtime/random.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { Periodic } from "../../runtime/periodic.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import type { Forks } from "./forks.js";
import { NOTES_MAX, type HeadNotes } from "./headNotes.js";

/** Times that a spine is asked about of which the neighbour had heard no head. */
const TRIES = 3;
/** More spines than anybody keeps. */
const CHECKED_MAX = 2_048;

interface HeadCheckModules {
  readonly net: Pick<Net, "subscribers">;
  readonly scheduler: Scheduler;
  readonly random: Pick<RandomNumbers, "next">;
  readonly log: Logger;
  readonly authors: Pick<AuthorBook, "isFrozen" | "linkedTips" | "tip">;
  /** Id of an event that is held here; null of any other. */
  readonly ids: (author: string, seq: number) => Promise<string | null>;
  readonly keeping: Pick<Keeping, "holdersOf" | "isQuiet" | "isShare">;
  readonly notes: Pick<HeadNotes, "ask" | "take">;
  readonly forks: Pick<Forks, "differs" | "looking">;
  /** Witnesses, and who gathers: they hear all heads by their office. */
  readonly named: () => readonly string[];
  /** Calls a node unless it is connected. @returns the peer; null where nobody answered */
  readonly reach: (node: string) => Promise<string | null>;
}

interface HeadCheckOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

export class HeadCheck {
  readonly #options: HeadCheckOptions;
  readonly #modules: HeadCheckModules;
  /** End of each spine when it was asked about last, and how often in vain. */
  readonly #checked = new RecentMap<string, { readonly id: string; readonly left: number }>(
    CHECKED_MAX,
  );
  readonly #rounds: Periodic;

  constructor(options: HeadCheckOptions, modules: HeadCheckModules) {
    this.#options = options;
    this.#modules = modules;
    const { log, scheduler } = modules;
    const run = (): Promise<void> =>
      this.run().catch((error: unknown) => {
        log.debug("heads could not be asked for", { error: String(error) });
      });
    this.#rounds = new Periodic(run, ROUND_EPOCH_CALCONDS, scheduler);
  }

  start(): void {
    if (this.#modules.keeping.isShare) this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /** Asks one neighbour about the spines that have grown. */
  async run(): Promise<void> {
    const { authors, keeping, notes } = this.#modules;
    const peer = keeping.isQuiet ? this.#follower() : undefined;
    if (peer === undefined) return;
    const grown = authors
      .linkedTips()
      .filter(([author, , id]) => !authors.isFrozen(author) && this.#leftOf(author, id) > 0)
      .slice(0, NOTES_MAX);
    if (grown.length === 0) return;
    const names = grown.map(([author]) => author);
    const found = await notes.ask(peer, names);
    for (const note of found) {
      if (note.seq > (authors.tip(note.author)?.seq ?? -1)) await notes.take(note.value, peer);
      else await this.#compare(note, peer);
    }
    const heard = new Set(found.map(({ author }) => author));
    for (const [author, , id] of grown) {
      const left = heard.has(author) ? 0 : this.#leftOf(author, id) - 1;
      this.#checked.set(author, { id, left });
    }
  }

  /** How often a spine with this end is still to be asked about. */
  #leftOf(author: string, id: string): number {
    const checked = this.#checked.get(author);
    return checked?.id === id ? checked.left : TRIES;
  }

  /** A neighbour that follows the heads of all, by its office if there is one. */
  #follower(): string | undefined {
    const { named, net, random } = this.#modules;
    const followers = net.subscribers(topicOf(this.#options.network, "head"));
    const names = new Set(named().map(peerIdOf));
    const chosen = followers.filter((peer) => names.has(peer));
    const from = chosen.length > 0 ? chosen : followers;
    return from[Math.floor(random.next() * from.length)];
  }

  async #compare(
    { author, id, seq }: { readonly author: string; readonly seq: number; readonly id: string },
    peer: string,
  ): Promise<void> {
    const { keeping, forks, ids, log, reach } = this.#modules;
    const held = await ids(author, seq);
    if (held === null || held === id) return;
    log.warn("an author has told others another history than this node", { author, seq });
    const nodes = [author, ...keeping.holdersOf(author)];
    const others = nodes.filter((node) => node !== this.#options.publicKey).map(peerIdOf);
    for (const other of new Set([peer, ...others])) {
      if (this.#rounds.isStopped || this.#modules.authors.isFrozen(author)) return;
      const node = nodes.find((one) => peerIdOf(one) === other);
      if (node !== undefined && (await reach(node)) === null) continue;
      forks.differs(author, other, seq);
      await forks.looking(author);
    }
  }
}
