/**
 * What has a log, as a path names it: a contract, reactor or channel by its id, which no slug looks
 * like, else a machine by slug or id.
 */
import type { Principal } from "../../../protocol/identity/principal.js";
import {
  allowed,
  type Action,
  type Role,
  type SeenRole,
} from "../../../protocol/identity/roles.js";
import type { LogGenesis } from "../../../protocol/log/row.js";
import type { ContractServices } from "../../contracts/createContracts.js";
import type { ReactorServices } from "../../reactors/createReactors.js";
import type { StreamServices } from "../../streams/createStreams.js";
import { roleOnBelonging, type Belonging } from "../belonging.js";
import type { MachineServices } from "../createMachines.js";

export interface LogOwners extends Pick<MachineServices, "machines"> {
  readonly contracts: ContractServices;
  readonly reactors: ReactorServices;
  readonly streams: StreamServices;
}

export interface NamedLog {
  readonly genesis: LogGenesis;
  /** Whether the caller may be told the account. */
  readonly isOwnerTold: boolean;
}

/** @throws Refusal NOT_FOUND for whoever may not know of it, FORBIDDEN for too low a role */
export async function logByName(
  { contracts, machines, reactors, streams }: LogOwners,
  name: string,
  principal: Principal | null,
  action: Action = "read",
): Promise<NamedLog> {
  switch (name.slice(0, 3)) {
    case "ct_": {
      const { actor, record } = await contracts.contracts.require(name, principal, action);
      return namedLog(record, actor.role);
    }
    case "rx_": {
      const { actor, record } = await reactors.reactors.require(name, principal, action);
      return namedLog(record, actor.role);
    }
    case "ch_": {
      if (action !== "read") break;
      const { record } = await streams.channels.readable(name, principal);
      return namedLog(record, "viewer");
    }
  }
  const { machine, role } = await machines.require(name, principal, action);
  const { genesisCalcond, id, owner } = machine;
  return namedLog({ id, owner, createdCalcond: genesisCalcond }, role);
}

/** The caller's role on it, as a path names it; null for who may not know of it. */
export async function roleOnLog(
  { contracts, machines, reactors, streams }: LogOwners,
  name: string,
  principal: Principal | null,
): Promise<SeenRole | null> {
  const role = async (found: { readonly record: Belonging } | null): Promise<SeenRole | null> => {
    const seen = found === null ? null : await roleOnBelonging(machines, found.record, principal);
    return seen === null ? null : { slug: name, role: seen };
  };
  switch (name.slice(0, 3)) {
    case "ct_":
      return role(await contracts.contracts.find(name));
    case "rx_":
      return role(await reactors.reactors.find(name));
    case "ch_": {
      const channel = await streams.channels.find(name);
      const isReader = channel !== null && streams.channels.roleOn(channel, principal) !== null;
      return isReader ? { slug: name, role: "viewer" } : null;
    }
  }
  return machines.roleOn(name, principal);
}

function namedLog(
  { createdCalcond: genesisCalcond, id: machine, owner }: Named,
  role: Role,
): NamedLog {
  const isOwnerTold = allowed(role, "read-grants");
  return { genesis: { machine, owner, genesisCalcond }, isOwnerTold };
}

interface Named {
  readonly id: string;
  readonly owner: string;
  readonly createdCalcond: number;
}
