import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { allowed, type Role } from "../../../protocol/identity/roles.js";
import type { MachineGrant, MachineRecord } from "../../../storage/records/identityRecords.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import type { AccountServices } from "../../accounts/createAccounts.js";
import type { MachineServices } from "../createMachines.js";
import type { LogServices } from "../log/createLogs.js";
import { nextOffset } from "../../operations/paging.js";
import { principalOf } from "../../operations/owner.js";

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
  | "stateClose"
>;

export function machineHandlers(
  services: EffectServices &
    Pick<AccountServices, "keys"> &
    Pick<LogServices, "machineLog"> &
    Pick<MachineServices, "machines" | "machineRegister" | "machineChanges">,
): MachineHandlers {
  const { keys, machines, machineRegister, machineChanges } = services;
  return {
    stateNew: ({ is_public: isPublic, name, slug }, call) => {
      const wish = {
        isPublic,
        ...(name === undefined ? {} : { name }),
        ...(slug === undefined ? {} : { slug }),
      };
      const effect = effectOf(services, call, nodeOperations.stateNew);
      return effect.run(machineRegister.create(principalOf(call), wish), ({ key, record }) => ({
        machine: shown(record, "owner"),
        key,
        keyShownOnce: true,
      }));
    },
    stateList: async (_page, call) => {
      const { damaged, machines: all } = await machines.ofAccount(principalOf(call).owner);
      return {
        machines: all.map((machine) => shown(machine, "owner")),
        total: all.length,
        damaged: damaged.map((one) => ({ ...one })),
      };
    },
    statePublished: async (page) => {
      const { damaged, items, total } = await machines.published(page);
      const answer = {
        machines: items.map((machine) => shown(machine, "viewer")),
        total,
        damaged: damaged.map((one) => ({ ...one })),
      };
      return answered(answer, []).before(nextOffset(page, total));
    },
    stateOf: async ({ slug }, call) => {
      const { machine, role } = await machines.require(slug, call.principal);
      const head = await services.machineLog.head(machine.id);
      return {
        ...shown(machine, role),
        head: { seq: head?.seq ?? -1, hash: head?.hash ?? "" },
        state: head?.state ?? null,
        evaluations: head?.evalCount ?? 0,
      };
    },
    stateEdit: ({ is_public: isPublic, name, slug }, call) => {
      if (isPublic === undefined && name === undefined) {
        throw new ApiError("INVALID_INPUT", "say what is to change: name or is_public");
      }
      const wish = {
        ...(name === undefined ? {} : { name }),
        ...(isPublic === undefined ? {} : { isPublic }),
      };
      return effectOf(services, call, nodeOperations.stateEdit).run(
        machineChanges.change(slug, principalOf(call), wish),
        ({ machine, role }) => shown(machine, role),
      );
    },
    stateKeyRotate: async ({ graceCalconds, slug }, call) => {
      const effect = effectOf(services, call, nodeOperations.stateKeyRotate);
      const rotation = machineChanges.rotateKey(slug, principalOf(call), graceCalconds, (machine) =>
        keys.rotateMachine(machine, graceCalconds),
      );
      return effect.run(rotation, ({ machine, made: { key, prefix } }) => ({
        machine: machine.id,
        slug: machine.slug,
        prefix,
        key,
        keyShownOnce: true,
      }));
    },
    stateGrants: async ({ slug }, call) => {
      const { machine } = await machines.require(slug, principalOf(call));
      const holding = await machines.holding(machine);
      return {
        owner: machine.owner,
        grants: machine.grants.map((grant) => grantShown(grant, holding.has(grant))),
        total: machine.grants.length,
      };
    },
    stateGrant: ({ expiresCalcond = null, principal, role, slug }, call) =>
      effectOf(services, call, nodeOperations.stateGrant).run(
        machineChanges.grant(slug, principalOf(call), { principal, role, expiresCalcond }),
        (given) => grantShown(given, true),
      ),
    stateUngrant: ({ id, slug }, call) =>
      effectOf(services, call, nodeOperations.stateUngrant).run(
        machineChanges.ungrant(slug, principalOf(call), id),
        (removed) => ({ removed: removed.id }),
      ),
    stateClose: ({ slug }, call) =>
      effectOf(services, call, nodeOperations.stateClose).run(
        machineChanges.close(slug, principalOf(call), (machine) => keys.endMachine(machine)),
        ({ machine, role }) => ({
          ...shown(machine, role),
          closedCalcond: machine.closedCalcond!,
        }),
      ),
  };
}

function shown(
  { closedCalcond, createdCalcond, genesisCalcond, id, isPublic, name, owner, slug }: MachineRecord,
  role: Role,
) {
  return {
    ...(closedCalcond === undefined ? {} : { closedCalcond }),
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
