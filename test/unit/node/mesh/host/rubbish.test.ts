import { expect } from "chai";
import { MemoryHub } from "../../../../../scripts/sim/wires/memoryNet.js";
import { NetError } from "../../../../../node/mesh/host/net.js";
import { HELD_IN_A_ROW, watchedAnswers } from "../../../../../node/mesh/host/unanswered.js";
import { STATUS_PROTOCOL } from "../../../../../node/mesh/sync/status.js";
import { HEADS_PROTOCOL } from "../../../../../node/mesh/sync/syncServer.js";
import { Cluster, framesOf } from "../../../../kit/cluster.js";
import { authorOf, contentId } from "../../../../kit/meshNode.js";
import { settled } from "../../../../kit/virtualTime.js";

const REQUEST = { timeoutMs: 10_000, bytesMax: 65_536 };
const BLOB_PROTOCOL = "/calc/blob/1";

describe("rubbish costs its sender", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  it("eleven requests whose frames do not open cut their sender off; ten do not", async () => {
    const node = await cluster.start(1);
    const liar = cluster.hub.join(authorOf(9).publicKey, "10.77.4.10");
    cluster.hub.link(liar.peerId, node.net.peerId);
    const send = async (): Promise<void> => {
      await liar
        .request(node.net.peerId, HEADS_PROTOCOL, Buffer.from("rubbish"), REQUEST)
        .catch(() => undefined);
    };
    for (let i = 0; i < 10; i += 1) await send();
    expect(node.net.peers()).to.include(liar.peerId);
    await send();
    expect(node.net.peers()).to.not.include(liar.peerId);
    expect(node.mesh.scores().denied).to.deep.equal([liar.peerId]);
  });

  it("eleven requests longer than any cut their sender off; ten do not", async () => {
    const node = await cluster.start(1);
    const liar = cluster.hub.join(authorOf(9).publicKey, "10.77.4.10");
    cluster.hub.link(liar.peerId, node.net.peerId);
    const send = async (): Promise<void> => {
      await liar
        .request(node.net.peerId, STATUS_PROTOCOL, new Uint8Array(8_000_000), REQUEST)
        .catch(() => undefined);
    };
    for (let i = 0; i < 10; i += 1) await send();
    expect(node.net.peers()).to.include(liar.peerId);
    await send();
    expect(node.mesh.scores().denied).to.deep.equal([liar.peerId]);
  });

  it("a clock that is off, and a request of another shape, cost nothing", async () => {
    const node = await cluster.start(1);
    const late = cluster.hub.join(authorOf(9).publicKey, "10.77.4.10");
    cluster.hub.link(late.peerId, node.net.peerId);
    const frames = framesOf(cluster.time, 9);
    const stale = frames.seal("{}");
    await cluster.time.pass(1_000);
    for (let i = 0; i < 20; i += 1) {
      const other = framesOf(cluster.time, 9).seal('{"unknown":1}');
      await late.request(node.net.peerId, HEADS_PROTOCOL, other, REQUEST).catch(() => undefined);
    }
    await cluster.time.pass(120 * 1_000);
    cluster.hub.link(late.peerId, node.net.peerId);
    for (let i = 0; i < 20; i += 1) {
      await late.request(node.net.peerId, HEADS_PROTOCOL, stale, REQUEST).catch(() => undefined);
    }
    expect(node.mesh.scores().denied).to.deep.equal([]);
  });

  it("eleven receipts that are not what was asked for cut their sender off", async () => {
    const node = await cluster.start(1);
    const liar = cluster.hub.join(authorOf(9).publicKey, "10.77.4.10");
    const frames = framesOf(cluster.time, 9);
    await liar.serve(BLOB_PROTOCOL, async () => frames.seal('{"not":"it"}'), {
      bytesMax: 65_536,
    });
    await liar.serve(STATUS_PROTOCOL, () => new Promise(() => undefined), { bytesMax: 65_536 });
    cluster.hub.link(liar.peerId, node.net.peerId);
    for (let i = 0; i < 11; i += 1) {
      expect(await node.mesh.fetchReceipt(contentId(`${i}`))).to.equal(null);
    }
    expect(node.mesh.scores().denied).to.deep.equal([liar.peerId]);
  });

  it("who comes back under another key is forgiven less, but for who is known", async () => {
    const node = await cluster.start(1);
    const faultsOf = async (n: number, ip: string): Promise<number> => {
      const liar = cluster.hub.join(authorOf(n).publicKey, ip);
      cluster.hub.link(liar.peerId, node.net.peerId);
      let sent = 0;
      while (node.net.peers().includes(liar.peerId)) {
        sent += 1;
        await liar
          .request(node.net.peerId, HEADS_PROTOCOL, Buffer.from("rubbish"), REQUEST)
          .catch(() => undefined);
      }
      return sent;
    };
    // The least n of which 145 (n k)^2 is above 16,000, for the k-th key of a network.
    for (const [key, faults] of [11, 6, 4, 3].entries())
      expect(await faultsOf(20 + key, "10.77.4.10")).to.equal(faults);
    expect(await faultsOf(30, "10.77.5.10")).to.equal(11);
  });

  describe("requests that are held until they time out", () => {
    const hub = new MemoryHub();
    const asker = hub.join(authorOf(1).publicKey);
    const [slow, quick] = [hub.join(authorOf(2).publicKey), hub.join(authorOf(3).publicKey)];
    const faults: string[] = [];
    const net = watchedAnswers(asker, (peer, what, code) => faults.push(`${peer} ${what} ${code}`));
    let holds = true;
    let quickAnswers = true;
    const held = async (): Promise<void> => {
      const asked = net.request(slow.peerId, "p", Buffer.of(1), REQUEST).catch(() => undefined);
      if (quickAnswers) await net.request(quick.peerId, "p", Buffer.of(1), REQUEST);
      await asked;
    };

    before(async () => {
      for (const peer of [slow, quick]) hub.link(asker.peerId, peer.peerId);
      await quick.serve("p", async () => Buffer.of(2), REQUEST);
      const real = asker.request.bind(asker);
      asker.request = async (peer, ...rest) => {
        if (peer !== slow.peerId || !holds) return real(peer, ...rest);
        await settled();
        throw new NetError("TIMEOUT", "the peer did not answer in time");
      };
      await slow.serve("p", async () => Buffer.of(2), REQUEST);
    });

    it("cost one fault for each four in a row", async () => {
      for (let i = 0; i < 2 * HELD_IN_A_ROW; i += 1) await held();
      expect(faults).to.deep.equal(Array(2).fill(`${slow.peerId} timeouts TIMEOUT`));
    });

    it("cost nothing where some are answered, or where nobody else answers either", async () => {
      faults.length = 0;
      for (let i = 0; i < 20; i += 1) {
        holds = i % HELD_IN_A_ROW !== 0;
        await held();
      }
      holds = true;
      quickAnswers = false;
      for (let i = 0; i < 20; i += 1) await held();
      expect(faults).to.deep.equal([]);
    });
  });
});
