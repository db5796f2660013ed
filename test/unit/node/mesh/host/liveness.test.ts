import { expect } from "chai";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Liveness } from "../../../../../node/mesh/host/liveness.js";

/** A multiplexer whose pings are answered when the test says so. */
class FakeMuxer {
  status = "open";
  pings = 0;
  readonly ended: string[] = [];
  #settle: {
    readonly resolve: (ms: number) => void;
    readonly reject: (why: Error) => void;
  } | null = null;

  ping(): Promise<number> {
    this.pings += 1;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  abort(why: Error): void {
    this.ended.push(why.message);
    this.status = "closed";
  }

  async answer(): Promise<void> {
    this.#settle?.resolve(1);
    await nextTurn();
  }

  async fail(): Promise<void> {
    this.#settle?.reject(new Error("it closes"));
    await nextTurn();
  }
}

/** A day: every look is one of the test's own. */
const NEVER_MS = 86_400_000;

async function watched(): Promise<{
  readonly liveness: Liveness;
  readonly muxer: FakeMuxer;
  readonly ended: readonly string[];
  readonly heard: () => void;
}> {
  const liveness = new Liveness(NEVER_MS);
  const muxer = new FakeMuxer();
  const ended: string[] = [];
  const heard = liveness.watch(muxer, {
    abort: (why) => {
      ended.push(why.message);
    },
  });
  await nextTurn();
  return { liveness, muxer, ended, heard };
}

describe("node/mesh/liveness", () => {
  it("pings at once and at each look, as long as it is answered", async () => {
    const { liveness, muxer, ended } = await watched();
    expect(muxer.pings).to.equal(1);
    for (let looks = 1; looks <= 9; looks += 1) {
      await muxer.answer();
      liveness.look();
      expect(muxer.pings).to.equal(1 + looks);
    }
    expect(ended).to.deep.equal([]);
    expect(liveness.size).to.equal(1);
  });

  it("ends a connection whose ping is unanswered at three looks, and no earlier", async () => {
    const { liveness, muxer, ended } = await watched();
    await muxer.answer();
    liveness.look();
    for (const looks of [1, 2]) {
      liveness.look();
      expect(ended, `${looks}`).to.deep.equal([]);
    }
    expect(muxer.pings, "one at a time").to.equal(2);
    liveness.look();
    expect(ended).to.have.length(1);
    expect(muxer.ended).to.have.length(1);
    expect(liveness.size).to.equal(0);
  });

  it("counts anew after a late answer", async () => {
    const { liveness, muxer, ended } = await watched();
    for (let i = 0; i < 5; i += 1) {
      liveness.look();
      liveness.look();
      await muxer.answer();
      liveness.look();
    }
    expect(ended).to.deep.equal([]);
    expect(muxer.pings).to.equal(6);
  });

  it("forgets what is closed, and goes on after a ping that failed", async () => {
    const { liveness, muxer, ended } = await watched();
    await muxer.fail();
    liveness.look();
    expect(muxer.pings).to.equal(2);
    muxer.status = "closed";
    liveness.look();
    expect(liveness.size).to.equal(0);
    expect(ended).to.deep.equal([]);
    const next = new FakeMuxer();
    liveness.watch(next, next);
    await nextTurn();
    expect(next.pings).to.equal(1);
    expect(liveness.size).to.equal(1);
  });

  it("pings at once whoever was heard before", async () => {
    const liveness = new Liveness(NEVER_MS);
    const muxer = new FakeMuxer();
    liveness.watch(muxer, muxer)();
    await nextTurn();
    expect(muxer.pings).to.equal(1);
  });

  it("pings nobody who was heard since the last look, and ends who falls silent", async () => {
    const { liveness, muxer, heard, ended } = await watched();
    await muxer.answer();
    for (let look = 0; look < 5; look += 1) {
      heard();
      liveness.look();
    }
    expect(muxer.pings).to.equal(1);
    liveness.look();
    expect(muxer.pings).to.equal(2);
    // What comes later does not stand for the answer.
    for (const _ of [1, 2, 3]) {
      heard();
      liveness.look();
    }
    expect(ended).to.have.length(1);
  });

  it("looks at each of many in turn, and at what is unanswered each time", async () => {
    const liveness = new Liveness(NEVER_MS);
    const muxers = Array.from({ length: 100 }, () => new FakeMuxer());
    for (const muxer of muxers) liveness.watch(muxer, muxer);
    await nextTurn();
    for (const muxer of muxers.slice(1)) await muxer.answer();
    const pings = (): number => muxers.reduce((sum, one) => sum + one.pings, 0);
    expect(pings()).to.equal(100);
    for (const look of [1, 2, 3]) {
      liveness.look();
      expect(pings(), `look ${look}`).to.equal(100);
    }
    expect(muxers[0]!.status, "three looks").to.equal("closed");
    liveness.look();
    expect(pings(), "a fourth of the looks").to.equal(199);
  });
});
