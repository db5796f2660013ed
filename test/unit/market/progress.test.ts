/** The rules of a job as pure functions: any order of what was said gives one state. */
import { expect } from "chai";
import {
  array,
  assert,
  constantFrom,
  infiniteStream,
  integer,
  nat,
  property,
  record,
} from "fast-check";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import type { JobOpenBody } from "../../../protocol/events/job.js";
import { challengeOutcome } from "../../../protocol/market/challenge.js";
import {
  addressBlocks,
  drawn,
  isAlone,
  keepers,
  poolOf,
  type Offer,
} from "../../../protocol/market/draw.js";
import { noFacts, takeFact, type JobFacts, type Said } from "../../../protocol/market/facts.js";
import { commitmentOf, progressOf, type Caller } from "../../../protocol/market/progress.js";
import { CLAIM_CALCONDS } from "../../../protocol/market/terms.js";
import { outcomeOf, settlementOf } from "../../../protocol/market/settle.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_127;
const JOB = "a".repeat(64);
const HOME = "b".repeat(64);
const NODES = ["1", "2", "3", "4", "5"].map((digit) => digit.repeat(64));
const SALT = "5".repeat(64);
const DEADLINE = 1_000;
const TRUE = "e".repeat(64);

type Step = readonly [kind: string, said: Said<unknown>];

/** What one called node does: where it stops, when, and whether it tells the truth. */
interface Conduct {
  readonly last: 0 | 1 | 2 | 3;
  readonly delay: number;
  readonly lie: number;
}

const conduct = record({
  last: constantFrom<Conduct["last"][]>(0, 1, 2, 3, 3, 3),
  delay: integer({ min: 0, max: 25 }),
  lie: constantFrom(0, 0, 0, 1, 2),
});

function resultOf({ lie }: Conduct): string {
  return lie === 0 ? TRUE : String(lie).repeat(64);
}

/**
 * Everything that is said, by nodes that see the job as it is.
 * @param seen is shown who is called, calcond by calcond
 */
function story(
  conducts: readonly Conduct[],
  k: number,
  seen?: (now: number, callers: readonly Caller[]) => void,
): readonly Step[] {
  const facts = noFacts(JOB);
  const steps: Step[] = [];
  const say = (kind: string, author: string, calcond: number, body: object): void => {
    const id = crypto.sha256Hex(`${kind} ${author}`);
    const step: Step = [kind, { id: kind === "job.open" ? JOB : id, author, calcond, body }];
    steps.push(step);
    takeFact(facts, ...step);
  };
  const lock = { credits: 3 * k, expires: DEADLINE, home: HOME, sig: "0".repeat(128) };
  const open: Partial<JobOpenBody> = { k, deadline: DEADLINE, lock, class: "replicated" };
  say("job.open", HOME, 0, open);
  say("job.draw", HOME, 5, { about: JOB, job: JOB, drawn: NODES, called: k });
  for (let now = 5; now <= DEADLINE + 1; now += 1) {
    const { callers, phase } = progressOf(crypto, facts, now);
    seen?.(now, callers);
    for (const { calledAt, node, stage } of callers) {
      const own = conducts[NODES.indexOf(node)]!;
      const resultHash = resultOf(own);
      if (stage === "called" && own.last >= 1 && now >= calledAt + own.delay)
        say("work.claim", node, now, { job: JOB });
      else if (stage === "claimed" && own.last >= 2)
        say("work.commit", node, now, {
          job: JOB,
          commit: commitmentOf(crypto, { resultHash, salt: SALT, node }),
        });
      else if (stage === "committed" && phase === "revealing" && own.last >= 3)
        say("work.reveal", node, now, { job: JOB, result_hash: resultHash, salt: SALT });
    }
  }
  return steps;
}

function factsAfter(steps: readonly Step[]): JobFacts {
  const facts = noFacts(JOB);
  for (const step of steps) takeFact(facts, ...step);
  return facts;
}

