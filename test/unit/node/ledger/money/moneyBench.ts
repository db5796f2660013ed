/**
 * Everything about money of one node, on a disk that may fail: the real sealing line, ledger,
 * vaults, claims, openings and kept answers.
 */
import { systemRandom } from "../../../../../node/runtime/random.js";
import { createHash } from "node:crypto";
import type { IdempotencyTicket } from "../../../../../api/contract/definition/call.js";
import { Refusal } from "../../../../../protocol/errors/refusal.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { createMetrics } from "../../../../../node/runtime/metrics/metrics.js";
import { SealEngine } from "../../../../../node/sealing/engine.js";
import { MachineLog } from "../../../../../node/machines/log/machineLog.js";
import { Sealer } from "../../../../../node/sealing/sealer.js";
import { AccountOpening, type NewAccount } from "../../../../../node/onboarding/accountOpening.js";
import { Claims } from "../../../../../node/onboarding/claims.js";
import { ComputeService } from "../../../../../node/compute/compute.js";
import { Deadlines } from "../../../../../node/runtime/deadlines.js";
import { Effects, type Step } from "../../../../../node/ledger/effects.js";
import { bookGrant } from "../../../../../node/ledger/grants.js";
import { Idempotency, type TicketState } from "../../../../../node/accounts/idempotency.js";
import { Ledger } from "../../../../../node/ledger/ledger.js";
import { createMachines } from "../../../../../node/machines/createMachines.js";
import { OwnSpine } from "../../../../../node/spine/ownSpine.js";
import type { Changed } from "../../../../../node/vaults/vaultChanges.js";
import { createVaults, type Vaults } from "../../../../../node/vaults/createVaults.js";
import { Work } from "../../../../../node/accounts/work.js";
import { offerBytes } from "../../../../../protocol/economy/transferOffer.js";
import { builtinRegistry } from "../../../../../protocol/operators/index.js";
import { Store } from "../../../../../storage/store.js";
import { ALLOWANCE } from "../../../../../node/sealing/draft.js";
import { Receipts } from "../../../../../node/compute/receipts.js";
import { RepeatedSeals } from "../../../../../node/compute/repeatedSeals.js";
import { parseFields } from "../../../../kit/requests.js";
import type { MoneyDisk } from "./moneyDisk.js";
import { CLAIM_BELOW, type Order, type Outcome } from "./moneyModel.js";
import { quiet } from "../../../../kit/logger.js";

export const CALCOND_NS = 777_000_777n;
export const WELCOME_CREDITS = 40;
const OFFER_CALCONDS = 1_000;
/**
 * One sweep takes in so many times what one batch does, and its own batches are small: ends come
 * between them.
 */
const INTAKE_BATCHES = 3;
const SWEEP_BATCH_BYTES = 800;
const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const metrics = createMetrics();
const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));

export class LedgerClock {
  ns = 2_310_000_000n * CALCOND_NS + 12_345n;
  nowNs(): bigint {
    return this.ns;
  }
}

/**
 * The state of an order when it has come back: `unknown` where only the disk knows whether it
 * was done.
 */
export type Came = Outcome | { readonly did: "unknown" };

export interface Asked {
  readonly order: Order;
  readonly ticket: IdempotencyTicket;
}

function moved({ count, listHash }: Changed): object {
  return { moved: count, listHash };
}

/** Who sends it: an offer is presented by whom it is made out to. */
function senderOf(order: Order): string {
  return "account" in order ? order.account : order.kind === "offer" ? order.to : order.from;
}

/** The key is one of the owner's, and good for this order alone. */
export function asked(order: Order, key: string): Asked {
  const fingerprint = createHash("sha256").update(JSON.stringify(order)).digest("hex");
  return {
    order,
    ticket: { scope: [senderOf(order), "POST", order.kind, key].join("\u0000"), fingerprint },
  };
}

function seedOf(account: string): Uint8Array {
  return createHash("sha256").update(`identity of ${account}`).digest();
}

/** Within the time for which an offer may be made. */
function offerEnd(now: number): number {
  return now + OFFER_CALCONDS;
}

interface LedgerModules {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly compute: ComputeService;
  readonly ledger: Ledger;
  readonly vaults: Vaults;
  readonly idempotency: Idempotency;
  readonly receipts: Receipts;
  readonly claims: Claims;
  readonly opening: AccountOpening;
  readonly effects: Effects;
  readonly deadlines: Deadlines;
}

