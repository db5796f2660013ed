/**
 * Orders at random, most of which can be carried out: the rest ask for too much, for what is not
 * theirs, or twice for the same.
 */
import { SeededRandom } from "../../../../../scripts/sim/random.js";
import type { MoneyModel, Order } from "./moneyModel.js";

/**
 * Credits by chain, from the price list: 1 for KO42 alone, else 3, 5 and 6 with one, two and three
 * domain operators.
 */
const CHAINS: readonly (readonly [
  operators: readonly string[],
  inputs: readonly string[],
  price: number,
])[] = [
  [["KO42"], [], 1],
  [["KO42"], [], 1],
  [["NM19"], ["m", "a"], 3],
  [["NM21"], ["m1", "m2", "r"], 3],
  [["NM19", "NM21"], ["m", "a", "m1", "m2", "r"], 5],
];
const FOLDERS = ["", "x", "y", "a thesis"] as const;
const BURST_MAX = 6;
/** The first account stays, and is to have enough for bonds. */
const RICH_CHANCE = 0.2;
const REFERENCES_KEPT = 64;
/** How often each kind is drawn, out of the sum of all. */
const WEIGHTS = [
  ["compute", 40],
  ["unanswerable", 4],
  ["grant", 8],
  ["draw", 9],
  ["transfer", 7],
  ["offer", 5],
  ["burn", 5],
  ["lock", 6],
  ["file", 7],
  ["bond", 3],
  ["release", 2],
  ["slash", 1],
  ["claim", 5],
  ["welcome", 1],
] as const;
type Kind = (typeof WEIGHTS)[number][0];
const KINDS: readonly Kind[] = WEIGHTS.flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind),
);

export class MoneyOrders {
  readonly #random: SeededRandom;
  readonly #model: MoneyModel;
  /** Accounts that are used now; older ones keep what they have. */
  readonly slots: string[];
  #references: string[] = [];
  #made = 0;

  constructor(random: SeededRandom, model: MoneyModel, slots: string[]) {
    this.#random = random;
    this.#model = model;
    this.slots = slots;
  }

  /**
   * Orders that may be carried out in any order: no two of them are about one account, but for
   * computations of one caller.
   */
  group(): readonly Order[] {
    const busy = new Set<string>();
    const orders: Order[] = [];
    const wanted = 1 + this.#random.int(4);
    for (let n = 0; n < wanted; n += 1) {
      const some = this.#some(this.#random.pick(KINDS));
      const names = some.flatMap((order) =>
        "account" in order ? [order.account] : [order.from, order.to],
      );
      if (names.some((name) => busy.has(name))) continue;
      for (const name of names) busy.add(name);
      orders.push(...some);
    }
    return orders;
  }

