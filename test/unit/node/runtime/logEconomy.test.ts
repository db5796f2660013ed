/** The log tells a node's life in few lines, and the same fault not with every request. */
import { expect } from "chai";
import { logLife } from "../../../../node/runtime/lifeLog.js";
import { Repeats } from "../../../../node/runtime/repeats.js";
import type { Logger } from "../../../../protocol/ports.js";
import { openNode } from "../../../kit/composed.js";
import { VirtualTime } from "../../../kit/virtualTime.js";

const HOUR_MS = 3_600_000;

class Recorder implements Logger {
  readonly lines: string[] = [];
  debug(): void {
    // Asked for by nobody.
  }
  info(message: string): void {
    this.lines.push(message);
  }
  warn(message: string): void {
    this.lines.push(message);
  }
  error(message: string): void {
    this.lines.push(message);
  }
  child(): Logger {
    return this;
  }
}

describe("the log", () => {
  it("says four times a day that the node runs, and no more once it is told to end", async () => {
    const time = new VirtualTime();
    const log = new Recorder();
    const end = logLife({ log, scheduler: time, figures: () => ({}) });
    await time.pass(24 * HOUR_MS);
    expect(log.lines).to.deep.equal(Array.from({ length: 4 }, () => "running"));
    end();
    await time.pass(24 * HOUR_MS);
    expect(log.lines).to.have.lengthOf(4);
    expect(time.waiting).to.equal(0);
  });

  it("of a node at rest among no peers has no line in an hour", async () => {
    const time = new VirtualTime();
    const log = new Recorder();
    const node = await openNode({ ports: { scheduler: time, clock: time, log } });
    await node.join(null);
    await time.pass(HOUR_MS);
    await node.close();
    expect(log.lines).to.deep.equal([]);
  });

  it("has ten lines of one message a minute, and then says how many were left out", () => {
    let now = 0;
    const repeats = new Repeats(() => now);
    const admitted = (count: number, message: string): readonly number[] =>
      Array.from({ length: count }, () => repeats.admit(message)).filter((one) => one !== null);
    expect(admitted(1_000, "the disk is full")).to.deep.equal(Array.from({ length: 10 }, () => 0));
    expect(admitted(1, "another message")).to.deep.equal([0]);
    now = 59_999;
    expect(admitted(5, "the disk is full")).to.deep.equal([]);
    now = 60_000;
    expect(admitted(2, "the disk is full")).to.deep.equal([995, 0]);
  });

  it("keeps count of a bounded number of messages", () => {
    const repeats = new Repeats(() => 0);
    for (let i = 0; i < 100_000; i += 1) expect(repeats.admit(`message ${i}`)).to.equal(0);
    // Forgotten, and so written anew.
    expect(repeats.admit("message 0")).to.equal(0);
  });
});
