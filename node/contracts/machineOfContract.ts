/** A machine and the contract on it, in one batch: both begin, or neither does. */
import type { Principal } from "../../protocol/identity/principal.js";
import type { JsonValue } from "../../protocol/ports.js";
import type { Step } from "../ledger/effects.js";
import type { MachineDraft, MachineRegister, MachineRequest } from "../machines/machineRegister.js";
import type { ChangedContract, Contracts } from "./contracts.js";

interface MachineParts {
  readonly contracts: Pick<Contracts, "deployFor">;
  readonly machineRegister: Pick<MachineRegister, "create">;
}

export interface BegunMachine {
  readonly draft: MachineDraft;
  /** Null for a machine without a program. */
  readonly changed: ChangedContract | null;
}

/** @throws Refusal INVALID_PROGRAM; with the step SLUG_TAKEN, CONFLICT */
export function machineWithContract(
  { contracts, machineRegister }: MachineParts,
  principal: Principal,
  asked: MachineRequest,
  contract: { readonly name: string | null; readonly program: JsonValue } | null,
): Step<BegunMachine> {
  const machine = machineRegister.create(principal, asked);
  const { owner } = principal;
  // It hears events from behind the first row of its machine.
  const place = { machine: machine.machine, owner, role: "owner", cursor: 0 } as const;
  const deployed = contract === null ? null : contracts.deployFor(principal, place, contract);
  return {
    keys: [...new Set([...machine.keys, ...(deployed?.keys ?? [])])],
    run: async (tx) => ({
      draft: await machine.run(tx),
      changed: deployed === null ? null : await deployed.run(tx),
    }),
  };
}
