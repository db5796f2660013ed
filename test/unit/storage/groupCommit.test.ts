import { expect } from "chai";
import { GroupCommit, WINDOW_ITEMS_MAX } from "../../../storage/kv/groupCommit.js";
import { rejection } from "./keyValueSuite.js";

/** Windows that are written only when the test says so. */
function manual(options?: ConstructorParameters<typeof GroupCommit>[1]): {
  readonly commit: GroupCommit<number, number>;
  readonly windows: (readonly number[])[];
  readonly finish: (error?: Error) => void;
  readonly started: () => Promise<void>;
} {
  const windows: (readonly number[])[] = [];
  let settle: (error?: Error) => void = () => undefined;
  let begun: () => void = () => undefined;
  let beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const commit = new GroupCommit<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        windows.push(items);
        settle = (error) =>
          error === undefined ? resolve(items.map((item) => -item)) : reject(error);
        begun();
      }),
    options,
  );
  return {
    commit,
    windows,
    finish: (error) => {
      beginning = new Promise<void>((resolve) => {
        begun = resolve;
      });
      settle(error);
    },
    started: () => beginning,
  };
}

describe("group commit", () => {
  it("begins with half, and puts what arrives during a write into the next window", async () => {
    const { commit, windows, finish, started } = manual();
    const results = [commit.submit(1), commit.submit(2)];
    await started();
    results.push(commit.submit(3), commit.submit(4), commit.submit(5));
    finish();
    expect(await results[0]).to.equal(-1);
    await started();
    finish();
    expect(await Promise.all(results)).to.deep.equal([-1, -2, -3, -4, -5]);
    expect(windows).to.deep.equal([[1], [2, 3, 4, 5]]);
  });

  it("has the next window under way before it tells the last one", async () => {
    const { commit, windows, finish, started } = manual();
    const windowsSeen = commit.submit(1).then(() => windows.length);
    await started();
    const second = commit.submit(2);
    finish();
    expect(await windowsSeen).to.equal(2);
    finish();
    expect(await second).to.equal(-2);
  });

  it("limits a window and the queue", async () => {
    const { commit, windows, finish, started } = manual({ windowItemsMax: 2, queueItemsMax: 3 });
    const accepted = [commit.submit(1), commit.submit(2), commit.submit(3)];
    expect((await rejection(commit.submit(4))).message).to.equal("the commit queue is full");
    await started();
    accepted.push(commit.submit(5));
    finish();
    await started();
    finish();
    expect(await Promise.all(accepted)).to.deep.equal([-1, -2, -3, -5]);
    expect(windows).to.deep.equal([
      [1, 2],
      [3, 5],
    ]);
  });

  it("rejects the items of a failed window and goes on with the next", async () => {
    const { commit, finish, started } = manual();
    const lost = rejection(commit.submit(1));
    await started();
    const kept = commit.submit(2);
    finish(new Error("disk full"));
    expect((await lost).message).to.equal("disk full");
    await started();
    finish();
    expect(await kept).to.equal(-2);
  });

  it("survives an apply that throws at once or gives too few results", async () => {
    let throws = true;
    const commit = new GroupCommit<number, number>((items) => {
      if (throws) throw new Error("at once");
      return Promise.resolve(items.slice(1));
    });
    expect((await rejection(commit.submit(1))).message).to.equal("at once");
    throws = false;
    const short = await rejection(commit.submit(1));
    expect(short.message).to.equal("a window must give one result an item");
  });

  it("writes what waits before it closes, and takes nothing after", async () => {
    const written: number[] = [];
    const commit = new GroupCommit<number, void>(
      async (items) => {
        written.push(...items);
        return items.map((): void => {});
      },
      { windowItemsMax: 2 },
    );
    const waiting = [1, 2, 3, 4, 5].map((item) => commit.submit(item));
    const closed = commit.close();
    expect((await rejection(commit.submit(6))).message).to.equal("the store is closed");
    await closed;
    await Promise.all(waiting);
    expect(written).to.deep.equal([1, 2, 3, 4, 5]);
    await commit.close();
  });

  it("starts again after it was idle", async () => {
    const commit = new GroupCommit<number, number>(async (items) => [...items]);
    expect(await commit.submit(1)).to.equal(1);
    expect(await commit.submit(2)).to.equal(2);
    expect(commit.waiting).to.equal(0);
  });

  it("writes what is submitted while it writes in one go", async () => {
    let writes = 0;
    const commit = new GroupCommit<number, number>(async (items) => {
      writes += 1;
      return [...items];
    });
    let total = 0;
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.all(Array.from({ length: 2_000 }, (_, i) => commit.submit(i)));
      total += results.length;
    }
    expect(total).to.equal(40_000);
    // In windows that are full, but for the first and the last of a round.
    expect(writes).to.be.at.most(20 * (Math.ceil(2_000 / WINDOW_ITEMS_MAX) + 1));
  });
});
