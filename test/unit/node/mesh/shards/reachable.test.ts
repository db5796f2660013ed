import { expect } from "chai";
import { Placement } from "../../../../../node/mesh/shards/placement.js";
import { CALLED, calledAt } from "../../../../../node/mesh/shards/reachable.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import type { MeshEvent } from "../../../../../protocol/seal/event.js";
import { CALCOND_NS } from "../../../../../protocol/limits.js";
import { epochSeed } from "../../../../../protocol/placement/epoch.js";
import { rankNodes } from "../../../../../protocol/placement/rendezvous.js";
import { MemoryStore } from "../../../../../scripts/stores/memory.js";
import { Store } from "../../../../../storage/store.js";
import { contentId, NETWORK } from "../../../../kit/meshNode.js";

const EPOCH = 300_000;
/** In the middle of an epoch, where it alone counts. */
const NOW = EPOCH * 7_776 + 4_000;
/** RFC 5737 leaves no public address for examples but these three blocks. */
const PUBLIC = "/ip4/198.51.100.7/tcp/4001";
const RELAYED = `${PUBLIC}/p2p/12D3KooW/p2p-circuit/p2p/12D3KooX`;
const HOME = "/ip4/192.168.1.7/tcp/4001";

const nameOf = (n: number): string => contentId(`node ${n}`);

/** What a node sees that hears the others, each by the addresses it signed. */
function seenBy(n: number, addresses: readonly string[]): Placement {
  const placement = new Placement(
    { network: NETWORK, publicKey: nameOf(n), self: () => selfOf(addresses[n]!) },
    {
      crypto: nodeCrypto,
      clock: { nowNs: () => BigInt(NOW) * CALCOND_NS + 1n },
      store: new Store(new MemoryStore()),
      isFrozen: () => false,
      seenAt: () => -1,
      pause: () => Promise.resolve(),
    },
  );
  addresses.forEach((address, other) => {
    if (other !== n) placement.hear(said(other, address));
  });
  return placement;
}

function selfOf(address: string) {
  return { addrs: [address], capacity: 1 };
}

function said(n: number, address: string): MeshEvent {
  const body = { ...selfOf(address), engine_versions: ["test"], roles: ["compute"] };
  const none = "0".repeat(64);
  const header = {
    anchor: none,
    author: nameOf(n),
    body_hash: none,
    body_len: 1,
    calcond: NOW - 10,
    kind: "node",
    net: NETWORK,
    prev: none,
    seq: 1,
    v: 1 as const,
  };
  return { body, header, sig: "" };
}

describe("holders are chosen among those that can be reached", () => {
  it("from how far a node can be called follows from what it signed", () => {
    for (const [addresses, called] of [
      [[], CALLED.nowhere],
      [[HOME], CALLED.nowhere],
      [["/ip4/127.0.0.1/tcp/1"], CALLED.nowhere],
      [["/ip6/fd00::1/tcp/1"], CALLED.nowhere],
      [[HOME, RELAYED], CALLED.overRelay],
      [[RELAYED, PUBLIC], CALLED.directly],
      [["/ip6/2001:4860::1/tcp/1"], CALLED.directly],
      [["/dns4/node.example/tcp/4001"], CALLED.directly],
      [["/memory/a"], CALLED.nowhere],
    ] as const) {
      expect(calledAt(addresses), addresses.join()).to.equal(called);
    }
  });

  it("one public node among eight behind translators holds every shard, on the word of all", () => {
    const addresses = [PUBLIC, ...Array.from({ length: 8 }, () => HOME)];
    const [first, other] = [seenBy(0, addresses), seenBy(5, addresses)];
    for (let shard = 0; shard < 256; shard += 1) {
      expect(first.holders(shard)[0]).to.equal(nameOf(0));
      expect(other.holders(shard)).to.deep.equal(first.holders(shard));
      expect(new Set(first.holders(shard)).size).to.equal(3);
    }
  });

  it("of equal reach the scores decide, as before; who uses a relay comes between", () => {
    const addresses = [HOME, RELAYED, PUBLIC, HOME, PUBLIC, RELAYED];
    const placement = seenBy(3, addresses);
    const seed = epochSeed(nodeCrypto, EPOCH, NETWORK);
    const ranked = (shard: number, of: readonly number[]): readonly string[] =>
      rankNodes(
        nodeCrypto,
        seed,
        shard,
        of.map((n) => ({ node: nameOf(n), capacity: 1 })),
      );
    for (let shard = 0; shard < 64; shard += 1) {
      const expected = [...ranked(shard, [2, 4]), ...ranked(shard, [1, 5])].slice(0, 3);
      expect(placement.holders(shard)).to.deep.equal(expected);
    }
  });

  it("among nodes of one site everything is as it was", () => {
    const placement = seenBy(
      0,
      Array.from({ length: 5 }, () => HOME),
    );
    const seed = epochSeed(nodeCrypto, EPOCH, NETWORK);
    const all = [0, 1, 2, 3, 4].map((n) => ({ node: nameOf(n), capacity: 1 }));
    for (let shard = 0; shard < 32; shard += 1)
      expect(placement.holders(shard)).to.deep.equal(
        rankNodes(nodeCrypto, seed, shard, all).slice(0, 3),
      );
  });
});
