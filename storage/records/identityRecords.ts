/** Records kept of machines, sessions and things that may be used once. */
import type { GrantableRole } from "../../protocol/identity/roles.js";

export interface MachineGrant {
  /** `g_` and a number, unique in its machine. */
  readonly id: string;
  /** As it was given: an account's identity digest, or the first characters of a key. */
  readonly principal: string;
  readonly to: { readonly account: string } | { readonly keyHash: string };
  readonly role: GrantableRole;
  readonly expiresCalcond: number | null;
  readonly createdCalcond: number;
  /** First characters of the key that gave it. */
  readonly by: string;
}

export interface MachineRecord {
  /** `m_` and 26 characters. */
  readonly id: string;
  readonly slug: string;
  readonly name: string | null;
  /** Account. */
  readonly owner: string;
  /** Calcond that its log begins with. */
  readonly genesisCalcond: number;
  readonly createdCalcond: number;
  readonly isPublic: boolean;
  readonly grants: readonly MachineGrant[];
  /** Grants ever given: ids are not used again. */
  readonly granted: number;
  /** From which on nothing is written to it; absent while it is open. */
  readonly closedCalcond?: number;
}

export interface SessionRecord {
  readonly account: string;
  readonly prefix: string;
  readonly createdCalcond: number;
  readonly expiresCalcond: number;
}
