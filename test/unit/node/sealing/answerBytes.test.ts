/** Answers of a window as bytes, and the memory they are written to. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { answerBytes } from "../../../../node/sealing/answerBytes.js";
import { LentRoom } from "../../../../node/sealing/lentRoom.js";

const DIGEST_CHARS = 44;

describe("sealing: answers as bytes", () => {
  it("writes UTF-8 with the digest of each, whatever room the first one led to expect", () => {
    const texts = ["{}", `{"unit":"Ω"}`, "x".repeat(5_000), "", `"\u{1F300}"`, "é".repeat(900)];
    const asked: number[] = [];
    let memory = new Uint8Array(0);
    const { bounds, digests } = answerBytes(
      texts.length,
      (i) => texts[i]!,
      (bytes) => {
        asked.push(bytes);
        return (memory = new Uint8Array(bytes));
      },
    );
    expect(asked.length).to.be.greaterThan(1);
    for (const [i, text] of texts.entries()) {
      const written = memory.subarray(bounds[i], bounds[i + 1]);
      expect(Buffer.from(written).toString("utf8")).to.equal(text);
      expect(digests.slice(i * DIGEST_CHARS, (i + 1) * DIGEST_CHARS)).to.equal(
        createHash("sha256").update(text).digest("base64"),
      );
    }
    expect(bounds).to.have.length(texts.length + 1);
  });

  it("asks for no room where there is nothing to answer", () => {
    const none = answerBytes(
      0,
      () => expect.fail("there is no text"),
      () => expect.fail("nothing is written"),
    );
    expect(none).to.deep.equal({ bounds: [0], digests: "" });
  });

  it("does not write over what is lent before the turn of the event loop ends", () => {
    const turns: (() => void)[] = [];
    const room = new LentRoom((task) => {
      turns.push(task);
    });
    const first = room.take(100);
    expect(room.take(80) === first, "asked again for the same window").to.equal(true);
    expect(room.lend() === first).to.equal(true);
    const second = room.take(100);
    expect(second.buffer === first.buffer).to.equal(false);
    expect(room.lend() === second).to.equal(true);
    expect(room.lend(), "nothing was asked for").to.have.length(0);
    for (const end of turns.splice(0)) end();
    const one = room.take(1);
    room.lend();
    const other = room.take(1);
    // By identity: their bytes may be anything.
    expect(new Set([one, other, first, second]).size).to.equal(2);
    expect(one === other).to.equal(false);
  });

  it("keeps no room for a window that is larger than usual", () => {
    const turns: (() => void)[] = [];
    const room = new LentRoom((task) => {
      turns.push(task);
    });
    const usual = room.take(1);
    expect(room.take(2 * usual.length).length).to.be.at.least(2 * usual.length);
    room.lend();
    expect(turns).to.have.length(0);
    expect(room.take(1)).to.have.length(usual.length);
  });
});
