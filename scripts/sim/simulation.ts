/** One seed: nodes, clients and faults drawn from it, then rest, then the invariants. */
import { checkAtRest } from "./checks/checks.js";
import { Customers } from "./customers/customers.js";
import { FAULT_KINDS, FAULTS, heal } from "./faults.js";
import type { FaultKind } from "./faults.js";
import { Intruder } from "./intruder.js";
import { CLAIMED_NAMES, OWNERS } from "./customers/owners.js";
import type { Plant } from "./plants.js";
import type { SeededRandom } from "./random.js";
import { REST_MS_MAX, startAll, untilHeadsEqual, untilSettled } from "./checks/rest.js";
import { makeTwin } from "./twin.js";
import { World } from "./world.js";
import type { Violation, WorldOptions } from "./world.js";

export interface SimulationOptions extends WorldOptions {
  readonly plant?: Plant | null;
  readonly nodes?: number;
  /** Sealed operations after which the faults end. */
  readonly sealed?: number;
}

export interface SimulationReport {
  readonly seed: string;
  readonly violations: readonly Violation[];
  /** Of the whole trace: equal for two runs of one seed. */
  readonly digest: string;
  readonly nodes: number;
  /** Events of the simulation, and events on the spines at its end. */
  readonly events: number;
  readonly spineEvents: number;
  readonly operations: Readonly<Record<string, number>>;
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
  /** How often each verdict was given on a message. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly virtualMs: number;
  /** From the end of the faults until all heads were equal; null when they never were. */
  readonly healedMs: number | null;
  /**
   * From then on until forks were frozen and shared receipts with their holders; null when never.
   */
  readonly settledMs: number | null;
}

/** Plants that one node has; the others are in all of them. */
const OF_ONE_NODE: ReadonlySet<Plant> = new Set(["credulous", "forgetful-holder"]);
const INTRUDER_CHANCE = 0.5;
const TWIN_CHANCE = 0.15;
/** Fewer than a node's demo key opens in a day, asked again and again. */
const CUSTOMERS_OF_NODE = 2;
const ORDER_CHANCE = 0.7;
const VERIFY_CHANCE = 0.03;
const NODES_MIN = 5;
const NODES_SPREAD = 3;
/** Sealed operations of a run; most runs seal some more events of other kinds. */
const SEALED_MIN = 200;
/** However badly it goes for the clients. */
const OPERATIONS_MAX = 1_000;
const WARM_UP_MS = 4_000;
/** Longest that operations and faults still under way may take after their end was due. */
const WIND_DOWN_MS = 60_000;

class Simulation {
  readonly #world: World;
  readonly #random: SeededRandom;
  readonly #kinds: readonly FaultKind[];
  readonly #faults: Partial<Record<FaultKind, number>> = {};
  readonly #sealed: number;
  #running = 0;
  #busy = true;

  constructor(world: World, { nodes, sealed = SEALED_MIN, plant = null }: SimulationOptions) {
    this.#world = world;
    this.#random = world.random.stream("simulation");
    this.#sealed = sealed;
    const count = nodes ?? NODES_MIN + this.#random.int(NODES_SPREAD);
    for (let i = 0; i < count; i += 1) {
      const isHit = i === 0 || plant === null || !OF_ONE_NODE.has(plant);
      world.add({ place: `n${i}`, plant: isHit ? plant : null });
    }
    const kinds = this.#random.shuffled(FAULT_KINDS);
    this.#kinds = kinds.slice(0, 3 + this.#random.int(kinds.length - 2));
  }

  async run(): Promise<SimulationReport> {
    const { loop } = this.#world;
    await startAll(this.#world, WARM_UP_MS);
    const intruder = this.#random.chance(INTRUDER_CHANCE) ? new Intruder(this.#world) : null;
    intruder?.start();
    const twin = this.#random.chance(TWIN_CHANCE) ? makeTwin(this.#world) : Promise.resolve();
    const clients = this.#clients();
    const weather = this.#weather();
    await loop.complete(clients, 3_600_000);
    this.#busy = false;
    intruder?.stop();
    await loop.complete(Promise.all([weather, twin]), WIND_DOWN_MS);
    await loop.runUntil(() => this.#running === 0, WIND_DOWN_MS);
    heal(this.#world);
    const healedMs = await untilHeadsEqual(this.#world);
    const placedMs = await untilSettled(this.#world);
    await loop.complete(checkAtRest(this.#world, healedMs !== null), REST_MS_MAX);
    return this.#report(healedMs, placedMs);
  }

  async #clients(): Promise<void> {
    const { nodes, history, loop } = this.#world;
    const random = this.#random.stream("clients");
    const customers = new Customers(this.#world, CUSTOMERS_OF_NODE);
    const entries = (): number => history.entries.length;
    while (history.sealed < this.#sealed && entries() < OPERATIONS_MAX) {
      await loop.sleep(random.between(10, 500));
      const node = random.pick(nodes);
      this.#world.compute(node, random.chance(0.3));
      if (random.chance(ORDER_CHANCE)) customers.order();
      customers.pull();
      if (random.chance(0.06)) {
        this.#world.claim(
          random.pick(nodes),
          random.int(OWNERS.length),
          random.pick(CLAIMED_NAMES),
        );
      }
      if (random.chance(VERIFY_CHANCE)) this.#world.verify(random.pick(nodes));
      if (!random.chance(0.1)) continue;
      const known = history.acknowledged().filter(({ shared }) => shared);
      if (known.length > 0)
        this.#world.fetch(random.pick(nodes), random.pick(known).outcome.receiptId);
    }
  }

  async #weather(): Promise<void> {
    const random = this.#random.stream("faults");
    // Each kind once, so that a run has the variety it promises; then by chance.
    const first = [...this.#kinds];
    while (this.#busy) {
      await this.#world.loop.sleep(random.between(300, 4_000));
      const kind = first.pop() ?? random.pick(this.#kinds);
      if (this.#busy) this.#begin(kind, random.stream(`${kind} ${this.#world.loop.events}`));
    }
  }

  #begin(kind: FaultKind, random: SeededRandom): void {
    this.#faults[kind] = (this.#faults[kind] ?? 0) + 1;
    this.#running += 1;
    this.#world.loop.note(`fault ${kind}`);
    void FAULTS[kind](this.#world, random).finally(() => {
      this.#running -= 1;
      this.#world.loop.note(`end ${kind}`);
    });
  }

  #report(healedMs: number | null, settledMs: number | null): SimulationReport {
    const { loop, nodes, violations, history, verdicts } = this.#world;
    const spineEvents = nodes.reduce((sum, { up }) => sum + (up?.spine.size ?? 0), 0);
    return {
      seed: this.#world.seed,
      violations,
      digest: loop.digest(),
      nodes: nodes.length,
      events: loop.events,
      spineEvents,
      operations: history.counts(),
      faults: this.#faults,
      verdicts: Object.fromEntries([...verdicts].sort(([a], [b]) => (a < b ? -1 : 1))),
      virtualMs: loop.nowMs,
      healedMs,
      settledMs,
    };
  }
}

/** Runs a seed to its end; a report of what was violated, never an exception for it. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const world = new World(options);
  try {
    return await new Simulation(world, options).run();
  } catch (error) {
    // The number of the event is what makes a failure findable.
    throw new Error(`seed ${options.seed}, event ${world.loop.events}: ${String(error)}`, {
      cause: error,
    });
  }
}
