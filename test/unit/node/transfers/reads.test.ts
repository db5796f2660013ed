/** What moves cost in reads: as much behind many past moves as behind few. */
import { expect } from "chai";
import {
  customerOf,
  faultsAtRest,
  heldBy,
  send,
  signedOrder,
  stateOf,
  type SentOrder,
} from "../../../../scripts/market/pair.js";
import { LocalMesh, LocalDisk, type LocalNode } from "../../../../scripts/market/localMesh.js";
import { buckets } from "../../../../storage/records/buckets.js";

const FAR = 600;
const ENVELOPES = 8;
const ORDERS = ["xferout", "xferin", "xferof", "xferheard", "xfertoken", "xfersaid", "xferopen"];
/** Hashes of the last tiles of a spine, which every start reads: of two tiles at most. */
const TILE_READS_MAX = 512;
const OF_SPINES = ["ev", "body"];
/** Fewer than one for each past move. */
const FURTHER_READS_MAX = 4;

describe("moves between nodes, by what they read", () => {
  let mesh: LocalMesh;
  let pair: readonly [LocalNode, LocalNode];
  let ids: ReadonlySet<string>;
  let count = 0;

  before(async () => {
    mesh = new LocalMesh();
    const options = { transfers: { origins: ["*"] } };
    pair = [await mesh.add("here", options), await mesh.add("there", options)];
    for (const [i, envelopes] of [ENVELOPES, 1].entries()) {
      await customerOf(pair[i]!, envelopes);
      // Answers sealed alike in one instant have one id.
      await mesh.pass(2);
    }
    ids = new Set((await Promise.all(pair.map(heldBy))).flat().map(({ id }) => id));
  });
  after(() => mesh.stop());

  async function sendAll(way: readonly [LocalNode, LocalNode]): Promise<readonly SentOrder[]> {
    const orders: SentOrder[] = [];
    for (const token of await heldBy(way[0])) {
      const terms = { expires: mesh.time.calcond + FAR, nonce: `read-no-${(count += 1)}` };
      orders.push(signedOrder(mesh, way, [token], terms));
      await send(orders.at(-1)!);
    }
    return orders;
  }

  async function atRest(): Promise<void> {
    await mesh.until("nothing is under way", async () =>
      pair.every(({ node }) => {
        const { heardMoves, outgoing } = node.services;
        return outgoing.open === 0 && heardMoves.size === 0;
      }),
    );
  }

  /** All envelopes go there and back. @returns entries that were read for it, on both nodes */
  async function round(): Promise<number> {
    const before = readIn(pair);
    for (const way of [pair, [pair[1], pair[0]]] as const) {
      const orders = await sendAll(way);
      await atRest();
      for (const { id } of orders)
        expect(await stateOf(way[0], id)).to.include({ state: "delivered" });
    }
    return readIn(pair) - before;
  }

  /** @returns entries that the start of a killed node reads, by bucket */
  async function startOf(node: LocalNode): Promise<ReadonlyMap<string, number>> {
    await mesh.kill(node);
    return new Map(node.raw.reads);
  }

  it("cost a start nothing once they are over, and the next moves no more than the first", async () => {
    const first = await round();
    const few = await startOf(pair[1]);
    for (let i = 0; i < 2; i += 1) await round();
    const last = await round();
    const many = await startOf(pair[1]);
    for (const name of ORDERS) expect(many.get(name) ?? 0, name).to.equal(0);
    for (const [name, reads] of many)
      expect(reads, name).to.be.at.most(
        OF_SPINES.includes(name) ? TILE_READS_MAX : (few.get(name) ?? 0) + FURTHER_READS_MAX,
      );
    expect(last).to.be.at.most(1.25 * first);
    expect(await faultsAtRest(pair, ids)).to.deep.equal([]);
  });

  it("that are open are found again, also in a store from before they were listed", async () => {
    const [here, there] = pair;
    mesh.part([here]);
    const orders = await sendAll(pair);
    await mesh.pass(2);
    const listed = [...here.raw.contents()].filter(
      ([key]) => key.charCodeAt(0) !== buckets.xferopen.number && !key.includes("openListed"),
    );
    here.raw = new LocalDisk(new Map(listed));
    await mesh.kill(here);
    expect(here.node.services.outgoing.open).to.equal(orders.length);
    mesh.heal();
    await atRest();
    for (const { id } of orders) {
      expect(await stateOf(here, id)).to.include({ state: "delivered", why: null });
      expect(await stateOf(there, id)).to.include({ state: "minted" });
    }
    expect(await faultsAtRest(pair, ids)).to.deep.equal([]);
  });
});

function readIn(nodes: readonly LocalNode[]): number {
  let reads = 0;
  for (const { raw } of nodes) for (const count of raw.reads.values()) reads += count;
  return reads;
}