describe("the rules of a job", () => {
  it(`end every job, spend what is locked or return it, in any order (seed ${SEED})`, () => {
    const conducts = array(conduct, { minLength: 5, maxLength: 5 });
    assert(
      property(conducts, integer({ min: 2, max: 3 }), infiniteStream(nat()), (all, k, order) => {
        const steps = story(all, k);
        const one = progressOf(crypto, factsAfter(steps), DEADLINE + 1);
        const shuffled = steps
          .map((step) => [order.next().value, step] as const)
          .sort(([a], [b]) => a - b)
          .map(([, step]) => step);
        expect(progressOf(crypto, factsAfter([...shuffled, ...steps]), DEADLINE + 1)).to.deep.equal(
          one,
        );
        const outcome = outcomeOf(one)!;
        expect(outcome).to.be.oneOf(["done", "failed", "expired"]);
        const settled = settlementOf(factsAfter(steps), one, { outcome, credits: 3 });
        expect(settled.spent + settled.returned).to.equal(3 * k);
        expect(settled.paid).to.have.length(outcome === "done" ? k : 0);
        for (const { node } of settled.paid)
          expect(resultOf(all[NODES.indexOf(node)]!)).to.equal(one.accepted);
        // Nodes that never lie and never stop are enough for the truth.
        if (all.every(({ last, lie }) => last === 3 && lie === 0))
          expect(one).to.include({ phase: "done", accepted: TRUE });
      }),
      { seed: SEED, numRuns: runs(60, 2_000) },
    );
  });

  it(`call nobody at another time than it was told, and lose nobody who keeps every time (seed ${SEED})`, () => {
    const conducts = array(conduct, { minLength: 5, maxLength: 5 });
    assert(
      property(conducts, integer({ min: 2, max: 3 }), (all, k) => {
        let before: readonly Caller[] = [];
        story(all, k, (now, callers) => {
          for (const [place, was] of before.entries()) {
            const own = callers[place]!;
            if (own.calledAt !== was.calledAt || own.node !== was.node)
              expect(own, `${now}`).to.include({ calledAt: was.calledAt, node: was.node });
            if (was.stage === "lost" && own.stage !== "lost")
              expect.fail(`${was.node[0]} is ${own.stage} at ${now} and was lost`);
          }
          for (const { node, stage } of callers) {
            const { delay, last } = all[NODES.indexOf(node)]!;
            const isPrompt = last === 3 && delay <= CLAIM_CALCONDS && now <= DEADLINE;
            if (isPrompt && stage === "lost") expect.fail(`${node[0]} is lost at ${now}`);
          }
          before = callers;
        });
      }),
      { seed: SEED, numRuns: runs(60, 2_000) },
    );
  });

  it("are the same whatever strangers say of the job, and whenever", () => {
    const honest: Conduct = { last: 3, delay: 0, lie: 0 };
    const steps = story(
      NODES.map(() => honest),
      2,
    );
    const settle: Step = [
      "job.settle",
      { id: "9".repeat(64), author: HOME, calcond: 12, body: { outcome: "done" } },
    ];
    const true_ = factsAfter([...steps, settle]);
    const kinds = ["job.cancel", "job.settle", "job.draw", "work.claim", "work.commit"] as const;
    const body = { job: JOB, about: JOB, drawn: ["f".repeat(64)], called: 1, outcome: "failed" };
    const strange = record({
      kind: constantFrom(...kinds, "work.reveal"),
      author: constantFrom("d".repeat(64), "f".repeat(64)),
      calcond: integer({ min: 0, max: 20 }),
      at: nat({ max: steps.length }),
    });
    assert(
      property(array(strange, { minLength: 1, maxLength: 12 }), (said) => {
        const mixed: Step[] = [...steps, settle];
        for (const { at, author, calcond, kind } of said)
          mixed.splice(at, 0, [kind, { id: "0".repeat(64), author, calcond, body }]);
        const facts = factsAfter(mixed);
        for (const now of [6, 10, DEADLINE + 1])
          expect(progressOf(crypto, facts, now)).to.deep.equal(progressOf(crypto, true_, now));
        expect(facts.settled).to.deep.equal(true_.settled);
        expect(facts.cancelled).to.equal(null);
      }),
      { seed: SEED, numRuns: runs(200, 5_000) },
    );
  });

  it("count what a node said first on its spine, and no second word in the same calcond", () => {
    const said = (seq: number, id: string, result: string): Step => [
      "work.commit",
      { id, seq, author: NODES[0]!, calcond: 7, body: { job: JOB, commit: result } },
    ];
    const [first, copied] = [said(4, "f".repeat(64), TRUE), said(5, "0".repeat(64), SALT)];
    for (const order of [
      [first, copied],
      [copied, first],
    ])
      expect(factsAfter(order).commits.get(NODES[0]!)!.body.commit).to.equal(TRUE);
  });

  it("take no reveal that does not open what was committed", () => {
    const honest: Conduct = { last: 3, delay: 0, lie: 0 };
    const steps = story(
      NODES.map(() => honest),
      2,
    ).map(([kind, said]): Step => [
      kind,
      kind === "work.reveal"
        ? { ...said, body: { ...Object(said.body), salt: "6".repeat(64) } }
        : said,
    ]);
    expect(progressOf(crypto, factsAfter(steps), DEADLINE + 1).phase).to.not.equal("done");
  });

  it("count no claim that is late, nor one of who was not called", () => {
    const silent = NODES.map((): Conduct => ({ last: 0, delay: 0, lie: 0 }));
    const opened = (claims: readonly (readonly [author: string, calcond: number])[]) =>
      factsAfter([
        ...story(silent, 1).slice(0, 2),
        ...claims.map(([author, calcond]): Step => [
          "work.claim",
          { id: crypto.sha256Hex(`claim ${author}`), author, calcond, body: { job: JOB } },
        ]),
      ]);
    const stages = (facts: JobFacts, now: number): readonly (readonly [string, string])[] =>
      progressOf(crypto, facts, now).callers.map(({ node, stage }) => [node, stage] as const);
    const [first, second] = [NODES[0]!, NODES[1]!];
    // Called at calcond 5: a node has 20 calconds to say that it computes.
    expect(stages(opened([[first, 25]]), 26)).to.deep.equal([[first, "claimed"]]);
    expect(stages(opened([[first, 26]]), 26)).to.deep.equal([
      [first, "lost"],
      [second, "called"],
    ]);
    expect(
      stages(
        opened([
          ["f".repeat(64), 6],
          [second, 6],
        ]),
        25,
      ),
    ).to.deep.equal([[first, "called"]]);
  });

  it("say who was right", () => {
    expect(challengeOutcome("x", "y", "y")).to.equal("upheld");
    expect(challengeOutcome("x", "y", "x")).to.equal("rejected");
    expect(challengeOutcome("x", "y", "z")).to.equal("not_reproducible");
  });
});

