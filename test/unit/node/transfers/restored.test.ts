/** A node that is begun anew on an older copy of its disk: what it sent and took since stays so. */
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
import type { VaultToken } from "../../../../storage/records/vault/tokenRow.js";

const FAR = 600;

function threeOf({ nodes }: LocalMesh): readonly [LocalNode, LocalNode, LocalNode] {
  const [here, there, third] = nodes;
  if (here === undefined || there === undefined || third === undefined)
    throw new Error("the town has fewer than three nodes");
  return [here, there, third];
}

describe("envelopes of a node that was restored", () => {
  let mesh: LocalMesh;
  let here: LocalNode;
  let there: LocalNode;
  let orders = 0;

  before(async () => {
    mesh = new LocalMesh();
    here = await mesh.add("here", { transfers: { origins: ["*"] } });
    there = await mesh.add("there", { transfers: { origins: ["*"] } });
    await customerOf(here, 6);
    await mesh.pass(1);
    await customerOf(there, 4);
    await mesh.pass(2);
  });
  after(() => mesh.stop());

  async function sent(
    way: readonly [LocalNode, LocalNode],
    tokens: readonly VaultToken[],
  ): Promise<SentOrder> {
    orders += 1;
    const terms = { expires: mesh.time.calcond + FAR, nonce: `restored-${orders}` };
    const order = signedOrder(mesh, way, tokens, terms);
    await send(order);
    return order;
  }
  const underWay = () =>
    mesh.nodes.some(
      ({ node: { services } }) => services.outgoing.open > 0 || services.heardMoves.size > 0,
    );
  const atRest = () => mesh.until("nothing is under way", async () => !underWay());

  it("end, begin, come back and move on once more, and nothing is there twice", async () => {
    const copy = new LocalDisk(here.raw.contents());
    const mine = await heldBy(here);
    const gone = await sent([here, there], mine.slice(0, 2));
    const nobody = await sent([here, { ...there, name: "nobody" }], mine.slice(2, 3));
    await mesh.pass(1);
    const came = await sent([there, here], (await heldBy(there)).slice(0, 3));
    await atRest();
    expect(await stateOf(here, nobody.id)).to.include({ state: "refunded" });
    // One of those that came moves on, and so does one that the copy has never seen.
    const [moving] = came.order.tokens;
    const back = (await heldBy(here)).filter(({ id }) => id === moving!.token_id);
    await customerOf(here, 1);
    await mesh.pass(2);
    const old = new Set([
      ...mine.map(({ id }) => id),
      ...came.order.tokens.map((one) => one.token_id),
    ]);
    const late = (await heldBy(here)).filter(({ id }) => !old.has(id));
    expect([back.length, late.length]).to.deep.equal([1, 1]);
    const on = await sent([here, there], [...back, ...late]);
    await atRest();
    const held = async (node: LocalNode) =>
      (await heldBy(node)).map(({ id, version }) => `${id} ${version}`).sort();
    const before = [await held(here), await held(there)];
    const ids = new Set([...(await heldBy(here)), ...(await heldBy(there))].map(({ id }) => id));
    expect(await faultsAtRest(mesh.nodes, ids)).to.deep.equal([]);

    mesh.part([here]);
    await mesh.restore(here, copy);
    const [first] = await heldBy(here);
    mesh.part([here]);
    expect(first?.id).to.equal(mine[0]!.id);
    // Before its peers have spoken it sends nothing.
    const early = await sent([here, there], [first!]).catch(
      (error: unknown) => Object(error)["code"],
    );
    expect(early).to.equal("NOT_READY");
    mesh.heal();
    await mesh.until("it knows its own head", async () => here.node.sealer.blocked === null, 200);
    await atRest();
    await mesh.pass(5);
    await atRest();
    expect([await held(here), await held(there)]).to.deep.equal(before);
    expect(await faultsAtRest(mesh.nodes, ids)).to.deep.equal([]);
    for (const { id } of [gone, on])
      expect(await stateOf(here, id)).to.include({ state: "delivered" });
    expect(await stateOf(here, nobody.id)).to.include({ state: "refunded" });
    expect(await stateOf(here, came.id)).to.include({ state: "minted" });
    // And once more in the middle of it all: the replay is one that can be repeated.
    await mesh.kill(here);
    await atRest();
    expect(await held(here)).to.deep.equal(before[0]);
  });
});

describe("envelopes under a quorum of witnesses", () => {
  let mesh: LocalMesh;
  before(async () => {
    mesh = new LocalMesh({ cosigned: { by: ["here", "there", "third"], quorum: 3 } });
    for (const name of ["here", "there", "third"])
      await mesh.add(name, { transfers: { origins: ["*"] } });
    await customerOf(mesh.nodes[0]!, 3);
    await mesh.pass(1);
    await customerOf(mesh.nodes[1]!, 1);
    await mesh.pass(2);
  });
  after(() => mesh.stop());

  it("begin at the destination when a quorum has seen them end, and not before", async () => {
    const [here, there, third] = threeOf(mesh);
    const settled = async (): Promise<boolean> =>
      here.node.services.witnessing.book.of(here.publicKey) !== null;
    await mesh.until("the spines are witnessed", settled, 60);
    mesh.part([third]);
    const [token] = await heldBy(here);
    const terms = { expires: mesh.time.calcond + FAR, nonce: "under-quorum" };
    const order = signedOrder(mesh, [here, there], [token!], terms);
    await send(order);
    await mesh.pass(40);
    expect(await stateOf(here, order.id)).to.include({ state: "sent", burnStanding: "sealed" });
    expect(await heldBy(there)).to.have.length(1);
    mesh.heal();
    await mesh.until("it has come", async () => (await heldBy(there)).length === 2, 90);
    await mesh.until(
      "all of it is final",
      async () => {
        const { answerStanding, burnStanding } = await stateOf(there, order.id);
        return burnStanding === "final" && answerStanding === "final";
      },
      90,
    );
    expect(await stateOf(here, order.id)).to.include({ state: "delivered" });
  });

  it("come back when a quorum has seen the other node's word, and not before", async () => {
    const [here, there, third] = threeOf(mesh);
    const [token] = await heldBy(here);
    const terms = { expires: mesh.time.calcond + FAR, nonce: "to-nobody-under" };
    const order = signedOrder(mesh, [here, { ...there, name: "nobody" }], [token!], terms);
    await send(order);
    await mesh.until(
      "the destination has said no",
      async () => (await there.store.transfers.in(order.id))?.state === "void",
      90,
    );
    mesh.part([third]);
    await mesh.pass(30);
    const early = await stateOf(here, order.id);
    mesh.heal();
    await mesh.until(
      "it is back",
      async () => (await stateOf(here, order.id))["state"] === "refunded",
      90,
    );
    expect(early).to.include({ state: "sent" });
    const ids = new Set(
      (await Promise.all(mesh.nodes.slice(0, 2).map(heldBy))).flat().map(({ id }) => id),
    );
    expect(await faultsAtRest([here, there], ids)).to.deep.equal([]);
  });
});
