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
  Town,
  TOWN_SECRET,
  townKey,
  townSeed,
  type TownNode,
} from "../../../../scripts/market/town.js";
import { textOf } from "../../../kit/requests.js";

const NODE_BODY = { addrs: [], capacity: 1, engine_versions: ["x"], roles: ["compute"] };

let town: Town;

function authorOf(name: string, keys = 0) {
  return { seed: townSeed(name, keys), publicKey: townKey(name, keys) };
}

/** An event of a key, at a place of its spine. */
function signed(
  author: ReturnType<typeof authorOf>,
  place: { readonly seq: number; readonly prev: string },
  kind = "node",
  body: JsonObject = NODE_BODY,
): EncodedEvent {
  const { net } = town.nodes[0]!.node.services.spine;
  return createEvent(crypto, author, { net, kind, calcond: town.time.calcond, body, ...place });
}

/** What a node says to an event that comes over HTTP. */
async function posted({ node }: TownNode, { event, text }: EncodedEvent): Promise<string> {
  const claim = {
    kid: 1,
    sender: event.header.author,
    calcond: BigInt(town.time.calcond),
  };
  const handshake = makeHandshake(crypto, TOWN_SECRET, claim, text);
  const answer = await node.services.mesh.source!.post(Buffer.from(text), handshake);
  await town.settle();
  return answer.accepted ? "ACCEPTED" : answer.code;
}

const tipAt = async ({ store }: TownNode, author: string) => (await store.spine.tip(author))!;

async function learned(node: TownNode, key: string): Promise<void> {
  await town.until(
    `${node.name} knows that a key has ended`,
    async () => node.node.services.successions.endOf(key) !== null,
    60,
  );
}

