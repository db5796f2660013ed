/** Nodes whose keys end, in one process and in virtual time: what follows, and what is refused. */
import { expect } from "chai";
import { toHex } from "../../../../protocol/encoding/hex.js";
import { createEvent, type EncodedEvent } from "../../../../protocol/seal/event.js";
import { makeHandshake } from "../../../../protocol/events/handshake.js";
import { keyCommitment, rotationMessage } from "../../../../protocol/events/succession.js";
import { verifyHeld } from "../../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import { peerIdOf } from "../../../../node/mesh/host/peerKey.js";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import {
  customerOf,
  faultsAtRest,
  heldBy,
  send,
  signedOrder,
} from "../../../../scripts/market/pair.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  TOWN_SECRET,
  localKey,
  localSeed,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";
import { textOf } from "../../../kit/requests.js";

const NODE_BODY = { addrs: [], capacity: 1, engine_versions: ["x"], roles: ["compute"] };

let mesh: LocalMesh;

function authorOf(name: string, keys = 0) {
  return { seed: localSeed(name, keys), publicKey: localKey(name, keys) };
}

/** An event of a key, at a place of its spine. */
function signed(
  author: ReturnType<typeof authorOf>,
  place: { readonly seq: number; readonly prev: string },
  kind = "node",
  body: JsonObject = NODE_BODY,
): EncodedEvent {
  const { net } = mesh.nodes[0]!.node.services.spine;
  return createEvent(crypto, author, { net, kind, calcond: mesh.time.calcond, body, ...place });
}

/** What a node says to an event that comes over HTTP. */
async function posted({ node }: LocalNode, { event, text }: EncodedEvent): Promise<string> {
  const claim = {
    kid: 1,
    sender: event.header.author,
    calcond: BigInt(mesh.time.calcond),
  };
  const handshake = makeHandshake(crypto, TOWN_SECRET, claim, text);
  const answer = await node.services.mesh.source!.post(Buffer.from(text), handshake);
  await mesh.settle();
  return answer.accepted ? "ACCEPTED" : answer.code;
}

const tipAt = async ({ store }: LocalNode, author: string) => (await store.spine.tip(author))!;

async function learned(node: LocalNode, key: string): Promise<void> {
  await mesh.until(
    `${node.name} knows that a key has ended`,
    async () => node.node.services.successions.endOf(key) !== null,
    60,
  );
}

