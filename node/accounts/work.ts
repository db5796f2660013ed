/**
 * Work that is shown before the node does what costs it and not the caller: makes a key, registers,
 * credits a claim. How often an address did it is written in the batch of each effect, so it holds
 * over a restart; a challenge is not kept until it was used.
 */
import { Refusal, type Allowance, type CountedPolicy } from "../../protocol/errors/refusal.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { compute } from "../../protocol/chains/compute.js";
import { planChain } from "../../protocol/chains/plan.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Crypto } from "../../protocol/ports.js";
import { SALT_BYTES } from "../../protocol/work/challenge.js";
import {
  checkWork,
  giveChallenge,
  subjectOf,
  WORK_FAULTS,
  type WorkFault,
} from "../../protocol/work/check.js";
import {
  bitsOwed,
  expectedHashes,
  lifeOf,
  timesAnHour,
  withinHour,
  WORK_WINDOW_CALCONDS,
  type WorkPurpose,
} from "../../protocol/work/ladder.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Transaction } from "../../storage/kv/guard.js";
import type { Store } from "../../storage/store.js";
import type { Step } from "../ledger/effects.js";
import type { Background } from "../runtime/background.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";

const KEY_LABEL = "calc-pow-key/1";
/** What prices the work, and the temperature it is reckoned at. */
const PRICE_OPERATOR = "LZ1";
const PRICE_KELVIN = 300;
/** Between two looks for what may be forgotten: a quarter of an hour. */
const SWEEP_CALCONDS = 1_158;
const SWEPT_AT_ONCE_MAX = 1_000;
const GUARDS_AT_ONCE_MAX = 128;
const CALCOND_SECONDS = 0.777000777;

const POLICY_OF: Readonly<Record<WorkPurpose, CountedPolicy>> = {
  "demo-key": "demo-mint",
  signup: "signup",
  claim: "claim",
};

/**
 * The right to one effect. It is used inside the guard of the effect, and leaves nothing behind if
 * it is not.
 */
export interface WorkTicket {
  /** To be among the keys of the effect's guard: tickets of one address wait for each other. */
  readonly guardKey: string;
  /** The rest with this one; null where nothing is counted. */
  readonly allowance: Allowance | null;
  /**
   * Adds to the effect's batch that it was done and its challenge spent.
   * @throws Refusal when meanwhile the challenge was used, or more is owed
   */
  take(tx: Transaction): Promise<void>;
}

/** What comes of a step that is counted, and what is left of what counts it. */
export type Counted<T> = Step<{ readonly made: T; readonly allowances: readonly Allowance[] }>;

export function left({ allowance }: Pick<WorkTicket, "allowance">): readonly Allowance[] {
  return allowance === null ? [] : [allowance];
}

export interface WorkPrice {
  readonly operator: string;
  /** Kelvin. */
  readonly T: number;
  readonly bits: number;
  /** Least energy of erasing so many bits. */
  readonly value: number;
  readonly unit: string;
  readonly expectedHashes: number;
}

interface WorkModules {
  readonly crypto: Crypto;
  /** A clock that is set back revives nothing. */
  readonly deadlines: Pick<Deadlines, "reckon" | "markOps">;
  readonly store: Store;
  readonly registry: Registry;
  readonly random: RandomBytes;
  readonly onLimited?: (policy: CountedPolicy) => void;
}

interface WorkOptions {
  /** 32 bytes of the node's own. */
  readonly secret: Uint8Array;
  /** False asks nothing of anyone: for test clusters. */
  readonly enabled: boolean;
}

/** Who asks for an effect, and what they show for it. */
export interface Worker {
  /** Network address, as text. */
  readonly address: string;
  /** `<challenge>;<mac>;<nonce>`, or "". */
  readonly proof: string;
}

interface Shown {
  readonly digest: string;
  readonly expires: number;
}

export class Work {
  readonly #modules: WorkModules;
  readonly #key: Uint8Array;
  readonly #enabled: boolean;
  readonly #prices = new Map<number, WorkPrice>();
  #free = 0;

