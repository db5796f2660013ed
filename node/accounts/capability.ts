/** Accounts: how they are opened, their keys and sessions, and answers kept for their requests. */
import { defineCapability } from "../capability/define.js";
import type { Ground } from "../ground/ground.js";
import { createAccounts, type AccountServices } from "./createAccounts.js";
import { idempotencySweep } from "./idempotencySweep.js";
import { accountHandlers } from "./operations/accounts.js";
import { keyHandlers } from "./operations/keys.js";
import { SESSION_FORGOTTEN } from "./sessions.js";

type Needs = Ground &
  AccountServices &
  Parameters<typeof accountHandlers>[0] &
  Parameters<typeof keyHandlers>[0];

export const accounts = defineCapability({
  name: "accounts",
  make: (ground) => createAccounts(ground, ground.config.rateLimits === "on"),
  parts: (services: Needs) => {
    const { idempotency, sessions, work } = services;
    return {
      handlers: { ...accountHandlers(services), ...keyHandlers(services) },
      buckets: [
        ...(["acct", "cid", "key", "keyacct", "once", "session"] as const),
        ...(["spent", "pace", "answers"] as const),
      ],
      due: { [SESSION_FORGOTTEN]: sessions.forgetting },
      background: [idempotencySweep(idempotency), work.sweep, sessions.nonceSweep],
    };
  },
});
