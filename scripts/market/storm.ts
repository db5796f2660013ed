/**
 * A market whose network clogs: node after node is cut off, some of them die, and they come back in
 * another order, while jobs are opened. Every job ends, and the books are in order when all is over.
 */
import { textIn } from "../cli/tables.js";
import { SeededRandom } from "../sim/random.js";
import { marketAtRest, type MarketAtRest } from "./rest.js";
import { callOf, principalOf, readAnswer, Town, type TownNode } from "./town.js";

const ASKER = "ada";
const CREDITS = 10_000_000;
const JOB_EVERY_CALCONDS = 8;
const DEADLINE_CALCONDS = 120;
/** Calconds for which a node that is cut off stays so, at most. */
const CUT_CALCONDS_MAX = 12;
const DEATH_CHANCE = 0.3;
const WHOLE_CALCONDS_MAX = 10;

export interface StormWish {
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
  readonly #wish: StormWish;
  readonly #random: SeededRandom;
  readonly town = new Town();
  readonly #away = new Set<TownNode>();
  #asker: TownNode | null = null;
  readonly figures = { jobs: 0, cuts: 0, deaths: 0 };

  constructor(wish: StormWish) {
    this.#wish = wish;
    this.#random = new SeededRandom(`storm ${wish.seed}`);
  }

  async begin(): Promise<void> {
    const { town } = this;
    const asker = await town.add("asker");
    await town.add("keeper");
    for (let n = 0; n < this.#wish.contributors; n += 1) {
      const node = await town.add(`c${n}`, { transfers: { origins: ["*"] } });
      await town.contribute(node, `c${n}`);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -CREDITS },
        { account: `paid:${ASKER}`, delta: CREDITS },
      ],
    });
    await town.pass(3);
    this.#asker = asker;
  }

  /** Passes time; a job is opened every now and then, whoever is away. */
  async #pass(calconds: number): Promise<void> {
    for (let i = 0; i < calconds; i += 1) {
      if (this.town.time.calcond % JOB_EVERY_CALCONDS === 0) await this.#open();
      await this.town.pass(1);
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
    const { town } = this;
    const some = 1 + this.#random.int(town.nodes.length - 1);
    for (const node of this.#random.shuffled(town.nodes).slice(0, some)) {
      this.#away.add(node);
      town.part([node]);
      this.figures.cuts += 1;
      await this.#pass(1 + this.#random.int(3));
    }
    await this.#pass(this.#random.int(CUT_CALCONDS_MAX));
    for (const node of this.#random.shuffled([...this.#away])) {
      if (this.#random.chance(DEATH_CHANCE)) {
        await town.kill(node);
        this.figures.deaths += 1;
      }
      this.#away.delete(node);
      town.heal();
      for (const other of this.#away) town.part([other]);
      await this.#pass(1 + this.#random.int(3));
    }
  }

  async run(): Promise<StormFigures> {
    const { town } = this;
    await this.begin();
    const end = town.time.calcond + this.#wish.calconds;
    while (town.time.calcond < end) {
      await this.#swizzle();
      await this.#pass(this.#random.int(WHOLE_CALCONDS_MAX));
    }
    town.heal();
    const calmCalconds = await town.until(
      "all jobs end",
      async () => this.#asker!.node.services.jobOrders.figures.shards === 0,
    );
    // What was settled last is told and counted.
    await town.pass(CUT_CALCONDS_MAX);
    return { ...this.figures, calmCalconds, rest: await marketAtRest(town.nodes) };
  }
}

/** The same for the same wish. */
export async function stormyMarket(wish: StormWish): Promise<StormFigures> {
  const storm = new Storm(wish);
  try {
    return await storm.run();
  } finally {
    await storm.town.stop();
  }
}
