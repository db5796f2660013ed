import { expect } from "chai";
import { Progress, Turns, watched, writeAll } from "../../../../../node/mesh/host/transfer.js";
import { VirtualTime, settled } from "../../../../kit/virtualTime.js";

/** A line in virtual time: chunks of so many bytes, so often. */
async function* line(
  time: VirtualTime,
  bytes: number,
  chunk: number,
  everyMs: number,
): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= chunk) {
    await new Promise<void>((resolve) => {
      time.after(everyMs, resolve);
    });
    yield new Uint8Array(Math.min(chunk, left));
  }
}

/** Reads a line under limits. @returns bytes read, and why it was stopped */
async function read(
  time: VirtualTime,
  source: AsyncIterable<Uint8Array>,
  limits: { readonly firstByteMs: number; readonly wholeMs: number },
  ms: number,
): Promise<{ readonly bytes: number; readonly why: string | null }> {
  const progress = new Progress(limits, time);
  let why: string | null = null;
  progress.signal.addEventListener("abort", () => {
    why = String(progress.signal.reason);
  });
  const reading = (async (): Promise<void> => {
    for await (const chunk of watched(source, progress)) if (why !== null || chunk === null) return;
    progress.end();
  })();
  await time.pass(ms);
  await reading;
  return { bytes: progress.moved, why };
}

const LIMITS = { firstByteMs: 10_000, wholeMs: 330_000 };

describe("limits by progress", () => {
  it("lets 850 kB come over 256 kbit/s, and over the least rate", async () => {
    const time = new VirtualTime();
    // 32,000 bytes a second.
    expect(await read(time, line(time, 850_000, 6_400, 200), LIMITS, 30_000)).to.deep.equal({
      bytes: 850_000,
      why: null,
    });
    expect(await read(time, line(time, 850_000, 1_650, 500), LIMITS, 300_000)).to.deep.equal({
      bytes: 850_000,
      why: null,
    });
    expect(time.waiting).to.equal(0);
  });

  it("stops what is slower, what pauses, what never begins, and what never ends", async () => {
    const time = new VirtualTime();
    const slow = await read(time, line(time, 850_000, 1_600, 500), LIMITS, 600_000);
    expect(slow.why).to.contain("below the least rate");
    expect(slow.bytes).to.be.lessThan(65_536);
    const pausing = await read(time, line(time, 100_000, 50_000, 9_900), LIMITS, 60_000);
    expect(pausing).to.deep.equal({ bytes: 100_000, why: null });
    const gone = await read(time, line(time, 100_000, 50_000, 10_100), LIMITS, 60_000);
    expect(gone.why).to.contain("did not answer in time");
    const whole = { firstByteMs: 10_000, wholeMs: 20_000 };
    const endless = await read(time, line(time, 10_000_000, 20_000, 500), whole, 300_000);
    expect(endless.why).to.contain("did not end in time");
    expect(time.waiting).to.equal(0);
  });

  it("writes in pieces, each behind the one before", async () => {
    const time = new VirtualTime();
    const progress = new Progress(LIMITS, time);
    const sent: number[] = [];
    let drained: () => void = () => undefined;
    const sink = {
      send: (data: Uint8Array): boolean => {
        sent.push(data.length);
        return sent.length % 2 === 0;
      },
      onDrain: (): Promise<void> =>
        new Promise((resolve) => {
          drained = resolve;
        }),
    };
    const written = writeAll(sink, new Uint8Array(50_000), progress);
    await settled();
    expect(sent).to.deep.equal([16_384]);
    expect(progress.moved).to.equal(0);
    drained();
    await settled();
    expect(sent).to.deep.equal([16_384, 16_384, 16_384]);
    drained();
    await written;
    expect(sent).to.deep.equal([16_384, 16_384, 16_384, 848]);
    expect(progress.moved).to.equal(50_000);
    progress.end();
  });

  it("gives each peer one turn at a time, also behind one that failed", async () => {
    const turns = new Turns();
    const order: string[] = [];
    let end: () => void = () => undefined;
    const first = turns.take("a", async () => {
      order.push("a1");
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      throw new Error("broken");
    });
    const second = turns.take("a", async () => order.push("a2"));
    await turns.take("b", async () => order.push("b1"));
    expect(order).to.deep.equal(["a1", "b1"]);
    end();
    const [failed] = await Promise.allSettled([first, second]);
    expect(failed.status).to.equal("rejected");
    expect(order).to.deep.equal(["a1", "b1", "a2"]);
  });
});
