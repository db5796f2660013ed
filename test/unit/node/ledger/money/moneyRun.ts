/**
 * Many thousand random orders about money, some at once, over a disk that fails and dies, each held
 * against the model; what was under way when the process ended is asked for again under its key.
 * The same seed gives the same run.
 */
import { isDeepStrictEqual } from "node:util";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { auditLedger } from "../../../../../node/ledger/audit/ledgerAudit.js";
import { SeededRandom } from "../../../../../scripts/sim/random.js";
import { MoneyDisk } from "./moneyDisk.js";
import { ModelError, MoneyModel, type Order, type Outcome, type Split } from "./moneyModel.js";
import { MoneyOrders } from "./moneyOrders.js";
import {
  asked,
  CALCOND_NS,
  MoneyBench,
  LedgerClock,
  WELCOME_CREDITS,
  type Asked,
  type Came,
} from "./moneyBench.js";

const SLOTS = 20;
const BATCH_TOKENS = [7, 7, 64, 5_000] as const;
/** So much is computed at first that an account can make a bond. */
const FIRST_TOKENS = 1_060;
const FIRST_BURST = 106;
const HISTORY = 512;
/** Kept answers may be forgotten from some 111,000 calconds on. */
const SURELY_KEPT_CALCONDS = 100_000;
const ALL = { folder: null, prefix: "", after: null, offset: 0, limit: 10_000_000 } as const;
const SIDES = [
  ["free", "paid", "mint:credits", "burn:credits"],
  ["house", "mint:free", "burn:free"],
  ["held", "mint:paid", "burn:paid"],
] as const;

export interface MoneyRunOptions {
  readonly seed: string;
  readonly operations: number;
  /** Between two audits, which also look at every token. */
  readonly auditEvery: number;
  readonly progress?: (done: number) => void;
}

export interface MoneyStats {
  operations: number;
  /** By kind, those that were done; and those that were refused, by code. */
  readonly done: Record<string, number>;
  readonly refused: Record<string, number>;
  /**
   * Ends of the process, failed batches, and orders of which only the disk knew whether they were
   * done.
   */
  kills: number;
  failures: number;
  unknown: number;
  unknownDone: number;
  retries: number;
  audits: number;
  tokens: number;
}

interface Acknowledged {
  readonly asked: Asked;
  readonly text: string;
  readonly calcond: number;
}

interface Launched {
  readonly asked: Asked;
  /** Of a computation that can be paid. */
  readonly split: Split | null;
  /** Hash of the last entry about whoever gives. */
  readonly seed: string;
  came: Came | null;
}

class MoneyRun {
  readonly #options: MoneyRunOptions;
  readonly #random: SeededRandom;
  readonly #model = new MoneyModel(WELCOME_CREDITS);
  readonly #orders: MoneyOrders;
  readonly #clock = new LedgerClock();
  #disk = new MoneyDisk();
  #bench!: MoneyBench;
  #history: Acknowledged[] = [];
  #keys = 0;
  #lastSealNs: bigint | null = null;
  #recent: readonly Order[] = [];
  readonly stats: MoneyStats = {
    operations: 0,
    done: {},
    refused: {},
    kills: 0,
    failures: 0,
    unknown: 0,
    unknownDone: 0,
    retries: 0,
    audits: 0,
    tokens: 0,
  };

  constructor(options: MoneyRunOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.#orders = new MoneyOrders(this.#random.stream("orders"), this.#model, []);
  }