describe("a node that gives its key up", () => {
  const [old, next] = [localKey("ann"), localKey("ann", 1)];
  let ann: LocalNode;
  let bob: LocalNode;
  let receipt: string;

  before(async () => {
    mesh = new LocalMesh();
    const options = { transfers: { origins: [old, localKey("bob")] } };
    ann = await mesh.add("ann", options);
    bob = await mesh.add("bob", options);
    await mesh.add("cem", options);
    await customerOf(ann, 2);
    await mesh.pass(2);
    await customerOf(bob, 2);
    await mesh.pass(2);
    receipt = (await heldBy(ann))[0]!.id;
    await bob.node.services.mesh.source!.control.allow(peerIdOf(old), "a friend");
    await mesh.rotate(ann);
    for (const node of mesh.nodes) await learned(node, old);
  });
  after(() => mesh.stop());

  it("is the same node under the next one: peers, rules about it, and what it holds", async () => {
    expect(ann.publicKey).to.equal(next);
    for (const { node } of mesh.nodes) {
      const { size } = node.services.successions.endOf(old)!;
      expect(node.services.successions.newestOf(old)).to.equal(next);
      expect((await ann.store.spine.tip(old))!.seq).to.equal(size - 1);
      expect(node.services.mesh.source!.snapshot().frozen).to.deep.equal([]);
    }
    const rules = bob.node.services.mesh.source!.control.rules();
    expect(rules.map(({ target }) => target)).to.include(peerIdOf(next));
    await mesh.until(
      "its new spine is held by its peers",
      async () => (await bob.store.spine.tip(next)) !== undefined,
      60,
    );
    expect(await heldBy(ann)).to.have.lengthOf(2);
  });

  it("serves and proves what the old key sealed, and goes on with windows of its own", async () => {
    const registry = builtinRegistry();
    const seen = async (id: string, key: string): Promise<void> => {
      const found = (await ann.node.services.receipts.own(id))!;
      const held: { public_key: string } = JSON.parse(found.text);
      const { verdict } = verifyHeld({ crypto, registry }, held, {
        nowCalcond: mesh.time.calcond,
      });
      expect(held.public_key).to.equal(key);
      expect(verdict).to.equal("valid");
    };
    await seen(receipt, old);
    const call = callOf(principalOf("ann"));
    await ann.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -1 },
        { account: "paid:ann", delta: 1 },
      ],
    });
    const answer = await readAnswer(
      ann.node.handlers.compute({ operators: ["KO42"], inputs: {} }, call),
    );
    await seen(textOf(answer, "receipt_id"), next);
    await seen(receipt, old);
    const operator = callOf(principalOf("operator", true));
    expect(await readAnswer(ann.node.handlers.ledgerAudit({}, operator))).to.include({ ok: true });
  });

  it("sends and is sent envelopes, also by an order to its old key", async () => {
    await mesh.until("bob is met again", async () => (await tipAt(bob, next)).seq >= 0, 60);
    const all = new Set((await Promise.all([ann, bob].map(heldBy))).flat().map(({ id }) => id));
    const toOld = { ...ann, publicKey: old } as LocalNode;
    const terms = { expires: mesh.time.calcond + 400, nonce: "to-the-old-key" };
    await send(signedOrder(mesh, [bob, toOld], [(await heldBy(bob))[0]!], terms));
    const there = { ...terms, nonce: "from-the-new-key" };
    await send(signedOrder(mesh, [ann, bob], [(await heldBy(ann))[0]!], there));
    await mesh.until(
      "both have arrived",
      async () =>
        [ann, bob].every(
          ({ node: { services } }) =>
            services.outgoing.open === 0 && services.heardMoves.size === 0,
        ),
      200,
    );
    expect(await faultsAtRest([ann, bob], all)).to.deep.equal([]);
  });

  it("is refused what the old key signs now, by everybody and after a restart", async () => {
    const tip = await tipAt(bob, old);
    const later = signed(authorOf("ann"), { seq: tip.seq + 1, prev: tip.id });
    expect(await posted(bob, later)).to.equal("KEY_ENDED");
    await mesh.kill(bob);
    expect(bob.node.services.successions.newestOf(old)).to.equal(next);
    expect(await posted(bob, later)).to.equal("KEY_ENDED");
    expect((await tipAt(bob, old)).id).to.equal(tip.id);
  });

  it("is known to a node that comes late", async () => {
    const dan = await mesh.add("dan");
    await learned(dan, old);
    expect(dan.node.services.successions.newestOf(old)).to.equal(next);
    const tip = await tipAt(dan, old);
    const later = signed(authorOf("ann"), { seq: tip.seq + 1, prev: tip.id });
    expect(await posted(dan, later)).to.equal("KEY_ENDED");
  });

  it("and again: keys follow each other", async () => {
    await mesh.rotate(ann);
    for (const node of mesh.nodes) await learned(node, next);
    const { successions } = bob.node.services;
    expect(successions.newestOf(old)).to.equal(localKey("ann", 2));
    expect(successions.areOne(old, ann.publicKey)).to.equal(true);
    const found = (await ann.node.services.receipts.own(receipt)) ?? null;
    expect(JSON.parse(found?.text ?? "{}")).to.include({ public_key: old });
  });

  it("twice at one number is proof of two histories", async () => {
    const key = localKey("cem");
    const cem = mesh.nodes.find(({ name }) => name === "cem")!;
    const at = await tipAt(bob, key);
    const place = { seq: at.seq + 1, prev: at.id };
    const rotation = (following: Uint8Array): EncodedEvent => {
      const { net } = bob.node.services.spine;
      const said = {
        key: localKey("cem", 1),
        next: keyCommitment(crypto, toHex(crypto.ed25519PublicKey(following)))!,
        root: "ab".repeat(32),
      };
      const message = rotationMessage({ author: key, net, ...place }, said);
      const sig = toHex(crypto.ed25519Sign(localSeed("cem", 1), message));
      return signed(authorOf("cem"), place, "key.rotate", { ...said, sig });
    };
    mesh.part([cem]);
    expect(await posted(bob, rotation(localSeed("cem", 2)))).to.equal("ACCEPTED");
    expect(bob.node.services.successions.endOf(key)?.successor).to.equal(localKey("cem", 1));
    await posted(bob, rotation(localSeed("cem", 3)));
    await mesh.until(
      "it is proven",
      async () => bob.node.services.mesh.source!.snapshot().frozen.includes(key),
      60,
    );
    expect(bob.node.services.mesh.disputedFrom(key)).to.equal(place.seq);
  });
});

