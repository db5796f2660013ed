/**
 * The table of misconfigurations in `docs/mesh.md`: rows of addresses that are wrong, by errors of
 * real sockets where a test can cause them; what the metrics tell; and that no row is without a test.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { DIAL_FAULTS } from "../../../../node/mesh/discovery/dialFault.js";
import { meshGauges } from "../../../../node/mesh/view/gauges.js";
import { NetError, type Net } from "../../../../node/mesh/host/net.js";
import { peerIdOf } from "../../../../node/mesh/host/peerKey.js";
import type { MemoryNet } from "../../../../scripts/sim/wires/memoryNet.js";
import type { Mesh } from "../../../../node/mesh/mesh.js";
import { MeshView } from "../../../../node/mesh/view/meshView.js";
import { REFUSALS } from "../../../../node/mesh/host/refusals.js";
import { STATUS_PROTOCOL } from "../../../../node/mesh/sync/status.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { createNote } from "../../../../protocol/seal/event.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { checkpointOrigin, signCheckpoint } from "../../../../protocol/seal/checkpoint.js";
import { Cluster, framesOf, publish } from "../../../kit/cluster.js";
import { authorOf, contentId, NETWORK, startMeshNode, startNet } from "../../../kit/meshNode.js";
import type { MeshNode } from "../../../kit/meshNode.js";

/** What a node finds about itself and may be mended. */
const OWN_FINDINGS = [
  "NO_OWN_SECRET",
  "LOOPBACK_ONLY",
  "NOT_LISTENING",
  "FORKED",
  "CLOCK",
  "LARGE_PACKETS",
  "BEHIND",
  "WITNESS",
  "HELD_BY_NOBODY",
] as const;

function viewOf(mesh: Mesh): MeshView {
  const view = new MeshView();
  view.use(mesh);
  return view;
}

const OTHER = peerIdOf(authorOf(3).publicKey);

describe("addresses that lead nowhere", () => {
  const running: (Net | MeshNode)[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });

  /** What a node says whose one bootstrap address fails in this way. @param dial of real sockets */
  async function says(address: string, dial?: Net["dial"]): Promise<readonly string[]> {
    const net = await startNet(1);
    const real = dial ?? net.dial.bind(net);
    const dialed = new Promise<void>((resolve) => {
      net.dial = (to) => {
        const failed = real(to);
        // The mesh notes the error first.
        void failed.catch(() => setImmediate(resolve));
        return failed;
      };
    });
    const node = await startMeshNode(1, { net, bootstrap: [address] });
    running.push(node);
    await dialed;
    const { findings, peers } = node.mesh.diagnosis.view();
    const [tried] = peers[0]!.addresses;
    expect(tried).to.include({ address });
    expect(tried!.failures).to.be.at.least(1);
    expect(peers[0]!.nextTrySeconds).to.be.a("number");
    return findings
      .filter(({ code }) => code in DIAL_FAULTS)
      .map(({ code, detail }) => `${code} ${detail}`);
  }

  it("REFUSED: the port is wrong", async () => {
    const [said] = await says(`/ip4/127.0.0.1/tcp/1/p2p/${OTHER}`);
    expect(said).to.match(
      /^REFUSED \/ip4\/127\.0\.0\.1\/tcp\/1\/p2p\/\w+: nothing listens on that port/,
    );
  });

  it("NO_NAME: the host name has no address", async () => {
    // RFC 6761, 6.4: names under invalid. never have one.
    const [said] = await says(`/dns4/node.invalid/tcp/4001/p2p/${OTHER}`);
    expect(said).to.match(/^NO_NAME .*the host name has no address/);
  });

  it("PEER_ID: another node answers", async () => {
    const other = await startNet(2);
    running.push(other);
    const [said] = await says(other.addresses()[0]!.replace(other.peerId, OTHER));
    expect(said).to.match(/^PEER_ID .*another node answers there/);
  });

  it("BAD_ADDRESS: an address of a kind that this node does not dial", async () => {
    const [said] = await says(`/ip4/127.0.0.1/udp/4001/quic-v1/p2p/${OTHER}`);
    expect(said).to.match(/^BAD_ADDRESS .*of a kind that this node cannot dial/);
  });

  it("DENIED: this node keeps the peer out itself", async () => {
    // By its name in libp2p's interfaces.
    const denied = Object.assign(new Error("The dial request is blocked by gater"), {
      name: "DialDeniedError",
    });
    const [said] = await says(`/ip4/192.0.2.7/tcp/4001/p2p/${OTHER}`, () => Promise.reject(denied));
    expect(said).to.match(/^DENIED .*this node keeps that peer or its network out/);
  });

  // No socket of a test can be dropped by a firewall; these are Node's errors of one.
  for (const [code, fault] of [
    ["ETIMEDOUT", "NO_ANSWER"],
    ["EHOSTUNREACH", "NO_ROUTE"],
  ] as const) {
    it(`${fault}: a firewall drops, or the machine is off`, async () => {
      const cause = Object.assign(new Error(`connect ${code} 192.0.2.7:4001`), { code });
      const failed = (): Promise<never> =>
        Promise.reject(new NetError("UNREACHABLE", "connection error", cause));
      const [said] = await says(`/ip4/192.0.2.7/tcp/4001/p2p/${OTHER}`, failed);
      expect(said).to.contain(`${fault} `).and.to.contain(DIAL_FAULTS[fault]);
    });
  }
});

