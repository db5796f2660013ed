/**
 * Every public call that moves credits, in any order, by accounts with any number of machines. The
 * rule is said here in plain numbers: what an account has left and the faces of all that it sealed
 * are together what it was given, its welcome and one claim a day; and what it may spend in a day
 * is bounded where the policy says so. Programs and their models stand in `credits.test.ts`; here
 * the calls go through HTTP, with retries under the keys of an earlier call.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { auditLedger } from "../../../node/ledger/audit/ledgerAudit.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { fieldsOf, numberOf, parseFields, textOf, type Fields } from "../../kit/requests.js";
import { runs } from "../../kit/runs.js";
import { serveNode, type Reply, type ServedNode } from "../../kit/served.js";
import { barProgram } from "../contracts/programs.js";

const SEED = 20261127;
const SEQUENCES = runs(20, 250);
/** Of so many sequences each. */
const PARTS = runs(1, 8);
const WELCOME = 128;
const CLAIM = 128;
const DEMO_A_DAY = 128;
const BOND = 1_000;
/** The cheapest computation with an operator. */
const COMPUTATION = 3;
const CALCONDS_A_DAY = 111_200;

const fall = (r: number): Fields => ({
  operators: ["NM21"],
  inputs: { m1: 5.9722e24, m2: 1, r },
});
/** Each with the most that it may burn. */
const CALLS = {
  compute: { path: "/api/calc/compute", body: fall(6.4e6), most: 3 },
  chain: {
    path: "/api/calc/compute",
    body: { operators: ["NM19", "NM23"], inputs: { m: 2, a: 3, v: 4 } },
    most: 5,
  },
  refused: { path: "/api/calc/compute", body: fall(0), most: 0 },
  malformed: { path: "/api/calc/compute", body: { operators: ["NM21"], inputs: 7 }, most: 0 },
  batch: {
    path: "/api/calc/compute/batch",
    body: { computations: [fall(6.4e6), fall(0), fall(8.4e6)] },
    most: 6,
  },
  table: {
    path: "/api/calc/compute/table",
    body: { operators: ["NM21"], columns: { m1: 5.9722e24, m2: 1, r: [6.4e6, 0, 7.4e6] } },
    most: 6,
  },
  solver: {
    path: "/api/calc/estimator",
    body: { A: [[0.9]], C: [[1]], Q: [[1]], R: [[2]] },
    most: 3,
  },
} as const;
type Called = keyof typeof CALLS;
const CALLED = [
  "batch",
  "chain",
  "compute",
  "malformed",
  "refused",
  "solver",
  "table",
] as const satisfies readonly Called[];

interface Account {
  readonly key: string;
  readonly name: string;
  readonly isDemo: boolean;
  readonly machines: string[];
  readonly opened: number;
  /** Answers are kept under their keys for a day. */
  readonly keys: { readonly key: string; readonly call: Called; readonly day: number }[];
  readonly days: Set<number>;
  readonly spent: Map<number, number>;
  faces: number;
  reactor: string | null;
  contract: string | null;
}

class PublicBench {
  readonly #served: ServedNode;
  readonly accounts: Account[] = [];
  readonly done = new Map<string, number>();
  #day: number;
  #keys = 0;

  constructor(served: ServedNode, day: number) {
    this.#served = served;
    this.#day = day;
  }

