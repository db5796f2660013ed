/** Models of other providers, with the keys of the accounts that use them. */
import type { Capability } from "../capability/capability.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { modelHandlers } from "../operations/models.js";
import type { NodeServices } from "../ground/services.js";

export function modelsCapability(services: NodeServices) {
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
  } as const satisfies Capability;
}
