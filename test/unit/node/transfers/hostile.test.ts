/** What nodes and owners try that is not theirs to do: envelopes are live once, and honest moves go on. */
import { expect } from "chai";
import { makeHandshake } from "../../../../protocol/events/handshake.js";
import { parseJson, isObject } from "../../../../protocol/encoding/json.js";
import { toHex } from "../../../../protocol/encoding/hex.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import type { TokenFacts } from "../../../../protocol/transfers/bodies.js";
import { moveBytes, moveId, type MoveOrder } from "../../../../protocol/transfers/orderText.js";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import {
  customerOf,
  faultsAtRest,
  heldBy,
  send,
  signedOrder,
  stateOf,
} from "../../../../scripts/market/pair.js";
import {
  LocalMesh,
  TOWN_SECRET,
  LocalDisk,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";

const FAR = 600;
const ENVELOPES = 14;
const FACTS: TokenFacts = {
  engine_version: "x",
  precision_actual: 0,
  precision_bound: 0,
  value: 3,
};

function jsonObjectOf(text: string): JsonObject {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) throw new Error(`no object: ${text}`);
  return read.value;
}

describe("moves between nodes of which one is hostile", () => {
  let mesh: LocalMesh;
  let here: LocalNode;
  let there: LocalNode;
  let mallory: LocalNode;
  let ids: ReadonlySet<string>;
  let count = 0;

  before(async () => {
    mesh = new LocalMesh();
    const options = { transfers: { origins: ["*"] } };
    here = await mesh.add("here", options);
    there = await mesh.add("there", options);
    mallory = await mesh.add("mallory", options);
    for (const node of [here, there]) {
      await customerOf(node, ENVELOPES);
      await mesh.pass(2);
    }
    ids = new Set((await Promise.all([here, there].map(heldBy))).flat().map(({ id }) => id));
  });
  after(() => mesh.stop());

  const terms = () => ({
    expires: mesh.time.calcond + FAR,
    nonce: `hostile-${(count += 1)}`,
  });

  async function atRest(): Promise<void> {
    await mesh.until("nothing is under way", async () =>
      [here, there].every(({ node: { services } }) => {
        return services.outgoing.open === 0 && services.heardMoves.size === 0;
      }),
    );
    expect(await faultsAtRest([here, there], ids)).to.deep.equal([]);
  }

  /** What a node says that no honest one would: envelopes that it never had end on it. */
  async function burnOf(
    from: LocalNode,
    to: Pick<LocalNode, "name" | "publicKey">,
    facts: readonly TokenFacts[],
    change: Partial<MoveOrder> = {},
  ): Promise<string> {
    const seed = crypto.sha256("whoever");
    const order: MoveOrder = {
      destination: to.publicKey,
      from: "whoever",
      net: from.node.services.spine.net,
      origin: from.publicKey,
      to: to.name,
      tokens: facts
        .map((_, i) => ({ token_id: crypto.sha256Hex(`made up ${count} ${i}`), version: 0 }))
        .sort((a, b) => (a.token_id < b.token_id ? -1 : 1)),
      ...terms(),
      ...change,
    };
    const body = {
      facts: facts.map((one) => ({ ...one })),
      order: { ...order, tokens: order.tokens.map((one) => ({ ...one })) },
      owner: toHex(crypto.ed25519PublicKey(seed)),
      sig: toHex(crypto.ed25519Sign(seed, moveBytes(order))),
    } satisfies JsonObject;
    await from.node.sealer.append("xfer.burn", body);
    return moveId(crypto, order);
  }

  const decided = async (node: LocalNode, id: string) => {
    await mesh.until(
      `${node.name} has decided`,
      async () => (await node.store.transfers.in(id)) !== undefined,
      60,
    );
    const { state, why } = (await node.store.transfers.in(id))!;
    return { state, why };
  };

  /** Moves of others go on. */
  async function honest(): Promise<void> {
    const order = signedOrder(mesh, [here, there], (await heldBy(here)).slice(0, 1), terms());
    await send(order);
    expect(await decided(there, order.id)).to.deep.equal({ state: "minted", why: null });
  }

  it("hold up no others by amounts that cannot be counted", async () => {
    const most = { ...FACTS, value: Number.MAX_SAFE_INTEGER };
    const half = { ...FACTS, value: 2 ** 52 };
    for (const facts of [[most], [most, most], [half]]) {
      const id = await burnOf(mallory, there, facts);
      expect(await decided(there, id)).to.deep.equal({
        state: "void",
        why: "its envelopes are worth more than can be counted here",
      });
      await honest();
    }
    // Nobody pays so much for ten envelopes: few such orders would fill what can be counted.
    const dear = await burnOf(mallory, there, [{ ...FACTS, value: 2 ** 41 }]);
    expect(await decided(there, dear)).to.deep.equal({
      state: "void",
      why: "its envelopes are worth more than anybody pays for ten",
    });
    await honest();
    await atRest();
  });

  it("hold up no others by all that one node makes up, under whatever key", async () => {
    // In place of 256 orders of 2^40: as if they had come under a key that it had before.
    const { successions } = there.node.services;
    const earlier = "ab".repeat(32);
    successions.note({ key: earlier, successor: mallory.publicKey, by: "rotation", size: 0 });
    await there.store.write(there.store.transfers.cameFromOps(earlier, 2 ** 48));
    const id = await burnOf(mallory, there, [FACTS]);
    expect(await decided(there, id)).to.deep.equal({
      state: "void",
      why: "all that came from its node is worth more than one node may send here",
    });
    const before = await there.store.transfers.cameFrom(here.publicKey);
    const [moved] = await heldBy(here);
    await honest();
    // What one order brought is counted for its origin.
    expect((await there.store.transfers.cameFrom(here.publicKey)) - before).to.equal(moved!.value);
    await atRest();
  });

  it("hold up no others where one of them fails whenever it is tried", async () => {
    const { store } = there;
    const id = await burnOf(mallory, there, [FACTS], { to: "poisoned" });
    const found = store.accounts.nameOf.bind(store.accounts);
    let tried = 0;
    store.accounts.nameOf = async (name) => {
      if (name !== "poisoned") return found(name);
      tried += 1;
      throw new Error("this account cannot be read");
    };
    await mesh.pass(3);
    await honest();
    expect(tried).to.be.greaterThan(1);
    store.accounts.nameOf = found;
    expect(await decided(there, id)).to.include({ why: "this node has no such account" });
    await atRest();
  });

  it("begin on the node that the order names, and on no other, however it gets there", async () => {
    const order = signedOrder(mesh, [here, there], (await heldBy(here)).slice(0, 1), terms());
    const before = (await heldBy(mallory)).length;
    await send(order);
    expect(await decided(there, order.id)).to.include({ state: "minted" });
    // The burn is on every spine's copy by now; a third node repeats its body as its own, too.
    const burn = (await here.store.transfers.out(order.id))!.burn!;
    const { body } = (await here.store.spine.byId(burn))!;
    await mallory.node.sealer.append("xfer.burn", jsonObjectOf(body!));
    await mesh.pass(20);
    expect(await mallory.store.transfers.in(order.id)).to.equal(undefined);
    expect((await heldBy(mallory)).length).to.equal(before);
    await atRest();
  });

  it("leave once where an owner orders them to two nodes at once, or twice to one", async () => {
    const [token] = await heldBy(here);
    const orders = [mallory, there, there].map((to) =>
      signedOrder(mesh, [here, { ...to, name: "there" }], [token!], terms()),
    );
    const answers = await Promise.allSettled(orders.map(send));
    expect(answers.filter(({ status }) => status === "fulfilled")).to.have.lengthOf(1);
    await atRest();
    const states = await Promise.all(
      orders.map(async ({ id }) => (await here.store.transfers.out(id))?.state),
    );
    expect(states.filter((state) => state !== undefined)).to.have.lengthOf(1);
  });

  it("are not what an owner signed where anything of the order is changed", async () => {
    const order = signedOrder(mesh, [here, there], (await heldBy(here)).slice(0, 2), terms());
    const { order: said } = order;
    const changes: readonly Partial<MoveOrder>[] = [
      { to: "mallory" },
      { destination: mallory.publicKey },
      { expires: said.expires + 1 },
      { nonce: "another-nonce" },
      { tokens: said.tokens.slice(0, 1) },
      { tokens: said.tokens.map((one) => ({ ...one, version: one.version + 1 })) },
    ];
    for (const change of changes) {
      const failed = await send({ ...order, order: { ...said, ...change } }).then(
        () => "sent",
        (error: unknown) => String(Object(error)["code"]),
      );
      expect(failed, JSON.stringify(change)).to.equal("BAD_SIGNATURE");
    }
    await atRest();
  });

  it("arrive in the last calcond of their order, and not in the one behind it", async () => {
    for (const late of [0, 1]) {
      const ahead = 4;
      const { nonce } = terms();
      const expires = mesh.time.calcond + ahead;
      const order = signedOrder(mesh, [here, there], (await heldBy(here)).slice(0, 1), {
        expires,
        nonce,
      });
      mesh.part([here]);
      await send(order);
      await mesh.pass(ahead + late);
      const { burn: id } = (await here.store.transfers.out(order.id))!;
      const burn = (await here.store.spine.byId(id!))!;
      expect(mesh.time.calcond).to.equal(expires + late);
      // It is handed over in that very calcond.
      const text = `{"body":${burn.body},"header":${burn.header},"sig":"${burn.sig}"}`;
      const claim = { kid: 1, sender: here.publicKey, calcond: BigInt(mesh.time.calcond) };
      const handshake = makeHandshake(crypto, TOWN_SECRET, claim, text);
      await there.node.services.mesh.source!.post(Buffer.from(text), handshake);
      await mesh.settle();
      const wanted =
        late === 0
          ? { state: "minted", why: null }
          : { state: "void", why: "it came after its time" };
      const { state, why } = (await there.store.transfers.in(order.id))!;
      expect({ state, why }).to.deep.equal(wanted);
      mesh.heal();
      await atRest();
    }
  });

  it("of a node whose store is lost are not begun again by what it said before", async () => {
    const way = [here, there] as const;
    const taken = signedOrder(mesh, way, (await heldBy(here)).slice(0, 1), terms());
    await send(taken);
    await atRest();
    const held = (await heldBy(there)).length;
    await mesh.restore(there, new LocalDisk());
    await mesh.pass(30);
    // Its accounts and its vault are gone with its store; what it answered stands as it was said.
    expect(await heldBy(there)).to.have.lengthOf(0);
    expect(held).to.be.greaterThan(0);
    expect((await there.store.transfers.in(taken.id))?.state ?? "minted").to.equal("minted");
    const next = signedOrder(mesh, way, (await heldBy(here)).slice(0, 1), terms());
    await send(next);
    expect(await decided(there, next.id)).to.deep.equal({
      state: "void",
      why: "this node has no such account",
    });
    await mesh.until("it comes back", async () => here.node.services.outgoing.open === 0, 60);
    expect(await stateOf(here, taken.id)).to.include({ state: "delivered" });
    expect(await stateOf(here, next.id)).to.include({ state: "refunded" });
  });
});
