import type { AutoNATComponents } from "@libp2p/autonat";
import { multiaddr } from "@multiformats/multiaddr";
import { expect } from "chai";
import { createLibp2p } from "libp2p";
import { presumedReachable } from "../../../../../node/mesh/host/ownAddresses.js";

const PUBLIC = "/ip4/45.77.0.1/tcp/4287";
const PRIVATE = "/ip4/192.168.10.2/tcp/4287";

/** What a node that listens on these says of itself, and which of it others are asked to try. */
async function said(isPresumed: boolean): Promise<{ told: string[]; toTry: string[] }> {
  let toTry: string[] = [];
  let look = (): void => undefined;
  const node = await createLibp2p({
    start: false,
    services: {
      addresses: (components: AutoNATComponents) => {
        const { addressManager, transportManager } = components;
        transportManager.getAddrs = () => [PUBLIC, PRIVATE].map((text) => multiaddr(text));
        look = () => {
          toTry = addressManager
            .getAddressesWithMetadata()
            .filter(({ expires }) => expires <= Date.now())
            .map((one) => one.multiaddr.toString());
        };
        return isPresumed ? presumedReachable(components) : {};
      },
    },
  });
  await node.start();
  look();
  const told = node.getMultiaddrs().map((one) => one.toString().replace(/\/p2p\/.*/, ""));
  await node.stop();
  return { told, toTry };
}

describe("node/mesh/host/ownAddresses", () => {
  it("tells a public address from the start, which the library keeps back, and has it tried", async () => {
    expect(await said(true)).to.deep.equal({ told: [PUBLIC, PRIVATE], toTry: [PUBLIC] });
    expect(await said(false)).to.deep.equal({ told: [PRIVATE], toTry: [PUBLIC] });
  });
});