  #count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  async open(from: Account | null): Promise<void> {
    const account =
      from === null
        ? await this.#served.call("POST", "/api/demo-key/mint", { body: {} })
        : await this.#served.call("POST", "/api/calc/spin-up", { body: {}, key: from.key });
    if (account.status >= 400) return;
    this.accounts.push({
      key: textOf(parseFields(account.text), from === null ? "key" : "apiKey"),
      name: textOf(parseFields(account.text), from === null ? "account" : "cid"),
      isDemo: from === null,
      machines: [textOf(fieldsOf(parseFields(account.text), "machine"), "id")],
      opened: this.#day,
      keys: [],
      days: new Set(),
      spent: new Map(),
      faces: 0,
      reactor: null,
      contract: null,
    });
  }

  tomorrow(): void {
    this.#served.pass(CALCONDS_A_DAY);
    this.#day += 1;
  }

  /** @param again under the key of an earlier call, whose answer it has to be */
  async ask(account: Account, call: Called, again: boolean): Promise<void> {
    const before = this.#due(account);
    const last = account.keys.at(-1);
    const old = again && last?.day === this.#day ? last : undefined;
    this.#keys += 1;
    const key = old?.key ?? `a-key-of-22-characters-${this.#keys}`;
    const asked = old?.call ?? call;
    const { body, most, path } = CALLS[asked];
    const headers = { "idempotency-key": key };
    const reply = await this.#served.call("POST", path, { key: account.key, body, headers });
    const burned = before - (await this.#left(account));
    expect(burned, `${asked}: ${reply.text}`).within(0, old === undefined ? most : 0);
    if (reply.status >= 400) expect(burned).equal(0);
    else if (burned > 0) account.keys.push({ key, call: asked, day: this.#day });
    this.#burned(account, burned, asked);
  }

  #burned(account: Account, burned: number, what: string): void {
    account.faces += burned;
    const today = (account.spent.get(this.#day) ?? 0) + burned;
    account.spent.set(this.#day, today);
    if (account.isDemo) expect(today, "a demo account's day").at.most(DEMO_A_DAY);
    this.#count(burned > 0 ? what : `${what}, free`);
  }

  async machine(account: Account): Promise<void> {
    const body = { is_public: false, name: "another" };
    const machine = await this.#post(account, "/api/state", body, 0);
    if (machine.status < 400)
      account.machines.push(textOf(fieldsOf(parseFields(machine.text), "machine"), "id"));
    this.#count("machine");
  }

  async close(account: Account): Promise<void> {
    if (account.machines.length < 2) await this.machine(account);
    const before = this.#due(account);
    const slug = account.machines.pop()!;
    const { status } = await this.#served.call("DELETE", `/api/state/${slug}`, {
      key: account.key,
    });
    expect([status < 500, await this.#left(account)]).deep.equal([true, before]);
    this.#count("close");
  }

  /** On all machines at once. */
  async claim(account: Account): Promise<void> {
    const before = this.#due(account);
    await Promise.all(
      account.machines.map((machine) =>
        this.#served.call("POST", "/api/tally/claim", { key: account.key, body: { machine } }),
      ),
    );
    const credited = (await this.#left(account)) - before;
    expect(credited).oneOf([0, CLAIM]);
    if (credited === 0) return;
    expect(account.days.has(this.#day), "two claims in a day").equal(false);
    account.days.add(this.#day);
    this.#count("claim");
  }

  async step(account: Account): Promise<void> {
    if (account.reactor === null) {
      const stepped = await this.#post(
        account,
        "/api/calc/reactor",
        {
          operators: ["NM19"],
          initialState: { value: 1 },
          transition: { inputs: { m: 2, a: "x.value / 2.0 + u / 2.0" } },
        },
        0,
      );
      account.reactor = stepped.status === 201 ? String(stepped.body["reactor"]) : null;
    }
    if (account.reactor === null) return;
    await this.#post(account, `/api/calc/reactor/${account.reactor}/step`, { u: 1 }, 3);
    this.#count("step");
  }

  async fire(account: Account): Promise<void> {
    if (account.contract === null) {
      const contract = await this.#post(account, "/api/contracts", { program: barProgram() }, 0);
      account.contract = contract.status === 201 ? String(contract.body["contract"]) : null;
    }
    if (account.contract === null) return;
    const data = { q: 20_000 };
    await this.#post(account, `/api/contracts/${account.contract}/fire`, { data }, 3);
    this.#count("fire");
  }

  /** Envelopes of free credits are bound to who computed them. */
  async give(account: Account, to: Account, count: number): Promise<void> {
    const theirs = await this.#left(to);
    await this.#post(account, "/api/tally/envelopes/transfer-bulk", { to: to.name, count }, 0);
    await this.#post(account, "/api/tally/envelopes/burn", { count, confirm: true }, 0);
    await this.#post(account, "/api/contribute/bond", { count: BOND }, 0);
    expect(await this.#left(to)).equal(theirs);
    this.#count("give");
  }

  async #post(account: Account, path: string, body: object, most: number): Promise<Reply> {
    const before = this.#due(account);
    const reply = await this.#served.call("POST", path, { key: account.key, body });
    const burned = before - (await this.#left(account));
    expect(burned, `${path}: ${reply.text}`).within(0, most);
    expect(reply.status, reply.text).below(500);
    this.#burned(account, burned, path.split("/").at(-1)!);
    return reply;
  }

  /** What the rule leaves it. */
  #due({ days, faces }: Account): number {
    return WELCOME + CLAIM * days.size - faces;
  }

  /** All at once, but for what is left below a row's price. */
  async drain(account: Account): Promise<void> {
    const rows = Math.floor(this.#due(account) / COMPUTATION);
    const r = Array.from({ length: rows }, (_, i) => 6.4e6 + i);
    const body = { operators: ["NM21"], columns: { m1: 5.9722e24, m2: 1, r } };
    if (rows > 0) await this.#post(account, "/api/calc/compute/table", body, COMPUTATION * rows);
    await this.claim(account);
    this.#count("drain");
  }

  async #left({ key }: Account): Promise<number> {
    const { text } = await this.#served.call("GET", "/api/ledger", { key });
    const balance = parseFields(text);
    return numberOf(balance, "free") + numberOf(balance, "paid");
  }

  /** What it has, and what it sealed, against what the policy gave. */
  async check(account: Account): Promise<void> {
    expect(await this.#left(account), account.name).equal(this.#due(account));
    expect(account.days.size).at.most(this.#day - account.opened + 1);
    const { text } = await this.#served.call("GET", "/api/contribute/status", {
      key: account.key,
    });
    const status = parseFields(text);
    const missing = BOND - numberOf(status, "have");
    expect(numberOf(status, "daysRemaining")).equal(
      Math.ceil((10 * missing * COMPUTATION) / CLAIM) / 10,
    );
  }
}

const who = fc.nat({ max: 1 });
const act = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      who,
      call: fc.constantFrom(...CALLED),
      again: fc.boolean(),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("machine" as const, "close" as const, "claim" as const),
      who,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("step" as const, "fire" as const), who }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("drain" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("give" as const),
      who,
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("tomorrow" as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function does(bench: PublicBench, one: Act): Promise<void> {
  if (one.do === "tomorrow") return bench.tomorrow();
  const account = bench.accounts[one.who % bench.accounts.length]!;
  switch (one.do) {
    case "ask":
      for (let k = 0; k < one.times; k += 1) await bench.ask(account, one.call, one.again);
      return undefined;
    case "give":
      return bench.give(account, bench.accounts[(one.who + 1) % bench.accounts.length]!, one.count);
    default:
      return bench[one.do](account);
  }
}

describe("public calls that move credits", () => {
  let served: ServedNode;
  let day = 0;
  before(async () => {
    served = await serveNode();
  });
  after(() => served.close());

  for (let part = 0; part < PARTS; part += 1) {
    const seed = SEED + part;
    it(`give no account more than the policy states, in ${SEQUENCES} sequences (seed ${seed})`, async () => {
      const done = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 9 }), async (acts) => {
          // The clock of the node goes on over all sequences.
          const bench = new PublicBench(served, (day += 100));
          await bench.open(null);
          await bench.open(bench.accounts[0]!);
          for (const one of acts) {
            await does(bench, one);
          }
          for (const account of bench.accounts) await bench.check(account);
          for (const [what, count] of bench.done) done.set(what, (done.get(what) ?? 0) + count);
        }),
        { seed, numRuns: SEQUENCES, includeErrorInReport: true },
      );
      const { findings, ok } = await auditLedger(served.node.store, nodeCrypto, {});
      expect([ok, findings]).deep.equal([true, []]);
      expect([...done.keys()]).include.members([
        "compute",
        "chain",
        "refused, free",
        "malformed, free",
        "batch",
        "table",
        "solver",
        "machine",
        "close",
        "claim",
        "drain",
        "step",
        "fire",
        "give",
      ]);
    });
  }
});
