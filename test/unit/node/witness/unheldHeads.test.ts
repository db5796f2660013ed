/** Heads of a spine that neither who gathers them nor any witness keeps, under a quorum. */
import { expect } from "chai";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import { spineHolders } from "../../../../protocol/placement/spines.js";
import { readHeadProof } from "../../../../protocol/witness/heads.js";
import { customerOf } from "../../../../scripts/market/pair.js";
import { LocalMesh, localKey, type LocalNode } from "../../../../scripts/market/localMesh.js";

const WITNESSES = ["one", "two", "three", "four"];
const GATHERER = "gatherer";
const OTHERS = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
const NAMES = [...WITNESSES, GATHERER, ...OTHERS];

/** An author whose spine falls to none of those who cosign. */
function strangerName(): string {
  const nodes = NAMES.map((name) => ({ node: localKey(name), capacity: 1 }));
  const judges = new Set([...WITNESSES, GATHERER].map((name) => localKey(name)));
  for (let n = 0; ; n += 1) {
    const holders = spineHolders(crypto, localKey(`author ${n}`), nodes);
    if (!holders.some((node) => judges.has(node))) return `author ${n}`;
  }
}

describe("heads of a spine that those who cosign them do not keep", () => {
  let localMesh: LocalMesh;
  let author: LocalNode;
  const named = (name: string): LocalNode => localMesh.nodes.find((one) => one.name === name)!;

  before(async () => {
    localMesh = new LocalMesh({
      shares: true,
      cosigned: { by: WITNESSES, quorum: 3, gatherer: GATHERER },
    });
    for (const name of NAMES) await localMesh.add(name);
    // Whose spine falls to whom follows from which nodes there are.
    const isMet = async ({ store }: LocalNode): Promise<boolean> =>
      (await store.peers.announcements("node", 100)).length >= NAMES.length - 1;
    await localMesh.until(
      "all have heard of all",
      async () => (await Promise.all(localMesh.nodes.map(isMet))).every(Boolean),
      120,
    );
    author = await localMesh.add(strangerName());
  });
  after(() => localMesh.stop());

  const gathered = async (size: number): Promise<void> => {
    const { book } = named(GATHERER).node.services.witnessing;
    const covered = (): number => book.of(author.publicKey)?.size ?? 0;
    await localMesh.until("they are gathered", async () => covered() >= size, 120);
    expect(readHeadProof(book.of(author.publicKey)!.note)).to.not.equal(null);
  };

  it("are gathered and cosigned, and go on by proofs from who keeps it", async () => {
    const { spine } = author.node.services;
    await customerOf(author, 2);
    await gathered(spine.size);
    const before = spine.size;
    await customerOf(author, 2);
    expect(spine.size).to.be.greaterThan(before);
    await gathered(spine.size);
    for (const name of [...WITNESSES, GATHERER])
      expect(await named(name).store.spine.tip(author.publicKey), name).to.equal(undefined);
  });
});
