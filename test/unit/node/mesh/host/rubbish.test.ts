import { expect } from "chai";
import { STATUS_PROTOCOL } from "../../../../../node/mesh/sync/status.js";
import { HEADS_PROTOCOL } from "../../../../../node/mesh/sync/syncServer.js";
import { Cluster, framesOf } from "../../../../kit/cluster.js";
import { authorOf, contentId } from "../../../../kit/meshNode.js";

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
});
