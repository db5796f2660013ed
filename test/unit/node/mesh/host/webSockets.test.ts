import { connect } from "node:net";
import { expect } from "chai";
import { startHost } from "../../../../../node/mesh/host/host.js";
import type { Net } from "../../../../../node/mesh/host/net.js";
import { speaksWebSockets } from "../../../../../node/mesh/host/webSockets.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { quiet } from "../../../../kit/logger.js";
import { seedOf } from "../../../../kit/meshNode.js";

const PROTOCOL = "/test/echo/1";
const OPTIONS = { timeoutMs: 10_000, bytesMax: 1_000_000 };

function host(n: number, listen: readonly string[], bootstrap: readonly string[] = []) {
  const topics: readonly string[] = [];
  return startHost(
    {
      seed: seedOf(n),
      listen,
      bootstrap,
      topics,
      announce: [],
      sharedAddresses: [],
      connectionsMax: 2,
    },
    { crypto: nodeCrypto, log: quiet },
  );
}

describe("peers over WebSockets", () => {
  const hosts: Net[] = [];
  let served: Net;
  before(async () => {
    served = await host(1, ["/ip4/127.0.0.1/tcp/0", "/ip4/127.0.0.1/tcp/0/ws"]);
    hosts.push(served);
    await served.serve(PROTOCOL, async (request) => request, OPTIONS);
  });
  after(() => Promise.all(hosts.map((one) => one.stop())));

  const webAddress = (): string => served.addresses().find((one) => one.includes("/ws/"))!;

  it("an address says so", () => {
    expect(speaksWebSockets(["/ip4/1.2.3.4/tcp/1", "/dns4/a.example/tcp/443/tls/ws"])).to.equal(
      true,
    );
    expect(speaksWebSockets(["/ip4/1.2.3.4/tcp/1/ws/p2p/12D3KooW"])).to.equal(true);
    expect(speaksWebSockets(["/dns4/ws.example/tcp/443", "/ip4/1.2.3.4/tcp/1"])).to.equal(false);
  });

  it("a node listens for both, and is called over either", async () => {
    const over = await host(2, [], [webAddress()]);
    const plain = await host(3, []);
    hosts.push(over, plain);
    const tcpAddress = served.addresses().find((one) => !one.includes("/ws"))!;
    const large = new Uint8Array(300_000).fill(7);
    for (const [net, address] of [
      [over, webAddress()],
      [plain, tcpAddress],
    ] as const) {
      expect(await net.dial(address)).to.equal(served.peerId);
      const answer = await net.request(served.peerId, PROTOCOL, large, OPTIONS);
      expect(Buffer.from(answer).equals(Buffer.from(large))).to.equal(true);
      expect(served.ipOf!(net.peerId)).to.equal("127.0.0.1");
    }
  });

  it("who was told of none does not speak it", async () => {
    const plain = await host(4, []);
    hosts.push(plain);
    const error: unknown = await plain.dial(webAddress()).catch((caught: unknown) => caught);
    expect(error).to.have.property("code", "UNREACHABLE");
  });

  it("rubbish before a key is shown closes the connection, and nothing else", async () => {
    const port = Number(/\/tcp\/(\d+)\/ws/.exec(webAddress())![1]);
    for (const text of ["GET / HTTP/1.1\r\nhost: a\r\n\r\n", "\u0016\u0003\u0001", "x\r\n\r\n"]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, "127.0.0.1", () => socket.end(text));
        socket.on("error", () => undefined);
        socket.on("close", () => resolve());
        socket.resume();
      });
    }
    const over = await host(5, [], [webAddress()]);
    hosts.push(over);
    expect(await over.dial(webAddress())).to.equal(served.peerId);
  });
});
