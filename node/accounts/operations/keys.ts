import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { KeyRecord } from "../../../storage/records/records.js";
import type { IssuedKey } from "../accountKeys.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { AccountServices } from "../createAccounts.js";
import type { DeliveredMail } from "../../mail/delivery/createDelivery.js";
import { apiKeyOf, principalOf } from "../../operations/owner.js";

type KeyHandlers = Pick<NodeHandlers, "keys" | "keyNew" | "keyRotate" | "keyRevoke">;

export function keyHandlers(
  services: EffectServices & Pick<AccountServices, "keys"> & { readonly mail: DeliveredMail },
): KeyHandlers {
  const { keys, mail } = services;
  const { keyring } = mail;
  return {
    keys: async (_page, call) => {
      const { damaged, keys: found } = await keys.list(principalOf(call).owner);
      return {
        keys: found.map(shown),
        total: found.length,
        damaged: damaged.map(({ prefix }) => ({ prefix })),
      };
    },
    keyNew: ({ label, purpose }, call) => {
      const principal = principalOf(call);
      if (purpose === "master" && !principal.unlimited) {
        throw new ApiError("FORBIDDEN", "only the operator's own key makes keys without limits");
      }
      return effectOf(services, call, nodeOperations.keyNew).run(
        keyring.following(
          keys.create(principal.owner, { purpose, ...(label === undefined ? {} : { label }) }),
          principal.owner,
          apiKeyOf(call),
        ),
        shownOnce,
      );
    },
    keyRotate: ({ graceCalconds, prefix }, call) => {
      const principal = principalOf(call);
      const { owner } = principal;
      const rotated = keys.rotate(principal, prefix, graceCalconds);
      return effectOf(services, call, nodeOperations.keyRotate).run(
        keyring.ending(keyring.following(rotated, owner, apiKeyOf(call)), owner),
        (key) => ({ ...shownOnce(key), replaces: prefix }),
      );
    },
    keyRevoke: ({ prefix }, call) => {
      const principal = principalOf(call);
      return effectOf(services, call, nodeOperations.keyRevoke).run(
        keyring.ending(keys.revoke(principal, prefix), principal.owner),
        () => ({ revoked: prefix }),
      );
    },
  };
}

type ShownKey = Pick<
  KeyRecord,
  "prefix" | "purpose" | "label" | "machine" | "createdCalcond" | "revokedCalcond"
>;

function shown({ createdCalcond, label, machine, prefix, purpose, revokedCalcond }: ShownKey) {
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

function shownOnce({ key, prefix, record }: IssuedKey) {
  return { key, ...shown({ ...record, prefix, revokedCalcond: null }) };
}
