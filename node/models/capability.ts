/** Models of other providers, with the keys of the accounts that use them. */
import { defineCapability } from "../capability/define.js";
import type { LedgerServices } from "../ledger/createLedger.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { createModels, type ModelPorts } from "./createModels.js";
import { modelHandlers } from "./operations/models.js";

/** What whoever starts the node may hand in. */
interface Ports {
  /** Absent: providers of models as they are, and their wrapping key in memory. */
  readonly models?: ModelPorts;
}

export const models = defineCapability({
  name: "models",
  make: (ground, { effects }: Pick<LedgerServices, "effects">, ports: Ports) => ({
    models: createModels({
      ...ground,
      effects,
      localServers: ground.config.llm?.localServers ?? [],
      keysLost: ground.config.llm?.keysLost ?? false,
      proofKey: ground.identity.proofKey,
      ports: ports.models ?? {},
    }),
  }),
  parts: (services: Parameters<typeof modelHandlers>[0]) => {
    const { chats, credentials, upstream } = services.models;
    return {
      handlers: modelHandlers(services),
      buckets: ["llmcred", "llmuse"],
      start: () => credentials.start(),
      stop: () => {
        upstream.close();
        return Promise.resolve();
      },
      metrics: () => [gauge("llm_chats", "Chats with models that run now", chats.running)],
    };
  },
});
