/**
 * A node that begins to ask for work, or to do it, has heard nothing of it so far: who offers what, and
 * whose bond is withheld. It sees the whole once two peers that hear of work have nothing more for it.
 */
import type { Net } from "../host/net.js";
import type { Keeping } from "../intake/keeping.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../../runtime/scheduler.js";

/** Until peers have heard that this node takes part now. */
const HEARD_CALCONDS = 3;
/** Between two looks, and how many there are before it goes on with what it knows. */
const LOOK_CALCONDS = 2;
const LOOKS_MAX = 30;
const PEERS_ENOUGH = 2;

interface WorkViewModules {
  readonly net: Pick<Net, "peers">;
  readonly scheduler: Scheduler;
  readonly keeping: Pick<Keeping, "isAside" | "isShare">;
  readonly compare: (peer: string) => void;
  /** Whether a peer said that it hears nothing of work. */
  readonly isAside: (peer: string) => boolean;
}

export class WorkView {
  readonly #modules: WorkViewModules;
  /** Peers that had nothing more. */
  readonly #agreed = new Set<string>();
  #isLooking = false;
  #looks = 0;
  #timer: Cancel = () => undefined;

  constructor(modules: WorkViewModules) {
    this.#modules = modules;
  }

  get isWhole(): boolean {
    const { keeping } = this.#modules;
    return !keeping.isShare || (!keeping.isAside && !this.#isLooking);
  }

  /** This node takes part now, or does not any more. */
  changed(): void {
    this.#timer();
    this.#agreed.clear();
    this.#looks = 0;
    this.#isLooking = !this.#modules.keeping.isAside;
    if (this.#isLooking) this.#after(HEARD_CALCONDS);
  }

  stop(): void {
    this.#timer();
  }

  /** Ends were compared with a peer. @param agreed there was nothing more */
  compared(peer: string, agreed: boolean): void {
    if (!this.#isLooking || this.#looks === 0 || this.#modules.isAside(peer)) return;
    if (agreed) this.#agreed.add(peer);
    else this.#agreed.delete(peer);
  }

  #after(calconds: number): void {
    this.#timer = this.#modules.scheduler.after(calconds * CALCOND_MS, () => this.#look());
  }

  #look(): void {
    const { compare, isAside, net } = this.#modules;
    const peers = net.peers().filter((peer) => !isAside(peer));
    const enough = Math.min(PEERS_ENOUGH, peers.length);
    const isSeen = this.#looks > 0 && enough > 0 && this.#agreed.size >= enough;
    if (isSeen || this.#looks >= LOOKS_MAX) {
      this.#isLooking = false;
      return;
    }
    this.#looks += 1;
    for (const peer of peers.slice(0, 2 * PEERS_ENOUGH)) compare(peer);
    this.#after(LOOK_CALCONDS);
  }
}