  /** Computations of one caller at once, as many as wanted. */
  burst(account: string, count: number): readonly Order[] {
    return Array.from({ length: count }, () => this.#compute(account, null));
  }

  welcome(): Order {
    return { kind: "welcome", account: Buffer.from(this.#random.bytes(16)).toString("hex") };
  }

  grant(account: string, credits: number): Order {
    this.#made += 1;
    const reference = `invoice ${this.#made}`;
    this.#references = [...this.#references.slice(1 - REFERENCES_KEPT), reference];
    return { kind: "grant", account, credits, reference };
  }

  #some(kind: Kind): readonly Order[] {
    const random = this.#random;
    const account = random.chance(RICH_CHANCE) ? this.slots[0]! : random.pick(this.slots);
    const to = random.chance(0.02) ? account : random.pick(this.slots);
    switch (kind) {
      case "compute":
        return this.burst(account, 1 + random.int(BURST_MAX));
      case "unanswerable":
        return [this.#compute(account, "missing")];
      case "grant":
        return [this.#grant(account)];
      case "draw":
        return [{ kind, from: account, to, count: 1 + random.int(random.chance(0.25) ? 60 : 8) }];
      case "transfer":
        return [{ kind, from: account, to, ids: this.#ids(account, true) }];
      case "offer":
        return [
          { kind, from: account, to, ids: this.#ids(account, true), nonce: this.#nonce(account) },
        ];
      case "burn":
        return [{ kind, account, ids: this.#ids(account, true) }];
      case "lock":
        return [{ kind, account, ids: this.#ids(account, false), locked: random.chance(0.4) }];
      case "file":
        return [
          {
            kind,
            account,
            folder: random.pick(FOLDERS),
            count: 1 + random.int(random.chance(0.05) ? 2_000 : 20),
            fromFolder: random.pick([null, ...FOLDERS]),
            prefix: random.pick(["", "", "", "a", "3f"]),
          },
        ];
      case "bond":
        return [{ kind, account: random.chance(0.7) ? this.#richest() : account }];
      case "release":
        return [{ kind, account: random.chance(0.7) ? (this.#bonded() ?? account) : account }];
      case "slash": {
        const whose = random.chance(0.1) ? (this.#bonded() ?? account) : account;
        const { bonds } = this.#model.of(whose);
        return [{ kind, account: whose, bond: bonds.length + (whose === account ? 1 : 0) }];
      }
      case "claim":
        return [{ kind, account: random.chance(0.8) ? this.#poorest() : account }];
      case "welcome":
        return [this.welcome()];
    }
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }

  #nonce(account: string): string {
    const used = this.#model.used(account);
    return used.length > 0 && this.#random.chance(0.2)
      ? this.#random.pick(used)
      : `nonce-${this.#next()}`;
  }

  #compute(account: string, refused: string | null): Order {
    const [operators, names, price] = refused === null ? this.#random.pick(CHAINS) : CHAINS[2]!;
    const given = refused === null ? names : names.slice(1);
    const inputs = Object.fromEntries(given.map((name) => [name, 1 + this.#random.int(1_000_000)]));
    return { kind: "compute", account, operators, inputs, price, refused };
  }

  #grant(account: string): Order {
    if (this.#references.length === 0 || this.#random.chance(0.9))
      return this.grant(account, 1 + this.#random.int(account === this.slots[0] ? 300 : 80));
    return { kind: "grant", account, credits: 5, reference: this.#random.pick(this.#references) };
  }

  /** Some of what an account holds; now and then with what it does not, or the same twice. */
  #ids(account: string, movable: boolean): readonly string[] {
    const random = this.#random;
    const own = [...this.#model.of(account).tokens.values()];
    const fitting =
      movable && random.chance(0.85)
        ? own.filter(({ bond, free, locked }) => !free && !locked && bond === 0)
        : own;
    const most = Math.min(fitting.length, random.chance(0.25) ? 40 : 8);
    const ids = new Set<string>();
    for (let n = 0; n < most; n += 1) ids.add(random.pick(fitting).id);
    if (ids.size === 0 || random.chance(0.03)) ids.add(this.#foreign());
    const list = random.shuffled([...ids]);
    return random.chance(0.02) ? [...list, list[0]!] : list;
  }

  #foreign(): string {
    const others = [...this.#model.of(this.#random.pick(this.slots)).tokens.keys()];
    return others.length === 0 || this.#random.chance(0.5)
      ? Buffer.from(this.#random.bytes(32)).toString("hex")
      : this.#random.pick(others);
  }

  #richest(): string {
    const size = (name: string): number => this.#model.of(name).tokens.size;
    return this.slots.reduce((best, name) => (size(name) > size(best) ? name : best));
  }

  #poorest(): string {
    const has = (name: string): number => this.#model.of(name).free + this.#model.of(name).paid;
    return this.slots.reduce((best, name) => (has(name) < has(best) ? name : best));
  }

  #bonded(): string | undefined {
    return this.slots.find((name) =>
      this.#model.of(name).bonds.some(({ state }) => state === "bonded"),
    );
  }
}
