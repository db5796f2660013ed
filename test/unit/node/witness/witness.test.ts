/** Four witnesses in one process and in virtual time: what they cosign, and what they never do. */
import { expect } from "chai";
import { toHex, fromHex } from "../../../../protocol/encoding/hex.js";
import { createEvent, eventLeaf } from "../../../../protocol/seal/event.js";
import { checkpointOrigin, signCheckpoint } from "../../../../protocol/seal/checkpoint.js";
import { merkleRoot } from "../../../../protocol/seal/merkle.js";
import { verifyWitnessed } from "../../../../protocol/witness/policy.js";
import { addCheckpointText } from "../../../../protocol/witness/addCheckpoint.js";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import type { PreEncoded } from "../../../../api/contract/definition/preEncoded.js";
import { customerOf } from "../../../../scripts/market/pair.js";
import { textIn } from "../../../../scripts/cli/tables.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  localKey,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";

const NAMES = ["one", "two", "three", "four"];

describe("witnesses of a mesh", () => {
  let mesh: LocalMesh;
  let one: LocalNode;
  let two: LocalNode;

  before(async () => {
    mesh = new LocalMesh({ cosigned: { by: NAMES, quorum: 3 } });
    for (const name of NAMES) await mesh.add(name);
    one = mesh.nodes[0]!;
    two = mesh.nodes[1]!;
    await customerOf(one, 2);
  });
  after(() => mesh.stop());

  const statusOf = ({ node }: LocalNode) =>
    readAnswer(node.handlers.witnessStatus({}, callOf(null)));
  const standingOf = ({ node }: LocalNode, id: string) =>
    readAnswer(node.handlers.witnessStanding({ id }, callOf(null)));
  const newestOf = ({ node }: LocalNode) => node.services.spine.tip!.id;

  it("tell sealed, witnessed and final apart", async () => {
    await customerOf(one, 1);
    const id = newestOf(one);
    expect(await standingOf(one, id)).to.include({ standing: "sealed", note: null, quorum: 3 });
    const [receipt] = await one.store.envelopes.ofAccount(one.name, 1);
    const { witnessing } = one.node.services;
    expect(await witnessing.standingOfReceipt(receipt!.id)).to.equal("sealed");
    await mesh.until(
      "it is final",
      async () => (await standingOf(one, id))["standing"] === "final",
      40,
    );
    expect(await witnessing.standingOfReceipt(receipt!.id)).to.equal("final");
    const asked = { id: receipt!.id };
    const owner = callOf(principalOf(one.name));
    const said = await readAnswer(one.node.handlers.witnessStanding(asked, owner));
    expect(said).to.include({ standing: "final" });
    expect(await witnessing.standingOfReceipt("00".repeat(32))).to.equal("sealed");
    const { note, path, seq } = await standingOf(one, id);
    expect(textIn({ note }, "note").match(/^\u2014 /gm)).to.have.length.of.at.least(4);
    expect(Array.isArray(path)).to.equal(true);
    const { finalSize, size, witnessedSize } = await statusOf(one);
    expect(finalSize).to.be.greaterThan(Number(seq)).and.at.most(Number(witnessedSize));
    expect(size).to.equal(one.node.services.spine.size);
  });

  it("cosign while one of four is away, and wait while two are", async () => {
    const [, , three, four] = mesh.nodes;
    mesh.part([four!]);
    await customerOf(one, 1);
    const id = newestOf(one);
    await mesh.until(
      "three of four",
      async () => (await standingOf(one, id))["standing"] === "final",
      40,
    );
    mesh.heal();
    mesh.part([three!, four!]);
    await customerOf(one, 1);
    const later = newestOf(one);
    await mesh.pass(40);
    expect(await standingOf(one, later)).to.include({ standing: "sealed" });
    expect(one.node.services.witnessing.collector.failures).to.be.greaterThan(0);
    mesh.heal();
    await mesh.until(
      "they are back",
      async () => (await standingOf(one, later))["standing"] === "final",
      60,
    );
  });

  it("never cosign a second history, also killed and begun anew, and prove the first", async () => {
    const net = one.node.services.spine.net;
    const seed = crypto.sha256(Buffer.from("town liar"));
    const publicKey = localKey("liar");
    const liar = await mesh.add("liar");
    await customerOf(liar, 1);
    await mesh.until(
      "its spine is witnessed",
      async () => two.node.services.witnessing.book.of(publicKey) !== null,
      60,
    );
    const last = (await two.node.services.witnessing.witness.last(
      checkpointOrigin(net, publicKey),
    ))!;
    const forged = (size: number): string => {
      const author = { seed, publicKey };
      const leaves = Array.from({ length: size }, (_, seq) => {
        const draft = { net, kind: "spine.open", seq, prev: "00".repeat(32), calcond: 1 };
        const body = { engine_version: "another", next: "11".repeat(32) };
        return eventLeaf(crypto, createEvent(crypto, author, { ...draft, body }).headerText);
      });
      const origin = checkpointOrigin(net, publicKey);
      return signCheckpoint(crypto, { origin, size, root: merkleRoot(crypto, leaves) }, seed);
    };
    const ask = (old: number, size: number) =>
      two.node.services.witnessing.witness.cosign(
        addCheckpointText({ old, proof: [], note: forged(size) }),
      );
    const refused = (why: string) => ({ kind: "refused", why });
    expect(await ask(0, last.size)).to.deep.equal({ kind: "stale", size: last.size });
    expect(await ask(last.size, last.size + 1)).to.deep.equal(refused("inconsistent"));
    await mesh.kill(two);
    expect(await ask(last.size, last.size + 1)).to.deep.equal(refused("inconsistent"));
    const added = async (text: string) => {
      const call = { ...callOf(null), body: () => Buffer.from(text) };
      // It is text already: the compiler has no shape for it.
      const answer: unknown = await two.node.handlers.witnessAddCheckpoint({}, call);
      // eslint-disable-next-line typescript/no-unsafe-type-assertion
      const { body, contentType, status } = answer as PreEncoded;
      return [status, String(body), contentType];
    };
    const text = (old: number, size: number) =>
      addCheckpointText({ old, proof: [], note: forged(size) });
    const size = "text/x.tlog.size";
    // As C2SP tlog-witness has them.
    expect(await added(text(0, last.size))).to.deep.equal([409, `${last.size}\n`, size]);
    expect((await added(text(last.size, last.size + 1)))[0]).to.equal(422);
    expect((await added(text(last.size + 2, last.size + 1)))[0]).to.equal(400);
    expect((await added("none"))[0]).to.equal(400);
    const known = forged(last.size);
    expect((await added(`old 0\n\n${known.replace(publicKey, localKey("nobody"))}`))[0]).to.equal(
      404,
    );
    const unsigned = known.replace(/\n[^\n]+\n\n/, `\n${"A".repeat(43)}=\n\n`);
    expect((await added(`old 0\n\n${unsigned}`))[0]).to.equal(403);
    const { spineLog } = one.node.services;
    const old = (await two.node.services.witnessing.witness.last(
      checkpointOrigin(net, one.publicKey),
    ))!.size;
    const hashes = old === spineLog.size ? [] : await spineLog.consistency(old, spineLog.size);
    const proof = hashes.map((hash) => fromHex(hash)!);
    const grown = addCheckpointText({ old, proof, note: spineLog.checkpoint() });
    const [status, line] = await added(grown);
    expect(status).to.equal(200);
    expect(line).to.match(/^\u2014 calc\/[0-9a-f]{8}\/[0-9a-f]{64} \S+\n$/);
    expect((await added(text(last.size, last.size)))[0]).to.equal(422);
    // Both checkpoints carry the author's own signature: everyone comes to know.
    await mesh.until(
      "the author is frozen everywhere",
      async () =>
        mesh.nodes
          .filter((node) => node !== liar)
          .every(({ node }) => node.services.mesh.disputedFrom(publicKey) !== null),
      200,
    );
    expect(await ask(last.size, last.size + 1)).to.deep.equal(refused("frozen"));
  });

  it("that lost what they cosigned learn it from their peers before they cosign again", async () => {
    const { witnessing } = two.node.services;
    const origin = checkpointOrigin(one.node.services.spine.net, one.publicKey);
    const before = (await witnessing.witness.last(origin))!;
    const bucket = two.store.witness.cosigned;
    await two.store.write((await bucket.list()).map(([key]) => bucket.del(key)));
    expect(await witnessing.witness.last(origin)).to.equal(undefined);
    for (const peer of witnessing.exchange.peers()) await witnessing.exchange.recall(peer);
    const known = one.node.services.witnessing.book.of(one.publicKey)!;
    const after = (await witnessing.witness.last(origin))!;
    expect(after.size).to.equal(known.size);
    expect(after.size).to.be.at.most(before.size);
    const stale = addCheckpointText({
      old: 0,
      proof: [],
      note: one.node.services.spineLog.checkpoint(),
    });
    expect(await witnessing.witness.cosign(stale)).to.deep.equal({
      kind: "stale",
      size: after.size,
    });
  });

  it("show their logs, and a checkpoint that anybody reads", async () => {
    const { logs, total } = await readAnswer(
      two.node.handlers.witnessLogs({ offset: 0, limit: 2 }, callOf(null)),
    );
    expect(total).to.equal(5);
    expect(logs).to.have.lengthOf(2);
    const found = two.node.services.witnessing.book.of(one.publicKey)!;
    expect(found.note).to.match(/^calc\/[0-9a-f]{8}\/[0-9a-f]{64}\n\d+\n/);
    expect(toHex(fromHex(found.root)!)).to.equal(found.root);
  });

  it("show monitors what they cosigned last of a log, as the log and they signed it", async () => {
    const { witness } = two.node.services.witnessing;
    const origin = checkpointOrigin(one.node.services.spine.net, one.publicKey);
    const hash = crypto.sha256Hex(origin);
    const trust = { keys: [witness.key], quorum: 1 };
    const log = { origin, publicKey: fromHex(one.publicKey)! };
    const read = async () => verifyWitnessed(crypto, (await witness.monitored(hash))!, log, trust);
    const { size } = (await witness.last(origin))!;
    const shown = await read();
    expect(shown.ok && shown.witnessed.checkpoint.size).to.equal(size);
    // Cosigned among gathered heads, a log has no line of its own until somebody asks for it.
    const { note, ...kept } = (await witness.last(origin))!;
    const own = note.split("\n").filter((line) => line.includes(witness.key.name));
    const bare = own.reduce((text, line) => text.replace(`${line}\n`, ""), note);
    await two.store.write(two.store.witness.cosigned.putOps(origin, { ...kept, note: bare }));
    expect(await read()).to.deep.include({ ok: true });
    expect(await witness.monitored(crypto.sha256Hex("another log"))).to.equal(null);
  });
});
