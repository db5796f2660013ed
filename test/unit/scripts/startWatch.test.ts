/** Deadlines and signals of a start, on timers that fire when the test says so. */
import { expect } from "chai";
import { START_STEPS, type StartStepName } from "../../../node/runtime/startSteps.js";
import { Settings } from "../../../scripts/cli/life/reload.js";
import {
  START_ENDS_MS,
  StartEndedError,
  StartWatch,
} from "../../../scripts/cli/life/startWatch.js";
import type { LogLevel } from "../../../config/schema.js";
import type { Logger } from "../../../protocol/ports.js";

class Timers {
  nowMs = 0;
  #waiting: { readonly atMs: number; readonly f: () => void }[] = [];

  readonly after = (ms: number, f: () => void): (() => void) => {
    const one = { atMs: this.nowMs + ms, f };
    this.#waiting.push(one);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== one);
    };
  };

  pass(ms: number): void {
    this.nowMs += ms;
    const due = this.#waiting.filter(({ atMs }) => atMs <= this.nowMs);
    this.#waiting = this.#waiting.filter(({ atMs }) => atMs > this.nowMs);
    for (const { f } of due) f();
  }

  get count(): number {
    return this.#waiting.length;
  }
}

class Lines implements Logger {
  readonly lines: string[] = [];
  levels: LogLevel[] = [];
  #add = (message: string, fields: object = {}): void => {
    this.lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  debug = this.#add;
  info = this.#add;
  warn = this.#add;
  error = this.#add;
  child(): Logger {
    return this;
  }
  setLevel(level: LogLevel): void {
    this.levels.push(level);
  }
}

const STEPS = Object.keys(START_STEPS).filter((name): name is StartStepName => name in START_STEPS);

describe("deadlines of a start", () => {
  function watched() {
    const timers = new Timers();
    const log = new Lines();
    const ends: string[] = [];
    const watch = new StartWatch({
      after: timers.after,
      giveUp: (why, isSignal) => ends.push(`${isSignal ? "signal" : "deadline"}: ${why}`),
    });
    watch.useLog(log);
    return { ends, log, timers, watch };
  }

  for (const name of STEPS)
    it(`give up ${START_STEPS[name].says}, by its name`, () => {
      const { ends, log, timers, watch } = watched();
      const { deadlineMs, says } = START_STEPS[name];
      for (const step of STEPS.slice(1, STEPS.indexOf(name) + 1)) {
        // Each step has its own: those before have used up nearly all of theirs.
        timers.pass(START_STEPS[step].deadlineMs - 1 > 9_999 ? 9_999 : 1);
        watch.enter(step);
      }
      timers.pass(10_000);
      expect(log.lines).to.deep.equal([`the start takes long {"step":"${says}"}`]);
      timers.pass(deadlineMs - 10_001);
      expect(ends).to.deep.equal([]);
      timers.pass(1);
      expect(ends).to.deep.equal([
        `deadline: the start did not come past ${says} in ${deadlineMs / 1_000} s`,
      ]);
    });

  it("are all taken back when it has come to its end", () => {
    const { ends, timers, watch } = watched();
    for (const step of STEPS) watch.enter(step);
    expect(watch.end()).to.equal(null);
    expect(timers.count).to.equal(0);
    timers.pass(10_000_000);
    expect(ends).to.deep.equal([]);
  });

  it("let a signal end it when its step ends, and no step begin after that", () => {
    const { ends, timers, watch } = watched();
    watch.enter("books");
    watch.signal("SIGTERM");
    watch.signal("SIGINT");
    timers.pass(START_ENDS_MS - 1);
    expect(() => watch.enter("result")).to.throw(
      StartEndedError,
      "ended by SIGTERM after reading its spine and books",
    );
    expect(timers.count).to.equal(0);
    timers.pass(START_ENDS_MS);
    expect(ends).to.deep.equal([]);
  });

  it("give a start up that does not come to the end of its step after a signal", () => {
    const { ends, timers, watch } = watched();
    watch.enter("mesh");
    watch.signal("SIGTERM");
    timers.pass(START_ENDS_MS);
    expect(ends).to.deep.equal(["signal: ended by SIGTERM while joining the mesh"]);
  });

  it("tell of a signal that came during the last step", () => {
    const { watch } = watched();
    watch.enter("address");
    watch.signal("SIGTERM");
    expect(watch.end()).to.equal("SIGTERM");
  });
});

describe("settings read again", () => {
  it("change the level at once, and name what waits for the next start", async () => {
    const log = new Lines();
    let found = new Map<string, unknown>([
      ["logLevel", "info"],
      ["http.listen", "127.0.0.1:1"],
      ["p2p.bootstrap", ["a"]],
    ]);
    let isBroken = false;
    const settings = new Settings(found, {
      log,
      load: async () => {
        if (isBroken) throw new Error("config.json is not JSON");
        return found;
      },
    });
    await settings.reload();
    expect(log.lines.splice(0)).to.deep.equal(["the settings were read again {}"]);
    found = new Map([...found, ["logLevel", "debug"], ["http.listen", "127.0.0.1:2"]]);
    await settings.reload();
    expect(log.levels).to.deep.equal(["debug"]);
    expect(log.lines.splice(0)).to.deep.equal([
      'the settings were read again {"logLevel":"debug"}',
      'changed settings take effect with the next start {"keys":"http.listen"}',
    ]);
    isBroken = true;
    await settings.reload();
    expect(log.lines).to.deep.equal([
      "the settings were not read again: the node goes on with those it has " +
        '{"why":"config.json is not JSON"}',
    ]);
    expect(log.levels).to.deep.equal(["debug"]);
  });
});
