/** The mesh, as the interface sees it; its own parts are tied in `meshParts.ts`. */
import { defineCapability } from "../capability/define.js";
import { meshGauges } from "./view/gauges.js";
import { peerIdOf } from "./host/peerKey.js";
import { MeshView } from "./view/meshView.js";
import { meshHandlers } from "./operations/mesh.js";
import { peerControlHandlers } from "./operations/peerControl.js";
import { spineHandlers } from "./operations/spine.js";
import { MESH_EFFECT_KINDS, MESH_HEARD_KINDS, SPINE_ONLY_KINDS } from "./intake/ownKinds.js";

type Needs = Parameters<typeof meshHandlers>[0] &
  Parameters<typeof peerControlHandlers>[0] &
  Parameters<typeof spineHandlers>[0];

export const mesh = defineCapability({
  name: "mesh",
  make: ({ identity }) => ({
    mesh: new MeshView(),
    /** libp2p peer id; derived from the identity key. */
    peerId: peerIdOf(identity.publicKeyHex),
  }),
  parts: (services: Needs) => ({
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
    joined: (node) => services.mesh.use(node.mesh),
    metrics: () => meshGauges(services.mesh),
  }),
});
