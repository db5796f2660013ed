import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { FrameError, Frames } from "../../../../node/mesh/host/frame.js";
import { MemoryHub } from "../../../../scripts/sim/wires/memoryNet.js";
import type { MemoryNet } from "../../../../scripts/sim/wires/memoryNet.js";
import { OperatorSet } from "../../../../node/mesh/discovery/operatorSet.js";
import { peerIdOf } from "../../../../node/mesh/host/peerKey.js";
import { STATUS_PROTOCOL } from "../../../../node/mesh/sync/status.js";
import { headsHash } from "../../../../node/mesh/sync/syncHeads.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../../protocol/encoding/json.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import { authorOf, contentId, SECRET, startMeshNode } from "../../../kit/meshNode.js";
import type { MeshNode } from "../../../kit/meshNode.js";
import { settled, VirtualTime } from "../../../kit/virtualTime.js";
import { runs } from "../../../kit/runs.js";

const CALCOND_MS = 777;

interface Pair {
  readonly hub: MemoryHub;
  readonly time: VirtualTime;
  readonly nodes: readonly MeshNode[];
}

async function cluster(count: number): Promise<Pair> {
  const hub = new MemoryHub();
  const time = new VirtualTime();
  const nodes: MeshNode[] = [];
  for (let n = 1; n <= count; n += 1) {
    const net = hub.join(authorOf(n).publicKey);
    nodes.push(
      await startMeshNode(n, {
        net,
        modules: { scheduler: time, clock: time, random: { next: () => 0 } },
      }),
    );
  }
  return { hub, time, nodes };
}

function stopAll(nodes: readonly MeshNode[]): Promise<unknown> {
  return Promise.all(nodes.map((node) => node.stop()));
}

