/** 1,300 openings of new keys, on one connection and on many: who has a place, and who is told. */
import { expect } from "chai";
import type { MemoryNet } from "../../../../../scripts/sim/wires/memoryNet.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import type { Author } from "../../../../../protocol/seal/event.js";
import { makeHandshake } from "../../../../../protocol/events/handshake.js";
import { topicOf } from "../../../../../protocol/events/topics.js";
import { encodeWire } from "../../../../../protocol/events/wireText.js";
import { CALCOND_NS } from "../../../../../protocol/limits.js";
import type { Store } from "../../../../../storage/store.js";
import { Cluster, held, lyingClock, storeOf } from "../../../../kit/cluster.js";
import { calcondOf, opening } from "../../../../kit/hostile.js";
import { logTo } from "../../../../kit/logger.js";
import { authorOf, NETWORK, SECRET, startMeshNode } from "../../../../kit/meshNode.js";
import { isLong } from "../../../../kit/runs.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";
import type { MeshNode } from "../../../../kit/meshNode.js";

const KEYS = 1_300;
const PLACES = 1_000;
const NEWCOMERS = 2;
const TOPIC = topicOf(NETWORK, "node");
/** A day, in calconds of 0.777000777 s. */
const DAY_CALCONDS = 111_196;

function keyOf(name: string): Author {
  const seed = nodeCrypto.sha256(name);
  return { seed, publicKey: Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex") };
}

/** Openings by keys that nobody has seen, as they are at the begin of each test. */
function openings(): readonly Uint8Array[] {
  const clock = new VirtualTime();
  return Array.from({ length: KEYS }, (_, n) => {
    const author = keyOf(`author ${n}`);
    const { text } = opening(author, clock);
    const claim = { kid: 1, sender: author.publicKey, calcond: clock.nowNs() / CALCOND_NS };
    return encodeWire(makeHandshake(nodeCrypto, SECRET, claim, text), text);
  });
}

describe("1,300 openings of new keys", () => {
  let cluster = new Cluster();
  let warnings: string[] = [];
  let said: readonly Uint8Array[] = [];
  before(() => {
    said = openings();
  });
  beforeEach(() => {
    cluster = new Cluster();
    warnings = [];
  });
  afterEach(() => cluster.stop());

  async function start(
    n: number,
    ip: string,
    of: MeshNode | null,
    store?: Store,
  ): Promise<MeshNode> {
    const { hub, time } = cluster;
    const node = await startMeshNode(n, {
      bootstrap: of?.net.addresses() ?? [],
      net: hub.join(authorOf(n).publicKey, ip),
      ...(store === undefined ? {} : { store }),
      modules: {
        scheduler: time,
        clock: time,
        random: { next: () => 0 },
        log: logTo(n === 1 ? warnings : []),
      },
    });
    cluster.nodes.push(node);
    return node;
  }

  /** One that was met a day ago. */
  async function knowing(peer: string): Promise<Store> {
    const store = storeOf();
    const now = calcondOf(cluster.time);
    const met = { metCalcond: now - DAY_CALCONDS, reachedCalcond: now, lastSeenCalcond: now };
    await store.write(store.peers.putOps(peer, { addresses: ["/ip4/198.51.100.2/tcp/1"], ...met }));
    return store;
  }

  // Below half of the places anyone is taken: 500, of which the known node has one. Then a peer
  // brings 64 and one in 10 s, a network 256 and one in 2.5 s, and 200 places are for who was met.
  const CASES = [
    { connections: 1, networks: 1, kept: [563, 570], isWarned: false },
    { connections: 20, networks: 1, kept: [755, 770], isWarned: false },
    { connections: 20, networks: 20, kept: [800, 806], isWarned: true },
  ] as const;
  for (const { connections, networks, kept, isWarned } of CASES) {
    // The other two are nightly.
    if (!isLong && networks === 1) continue;
    it(`on ${connections} connections of ${networks} networks: newcomers are kept, the known stay`, async () => {
      const { hub, time } = cluster;
      const knownKey = authorOf(2);
      const knownPeer = hub.join(knownKey.publicKey, "198.51.100.2").peerId;
      const first = await start(1, "203.0.113.1", null, await knowing(knownPeer));
      const known = await start(2, "198.51.100.2", first);
      await time.pass(2_000);
      const crowd: MemoryNet[] = [];
      for (let n = 0; n < connections; n += 1) {
        const net = await lyingClock(cluster, 100 + n, 0, `12.${n % networks}.0.${10 + n}`);
        net.subscribe(TOPIC, () => "ignore");
        hub.link(net.peerId, first.net.peerId);
        crowd.push(net);
      }
      const newcomers: MeshNode[] = [];
      for (let n = 0; n < KEYS; n += 1) {
        await crowd[n % connections]!.publish(TOPIC, said[n]!);
        if (n % 65 === 0) await time.pass(1_000);
        if (n % 500 !== 499) continue;
        const at = newcomers.length;
        newcomers.push(await start(3 + at, `45.${at}.1.1`, first));
      }
      expect(newcomers).to.have.length(NEWCOMERS);
      await time.pass(15_000);
      const { kept: spines, max: spinesMax } = first.mesh.snapshot().spines;
      expect(spinesMax).to.equal(PLACES);
      expect(spines - NEWCOMERS).to.be.within(kept[0], kept[1]);
      // What has no place was not accepted: each accepted opening is kept.
      const accepted = first.words.filter((word) => word.startsWith("event spine.open "));
      expect(accepted).to.have.length(spines);
      expect(first.words.filter((word) => word === "node ignore NO_PLACE")).to.have.length(
        KEYS - (spines - NEWCOMERS - 1),
      );
      for (const node of [known, ...newcomers]) {
        expect(await held(first, node.author.publicKey)).to.not.equal(null);
        expect(node.mesh.diagnosis.view().heldBy).to.be.at.least(1);
        expect(node.mesh.diagnosis.view().findings).to.deep.equal([]);
      }
      const crowded = warnings.filter((line) => line.includes("most places"));
      expect(crowded).to.have.length(isWarned ? 1 : 0);
    });
  }
});
