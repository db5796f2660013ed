/** The mesh, as the interface sees it; its own parts are tied in `node/mesh`. */
import type { Capability } from "../capability/capability.js";
import { meshGauges } from "../mesh/gauges.js";
import { MESH_EFFECT_KINDS, MESH_HEARD_KINDS, SPINE_ONLY_KINDS } from "../mesh/ownKinds.js";
import { meshHandlers } from "../operations/mesh.js";
import { peerControlHandlers } from "../operations/peerControl.js";
import { spineHandlers } from "../operations/spine.js";
import type { NodeServices } from "../ground/services.js";

export function meshCapability(services: NodeServices) {
  return {
    handlers: {
      ...meshHandlers(services),
      ...peerControlHandlers(services),
      ...spineHandlers(services),
    },
    buckets: [
      ...(["ev", "body", "id", "tip", "tile", "peer", "blob", "node", "digest"] as const),
      ...(["head", "detached", "evid", "shard", "untold", "claim", "peerrule"] as const),
    ],
    keptKinds: [...MESH_EFFECT_KINDS, ...MESH_HEARD_KINDS, ...SPINE_ONLY_KINDS],
    metrics: () => meshGauges(services.mesh),
  } as const satisfies Capability;
}
