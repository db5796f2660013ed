/**
 * Whether this node follows the heads of all. Where rounds of gathered heads are said to all, a node that
 * keeps a share of the spines has no use for the heads of strangers: it leaves them to witnesses, to who
 * gathers, and to who keeps all. Three of its neighbours follow them still, so that its own head goes to
 * everyone who does; where fewer do, it follows them itself, and keeps near one who does so by its office.
 */
import { topicOf } from "../../../protocol/events/topics.js";
import type { Net } from "../host/net.js";
import { peerIdOf, publicKeyOf } from "../host/peerKey.js";
import type { Keeping } from "../intake/keeping.js";
import type { RandomNumbers } from "../../runtime/random.js";
import { Periodic } from "../../runtime/periodic.js";
import type { Scheduler } from "../../runtime/scheduler.js";

const LOOK_CALCONDS = 13;
/** Neighbours that follow the heads of all. */
const FOLLOWERS_MIN = 3;
/** Of who could leave, so many do at one look: others see it before the next. */
const LEAVES_CHANCE = 0.5;
/**
 * Looks at which something speaks for following before a node does: a peer that has just come has not said
 * yet what it does. An earlier version connects anew who follows no heads for 30 s.
 */
const LOOKS_BEFORE = 2;
/** Looks at which a node had to follow before it calls somebody: most leave before. */
const NEEDED_BEFORE = 6;
/** Looks that are passed over after a call, and at most, twice as many each time. */
const PASSED_MAX = 64;

interface HeadTopicModules {
  readonly net: Pick<Net, "peers" | "subscribers">;
  readonly scheduler: Scheduler;
  readonly random: Pick<RandomNumbers, "next">;
  readonly keeping: Pick<Keeping, "beQuiet" | "isQuiet" | "isShare" | "keeps">;
  /** Whether rounds of gathered heads are heard here, and this node neither gathers nor cosigns them. */
  readonly mayLeave: () => boolean;
  /** Witnesses, and who gathers. */
  readonly named: () => readonly string[];
  /** Calls a node unless it is connected. @returns the peer; null where nobody answered */
  readonly reach: (node: string) => Promise<string | null>;
  /** Nodes whose spines there are. */
  readonly nodes: () => readonly { readonly node: string }[];
  /** Whether a node said that it hands its head to who keeps its spine. */
  readonly handsHeads: (node: string) => boolean;
  /** Joins or leaves topics by what is so now. */
  readonly follow: () => void;
}

interface HeadTopicOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

export class HeadTopic {
  readonly #options: HeadTopicOptions;
  readonly #modules: HeadTopicModules;
  readonly #looks: Periodic;
  /** Looks in a row at which a node that does not follow had reason to. */
  #reasons = 0;
  /** Looks in a row at which others needed that this node follows. */
  #needed = 0;
  #calls = 0;
  #passOver = 0;

  constructor(options: HeadTopicOptions, modules: HeadTopicModules) {
    this.#options = options;
    this.#modules = modules;
    this.#looks = new Periodic(() => this.look(), LOOK_CALCONDS, modules.scheduler);
  }

  start(): void {
    if (this.#modules.keeping.isShare) this.#looks.start();
  }

  stop(): void {
    void this.#looks.stop();
  }

  look(): void {
    const { follow, keeping, net, random } = this.#modules;
    const followers = net.subscribers(topicOf(this.#options.network, "head")).length;
    if (keeping.isQuiet) {
      const hasReason = followers < FOLLOWERS_MIN || !this.#isUnconcerned();
      this.#reasons = hasReason ? this.#reasons + 1 : 0;
      if (this.#reasons < LOOKS_BEFORE) return;
    } else {
      this.#needed = followers > FOLLOWERS_MIN ? 0 : this.#needed + 1;
      if (this.#needed >= NEEDED_BEFORE) this.#seek();
      // Who leaves is one fewer for its neighbours.
      if (followers <= FOLLOWERS_MIN || !this.#isUnconcerned()) return;
      if (random.next() >= LEAVES_CHANCE) return;
    }
    this.#reasons = 0;
    this.#needed = 0;
    keeping.beQuiet(!keeping.isQuiet);
    follow();
  }

  /** Who follows for others has to be near one that gathers what it hears, or that hears of all who do. */
  #seek(): void {
    const { mayLeave, named, net, random, reach } = this.#modules;
    const nodes = named();
    const near = new Set(net.peers());
    if (!mayLeave() || nodes.length === 0 || nodes.some((node) => near.has(peerIdOf(node)))) {
      this.#calls = 0;
      return;
    }
    this.#passOver -= 1;
    if (this.#passOver > 0) return;
    this.#calls += 1;
    this.#passOver = Math.min(PASSED_MAX, 2 ** this.#calls);
    // Nobody there, or no place: it is tried again at a later look.
    reach(nodes[Math.floor(random.next() * nodes.length)]!).catch(() => null);
  }

  /** Whether nobody near, and nobody whose spine is kept here, says heads on the topic alone. */
  #isUnconcerned(): boolean {
    const { handsHeads, keeping, mayLeave, net, nodes } = this.#modules;
    if (!mayLeave()) return false;
    const near = net.peers().flatMap((peer) => publicKeyOf(peer) ?? []);
    if (!near.every(handsHeads)) return false;
    const { publicKey } = this.#options;
    return nodes().every(
      ({ node }) => node === publicKey || handsHeads(node) || !keeping.keeps(node),
    );
  }
}
