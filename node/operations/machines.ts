import type { NodeHandlers } from "../../api/contract/index.js";
import type { Call, Principal } from "../../api/contract/call.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import { allowed, type Role } from "../../protocol/identity/roles.js";
import type { MachineGrant, MachineRecord } from "../../storage/identityRecords.js";
import type { Services } from "./modules.js";
import { listed, paged, pageOf } from "./paging.js";

type MachineHandlers = Pick<
  NodeHandlers,
  | "stateNew"
  | "stateList"
  | "statePublished"
  | "stateOf"
  | "stateEdit"
  | "stateKeyRotate"
  | "stateGrants"
  | "stateGrant"
  | "stateUngrant"
>;

const CREATED = 201;

export function machineHandlers(services: Services): MachineHandlers {
  const { idempotency, keys, machines } = services;
  return {
    stateNew: async ({ is_public: isPublic, name, slug }, call) => {
      const { owner } = asker(call);
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const wish = {
        isPublic,
        ...(name === undefined ? {} : { name }),
        ...(slug === undefined ? {} : { slug }),
      };
      const body = await machines.create(
        owner,
        wish,
        ({ key, record }) =>
          JSON.stringify({ machine: shown(record, "owner"), key, keyShownOnce: true }),
        also,
      );
      return preEncoded({ status: CREATED, body });
    },
    stateList: async (page, call) => {
      const { damaged, machines: all } = await machines.ofAccount(asker(call).owner);
      const { items, ...told } = paged(call, page, all);
      return listed(told, { machines: items.map((machine) => shown(machine, "owner")), damaged });
    },
    statePublished: async (page, call) => {
      const { damaged, ...found } = await machines.published(page);
      const { items, ...told } = pageOf(call, page, found);
      return listed(told, { machines: items.map((machine) => shown(machine, "viewer")), damaged });
    },
    stateOf: async ({ slug }, call) => {
      const { machine, role } = await machines.require(slug, call.principal, "read");
      return shown(machine, role);
    },
    stateEdit: async ({ is_public: isPublic, name, slug }, call) => {
      if (isPublic === undefined && name === undefined) {
        throw new ApiError("INVALID_INPUT", "say what is to change: name or is_public");
      }
      const { machine, role } = await machines.change(slug, asker(call), {
        ...(name === undefined ? {} : { name }),
        ...(isPublic === undefined ? {} : { isPublic }),
      });
      return shown(machine, role);
    },
    stateKeyRotate: async ({ graceCalconds, slug }, call) => {
      const { machine } = await machines.require(slug, asker(call), "rotate-key");
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const body = await keys.rotateMachine(
        machine,
        graceCalconds,
        ({ key, prefix }) =>
          JSON.stringify({
            machine: machine.id,
            slug: machine.slug,
            prefix,
            key,
            keyShownOnce: true,
          }),
        also,
      );
      return preEncoded({ status: CREATED, body });
    },
    stateGrants: async ({ slug }, call) => {
      const { machine } = await machines.require(slug, asker(call), "read-grants");
      const holding = await machines.holding(machine);
      return {
        owner: machine.owner,
        grants: machine.grants.map((grant) => grantShown(grant, holding.has(grant))),
        total: machine.grants.length,
      };
    },
    stateGrant: async ({ expiresCalcond = null, principal, role, slug }, call) => {
      const { also } = idempotency.inBatch(call.idempotency, CREATED);
      const grant = await machines.grant(
        slug,
        asker(call),
        { principal, role, expiresCalcond },
        (given) => also?.(JSON.stringify(grantShown(given, true))) ?? [],
      );
      return preEncoded({ status: CREATED, body: JSON.stringify(grantShown(grant, true)) });
    },
    stateUngrant: async ({ id, slug }, call) => ({
      removed: (await machines.ungrant(slug, asker(call), id)).id,
    }),
  };
}

/** The contract asks for a key where this is used. */
function asker({ principal }: Call): Principal {
  if (principal === null) throw new ApiError("MISSING_KEY", "this needs a key");
  return principal;
}

function shown(
  { createdCalcond, genesisCalcond, id, isPublic, name, owner, slug }: MachineRecord,
  role: Role,
) {
  return {
    id,
    slug,
    name,
    genesisCalcond,
    createdCalcond,
    is_public: isPublic,
    role,
    ...(allowed(role, "read-grants") ? { owner } : {}),
  };
}

function grantShown(
  { createdCalcond, expiresCalcond, id, principal, role }: MachineGrant,
  holds: boolean,
) {
  return { id, principal, role, expiresCalcond, createdCalcond, holds };
}
