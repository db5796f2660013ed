/**
 * Who may do what with something that belongs to an account: a contract, a reactor. Where it names
 * a machine, the roles on that machine hold for it.
 */
import type { Principal } from "../../protocol/identity/principal.js";
import { lowestRole, reaches, type Action, type Role } from "../../protocol/identity/roles.js";
import type { RowActor } from "../../protocol/log/row.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Machines } from "./machines.js";

export interface Belonging {
  /** The account that pays for it. */
  readonly owner: string;
  /** Id of the machine whose roles hold for it; null where it is the account's alone. */
  readonly machine: string | null;
}

/** Who acts, as rows name it. */
export interface Acting {
  readonly actor: RowActor & { readonly role: Role };
}

/**
 * Whose something new is.
 * @param named slug or id of a machine; null for that of the caller's key, if it is a machine's
 * @throws Refusal as `Machines.require` does
 */
export async function newBelonging(
  machines: Machines,
  principal: Principal,
  named: string | null,
): Promise<Belonging & { readonly role: Role }> {
  const asked = named ?? principal.machine;
  if (asked === null) return { owner: principal.owner, machine: null, role: "owner" };
  const { machine, role } = await machines.require(asked, principal, "deploy");
  return { owner: machine.owner, machine: machine.id, role };
}

/** Null for a caller who may not know that there is such a thing. */
export async function roleOnBelonging(
  machines: Machines,
  { machine, owner }: Belonging,
  asking: Principal | null,
): Promise<Role | null> {
  if (machine !== null) return (await machines.roleOn(machine, asking))?.role ?? null;
  return asking !== null && asking.owner === owner && asking.machine === null ? "owner" : null;
}

/**
 * The record found, with the caller who may do `action` with it.
 * @throws Refusal `notFound` for a caller without a role on it, FORBIDDEN for too low a one
 */
export async function requireRole<T extends { readonly record: Belonging }>(
  machines: Machines,
  found: T | null,
  {
    action,
    asking,
    id,
    notFound,
  }: {
    readonly id: string;
    readonly asking: Principal | null;
    readonly action: Action;
    readonly notFound: (id: string) => Refusal;
  },
): Promise<T & Acting> {
  const role = found === null ? null : await roleOnBelonging(machines, found.record, asking);
  if (found === null || role === null) throw notFound(id);
  const needed = lowestRole(action);
  if (!reaches(role, needed))
    throw new Refusal("FORBIDDEN", `this takes the role ${needed}; yours on ${id} is ${role}`, {
      members: { role, needed },
    });
  return { ...found, actor: { key: asking?.keyPrefix ?? "", role } };
}
