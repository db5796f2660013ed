/** Receipts in pieces over slow lines, in virtual time. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { Frames } from "../../../../../node/mesh/host/frame.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { BlobExchange } from "../../../../../node/mesh/shards/blob.js";
import { Uploads } from "../../../../../node/mesh/shards/uploads.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { SimLoop } from "../../../../../scripts/sim/loop.js";
import { SimNet } from "../../../../../scripts/sim/wires/net.js";
import { SeededRandom } from "../../../../../scripts/sim/random.js";
import { SimWire } from "../../../../../scripts/sim/wires/wire.js";
import { quiet } from "../../../../kit/logger.js";
import { authorOf, contentId, SECRET } from "../../../../kit/meshNode.js";

/** Bytes a second of a line of 256 kbit/s. */
const SLOW = 32_000;

interface Party {
  readonly net: SimNet;
  readonly blobs: BlobExchange;
  readonly receipts: Map<string, string>;
  readonly faults: string[];
}

class Lines {
  readonly loop = new SimLoop();
  readonly wire = new SimWire<SimNet>(this.loop, new SeededRandom("slow lines"));

  async join(n: number): Promise<Party> {
    const { publicKey } = authorOf(n);
    const station = { peerId: peerIdOf(publicKey), place: `${n}`, life: 1 };
    const net = new SimNet(this.wire, station, () => undefined);
    const receipts = new Map<string, string>();
    const faults: string[] = [];
    const clock = { nowNs: () => 1_800_000_000_000_000_000n + BigInt(this.loop.nowUs) * 1_000n };
    const modules = { crypto: nodeCrypto, clock };
    const blobs = new BlobExchange({
      net,
      clock: { ...clock, monoNs: clock.nowNs },
      scheduler: this.loop,
      frames: new Frames({ secrets: new Map([[1, SECRET]]), kid: 1, publicKey }, modules),
      log: quiet,
      source: {
        shared: async (id) => receipts.get(id) ?? null,
        isReceipt: (id, text) => contentId(text) === id,
      },
      onFault: (peer) => faults.push(peer),
    });
    await blobs.start();
    return { net, blobs, receipts, faults };
  }

  async link(a: Party, b: Party): Promise<void> {
    await this.loop.complete(a.net.dial(SimNet.address(b.net.peerId)), 10_000);
  }
}

/** A receipt of so many bytes that does not repeat itself. */
function receiptOf(bytes: number, name = "receipt"): string {
  let text = "";
  for (let i = 0; text.length < bytes; i += 1)
    text += createHash("sha256").update(`${name} ${i}`).digest("hex");
  return `"${text.slice(0, bytes - 2)}"`;
}