  constructor({ secret, enabled }: WorkOptions, modules: WorkModules) {
    this.#modules = modules;
    this.#enabled = enabled;
    this.#key = modules.crypto.hmacSha256(secret, KEY_LABEL);
  }

  /**
   * What the caller must have shown for `purpose`, checked.
   * @throws Refusal POW_REQUIRED with price, challenge and mac; RATE_LIMITED
   */
  async require(purpose: WorkPurpose, { address, proof }: Worker): Promise<WorkTicket> {
    if (!this.#enabled) return this.#unasked();
    const { crypto, deadlines, store } = this.#modules;
    const subject = subjectOf(crypto, this.#key, addressGroup(address));
    const calcond = deadlines.reckon();
    const times = withinHour(await store.work.times(purpose, subject), calcond);
    const bits = this.#owed(purpose, times, calcond);
    if (bits > 0) {
      const task = { purpose, subject, bits, calcond, times };
      const { expires, digest } = this.#solved(proof, task);
      if (await store.work.isSpent(expires, digest)) throw this.#wanted(task, "spent");
    }
    return {
      guardKey: `uniq:work/${purpose}/${subject}`,
      allowance: allowanceOf(purpose, times, calcond, 1),
      take: (tx) => this.#take(tx, { purpose, subject, proof }),
    };
  }

  /** What so many bits cost, by the operator of the registry. */
  price(bits: number): WorkPrice {
    const known = this.#prices.get(bits);
    if (known !== undefined) return known;
    const plan = planChain(this.#modules.registry, [PRICE_OPERATOR]);
    if (plan.status === "invalid") throw new Error(`the registry has no ${PRICE_OPERATOR}`);
    const result = compute(plan, { inputs: { bits_n: bits, T: PRICE_KELVIN } });
    if (result.status !== "value" || result.unit === null)
      throw new Error(`${PRICE_OPERATOR} has no value`);
    const { value, unit } = result;
    const price = {
      operator: PRICE_OPERATOR,
      T: PRICE_KELVIN,
      bits,
      value,
      unit,
      expectedHashes: expectedHashes(bits),
    };
    this.#prices.set(bits, price);
    return price;
  }

  #unasked(): WorkTicket {
    this.#free += 1;
    return {
      guardKey: `uniq:work/free/${this.#free}`,
      allowance: null,
      take: () => Promise.resolve(),
    };
  }

  #owed(purpose: WorkPurpose, times: readonly number[], calcond: number): number {
    const bits = bitsOwed(purpose, times.length);
    if (bits !== null) return bits;
    const policy = POLICY_OF[purpose];
    this.#modules.onLimited?.(policy);
    const seconds = secondsUntilRoom(times, calcond);
    throw new Refusal(
      "RATE_LIMITED",
      `"${policy}" is open ${timesAnHour(purpose)} times an hour; again in ${seconds} s`,
      {
        members: { "violated-policies": [policy] },
        retryAfterSeconds: seconds,
        allowances: [allowanceOf(purpose, times, calcond, 0)],
      },
    );
  }

  #solved(proof: string, task: Task): Shown {
    if (proof === "") throw this.#wanted(task, null);
    const verdict = checkWork(this.#modules.crypto, this.#key, proof, task);
    if (!verdict.ok) throw this.#wanted(task, verdict.fault);
    return verdict;
  }

  #wanted(task: Task, fault: WorkFault | null): Refusal {
    const { purpose, subject, bits, calcond, times } = task;
    const given = giveChallenge(this.#modules.crypto, this.#key, {
      purpose,
      bits,
      expires: calcond + lifeOf(bits),
      subject,
      salt: toHex(this.#modules.random.bytes(SALT_BYTES)),
    });
    const why = fault === null ? "" : `${WORK_FAULTS[fault]}; `;
    return new Refusal(
      "POW_REQUIRED",
      `${why}this takes a nonce of ${bits} leading zero bits, sent as X-Calc-Pow`,
      {
        members: {
          price: this.price(bits),
          ...given,
          ...(fault === null ? {} : { reason: fault }),
        },
        allowances: [allowanceOf(purpose, times, calcond, 0)],
      },
    );
  }

