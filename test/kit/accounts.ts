/** A store in memory with everything about accounts on it, for the tests of each part. */
import { systemRandom } from "../../node/runtime/random.js";
import { randomBytes } from "node:crypto";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { AccountKeys } from "../../node/accounts/accountKeys.js";
import { AccountOpening, type NewAccount } from "../../node/onboarding/accountOpening.js";
import { Accounts } from "../../node/accounts/accounts.js";
import { Effects, type Step } from "../../node/ledger/effects.js";
import { Deadlines } from "../../node/runtime/deadlines.js";
import { createMachines } from "../../node/machines/createMachines.js";
import type { MachineChanges } from "../../node/machines/machineChanges.js";
import type { MachineRegister } from "../../node/machines/machineRegister.js";
import type { Machines } from "../../node/machines/machines.js";
import { directLog } from "./directLog.js";
import { Sessions } from "../../node/accounts/sessions.js";
import type { Bucket } from "../../storage/records/buckets.js";
import type { KeyValueStore } from "../../storage/kv/kv.js";
import { MemoryStore } from "../../scripts/stores/memory.js";
import { Store } from "../../storage/store.js";
import { keyBytes } from "../../storage/kv/table.js";
import { quiet } from "./logger.js";

const CALCOND_NS = 777_000_777n;

/** A clock that stands until it is moved. */
export class HandClock {
  ns = 2_310_000_000n * CALCOND_NS;
  nowNs(): bigint {
    return this.ns;
  }
  forward(calconds: number): void {
    this.ns += BigInt(calconds) * CALCOND_NS;
  }
}

export const NODE_KEY = Buffer.from(
  nodeCrypto.ed25519PublicKey(new Uint8Array(32).fill(9)),
).toString("hex");

export function newPublicKey(): string {
  return Buffer.from(nodeCrypto.ed25519PublicKey(randomBytes(32))).toString("hex");
}

/** Damages one record as a disk does. */
export async function flipBit<K, V>(
  raw: KeyValueStore,
  bucket: Bucket<K, V>,
  key: K,
): Promise<void> {
  const name = keyBytes(bucket, key);
  const record = Buffer.from((await raw.get(name))!);
  record[0] = record[0]! ^ 1;
  await raw.batch([{ type: "put", key: name, value: record }], { sync: true });
}

/** Who asks, where only the account counts. */
export function by(owner: string) {
  return { owner, keyPrefix: "calc_ak_test" };
}

export class AccountBench {
  readonly raw: MemoryStore;
  readonly store: Store;
  readonly clock: HandClock;
  readonly deadlines: Deadlines;
  readonly accounts: Accounts;
  readonly machines: Machines;
  readonly machineRegister: MachineRegister;
  readonly machineChanges: MachineChanges;
  readonly keys: AccountKeys;
  readonly sessions: Sessions;
  readonly opening: AccountOpening;
  readonly effects: Effects;

  constructor(raw = new MemoryStore(), clock = new HandClock()) {
    this.raw = raw;
    this.store = new Store(raw);
    this.clock = clock;
    const { store } = this;
    this.deadlines = new Deadlines({ store, clock });
    const { deadlines } = this;
    this.accounts = new Accounts({
      store,
      deadlines,
      proofKey: new Uint8Array(32),
      random: systemRandom,
    });
    const { accounts } = this;
    const machines = createMachines({
      log: quiet,
      crypto: nodeCrypto,
      store,
      deadlines,
      random: systemRandom,
      machineLog: directLog({ store, deadlines }),
    });
    this.machines = machines.machines;
    this.machineRegister = machines.machineRegister;
    this.machineChanges = machines.machineChanges;
    this.keys = new AccountKeys({ store, deadlines, accounts, random: systemRandom });
    this.sessions = new Sessions(
      { node: NODE_KEY, secret: new Uint8Array(32) },
      { store, crypto: nodeCrypto, deadlines, accounts, random: systemRandom },
    );
    this.opening = new AccountOpening(
      { welcome: 0 },
      { store, deadlines, random: systemRandom, ...machines },
    );
    this.effects = new Effects({ store, ledger: null });
  }

  /** The same disk after a new start. */
  async again(): Promise<AccountBench> {
    const bench = new AccountBench(this.raw, this.clock);
    await bench.deadlines.load();
    return bench;
  }

  /** Does it, as a call without an idempotency key does. */
  run<T>(step: Step<T> | Promise<Step<T>>): Promise<T> {
    return this.effects.run(step);
  }

  open(
    cid = randomBytes(16).toString("hex"),
    publicKey = newPublicKey(),
    slug?: string,
  ): Promise<NewAccount> {
    return this.run(
      this.opening.open({
        account: cid,
        cid,
        publicKey,
        plan: "free",
        rights: [],
        ...(slug === undefined ? {} : { slug }),
      }),
    );
  }

  /** The principal of a key that has to be good. */
  async principal(key: string) {
    const found = await this.accounts.authenticate(key);
    if (typeof found === "string") throw new Error(`the key is ${found}`);
    return found;
  }
}
