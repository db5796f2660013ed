/** Changes of a machine: its name, whether it is public, and who has which role on it. */
import type { Principal } from "../../protocol/identity/principal.js";
import type { Action, GrantableRole } from "../../protocol/identity/roles.js";
import { MACHINE_GRANTS_MAX } from "../../protocol/limits.js";
import type { JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { MachineGrant, MachineRecord } from "../../storage/records/identityRecords.js";
import type { Store } from "../../storage/store.js";
import { damagedKeyError } from "../accounts/damagedKey.js";
import type { Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RowDraft } from "./log/draft.js";
import { payloadText, type MachineLog } from "./log/machineLog.js";
import type { MachineRequest } from "./machineRegister.js";
import type { Machines, SeenMachine } from "./machines.js";
import type { PublicMachines } from "./publicMachines.js";
import type { RowBytes } from "./rowBytes.js";

const CID = /^[0-9a-f]{32}$/;

interface ChangesModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly machines: Pick<Machines, "require" | "checked">;
  readonly published: PublicMachines;
  readonly machineLog: Pick<MachineLog, "append">;
  readonly rowBytes: Pick<RowBytes, "take" | "giveBack">;
}

interface MachineChange<T> {
  readonly changed: MachineRecord;
  /** What its row says. */
  readonly row: Pick<RowDraft, "transitionType"> & { readonly payload: JsonObject };
  readonly made: (changed: MachineRecord) => T;
  /** It ends a right: never refused for want of room. */
  readonly takesAway?: boolean;
}

export class MachineChanges {
  readonly #store: Store;
  readonly #deadlines: Pick<Deadlines, "now">;
  readonly #machines: Pick<Machines, "require" | "checked">;
  readonly #published: PublicMachines;
  readonly #machineLog: ChangesModules["machineLog"];
  readonly #rowBytes: ChangesModules["rowBytes"];
  readonly #listeners = new Set<(machine: string) => void>();

  constructor({ store, deadlines, machines, published, machineLog, rowBytes }: ChangesModules) {
    this.#machineLog = machineLog;
    this.#rowBytes = rowBytes;
    this.#store = store;
    this.#deadlines = deadlines;
    this.#machines = machines;
    this.#published = published;
  }

  /** Called with the id of a machine that may have changed. */
  onChanged(listener: (machine: string) => void): void {
    this.#listeners.add(listener);
  }

  async change(
    slugOrId: string,
    principal: Principal,
    { name, isPublic }: Pick<MachineRequest, "name" | "isPublic">,
  ): Promise<Step<SeenMachine>> {
    const action = isPublic === undefined ? "edit" : "set-public";
    return this.#update(slugOrId, principal, action, ({ machine, role }) => ({
      changed: {
        ...machine,
        ...(name === undefined ? {} : { name }),
        ...(isPublic === undefined ? {} : { isPublic }),
      },
      row: {
        transitionType: "event",
        payload: {
          type: "machine.edited",
          data: {
            ...(name === undefined ? {} : { name }),
            ...(isPublic === undefined ? {} : { is_public: isPublic }),
          },
        },
      },
      takesAway: isPublic === false && machine.isPublic,
      made: (changed) => ({ machine: changed, role }),
    }));
  }

  /** Gives a role to an account, or to one key of the owner's account. */
  async grant(
    slugOrId: string,
    principal: Principal,
    entry: {
      readonly principal: string;
      readonly role: GrantableRole;
      readonly expiresCalcond: number | null;
    },
  ): Promise<Step<MachineGrant>> {
    const { machine: seen } = await this.#machines.require(
      slugOrId,
      principal,
      `grant-${entry.role}`,
    );
    const to = await this.#grantee(seen.owner, entry.principal);
    return this.#update(seen.id, principal, `grant-${entry.role}`, ({ machine }) => {
      const now = this.#deadlines.now();
      if (entry.expiresCalcond !== null && entry.expiresCalcond <= now) {
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
        principal: entry.principal,
        to,
        role: entry.role,
        expiresCalcond: entry.expiresCalcond,
        createdCalcond: now,
        by: principal.keyPrefix,
      };
      return {
        changed: { ...machine, grants: [...standing, given], granted: machine.granted + 1 },
        row: { transitionType: "granted", payload: grantTold(given) },
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
      row: { transitionType: "revoked", payload: grantTold(found) },
      takesAway: true,
      made: () => found,
    }));
  }

  /** The machine takes nothing more; its log stays. @param end ends its keys */
  async close(
    slugOrId: string,
    principal: Principal,
    end: (machine: MachineRecord) => Step<void>,
  ): Promise<Step<SeenMachine>> {
    const { machine: seen } = await this.#machines.require(slugOrId, principal, "close");
    const closing = await this.#update(slugOrId, principal, "close", ({ machine, role }) => ({
      changed: { ...machine, closedCalcond: this.#deadlines.now() },
      row: { transitionType: "closed", payload: {} },
      takesAway: true,
      made: (changed) => ({ machine: changed, role }),
    }));
    const ending = end(seen);
    return {
      keys: [...closing.keys, ...ending.keys],
      run: async (tx) => {
        const closed = await closing.run(tx);
        await ending.run(tx);
        return closed;
      },
    };
  }

  /** A new key for a machine, and the row that says so. @param rotating makes the key */
  async rotateKey<Made extends { readonly prefix: string }>(
    slugOrId: string,
    principal: Principal,
    graceCalconds: number,
    rotating: (machine: MachineRecord) => Step<Made>,
  ): Promise<Step<{ readonly machine: MachineRecord; readonly made: Made }>> {
    const { machine: seen } = await this.#machines.require(slugOrId, principal, "rotate-key");
    const rotation = rotating(seen);
    return {
      keys: [...rotation.keys, `mach:${seen.id}`],
      run: async (tx) => {
        const { machine, role } = this.#machines.checked(
          await tx.get(buckets.mach, seen.id),
          slugOrId,
          principal,
          "rotate-key",
        );
        const rotated = await rotation.run(tx);
        this.#machineLog.append(tx, machine.id, {
          transitionType: "key_rotated",
          actor: { key: principal.keyPrefix, role },
          payload: payloadText({ prefix: rotated.prefix, graceCalconds }),
        });
        return { machine, made: rotated };
      },
    };
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
        const { changed, made: entry, row, takesAway } = change(seen);
        const payload = payloadText(row.payload);
        const isCounted = takesAway !== true && !principal.unlimited;
        const bytes = Buffer.byteLength(payload);
        if (isCounted) await this.#rowBytes.take(changed.owner, bytes);
        tx.add(this.#store.machines.putOps(changed));
        this.#machineLog.append(tx, id, {
          transitionType: row.transitionType,
          actor: { key: principal.keyPrefix, role: seen.role },
          payload,
        });
        this.#published.followed(tx, changed);
        tx.onSettled((isWritten) => {
          if (isCounted && !isWritten) void this.#rowBytes.giveBack(changed.owner, bytes);
          for (const listener of this.#listeners) listener(id);
        });
        return entry(changed);
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

function grantTold({ expiresCalcond, id, principal, role }: MachineGrant): JsonObject {
  return { id, principal, role, expiresCalcond };
}
