/** Envelopes between two whole nodes in one process and in virtual time. */
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
import { LocalMesh, type LocalNode } from "../../../../scripts/market/localMesh.js";
import { SeededRandom } from "../../../../scripts/sim/random.js";

const FAR = 600;
const ENVELOPES = 12;

describe("envelopes between two nodes", () => {
  let mesh: LocalMesh;
  let here: LocalNode;
  let there: LocalNode;
  let ids: Set<string>;
  let orders = 0;

  before(async () => {
    mesh = new LocalMesh();
    here = await mesh.add("here", { transfers: { origins: ["*"] } });
    there = await mesh.add("there", { transfers: { origins: ["*"] } });
    await customerOf(here, ENVELOPES);
    // Answers sealed alike in one instant have one id.
    await mesh.pass(1);
    await customerOf(there, ENVELOPES);
    await mesh.pass(2);
    ids = new Set([...(await heldBy(here)), ...(await heldBy(there))].map(({ id }) => id));
    expect(ids.size).to.equal(2 * ENVELOPES);
  });
  after(() => mesh.stop());

  async function drawn(
    [from, to]: readonly [LocalNode, LocalNode],
    count: number,
    ahead = FAR,
  ): Promise<SentOrder> {
    orders += 1;
    const tokens = (await heldBy(from)).slice(0, count);
    const terms = { expires: mesh.time.calcond + ahead, nonce: `order-no-${orders}` };
    return signedOrder(mesh, [from, to], tokens, terms);
  }

  async function atRest(): Promise<void> {
    mesh.heal();
    await mesh.until("nothing is under way", async () =>
      mesh.nodes.every(({ node }) => {
        const { heardMoves, outgoing } = node.services;
        return outgoing.open === 0 && heardMoves.size === 0;
      }),
    );
    expect(await faultsAtRest(mesh.nodes, ids)).to.deep.equal([]);
  }

  async function refusalOf(sent: Promise<unknown>): Promise<string> {
    return sent.then(
      () => "sent",
      (error: unknown) => String(Object(error)["code"]),
    );
  }

  it("end on the one and begin on the other, with what they are", async () => {
    const order = await drawn([here, there], 3);
    const [first] = await heldBy(here);
    expect(await send(order)).to.include({ state: "sent", count: 3, value: 3, direction: "out" });
    await atRest();
    expect(await stateOf(here, order.id)).to.include({ state: "delivered", why: null });
    expect(await stateOf(there, order.id)).to.include({ state: "minted", direction: "in" });
    const token = (await heldBy(there)).find(({ id }) => id === first!.id);
    expect(token).to.deep.equal({ ...first, version: 1 });
    const totals = mesh.nodes.map(({ node }) => node.services.ledger.totals());
    expect(totals.map(({ held }) => held)).to.deep.equal([ENVELOPES - 3, ENVELOPES + 3]);
  });

  it("the same order again is answered with what became of it, and moves nothing", async () => {
    const order = await drawn([here, there], 2);
    await send(order);
    expect(await send(order)).to.include({ id: order.id });
    await atRest();
    expect(await send(order)).to.include({ state: "delivered" });
    await atRest();
  });

  it("go back the way they came, and on, under a new version each time", async () => {
    const [token] = await heldBy(here);
    for (const [i, way] of [[here, there] as const, [there, here] as const].entries()) {
      const held = (await heldBy(way[0])).filter(({ id }) => id === token!.id);
      const terms = { expires: mesh.time.calcond + FAR, nonce: `way-back-${i}` };
      await send(signedOrder(mesh, way, held, terms));
      await atRest();
    }
    const back = (await heldBy(here)).find(({ id }) => id === token!.id);
    expect(back?.version).to.equal(token!.version + 2);
  });

  it("come back only on the other node's word that it has not taken them", async () => {
    const order = await drawn([here, there], 2, 4);
    mesh.part([here]);
    await send(order);
    await mesh.pass(30);
    // Their time is long over here, and nobody has said what became of them.
    expect(await stateOf(here, order.id)).to.include({ state: "sent" });
    expect(await heldBy(here)).to.not.deep.include({ id: order.order.tokens[0]!.token_id });
    await atRest();
    expect(await stateOf(here, order.id)).to.include({
      state: "refunded",
      why: "it came after its time",
    });
    expect(await stateOf(there, order.id)).to.include({ state: "void" });
    const kept = new Map((await heldBy(here)).map(({ id, version }) => [id, version]));
    for (const { token_id: id, version } of order.order.tokens)
      expect(kept.get(id)).to.equal(version + 1);
    expect(await send(order)).to.include({ state: "refunded" });
    await atRest();
  });

  it("are refused where the order does not hold", async () => {
    const order = await drawn([here, there], 1);
    const codes = await Promise.all([
      refusalOf(send({ ...order, signature: "0".repeat(128) })),
      refusalOf(send({ ...order, order: { ...order.order, expires: order.order.expires + 1 } })),
      refusalOf(send(await drawn([here, here], 1))),
      refusalOf(
        send(
          signedOrder(mesh, [here, there], [{ ...(await heldBy(here))[0]!, version: 9 }], {
            expires: mesh.time.calcond + FAR,
            nonce: "version-9",
          }),
        ),
      ),
      refusalOf(
        send(
          signedOrder(mesh, [here, there], await heldBy(here).then((all) => all.slice(0, 1)), {
            expires: mesh.time.calcond,
            nonce: "too-late",
          }),
        ),
      ),
      refusalOf(
        send(
          signedOrder(mesh, [here, there], [{ ...(await heldBy(here))[0]!, id: "0".repeat(64) }], {
            expires: mesh.time.calcond + FAR,
            nonce: "not-held",
          }),
        ),
      ),
    ]);
    expect(codes).to.deep.equal([
      "BAD_SIGNATURE",
      "BAD_SIGNATURE",
      "INVALID_INPUT",
      "CONFLICT",
      "INVALID_INPUT",
      "NOT_FOUND",
    ]);
    await atRest();
  });

  it("to an account that is not there come back", async () => {
    const { order } = await drawn([here, there], 1);
    const nobody = { ...there, name: "nobody" };
    const [token] = (await heldBy(here)).filter(({ id }) => id === order.tokens[0]!.token_id);
    const sent = signedOrder(mesh, [here, nobody], [token!], {
      expires: mesh.time.calcond + FAR,
      nonce: "to-nobody",
    });
    await send(sent);
    await atRest();
    expect(await stateOf(here, sent.id)).to.include({
      state: "refunded",
      why: "this node has no such account",
    });
  });

  const SEED = 20_261_127;
  it(`whatever is lost, repeated or killed: each is live once (seed ${SEED})`, async () => {
    const random = new SeededRandom(`transfers ${SEED}`);
    const below = (count: number): number => Math.floor(random.next() * count);
    const sent: SentOrder[] = [];
    const attempt = (order: SentOrder): Promise<unknown> => send(order).catch(() => undefined);
    for (let step = 0; step < 90; step += 1) {
      const way = below(2) === 0 ? ([here, there] as const) : ([there, here] as const);
      switch (below(8)) {
        case 0:
          mesh.part([way[0]]);
          break;
        case 1:
          mesh.heal();
          break;
        case 2:
          way[0].raw.failAfter(below(6));
          break;
        case 3:
          await mesh.kill(way[0]);
          break;
        case 4:
          if (sent.length > 0) await attempt(sent[below(sent.length)]!);
          break;
        case 5:
          await mesh.pass(1 + below(3));
          break;
        default: {
          const order = await drawn(way, 1 + below(4), 1 + below(9)).catch(() => null);
          if (order === null || order.order.tokens.length === 0) break;
          sent.push(order);
          // A client that hears nothing sends it again.
          for (let i = below(3); i >= 0; i -= 1) await attempt(order);
        }
      }
      if (step % 7 === 6) await mesh.settle();
    }
    for (const node of mesh.nodes) await mesh.kill(node);
    await atRest();
    const states = { delivered: 0, refunded: 0 };
    for (const { from, id, to } of sent) {
      const out = await from.store.transfers.out(id);
      const come = await to.store.transfers.in(id);
      // Whoever was refused at the door is known to neither.
      if (out === undefined) expect(come).to.equal(undefined);
      else {
        expect(`${out.state} ${come?.state}`).to.match(/^(delivered minted|refunded void)$/);
        states[out.state === "delivered" ? "delivered" : "refunded"] += 1;
      }
    }
    expect(states.delivered).to.be.greaterThan(5);
    expect(states.refunded).to.be.greaterThan(0);
  });
});