  /** Everything is asked again: others of this address may have been before it. */
  async #take(tx: Transaction, { purpose, subject, proof }: Asked): Promise<void> {
    const { deadlines } = this.#modules;
    const calcond = deadlines.reckon();
    const times = withinHour(
      (await tx.get(buckets.pace, [purpose, subject]))?.times ?? [],
      calcond,
    );
    const bits = this.#owed(purpose, times, calcond);
    if (bits > 0) {
      const task = { purpose, subject, bits, calcond, times };
      const { expires, digest } = this.#solved(proof, task);
      if ((await tx.get(buckets.spent, [expires, digest])) !== undefined)
        throw this.#wanted(task, "spent");
      tx.put(buckets.spent, [expires, digest], purpose);
    }
    tx.put(buckets.pace, [purpose, subject], { times: [...times, calcond] });
    tx.add(deadlines.markOps());
  }

  /** Forgets what can make no difference any more. */
  get sweep(): Background {
    return {
      name: "spent work",
      when: { everyCalconds: SWEEP_CALCONDS },
      run: (signal) => this.#sweep(signal),
    };
  }

  /** The mark is kept with each batch, so that what is forgotten makes no difference for ever. */
  async #sweep(signal: AbortSignal): Promise<"more" | "done"> {
    const { deadlines, store } = this.#modules;
    const calcond = deadlines.reckon();
    const old = await store.work.forgetSpentOps(calcond, SWEPT_AT_ONCE_MAX);
    if (old.length > 0) await store.write([...deadlines.markOps(), ...old]);
    if (old.length === SWEPT_AT_ONCE_MAX) return "more";
    const horizon = calcond - WORK_WINDOW_CALCONDS;
    let some: (readonly [string, string])[] = [];
    for await (const key of store.work.idle(horizon)) {
      if (signal.aborted) return "done";
      some.push(key);
      if (some.length < GUARDS_AT_ONCE_MAX) continue;
      await this.#forget(some, horizon);
      some = [];
    }
    await this.#forget(some, horizon);
    return "done";
  }

  /** Under the guards of those that count: one may have just come back. */
  async #forget(keys: readonly (readonly [string, string])[], horizon: number): Promise<void> {
    if (keys.length === 0) return;
    const guardKeys = keys.map(([purpose, subject]) => `uniq:work/${purpose}/${subject}`);
    await this.#modules.store.guards.withGuard(guardKeys, async (tx) => {
      for (const key of keys) {
        const newest = (await tx.get(buckets.pace, key))?.times.at(-1);
        if (newest !== undefined && newest <= horizon) tx.del(buckets.pace, key);
      }
    });
  }
}

interface Asked {
  readonly purpose: WorkPurpose;
  readonly subject: string;
  readonly proof: string;
}

interface Task {
  readonly purpose: WorkPurpose;
  readonly subject: string;
  readonly bits: number;
  readonly calcond: number;
  readonly times: readonly number[];
}

/**
 * Whole seconds until the oldest that counts no longer does, at least 1; an hour where there is
 * none.
 */
function secondsUntilRoom(times: readonly number[], calcond: number): number {
  const wait = (times[0] ?? calcond) + WORK_WINDOW_CALCONDS - calcond;
  return Math.max(1, Math.ceil(wait * CALCOND_SECONDS));
}

/** @param more 1 where the answer says that it was done once more */
function allowanceOf(
  purpose: WorkPurpose,
  times: readonly number[],
  calcond: number,
  more: number,
): Allowance {
  return {
    policy: POLICY_OF[purpose],
    left: Math.max(0, timesAnHour(purpose) - times.length - more),
    resetSeconds: secondsUntilRoom(times, calcond),
  };
}
