/** Why nothing may be added to this node's spine, so that a result comes back without a receipt. */
export type UnsealedReason =
  | "CHARGE_REFUSED"
  | "CLOCK_BACKWARDS"
  | "CLOCK_SKEW"
  | "RESTORE_GUARD"
  | "SELF_EQUIVOCATION"
  | "SPINE_DAMAGED"
  | "STORE_READ_ONLY"
  | "STORE_WRITE_FAILED";
