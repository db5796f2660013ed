/**
 * What the policy states about free credits, held against a node: random calls of its operations,
 * by accounts with any number of machines, at any time of any day, over restarts, transfers and
 * clocks that go back. The model below has the rules in plain numbers and shares no code with the
 * node.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import type { Call, Principal } from "../../../api/contract/definition/call.js";
import { PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { auditLedger } from "../../../node/ledger/audit/ledgerAudit.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import { SeededRandom } from "../../../scripts/sim/random.js";
import { openNode, type TestNode } from "../../kit/composed.js";
import { fieldsOf, parseFields, textOf, type Fields } from "../../kit/requests.js";
import { runs } from "../../kit/runs.js";

const SEED = 20261126;
const DAY_NS = 86_400_000_000_000n;
const CALCOND_NS = 777_000_777n;
const WELCOME = 128;
const CLAIM = 128;
const UNLOCK_BELOW = 6;
const DEMO_LIMIT = 128;
const CONFIG = { claim: { unlockBelow: UNLOCK_BELOW }, credits: { welcome: WELCOME } };

interface Account {
  readonly name: string;
  readonly isDemo: boolean;
  readonly machines: string[];
  free: number;
  paid: number;
  lastClaimDay: number;
  claims: number;
  /** UTC day -> credits spent on it, and the paid ones of them. */
  readonly spent: Map<number, { all: number; paid: number }>;
  /** Face value of envelopes, by funding. */
  readonly minted: { free: number; paid: number };
  /** Envelopes that it holds with their face values, by funding. */
  readonly held: { readonly free: Map<string, number>; readonly paid: Map<string, number> };
}

function principalOf(owner: string, machine: string | null, isOperator = false): Principal {
  return {
    owner,
    kind: machine === null ? "account" : "machine",
    machine,
    keyHash: "ab".repeat(32),
    keyPrefix: "calc_ak_test",
    unlimited: isOperator,
    spinUpOnly: false,
  };
}

function callOf(principal: Principal | null): Call {
  return {
    requestId: "req_test",
    method: "POST",
    path: "/",
    query: "",
    principal,
    credential: principal === null ? "absent" : "valid",
    idempotency: null,
    traceparent: "",
    shape: null,
    accepted: "application/json",
    emit: () => undefined,
    address: () => "192.0.2.7",
    header: () => "",
    body: () => new Uint8Array(),
    pieces: () => [],
    baseUrl: () => "http://127.0.0.1",
    signal: new AbortController().signal,
  };
}

/** What an operation answers, or the code that it is refused with. */
async function came(answer: () => unknown): Promise<Fields> {
  try {
    const value = await answer();
    if (!(value instanceof PreEncoded)) return parseFields(JSON.stringify(value));
    return parseFields(
      typeof value.body === "string" ? value.body : Buffer.from(value.body).toString(),
    );
  } catch (error) {
    if (error instanceof Refusal || error instanceof ApiError) return { code: error.code };
    throw error;
  }
}

/** Operators and inputs by price; the last one has no value, and costs nothing. */
const JOBS = [
  { operators: ["KO42"], inputs: {}, price: 1, hasValue: true },
  { operators: ["NM19"], inputs: { m: 2, a: 3 }, price: 3, hasValue: true },
  { operators: ["NM19", "NM23"], inputs: { m: 2, a: 3, v: 4 }, price: 5, hasValue: true },
  {
    operators: ["NM19", "NM23", "NM26"],
    inputs: { m: 2, a: 3, v: 4 },
    price: 6,
    hasValue: true,
  },
  {
    operators: ["NM25"],
    inputs: { v_1: 1, g: 9.8, h_1: 0, h_2: 100 },
    price: 3,
    hasValue: false,
  },
] as const;

class World {
  readonly #raw = new MemoryStore();
  readonly accounts: Account[] = [];
  node!: TestNode;
  granted = 0;
  #references = 0;
  #starts = 0;
  /** The latest instant of a receipt or of a row of a machine's log: nothing is sealed before it. */
  #sealedNs = 0n;
  #ns = 2_310_000_000n * CALCOND_NS;

