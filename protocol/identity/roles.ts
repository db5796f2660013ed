/**
 * Who may do what with a machine. Roles are ordered, and what a lower one may, a higher one may.
 */

import { Refusal } from "../errors/refusal.js";

export const ROLES = ["viewer", "operator", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];
/** Roles that can be given to others: there is one owner. */
export const GRANTABLE_ROLES = ["viewer", "operator", "admin"] as const;
export type GrantableRole = (typeof GRANTABLE_ROLES)[number];

/** The lowest role that may do it. */
const LOWEST = {
  read: "viewer",
  "read-payload": "operator",
  send: "operator",
  fire: "operator",
  tick: "operator",
  step: "operator",
  pause: "operator",
  edit: "admin",
  deploy: "admin",
  publish: "admin",
  "read-grants": "admin",
  "drop-payload": "admin",
  "grant-viewer": "admin",
  "grant-operator": "admin",
  "grant-admin": "owner",
  "set-public": "owner",
  "rotate-key": "owner",
  close: "owner",
} as const satisfies Readonly<Record<string, Role>>;

export type Action = keyof typeof LOWEST;
export const ACTIONS: readonly Action[] = Object.keys(LOWEST).filter(isAction);

function isAction(text: string): text is Action {
  return Object.hasOwn(LOWEST, text);
}

function rankOf(role: Role): number {
  return ROLES.indexOf(role);
}

/** @param role null for a caller without a role, who may do nothing. */
export function allowed(role: Role | null, action: Action): boolean {
  return role !== null && reaches(role, LOWEST[action]);
}

/** Whether a role is at least another. */
export function reaches(role: Role, needed: Role): boolean {
  return rankOf(role) >= rankOf(needed);
}

/** A machine as somebody who has a role on it sees it. */
export interface SeenRole {
  readonly slug: string;
  readonly role: Role;
}

/**
 * Why somebody may not do what takes a role, or null. A private machine looks to outsiders as one
 * that does not exist.
 * @param named slug or id, as it was asked for
 * @param seen null where there is none, or none that the asker has a role on
 */
export function roleRefusal(named: string, seen: SeenRole | null, needed: Role): Refusal | null {
  if (seen === null)
    return new Refusal("NOT_FOUND", `there is no machine ${named} here that you may see`);
  const { role, slug } = seen;
  if (reaches(role, needed)) return null;
  return new Refusal("FORBIDDEN", `this takes the role ${needed}; yours on ${slug} is ${role}`, {
    members: { role, needed },
  });
}

export function lowestRole(action: Action): Role {
  return LOWEST[action];
}

/** The higher of two roles: grants add, none takes away. */
export function higherRole(a: Role | null, b: Role | null): Role | null {
  if (a === null || b === null) return a ?? b;
  return rankOf(a) >= rankOf(b) ? a : b;
}

export interface RoleGrant {
  /** Account it is given to, or sha256 in hex of the one key it is given to. */
  readonly to: { readonly account: string } | { readonly keyHash: string };
  readonly role: GrantableRole;
  /** First calcond at which it no longer holds; null for ever. */
  readonly expiresCalcond: number | null;
}

/** What of a machine decides about roles. */
export interface RoleSubject {
  readonly id: string;
  readonly owner: string;
  readonly isPublic: boolean;
  readonly grants: readonly RoleGrant[];
}

/** Who asks: a key or session of an account, or the key of a machine. */
export interface Asker {
  readonly account: string;
  /** Id of the machine whose key it is; null for keys and sessions of the account itself. */
  readonly machine: string | null;
  /** sha256 of the key, hex. */
  readonly keyHash: string;
}

/**
 * The role of `asker` on a machine, or null. That a key lifts limits of computing gives it no role.
 * @param asker null for a call without a key
 */
export function roleOn(subject: RoleSubject, asker: Asker | null, calcond: number): Role | null {
  let role: Role | null = subject.isPublic ? "viewer" : null;
  if (asker === null) return role;
  if (asker.machine === null && asker.account === subject.owner) return "owner";
  if (asker.machine === subject.id) role = "admin";
  for (const { to, role: granted, expiresCalcond } of subject.grants) {
    if (expiresCalcond !== null && calcond >= expiresCalcond) continue;
    // A machine's key is not its owner: what was given to the account is not given to it.
    const holds =
      "keyHash" in to
        ? to.keyHash === asker.keyHash
        : asker.machine === null && to.account === asker.account;
    if (holds) role = higherRole(role, granted);
  }
  return role;
}
