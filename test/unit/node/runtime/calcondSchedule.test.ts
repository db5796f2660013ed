import { expect } from "chai";
import { CalcondSchedule } from "../../../../node/runtime/calcondSchedule.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";

/** A schedule at a calcond that the test sets, and with its one timer. */
function world(run: (id: string) => Promise<number | null>) {
  const at = { calcond: 0 };
  const timers = new Set<() => void>();
  const failed: string[] = [];
  const schedule = new CalcondSchedule(
    {
      clock: { nowNs: () => BigInt(at.calcond) * CALCOND_NS },
      deadlines: { now: () => at.calcond },
      scheduler: {
        after: (_, fire) => {
          timers.add(fire);
          return () => timers.delete(fire);
        },
      },
    },
    { run, failed: (id) => failed.push(id) },
  );
  const tick = (): void => {
    for (const fire of Array.from(timers)) {
      timers.delete(fire);
      fire();
    }
  };
  return { at, failed, schedule, tick, timers };
}

describe("work at calconds", () => {
  it("runs what is due in the order of its times, and nothing before the start", async () => {
    const ran: string[] = [];
    const { at, schedule, tick, timers } = world((id) => {
      ran.push(id);
      return Promise.resolve(ran.length === 1 ? 9 : null);
    });
    schedule.place("a", 5);
    schedule.place("b", 3);
    schedule.place("c", 7);
    expect(timers.size).to.equal(0);
    schedule.start();
    at.calcond = 5;
    tick();
    await schedule.settled();
    expect(ran).to.deep.equal(["b", "a"]);
    expect(schedule.size).to.equal(2);
    schedule.place("c", null);
    at.calcond = 9;
    tick();
    await schedule.settled();
    expect(ran).to.deep.equal(["b", "a", "b"]);
  });

  for (const [read, placed, runs] of [
    [1_000, 10, [1, 10]],
    [null, 10, [1, 10]],
    [10, 1_000, [1, 10, 1_000]],
    [10, null, [1, 10]],
  ] as const)
    it(`is not lost where it is placed at ${placed} after its run read ${read}`, async () => {
      let due: number | null = read;
      const ran: number[] = [];
      const { at, schedule, tick } = world(async () => {
        ran.push(at.calcond);
        const next = due;
        await Promise.resolve();
        if (ran.length === 1) schedule.place("a", (due = placed));
        return next !== null && next > at.calcond ? next : null;
      });
      schedule.place("a", 1);
      schedule.start();
      for (const calcond of [1, 9, 10, 999, 1_000, 5_000]) {
        at.calcond = calcond;
        tick();
        await schedule.settled();
      }
      expect(ran).to.deep.equal(runs);
      expect(schedule.size).to.equal(0);
    });

  it("runs none twice at once, and at most 64 of all", async () => {
    const ends: (() => void)[] = [];
    const { at, schedule, tick } = world(
      () =>
        new Promise((resolve) => {
          ends.push(() => resolve(null));
        }),
    );
    for (let i = 0; i < 70; i += 1) schedule.place(`id ${i}`, 1);
    schedule.start();
    at.calcond = 1;
    tick();
    expect(ends).to.have.length(64);
    schedule.place("id 0", 1);
    expect(schedule.size).to.equal(70);
    const settled = schedule.settled();
    while (schedule.size > 0) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
      tick();
    }
    await settled;
  });

  it("tries again in ten seconds what threw, and runs nothing more when it is stopped", async () => {
    let tries = 0;
    const { at, failed, schedule, tick, timers } = world(() => {
      tries += 1;
      return Promise.reject(new Error("not now"));
    });
    schedule.place("a", 0);
    schedule.start();
    tick();
    await schedule.settled();
    expect(failed).to.deep.equal(["a"]);
    at.calcond = 12;
    tick();
    expect(tries).to.equal(1);
    at.calcond = 13;
    tick();
    expect(tries).to.equal(2);
    await schedule.stop();
    expect(timers.size).to.equal(0);
  });
});
