/** What the mesh itself does with events, by kind; capabilities of the node do the rest. */

/** Their effects are written in the batch that stores them. */
export const MESH_EFFECT_KINDS = [
  "evidence",
  "shard.claim",
  "shard.release",
  "spine.open",
  "key.rotate",
  "key.revoke",
] as const;
/** They say what a node holds; who takes part is heard by the market, too. */
export const MESH_HEARD_KINDS = ["digest"] as const;
/** They mean nothing beyond their place on a spine: what was sealed. */
export const SPINE_ONLY_KINDS = ["seal"] as const;
