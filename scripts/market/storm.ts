/**
 * A market whose network clogs: node after node is cut off, some of them die, and they come back in
 * another order, while jobs are opened. Every job ends, and the books are in order when all is over.
 */
import { textIn } from "../cli/tables.js";
import { SeededRandom } from "../sim/random.js";
import { marketAtRest, type MarketAtRest } from "./rest.js";
import { callOf, principalOf, readAnswer, LocalMesh, type LocalNode } from "./localMesh.js";

const ASKER = "ada";
const CREDITS = 10_000_000;
const JOB_EVERY_CALCONDS = 8;
const DEADLINE_CALCONDS = 120;
/** Calconds for which a node that is cut off stays so, at most. */
const CUT_CALCONDS_MAX = 12;
const DEATH_CHANCE = 0.3;
const WHOLE_CALCONDS_MAX = 10;

export interface StormOptions {
  readonly contributors: number;
  readonly calconds: number;
  readonly seed: string;
}

export interface StormFigures {
  readonly jobs: number;
  readonly cuts: number;
  readonly deaths: number;
  /** Calconds after the end of all faults until every job had ended. */
  readonly calmCalconds: number;
  readonly rest: MarketAtRest;
}

class Storm {
  readonly #options: StormOptions;
  readonly #random: SeededRandom;
  readonly mesh = new LocalMesh();
  readonly #away = new Set<LocalNode>();
  #asker: LocalNode | null = null;
  readonly figures = { jobs: 0, cuts: 0, deaths: 0 };

  constructor(options: StormOptions) {
    this.#options = options;
    this.#random = new SeededRandom(`storm ${options.seed}`);
  }

  async begin(): Promise<void> {
    const { mesh } = this;
    const asker = await mesh.add("asker");
    await mesh.add("keeper");
    for (let n = 0; n < this.#options.contributors; n += 1) {
      const node = await mesh.add(`c${n}`, { transfers: { origins: ["*"] } });
      await mesh.contribute(node, `c${n}`);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -CREDITS },
        { account: `paid:${ASKER}`, delta: CREDITS },
      ],
    });
    await mesh.pass(3);
    this.#asker = asker;
  }

  /** Passes time; a job is opened every now and then, whoever is away. */
  async #pass(calconds: number): Promise<void> {
    for (let i = 0; i < calconds; i += 1) {
      if (this.mesh.time.calcond % JOB_EVERY_CALCONDS === 0) await this.#open();
      await this.mesh.pass(1);
    }
  }

  async #open(): Promise<void> {
    const isEconomy = this.#random.int(3) === 0;
    const asked = {
      operators: ["NM19"],
      inputs: { m: 1 + this.figures.jobs, a: 2 },
      class: isEconomy ? ("economy" as const) : ("replicated" as const),
      k: 2,
      deadline: DEADLINE_CALCONDS,
    };
    const call = callOf(principalOf(ASKER));
    textIn(await readAnswer(this.#asker!.node.handlers.jobOpen(asked, call)), "id");
    this.figures.jobs += 1;
  }

  /** Cuts some nodes off, one by one, and lets them back in another order. */
  async #swizzle(): Promise<void> {
    const { mesh } = this;
    const some = 1 + this.#random.int(mesh.nodes.length - 1);
    for (const node of this.#random.shuffled(mesh.nodes).slice(0, some)) {
      this.#away.add(node);
      mesh.part([node]);
      this.figures.cuts += 1;
      await this.#pass(1 + this.#random.int(3));
    }
    await this.#pass(this.#random.int(CUT_CALCONDS_MAX));
    for (const node of this.#random.shuffled([...this.#away])) {
      if (this.#random.chance(DEATH_CHANCE)) {
        await mesh.kill(node);
        this.figures.deaths += 1;
      }
      this.#away.delete(node);
      mesh.heal();
      for (const other of this.#away) mesh.part([other]);
      await this.#pass(1 + this.#random.int(3));
    }
  }

  async run(): Promise<StormFigures> {
    const { mesh } = this;
    await this.begin();
    const end = mesh.time.calcond + this.#options.calconds;
    while (mesh.time.calcond < end) {
      await this.#swizzle();
      await this.#pass(this.#random.int(WHOLE_CALCONDS_MAX));
    }
    mesh.heal();
    const calmCalconds = await mesh.until(
      "all jobs end",
      async () => this.#asker!.node.services.jobOrders.figures.shards === 0,
    );
    // The job settled last is told and counted.
    await mesh.pass(CUT_CALCONDS_MAX);
    return { ...this.figures, calmCalconds, rest: await marketAtRest(mesh.nodes) };
  }
}

/** The same for the same wish. */
export async function stormyMarket(options: StormOptions): Promise<StormFigures> {
  const storm = new Storm(options);
  try {
    return await storm.run();
  } finally {
    await storm.mesh.stop();
  }
}
