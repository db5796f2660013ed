import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { AuthorBook } from "../../../../../node/mesh/intake/authorBook.js";
import { Detached } from "../../../../../node/mesh/intake/detached.js";
import type { EncodedEvent } from "../../../../../protocol/seal/event.js";
import type { AcceptedEvent } from "../../../../../protocol/mesh/judgement.js";
import { authorOf } from "../../../../kit/meshNode.js";
import { quiet } from "../../../../kit/logger.js";
import { storeOf } from "../../../../kit/cluster.js";
import { grow } from "../../../../kit/spines.js";

const AUTHOR = authorOf(5);

function accepted(encoded: EncodedEvent, state: "linked" | "detached" = "detached"): AcceptedEvent {
  const { event, id, headerText, bodyText } = encoded;
  return { type: "event", event, id, headerText, bodyText, state };
}

describe("events that wait for those before them", () => {
  it("are as many as may wait, of one author and in all, and no more", () => {
    const events = grow(AUTHOR, [], 6);
    const bytes = Buffer.byteLength(events[5]!.text);
    const detached = new Detached(4 * bytes, 3);
    for (const event of events.slice(3)) {
      expect(detached.hasRoom(AUTHOR.publicKey, bytes)).to.equal(true);
      expect(detached.add(accepted(event))).to.equal(event.text);
    }
    expect(detached.hasRoom(AUTHOR.publicKey, 1)).to.equal(false);
    expect(detached.hasRoom(authorOf(6).publicKey, 4 * bytes - detached.bytes)).to.equal(true);
    // Who has less than another may come: the other makes room.
    expect(detached.leaving(4 * bytes - detached.bytes)).to.deep.equal([]);
    expect(detached.hasRoom(authorOf(6).publicKey, 2 * bytes)).to.equal(true);
    expect(detached.leaving(2 * bytes)).to.deep.equal([AUTHOR.publicKey]);
    expect(detached.hasRoom(authorOf(6).publicKey, detached.bytes)).to.equal(false);
    expect(detached.take(AUTHOR.publicKey, 4)?.id).to.equal(events[4]!.id);
    expect(detached.take(AUTHOR.publicKey, 4)).to.equal(null);
    expect(detached.has(events[4]!.id)).to.equal(false);
    expect(detached.from(AUTHOR.publicKey, 4)).to.deep.equal([5]);
    for (const seq of [3, 5]) detached.take(AUTHOR.publicKey, seq);
    expect([detached.size, detached.bytes, detached.of(AUTHOR.publicKey)]).to.deep.equal([0, 0, 0]);
  });

  it("are 1,024 of an author and 64 MiB in all unless said otherwise", () => {
    const detached = new Detached();
    const [event] = grow(AUTHOR, [], 1);
    for (let seq = 1; seq <= 1_024; seq += 1) {
      expect(detached.hasRoom(AUTHOR.publicKey, 500)).to.equal(true);
      const message = accepted(event!);
      const header = { ...message.event.header, seq };
      detached.add({ ...message, id: `${seq}`, event: { ...message.event, header } });
    }
    expect(detached.hasRoom(AUTHOR.publicKey, 500)).to.equal(false);
    expect(detached.hasRoom(authorOf(6).publicKey, 67_108_864)).to.equal(false);
    expect(detached.hasRoom(authorOf(6).publicKey, 67_108_864 - detached.bytes)).to.equal(true);
  });

  it("are linked in order by the one that was missing, in one batch", async () => {
    const store = storeOf();
    const book = new AuthorBook({ crypto: nodeCrypto, store, log: quiet });
    const events = grow(AUTHOR, [], 5);
    for (const event of [events[3]!, events[1]!, events[4]!, events[2]!]) {
      const taken = book.takeEvent(accepted(event));
      expect([taken.gap, taken.accepted.length]).to.deep.equal([true, 1]);
      await store.write(taken.operations);
    }
    expect(book.detached).to.equal(4);
    expect((await store.spine.detached(10)).length).to.equal(4);
    const taken = book.takeEvent(accepted(events[0]!, "linked"));
    await store.write(taken.operations);
    expect(taken.accepted.map(({ id }) => id)).to.deep.equal([events[0]!.id]);
    expect(book.tip(AUTHOR.publicKey)).to.include({ seq: 4, id: events[4]!.id });
    expect(await store.spine.firstHole(AUTHOR.publicKey)).to.equal(null);
    expect((await store.spine.tip(AUTHOR.publicKey))?.id).to.equal(events[4]!.id);
    expect(await store.spine.detached(10)).to.deep.equal([]);
    expect(await store.spine.idsAt(AUTHOR.publicKey, [4, 0, 9])).to.deep.equal([
      events[4]!.id,
      events[0]!.id,
      null,
    ]);
  });

  it("and those that come twice at once change nothing the second time", () => {
    const book = new AuthorBook({ crypto: nodeCrypto, store: storeOf(), log: quiet });
    const [first, , third] = grow(AUTHOR, [], 3);
    for (const message of [accepted(third!), accepted(first!, "linked")]) {
      expect(book.takeEvent(message).accepted).to.have.length(1);
      expect(book.takeEvent(message)).to.deep.equal({
        operations: [],
        accepted: [],
        forked: [],
        gap: false,
      });
    }
    expect(book.detached).to.equal(1);
    expect(book.tip(AUTHOR.publicKey)?.seq).to.equal(0);
  });

  it("show a fork when what was missing is another history", () => {
    const book = new AuthorBook({ crypto: nodeCrypto, store: storeOf(), log: quiet });
    const common = grow(AUTHOR, [], 2);
    const [mine, theirs] = ["m", "t"].map((salt) => grow(AUTHOR, common, 2, salt));
    book.takeEvent(accepted(theirs![3]!));
    book.takeEvent(accepted(common[0]!, "linked"));
    book.takeEvent(accepted(common[1]!, "linked"));
    const taken = book.takeEvent(accepted(mine![2]!, "linked"));
    expect(taken.forked.map(({ id }) => id)).to.deep.equal([theirs![3]!.id]);
    expect(book.tip(AUTHOR.publicKey)).to.include({ seq: 2, id: mine![2]!.id });
    expect(book.detached).to.equal(0);
  });

  it("of a frozen author are dropped from the number in dispute on", async () => {
    const store = storeOf();
    const book = new AuthorBook({ crypto: nodeCrypto, store, log: quiet });
    const events = grow(AUTHOR, [], 6);
    for (const event of events.slice(2)) {
      await store.write(book.takeEvent(accepted(event)).operations);
    }
    await store.write(book.freeze(AUTHOR.publicKey, 4));
    expect(book.detached).to.equal(2);
    expect((await store.spine.detached(10)).length).to.equal(2);
    expect([3, 4].map((seq) => book.isFrozen(AUTHOR.publicKey, seq))).to.deep.equal([false, true]);
    expect(book.freeze(AUTHOR.publicKey, 5)).to.deep.equal([]);
    expect(book.frozenAt(AUTHOR.publicKey)).to.equal(4);
    for (const event of events.slice(0, 2)) {
      await store.write(book.takeEvent(accepted(event, "linked")).operations);
    }
    // Up to the last event beyond dispute it is held, and told to others, like any.
    expect(book.linkedTips()).to.deep.equal([[AUTHOR.publicKey, 3, events[3]!.id]]);
    await store.write(book.freeze(AUTHOR.publicKey, 2));
    await book.readCommon(AUTHOR.publicKey);
    expect(book.linkedTips()).to.deep.equal([[AUTHOR.publicKey, 1, events[1]!.id]]);
  });

  it("and judged before its author was frozen are not taken and told a second time after it", async () => {
    const store = storeOf();
    const book = new AuthorBook({ crypto: nodeCrypto, store, log: quiet });
    const [first, second] = grow(AUTHOR, [], 2);
    await store.write(book.takeEvent(accepted(first!, "linked")).operations);
    expect(book.takeEvent(accepted(second!)).accepted).to.have.length(1);
    // The proof comes while the signature of the same event, of a range that a peer gave, is
    // checked.
    await store.write(book.freeze(AUTHOR.publicKey, 1));
    expect(book.takeEvent(accepted(second!, "linked"))).to.deep.equal({
      operations: [],
      accepted: [],
      forked: [],
      gap: false,
    });
    expect(book.tip(AUTHOR.publicKey)?.seq).to.equal(0);
  });
});
