/** A node whose copy is older meets peers that do not keep its spine: it writes nothing by their word. */
import { expect } from "chai";
import { nodeCrypto as crypto } from "../../../../../node/runtime/crypto.js";
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

describe("a restored node among peers that keep a share", () => {
  it("goes on from what those have to whom its spine falls, and writes nothing before", async () => {
    const mesh = new LocalMesh({ shares: true });
    for (const name of NAMES) await mesh.add(name);
    // Whose spine falls to whom follows from which nodes there are.
    const isMet = async ({ store }: LocalNode): Promise<boolean> =>
      (await store.peers.announcements("node", 100)).length >= NAMES.length - 1;
    await mesh.until(
      "all have heard of all",
      async () => (await Promise.all(mesh.nodes.map(isMet))).every(Boolean),
      120,
    );
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
});