describe("mesh in virtual time", () => {
  it("a seal is durable at the peer within half a second, and heads come at a bounded rate", async () => {
    const { hub, time, nodes } = await cluster(2);
    const [a, b] = [nodes[0]!, nodes[1]!];
    hub.link(a.net.peerId, b.net.peerId);
    await time.pass(100_000);
    const before = b.words.length;
    const { publicKey } = a.author;
    const waits: number[] = [];
    for (let i = 0; i < 40; i += 1) {
      await a.spine.append("seal", { count: 1, engine_version: "x", root: "0".repeat(64) });
      a.mesh.headChanged();
      const { seq } = a.spine.tip!;
      let waited = 0;
      for (; ((await b.store.spine.tip(publicKey))?.seq ?? -1) < seq && waited < 500; waited += 20)
        await time.pass(20);
      waits.push(waited);
      await time.pass(100 - Math.min(100, waited));
    }
    const heads = b.words
      .slice(before)
      .filter((word) => word.startsWith(`head ${publicKey}`)).length;
    const sorted = waits.toSorted((one, other) => one - other);
    expect(sorted[20]).to.be.at.most(400);
    expect(sorted.at(-1)).to.be.at.most(480);
    // One seal after the other, at once: each was heard of by its own head.
    expect(heads).to.be.within(38, 43);
    await stopAll(nodes);
  });

  it("heads of a busy spine fall together, the more the more nodes there are", async () => {
    const { hub, time, nodes } = await cluster(2);
    const [a, b] = [nodes[0]!, nodes[1]!];
    hub.link(a.net.peerId, b.net.peerId);
    await time.pass(100_000);
    const before = b.words.length;
    for (let i = 0; i < 200; i += 1) {
      await a.spine.append("seal", { count: 1, engine_version: "x", root: "0".repeat(64) });
      a.mesh.headChanged();
      await time.pass(50);
    }
    const heads = b.words
      .slice(before)
      .filter((word) => word.startsWith(`head ${a.author.publicKey}`)).length;
    // Four at once, and one in 388 ms of ten seconds.
    expect(heads).to.be.within(26, 32);
    await stopAll(nodes);
  });

  it("says its digest to whoever follows when it has changed, and nothing to nobody", async () => {
    const { hub, time, nodes } = await cluster(2);
    const [a, b] = [nodes[0]!, nodes[1]!];
    const digests = (): number =>
      b.words.filter((word) => word === "digest accept ACCEPTED").length;
    await time.pass(500 * CALCOND_MS);
    expect(a.spine.tip?.seq).to.equal(0);
    hub.link(a.net.peerId, b.net.peerId);
    await time.pass(365 * CALCOND_MS);
    // One when it is first followed, one when it has claimed its shards.
    expect(digests()).to.equal(2);
    const kept = await b.store.peers.announcement("digest", a.author.publicKey);
    expect(JSON.parse(kept!.text)).to.have.nested.property("header.kind", "digest");
    const { seq } = a.spine.tip!;
    a.facts.envelopes = 1;
    await time.pass(60 * CALCOND_MS);
    a.facts.envelopes = 2;
    await time.pass(125 * CALCOND_MS);
    const after = await b.store.peers.announcement("digest", a.author.publicKey);
    expect(JSON.parse(after!.text)).to.have.nested.property("body.envelopes", 2);
    // Two changes within 120 calconds are said in one digest, or in one each where a look came between.
    expect(digests()).to.be.within(3, 4);
    expect(a.spine.tip!.seq - seq).to.equal(digests() - 2);
    await stopAll(nodes);
  });

  it("at rest says nothing for two hours, and nothing after a restart without a change", async () => {
    const { hub, time, nodes } = await cluster(2);
    const [a, b] = [nodes[0]!, nodes[1]!];
    hub.link(a.net.peerId, b.net.peerId);
    await time.pass(600 * CALCOND_MS);
    const { seq } = a.spine.tip!;
    const words = b.words.filter((word) => /ACCEPTED|DUPLICATE/.test(word)).length;
    // More than an epoch of placement: the shards have other holders then.
    await time.pass(9_300 * CALCOND_MS);
    expect(a.spine.tip!.seq).to.equal(seq);
    expect(b.words.filter((word) => /ACCEPTED|DUPLICATE/.test(word)).length).to.equal(words);
    expect(a.mesh.members).to.have.members([a, b].map(({ author }) => author.publicKey));
    await a.mesh.stop();
    const again = await startMeshNode(1, {
      net: hub.join(a.author.publicKey),
      store: a.store,
      modules: { scheduler: time, clock: time, random: { next: () => 0 } },
    });
    hub.link(again.net.peerId, b.net.peerId);
    await time.pass(600 * CALCOND_MS);
    expect(again.spine.tip!.seq).to.equal(seq);
    await stopAll([again, b]);
  });

  it("a node that is seen by a neighbour alone counts, and no longer 360 calconds after it went", async () => {
    const { hub, time, nodes } = await cluster(3);
    const [a, b, c] = [nodes[0]!, nodes[1]!, nodes[2]!];
    hub.part(a.net.peerId, c.net.peerId);
    hub.link(a.net.peerId, b.net.peerId);
    hub.link(b.net.peerId, c.net.peerId);
    await time.pass(100 * CALCOND_MS);
    const all = nodes.map(({ author }) => author.publicKey);
    expect(a.mesh.members).to.have.members(all);
    await time.pass(2_000 * CALCOND_MS);
    expect(a.mesh.members).to.have.members(all);
    expect(c.mesh.members).to.have.members(all);
    await c.stop();
    await time.pass(280 * CALCOND_MS);
    expect(a.mesh.members).to.have.members(all);
    // What b says of it may be as old as the time between two questions.
    await time.pass(150 * CALCOND_MS);
    for (const node of [a, b]) expect(node.mesh.members).to.have.members(all.slice(0, 2));
    await stopAll([a, b]);
  });

  it("who comes late has the signed heads of those at rest, from whom it meets", async () => {
    const { hub, time, nodes } = await cluster(3);
    const [a, b, c] = [nodes[0]!, nodes[1]!, nodes[2]!];
    hub.part(a.net.peerId, c.net.peerId);
    hub.link(a.net.peerId, b.net.peerId);
    await time.pass(600 * CALCOND_MS);
    const { seq } = a.spine.tip!;
    hub.link(b.net.peerId, c.net.peerId);
    await time.pass(60 * CALCOND_MS);
    const kept = await c.store.peers.announcement("head", a.author.publicKey);
    expect(JSON.parse(kept!.text)).to.have.nested.property("note.seq", seq);
    expect(a.spine.tip!.seq).to.equal(seq);
    await stopAll(nodes);
  });

  it("greets newcomers with what was said before they came, as the same event", async () => {
    const { hub, time, nodes } = await cluster(3);
    const [a, b, c] = [nodes[0]!, nodes[1]!, nodes[2]!];
    hub.link(a.net.peerId, b.net.peerId);
    await time.pass(20_000);
    const size = a.spine.tip!.seq;
    hub.link(a.net.peerId, c.net.peerId);
    await time.pass(20_000);
    expect(c.words).to.include(`node ${a.author.publicKey}`);
    expect(a.spine.tip!.seq).to.equal(size);
    expect((await c.store.spine.event(a.author.publicKey, 0))?.seq).to.equal(0);
    await stopAll(nodes);
  });

  it("sends away a peer that never shows a status", async () => {
    const { hub, time, nodes } = await cluster(1);
    const mute = hub.join(authorOf(8).publicKey);
    hub.link(nodes[0]!.net.peerId, mute.peerId);
    await time.pass(9_000);
    expect(mute.peers()).to.have.length(1);
    await time.pass(2_000);
    expect(mute.peers()).to.deep.equal([]);
    await stopAll(nodes);
  });

  it("knows heads and announcements again after a restart", async () => {
    const { hub, time, nodes } = await cluster(2);
    const [a, b] = [nodes[0]!, nodes[1]!];
    hub.link(a.net.peerId, b.net.peerId);
    await time.pass(20_000);
    const heads = b.mesh.snapshot().heads;
    expect(heads).to.have.length(1);
    await b.mesh.stop();
    const again = await startMeshNode(3, {
      store: b.store,
      net: hub.join(authorOf(3).publicKey),
      modules: {
        scheduler: time,
        clock: time,
      },
    });
    expect(again.mesh.snapshot().heads).to.deep.equal(heads);
    await time.pass(20_000);
    expect(again.net.peers()).to.include(a.net.peerId);
    await stopAll([a, again]);
  });
});