describe("a key that is stolen", () => {
  const [old, next] = [localKey("eve"), localKey("eve", 1)];
  let eve: LocalNode;
  let bob: LocalNode;
  let last: number;

  before(async () => {
    mesh = new LocalMesh();
    eve = await mesh.add("eve");
    bob = await mesh.add("bob");
    await mesh.add("cem");
    await customerOf(eve, 1);
    await mesh.until(
      "peers hold its spine",
      async () => (await bob.store.spine.tip(old))?.seq === eve.node.services.spine.size - 1,
      60,
    );
    last = eve.node.services.spine.size - 1;
  });
  after(() => mesh.stop());

  it("is not given up by its thief, nor revoked by a stranger", async () => {
    const { id: prev, seq } = await tipAt(bob, old);
    const place = { seq: seq + 1, prev };
    const { net } = bob.node.services.spine;
    const said = { key: localKey("thief"), next: "11".repeat(32), root: "22".repeat(32) };
    const message = rotationMessage({ author: old, net, ...place }, said);
    const sig = toHex(crypto.ed25519Sign(localSeed("thief"), message));
    // It is an event of the thief's on the spine, and ends nothing.
    const given = signed(authorOf("eve"), place, "key.rotate", { ...said, sig });
    expect(await posted(bob, given)).to.equal("ACCEPTED");
    const stranger = authorOf("stranger");
    const opened = signed(stranger, { seq: 0, prev: "00".repeat(32) }, "spine.open", {
      engine_version: "x",
      next: "33".repeat(32),
    });
    expect(await posted(bob, opened)).to.equal("ACCEPTED");
    const revoked = { id: prev, key: old, root: "22".repeat(32), seq: 0 };
    const says = signed(stranger, { seq: 1, prev: opened.id }, "key.revoke", revoked);
    expect(await posted(bob, says)).to.equal("ACCEPTED");
    expect(bob.node.services.successions.endOf(old)).to.equal(null);
  });

  it("counts up to the event that its owner names; what its thief said behind it does not", async () => {
    const stolen = await tipAt(bob, old);
    expect(stolen.seq).to.be.greaterThan(last);
    await mesh.revoke(eve, last);
    for (const node of mesh.nodes) await learned(node, old);
    for (const { node } of mesh.nodes) {
      expect(node.services.mesh.disputedFrom(old)).to.equal(last + 1);
      expect(node.services.successions.endOf(old)).to.deep.equal({
        key: old,
        successor: next,
        by: "revocation",
        size: last + 1,
      });
    }
    const later = signed(authorOf("eve"), { seq: stolen.seq + 1, prev: stolen.id });
    for (const node of mesh.nodes) expect(await posted(node, later)).to.equal("KEY_ENDED");
    const first = (await eve.store.spine.range(next, 1, 1))[0]!;
    expect(JSON.parse(first.header)).to.include({ kind: "key.revoke", seq: 1 });
    expect(await heldBy(eve)).to.have.lengthOf(1);
  });

  it("is known as such to who comes late, whichever spine it hears of first", async () => {
    const dan = await mesh.add("dan");
    await learned(dan, old);
    expect(dan.node.services.mesh.disputedFrom(old)).to.equal(last + 1);
    await mesh.kill(dan);
    await learned(dan, old);
    expect(dan.node.services.mesh.disputedFrom(old)).to.equal(last + 1);
  });
});
