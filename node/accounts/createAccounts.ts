/** All that works on accounts, put together. */
import type { Ground } from "../ground/ground.js";
import { AccountKeys } from "./accountKeys.js";
import { Accounts } from "./accounts.js";
import { Idempotency } from "./idempotency.js";
import { Sessions } from "./sessions.js";
import { Work } from "./work.js";

type Modules = Pick<
  Ground,
  | "clock"
  | "crypto"
  | "deadlines"
  | "identity"
  | "log"
  | "metrics"
  | "random"
  | "registry"
  | "store"
>;

export interface AccountServices {
  readonly accounts: Accounts;
  readonly keys: AccountKeys;
  readonly sessions: Sessions;
  readonly work: Work;
  readonly idempotency: Idempotency;
}

/** @param asksWork whether work is asked for what is free */
export function createAccounts(modules: Modules, asksWork: boolean): AccountServices {
  const { identity, metrics } = modules;
  const { proofKey } = identity;
  const accounts = new Accounts({ ...modules, proofKey });
  const common = { ...modules, accounts };
  return {
    accounts,
    keys: new AccountKeys(common),
    sessions: new Sessions({ node: identity.publicKeyHex, secret: proofKey }, common),
    work: new Work(
      { secret: proofKey, enabled: asksWork },
      { ...modules, onLimited: (policy) => metrics.rateLimited.inc({ policy }) },
    ),
    idempotency: new Idempotency({ ...modules, log: modules.log.child("answers") }),
  };
}