  async start(created: boolean): Promise<void> {
    // Names that are drawn after a restart are others.
    this.#starts += 1;
    const random = new SeededRandom(`credits ${this.#starts}`);
    this.node = await openNode({ raw: this.#raw, created, config: CONFIG, ports: { random } });
    this.node.clock.ns = this.#ns;
    // The opening of the spine.
    if (created) this.#sealedNs = this.#ns;
  }

  async restart(): Promise<void> {
    expect(await this.node.close()).to.equal(true);
    await this.start(false);
  }

  get day(): number {
    return Number(this.#ns / DAY_NS);
  }

  /** The day by which spending is counted: that in which the present calcond began. */
  get spentDay(): number {
    return Number(((this.#ns / CALCOND_NS) * CALCOND_NS) / DAY_NS);
  }

  /** Whether the clock is behind what was sealed. */
  get isHeld(): boolean {
    return this.#ns / CALCOND_NS < this.#sealedNs / CALCOND_NS;
  }

  pass(ns: bigint): void {
    this.#ns += ns;
    this.node.clock.ns = this.#ns;
  }

  toMidnight(offsetNs: bigint): void {
    const next = (this.#ns / DAY_NS + 1n) * DAY_NS + offsetNs;
    if (next > this.#ns) this.pass(next - this.#ns);
  }

  async open(kind: "demo" | "spin-up"): Promise<void> {
    const { handlers } = this.node;
    const demo = this.accounts.find(({ isDemo }) => isDemo);
    const opened =
      kind === "demo" || demo === undefined
        ? await came(() => handlers.demoKeyMint({}, callOf(null)))
        : await came(() => handlers.spinUp({}, callOf(principalOf(demo.name, null))));
    if (opened["code"] !== undefined) {
      expect(opened["code"]).to.equal("RATE_LIMITED");
      return;
    }
    const isDemo = kind === "demo" || demo === undefined;
    this.#hasRow();
    this.accounts.push({
      name: textOf(opened, isDemo ? "account" : "cid"),
      isDemo,
      machines: [textOf(fieldsOf(opened, "machine"), "id")],
      free: WELCOME,
      paid: 0,
      lastClaimDay: -1,
      claims: 0,
      spent: new Map(),
      minted: { free: 0, paid: 0 },
      held: { free: new Map(), paid: new Map() },
    });
  }

  async machine(account: Account): Promise<void> {
    const machine = await came(() =>
      this.node.handlers.stateNew(
        { is_public: false, name: "another" },
        callOf(principalOf(account.name, null)),
      ),
    );
    account.machines.push(textOf(fieldsOf(machine, "machine"), "id"));
    this.#hasRow();
  }

  /** A machine begins with a row; while the clock is behind, the row's time stands still. */
  #hasRow(): void {
    if (!this.isHeld) this.#sealedNs = this.#ns;
  }

  /** All machines of an account claim at once, each twice. */
  async claim(account: Account): Promise<void> {
    const isDue = this.day > account.lastClaimDay && account.free + account.paid < UNLOCK_BELOW;
    const answers = await Promise.all(
      [...account.machines, ...account.machines].map((machine, i) => {
        const call = callOf(principalOf(account.name, i % 2 === 0 ? machine : null));
        return came(() => this.node.handlers.claim({ machine }, call));
      }),
    );
    const credited = answers.filter((answer) => answer["credited"] === CLAIM);
    expect(credited).to.have.length(isDue ? 1 : 0);
    for (const { code } of answers)
      if (code !== undefined) expect(code).to.be.oneOf(["ALREADY_CLAIMED", "NOT_ELIGIBLE"]);
    if (!isDue) return;
    account.free += CLAIM;
    account.claims += 1;
    account.lastClaimDay = this.day;
  }

  async grant(account: Account, credits: number): Promise<void> {
    this.#references += 1;
    const reference = `invoice ${this.#references}`;
    const call = callOf(principalOf("operator", null, true));
    const answer = await came(() =>
      this.node.handlers.ledgerGrant({ account: account.name, credits, reference }, call),
    );
    expect(answer["granted"], JSON.stringify(answer)).to.equal(credits);
    account.paid += credits;
    this.granted += credits;
  }

  /** So many computations at once, some of which have no value. */
  async compute(account: Account, jobs: readonly (typeof JOBS)[number][]): Promise<void> {
    const answers = await Promise.all(
      jobs.map(({ inputs, operators }, i) => {
        const machine = account.machines[i % account.machines.length]!;
        const call = callOf(principalOf(account.name, i % 3 === 0 ? null : machine));
        const input = { operators: [...operators], inputs: { ...inputs } };
        return came(() => this.node.handlers.compute(input, call));
      }),
    );
    const mayAll = (["free", "paid"] as const).some((kind) => sumOf(jobs) <= account[kind]);
    const isWithin = !account.isDemo || this.spentOn(account).all + sumOf(jobs) <= DEMO_LIMIT;
    for (const [i, answer] of answers.entries()) {
      const { hasValue, price } = jobs[i]!;
      if (answer["receipt_id"] !== undefined) {
        expect(hasValue).to.equal(true);
        this.#pay(account, price, answer);
      } else if (answer["code"] !== undefined) {
        expect(answer["code"]).to.be.oneOf(["INSUFFICIENT_BALANCE", "RATE_LIMITED"]);
        // Who has enough for all of them, and may spend it, is refused none.
        expect(mayAll && isWithin && !this.isHeld).to.equal(false);
        if (answer["code"] === "RATE_LIMITED" && !this.isHeld)
          expect(account.isDemo && !isWithin).to.equal(true);
      } else if (answer["unsealed_reason"] !== undefined) {
        expect(this.isHeld, JSON.stringify(answer)).to.equal(true);
      } else expect(hasValue, JSON.stringify(answer)).to.equal(false);
    }
    if (account.isDemo) expect(this.spentOn(account).all).to.be.at.most(DEMO_LIMIT);
  }

  /** Asks at once for what its free credits pay, then its paid ones. */
  async drain(account: Account): Promise<void> {
    for (const kind of ["free", "paid"] as const) {
      const left = account[kind];
      const dear = Array.from({ length: Math.floor(left / 6) }, () => JOBS[3]);
      const cheap = Array.from({ length: left % 6 }, () => JOBS[0]);
      if (left > 0) await this.compute(account, [...dear, ...cheap]);
    }
  }

  #pay(account: Account, price: number, answer: Fields): void {
    const kind = answer["funding"] === "free" ? "free" : "paid";
    expect(answer["funding"]).to.equal(kind);
    account[kind] -= price;
    expect(account[kind], `${kind} credits of ${account.name}`).to.be.at.least(0);
    account.minted[kind] += price;
    account.held[kind].set(textOf(answer, "receipt_id"), price);
    expect(this.isHeld, "sealed behind the head").to.equal(false);
    this.#sealedNs = this.#ns;
    const today = this.spentOn(account);
    today.all += price;
    if (kind === "paid") today.paid += price;
  }

  /** Envelopes of one funding to another account, all or none. */
  async transfer(
    from: Account,
    to: Account,
    { count, kind }: { readonly count: number; readonly kind: "free" | "paid" },
  ): Promise<void> {
    const ids = [...from.held[kind].keys()].slice(0, count);
    if (ids.length === 0 || from === to) return;
    const call = callOf(principalOf(from.name, null));
    const answer = await came(() =>
      this.node.handlers.transferEnvelopes({ to: to.name, token_ids: ids }, call),
    );
    // What free credits paid for is bound to who computed it.
    if (kind === "free") {
      expect(answer["code"], JSON.stringify(answer)).to.equal("NOT_MOVABLE");
      return;
    }
    expect(answer["moved"], JSON.stringify(answer)).to.equal(ids.length);
    for (const id of ids) {
      to.held.paid.set(id, from.held.paid.get(id)!);
      from.held.paid.delete(id);
    }
  }

  spentOn(account: Account): { all: number; paid: number } {
    const found = account.spent.get(this.spentDay) ?? { all: 0, paid: 0 };
    account.spent.set(this.spentDay, found);
    return found;
  }

  /** What the node says of everybody, against the model and the policy. */
  async check(): Promise<void> {
    let free = 0;
    for (const account of this.accounts) {
      const call = callOf(principalOf(account.name, null));
      const balance = await came(() => this.node.handlers.ledgerBalance({}, call));
      const { free: isFree, held, paid } = balance;
      const isHeldPaid = [...account.held.paid.values()].reduce((sum, value) => sum + value, 0);
      expect([isFree, paid, held]).to.deep.equal([account.free, account.paid, isHeldPaid]);
      const usage = await came(() => this.node.handlers.computeUsage({}, call));
      const today = this.spentOn(account);
      // A day that the clock comes back to has no figures of its own, and nothing can be spent in it.
      if (!this.isHeld)
        expect([usage["used"], usage["overage"]]).to.deep.equal([today.all, today.paid]);
      if (!this.isHeld)
        expect(usage["remaining"]).to.equal(
          Math.max(0, CLAIM - (account.isDemo ? today.all : today.all - today.paid)),
        );
      expect(usage["enforced"]).to.equal(account.isDemo);
      free += WELCOME + CLAIM * account.claims;
    }
    const { "mint:credits": issued, house } = this.node.services.ledger.totals();
    expect(-issued).to.equal(free + this.granted);
    expect(house).to.equal(this.accounts.reduce((sum, { minted }) => sum + minted.free, 0));
  }
}

function sumOf(jobs: readonly (typeof JOBS)[number][]): number {
  return jobs.reduce((sum, { price }) => sum + price, 0);
}

const who = fc.nat({ max: 2 });
const job = fc.constantFrom(...JOBS);
const act = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant("open" as const), demo: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("machine" as const), who }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("claim" as const), who }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("drain" as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("grant" as const),
      who,
      credits: fc.integer({ min: 1, max: 400 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("compute" as const),
      who,
      jobs: fc.array(job, { minLength: 1, maxLength: 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("hours" as const),
      hours: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("back" as const),
      hours: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("transfer" as const),
      who,
      to: fc.nat({ max: 2 }),
      count: fc.integer({ min: 1, max: 20 }),
      kind: fc.constantFrom("free" as const, "paid" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("midnight" as const),
      calconds: fc.integer({ min: -2, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function does(world: World, one: Act): Promise<void> {
  const account = "who" in one ? world.accounts[one.who % world.accounts.length]! : null;
  switch (one.do) {
    case "open":
      return world.open(one.demo ? "demo" : "spin-up");
    case "machine":
      return account!.machines.length < 12 ? world.machine(account!) : undefined;
    case "claim":
      return world.claim(account!);
    case "drain":
      return world.drain(account!);
    case "grant":
      return world.grant(account!, one.credits);
    case "compute":
      return world.compute(account!, one.jobs);
    case "hours":
      return world.pass(BigInt(one.hours) * 3_600_000_000_000n);
    case "back":
      return world.pass(BigInt(-one.hours) * 3_600_000_000_000n);
    case "transfer":
      return world.transfer(account!, world.accounts[one.to % world.accounts.length]!, one);
    case "midnight":
      return world.toMidnight(BigInt(one.calconds) * CALCOND_NS);
    case "restart":
      return world.restart();
  }
}

describe("credits of a node", () => {
  it(`never exceed what the policy states, whatever is called (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 50 }), async (acts) => {
        const world = new World();
        await world.start(true);
        const firstDay = world.day;
        await world.open("demo");
        await world.open("spin-up");
        let lastDay = firstDay;
        for (const one of acts) {
          await does(world, one);
          await world.check();
          lastDay = Math.max(lastDay, world.day);
        }
        for (const { claims } of world.accounts)
          expect(claims).to.be.at.most(lastDay - firstDay + 1);
        const { store } = world.node;
        const { findings, ok } = await auditLedger(store, nodeCrypto, {});
        expect([ok, findings]).to.deep.equal([true, []]);
        await world.node.close();
      }),
      { seed: SEED, numRuns: runs(10, 1_000), includeErrorInReport: true },
    );
  });
});
