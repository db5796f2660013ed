/** Records kept beside the tokens: bonds, and transfer offers that were used. */

/** Acts on tokens of an account. */
export type VaultAction =
  | { readonly kind: "transfer"; readonly to: string }
  | { readonly kind: "burn" }
  /** They leave for an account of another node. */
  | { readonly kind: "move.out" }
  /** "" takes them out of their folders. */
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "lock"; readonly locked: boolean }
  | { readonly kind: "bond"; readonly bond: number }
  | { readonly kind: "slash" };

export interface BondRecord {
  readonly bond: number;
  readonly account: string;
  /** Token ids, ascending. */
  readonly envelopes: readonly string[];
  /** Face credits of them, by what they were paid with. */
  readonly paid: number;
  readonly free: number;
  readonly sinceCalcond: number;
  /** SHA-256 over the ids, hex. */
  readonly listHash: string;
  /** Ed25519 of the node over the attestation, hex. */
  readonly signature: string;
  readonly state: "bonded" | "released" | "ended" | "slashed";
  /** Up to when a released bond can still be withheld, or null before its release. */
  readonly heldUntilCalcond: number | null;
  /** Challenges that wait for their verdict: while there are any, nothing is given back. */
  readonly challenges: number;
}

/** A transfer offer that was used. */
export interface OfferRecord {
  readonly expiresCalcond: number;
}
