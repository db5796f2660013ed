/** What the mesh itself does with events, by kind; capabilities of the node do the rest. */

/** Their effects are written in the batch that stores them. */
export const MESH_EFFECT_KINDS = ["evidence", "shard.claim", "shard.release"] as const;
/** They say who takes part, and with how much room. */
export const MESH_HEARD_KINDS = ["node", "digest"] as const;
/**
 * They mean nothing beyond their place on a spine: how it begins, what was sealed, and jobs, which
 * no node takes from others yet.
 */
export const SPINE_ONLY_KINDS = ["spine.open", "seal", "job.open", "job.cancel"] as const;
