/**
 * Hosts of the library on loopback with as many of our patches as a test wants: what an effect is
 * held against.
 */
import "../../node/runtime/polyfills.js";
import { gossipsub, StrictNoSign, TopicValidatorResult } from "@chainsafe/libp2p-gossipsub";
import type { GossipSub } from "@chainsafe/libp2p-gossipsub";
import { identify } from "@libp2p/identify";
import { noise } from "@libp2p/noise";
import { tcp } from "@libp2p/tcp";
import { yamux } from "@libp2p/yamux";
import { createHash } from "node:crypto";
import { createLibp2p } from "libp2p";
import type { Libp2p } from "libp2p";

export type Encrypters = ReturnType<typeof noise>;
export type Muxers = ReturnType<typeof yamux>;
export type PlainHost = Libp2p<{ readonly pubsub: GossipSub } & Record<string, unknown>>;

export interface HostParts {
  readonly encrypter?: (make: Encrypters) => Encrypters;
  readonly muxer?: (make: Muxers) => Muxers;
}

export const TOPIC = "patches";

export async function plainHosts(
  count: number,
  { encrypter = (make) => make, muxer = (make) => make }: HostParts = {},
): Promise<readonly PlainHost[]> {
  return Promise.all(
    Array.from({ length: count }, () =>
      createLibp2p<{ readonly pubsub: GossipSub } & Record<string, unknown>>({
        addresses: { listen: ["/ip4/127.0.0.1/tcp/0"] },
        transports: [tcp()],
        connectionEncrypters: [encrypter(noise())],
        streamMuxers: [muxer(yamux({ enableKeepAlive: false }))],
        connectionMonitor: { enabled: false },
        connectionGater: { denyDialMultiaddr: () => false },
        services: {
          identify: identify(),
          pubsub: gossipsub({
            heartbeatInterval: 200,
            asyncValidation: true,
            globalSignaturePolicy: StrictNoSign,
            allowPublishToZeroTopicPeers: true,
            emitSelf: false,
            msgIdFn: ({ data }) => createHash("sha256").update(data).digest(),
          }),
        },
      }),
    ),
  );
}

/** Passes on whatever comes, as the host does once it has judged it. */
export function passOn(host: PlainHost): void {
  const { pubsub } = host.services;
  if (!("reportMessageValidationResult" in pubsub))
    throw new TypeError("the gossip library takes no verdicts");
  const report = pubsub.reportMessageValidationResult;
  if (typeof report !== "function") throw new TypeError("the gossip library takes no verdicts");
  pubsub.addEventListener("gossipsub:message", ({ detail: { msgId, propagationSource } }) => {
    Reflect.apply(report, pubsub, [
      msgId,
      propagationSource.toString(),
      TopicValidatorResult.Accept,
    ]);
  });
}

/** Until it is so; the test's own time limit ends it otherwise. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds())
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
}
