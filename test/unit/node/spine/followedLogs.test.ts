import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Frames } from "../../../../node/mesh/host/frame.js";
import { MemoryHub } from "../../../../scripts/sim/wires/memoryNet.js";
import { TILE_PROTOCOL, TileServer } from "../../../../node/mesh/sync/tiles.js";
import { FollowedLogs } from "../../../../node/spine/followedLogs.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { merkleRoot, verifyConsistency } from "../../../../protocol/seal/merkle.js";
import { verifyCheckpoint } from "../../../../protocol/seal/checkpoint.js";
import type { JsonValue } from "../../../../protocol/ports.js";
import { BusyError } from "../../../../storage/kv/errors.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import { authorOf, clock, NETWORK, SECRET } from "../../../kit/meshNode.js";
import { grow, headOf, keep } from "../../../kit/spines.js";

const AUTHOR = authorOf(5);
const EVENTS = 1_000;

describe("spines of other nodes as logs", () => {
  const events = grow(AUTHOR, [], EVENTS);
  const leaves = events.map(({ leaf }) => leaf);
  const store = new Store(new MemoryStore());
  const served = new FollowedLogs({ crypto: nodeCrypto, store });
  const tell = async (count: number, salt = ""): Promise<void> => {
    const of =
      salt === "" ? events.slice(0, count) : grow(AUTHOR, events.slice(0, count - 1), 1, salt);
    const { note, sig } = headOf(AUTHOR, of);
    await store.write(
      store.peers.announcementOps("head", AUTHOR.publicKey, {
        calcond: 1,
        id: of.at(-1)!.id,
        text: canonicalize({ note, sig }),
      }),
    );
  };
  before(() => keep(store, events));

  it("have the tiles of RFC 6962's tree, at every level", async () => {
    const log = (await served.of(AUTHOR.publicKey))!;
    expect(log.size).to.equal(EVENTS);
    for (const [path, from, to] of [
      ["0/000", 0, 256],
      ["0/003.p/232", 768, 1_000],
      ["0/003.p/9", 768, 777],
    ] as const) {
      expect(
        Buffer.from((await log.tile(path))!).equals(Buffer.concat(leaves.slice(from, to))),
        path,
      ).to.equal(true);
    }
    const roots = [0, 1, 2].map((i) =>
      merkleRoot(nodeCrypto, leaves.slice(256 * i, 256 * i + 256)),
    );
    expect(Buffer.from((await log.tile("1/000.p/3"))!).equals(Buffer.concat(roots))).to.equal(true);
    for (const path of [
      "0/003",
      "0/004.p/1",
      "1/000",
      "1/000.p/4",
      "2/000.p/1",
      "0/3",
      "../0/000",
      "",
    ]) {
      expect(await log.tile(path), path).to.equal(null);
    }
    const bundle = Buffer.from((await log.tile("entries/003.p/232"))!);
    expect(bundle.readUInt16BE(0)).to.equal(Buffer.byteLength(events[768]!.headerText));
    expect(bundle.toString("utf8", 2, 2 + bundle.readUInt16BE(0))).to.equal(
      events[768]!.headerText,
    );
  });

  it("have roots and consistency proofs at every size", async () => {
    const log = (await served.of(AUTHOR.publicKey))!;
    for (const [from, to] of [
      [1, 2],
      [1, 1_000],
      [255, 256],
      [256, 257],
      [300, 700],
      [512, 1_000],
      [999, 1_000],
      [7, 7],
    ] as const) {
      const [before, after] = [
        merkleRoot(nodeCrypto, leaves.slice(0, from)),
        merkleRoot(nodeCrypto, leaves.slice(0, to)),
      ];
      expect(Buffer.from(await log.rootAt(to)).equals(after), `${to}`).to.equal(true);
      const proof = (await log.consistency(from, to)).map(
        (hash) => new Uint8Array(Buffer.from(hash, "hex")),
      );
      expect(
        verifyConsistency(nodeCrypto, from, to, before, after, proof),
        `${from} to ${to}`,
      ).to.equal(true);
    }
  });

  it("have the newest checkpoint of their author whose events are all held, and of the history held", async () => {
    expect(await served.checkpoint(AUTHOR.publicKey)).to.deep.equal({ kind: "unknown" });
    await tell(900);
    const held = await served.checkpoint(AUTHOR.publicKey);
    const text = held.kind === "held" ? held.text : "";
    const origin = `calc/${NETWORK}/${AUTHOR.publicKey}`;
    expect(
      verifyCheckpoint(nodeCrypto, text, origin, nodeCrypto.ed25519PublicKey(AUTHOR.seed)),
    ).to.deep.include({ ok: true });
    expect(text.split("\n")[1]).to.equal("900");
    const further = grow(AUTHOR, events, 5);
    const { note, sig } = headOf(AUTHOR, further);
    await store.write(
      store.peers.announcementOps("head", AUTHOR.publicKey, {
        calcond: 1,
        id: further.at(-1)!.id,
        text: canonicalize({ note, sig }),
      }),
    );
    expect(await served.checkpoint(AUTHOR.publicKey)).to.deep.equal({
      kind: "behind",
      size: 1_005,
      held: 1_000,
    });
    await tell(950, "other");
    expect(await served.checkpoint(AUTHOR.publicKey)).to.deep.equal({ kind: "other" });
    expect(await served.checkpoint(authorOf(6).publicKey)).to.deep.equal({ kind: "unknown" });
    expect(await served.of(authorOf(6).publicKey)).to.equal(null);
  });

  it("are served to peers: bytes as they are, nothing for what is not here, no answer to anything else", async () => {
    await tell(900);
    const hub = new MemoryHub();
    const [server, asker] = [authorOf(1), authorOf(2)];
    const [net, mine] = [hub.join(server.publicKey), hub.join(asker.publicKey)];
    hub.link(net.peerId, mine.peerId);
    const frames = (publicKey: string): Frames =>
      new Frames(
        { secrets: new Map([[1, SECRET]]), kid: 1, publicKey },
        { crypto: nodeCrypto, clock },
      );
    await new TileServer({
      net,
      clock,
      frames: frames(server.publicKey),
      logs: {
        checkpoint: async (author) => {
          const found = await served.checkpoint(author);
          return found.kind === "held" ? found.text : null;
        },
        tile: async (author, path) => (await (await served.of(author))?.tile(path)) ?? null,
      },
    }).start();
    const ask = (data: JsonValue): Promise<Uint8Array> =>
      mine.request(net.peerId, TILE_PROTOCOL, frames(asker.publicKey).seal(canonicalize(data)), {
        timeoutMs: 5_000,
        bytesMax: 1_048_576,
      });
    const tile = await ask({ path: `${AUTHOR.publicKey}/tile/0/000` });
    expect(Buffer.from(tile).equals(Buffer.concat(leaves.slice(0, 256)))).to.equal(true);
    const text = Buffer.from(await ask({ path: `${AUTHOR.publicKey}/checkpoint` })).toString(
      "utf8",
    );
    expect(text.split("\n").slice(0, 2)).to.deep.equal([
      `calc/${NETWORK}/${AUTHOR.publicKey}`,
      "900",
    ]);
    for (const path of [
      `${AUTHOR.publicKey}/tile/0/009`,
      `${authorOf(6).publicKey}/tile/0/000`,
      `${authorOf(6).publicKey}/checkpoint`,
    ]) {
      expect((await ask({ path })).length, path).to.equal(0);
    }
    const malformed: readonly JsonValue[] = [
      { path: "tile/0/000" },
      { path: `${AUTHOR.publicKey}/../x` },
      {},
      null,
      { path: `${AUTHOR.publicKey}/checkpoint`, more: 1 },
    ];
    for (const data of malformed) {
      expect(
        await ask(data).then(
          () => "answered",
          () => "refused",
        ),
        JSON.stringify(data),
      ).to.equal("refused");
    }
  });

  it("let 64 readers wait, and turn the next away", async () => {
    const log = (await served.of(AUTHOR.publicKey))!;
    const reads = Array.from({ length: 80 }, () =>
      log.tile("0/000").then(
        (bytes) => bytes?.length ?? 0,
        (error: unknown) => error instanceof BusyError,
      ),
    );
    const answers = await Promise.all(reads);
    expect(answers.filter((answer) => answer === 8_192)).to.have.length(64);
    expect(answers.filter((answer) => answer === true)).to.have.length(16);
    await tell(800);
    await served.checkpoint(AUTHOR.publicKey);
    // A proof that was checked once needs no tile.
    const again = await Promise.all(
      Array.from({ length: 200 }, () => served.checkpoint(AUTHOR.publicKey)),
    );
    expect(again.every(({ kind }) => kind === "held")).to.equal(true);
  });
});
