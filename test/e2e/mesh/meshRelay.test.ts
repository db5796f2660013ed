/** Hosts that only call: one of them is reached over a relay, and a relay only by choice. */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { startHost } from "../../../node/mesh/host/host.js";
import type { Net } from "../../../node/mesh/host/net.js";
import { relayRole } from "../../../node/mesh/host/relaying.js";
import type { RelayRole } from "../../../node/mesh/host/relaying.js";
import { until } from "../../reliability/checker.js";
import { quiet } from "../../kit/logger.js";

const REQUEST = { timeoutMs: 20_000, bytesMax: 300_000 };

describe("hosts behind translators of addresses", () => {
  const running: Net[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((net) => net.stop()));
  });

  async function start(n: number, relay: RelayRole, listen: readonly string[]): Promise<Net> {
    const net = await startHost(
      {
        seed: Buffer.alloc(32, n),
        listen,
        announce: [],
        sharedAddresses: [],
        connectionsMax: 20,
        topics: [],
        relay,
      },
      { crypto: nodeCrypto, log: quiet },
    );
    running.push(net);
    return net;
  }

  /** The first address over a relay, once there is one. */
  async function relayed(net: Net): Promise<string> {
    const over = (): string | undefined =>
      net.addresses().find((address) => address.includes("/p2p-circuit"));
    await until("a place at the relay", 60_000, async () => over() !== undefined);
    return over()!;
  }

  it("who only calls keeps a place at a relay, and is asked over it", async () => {
    const relay = await start(1, "serve", ["/ip4/127.0.0.1/tcp/0"]);
    const hidden = await start(2, "use", []);
    const asker = await start(3, "use", []);
    const answer = Buffer.alloc(200_000, "answer");
    await hidden.serve("/calc/test/1", async () => answer, { bytesMax: 100 });
    await hidden.serve("/calc/short/1", async (asked) => asked, { bytesMax: 100 });
    for (const each of [hidden, asker]) await each.dial(relay.addresses()[0]!);
    const address = await relayed(hidden);
    expect(address).to.contain(`/p2p/${relay.peerId}/p2p-circuit`);
    expect(await asker.dial(address)).to.equal(hidden.peerId);
    const got = await asker.request(hidden.peerId, "/calc/test/1", Buffer.of(1), REQUEST);
    expect(Buffer.compare(got, answer)).to.equal(0);
    // All go over the connection that is there: none is opened anew for each, of which the relay
    // bears few.
    for (let round = 0; round < 4; round += 1) {
      const many = Array.from({ length: 24 }, () =>
        asker.request(hidden.peerId, "/calc/short/1", Buffer.of(1), REQUEST),
      );
      const failed = (await Promise.allSettled(many)).filter(
        ({ status }) => status !== "fulfilled",
      );
      expect(failed).to.deep.equal([]);
    }
  });

  it("a node is a relay by choice, and uses one where it may be needed", () => {
    const open = ["/ip4/0.0.0.0/tcp/4287"];
    expect(relayRole("auto", open, [])).to.equal("use");
    expect(relayRole("auto", ["/ip4/127.0.0.1/tcp/0"], [])).to.equal("off");
    expect(relayRole("auto", [], [])).to.equal("off");
    expect(relayRole("auto", open, ["/dns4/node.example.org/tcp/4287"])).to.equal("off");
    expect(relayRole("serve", open, [])).to.equal("serve");
    expect(relayRole("off", open, [])).to.equal("off");
  });
});