describe("receipts over slow lines", () => {
  it("850 kB come over 256 kbit/s, five receipts of 200 kB at once as well", async () => {
    const lines = new Lines();
    const [asker, holder] = [await lines.join(1), await lines.join(2)];
    await lines.link(asker, holder);
    lines.wire.slow("2", SLOW);
    const text = receiptOf(850_000);
    holder.receipts.set(contentId(text), text);
    const found = await lines.loop.complete(asker.blobs.fetch(contentId(text)), 60_000);
    expect(found).to.equal(text);
    expect(lines.loop.nowMs).to.be.within(26_500, 32_000);
    const more = [1, 2, 3, 4, 5].map((n) => receiptOf(200_000, `${n}`));
    for (const each of more) holder.receipts.set(contentId(each), each);
    const all = Promise.all(more.map((each) => asker.blobs.fetch(contentId(each))));
    expect(await lines.loop.complete(all, 60_000)).to.deep.equal(more);
  });

  it("a line that breaks costs a piece: another source, or the same one later, goes on", async () => {
    const lines = new Lines();
    const [asker, first, second] = [await lines.join(1), await lines.join(2), await lines.join(3)];
    await lines.link(asker, first);
    lines.wire.slow("2", SLOW);
    const text = receiptOf(850_000);
    const id = contentId(text);
    for (const { receipts } of [first, second]) receipts.set(id, text);
    const broken = asker.blobs.fetch(id);
    await lines.loop.run(20_000);
    await first.net.disconnect(asker.net.peerId);
    expect(await lines.loop.complete(broken, 60_000)).to.equal(null);
    await lines.link(asker, second);
    lines.wire.slow("3", SLOW);
    const start = lines.loop.nowMs;
    expect(await lines.loop.complete(asker.blobs.fetch(id), 60_000)).to.equal(text);
    // The first piece again, and the rest: less than half of it.
    expect(lines.loop.nowMs - start).to.be.lessThan(15_000);
  });

  it("of two sources the one that lies is blamed, whoever gave the first piece", async () => {
    const lines = new Lines();
    const parties = [await lines.join(1), await lines.join(2), await lines.join(3)] as const;
    const [asker, liar, holder] = parties;
    const text = receiptOf(300_000);
    const id = contentId(text);
    holder.receipts.set(id, text);
    liar.receipts.set(id, receiptOf(300_000, "lie"));
    for (const other of [liar, holder]) await lines.link(asker, other);
    lines.wire.slow("2", 400_000);
    lines.wire.slow("3", 100_000);
    expect(await lines.loop.complete(asker.blobs.fetch(id), 60_000)).to.equal(text);
    expect(asker.faults).to.deep.equal([liar.net.peerId]);
  });

  it("what repair moves makes way for who waits, and comes behind it", async () => {
    const lines = new Lines();
    const parties = [await lines.join(1), await lines.join(2), await lines.join(3)] as const;
    const [asker, holder, other] = parties;
    for (const { net } of [asker, other])
      await lines.loop.complete(net.dial(SimNet.address(holder.net.peerId)), 10_000);
    lines.wire.slow("2", SLOW);
    const text = receiptOf(850_000);
    const id = contentId(text);
    holder.receipts.set(id, text);
    const repair = (): Promise<string | null> =>
      other.blobs.fetch(id, [holder.net.peerId], { canWait: true });
    const first = repair();
    await lines.loop.run(1_000);
    const start = lines.loop.nowMs;
    expect(await lines.loop.complete(asker.blobs.fetch(id), 60_000)).to.equal(text);
    // 850 kB are 26.6 s; a piece was under way.
    expect(lines.loop.nowMs - start).to.be.within(26_500, 32_000);
    const moved =
      (await lines.loop.complete(first, 60_000)) ?? (await lines.loop.complete(repair(), 60_000));
    expect(moved).to.equal(text);
  });

  it("who can wait has a piece at last, however many are served", async () => {
    const loop = new SimLoop();
    const clock = { nowNs: () => BigInt(loop.nowUs) * 1_000n };
    const uploads = new Uploads({ clock, scheduler: loop });
    const fromMs = loop.nowMs;
    const admittedMs: number[] = [];
    const ask = (): void => {
      uploads.admit("patient", 65_536).then(() => admittedMs.push(loop.nowMs), ask);
    };
    uploads.note("urgent", 65_536);
    ask();
    await uploads.admit("short", 1_000);
    await uploads.admit("urgent", 65_536);
    for (let second = 0; second < 100 && admittedMs.length === 0; second += 1) {
      await loop.run(1_000);
      uploads.note("urgent", 65_536);
    }
    expect(admittedMs[0]! - fromMs).to.be.within(60_000, 68_000);
  });

  it("an answer below the least rate is given up, and the asker told", async () => {
    const lines = new Lines();
    const [asker, holder] = [await lines.join(1), await lines.join(2)];
    await lines.link(asker, holder);
    lines.wire.slow("2", 1_000);
    const text = receiptOf(200_000);
    holder.receipts.set(contentId(text), text);
    const found = await lines.loop.complete(asker.blobs.fetch(contentId(text)), 200_000);
    expect(found).to.equal(null);
  });
});
