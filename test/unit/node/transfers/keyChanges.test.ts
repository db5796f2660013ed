/** Moves under way while a node changes its key: they end, whatever is heard first. */
import { expect } from "chai";
import { makeHandshake } from "../../../../protocol/events/handshake.js";
import { peerIdOf } from "../../../../node/mesh/host/peerKey.js";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import {
  customerOf,
  faultsAtRest,
  heldBy,
  send,
  signedOrder,
  type SentOrder,
} from "../../../../scripts/market/pair.js";
import {
  LocalMesh,
  TOWN_SECRET,
  localKey,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";

const FAR = 600;
const ENVELOPES = 6;

describe("moves under way while a node changes its key", () => {
  let mesh: LocalMesh;
  let here: LocalNode;
  let there: LocalNode;
  let ids: ReadonlySet<string>;
  let count = 0;

  beforeEach(async () => {
    mesh = new LocalMesh();
    const options = { transfers: { origins: ["*"] } };
    here = await mesh.add("here", options);
    there = await mesh.add("there", options);
    for (const node of [here, there]) {
      await customerOf(node, ENVELOPES);
      await mesh.pass(2);
    }
    ids = new Set((await Promise.all([here, there].map(heldBy))).flat().map(({ id }) => id));
  });
  afterEach(() => mesh.stop());

  async function sent(way: readonly [LocalNode, LocalNode]): Promise<SentOrder> {
    const terms = { expires: mesh.time.calcond + FAR, nonce: `key-change-${(count += 1)}` };
    const order = signedOrder(mesh, way, (await heldBy(way[0])).slice(0, 1), terms);
    await send(order);
    return order;
  }

  async function arrives({ from, id, to }: SentOrder): Promise<void> {
    await mesh.until(
      "nothing is under way",
      async () =>
        [from, to].every(({ node: { services } }) => {
          return services.outgoing.open === 0 && services.heardMoves.size === 0;
        }),
      200,
    );
    expect((await from.store.transfers.out(id))?.state).to.equal("delivered");
    expect((await to.store.transfers.in(id))?.state).to.equal("minted");
    expect(await faultsAtRest(mesh.nodes, ids)).to.deep.equal([]);
  }

  /** Nothing gets from the one to the other, under whatever key. */
  function part(): void {
    for (const a of [0, 1])
      for (const b of [0, 1])
        mesh.hub.part(peerIdOf(localKey("here", a)), peerIdOf(localKey("there", b)));
  }

  /** Hands a node all that another one holds of a spine, as a stranger could. */
  async function handed(to: LocalNode, from: LocalNode, author: string): Promise<void> {
    for (const { body, header, sig } of await from.store.spine.range(author, 0, 256)) {
      const text = `{"body":${body ?? "null"},"header":${header},"sig":"${sig}"}`;
      const claim = { kid: 1, sender: author, calcond: BigInt(mesh.time.calcond) };
      const handshake = makeHandshake(crypto, TOWN_SECRET, claim, text);
      await to.node.services.mesh.source!.post(Buffer.from(text), handshake);
    }
    await mesh.settle();
    expect((await to.store.spine.tip(author))?.seq).to.equal(
      (await from.store.spine.tip(author))?.seq,
    );
  }

  for (const end of ["rotate", "revoke"] as const) {
    it(`the origin, which has said the burn under the key that ends: ${end}`, async () => {
      part();
      const order = await sent([here, there]);
      await mesh[end](here);
      mesh.heal();
      await arrives(order);
    });

    it(`the destination, whose answer is heard of before the end of its key: ${end}`, async () => {
      part();
      const order = await sent([here, there]);
      await mesh[end](there);
      await handed(there, here, localKey("here"));
      await mesh.pass(2);
      expect((await there.store.transfers.in(order.id))?.said).to.be.a("string");
      await handed(here, there, localKey("there", 1));
      mesh.heal();
      await arrives(order);
    });

    it(`the destination, which has heard the burn and not acted on it: ${end}`, async () => {
      const order = await sent([here, there]);
      await mesh[end](there);
      await arrives(order);
    });

    it(`the destination, which answers under its next key, to an origin that begins anew: ${end}`, async () => {
      part();
      const order = await sent([here, there]);
      await mesh[end](there);
      mesh.heal();
      await mesh.kill(here);
      await arrives(order);
    });
  }

  it("the origin, whose burn is said under its next key and heard of before the end of the first", async () => {
    part();
    // The order is taken, and the disk stops before it is said.
    here.raw.failAfter(1);
    const order = await sent([here, there]);
    const said = here.node.services.spine.size;
    await mesh.revoke(here);
    await mesh.pass(2);
    const burn = (await here.store.transfers.out(order.id))?.burn;
    expect((await here.store.spine.byId(burn!))?.author).to.equal(localKey("here", 1));
    expect((await here.store.spine.tip(localKey("here")))?.seq).to.equal(said - 1);
    mesh.heal();
    await arrives(order);
  });
  it("the destination, which answered behind the end that its revocation names", async () => {
    part();
    const order = await sent([here, there]);
    await mesh.settle();
    await handed(there, here, localKey("here"));
    await mesh.pass(2);
    const { said } = (await there.store.transfers.in(order.id))!;
    const { author, seq } = (await there.store.spine.byId(said!))!;
    expect(author).to.equal(localKey("there"));
    await mesh.revoke(there, seq - 1);
    mesh.heal();
    await arrives(order);
    const again = (await there.store.transfers.in(order.id))!.said;
    expect((await there.store.spine.byId(again!))?.author).to.equal(localKey("there", 1));
  });
});

describe("moves that wait for a quorum while a node changes its key", () => {
  for (const end of ["rotate", "revoke"] as const)
    it(`the destination, which had heard the burn: ${end}`, async () => {
      const mesh = new LocalMesh({ cosigned: { by: ["witness"], quorum: 1 } });
      try {
        const options = { transfers: { origins: ["*"] } };
        const here = await mesh.add("here", options);
        const there = await mesh.add("there", options);
        const witness = await mesh.add("witness");
        await customerOf(here, 1);
        await mesh.pass(2);
        await customerOf(there, 1);
        mesh.part([witness]);
        const terms = { expires: mesh.time.calcond + FAR, nonce: "waits-for-quorum" };
        const order = signedOrder(mesh, [here, there], await heldBy(here), terms);
        await send(order);
        await mesh.pass(5);
        expect(there.node.services.heardMoves.size).to.equal(1);
        await mesh[end](there);
        await mesh.pass(5);
        expect(there.node.services.heardMoves.size).to.equal(1);
        mesh.heal();
        await mesh.until("it arrives", async () => here.node.services.outgoing.open === 0, 200);
        expect((await here.store.transfers.out(order.id))?.state).to.equal("delivered");
        expect(await heldBy(there)).to.have.lengthOf(2);
      } finally {
        await mesh.stop();
      }
    });
});
