/**
 * Sizes of the young and the old generation of V8's heap. Almost all that a request leaves behind
 * dies at once in the young one, and a collection costs what is alive: under load fewer and larger
 * ones are cheaper. An idle node keeps both small, because the young one is never given back. Not
 * as small as the engine has them: processes are started with `--min-semi-space-size=4`, 6 MB that
 * save a node among peers a tenth of its time.
 */
import { setFlagsFromString } from "node:v8";
import type { Logger } from "../../../protocol/ports.js";
import { collectAll } from "../restHeap.js";
import type { Scheduler } from "../scheduler.js";

/**
 * Holds the young generations of all threads at their size. Starting a thread undoes it. Also has
 * each thread collect its own alone: what is alive is little, and waking helpers costs more than
 * it. And no object is made old at once because others from its place in the code lived long: dead,
 * it would keep alive what it names. In one process of four that had windows outlive three
 * collections of the thread that sealed, which took a sixth of its time.
 *
 * The engine's option to optimise for size is no way to the same: a thread started under it has a
 * young generation of 1 MB for good, and a window of answers alone is half of that.
 */
export function keepYoungGenerations(): void {
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Beyond what was alive at the last collection: without a limit it may become twice as much, or
 * more.
 */
const OLD_GROWTH_PERCENT = 30;
/**
 * Collections of the old generation; a node at rest has one in half a minute, one among many peers
 * six times as many.
 */
const MAPS_KEPT = 100;

/**
 * Holds the old generation of this thread close to what is alive, until it serves under load: what
 * comes in from peers by the hundred thousand events leaves twice as much dead behind. To be called
 * when the threads run, for the reason above.
 *
 * Not by the engine's option to optimise for size: with it each collection also drops the shapes of
 * objects of which none happens to be alive, such as messages, and with them the machine code made
 * for these. Of 24 nodes that pass on 15 events a second each then made its code anew every 5 s,
 * and took a quarter more processor time.
 */
function keepOldGenerationLean(): void {
  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT}`);
  setFlagsFromString(`--retain-maps-for-n-gc=${MAPS_KEPT}`);
}

/** As the engine has it at the start of a process. */
export function restoreOldGeneration(): void {
  setFlagsFromString("--heap-growing-percent=0");
  setFlagsFromString("--retain-maps-for-n-gc=2");
}

/**
 * Lets the young ones grow to the limit the process was started with, and the old one as the engine
 * sees fit.
 */
export function letGenerationsGrow(): void {
  setFlagsFromString("--heap-growing-percent=0");
  setFlagsFromString("--semi-space-growth-factor=2");
}

/** A node that has sealed so many results since it was started, or came to rest, is in use. */
const IDLE_ITEMS_MAX = 2_048;
/**
 * After so many results the heap is collected at rest: fewer leave too little behind to stop for.
 */
const COLLECTED_ITEMS_MIN = 10_000;
/**
 * The engine shrinks the young generation only where next to nothing was allocated for some
 * seconds.
 */
const REST_MS = 15_000;

/**
 * Keeps a node at rest small, and lets one grow that is in use. To be made when the threads run,
 * for the reason above.
 */
export class GrowthWithUse {
  readonly #modules: { readonly log: Logger; readonly scheduler: Scheduler };
  #items = 0;
  #isArmed = false;

  constructor(modules: { readonly log: Logger; readonly scheduler: Scheduler }) {
    this.#modules = modules;
    this.#keepSmall();
  }

  /** @param items that go to be sealed */
  note(items: number): void {
    const before = this.#items;
    this.#items += items;
    if (before <= IDLE_ITEMS_MAX && this.#items > IDLE_ITEMS_MAX) letGenerationsGrow();
  }

  /**
   * Nobody waits and nothing is left to do: what a burst left behind goes back to the system soon.
   */
  rest(): void {
    if (this.#items < COLLECTED_ITEMS_MIN || this.#isArmed) return;
    this.#isArmed = true;
    const items = this.#items;
    this.#modules.scheduler.after(REST_MS, () => this.#collectUnlessUsed(items));
  }

  /** @param items when the rest began */
  #collectUnlessUsed(items: number): void {
    this.#isArmed = false;
    if (this.#items > items) return;
    this.#items = 0;
    this.#keepSmall();
    collectAll(this.#modules.log);
  }

  #keepSmall(): void {
    keepYoungGenerations();
    keepOldGenerationLean();
  }
}
