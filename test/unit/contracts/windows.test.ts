import { Cron } from "croner";
import { expect } from "chai";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { nextTime, readCron } from "../../../protocol/contracts/cron.js";
import { dueTurn, firstDue } from "../../../protocol/contracts/due.js";
import { aggregateOf, aggregated, enterWindow } from "../../../protocol/contracts/windows.js";
import { EMPTY_WINDOW, type WindowState } from "../../../protocol/contracts/windows.js";
import { AGGREGATES, type AggregateName } from "../../../protocol/contracts/program.js";
import { runs } from "../../kit/runs.js";

const SEED = 11_197;

type Row = Readonly<Record<AggregateName, number | null>> & { readonly values: readonly number[] };

describe("contracts: windows and times", () => {
  it("aggregates as numpy does", () => {
    const { rows }: { rows: readonly Row[] } = JSON.parse(
      readFileSync("test/vectors/contracts/aggregates.json", "utf8"),
    );
    for (const row of rows) {
      const { values } = row;
      for (const fn of AGGREGATES) {
        const wanted = row[fn];
        const got = aggregated(fn, values);
        if (wanted === null || fn !== "stddev") expect(got, fn).to.equal(wanted);
        else expect(Math.abs(got! - wanted)).to.be.lessThan(4e-16 * wanted * values.length);
      }
    }
  });

  it("holds the last so many events, or those of the last so many calconds", () => {
    const last: { count: number } = { count: 3 };
    let counted: WindowState = EMPTY_WINDOW;
    const means: (number | null)[] = [];
    for (const [i, value] of [1, 2, 6, 10].entries()) {
      counted = enterWindow({ window: last }, counted, i, value);
      means.push(aggregateOf({ fn: "mean", window: last }, counted, i)?.value ?? null);
    }
    expect(means).to.deep.equal([null, null, 3, 6]);
    const span = { calconds: 10 };
    let timed: WindowState = EMPTY_WINDOW;
    const sums: (number | null)[] = [];
    for (const [calcond, value] of [
      [100, 1],
      [105, 2],
      [110, 4],
      [116, 8],
    ] as const) {
      timed = enterWindow({ window: span }, timed, calcond, value);
      sums.push(aggregateOf({ fn: "sum", window: span }, timed, calcond)?.value ?? null);
    }
    expect(sums).to.deep.equal([null, null, 6, 12]);
    const early = enterWindow({ window: last }, EMPTY_WINDOW, 1, 5);
    expect(aggregateOf({ fn: "max", window: last, emit: "always" }, early, 1)).to.deep.equal({
      value: 5,
      count: 1,
    });
    expect(aggregateOf({ fn: "stddev", window: last, emit: "always" }, early, 1)).to.equal(null);
  });

  it("refuses what is no time", () => {
    for (const text of [
      "* * * *",
      "60 * * * *",
      "* 24 * * *",
      "* * 0 * *",
      "* * * 13 *",
      "* * * * 8",
      "5-1 * * * *",
      "*/0 * * * *",
      "a * * * *",
      "0 0 30 2 *",
      "* * * * * *",
    ]) {
      expect(readCron(text).ok, text).to.equal(false);
    }
  });

  it("finds the times that croner finds", () => {
    const minutes = fc.constantFrom("*", "0", "*/15", "5,35", "10-20/5", "59");
    const hours = fc.constantFrom("*", "0", "6-18", "*/7", "23");
    const days = fc.constantFrom("*", "1", "29", "31", "1-7", "*/10");
    const months = fc.constantFrom("*", "2", "jan-mar", "*/5", "12");
    const weekdays = fc.constantFrom("*", "1-5", "sun", "7", "mon,fri");
    const starts = fc.integer({ min: 0, max: 4_102_444_800 });
    fc.assert(
      fc.property(minutes, hours, days, months, weekdays, starts, (a, b, c, d, e, start) => {
        const text = `${a} ${b} ${c} ${d} ${e}`;
        const read = readCron(text);
        const wanted = new Cron(text, { timezone: "UTC" }).nextRun(new Date(start * 1_000));
        if (!read.ok) {
          expect(wanted, text).to.equal(null);
          return;
        }
        expect(nextTime(read.times, start), text).to.equal(wanted!.getTime() / 1_000);
      }),
      { seed: SEED, numRuns: runs(200, 5_000) },
    );
  });

  it("makes up for what was missed, as the program says", () => {
    const every = { type: "every-calcond", every: 10 } as const;
    const due = firstDue(every, 100)!;
    expect(due).to.deep.equal({ calcond: 110, second: null });
    expect(dueTurn(every, due, 109)).to.deep.equal({ fire: [], missed: 0, next: due });
    const turn = (catchup: "none" | "one" | "all", now: number, window?: number) => {
      const { fire, missed, next } = dueTurn({ ...every, catchup, window }, due, now);
      return [fire.length, fire.at(-1)?.calcond ?? null, missed, next?.calcond];
    };
    expect(turn("one", 110)).to.deep.equal([1, 110, 0, 120]);
    expect(turn("none", 112)).to.deep.equal([1, 110, 0, 120]);
    expect(turn("none", 158)).to.deep.equal([1, 150, 4, 160]);
    expect(turn("one", 158)).to.deep.equal([1, 150, 4, 160]);
    expect(turn("all", 158)).to.deep.equal([5, 150, 0, 160]);
    expect(turn("all", 158, 25)).to.deep.equal([2, 150, 3, 160]);
    // A clock that jumps over a thousand times: a hundred are made up for, the others counted.
    expect(turn("all", 10_110)).to.deep.equal([100, 10_110, 901, 10_120]);
    const rare = { type: "every-calcond", every: 1_000, catchup: "none" } as const;
    expect(dueTurn(rare, { calcond: 1_000, second: null }, 1_500).fire).to.deep.equal([]);
  });

  it("stamps a time with the calcond that holds it", () => {
    // 2026-01-01T00:00:00Z is 1767225600 s; floor(1767225600e9 / 777000777) by Python.
    const due = firstDue({ type: "cron", cron: "0 0 1 1 *" }, 2_270_000_000);
    expect(due).to.deep.equal({ calcond: 2_274_419_347, second: 1_767_225_600 });
  });
});