async function openModules(
  disk: MoneyDisk,
  clock: LedgerClock,
  batchTokensMax: number,
): Promise<LedgerModules> {
  const store = new Store(disk);
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" },
    { crypto: nodeCrypto, store },
  );
  await spine.reload();
  const engine = new SealEngine(
    { proofKey: SEED },
    { crypto: nodeCrypto, clock, store, spine, log: quiet },
  );
  const deadlines = new Deadlines({ store, clock });
  await deadlines.load();
  const sealer = new Sealer({ engine, spine, log: quiet, metrics });
  const machineLog = new MachineLog({ crypto: nodeCrypto, store, spine, deadlines, sealer });
  engine.join([machineLog.rowLog]);
  await engine.start();
  const ledger = new Ledger({ clock, sealer, store });
  const machines = createMachines({
    log: quiet,
    crypto: nodeCrypto,
    store,
    deadlines,
    random: systemRandom,
    machineLog,
  });
  const vaults = createVaults({
    store,
    crypto: nodeCrypto,
    deadlines,
    ledger,
    log: quiet,
    seed: SEED,
    publicKey: PUBLIC_KEY,
    batchTokensMax,
    intakeTokensMax: INTAKE_BATCHES * batchTokensMax,
    sweepBatchBytes: SWEEP_BATCH_BYTES,
    windows: () => sealer.windows,
  });
  const work = new Work(
    { secret: SEED, enabled: false },
    { crypto: nodeCrypto, deadlines, store, registry, random: systemRandom },
  );
  return {
    store,
    sealer,
    ledger,
    vaults,
    deadlines,
    compute: new ComputeService({ registry, sealer, metrics }),
    idempotency: new Idempotency({ store, clock, random: systemRandom, log: quiet }),
    receipts: new Receipts({
      clock,
      crypto: nodeCrypto,
      store,
      publicKey: PUBLIC_KEY,
      proofKey: SEED,
      spine,
    }),
    effects: new Effects({ store, ledger }),
    opening: new AccountOpening(
      { welcome: WELCOME_CREDITS },
      { store, deadlines, random: systemRandom, ...machines },
    ),
    claims: new Claims({ unlockBelow: CLAIM_BELOW }, { ledger, ...machines, work, store, clock }),
  };
}

export class MoneyBench {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly vaults: Vaults;
  readonly #modules: LedgerModules;

  constructor(modules: LedgerModules) {
    this.#modules = modules;
    this.store = modules.store;
    this.ledger = modules.ledger;
    this.vaults = modules.vaults;
  }

  static async open(
    disk: MoneyDisk,
    clock: LedgerClock,
    batchTokensMax: number,
  ): Promise<MoneyBench> {
    return new MoneyBench(await openModules(disk, clock, batchTokensMax));
  }

  /** As the API does it: an order whose key was answered before is answered again. */
  async perform({ order, ticket }: Asked): Promise<Came> {
    const { idempotency } = this.#modules;
    const state = await Promise.resolve(idempotency.begin(ticket)).catch(() => null);
    if (state === null) return { did: "unknown" };
    const text = await this.#textOf(state, order);
    if (text !== null) return answered(text);
    if (state.state !== "new") return { did: "refused", code: state.state };
    try {
      return await this.#do(order, ticket);
    } catch (error) {
      return error instanceof Refusal && error.code !== "BUSY"
        ? { did: "refused", code: error.code }
        : { did: "unknown" };
    } finally {
      idempotency.complete(ticket);
    }
  }

  /** The answer kept for an order, or null: it was not done. */
  async kept({ order, ticket }: Asked): Promise<Outcome | null> {
    if (order.kind === "slash") {
      const record = await this.store.vaultOrders.bond(order.account, order.bond);
      return record?.state === "slashed" ? SLASHED : null;
    }
    const state = await this.#modules.idempotency.begin(ticket);
    const text = await this.#textOf(state, order);
    if (text !== null) return answered(text);
    this.#modules.idempotency.abandon(ticket);
    return null;
  }

  /** Text of the answer to an order that was answered before. @returns null when it is new */
  async again({ order, ticket }: Asked): Promise<string | null> {
    const state = await this.#modules.idempotency.begin(ticket);
    const text = await this.#textOf(state, order);
    if (text !== null) return text;
    if (state.state === "new") this.#modules.idempotency.abandon(ticket);
    return state.state === "reused" ? "reused" : null;
  }

