import { expect } from "chai";
import { IdleFollower } from "../../../../node/runtime/idleFollower.js";
import type { Logger } from "../../../../protocol/ports.js";

const warned: string[] = [];
const LOG: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message) => {
    warned.push(message);
  },
  error: () => undefined,
  child: () => LOG,
};

class HandTimer {
  readonly waiting: (() => void)[] = [];
  readonly after = (_ms: number, f: () => void): (() => void) => {
    this.waiting.push(f);
    return () => {
      this.waiting.splice(this.waiting.indexOf(f), 1);
    };
  };
  fire(): void {
    this.waiting.shift()!();
  }
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe("following while idle", () => {
  it("waits while others have work, goes on while something is left, and rests when nothing is", async () => {
    const timer = new HandTimer();
    const left = [3, 0];
    let [busy, runs] = [true, 0];
    const follower = new IdleFollower(
      [
        {
          follow: async () => {
            runs += 1;
            return left.shift()!;
          },
        },
      ],
      { log: LOG, after: timer.after, busy: () => busy },
    );
    expect(timer.waiting.length).to.equal(0);
    for (let i = 0; i < 5; i += 1) follower.nudge();
    expect(timer.waiting.length).to.equal(1);
    timer.fire();
    expect([runs, timer.waiting.length]).to.deep.equal([0, 1]);
    busy = false;
    timer.fire();
    await turn();
    expect([runs, timer.waiting.length]).to.deep.equal([1, 1]);
    timer.fire();
    await turn();
    expect([runs, timer.waiting.length]).to.deep.equal([2, 0]);
    follower.nudge();
    expect(timer.waiting.length).to.equal(1);
    await follower.stop();
    follower.nudge();
    expect(timer.waiting.length).to.equal(0);
  });

  it("does not come back by itself for what is damaged, and tells of it once", async () => {
    const timer = new HandTimer();
    const damaged = { bucket: "journal", key: "3", fault: "its checksum does not match" };
    let runs = 0;
    const follower = new IdleFollower(
      [
        {
          follow: async () => {
            runs += 1;
            return 2;
          },
          damaged,
        },
      ],
      { log: LOG, after: timer.after, busy: () => false },
    );
    warned.length = 0;
    for (let change = 1; change <= 2; change += 1) {
      follower.nudge();
      timer.fire();
      await turn();
      expect([runs, timer.waiting.length, warned.length]).to.deep.equal([change, 0, 1]);
    }
    warned.length = 0;
    await follower.stop();
  });

  it("tells long readings to stop when others have work, and when it ends", async () => {
    const timer = new HandTimer();
    let busy = false;
    let told: (() => boolean) | null = null;
    let end = (): void => undefined;
    const follower = new IdleFollower(
      [
        {
          follow: (goOn) => {
            told = goOn;
            return new Promise((resolve) => {
              end = () => resolve(0);
            });
          },
        },
      ],
      { log: LOG, after: timer.after, busy: () => busy },
    );
    follower.nudge();
    timer.fire();
    expect(told!()).to.equal(true);
    busy = true;
    expect(told!()).to.equal(false);
    busy = false;
    const stopped = follower.stop();
    expect(told!()).to.equal(false);
    end();
    await stopped;
  });

  it("says so when it cannot, and tries again with the next change; stopping waits for what runs", async () => {
    const timer = new HandTimer();
    let [fails, ended] = [true, false];
    const follower = new IdleFollower(
      [
        {
          follow: async () => {
            if (fails) throw new Error("a damaged record");
            await turn();
            ended = true;
            return 0;
          },
        },
      ],
      { log: LOG, after: timer.after, busy: () => false },
    );
    follower.nudge();
    timer.fire();
    await turn();
    expect(warned).to.deep.equal(["a reading cannot follow"]);
    expect(timer.waiting.length).to.equal(0);
    fails = false;
    follower.nudge();
    timer.fire();
    await follower.stop();
    expect(ended).to.equal(true);
  });
});
