/** One runner for long tasks: when each runs, what stops all of them, and when none is running. */
import { expect } from "chai";
import {
  BackgroundRunner,
  IDLE_AFTER_MS,
  PAUSE_MS,
  STOP_MAX_MS,
  type Background,
  type When,
} from "../../../../node/runtime/background.js";
import { followingTask } from "../../../../node/runtime/following.js";
import type { Logger } from "../../../../protocol/ports.js";
import { settled, VirtualTime } from "../../../kit/virtualTime.js";

const CALCOND_MS = 777.000777;

class Bench {
  readonly time = new VirtualTime();
  readonly said: string[] = [];
  readonly failed: string[] = [];
  readonly runs: string[] = [];
  busy = false;
  rests = 0;
  readonly log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => {
      this.said.push(message);
    },
    error: (message) => {
      this.said.push(message);
    },
    child: () => this.log,
  };
  readonly runner = new BackgroundRunner({
    scheduler: this.time,
    log: this.log,
    busy: () => this.busy,
    onFailed: (task) => this.failed.push(task),
    onRest: () => {
      this.rests += 1;
    },
  });

  task(name: string, when: When, run: Background["run"] = async () => "done"): void {
    this.runner.add({
      name,
      when,
      run: (signal, goOn) => {
        this.runs.push(name);
        return run(signal, goOn);
      },
    });
  }
}

/** A run that lasts until it is told to end. */
function held(): { readonly run: Background["run"]; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<"done">((resolve) => {
    end = () => resolve("done");
  });
  return { run: () => ended, end };
}

