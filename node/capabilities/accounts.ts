/** Accounts: how they are opened, their keys and sessions, and answers kept for their requests. */
import { idempotencySweep } from "../accounts/idempotencySweep.js";
import { SESSION_FORGOTTEN } from "../accounts/sessions.js";
import type { Capability } from "../capability/capability.js";
import { accountHandlers } from "../operations/accounts.js";
import { claimHandlers } from "../operations/claims.js";
import { keyHandlers } from "../operations/keys.js";
import type { Ground } from "../ground/ground.js";
import type { NodeServices } from "../ground/services.js";

export function accountsCapability({ log }: Ground, services: NodeServices) {
  const { idempotency, sessions, work } = services;
  return {
    handlers: {
      ...accountHandlers(services),
      ...claimHandlers(services),
      ...keyHandlers(services),
    },
    buckets: [
      ...(["acct", "cid", "key", "keyacct", "once", "session"] as const),
      ...(["spent", "pace", "claimed", "claimday", "idem", "idemage", "idemtext"] as const),
    ],
    due: { [SESSION_FORGOTTEN]: sessions.forgetting },
    background: [
      idempotencySweep({ idempotency, log: log.child("background") }),
      work.sweep,
      sessions.nonceSweep,
    ],
  } as const satisfies Capability;
}