describe("a node that gives its key up", () => {
  const [old, next] = [townKey("ann"), townKey("ann", 1)];
  let ann: TownNode;
  let bob: TownNode;
  let receipt: string;

  before(async () => {
    town = new Town();
    const wish = { transfers: { origins: [old, townKey("bob")] } };
    ann = await town.add("ann", wish);
    bob = await town.add("bob", wish);
    await town.add("cem", wish);
    await customerOf(ann, 2);
    await town.pass(2);
    await customerOf(bob, 2);
    await town.pass(2);
    receipt = (await heldBy(ann))[0]!.id;
    await bob.node.services.mesh.source!.control.allow(peerIdOf(old), "a friend");
    await town.rotate(ann);
    for (const node of town.nodes) await learned(node, old);
  });
  after(() => town.stop());

  it("is the same node under the next one: peers, rules about it, and what it holds", async () => {
    expect(ann.publicKey).to.equal(next);
    for (const { node } of town.nodes) {
      const { size } = node.services.successions.endOf(old)!;
      expect(node.services.successions.newestOf(old)).to.equal(next);
      expect((await ann.store.spine.tip(old))!.seq).to.equal(size - 1);
      expect(node.services.mesh.source!.snapshot().frozen).to.deep.equal([]);
    }
    const rules = bob.node.services.mesh.source!.control.rules();
    expect(rules.map(({ target }) => target)).to.include(peerIdOf(next));
    await town.until(
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
        nowCalcond: town.time.calcond,
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
    const made = await readAnswer(
      ann.node.handlers.compute({ operators: ["KO42"], inputs: {} }, call),
    );
    await seen(textOf(made, "receipt_id"), next);
    await seen(receipt, old);
    const operator = callOf(principalOf("operator", true));
    expect(await readAnswer(ann.node.handlers.ledgerAudit({}, operator))).to.include({ ok: true });
  });

  it("sends and is sent envelopes, also by an order to its old key", async () => {
    await town.until("bob is met again", async () => (await tipAt(bob, next)).seq >= 0, 60);
    const all = new Set((await Promise.all([ann, bob].map(heldBy))).flat().map(({ id }) => id));
    const toOld = { ...ann, publicKey: old } as TownNode;
    const terms = { expires: town.time.calcond + 400, nonce: "to-the-old-key" };
    await send(signedOrder(town, [bob, toOld], [(await heldBy(bob))[0]!], terms));
    const there = { ...terms, nonce: "from-the-new-key" };
    await send(signedOrder(town, [ann, bob], [(await heldBy(ann))[0]!], there));
    await town.until(
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
    await town.kill(bob);
    expect(bob.node.services.successions.newestOf(old)).to.equal(next);
    expect(await posted(bob, later)).to.equal("KEY_ENDED");
    expect((await tipAt(bob, old)).id).to.equal(tip.id);
  });

  it("is known to a node that comes late", async () => {
    const dan = await town.add("dan");
    await learned(dan, old);
    expect(dan.node.services.successions.newestOf(old)).to.equal(next);
    const tip = await tipAt(dan, old);
    const later = signed(authorOf("ann"), { seq: tip.seq + 1, prev: tip.id });
    expect(await posted(dan, later)).to.equal("KEY_ENDED");
  });

  it("and again: keys follow each other", async () => {
    await town.rotate(ann);
    for (const node of town.nodes) await learned(node, next);
    const { successions } = bob.node.services;
    expect(successions.newestOf(old)).to.equal(townKey("ann", 2));
    expect(successions.areOne(old, ann.publicKey)).to.equal(true);
    const found = (await ann.node.services.receipts.own(receipt)) ?? null;
    expect(JSON.parse(found?.text ?? "{}")).to.include({ public_key: old });
  });

  it("twice at one number is proof of two histories", async () => {
    const key = townKey("cem");
    const cem = town.nodes.find(({ name }) => name === "cem")!;
    const at = await tipAt(bob, key);
    const place = { seq: at.seq + 1, prev: at.id };
    const rotation = (following: Uint8Array): EncodedEvent => {
      const { net } = bob.node.services.spine;
      const said = {
        key: townKey("cem", 1),
        next: keyCommitment(crypto, toHex(crypto.ed25519PublicKey(following)))!,
        root: "ab".repeat(32),
      };
      const message = rotationMessage({ author: key, net, ...place }, said);
      const sig = toHex(crypto.ed25519Sign(townSeed("cem", 1), message));
      return signed(authorOf("cem"), place, "key.rotate", { ...said, sig });
    };
    town.part([cem]);
    expect(await posted(bob, rotation(townSeed("cem", 2)))).to.equal("ACCEPTED");
    expect(bob.node.services.successions.endOf(key)?.successor).to.equal(townKey("cem", 1));
    await posted(bob, rotation(townSeed("cem", 3)));
    await town.until(
      "it is proven",
      async () => bob.node.services.mesh.source!.snapshot().frozen.includes(key),
      60,
    );
    expect(bob.node.services.mesh.disputedFrom(key)).to.equal(place.seq);
  });
});

describe("a key that is stolen", () => {
  const [old, next] = [townKey("eve"), townKey("eve", 1)];
  let eve: TownNode;
  let bob: TownNode;
  let last: number;

  before(async () => {
    town = new Town();
    eve = await town.add("eve");
    bob = await town.add("bob");
    await town.add("cem");
    await customerOf(eve, 1);
    await town.until(
      "peers hold its spine",
      async () => (await bob.store.spine.tip(old))?.seq === eve.node.services.spine.size - 1,
      60,
    );
    last = eve.node.services.spine.size - 1;
  });
  after(() => town.stop());

  it("is not given up by its thief, nor revoked by a stranger", async () => {
    const { id: prev, seq } = await tipAt(bob, old);
    const place = { seq: seq + 1, prev };
    const { net } = bob.node.services.spine;
    const said = { key: townKey("thief"), next: "11".repeat(32), root: "22".repeat(32) };
    const message = rotationMessage({ author: old, net, ...place }, said);
    const sig = toHex(crypto.ed25519Sign(townSeed("thief"), message));
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
    await town.revoke(eve, last);
    for (const node of town.nodes) await learned(node, old);
    for (const { node } of town.nodes) {
      expect(node.services.mesh.disputedFrom(old)).to.equal(last + 1);
      expect(node.services.successions.endOf(old)).to.deep.equal({
        key: old,
        successor: next,
        by: "revocation",
        size: last + 1,
      });
    }
    const later = signed(authorOf("eve"), { seq: stolen.seq + 1, prev: stolen.id });
    for (const node of town.nodes) expect(await posted(node, later)).to.equal("KEY_ENDED");
    const first = (await eve.store.spine.range(next, 1, 1))[0]!;
    expect(JSON.parse(first.header)).to.include({ kind: "key.revoke", seq: 1 });
    expect(await heldBy(eve)).to.have.lengthOf(1);
  });

  it("is known as such to who comes late, whichever spine it hears of first", async () => {
    const dan = await town.add("dan");
    await learned(dan, old);
    expect(dan.node.services.mesh.disputedFrom(old)).to.equal(last + 1);
    await town.kill(dan);
    await learned(dan, old);
    expect(dan.node.services.mesh.disputedFrom(old)).to.equal(last + 1);
  });
});
