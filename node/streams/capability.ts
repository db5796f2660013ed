/** Streams: channels that tick, links to them, subscribers and secure sessions. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { secureCrypto } from "../runtime/secureCrypto.js";
import { createStreams } from "./createStreams.js";
import { streamProofHandlers } from "./operations/streamProofs.js";
import { streamHandlers } from "./operations/streams.js";

type Needs = Parameters<typeof streamHandlers>[0] & Parameters<typeof streamProofHandlers>[0];

export const streams = defineCapability({
  name: "streams",
  make: (ground, given: GivenTo<typeof createStreams>) => ({
    streams: createStreams({
      ...ground,
      ...given,
      crypto: secureCrypto,
      log: ground.log.child("streams"),
    }),
  }),
  parts: (services: Needs) => {
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
    };
  },
});