describe("runtime: background tasks", () => {
  it("run after a nudge, many nudges are one, and a nudge during a run is another run", async () => {
    const bench = new Bench();
    const first = held();
    let run = first.run;
    bench.task("outbox", "nudged", (signal, goOn) => run(signal, goOn));
    bench.runner.start();
    await bench.time.pass(60_000);
    expect(bench.runs).to.deep.equal([]);
    for (let i = 0; i < 5; i += 1) bench.runner.nudge("outbox");
    expect(bench.time.delays).to.deep.equal([PAUSE_MS]);
    await bench.time.pass(PAUSE_MS);
    expect(bench.runs).to.deep.equal(["outbox"]);
    run = async () => "done";
    for (let i = 0; i < 5; i += 1) bench.runner.nudge("outbox");
    await bench.time.pass(60_000);
    expect(bench.runs).to.deep.equal(["outbox"]);
    first.end();
    await bench.time.pass(PAUSE_MS);
    expect(bench.runs).to.deep.equal(["outbox", "outbox"]);
    await bench.runner.settled();
    expect(bench.time.waiting).to.equal(0);
  });

  it("keeps a nudge of before the start for it", async () => {
    const bench = new Bench();
    bench.task("outbox", "nudged");
    bench.task("other", "nudged");
    bench.runner.nudge("outbox");
    expect(bench.time.waiting).to.equal(0);
    bench.runner.start();
    await bench.time.pass(PAUSE_MS);
    expect(bench.runs).to.deep.equal(["outbox"]);
  });

  it("idle ones wait while somebody waits for the node, run one at a time, and come back for what is left", async () => {
    const bench = new Bench();
    const left = ["more", "done"] as const;
    let [at, running] = [0, 0];
    const run = async (): Promise<"more" | "done"> => {
      running += 1;
      expect(running).to.equal(1);
      await settled();
      running -= 1;
      return "done";
    };
    bench.task("a", "idle", run);
    bench.task("b", "idle", async () => left[at++] ?? "done");
    bench.task("c", "idle", run);
    bench.busy = true;
    bench.runner.start();
    await bench.time.pass(10 * IDLE_AFTER_MS);
    expect([bench.runs.length, bench.time.waiting]).to.deep.equal([0, 1]);
    bench.busy = false;
    await bench.time.pass(IDLE_AFTER_MS);
    await settled();
    await settled();
    expect(bench.runs).to.deep.equal(["a", "b", "c"]);
    expect(bench.time.delays).to.deep.equal([IDLE_AFTER_MS]);
    await bench.time.pass(IDLE_AFTER_MS);
    expect(bench.runs).to.deep.equal(["a", "b", "c", "b"]);
    await bench.runner.settled();
    await bench.time.pass(100 * IDLE_AFTER_MS);
    expect([bench.runs.length, bench.time.waiting]).to.deep.equal([4, 0]);
    bench.runner.nudge("c");
    await bench.time.pass(IDLE_AFTER_MS);
    expect(bench.runs.at(-1)).to.equal("c");
  });

  it("others run at their times while somebody waits, at the start and then so long after each end", async () => {
    const bench = new Bench();
    const ends: ("more" | "done")[] = ["more", "more", "done"];
    bench.busy = true;
    bench.task("sweep", { everyCalconds: 100 }, async () => ends.shift() ?? "done");
    bench.runner.start();
    await bench.time.pass(3 * PAUSE_MS);
    expect(bench.runs.length).to.equal(3);
    await bench.runner.settled();
    expect(bench.time.delays.map(Math.round)).to.deep.equal([Math.round(100 * CALCOND_MS)]);
    await bench.time.pass(100 * CALCOND_MS - 1);
    expect(bench.runs.length).to.equal(3);
    await bench.time.pass(1);
    expect(bench.runs.length).to.equal(4);
    bench.runner.nudge("sweep");
    await bench.time.pass(PAUSE_MS);
    expect(bench.runs.length).to.equal(5);
    expect(bench.time.delays.map(Math.round)).to.deep.equal([Math.round(100 * CALCOND_MS)]);
  });

  it("tell a long piece to end when somebody comes, and all of them when the node stops", async () => {
    const bench = new Bench();
    const [idle, other] = [held(), held()];
    const asked: Record<string, () => boolean> = {};
    const signals: AbortSignal[] = [];
    bench.task("idle", "idle", (signal, goOn) => {
      asked["idle"] = goOn;
      signals.push(signal);
      return idle.run(signal, goOn);
    });
    bench.task("other", { everyCalconds: 1 }, (signal, goOn) => {
      asked["other"] = goOn;
      signals.push(signal);
      return other.run(signal, goOn);
    });
    bench.runner.start();
    await bench.time.pass(IDLE_AFTER_MS);
    const answers = (): boolean[] => [asked["idle"]!(), asked["other"]!()];
    expect(answers()).to.deep.equal([true, true]);
    bench.busy = true;
    expect(answers()).to.deep.equal([false, true]);
    bench.busy = false;
    let isStopped = false;
    const stopping = bench.runner.stop().then(() => {
      isStopped = true;
    });
    expect(answers()).to.deep.equal([false, false]);
    expect(new Set(signals).size).to.equal(1);
    expect(signals[0]!.aborted).to.equal(true);
    await settled();
    expect(isStopped).to.equal(false);
    idle.end();
    other.end();
    await stopping;
    await bench.runner.stop();
    await bench.runner.settled();
    bench.runner.nudge("idle");
    expect([bench.time.waiting, bench.said]).to.deep.equal([0, []]);
  });

  it("a stop is bounded, and names the task that does not heed it", async () => {
    const bench = new Bench();
    bench.task("deaf", "nudged", held().run);
    bench.runner.start();
    bench.runner.nudge("deaf");
    await bench.time.pass(PAUSE_MS);
    const stopping = bench.runner.stop();
    await bench.time.pass(STOP_MAX_MS);
    await stopping;
    expect(bench.said).to.deep.equal(["a background task did not stop"]);
  });

  it("a failure is logged and counted, hinders no other, and ends with the next nudge or time", async () => {
    const bench = new Bench();
    let fails = true;
    const run = async (): Promise<"done"> => {
      if (fails) throw new Error("a damaged record");
      return "done";
    };
    bench.task("nudged", "nudged", run);
    bench.task("idle", "idle", run);
    bench.task("sound", "idle");
    bench.task("timed", { everyCalconds: 10 }, run);
    bench.runner.start();
    bench.runner.nudge("nudged");
    await bench.time.pass(IDLE_AFTER_MS);
    expect([...bench.failed].sort()).to.deep.equal(["idle", "nudged", "timed"]);
    expect(bench.said).to.deep.equal(Array.from({ length: 3 }, () => "a background task failed"));
    expect(bench.runs).to.include("sound");
    expect([bench.runner.failures(), bench.runner.failures("idle")]).to.deep.equal([3, 1]);
    await bench.runner.settled();
    fails = false;
    bench.runs.length = 0;
    await bench.time.pass(10 * CALCOND_MS);
    expect(bench.runs).to.deep.equal(["timed"]);
    bench.runner.nudge("idle");
    bench.runner.nudge("nudged");
    await bench.time.pass(IDLE_AFTER_MS);
    expect(bench.runs.slice(1).sort()).to.deep.equal(["idle", "nudged"]);
    expect(bench.runner.failures()).to.equal(3);
  });

  it("have one name each, and no other can be nudged", () => {
    const bench = new Bench();
    bench.task("a", "idle");
    expect(() => bench.task("a", "nudged")).to.throw(RangeError);
    expect(() => bench.runner.nudge("b")).to.throw(RangeError);
  });
});

describe("runtime: a reading that follows", () => {
  it("comes back while some is left, not for what is damaged, and tells of that once", async () => {
    const bench = new Bench();
    const left = [3, 0, 2, 2];
    const reading = {
      follow: async () => left.shift() ?? 0,
      damaged: null as { bucket: string; key: string; fault: string } | null,
    };
    bench.runner.add(followingTask("supply", reading, bench.log));
    bench.runner.start();
    await bench.time.pass(10 * IDLE_AFTER_MS);
    expect([left.length, bench.time.waiting]).to.deep.equal([2, 0]);
    reading.damaged = { bucket: "journal", key: "3", fault: "its checksum does not match" };
    for (let change = 1; change <= 2; change += 1) {
      bench.runner.nudge("supply");
      await bench.time.pass(10 * IDLE_AFTER_MS);
      expect([left.length, bench.time.waiting]).to.deep.equal([2 - change, 0]);
    }
    expect(bench.said).to.deep.equal(["a reading met a damaged record"]);
  });

  it("tell of rest when no idle task has anything left to do", async () => {
    const bench = new Bench();
    let left = 2;
    bench.task("following", "idle", async () => {
      left -= 1;
      return left > 0 ? "more" : "done";
    });
    bench.runner.start();
    await bench.time.pass(IDLE_AFTER_MS);
    expect([left, bench.rests]).to.deep.equal([1, 0]);
    await bench.time.pass(IDLE_AFTER_MS);
    expect([left, bench.rests]).to.deep.equal([0, 1]);
  });
});