  /** The answer that was kept, or is made again of its order; null for none. */
  async #textOf(state: TicketState, order: Order): Promise<string | null> {
    if (state.state === "replay") return state.answer.body;
    if (state.state !== "sealed" || order.kind !== "compute") return null;
    const { receipts } = this.#modules;
    const window = await receipts.window(state.place.window);
    const sealer = new RepeatedSeals(nodeCrypto, window!, state.place.index);
    const compute = new ComputeService({ registry, sealer, metrics });
    const { account, inputs, operators } = order;
    const plan = compute.plan(operators);
    if (plan.status === "invalid") throw new Error(plan.message);
    const result = compute.run(plan, { inputs });
    if (result.status !== "value") throw new Error(result.status);
    const options = { account, payment: ALLOWANCE, visibility: "private" } as const;
    const { body } = await compute.seal(plan, { operators, inputs }, result, options);
    return Buffer.from(body).toString("utf8");
  }

  /** Changes of these vaults that a failed write left half done are finished. */
  async finish(account: string): Promise<void> {
    await this.#modules.effects.run(
      this.vaults.vaultChanges.guarded([account], () => Promise.resolve()),
    );
  }

  async #do(order: Order, ticket: IdempotencyTicket): Promise<Came> {
    const { bonds, vaultOrders } = this.vaults;
    switch (order.kind) {
      case "compute":
        return this.#compute(order, ticket);
      case "grant":
        return this.#kept(
          ticket,
          bookGrant(this.store, { ...order, by: "calc_ak_test" }),
          (granted) => granted,
        );
      case "transfer":
        return this.#kept(
          ticket,
          vaultOrders.transfer(order.from, order.to, { ids: order.ids }),
          moved,
        );
      case "draw":
        return this.#kept(
          ticket,
          vaultOrders.transfer(order.from, order.to, { count: order.count }),
          moved,
        );
      case "offer":
        return this.#kept(ticket, this.#offer(order), moved);
      case "burn":
        return this.#kept(
          ticket,
          vaultOrders.burn(order.account, order.ids),
          ({ count, value }) => ({ burned: count, value }),
        );
      case "lock": {
        const { locked } = order;
        return this.#kept(
          ticket,
          vaultOrders.lock(order.account, order.ids, locked),
          ({ count }) => ({ changed: count, locked }),
        );
      }
      case "file":
        return this.#kept(
          ticket,
          vaultOrders.file(order.account, {
            folder: order.folder,
            wanted: { count: order.count },
            fromFolder: order.fromFolder,
            prefix: order.prefix,
          }),
          ({ count }) => ({ moved: count }),
        );
      case "bond":
        return this.#kept(ticket, bonds.make(order.account, "any"), (bond) => bond);
      case "release":
        return this.#kept(ticket, bonds.release(order.account), (ended) => ({
          released: true,
          ...ended,
        }));
      case "slash":
        return this.#slash(order);
      case "claim": {
        const worker = { address: "192.0.2.7", proof: "" };
        return this.#kept(
          ticket,
          this.#modules.claims.claim(
            { account: order.account, machine: slugOf(order.account), only: null },
            worker,
          ),
          ({ made: bond }) => bond,
        );
      }
      case "welcome":
        return this.#kept(ticket, this.#welcome(order.account), ({ account, credits }) => ({
          account,
          credits,
        }));
    }
  }

  /** As an operation does it: the answer is kept in the batch of the step. */
  async #kept<T>(
    ticket: IdempotencyTicket,
    step: Step<T> | Promise<Step<T>>,
    answer: (outcome: T) => object,
  ): Promise<Came> {
    const { effects, idempotency } = this.#modules;
    const keeper = idempotency.keeper(ticket, { secret: false, status: 200 });
    const body = await effects.run(step, (value) => {
      const result = JSON.stringify(answer(value));
      return { operations: keeper(result, []), result };
    });
    return answered(body);
  }

  async #compute(
    { account, inputs, operators }: Extract<Order, { kind: "compute" }>,
    ticket: IdempotencyTicket,
  ): Promise<Came> {
    const { compute, idempotency, ledger } = this.#modules;
    const plan = compute.plan(operators);
    if (plan.status === "invalid") throw new Error(plan.message);
    const payment = ledger.reserve(account, plan.quote.credits);
    if (payment === null) return { did: "refused", code: "INSUFFICIENT_BALANCE" };
    const result = compute.run(plan, { inputs });
    if (result.status !== "value") {
      payment.unsealed();
      return { did: "refused", code: result.status };
    }
    const { body, sealed } = await compute.seal(plan, { operators, inputs }, result, {
      account,
      payment,
      visibility: "private",
      ...idempotency.writtenWithSeal(ticket),
    });
    const text = Buffer.from(body).toString("utf8");
    if (sealed) return answered(text);
    return text.includes("CLOCK_BACKWARDS") ? { did: "unsealed" } : { did: "unknown" };
  }

  #offer({ from, ids, nonce, to }: Extract<Order, { kind: "offer" }>): Promise<Step<Changed>> {
    const offer = {
      token_ids: ids,
      from,
      to,
      expiresCalcond: offerEnd(this.#modules.deadlines.now()),
      nonce,
    };
    const signature = Buffer.from(nodeCrypto.ed25519Sign(seedOf(from), offerBytes(offer))).toString(
      "hex",
    );
    return this.vaults.vaultOrders.claim(to, offer, signature);
  }

  async #slash({ account, bond }: Extract<Order, { kind: "slash" }>): Promise<Came> {
    const calcond = this.#modules.deadlines.now();
    const slash = this.vaults.bonds.slash(account, bond, {
      outcome: "upheld",
      token_id: "00".repeat(32),
      openedCalcond: calcond,
      reexecuted: { engine_version: "calc-engine/2", value_bits: "3ff0000000000000", calcond },
    });
    const reason = await this.#modules.effects.run(slash);
    return reason === null ? SLASHED : { did: "refused", code: reason };
  }

  #welcome(account: string): Step<NewAccount> {
    const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(seedOf(account))).toString("hex");
    return this.#modules.opening.open({
      account,
      cid: account,
      publicKey,
      plan: "free",
      slug: slugOf(account),
      rights: [],
    });
  }
}

const SLASHED: Outcome = { did: "answered", answer: {}, text: "" };

function answered(text: string): Came & Outcome {
  return { did: "answered", answer: parseFields(text), text };
}

function slugOf(account: string): string {
  return `lab-${account.slice(0, 12)}`;
}
