/**
 * A node that does not follow the heads of all has of each spine the head that its author handed to it. Once
 * an epoch it asks a neighbour that follows them what the same authors said to all. A later head is fetched;
 * one of another history is looked into with those who may have it, so nobody shows two without being found.
 */
import { topicOf } from "../../../protocol/events/topics.js";
import { ROUND_EPOCH_CALCONDS } from "../../../protocol/mesh/kinds.js";
import type { Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { Net } from "../host/net.js";
import { peerIdOf } from "../host/peerKey.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { Keeping } from "../intake/keeping.js";
import type { RandomNumbers } from "../../runtime/random.js";
import { RecentMap } from "../../runtime/recentMap.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import type { Forks } from "./forks.js";
import { NOTES_MAX, type HeadNotes } from "./headNotes.js";

const CALCOND_MS = 777;
/** More spines than anybody keeps. */
const CHECKED_MAX = 2_048;

interface HeadCheckModules {
  readonly net: Pick<Net, "subscribers">;
  readonly scheduler: Scheduler;
  readonly random: Pick<RandomNumbers, "next">;
  readonly log: Logger;
  readonly authors: Pick<AuthorBook, "isFrozen" | "linkedTips" | "tip">;
  readonly store: Pick<Store, "spine">;
  readonly keeping: Pick<Keeping, "holdersOf" | "isQuiet" | "isShare">;
  readonly notes: Pick<HeadNotes, "ask" | "take">;
  readonly forks: Pick<Forks, "differs" | "looking">;
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
  /** End of each spine when it was asked about last. */
  readonly #checked = new RecentMap<string, string>(CHECKED_MAX);
  #timer: Cancel = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: HeadCheckOptions, modules: HeadCheckModules) {
    this.#options = options;
    this.#modules = modules;
  }

  start(): void {
    if (this.#stopped || !this.#modules.keeping.isShare) return;
    this.#timer = this.#modules.scheduler.after(ROUND_EPOCH_CALCONDS * CALCOND_MS, () => {
      this.#running = this.run().catch((error: unknown) => {
        this.#modules.log.debug("heads could not be asked for", { error: String(error) });
      });
      void this.#running.then(() => this.start());
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer();
    await this.#running;
  }

  /** Asks one neighbour about the spines that have grown. */
  async run(): Promise<void> {
    const { authors, keeping, net, notes, random } = this.#modules;
    const followers = net.subscribers(topicOf(this.#options.network, "head"));
    const peer = followers[Math.floor(random.next() * followers.length)];
    if (!keeping.isQuiet || peer === undefined) return;
    const grown = authors
      .linkedTips()
      .filter(([author, , id]) => this.#checked.get(author) !== id && !authors.isFrozen(author))
      .slice(0, NOTES_MAX);
    if (grown.length === 0) return;
    for (const note of await notes.ask(
      peer,
      grown.map(([author]) => author),
    )) {
      if (note.seq > (authors.tip(note.author)?.seq ?? -1)) await notes.take(note.value, peer);
      else await this.#compare(note, peer);
    }
    for (const [author, , id] of grown) this.#checked.set(author, id);
  }

  async #compare(
    { author, id, seq }: { readonly author: string; readonly seq: number; readonly id: string },
    peer: string,
  ): Promise<void> {
    const { keeping, forks, log, reach, store } = this.#modules;
    const [held] = await store.spine.idsAt(author, [seq]);
    if (typeof held !== "string" || held === id) return;
    log.warn("an author has told others another history than this node", { author, seq });
    const nodes = [author, ...keeping.holdersOf(author)];
    const others = nodes.filter((node) => node !== this.#options.publicKey).map(peerIdOf);
    for (const other of new Set([peer, ...others])) {
      if (this.#stopped || this.#modules.authors.isFrozen(author)) return;
      const node = nodes.find((one) => peerIdOf(one) === other);
      if (node !== undefined && (await reach(node)) === null) continue;
      forks.differs(author, other, seq);
      await forks.looking(author);
    }
  }
}