describe("frames between peers", () => {
  const time = new VirtualTime();
  const frames = (n: number, secret = SECRET, at = time): Frames =>
    new Frames(
      {
        secrets: new Map([[1, secret]]),
        kid: 1,
        publicKey: authorOf(n).publicKey,
      },
      { crypto: nodeCrypto, clock: at },
    );
  const from = peerIdOf(authorOf(1).publicKey);

  it("open for who knows the secret, as what was sealed", () => {
    const sealed = frames(1).seal('{"a":[1,"ü"]}');
    expect(frames(2).open(sealed, from)).to.deep.equal({
      data: { a: [1, "ü"] },
      text: '{"a":[1,"ü"]}',
    });
    expect(frames(2).open(frames(1).seal("null"), from)).to.deep.equal({
      data: null,
      text: "null",
    });
  });

  it("do not open with another secret, from another peer, late, changed or reordered", () => {
    const sealed = frames(1).seal('{"a":1}');
    expect(() => frames(2, Buffer.alloc(32)).open(sealed, from)).to.throw("handshake: mac");
    expect(() => frames(2).open(sealed, peerIdOf(authorOf(3).publicKey))).to.throw("another node");
    expect(() => frames(2).open(sealed, "12D3KooW")).to.throw("another node");
    const late = new VirtualTime(time.nowNs() + 125n * 777_000_777n);
    expect(() => frames(2, SECRET, late).open(sealed, from)).to.throw("handshake: stale");
    const text = Buffer.from(sealed).toString();
    const open = (changed: string) => () => frames(2).open(Buffer.from(changed), from);
    expect(open(text.replace('"a":1', '"a":2'))).to.throw("handshake: mac");
    expect(open(text.replace('{"data"', '{ "data"'))).to.throw("not canonical");
    expect(open(`${text} `)).to.throw("not canonical");
    expect(open("[]")).to.throw("not data and handshake");
    expect(open('{"data":1}')).to.throw("not data and handshake");
    expect(open("{")).to.throw("no JSON");
  });

  it("open element by element as they do in one piece, and are refused alike", () => {
    const opened = (open: () => unknown): unknown => {
      try {
        return open();
      } catch (error) {
        return error instanceof FrameError ? "refused" : error;
      }
    };
    const both = (bytes: Uint8Array): void => {
      const whole = opened(() => frames(2).open(bytes, from).data);
      const list = opened(() => {
        const elements = frames(2).openList(bytes, from);
        for (const { value, text } of elements ?? []) expect(canonicalize(value)).to.equal(text);
        return elements === null ? whole : elements.map(({ value }) => value);
      });
      expect(list, Buffer.from(bytes).toString()).to.deep.equal(whole);
    };
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 }),
        fc.nat(),
        fc.nat(2),
        fc.constantFrom(...'{}[],:"\\ 0a\u00e9'.split("")),
        (list, place, removed, inserted) => {
          const sealed = frames(1).seal(canonicalize(list));
          expect(
            opened(() =>
              frames(2)
                .openList(sealed, from)
                ?.map(({ value }) => value),
            ),
          ).to.deep.equal(
            parseJson(canonicalize(list)).ok ? JSON.parse(canonicalize(list)) : "refused",
          );
          const at = place % sealed.length;
          both(
            Buffer.concat([
              sealed.subarray(0, at),
              Buffer.from(inserted),
              sealed.subarray(at + removed),
            ]),
          );
        },
      ),
      { seed: 26_112_1, numRuns: runs(500, 2_000) },
    );
    for (const text of ["[1,]", "[,1]", "[}]", '["]', "{}", "[1]x", '[1],"data":[2]', '["\\"]"]']) {
      both(frames(1).seal(text));
    }
    expect(frames(2).openList(frames(1).seal('{"a":[1]}'), from)).to.equal(null);
    expect(() => frames(2, Buffer.alloc(32)).openList(frames(1).seal("[1]"), from)).to.throw(
      "handshake: mac",
    );
    const bad = Buffer.from(frames(1).seal('["?"]'));
    bad[bad.indexOf("?")] = 0xff;
    both(bad);
  });

  it("never break a handler, whatever bytes come", async () => {
    const { hub, nodes } = await cluster(1);
    const stranger: MemoryNet = hub.join(authorOf(9).publicKey);
    hub.link(stranger.peerId, nodes[0]!.net.peerId);
    const options = { timeoutMs: 1_000, bytesMax: 1_000 };
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from("null"),
      Buffer.alloc(99, 255),
      frames(9).seal("[]"),
    ]) {
      const answer = await stranger
        .request(nodes[0]!.net.peerId, STATUS_PROTOCOL, bytes, options)
        .catch((error: unknown) => error);
      expect(answer).to.be.instanceOf(Error);
      await settled();
      hub.link(stranger.peerId, nodes[0]!.net.peerId);
    }
    await stopAll(nodes);
  });
});

