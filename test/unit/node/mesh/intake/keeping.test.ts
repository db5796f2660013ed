/** Which nodes keep which spines, by the rules alone. */
import { expect } from "chai";
import { Keeping } from "../../../../../node/mesh/intake/keeping.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import type { PlacedNode } from "../../../../../protocol/placement/rendezvous.js";
import { SPINE_HOLDERS, spineHolders } from "../../../../../protocol/placement/spines.js";

const keyOf = (n: number): string => nodeCrypto.sha256Hex(`node ${n}`);

function nodesOf(count: number): readonly PlacedNode[] {
  return Array.from({ length: count }, (_, n) => ({ node: keyOf(n), capacity: 1 }));
}

function keepingOf(
  publicKey: string,
  nodes: readonly PlacedNode[],
  more: {
    readonly binding?: string;
    readonly named?: string;
    readonly workBits?: number;
    readonly isOfWork?: boolean;
  } = {},
): Keeping {
  const keeping = new Keeping(
    { policy: "share", publicKey, workBits: more.workBits ?? 0 },
    {
      crypto: nodeCrypto,
      isBinding: (author) => author === more.binding,
      isOfWork: () => more.isOfWork === true,
      isNamed: (author) => author === more.named,
    },
  );
  keeping.use(() => nodes);
  return keeping;
}

describe("the spines that a node keeps", () => {
  it("are kept by eight others each, the 1,001st node's too, whoever is asked", () => {
    const nodes = nodesOf(1_001);
    const last = keyOf(1_000);
    const holders = spineHolders(nodeCrypto, last, nodes);
    expect(new Set(holders)).to.have.property("size", SPINE_HOLDERS);
    expect(holders).to.not.include(last);
    const keepers = nodes.filter(({ node }) => keepingOf(node, nodes).keeps(last));
    expect(keepers.map(({ node }) => node)).to.have.members([...holders, last]);
  });

  it("are shared out in proportion to capacity", () => {
    const nodes = nodesOf(40).map((one, i) => ({ ...one, capacity: i < 20 ? 1 : 4 }));
    const load = new Map<string, number>();
    for (let n = 1_000; n < 3_000; n += 1)
      for (const node of spineHolders(nodeCrypto, keyOf(n), nodes))
        load.set(node, (load.get(node) ?? 0) + 1);
    const sum = (from: number): number =>
      nodes.slice(from, from + 20).reduce((all, { node }) => all + (load.get(node) ?? 0), 0);
    // Drawn without putting back, so less than four times as often.
    expect(sum(20) / sum(0)).to.be.within(2.8, 4);
  });

  it("move only to and from the node that comes", () => {
    const nodes = nodesOf(100);
    const newcomer = { node: keyOf(100), capacity: 1 };
    for (let n = 1_000; n < 1_200; n += 1) {
      const before = spineHolders(nodeCrypto, keyOf(n), nodes);
      const after = spineHolders(nodeCrypto, keyOf(n), [...nodes, newcomer]);
      expect(
        after.filter((node) => node !== newcomer.node && !before.includes(node)),
      ).to.deep.equal([]);
    }
  });

  it("are those of whom something binds it, and of whom it was told by its operator", () => {
    const nodes = nodesOf(1_000);
    const far = keyOf(5);
    const own = nodes.find(({ node }) => !keepingOf(node, nodes).keeps(far))!.node;
    expect(keepingOf(own, nodes, { binding: far }).keeps(far)).to.equal(true);
    expect(keepingOf(own, nodes, { named: far }).keeps(far)).to.equal(true);
    expect(keepingOf(own, nodes).keeps(own)).to.equal(true);
  });

  it("fall to nobody by rendezvous where the key shows no work", () => {
    const nodes = nodesOf(8);
    const author = keyOf(1_000);
    expect(keepingOf(keyOf(0), nodes).keeps(author)).to.equal(true);
    const keeping = keepingOf(keyOf(0), nodes, { workBits: 255 });
    expect(keeping.keeps(author)).to.equal(false);
    expect(keeping.holdersOf(author)).to.deep.equal([]);
  });
});
