import { expect } from "chai";
import { readAhead } from "../../../storage/kv/readAhead.js";

const AHEAD = 3;
const ITEMS = 9;

interface Seen {
  readonly came: number[];
  begun: number;
  closed: boolean;
  most: number;
}

/** Reads items one after the other until something ends it. */
async function seen(at: {
  readonly item?: number;
  readonly reading?: number;
  readonly consumer?: number;
  readonly enough?: number;
}): Promise<Seen & { readonly error: string | null }> {
  const state: Seen = { came: [], begun: 0, closed: false, most: 0 };
  async function* items(): AsyncGenerator<number> {
    try {
      for (let item = 0; item < ITEMS; item += 1) {
        if (item === at.item) throw new Error("item");
        yield item;
      }
    } finally {
      state.closed = true;
    }
  }
  const read = async (item: number): Promise<number> => {
    state.begun += 1;
    state.most = Math.max(state.most, state.begun - state.came.length);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (at.reading !== undefined && item >= at.reading) throw new Error("reading");
    return 10 * item;
  };
  const consume = async (): Promise<void> => {
    for await (const [item, found] of readAhead(items(), read, AHEAD)) {
      expect(found).to.equal(10 * item);
      if (item === at.consumer) throw new Error("consumer");
      state.came.push(item);
      if (item === at.enough) break;
    }
  };
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on("unhandledRejection", note);
  const error = await consume().then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  // A failure that nobody waits for is told by then: it would end a daemon.
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  process.off("unhandledRejection", note);
  expect(unhandled).to.deep.equal([]);
  return { ...state, error };
}

describe("reading ahead", () => {
  it("gives all in order, so many ahead and no more", async () => {
    expect(await seen({})).to.deep.equal({
      came: [0, 1, 2, 3, 4, 5, 6, 7, 8],
      begun: ITEMS,
      closed: true,
      most: AHEAD + 1,
      error: null,
    });
    const came: number[] = [];
    for await (const [item] of readAhead([1, 2], (one) => Promise.resolve(one), AHEAD))
      came.push(item);
    expect(came).to.deep.equal([1, 2]);
  });

  it("throws what items or readings throw behind all that came before", async () => {
    expect(await seen({ item: 6 }))
      .to.include({ error: "item", closed: true })
      .and.to.have.property("came")
      .that.deep.equals([0, 1, 2, 3, 4, 5]);
    expect(await seen({ item: 0 }))
      .to.include({ error: "item" })
      .and.to.have.property("came")
      .that.deep.equals([]);
    expect(await seen({ reading: 4 }))
      .to.include({ error: "reading", closed: true })
      .and.to.have.property("came")
      .that.deep.equals([0, 1, 2, 3]);
    expect(await seen({ item: 3, reading: 1 }))
      .to.include({ error: "reading" })
      .and.to.have.property("came")
      .that.deep.equals([0]);
  });

  it("closes what it reads from when nobody wants more, whatever becomes of what was read ahead", async () => {
    expect(await seen({ enough: 2, reading: 3 }))
      .to.include({ error: null, closed: true })
      .and.to.have.property("came")
      .that.deep.equals([0, 1, 2]);
    expect(await seen({ consumer: 2, reading: 3 }))
      .to.include({ error: "consumer", closed: true })
      .and.to.have.property("came")
      .that.deep.equals([0, 1]);
  });
});
