/** What each peer costs of a processor, and what becomes of who costs too much. */
import { expect } from "chai";
import { budgeted } from "../../../../../node/mesh/host/budgets.js";
import { MemoryHub } from "../../../../../scripts/sim/wires/memoryNet.js";
import { ProcessorTime } from "../../../../../node/mesh/host/processorTime.js";
import type { ProcessorClock } from "../../../../../node/runtime/processorClock.js";
import { afterTurn } from "../../../../../node/runtime/turn.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const PEER = "peer";
const OTHER = "other";

/** A processor of which a test says how much was used. */
class Processor implements ProcessorClock {
  usedMs = 0;

  mark(): number {
    return this.usedMs;
  }

  since(mark: number): number {
    return this.usedMs - mark;
  }
}

describe("processor time of a peer", () => {
  let processor = new Processor();
  let time = new ProcessorTime(processor);
  beforeEach(() => {
    processor = new Processor();
    time = new ProcessorTime(processor);
  });

  it("is of all that its bytes set off in that turn, and nothing of the next", async () => {
    time.begin(PEER, 100, afterTurn);
    processor.usedMs += 1;
    const settled = (async () => {
      for (let i = 0; i < 10; i += 1) {
        await Promise.resolve();
        processor.usedMs += 1;
      }
    })();
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        processor.usedMs += 1_000;
        resolve();
      });
    });
    await settled;
    expect(time.of(PEER)).to.equal(11);
    expect(time.of(OTHER)).to.equal(0);
    expect(time.total).to.equal(11);
  });

  it("is not of what this node asked for, nor of an event that it took", () => {
    const over: (() => void)[] = [];
    time.begin(PEER, 1_000, (done) => over.push(done));
    const { turn } = time;
    processor.usedMs += 100;
    time.wanted(turn, PEER, 600);
    // Of somebody else it is nothing.
    time.wanted(turn, OTHER, 400);
    over[0]!();
    expect(time.of(PEER)).to.be.closeTo(40, 1e-9);
    // The verdict on a message came later, from a thread.
    time.wanted(turn, PEER, 300);
    expect(time.of(PEER)).to.be.closeTo(10, 1e-9);
    time.wanted(turn, PEER, 9_000);
    expect(time.of(PEER)).to.be.closeTo(0, 1e-9);
  });

  it("is of an answer no more than its length explains, whatever else ran meanwhile", async () => {
    let found: (bytes: Uint8Array) => void = () => undefined;
    const answer = time.answer(PEER, () => {
      processor.usedMs += 3;
      return new Promise((resolve) => {
        found = resolve;
      });
    });
    processor.usedMs += 5_000;
    found(new Uint8Array(100_000));
    await answer;
    // 3 ms before it waited, then 1 ms and 40 ns for each byte.
    expect(time.of(PEER)).to.be.closeTo(3 + 1 + 4, 1e-9);
    time.left(PEER);
    expect(time.of(PEER)).to.equal(0);
  });
});

describe("the budget of processor time", () => {
  const COST_MS = 50;
  const hub = new MemoryHub();
  const own = hub.join("0a".repeat(32), "203.0.113.1");
  let next = 0x10;

  function start(isTrusted = false) {
    const time = new VirtualTime();
    const processor = new Processor();
    const counted = new ProcessorTime(processor);
    const net = Object.assign(hub.join((next++).toString(16).repeat(32), "203.0.113.1"), {
      processor: counted,
    });
    const faults: string[] = [];
    let served = 0;
    const bounded = budgeted(net, {
      clock: time,
      scheduler: time,
      onFault: (_, what, code) => faults.push(`${what} ${code}`),
      isTrusted: () => isTrusted,
    });
    const begun = bounded.serve(
      "/x",
      async () => {
        processor.usedMs += COST_MS;
        served += 1;
        return new Uint8Array(1);
      },
      { bytesMax: 100 },
    );
    const peer = (ip = "198.51.100.2"): (() => Promise<boolean>) => {
      const joined = hub.join((next++).toString(16).repeat(32), ip);
      hub.link(net.peerId, joined.peerId);
      return async () => {
        await begun;
        return joined
          .request(net.peerId, "/x", new Uint8Array(1), { timeoutMs: 1, bytesMax: 100 })
          .then(
            () => true,
            () => false,
          );
      };
    };
    /** Bytes of a peer that is not asked for anything, which take so long. */
    const send = (from: string, ms: number): void => {
      counted.begin(from, 100, (done) => {
        processor.usedMs += ms;
        done();
      });
    };
    return { time, peer, send, faults, counts: () => served, net };
  }

  it("serves who asks for much, one after another, as fast as it may be: none is refused", async () => {
    const { time, peer, faults, counts } = start();
    const ask = peer();
    let refused = 0;
    const fetcher = { isOver: false };
    // Two at a time, as a node that fetches a long spine.
    const fetching = Array.from({ length: 2 }, async () => {
      while (!fetcher.isOver) if (!(await ask())) refused += 1;
    });
    await time.pass(60_000);
    fetcher.isOver = true;
    const atTheEnd = counts();
    await time.pass(1_000);
    await Promise.all(fetching);
    expect(refused).to.equal(0);
    expect(faults).to.deep.equal([]);
    // 10 s of a processor at once, and a quarter of one from then on.
    expect(atTheEnd).to.be.within((10_000 + 14_000) / COST_MS, (10_000 + 16_000) / COST_MS);
  });

  it("refuses what of a peer waits beside eight others, and serves another peer meanwhile", async () => {
    const { time, peer, counts } = start();
    const [greedy, honest] = [peer(), peer("198.51.77.3")];
    for (let i = 0; i < 10_000 / COST_MS; i += 1) await greedy();
    const before = counts();
    const asked = Promise.all(Array.from({ length: 128 }, greedy));
    expect(await honest()).to.equal(true);
    expect(counts()).to.equal(before + 1);
    await time.pass(10_000);
    expect((await asked).filter((isServed) => isServed)).to.have.length.within(1, 8);
  });

  it("of the long-known, and of peers on one machine, is their own alone", async () => {
    for (const [isTrusted, ip] of [
      [true, "198.51.100.2"],
      [false, "127.0.0.1"],
    ] as const) {
      const { peer, counts, time } = start(isTrusted);
      for (const ask of Array.from({ length: 4 }, () => peer(ip)))
        for (let i = 0; i < 10_000 / COST_MS; i += 1) expect(await ask()).to.equal(true);
      expect(counts()).to.equal((4 * 10_000) / COST_MS);
      expect(time.waiting).to.equal(0);
    }
  });

  it("is shared by the strangers of one network", async () => {
    const { time, peer, counts } = start();
    const crowd = Array.from({ length: 5 }, () => peer());
    const asked = crowd.map(async (ask) => {
      for (let i = 0; i < 10_000 / COST_MS; i += 1) await ask();
    });
    await time.pass(1_000);
    expect(counts()).to.be.within(20_000 / COST_MS, 21_500 / COST_MS);
    await time.pass(600_000);
    await Promise.all(asked);
  });

  it("finds at fault who goes on with what nobody asked for: once for each second beyond", () => {
    const { send, faults, time } = start();
    for (let i = 0; i < 10_000 / COST_MS; i += 1) send(PEER, COST_MS);
    expect(faults).to.deep.equal([]);
    for (let i = 0; i < 3_000 / COST_MS; i += 1) send(PEER, COST_MS);
    expect(faults).to.deep.equal(Array(3).fill("processor BEYOND_PROCESSOR"));
    expect(time.waiting).to.equal(0);
  });

  after(() => hub.remove(own.peerId));
});
