/** Changes of a machine: its name, whether it is public, and who has which role on it. */
import type { Principal } from "../../protocol/identity/principal.js";
import type { Action, GrantableRole } from "../../protocol/identity/roles.js";
import { MACHINE_GRANTS_MAX } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/refusal.js";
import { buckets } from "../../storage/buckets.js";
import type { MachineGrant, MachineRecord } from "../../storage/identityRecords.js";
import type { Store } from "../../storage/store.js";
import { damagedKeyError } from "../accounts/damagedKey.js";
import type { Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { MachineWish } from "./machineRegister.js";
import type { Machines, SeenMachine } from "./machines.js";
import type { PublicMachines } from "./publicMachines.js";

const CID = /^[0-9a-f]{32}$/;

interface ChangesModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly machines: Pick<Machines, "require" | "checked">;
  readonly published: PublicMachines;
}

interface MachineChange<T> {
  readonly changed: MachineRecord;
  readonly made: (changed: MachineRecord) => T;
}

export class MachineChanges {
  readonly #store: Store;
  readonly #deadlines: Pick<Deadlines, "now">;
  readonly #machines: Pick<Machines, "require" | "checked">;
  readonly #published: PublicMachines;

  constructor({ store, deadlines, machines, published }: ChangesModules) {
    this.#store = store;
    this.#deadlines = deadlines;
    this.#machines = machines;
    this.#published = published;
  }

  async change(
    slugOrId: string,
    principal: Principal,
    { name, isPublic }: Pick<MachineWish, "name" | "isPublic">,
  ): Promise<Step<SeenMachine>> {
    const action = isPublic === undefined ? "edit" : "set-public";
    return this.#update(slugOrId, principal, action, ({ machine, role }) => ({
      changed: {
        ...machine,
        ...(name === undefined ? {} : { name }),
        ...(isPublic === undefined ? {} : { isPublic }),
      },
      made: (changed) => ({ machine: changed, role }),
    }));
  }

  /** Gives a role to an account, or to one key of the owner's account. */
  async grant(
    slugOrId: string,
    principal: Principal,
    wish: {
      readonly principal: string;
      readonly role: GrantableRole;
      readonly expiresCalcond: number | null;
    },
  ): Promise<Step<MachineGrant>> {
    const { machine: seen } = await this.#machines.require(
      slugOrId,
      principal,
      `grant-${wish.role}`,
    );
    const to = await this.#grantee(seen.owner, wish.principal);
    return this.#update(seen.id, principal, `grant-${wish.role}`, ({ machine }) => {
      const now = this.#deadlines.now();
      if (wish.expiresCalcond !== null && wish.expiresCalcond <= now) {
        throw new Refusal("INVALID_INPUT", "expiresCalcond is over already", {
          members: { calcond: now },
        });
      }
      const standing = machine.grants.filter(
        ({ expiresCalcond }) => expiresCalcond === null || expiresCalcond > now,
      );
      if (standing.length >= MACHINE_GRANTS_MAX) {
        throw new Refusal("CONFLICT", `a machine has at most ${MACHINE_GRANTS_MAX} grants`);
      }
      const given: MachineGrant = {
        id: `g_${machine.granted + 1}`,
        principal: wish.principal,
        to,
        role: wish.role,
        expiresCalcond: wish.expiresCalcond,
        createdCalcond: now,
        by: principal.keyPrefix,
      };
      return {
        changed: { ...machine, grants: [...standing, given], granted: machine.granted + 1 },
        made: () => given,
      };
    });
  }

  /** Takes a grant back: an admin those up to operator, the owner every one. */
  async ungrant(slugOrId: string, principal: Principal, id: string): Promise<Step<MachineGrant>> {
    const { machine: seen } = await this.#machines.require(slugOrId, principal, "read-grants");
    const found = seen.grants.find((grant) => grant.id === id);
    if (found === undefined)
      throw new Refusal("NOT_FOUND", `there is no grant ${id} on ${seen.slug}`);
    return this.#update(seen.id, principal, `grant-${found.role}`, ({ machine }) => ({
      changed: { ...machine, grants: machine.grants.filter((grant) => grant.id !== id) },
      made: () => found,
    }));
  }

  async #update<T>(
    slugOrId: string,
    principal: Principal,
    action: Action,
    change: (seen: SeenMachine) => MachineChange<T>,
  ): Promise<Step<T>> {
    const {
      machine: { id },
    } = await this.#machines.require(slugOrId, principal, action);
    return {
      keys: [`mach:${id}`],
      run: async (tx) => {
        const seen = this.#machines.checked(
          await tx.get(buckets.mach, id),
          slugOrId,
          principal,
          action,
        );
        const { changed, made } = change(seen);
        tx.add(this.#store.machines.putOps(changed));
        this.#published.followed(tx, changed);
        return made(changed);
      },
    };
  }

  /** @throws Refusal INVALID_INPUT where it names neither an account nor one key of the owner's */
  async #grantee(owner: string, principal: string): Promise<MachineGrant["to"]> {
    const { accounts } = this.#store;
    const account = CID.test(principal) ? await accounts.nameOf(principal) : undefined;
    if (account !== undefined) return { account };
    const now = this.#deadlines.now();
    const { damaged, keys } = await this.#store.keys.ofAccount(owner);
    const named = keys.filter(
      ({ prefix, revokedCalcond }) =>
        prefix === principal && (revokedCalcond === null || revokedCalcond > now),
    );
    const [key] = named;
    if (key !== undefined && named.length === 1) return { keyHash: key.hash };
    if (damaged.some(({ prefix }) => prefix === principal)) throw damagedKeyError(principal);
    const message = "no account has this identity digest, and no one key of the owner begins so";
    throw new Refusal("INVALID_INPUT", message, {
      errors: [{ pointer: "/principal", code: "INVALID_VALUE", message }],
    });
  }
}
