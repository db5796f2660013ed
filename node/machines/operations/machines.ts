import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { allowed, type Role } from "../../../protocol/identity/roles.js";
import type { MachineGrant, MachineRecord } from "../../../storage/records/identityRecords.js";
import type { ComputeServices } from "../../compute/createCompute.js";
import { asker as askerOf } from "../../operations/asker.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { programNamed, requestedProgram } from "../../contracts/operations/contractTemplates.js";
import { programShown } from "../../contracts/operations/contracts.js";
import type { ContractServices } from "../../contracts/createContracts.js";
import { machineWithContract } from "../../contracts/machineOfContract.js";
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

type MachineParts = EffectServices &
  Pick<AccountServices, "keys"> &
  Pick<ComputeServices, "evaluator"> &
  Pick<LogServices, "machineLog"> &
  Pick<MachineServices, "machines" | "machineRegister" | "machineChanges"> & {
    readonly contracts: ContractServices;
  };

export function machineHandlers(services: MachineParts): MachineHandlers {
  const { keys, machines, machineChanges } = services;
  return {
    stateNew: (body, call) => begun(services, body, call),
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
      const options = {
        ...(name === undefined ? {} : { name }),
        ...(isPublic === undefined ? {} : { isPublic }),
      };
      return effectOf(services, call, nodeOperations.stateEdit).run(
        machineChanges.change(slug, principalOf(call), options),
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

type NewMachine = Parameters<NodeHandlers["stateNew"]>[0];

/** A machine, and the contract of the program that it begins with, in one batch. */
async function begun(
  services: MachineParts,
  { is_public: isPublic, name, purpose, slug, ...program }: NewMachine,
  call: Call,
) {
  const { contracts } = services.contracts;
  const principal = principalOf(call);
  if (purpose === "master" && !principal.unlimited)
    throw new ApiError(
      "FORBIDDEN",
      "a machine with a key without limits is the operator's to start",
    );
  const named = programNamed(program);
  const asked = {
    isPublic,
    ...(purpose === undefined ? {} : { purpose }),
    ...(name === undefined ? {} : { name }),
    ...(slug === undefined ? {} : { slug }),
  };
  const { evaluator, machineRegister } = services;
  const contract =
    named === null
      ? null
      : { name: null, program: await requestedProgram(named, evaluator, askerOf(call)) };
  const both = machineWithContract({ contracts, machineRegister }, principal, asked, contract);
  const effect = effectOf(services, call, nodeOperations.stateNew);
  return effect.run(both, ({ changed, draft: { key, record } }) => ({
    machine: shown(record, "owner"),
    key,
    keyShownOnce: true,
    ...(changed === null ? {} : { contract: programShown(contracts, changed) }),
  }));
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
