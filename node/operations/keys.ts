import type { NodeHandlers } from "../../api/contract/index.js";
import type { Call, Principal } from "../../api/contract/call.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import type { KeyRecord } from "../../storage/records.js";
import type { MadeKey } from "../accounts/accountKeys.js";
import type { Services } from "./modules.js";
import { listed, paged } from "./paging.js";

type KeyHandlers = Pick<NodeHandlers, "keys" | "keyNew" | "keyRotate" | "keyRevoke">;

const CREATED = 201;

export function keyHandlers({ idempotency, keys }: Services): KeyHandlers {
  return {
    keys: async (page, call) => {
      const { damaged, keys: found } = await keys.list(asker(call).owner);
      const { items, ...told } = paged(call, page, found);
      return listed(told, {
        keys: items.map(shown),
        damaged: damaged.map(({ prefix }) => ({ prefix })),
      });
    },
    keyNew: async ({ label, purpose }, call) => {
      const principal = asker(call);
      if (purpose === "master" && !principal.unlimited) {
        throw new ApiError("FORBIDDEN", "only the operator's own key makes keys without limits");
      }
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const body = await keys.create(
        principal.owner,
        { purpose, ...(label === undefined ? {} : { label }) },
        (made) => JSON.stringify(shownOnce(made)),
        also,
      );
      return preEncoded({ status: CREATED, body });
    },
    keyRotate: async ({ graceCalconds, prefix }, call) => {
      const principal = asker(call);
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const body = await keys.rotate(
        principal,
        prefix,
        graceCalconds,
        (made) => JSON.stringify({ ...shownOnce(made), replaces: prefix }),
        also,
      );
      return preEncoded({ status: CREATED, body });
    },
    keyRevoke: async ({ prefix }, call) => {
      await keys.revoke(asker(call), prefix);
      return { revoked: prefix };
    },
  };
}

/** The contract asks for a key where this is used. */
function asker({ principal }: Call): Principal {
  if (principal === null) throw new ApiError("MISSING_KEY", "this needs a key");
  return principal;
}

type Told = Pick<
  KeyRecord,
  "prefix" | "purpose" | "label" | "machine" | "createdCalcond" | "revokedCalcond"
>;

function shown({ createdCalcond, label, machine, prefix, purpose, revokedCalcond }: Told) {
  const kind = machine === undefined ? "account" : "machine";
  return {
    prefix,
    kind,
    purpose,
    label: label ?? null,
    machine: machine ?? null,
    createdCalcond,
    revokedCalcond,
  };
}

function shownOnce({ key, prefix, record }: MadeKey) {
  return { key, ...shown({ ...record, prefix, revokedCalcond: null }) };
}
