/** Streams: channels that tick, links to them, subscribers and secure sessions. */
import type { Capability } from "../capability/capability.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { streamProofHandlers } from "../operations/streamProofs.js";
import { streamHandlers } from "../operations/streams.js";
import type { NodeServices } from "../ground/services.js";

export function streamsCapability(services: NodeServices) {
  const { autoTicks, secureSessions } = services.streams;
  return {
    handlers: { ...streamHandlers(services), ...streamProofHandlers(services) },
    buckets: ["chan", "chanstate", "chanof", "tick"],
    start: () => autoTicks.start(),
    stop: async () => {
      await autoTicks.stop();
      secureSessions.stop();
    },
    metrics: () => [
      gauge("channels_autotick", "Channels that tick by themselves", autoTicks.size),
      gauge("secure_sessions", "Secure sessions of channels that are open", secureSessions.size),
    ],
  } as const satisfies Capability;
}
