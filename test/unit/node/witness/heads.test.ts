/** Heads of many authors under one checkpoint: three nodes and four witnesses in virtual time. */
import { expect } from "chai";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import { checkpointOrigin, signCheckpoint } from "../../../../protocol/seal/checkpoint.js";
import {
  headsOrigin,
  headsTree,
  readHead,
  readHeadProof,
  type SignedHead,
} from "../../../../protocol/witness/heads.js";
import { checkedFile } from "../../../../scripts/cli/services/witness.js";
import { plant, spineOf, headsAuthor } from "../../../../scripts/market/headsMesh.js";
import { customerOf } from "../../../../scripts/market/pair.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  localKey,
  localSeed,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";
import { textOf } from "../../../kit/requests.js";

const WITNESSES = ["one", "two", "three", "four"];
const GATHERER = "gatherer";

describe("heads of many spines under one checkpoint", () => {
  let localMesh: LocalMesh;
  let gatherer: LocalNode;
  let author: LocalNode;
  let reader: LocalNode;
  let witness: LocalNode;

  before(async () => {
    localMesh = new LocalMesh({ cosigned: { by: WITNESSES, quorum: 3, gatherer: GATHERER } });
    for (const name of [...WITNESSES, GATHERER, "author", "reader"]) await localMesh.add(name);
    const named = (name: string): LocalNode => localMesh.nodes.find((one) => one.name === name)!;
    gatherer = named(GATHERER);
    author = named("author");
    reader = named("reader");
    witness = named("one");
    await customerOf(author, 2);
  });
  after(() => localMesh.stop());

  const net = () => witness.node.services.spine.net;
  const ask = (heads: readonly SignedHead[], round: number, shown = heads) => {
    const sorted = [...heads].sort((a, b) => (a.author < b.author ? -1 : 1));
    const { root } = headsTree(crypto, sorted);
    const origin = headsOrigin({ net: net(), gatherer: localKey(GATHERER), round });
    const note = signCheckpoint(crypto, { origin, size: sorted.length, root }, localSeed(GATHERER));
    const notes = shown === heads ? sorted : shown;
    return witness.node.services.witnessing.headsWitness.cosign(
      note,
      notes.map((one) => one.note),
    );
  };

  it("make what is below each of them final, for its author and for others", async () => {
    const [receipt] = await author.store.envelopes.ofAccount(author.name, 1);
    const standing = () => author.node.services.witnessing.standingOfReceipt(receipt!.id);
    expect(await standing()).to.equal("sealed");
    await localMesh.until("it is final", async () => (await standing()) === "final", 60);
    const { note } = author.node.services.witnessing.book.of(author.publicKey)!;
    expect(note).to.match(/^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex \d+\n/);
    expect(readHeadProof(note)!.note).to.include(`/${localKey(GATHERER)}/heads/`);
    const { witnessing } = reader.node.services;
    await localMesh.until(
      "a reader knows it, too",
      async () =>
        (await witnessing.seek(author.publicKey)) || witnessing.book.of(author.publicKey) !== null,
      20,
    );
    expect(witnessing.book.of(author.publicKey)!.size).to.be.greaterThan(0);
  });

  it("show offline how surely a receipt stays, to whoever trusts the witnesses", async () => {
    const [receipt] = await author.store.envelopes.ofAccount(author.name, 1);
    const call = callOf(principalOf(author.name));
    const asked = { id: receipt!.id };
    const proof = await readAnswer(author.node.handlers.witnessStanding(asked, call));
    const keys = WITNESSES.map((name) => localKey(name));
    const text = JSON.stringify(proof);
    expect(checkedFile(text, keys, 3)).to.include({ valid: true, standing: "final" });
    expect(checkedFile(textOf(proof, "note"), keys, 3)).to.include({ valid: true, reason: null });
    expect(checkedFile(text, [...keys.slice(0, 2), localKey("reader")], 3).valid).to.equal(false);
    const inner = readHeadProof(textOf(proof, "note"))!;
    // Another index, and the head of another author.
    const moved = textOf(proof, "note").replace(
      `\nindex ${inner.index}\n`,
      `\nindex ${inner.index + 1}\n`,
    );
    expect(checkedFile(JSON.stringify({ ...proof, note: moved }), keys, 3).valid).to.equal(false);
    const other = spineOf({ net: net(), calcond: 1 }, headsAuthor("other"), 1).head;
    const extra = Buffer.from(other).toString("base64");
    const stolen = textOf(proof, "note").replace(/extra \S+/, `extra ${extra}`);
    expect(checkedFile(JSON.stringify({ ...proof, note: stolen }), keys, 3).valid).to.equal(false);
  });

  it("cost a witness as many messages for 200 authors as for ten", async () => {
    const { exchange } = witness.node.services.witnessing;
    const asked = async (count: number, of: string): Promise<number> => {
      const authors = Array.from({ length: count }, (_, i) => headsAuthor(`${of} ${i}`));
      await plant(
        localMesh,
        [...localMesh.nodes.slice(0, 4), gatherer],
        authors,
        count > 100 ? 1 : 3,
      );
      const before = exchange.asked;
      await gatherer.node.services.witnessing.gatherer.run();
      const { book } = gatherer.node.services.witnessing;
      for (const { publicKey } of authors) expect(book.of(publicKey)?.size).to.be.at.least(1);
      return exchange.asked - before;
    };
    expect(await asked(10, "few")).to.equal(1);
    expect(await asked(200, "many")).to.equal(1);
  });

  it("hide no fork: the head that was cosigned is shown for it, and the others are cosigned", async () => {
    const { witnessing } = witness.node.services;
    const forker = headsAuthor("few 0");
    const honest = headsAuthor("few 1");
    const at = { net: net(), calcond: localMesh.time.calcond - 100 };
    const headOf = async ({ publicKey }: { readonly publicKey: string }) =>
      readHead(
        crypto,
        net(),
        (await witnessing.witness.last(checkpointOrigin(net(), publicKey)))!.note,
      )!;
    const headAt = (size: number, branch: number) =>
      readHead(crypto, net(), spineOf(at, forker, size, branch).head)!;
    const [kept, good] = [await headOf(forker), await headOf(honest)];
    const round = localMesh.time.calcond + 1_000;
    const refused = (why: string, note: string | null) => ({
      kind: "without",
      heads: [{ author: forker.publicKey, why, kept: note }],
    });
    expect(await ask([headAt(2, 0), good], round)).to.deep.equal(refused("smaller", kept.note));
    expect(await ask([headAt(4, 1), good], round)).to.deep.equal(refused("behind", null));
    // A head that is under the root and is not shown, one too many, and another order.
    const malformed = { kind: "refused", why: "malformed" };
    expect(await ask([kept, good], round, [good])).to.deep.equal(malformed);
    expect(await ask([good], round, [good, kept])).to.deep.equal(malformed);
    const turned = [kept, good].sort((a, b) => (a.author < b.author ? 1 : -1));
    expect(await ask([kept, good], round, turned)).to.deep.equal(malformed);
    expect(await ask([headAt(3, 1), good], round)).to.deep.equal(refused("conflict", kept.note));
    expect((await ask([good], round)).kind).to.equal("cosigned");
    expect(await ask([kept, good], round)).to.deep.equal({ kind: "stale", round });
    expect(await ask([good], round - 1)).to.deep.equal({ kind: "stale", round });
    // Both heads have its signature: everybody comes to know.
    await localMesh.until(
      "the author is frozen everywhere",
      async () =>
        localMesh.nodes.every(
          ({ node }) => node.services.mesh.disputedFrom(forker.publicKey) !== null,
        ),
      200,
    );
    expect(await ask([headAt(4, 1), good], round + 1)).to.deep.equal(refused("frozen", null));
  });

  it("leave out the one that was forked, and make the others count in the same round", async () => {
    const [forker, honest] = [headsAuthor("forks later"), headsAuthor("is honest")];
    const witnesses = localMesh.nodes.slice(0, 4);
    const { book, gatherer: gathers } = gatherer.node.services.witnessing;
    // A witness takes two questions of a node in ten calconds.
    await localMesh.pass(12);
    await plant(localMesh, [...witnesses, gatherer], [forker], 1);
    await gathers.run();
    expect(book.of(forker.publicKey)?.size).to.equal(1);
    await plant(localMesh, witnesses, [forker], 3);
    // Another history from its second event on.
    await plant(localMesh, [gatherer], [forker], 3, 1);
    await plant(localMesh, [...witnesses, gatherer], [honest], 2);
    const { exchange } = witness.node.services.witnessing;
    const before = exchange.asked;
    await gathers.run();
    expect(exchange.asked - before).to.equal(2);
    expect(book.of(honest.publicKey)?.size).to.equal(2);
    expect(book.of(forker.publicKey)?.size).to.equal(1);
    const { mesh } = gatherer.node.services;
    expect(mesh.disputedFrom(forker.publicKey)).to.be.a("number");
  });

  it("are shown by each node itself where nobody gathers them any more", async () => {
    localMesh.part([gatherer]);
    await customerOf(author, 1);
    const { size } = author.node.services.spine;
    const { book } = author.node.services.witnessing;
    await localMesh.until(
      "the witnesses are asked directly",
      async () => (book.of(author.publicKey)?.size ?? 0) >= size,
      80,
    );
    expect(book.of(author.publicKey)!.note).to.match(/^calc\/[0-9a-f]{8}\/[0-9a-f]{64}\n/);
    localMesh.heal();
  });
});
