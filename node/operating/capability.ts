/** What the node's operator asks of it, and what keeps its files whole. */
import { defineCapability } from "../capability/define.js";
import type { Ground } from "../ground/ground.js";
import type { MeshView } from "../mesh/view/meshView.js";
import { fileScrub, scrubGauges } from "../repair/fileScrub.js";
import { RecordRepair } from "../repair/recordRepair.js";
import { NodeHistory, type HistoryPorts } from "./nodeHistory.js";
import { operatingHandlers } from "./operations/operating.js";

interface Needs extends Ground {
  readonly mesh: MeshView;
  readonly repair: RecordRepair;
  readonly history: NodeHistory;
}

export const operating = defineCapability({
  name: "operating",
  make: (ground, _given: unknown, ports: HistoryPorts) => ({
    history: new NodeHistory(ground, ports),
    repair: new RecordRepair({
      ...ground,
      network: ground.spine.net,
      log: ground.log.child("store"),
    }),
  }),
  parts: (services: Needs) => {
    const { history, log, mesh, repair, store } = services;
    const { tables } = store;
    return {
      handlers: operatingHandlers(services),
      buckets: [],
      background: [
        ...fileScrub({
          ...services,
          tables,
          log: log.child("store"),
          holders: () => mesh.source?.holders ?? null,
        }),
        ...history.tasks,
      ],
      metrics: () => scrubGauges(tables, repair),
    };
  },
});
