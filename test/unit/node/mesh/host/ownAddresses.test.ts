import type { AutoNATComponents } from "@libp2p/autonat";
import type { Libp2pEvents, TypedEventTarget } from "@libp2p/interface";
import { tcp } from "@libp2p/tcp";
import { multiaddr } from "@multiformats/multiaddr";
import { expect } from "chai";
import { createLibp2p } from "libp2p";
import { presumedReachable } from "../../../../../node/mesh/host/ownAddresses.js";

const PUBLIC = "/ip4/45.77.0.1/tcp/4287";
const PRIVATE = "/ip4/192.168.10.2/tcp/4287";

type Components = AutoNATComponents & { readonly events: TypedEventTarget<Libp2pEvents> };

/** A transport that listens on loopback, and says other addresses once it does. */
function listensOn(addresses: readonly string[]): ReturnType<typeof tcp> {
  return (components) => {
    const transport = tcp()(components);
    const create = transport.createListener.bind(transport);
    transport.createListener = (options) => {
      const listener = create(options);
      const own = listener.getAddrs.bind(listener);
      listener.getAddrs = () =>
        own().length === 0 ? [] : addresses.map((text) => multiaddr(text));
      return listener;
    };
    return transport;
  };
}

/** What a node that listens on these says of itself, and which of it others are asked to try. */
async function said(isPresumed: boolean): Promise<{ told: string[]; toTry: string[] }> {
  let look = (): string[] => [];
  const node = await createLibp2p({
    start: false,
    addresses: { listen: ["/ip4/127.0.0.1/tcp/0"] },
    transports: [listensOn([PUBLIC, PRIVATE])],
    services: {
      addresses: (components: Components) => {
        const { addressManager } = components;
        look = () =>
          addressManager
            .getAddressesWithMetadata()
            .filter(({ expires }) => expires <= Date.now())
            .map((one) => one.multiaddr.toString());
        return isPresumed ? presumedReachable(components) : {};
      },
    },
  });
  await node.start();
  const toTry = look();
  const addresses = node.getMultiaddrs().map((one) => one.toString().replace(/\/p2p\/.*/, ""));
  await node.stop();
  return { told: addresses, toTry };
}

describe("node/mesh/host/ownAddresses", () => {
  it("tells a public address from the start, which the library keeps back, and has it tried", async () => {
    expect(await said(true)).to.deep.equal({ told: [PUBLIC, PRIVATE], toTry: [PUBLIC] });
    expect(await said(false)).to.deep.equal({ told: [PRIVATE], toTry: [PUBLIC] });
  });
});