describe("hashes over what is held", () => {
  it("put heads into 256 buckets by first byte", () => {
    // Python 3: import hashlib, json; e = hashlib.sha256(b'[]').digest() t = hashlib.sha256(b'[["'
    // + b'ff'*32 + b'",3,"' + b'01'*32 + b'"]]').digest() hashlib.sha256(e*256).hexdigest(),
    // hashlib.sha256(e*255 + t).hexdigest()
    expect(headsHash(nodeCrypto, [])).to.equal(
      "1931790ae41bbf3fb4700be291b54db062c847b92029dd1c3208e330f6d8a285",
    );
    expect(headsHash(nodeCrypto, [["ff".repeat(32), 3, "01".repeat(32)]])).to.equal(
      "caf04951c46b4d558c9ca6448930ff725b661ff3504e358f808c2077b216d68d",
    );
  });

  it("do not depend on the order in which heads came", () => {
    const tips = ["0a", "0b", "0a0c"].map(
      (prefix, i) => [prefix.padEnd(64, "0"), i, "1".repeat(64)] as const,
    );
    expect(headsHash(nodeCrypto, tips)).to.equal(headsHash(nodeCrypto, [...tips].reverse()));
  });

  it("list the operators of all windows, and go on after a restart", async () => {
    const store = new Store(new MemoryStore());
    const seal = async (window: number, ...chains: readonly string[][]): Promise<void> => {
      const envelopes = chains.map((chain, i) => ({
        id: contentId(`${window} ${i}`),
        account: "a",
        visibility: "private" as const,
        text:
          `{"envelope":{"core":{"operatorChain":${JSON.stringify(chain)}}},` +
          '"inputs":{"x":"\\"operatorChain\\":[\\"NO\\"]"}}',
      }));
      await store.write(
        store.envelopes.windowOps(window, envelopes, {
          count: 1,
          last: contentId("last"),
          calcond: 1,
          ns: "1",
        }),
      );
    };
    const set = new OperatorSet(nodeCrypto, store);
    expect(await set.hash()).to.equal(contentId("[]"));
    await seal(3, ["KO42", "NM21"], ["KO42"]);
    for (let window = 4; window < 300; window += 1) await seal(window, ["KO42", "QM1"]);
    expect(await set.hash()).to.equal(contentId('["KO42","NM21","QM1"]'));
    await seal(300, ["KO42", "CS43"]);
    expect(await new OperatorSet(nodeCrypto, store).hash()).to.equal(
      contentId('["CS43","KO42","NM21","QM1"]'),
    );
  });
});
