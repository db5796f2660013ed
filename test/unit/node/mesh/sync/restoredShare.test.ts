/** A node whose copy is older meets peers that do not keep its spine: it writes nothing by their word. */
import { expect } from "chai";
import { nodeCrypto as crypto } from "../../../../../node/runtime/crypto.js";
import { topicOf } from "../../../../../protocol/events/topics.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { spineHolders } from "../../../../../protocol/placement/spines.js";
import { customerOf } from "../../../../../scripts/market/pair.js";
import {
  LocalDisk,
  LocalMesh,
  localKey,
  type LocalNode,
} from "../../../../../scripts/market/localMesh.js";

const AUTHOR = "author";
const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];

/** Whose spine falls to whom follows from which nodes there are. */
async function met(mesh: LocalMesh): Promise<void> {
  const isMet = async ({ store }: LocalNode): Promise<boolean> =>
    (await store.peers.announcements("node", 100)).length >= NAMES.length - 1;
  await mesh.until(
    "all have heard of all",
    async () => (await Promise.all(mesh.nodes.map(isMet))).every(Boolean),
    120,
  );
}

describe("a restored node among peers that keep a share", () => {
  it("goes on from what those have to whom its spine falls, and writes nothing before", async () => {
    const mesh = new LocalMesh({ shares: true });
    for (const name of NAMES) await mesh.add(name);
    await met(mesh);
    const author = await mesh.add(AUTHOR);
    const nodes = NAMES.map((name) => ({ node: localKey(name), capacity: 1 }));
    const holders = spineHolders(crypto, author.publicKey, nodes);
    const isHolder = ({ publicKey }: LocalNode): boolean => holders.includes(publicKey);
    const others = mesh.nodes.filter((one) => one !== author && !isHolder(one));
    const one = others[0]!;
    await customerOf(author, 1);
    await mesh.pass(40);
    const copy = new LocalDisk(author.raw.contents());
    const before = author.node.services.spine.size;
    await customerOf(author, 2);
    const { size } = author.node.services.spine;
    expect(size).to.be.greaterThan(before);
    await mesh.until(
      "its head is heard by who does not keep it",
      async () => {
        const heads = one.node.services.mesh.snapshot().heads;
        return heads.some((head) => head.author === author.publicKey && head.seq === size - 1);
      },
      60,
    );
    expect(await one.store.spine.tip(author.publicKey)).to.equal(undefined);

    mesh.part([author, ...others]);
    await mesh.restore(author, copy);
    await mesh.pass(50);
    expect(author.node.services.mesh.snapshot().restoreGuard).to.equal("unanswered");
    expect(author.node.services.spine.size).to.equal(before);
    mesh.heal();
    await mesh.until(
      "it goes on",
      async () => author.node.services.mesh.snapshot().restoreGuard === "passed",
      60,
    );
    expect(author.node.services.spine.size).to.be.at.least(size);
    await mesh.stop();
  });

  it("does not take for an answer that a peer which leaves heads to others has heard of none", async () => {
    const nodes = NAMES.map((name) => ({ node: localKey(name), capacity: 1 }));
    const holders = spineHolders(crypto, localKey(AUTHOR), nodes);
    const by = NAMES.filter((name) => holders.slice(0, 4).includes(localKey(name)));
    const mesh = new LocalMesh({ shares: true, cosigned: { by, quorum: 3, gatherer: by[0]! } });
    for (const name of NAMES) await mesh.add(name);
    await met(mesh);
    const author = await mesh.add(AUTHOR);
    const meshOf = ({ node }: LocalNode): LocalNode["node"]["services"]["mesh"] =>
      node.services.mesh;
    const head = topicOf(author.node.services.spine.net, "head");
    const isQuiet = ({ publicKey }: LocalNode): boolean =>
      mesh.hub.node(peerIdOf(publicKey))?.topics().includes(head) === false;
    const rest = mesh.nodes.filter(({ name }) => !by.includes(name));
    await mesh.until("all but witnesses leave", async () => rest.every(isQuiet), 400);
    await customerOf(author, 1);
    await mesh.pass(40);
    const copy = new LocalDisk(author.raw.contents());
    const before = author.node.services.spine.size;
    await customerOf(author, 2);
    await mesh.pass(20);
    const { size } = author.node.services.spine;
    expect(size).to.be.greaterThan(before);
    const others: LocalNode[] = [];
    for (const one of rest)
      if ((await one.store.spine.tip(author.publicKey)) === undefined) others.push(one);
    expect(others.length).to.be.at.least(1);
    for (const one of others) {
      const { heads } = meshOf(one).snapshot();
      const head = heads.find((known) => known.author === author.publicKey);
      expect(head?.seq ?? -1, one.name).to.be.below(before);
    }

    mesh.part([author, ...others]);
    await mesh.restore(author, copy);
    await mesh.pass(50);
    expect(meshOf(author).snapshot().restoreGuard).to.equal("unanswered");
    expect(author.node.services.spine.size).to.equal(before);
    mesh.heal();
    await mesh.until(
      "it goes on",
      async () => meshOf(author).snapshot().restoreGuard === "passed",
      60,
    );
    expect(author.node.services.spine.size).to.be.at.least(size);
    await mesh.stop();
  });
});
