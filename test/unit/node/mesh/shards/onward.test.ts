/** Nodes that only one of them can be called by: receipts are asked for through it. */
import { expect } from "chai";
import { Frames } from "../../../../../node/mesh/host/frame.js";
import { MemoryHub } from "../../../../../scripts/sim/wires/memoryNet.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { BlobExchange } from "../../../../../node/mesh/shards/blob.js";
import { Onward } from "../../../../../node/mesh/shards/onward.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { Cluster } from "../../../../kit/cluster.js";
import { quiet } from "../../../../kit/logger.js";
import { authorOf, contentId, SECRET } from "../../../../kit/meshNode.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

interface Party {
  readonly peer: string;
  readonly blobs: BlobExchange;
  readonly receipts: Map<string, string>;
  readonly faults: string[];
  /** Requests for receipts that came. */
  asked: number;
}

class Star {
  readonly hub = new MemoryHub();
  readonly time = new VirtualTime();

  async join(n: number): Promise<Party> {
    const { publicKey } = authorOf(n);
    const net = this.hub.join(publicKey);
    const frames = new Frames(
      { secrets: new Map([[1, SECRET]]), kid: 1, publicKey },
      { crypto: nodeCrypto, clock: this.time },
    );
    const receipts = new Map<string, string>();
    const faults: string[] = [];
    const blobs = new BlobExchange({
      net,
      frames,
      clock: this.time,
      scheduler: this.time,
      log: quiet,
      source: {
        shared: async (id) => {
          party.asked += 1;
          return receipts.get(id) ?? null;
        },
        isReceipt: (id, text) => contentId(text) === id,
      },
      onFault: (peer) => faults.push(peer),
    });
    const party: Party = { peer: net.peerId, blobs, receipts, faults, asked: 0 };
    const modules = { net, clock: this.time, crypto: nodeCrypto, blobs };
    const onward = new Onward({ ...modules, holders: () => [] });
    blobs.useOnward((request, from) => onward.answer(request, from));
    await blobs.start();
    return party;
  }
}

async function star(leaves: number): Promise<readonly Party[]> {
  const star = new Star();
  const parties: Party[] = [];
  for (let n = 1; n <= leaves + 1; n += 1) parties.push(await star.join(n));
  for (const leaf of parties.slice(1)) star.hub.link(parties[0]!.peer, leaf.peer);
  return parties;
}

const NEAR = { near: true } as const;

describe("receipts through a neighbour", () => {
  it("one public node and eight that only call: each finds each receipt", async () => {
    const [, ...leaves] = await star(8);
    const texts = leaves.map((_, i) => JSON.stringify(`receipt ${i} `.repeat(20_000)));
    for (const [i, { receipts }] of leaves.entries()) receipts.set(contentId(texts[i]!), texts[i]!);
    for (const asker of leaves) {
      for (const text of texts) {
        const id = contentId(text);
        if (asker.receipts.has(id)) continue;
        expect(await asker.blobs.fetch(id)).to.equal(null);
        expect(await asker.blobs.fetch(id, undefined, NEAR)).to.equal(text);
      }
    }
  });

  it("goes one hop and no further, and says who has none", async () => {
    const star = new Star();
    const line = await Promise.all([1, 2, 3, 4].map((n) => star.join(n)));
    for (let i = 0; i < 3; i += 1) star.hub.link(line[i]!.peer, line[i + 1]!.peer);
    const text = JSON.stringify("far away");
    line[3]!.receipts.set(contentId(text), text);
    const deniedBy = new Set<string>();
    const options = { ...NEAR, deniedBy };
    expect(await line[0]!.blobs.fetch(contentId(text), undefined, options)).to.equal(null);
    expect([...deniedBy]).to.have.members([line[1]!.peer, line[2]!.peer]);
    expect(await line[1]!.blobs.fetch(contentId(text), undefined, NEAR)).to.equal(text);
  });

  it("asks at most eight neighbours, once for all who ask, and not again at once", async () => {
    const [hub, ...leaves] = await star(12);
    const askers = leaves.slice(0, 4);
    const id = contentId("nobody");
    const found = await Promise.all(
      askers.map((asker) => asker.blobs.fetch(id, [hub!.peer], NEAR)),
    );
    expect(found).to.deep.equal([null, null, null, null]);
    const asked = (): number => leaves.reduce((sum, leaf) => sum + leaf.asked, 0);
    expect(asked()).to.equal(8);
    await askers[0]!.blobs.fetch(id, [hub!.peer], NEAR);
    expect(asked()).to.equal(8);
    // A hundred at once, twenty a second: the rest is not answered, and asks nobody.
    for (let i = 0; i < 300; i += 1) {
      await askers[1]!.blobs.fetch(contentId(`${i}`), [hub!.peer], NEAR);
    }
    expect(asked()).to.be.at.most(8 * 101);
  });

  it("who passes a lie on is not blamed for it", async () => {
    const [hub, liar, asker] = await star(2);
    const text = JSON.stringify("x".repeat(100));
    liar!.receipts.set(contentId(text), JSON.stringify("another"));
    expect(await asker!.blobs.fetch(contentId(text), [hub!.peer], NEAR)).to.equal(null);
    expect(asker!.faults).to.deep.equal([]);
  });
});

describe("a receipt whose holders are not reached", () => {
  it("is told apart from one that nobody has", async () => {
    const cluster = new Cluster();
    try {
      const [a, b, c] = [await cluster.start(1), await cluster.start(2), await cluster.start(3)];
      cluster.link(a, b);
      cluster.link(b, c);
      cluster.link(a, c);
      await cluster.time.pass(60_000);
      const id = contentId("nobody");
      expect(await a.mesh.lookForReceipt(id)).to.deep.equal({ text: null, unreached: [] });
      cluster.hub.remove(c.net.peerId);
      expect(await a.mesh.lookForReceipt(id)).to.deep.equal({
        text: null,
        unreached: [authorOf(3).publicKey],
      });
      // Through the second, which reaches it.
      expect(peerIdOf(authorOf(3).publicKey)).to.equal(c.net.peerId);
    } finally {
      await cluster.stop();
    }
  });
});
