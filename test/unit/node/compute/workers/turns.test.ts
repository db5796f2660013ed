/** Whose job a worker takes next: accounts take turns, whatever each of them has waiting. */
import { expect } from "chai";
import * as fc from "fast-check";
import { Waiting, WAITING_MAX, type Caller } from "../../../../../node/compute/workers/waiting.js";

interface Job {
  readonly caller: Caller;
  readonly account: string;
  readonly n: number;
}

const CALLERS = ["paying", "scheduled", "keyed", "keyless"] as const;

const job = (account: string, n = 0, caller: Caller = "paying"): Job => ({ account, caller, n });

describe("node/compute: turns of accounts", () => {
  it("a job that comes while another account's runs is the next, however many that has", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (waitingJobs, served) => {
          const waiting = new Waiting<Job>();
          for (let n = 0; n < waitingJobs + served; n += 1) waiting.add(job("a", n));
          for (let n = 0; n < served; n += 1) expect(waiting.next(true)).to.include({ n });
          waiting.add(job("b"));
          expect(waiting.next(true)!.account).to.equal("b");
          expect(waiting.next(true)).to.deep.include({ account: "a", n: served });
        },
      ),
    );
  });

  it("whoever waits sees no account served twice more often than itself", () => {
    // Steps: a job of an account comes, or (null) a worker takes the next.
    const step = fc.option(fc.constantFrom("a", "b", "c", "d"), { freq: 2 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const waiting = new Waiting<Job>();
        const left = new Map<string, number>();
        /** Jobs of others that were taken since an account had its last turn, or came. */
        const since = new Map<string, Map<string, number>>();
        for (const account of steps) {
          if (account !== null) {
            if (waiting.size >= WAITING_MAX.paying) continue;
            expect(waiting.add(job(account))).to.equal(null);
            left.set(account, (left.get(account) ?? 0) + 1);
            if (left.get(account) === 1) since.set(account, new Map());
            continue;
          }
          const next = waiting.next(true);
          if (next === undefined) continue;
          left.set(next.account, left.get(next.account)! - 1);
          for (const [other, seen] of since) {
            if (other === next.account || left.get(other) === 0) continue;
            seen.set(next.account, (seen.get(next.account) ?? 0) + 1);
            expect(seen.get(next.account), `${next.account} before ${other}`).to.be.at.most(2);
          }
          since.set(next.account, new Map());
        }
      }),
    );
  });

  it("jobs of one account keep their order, and a payer's go before what is due by itself", () => {
    const jobs = fc.array(
      fc.record({ account: fc.constantFrom("a", "b"), caller: fc.constantFrom(...CALLERS) }),
      { maxLength: 16 },
    );
    fc.assert(
      fc.property(jobs, (wanted) => {
        const waiting = new Waiting<Job>();
        wanted.forEach((one, n) => expect(waiting.add({ ...one, n })).to.equal(null));
        const taken: Job[] = [];
        for (let next = waiting.next(true); next !== undefined; next = waiting.next(true))
          taken.push(next);
        expect(taken).to.have.length(wanted.length);
        const ranks = taken.map(({ caller }) => CALLERS.indexOf(caller));
        expect(ranks).to.deep.equal([...ranks].sort((a, b) => a - b));
        for (const account of ["a", "b"])
          for (const caller of CALLERS) {
            const own = taken.filter((one) => one.account === account && one.caller === caller);
            expect(own.map(({ n }) => n)).to.deep.equal(
              own.map(({ n }) => n).sort((a, b) => a - b),
            );
          }
      }),
    );
  });

  it("a full queue has a place for who has fewer jobs in it than another", () => {
    const waiting = new Waiting<Job>();
    for (let n = 0; n < WAITING_MAX.paying; n += 1)
      expect(waiting.add(job("flood", n))).to.equal(null);
    const more = job("flood", -1);
    expect(waiting.add(more)).to.equal(more);
    for (let n = 0; n < WAITING_MAX.paying / 2; n += 1)
      expect(waiting.add(job(`payer ${n}`))).to.include({
        account: "flood",
        n: WAITING_MAX.paying - 1 - n,
      });
    expect(waiting.size).to.equal(WAITING_MAX.paying);
    const second = job("payer 0", 1);
    expect(waiting.add(second)).to.include({ account: "flood" });
    expect(waiting.next(true)).to.include({ account: "flood", n: 0 });
    expect(waiting.next(true)).to.include({ account: "payer 0" });
  });
});