describe("the draw", () => {
  const offer = (n: number, more: Partial<Offer> = {}): Offer => ({
    node: crypto.sha256Hex(`node ${n}`),
    calcond: 1,
    blocks: [],
    offer: {
      account: `account ${n}`,
      attestation: "",
      bond: 1,
      count: 1_000,
      engine_version: "e",
      list_hash: "",
      open: true,
      since: 0,
    },
    ...more,
  });
  const terms = {
    about: JOB,
    engineVersion: "e",
    calcond: 5,
    parties: new Set<string>(),
    withheld: new Set<string>(),
  };

  it("takes one node of an account and of an address block", () => {
    const shared = { blocks: ["203.0.113"] };
    const own = offer(9).offer;
    const all = [
      offer(1, shared),
      offer(2, shared),
      offer(3, { offer: own }),
      offer(4, { offer: own }),
    ];
    const nodes = drawn(crypto, poolOf(all, terms), { about: JOB, beacon: TRUE });
    expect(nodes).to.have.length(2);
  });

  it("takes operators of several nodes, whose accounts have one name on all of them", () => {
    const operator = (n: number): Offer =>
      offer(n, { offer: { ...offer(n).offer, account: "operator" } });
    const all = [operator(1), operator(2), operator(3)];
    const parties = new Set([all[0]!.node]);
    expect(drawn(crypto, poolOf(all, terms), { about: JOB, beacon: TRUE })).to.have.length(3);
    expect(poolOf(all, { ...terms, parties })).to.have.length(2);
  });

  it("leaves out parties, their accounts, younger offers and other engines", () => {
    const party = offer(1);
    const twin = offer(2, { offer: party.offer });
    const late = offer(3, { calcond: 6 });
    const other = offer(4, { offer: { ...offer(4).offer, engine_version: "f" } });
    const closed = offer(5, { offer: { ...offer(5).offer, open: false } });
    const parties = new Set([party.node]);
    const pool = poolOf([party, twin, late, other, closed, offer(6)], { ...terms, parties });
    expect(pool.map(({ node }) => node)).to.deep.equal([offer(6).node]);
  });

  it("is another with each beacon: every node comes first about as often", () => {
    const pool = poolOf(
      Array.from({ length: 5 }, (_, n) => offer(n)),
      terms,
    );
    const first = new Map<string, number>();
    for (let i = 0; i < 1_000; i += 1) {
      const [node] = drawn(crypto, pool, { about: JOB, beacon: crypto.sha256Hex(`${i}`) });
      first.set(node!, (first.get(node!) ?? 0) + 1);
    }
    // 200 each, within five standard deviations of a binomial: sqrt(1000 * 0.2 * 0.8) = 12.6.
    for (const count of first.values()) expect(count).to.be.within(137, 263);
  });

  it("has beacons said by nodes that offer no work, and by the asker's node last", () => {
    const known = [HOME, ...NODES];
    const offering = new Set(NODES.slice(0, 2));
    const order = keepers(crypto, JOB, { known, offering, asker: HOME, isScarce: false });
    expect(order.at(-1)).to.equal(HOME);
    expect(order.slice(0, 3).some((node) => offering.has(node))).to.equal(false);
  });

  it("lets nobody compute alone below ten agreements, and 0.9 of the jobs at ten", () => {
    let alone = 0;
    for (let i = 0; i < 2_000; i += 1) {
      const asked = { about: JOB, beacon: crypto.sha256Hex(`${i}`), node: HOME };
      expect(isAlone(crypto, { ...asked, agreements: 9 })).to.equal(false);
      if (isAlone(crypto, { ...asked, agreements: 10 })) alone += 1;
    }
    // Five standard deviations of a binomial: sqrt(2000 * 0.9 * 0.1) = 13.4.
    expect(alone).to.be.within(1_733, 1_867);
  });

  it("reads /24 and /48 blocks, and none of a loopback address", () => {
    expect(addressBlocks(["/ip4/203.0.113.7/tcp/1", "/ip4/127.0.0.1/tcp/1"])).to.deep.equal([
      "203.0.113",
    ]);
    expect(addressBlocks(["/ip6/2001:db8:0001::1/tcp/1", "/ip6/::1/tcp/1"])).to.deep.equal([
      "2001:db8:1",
    ]);
  });
});