  async run(): Promise<MoneyStats> {
    const { auditEvery, operations, progress = () => undefined, seed } = this.#options;
    try {
      await this.#begin();
      for (let audit = auditEvery; this.stats.operations < operations;) {
        await this.#step();
        if (this.stats.operations < audit) continue;
        audit += auditEvery;
        await this.#everything();
        progress(this.stats.operations);
      }
      await this.#everything();
      return this.stats;
    } catch (error) {
      const last = JSON.stringify(this.#recent).slice(0, 2_000);
      throw new Error(
        `seed ${seed}, after ${this.stats.operations} operations: ${String(error)}\nlast: ${last}`,
        { cause: error },
      );
    }
  }

  async #begin(): Promise<void> {
    this.#bench = await MoneyBench.open(this.#disk, this.#clock, BATCH_TOKENS[0]);
    for (let n = 0; n < SLOTS; n += 1) await this.#group([this.#orders.welcome()]);
    const [rich = ""] = this.#orders.slots;
    await this.#group([this.#orders.grant(rich, 4 * FIRST_TOKENS)]);
    for (let n = 0; n < FIRST_TOKENS; n += FIRST_BURST)
      await this.#group(this.#orders.burst(rich, FIRST_BURST));
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const days = random.chance(0.004) ? 120_000 : random.chance(0.015) ? 5_000 : 0;
    this.#clock.ns += BigInt(days + random.int(3)) * CALCOND_NS + BigInt(random.int(1_000_000));
    this.#advance();
    if (random.chance(0.08)) return this.#again();
    if (this.#lastSealNs !== null && random.chance(0.01)) return this.#clockBack(this.#lastSealNs);
    if (random.chance(0.1)) {
      const ends = random.chance(0.5) ? "dead" : "failed";
      this.#disk.plan({ ends, written: random.chance(0.5), after: random.int(4) });
    }
    await this.#group(this.#orders.group());
    this.#disk.plan(null);
    if (random.chance(0.005)) await this.#reopen();
  }

  /**
   * An answered request is answered again, word for word, and nothing else comes of it; its key does
   * not serve another order.
   */
  async #again(): Promise<void> {
    const known = this.#random.pick(this.#history);
    this.#advance();
    this.stats.operations += 1;
    this.stats.retries += 1;
    if (this.#model.calcond - known.calcond > SURELY_KEPT_CALCONDS) return;
    const { order, ticket } = known.asked;
    const reuses = this.#random.chance(0.2);
    const text = await this.#bench.again({
      order,
      ticket: reuses ? { ...ticket, fingerprint: "f".repeat(64) } : ticket,
    });
    const expected = reuses ? "reused" : known.text;
    if (text !== expected) throw new ModelError(`the answer kept is ${text}, and was ${expected}`);
    await this.#checkTotals();
  }

  /** Before the last seal nothing is sealed and nothing charged, and bookings go on. */
  async #clockBack(lastSealNs: bigint): Promise<void> {
    const now = this.#clock.ns;
    this.#clock.ns = lastSealNs - 1n - BigInt(this.#random.int(1_000_000_000));
    const [one = "", two = ""] = this.#random.shuffled(this.#orders.slots);
    await this.#group(
      [...this.#orders.burst(one, 1 + this.#random.int(4)), this.#orders.grant(two, 3)],
      now,
    );
  }

  /** @param restored where the clock was set back: the time to go on from */
  async #group(orders: readonly Order[], restored: bigint | null = null): Promise<void> {
    if (restored === null) this.#advance();
    this.#recent = orders;
    const launched = await this.#launch(orders);
    const outcomes = launched.map(async (one) => {
      one.came = await this.#bench.perform(one.asked);
    });
    await Promise.race([Promise.all(outcomes), this.#disk.died]);
    this.#disk.plan(null);
    const came = launched.map((one) => one.came);
    const calcond = this.#calcond;
    if (restored !== null) this.#clock.ns = restored;
    const touched = new Set(
      orders.flatMap((order) => ("account" in order ? [order.account] : [order.from, order.to])),
    );
    if (this.#disk.isDead) await this.#reopen();
    else if (came.some((one) => one?.did === "unknown")) {
      this.stats.failures += 1;
      for (const name of touched) await this.#bench.finish(name);
    }
    const undone: Asked[] = [];
    for (const [i, one] of launched.entries()) {
      const outcome = await this.#known(one.asked, came[i]!);
      if (outcome === null) this.#drop(one, undone);
      else this.#settle(one, outcome, calcond, restored !== null);
    }
    await this.#check([...touched].filter((name) => this.#model.accounts.has(name)));
    if (restored === null)
      for (const one of undone) if (this.#random.chance(0.5)) await this.#retry(one);
  }

  async #launch(orders: readonly Order[]): Promise<Launched[]> {
    const launched: Launched[] = [];
    for (const order of orders) {
      this.#keys += 1;
      launched.push(await this.#prepared(asked(order, `key-${this.#keys}`)));
    }
    return launched;
  }

  async #prepared(one: Asked): Promise<Launched> {
    const { order } = one;
    const seed = order.kind === "draw" ? await this.#bench.ledger.lastHash(order.from) : "";
    if (order.kind !== "compute") return { asked: one, split: null, seed, came: null };
    await this.#bench.ledger.open(order.account);
    const split = this.#model.setAside(order.account, order.price);
    if (split !== null && order.refused !== null) this.#model.giveBack(order.account, split);
    return { asked: one, split, seed, came: null };
  }

  /** What came of an order, from the disk where nobody was told; null where nothing did. */
  async #known(one: Asked, came: Came | null): Promise<Outcome | null> {
    if (came !== null && came.did !== "unknown") return came;
    this.stats.unknown += 1;
    const kept = await this.#bench.kept(one);
    if (kept !== null) this.stats.unknownDone += 1;
    return kept;
  }

  #drop({ asked: one, split }: Launched, undone: Asked[]): void {
    const { order } = one;
    if (order.kind === "compute" && split !== null && order.refused === null)
      this.#model.giveBack(order.account, split);
    undone.push(one);
  }

  /** An order that came to nothing is sent again under its key. */
  async #retry(one: Asked): Promise<void> {
    this.stats.retries += 1;
    this.#advance();
    const launched = await this.#prepared(one);
    const came = await this.#bench.perform(one);
    if (came.did === "unknown")
      throw new ModelError(`a retry of ${one.order.kind} came to nothing`);
    this.#settle(launched, came, this.#calcond, false);
    await this.#checkTotals();
  }

  /**
   * @param calcond at which it was done, by a clock that may have been set back: from there on its
   * answer is kept
   */
  #settle(
    { asked: one, seed, split }: Launched,
    outcome: Outcome,
    calcond: number,
    clockBack: boolean,
  ): void {
    const { order } = one;
    this.stats.operations += 1;
    if (order.kind === "compute") this.#settleCompute(order, split, outcome, clockBack);
    else this.#model.apply(order, outcome, seed);
    if (outcome.did !== "answered") {
      const code = outcome.did === "refused" ? outcome.code : outcome.did;
      this.stats.refused[code] = (this.stats.refused[code] ?? 0) + 1;
      return;
    }
    this.stats.done[order.kind] = (this.stats.done[order.kind] ?? 0) + 1;
    if (order.kind === "slash") return;
    if (order.kind === "welcome") this.#moveIn(order.account);
    this.#history.push({ asked: one, text: outcome.text, calcond });
    if (this.#history.length > HISTORY) this.#history.shift();
  }

  #settleCompute(
    order: Extract<Order, { kind: "compute" }>,
    split: Split | null,
    outcome: Outcome,
    clockBack: boolean,
  ): void {
    const expected =
      split === null
        ? "INSUFFICIENT_BALANCE"
        : (order.refused ?? (clockBack ? "unsealed" : "answered"));
    const found = outcome.did === "refused" ? outcome.code : outcome.did;
    if (found !== expected)
      throw new ModelError(`a computation came to ${found}, and the model has ${expected}`);
    if (outcome.did === "unsealed") this.#model.giveBack(order.account, split!);
    if (outcome.did !== "answered") return;
    this.#model.mint(order.account, split!, outcome.answer);
    this.#lastSealNs = this.#clock.ns;
  }

  #moveIn(account: string): void {
    const { slots } = this.#orders;
    if (slots.length < SLOTS) slots.push(account);
    else slots[1 + this.#random.int(SLOTS - 1)] = account;
  }

  get #calcond(): number {
    return Number(this.#clock.ns / CALCOND_NS);
  }

  #advance(): void {
    this.#model.calcond = this.#calcond;
  }

  async #reopen(): Promise<void> {
    this.stats.kills += 1;
    this.#disk = this.#disk.again(this.#random.int(3));
    this.#bench = await MoneyBench.open(this.#disk, this.#clock, this.#random.pick(BATCH_TOKENS));
  }

  async #checkTotals(): Promise<void> {
    const totals: Readonly<Record<string, number>> = this.#bench.ledger.totals();
    expectSame("totals", totals, this.#model.totals());
    for (const side of SIDES) {
      if (side.reduce((sum, kind) => sum + totals[kind]!, 0) !== 0)
        throw new ModelError(`${side.join(" + ")} is not zero`);
    }
    for (const [kind, value] of Object.entries(totals)) {
      if (kind.startsWith("mint:") ? value > 0 : value < 0)
        throw new ModelError(`${kind} is ${value}`);
    }
  }

  async #check(names: readonly string[]): Promise<void> {
    await this.#checkTotals();
    const { ledger } = this.#bench;
    for (const name of names) {
      const { free, paid } = this.#model.of(name);
      expectSame(`balance of ${name}`, await ledger.balance(name), {
        free,
        paid,
        held: this.#model.live(name).paid,
      });
      await ledger.open(name);
      expectSame(`what ${name} can spend`, ledger.available(name), { free, paid });
      if (this.#random.chance(0.25)) await this.#checkVault(name);
    }
  }

  async #checkVault(name: string): Promise<void> {
    const { vault } = this.#bench.vaults;
    this.#model.settle(name);
    const { count, free, movable, paid } = await vault.settle(name);
    const tokens = [...this.#model.of(name).tokens.values()];
    const live = this.#model.live(name);
    expectSame(
      `vault of ${name}`,
      { count, free, movable, paid },
      {
        count: tokens.length,
        free: live.free,
        paid: live.paid,
        movable: tokens.filter((token) => !token.free && !token.locked && token.bond === 0).length,
      },
    );
    if (tokens.length === 0) return;
    const { id } = this.#random.pick(tokens);
    const other = this.#random.pick(this.#orders.slots);
    if ((await vault.token(name, id)) === null) throw new ModelError(`${id} is lost`);
    if (other !== name && (await vault.token(other, id)) !== null)
      throw new ModelError(`${id} has two owners`);
  }

  /** Every token, and the audit. */
  async #everything(): Promise<void> {
    this.#advance();
    const { ledger, store, vaults } = this.#bench;
    const credits = { free: 0, paid: 0 };
    this.stats.tokens = 0;
    for (const [name, account] of this.#model.accounts) {
      this.#model.settle(name);
      const tokens = (await vaults.vault.page(name, ALL)).tokens.map(
        ({ bond, folder, free, id, locked, value }) => ({ id, value, free, locked, bond, folder }),
      );
      expectSame(`envelopes of ${name}`, tokens, this.#model.sorted(name));
      expectSame(`balance of ${name}`, await ledger.balance(name), {
        free: account.free,
        paid: account.paid,
        held: this.#model.live(name).paid,
      });
      credits.free += account.free;
      credits.paid += account.paid;
      this.stats.tokens += tokens.length;
    }
    expectSame("credits of all", credits, this.#model.credits);
    const { findings, live, totals } = await auditLedger(store, nodeCrypto);
    expectSame("findings", findings, []);
    const expected = this.#model.totals();
    expectSame("audited totals", totals, expected);
    expectSame("live envelopes", live, { free: expected["house"], paid: expected["held"] });
    this.stats.audits += 1;
  }
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new ModelError(
    `${what}: ${JSON.stringify(found)?.slice(0, 1_000)}, ` +
      `and the model has ${JSON.stringify(expected)?.slice(0, 1_000)}`,
  );
}

/**
 * @throws Error that names the seed and the operation, where anything is other than the model has
 * it
 */
export function runMoney(options: MoneyRunOptions): Promise<MoneyStats> {
  return new MoneyRun(options).run();
}