describe("what metrics and readiness tell of the mesh", () => {
  let cluster = new Cluster();
  beforeEach(() => {
    cluster = new Cluster();
  });
  afterEach(() => cluster.stop());

  async function start(n: number, options: Parameters<typeof startMeshNode>[1]): Promise<MeshNode> {
    const { hub, time } = cluster;
    const node = await startMeshNode(n, {
      net: hub.join(authorOf(n).publicKey),
      ...options,
      modules: { scheduler: time, clock: time, random: { next: () => 0 } },
    });
    cluster.nodes.push(node);
    return node;
  }

  function gaugesOf({ mesh }: MeshNode): Readonly<Record<string, number>> {
    const samples = meshGauges(viewOf(mesh)).flatMap(({ name, samples: all }) =>
      all.map(({ labels, value }) => [[name, ...Object.values(labels)].join(" "), value] as const),
    );
    return Object.fromEntries(samples);
  }

  it("FULL: a full node keeps those it was told of, and says so to who comes", async () => {
    const known = await start(3, {});
    const full = await start(2, { bootstrap: known.net.addresses(), connectionsMax: 1 });
    await cluster.time.pass(2_000);
    const late = await start(1, { bootstrap: full.net.addresses() });
    await cluster.time.pass(31_000);
    const { findings } = late.mesh.diagnosis.view();
    expect(findings.map(({ code }) => code)).to.include("FULL");
    expect(findings.map(({ detail }) => detail).join()).to.contain(REFUSALS.FULL);
    expect(late.mesh.diagnosis.warnings()).to.include("full");
  });

  it("STATUS: what the other side says of itself cannot be read", async () => {
    const other = cluster.hub.join(authorOf(2).publicKey);
    const frames = framesOf(cluster.time, 2);
    const bytesMax = 65_536;
    await other.serve(STATUS_PROTOCOL, async () => frames.seal(`{"of":"tomorrow"}`), { bytesMax });
    const node = await start(1, { bootstrap: other.addresses() });
    await cluster.time.pass(31_000);
    const said = node.mesh.diagnosis.view().findings.map(({ detail }) => detail);
    expect(said.join()).to.contain(REFUSALS.STATUS);
    expect(gaugesOf(node)["mesh_refused_total STATUS"]).to.be.at.least(1);
  });

  for (const [code, options] of [
    ["SECRET", { secret: Buffer.alloc(32, 0x5a) }],
    ["KID", { secret: Buffer.alloc(32, 0x5a), kid: 7 }],
    ["NETWORK", { network: "0badcafe" }],
  ] as const) {
    it(`${code}: counted on both sides, and a warning of readiness`, async () => {
      const other = await start(2, {});
      const node = await start(1, { ...options, bootstrap: other.net.addresses() });
      await cluster.time.pass(31_000);
      expect(gaugesOf(node)).to.include({ mesh_bootstrap_missing: 1, mesh_spine_held_by: 0 });
      const either = [`mesh_sent_away_total ${code}`, `mesh_refused_total ${code}`];
      for (const each of [node, other]) {
        const gauges = gaugesOf(each);
        expect(either.reduce((sum, name) => sum + gauges[name]!, 0)).to.be.at.least(1);
      }
      const said = [code.toLowerCase(), "bootstrap"];
      expect(node.mesh.diagnosis.warnings()).to.include.members(said);
    });
  }

  it("all is well: who holds the own spine, and no warning", async () => {
    const other = await start(2, {});
    const node = await start(1, { bootstrap: other.net.addresses() });
    await cluster.time.pass(15_000);
    const wanted = { mesh_bootstrap_missing: 0, mesh_spine_held_by: 1, mesh_authors_behind: 0 };
    expect(gaugesOf(node)).to.include(wanted);
    expect(gaugesOf(node)["mesh_clock_offset_seconds"]).to.equal(0);
    expect(node.mesh.diagnosis.warnings()).to.deep.equal([]);
  });

  /** A signed head of an author whose events nobody gives. */
  async function announces(net: MemoryNet, n: number, size: number): Promise<void> {
    const author = authorOf(n);
    const origin = checkpointOrigin(NETWORK, author.publicKey);
    const root = nodeCrypto.sha256(`root ${size}`);
    const note = createNote(nodeCrypto, author, {
      author: author.publicKey,
      calcond: Number(cluster.time.nowNs() / CALCOND_NS),
      checkpoint: signCheckpoint(nodeCrypto, { origin, size, root }, author.seed),
      id: contentId(`event ${size}`),
      kind: "head",
      net: NETWORK,
      seq: size - 1,
      v: 1,
    });
    await publish(net, cluster.time, n, "head", canonicalize({ note: note.note, sig: note.sig }));
  }

  it("BEHIND: by author what is announced and not here, and a warning from 1,000 events on", async () => {
    const node = await start(1, {});
    for (const [n, size] of [
      [7, 40],
      [8, 999],
    ] as const) {
      const net = cluster.hub.join(authorOf(n).publicKey);
      cluster.hub.link(net.peerId, node.net.peerId);
      await announces(net, n, size);
      expect(node.mesh.diagnosis.warnings()).to.not.include("behind");
      if (n === 8) await announces(net, n, 1_000);
    }
    const { samples } = meshGauges(viewOf(node.mesh)).find(
      ({ name }) => name === "mesh_backlog_events",
    )!;
    expect(samples).to.deep.equal([
      { labels: { author: authorOf(8).publicKey }, value: 1_000 },
      { labels: { author: authorOf(7).publicKey }, value: 40 },
    ]);
    expect(node.mesh.diagnosis.warnings()).to.include("behind");
    // Events that are held of them are told beside what was announced.
    expect(node.mesh.snapshot().heads.map(({ held, seq }) => [held, seq])).to.deep.equal([
      [-1, 39],
      [-1, 999],
    ]);
  });
});

describe("the table of misconfigurations", () => {
  const table = readFileSync("docs/mesh.md", "utf8")
    .split("## Why two nodes do not talk")[1]!
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  const codes = table.flatMap((line) =>
    [...line.split("|")[2]!.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code!),
  );

  it("has a row for each word that an operator may be told", () => {
    const words = [...Object.keys(DIAL_FAULTS), ...Object.keys(REFUSALS), ...OWN_FINDINGS];
    expect(words.filter((word) => !codes.includes(word))).to.deep.equal([]);
  });

  it("has a test for each row", () => {
    const tests = ["discovery/diagnosis", "misconfigured"]
      .map((name) => readFileSync(`test/unit/node/mesh/${name}.test.ts`, "utf8"))
      .join("\n");
    expect(codes.filter((word) => !new RegExp(`\\b${word}\\b`).test(tests))).to.deep.equal([]);
  });
});
