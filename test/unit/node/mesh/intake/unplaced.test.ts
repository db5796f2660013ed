/** Authors of whom something is announced and whose spines are not kept: any number of keys. */
import { expect } from "chai";
import { ANNOUNCED_MAX, HEARD_MAX } from "../../../../../node/mesh/intake/announcements.js";
import { AuthorBook } from "../../../../../node/mesh/intake/authorBook.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import type { EncodedEvent } from "../../../../../protocol/seal/event.js";
import type { AcceptedEvent } from "../../../../../protocol/mesh/judgement.js";
import { DETACHED_BYTES_MAX } from "../../../../../protocol/limits.js";
import type { Store } from "../../../../../storage/store.js";
import { storeOf } from "../../../../kit/cluster.js";
import { quiet } from "../../../../kit/logger.js";
import { authorOf, NETWORK } from "../../../../kit/meshNode.js";
import { grow } from "../../../../kit/spines.js";

const KEPT = authorOf(5);
const COUNT = HEARD_MAX + 300;

function bookOf(store: Store): AuthorBook {
  return new AuthorBook({ crypto: nodeCrypto, store, log: quiet });
}

function accepted(encoded: EncodedEvent, state: AcceptedEvent["state"]): AcceptedEvent {
  const { event, id, headerText, bodyText } = encoded;
  return { type: "event", event, id, headerText, bodyText, state };
}

/** A head as it is once judged; nothing here looks at signatures. */
function headOf(author: string, calcond: number): Parameters<AuthorBook["takeHead"]>[0] {
  const id = nodeCrypto.sha256Hex(`${author} end`);
  const note = { author, calcond, checkpoint: "", id, net: NETWORK, seq: 9 };
  const text = JSON.stringify({ note, sig: "00".repeat(64) });
  return {
    type: "note",
    note: { ...note, kind: "head", v: 1 },
    sig: "00".repeat(64),
    text,
    root: Buffer.alloc(32),
  };
}

const invented = (n: number): string => nodeCrypto.sha256Hex(`invented ${n}`);

async function records(store: Store): Promise<number> {
  return (await store.peers.announcements("head", 10_000)).length;
}

describe("authors whose spines are not kept", () => {
  it("are 4,096 whose heads are kept, the newest; heads of kept spines stay", async () => {
    const store = storeOf();
    const book = bookOf(store);
    for (const event of grow(KEPT, [], 2))
      await store.write(book.takeEvent(accepted(event, "linked")).operations);
    await store.write(book.takeHead(headOf(KEPT.publicKey, 1)));
    for (let n = 0; n < COUNT; n += 1) await store.write(book.takeHead(headOf(invented(n), 2 + n)));
    for (const each of [book, bookOf(store)]) {
      if (each !== book) await each.load(authorOf(1).publicKey);
      expect(each.heads())
        .to.have.length(HEARD_MAX + 1)
        .and.length.at.most(ANNOUNCED_MAX);
      expect(each.headSeq(KEPT.publicKey)).to.equal(9);
      expect(each.headSeq(invented(COUNT - HEARD_MAX - 1))).to.equal(null);
      expect(each.headSeq(invented(COUNT - HEARD_MAX))).to.equal(9);
      expect(await records(store)).to.equal(HEARD_MAX + 1);
    }
    await store.close();
  });

  it("and what earlier versions kept of more is forgotten at a start", async () => {
    const store = storeOf();
    for (let n = 0; n < COUNT; n += 1) {
      const { text, note } = headOf(invented(n), 2 + n);
      const { id, calcond } = note;
      await store.write(store.peers.announcementOps("head", invented(n), { calcond, id, text }));
    }
    const book = bookOf(store);
    await book.load(authorOf(1).publicKey);
    expect(await records(store)).to.equal(HEARD_MAX);
    expect(book.headSeq(invented(COUNT - 1))).to.equal(9);
    await store.close();
  });

  it("have no event waiting longer than there is room: who has most makes it", async () => {
    const store = storeOf();
    const book = bookOf(store);
    const [, , third] = grow(KEPT, [], 3);
    const bytes = Math.floor(DETACHED_BYTES_MAX / 4);
    const heavy = (n: number, seq: number): AcceptedEvent => {
      const { event, ...rest } = accepted(third!, "detached");
      const header = { ...event.header, author: invented(n), seq };
      const body = { filler: "x".repeat(bytes - 1_000) };
      return { ...rest, id: invented(1_000 * n + seq), event: { ...event, header, body } };
    };
    for (const [n, seq] of [
      [1, 5],
      [1, 6],
      [2, 5],
    ] as const)
      await store.write(book.takeEvent(heavy(n, seq)).operations);
    expect(book.hasDetachedRoom(KEPT.publicKey, bytes)).to.equal(true);
    await store.write(book.takeEvent({ ...heavy(3, 5), bodyText: "x".repeat(bytes) }).operations);
    await store.write(book.takeEvent({ ...heavy(4, 5), bodyText: "x".repeat(bytes) }).operations);
    expect(book.isWaiting(invented(1))).to.equal(false);
    for (const n of [2, 3, 4]) expect(book.isWaiting(invented(n)), `${n}`).to.equal(true);
    expect(await store.spine.detachedOf(invented(1))).to.deep.equal([]);
    await store.close();
  });
});
