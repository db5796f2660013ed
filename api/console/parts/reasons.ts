/** Why a node does not seal: each with its cause and what to do. */
const CLOCK = "The node's clock is wrong. Set it by NTP; sealing goes on by itself.";
const DISK =
  "The node's disk takes no more writes. Free space or mend it, then start the node anew.";
const GUARD =
  "The node may be a restored backup and asks its peers for newer seals. It seals when they have answered.";
const DAMAGE = "Records of the node's own chain are damaged. Its operator runs `calc doctor`.";

export const REASONS: Readonly<Record<string, string>> = {
  CHARGE_REFUSED: "The price could not be booked. Ask again.",
  CLOCK_BACKWARDS: CLOCK,
  CLOCK_SKEW: CLOCK,
  RESTORE_GUARD: GUARD,
  SELF_EQUIVOCATION: "Two nodes sign with this node's key. Stop one of them.",
  SPINE_DAMAGED: DAMAGE,
  STORE_READ_ONLY: DISK,
  STORE_WRITE_FAILED: DISK,
  starting: "The node is starting: it reads its records first.",
  stopping: "The node is stopping.",
  db: "The database cannot be written, or its chain is damaged. Its operator runs `calc doctor`.",
  clock: CLOCK,
  registry: "The registry of operators could not be read. Install the node's package again.",
  disk: DISK,
  workers: "No thread computes. Start the node anew; its log says why they ended.",
  peers: GUARD,
};
