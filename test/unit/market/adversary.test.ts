/**
 * The rules of a job against nodes that say anything at any time, written from section 15 of the
 * design: what was true at a calcond stays so, and who keeps every time loses nothing.
 */
import { expect } from "chai";
import {
  array,
  assert,
  boolean,
  constantFrom,
  infiniteStream,
  integer,
  nat,
  oneof,
  option,
  property,
  record,
} from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { noFacts, takeFact, type JobFacts, type Said } from "../../../protocol/market/facts.js";
import {
  commitmentOf,
  mayReveal,
  progressOf,
  type Caller,
  type Progress,
} from "../../../protocol/market/progress.js";
import { verdictOn } from "../../../protocol/market/challenge.js";
import { outcomeOf, settlementOf } from "../../../protocol/market/settle.js";
import { runs } from "../../kit/runs.js";

const hashes = new Map<string, string>();
/** Each text is hashed once. */
const crypto = {
  sha256Hex(text: string): string {
    const known = hashes.get(text) ?? nodeCrypto.sha256Hex(text);
    hashes.set(text, known);
    return known;
  },
};

const SEED = 20_261_128;
const RUNS = { seed: SEED, numRuns: runs(80, 3_000), includeErrorInReport: true };
const JOB = "a".repeat(64);
const HOME = "b".repeat(64);
const NODES = ["1", "2", "3", "4", "5", "6"].map((digit) => digit.repeat(64));
const SALT = "5".repeat(64);
const [TRUE, LIE] = ["e".repeat(64), "d".repeat(64)];
const DRAWN_AT = 5;
const DEADLINE = 200;
/** By the design: a claim within 20 calconds, and time for the next ones to step in. */
const [CLAIM, REVEAL] = [20, 20];
const PRICE = 3;

type Step = readonly [kind: string, said: Said<unknown>];

interface Move {
  readonly kind: "work.claim" | "work.commit" | "work.reveal";
  readonly at: number;
  readonly isTrue: boolean;
  readonly isOpened: boolean;
}
/** In the first or in the last calcond of each term. */
interface Honest {
  readonly claim: number;
  readonly isLastCommit: boolean;
  readonly isLastReveal: boolean;
}
type Conduct = Honest | { readonly moves: readonly Move[] };

const honest = record({
  claim: constantFrom(0, 1, CLAIM),
  isLastCommit: boolean(),
  isLastReveal: boolean(),
});
/** Mostly soon, so that it meets what the others do. */
const moment = oneof(integer({ min: 0, max: 60 }), integer({ min: 0, max: DEADLINE + 2 }));
const move = record({
  kind: constantFrom<Move["kind"][]>("work.claim", "work.commit", "work.reveal", "work.reveal"),
  at: moment,
  isTrue: boolean(),
  isOpened: boolean(),
});
/** A node that claims at once and says anything afterwards, or nothing but anything. */
const hostile = record({ moves: array(move, { maxLength: 5 }), isClaiming: boolean() }).map(
  ({ isClaiming, moves }): Conduct => {
    const claim = { kind: "work.claim", at: DRAWN_AT, isTrue: true, isOpened: true } as const;
    return { moves: isClaiming ? [claim, ...moves] : moves };
  },
);
const conducts = array(oneof(honest, hostile, hostile), { minLength: 6, maxLength: 6 });

function isHonest(conduct: Conduct): conduct is Honest {
  return "claim" in conduct;
}

function factsAfter(steps: readonly Step[]): JobFacts {
  const facts = noFacts(JOB);
  for (const step of steps) takeFact(facts, ...step);
  return facts;
}

/** Where the job stood in a calcond, by what had been said. */
type Seen = readonly [now: number, Progress];

interface Story {
  readonly steps: readonly Step[];
  /** In the calconds around each change. */
  readonly seen: readonly Seen[];
}

class Stage {
  readonly facts = noFacts(JOB);
  readonly steps: Step[] = [];
  readonly #seq = new Map<string, number>();

  say(kind: string, author: string, calcond: number, body: object): void {
    const seq = (this.#seq.get(author) ?? 0) + 1;
    this.#seq.set(author, seq);
    const id = kind === "job.open" ? JOB : crypto.sha256Hex(`${kind} ${author} ${seq}`);
    const step: Step = [kind, { id, author, calcond, seq, body }];
    this.steps.push(step);
    takeFact(this.facts, ...step);
  }

  work(kind: string, node: string, now: number, result: string, salt = SALT): void {
    const commit = commitmentOf(crypto, { resultHash: result, salt: SALT, node });
    if (kind === "work.claim") this.say(kind, node, now, { job: JOB });
    else if (kind === "work.commit") this.say(kind, node, now, { job: JOB, commit });
    else this.say(kind, node, now, { job: JOB, result_hash: result, salt });
  }

  /** What a node does that keeps every time. */
  keep(own: Honest, progress: Progress, { calledAt, node, stage, until }: Caller, now: number) {
    if (stage === "called" && now >= calledAt + own.claim) this.work("work.claim", node, now, TRUE);
    else if (stage === "claimed" && (!own.isLastCommit || now === until))
      this.work("work.commit", node, now, TRUE);
    else if (mayReveal(progress, node) && (!own.isLastReveal || now === until))
      this.work("work.reveal", node, now, TRUE);
  }
}

function story(all: readonly Conduct[], k: number, cancelAt: number | null = null): Story {
  const stage = new Stage();
  const seen: Seen[] = [];
  let last: Seen | null = null;
  let known = "";
  const lock = { credits: PRICE * k, expires: DEADLINE, home: HOME, sig: "0".repeat(128) };
  stage.say("job.open", HOME, 0, { k, deadline: DEADLINE, lock, class: "replicated" });
  for (let now = 0; now <= DEADLINE + 2; now += 1) {
    if (now === DRAWN_AT)
      stage.say("job.draw", HOME, now, { about: JOB, job: JOB, drawn: NODES, called: k });
    if (now === cancelAt) stage.say("job.cancel", HOME, now, { job: JOB });
    for (const [place, conduct] of all.entries()) {
      if (isHonest(conduct)) continue;
      for (const { at, isOpened, isTrue, kind } of conduct.moves)
        if (at === now)
          stage.work(kind, NODES[place]!, now, isTrue ? TRUE : LIE, isOpened ? SALT : TRUE);
    }
    const progress = progressOf(crypto, stage.facts, now);
    for (const caller of progress.callers) {
      const own = all[NODES.indexOf(caller.node)]!;
      if (isHonest(own)) stage.keep(own, progress, caller, now);
    }
    const after = progressOf(crypto, stage.facts, now);
    const change = `${after.phase} ${callsAt(after, now).join()}`;
    // The last calcond of what was true before, and the first of what is now.
    if (change !== known) {
      if (last !== null) seen.push(last);
      seen.push([now, after]);
    }
    last = [now, after];
    known = change;
  }
  seen.push(last!);
  return { steps: stage.steps, seen };
}

/** Who was called by then, when, and whether it had dropped out. */
function callsAt({ callers }: Progress, now: number): readonly string[] {
  return callers
    .filter(({ calledAt }) => calledAt <= now)
    .map(
      ({ calledAt, node, stage }) => `${node[0]} at ${calledAt}${stage === "lost" ? " lost" : ""}`,
    );
}

const ENDED = new Set(["done", "failed", "expired", "cancelled"]);

describe("the rules of a job against whatever is said", () => {
  const cancel = option(integer({ min: 0, max: 120 }), { freq: 3 });
  const quorum = integer({ min: 1, max: 3 });

  it(`what was true at a calcond stays so, and any order gives it (seed ${SEED})`, () => {
    assert(
      property(conducts, quorum, cancel, infiniteStream(nat()), (all, k, cancelAt, order) => {
        const { seen, steps } = story(all, k, cancelAt);
        const shuffled = steps
          .map((step) => [order.next().value, step] as const)
          .sort(([a], [b]) => a - b)
          .map(([, step]) => step);
        const facts = factsAfter([...shuffled, ...steps]);
        let ended: Progress | null = null;
        for (const [now, progress] of seen) {
          const later = progressOf(crypto, facts, now);
          expect(callsAt(later, now), `${now}`).to.deep.equal(callsAt(progress, now));
          if (ended !== null) {
            const { accepted, agreed, phase } = ended;
            expect(progress, `${now}`).to.deep.include({ accepted, agreed, phase });
          } else if (ENDED.has(progress.phase)) ended = progress;
          if (ended !== null)
            expect(later, `${now}`).to.include({ phase: ended.phase, accepted: ended.accepted });
        }
        expect(ENDED).to.include(seen.at(-1)![1].phase);
      }),
      RUNS,
    );
  });

  it(`who keeps every time is neither lost nor unpaid, and no lie is accepted of fewer than asked for (seed ${SEED})`, () => {
    assert(
      property(conducts, quorum, cancel, (all, k, cancelAt) => {
        const { seen, steps } = story(all, k, cancelAt);
        for (const [now, { callers, phase }] of seen) {
          if (now > DEADLINE || phase === "cancelled") break;
          for (const { calledAt, node, stage } of callers) {
            const own = all[NODES.indexOf(node)]!;
            // Who claims in the last calcond to commit has none left to compute.
            const hasTime = calledAt + CLAIM < DEADLINE - REVEAL;
            if (isHonest(own) && hasTime && stage === "lost")
              expect.fail(`${node[0]} is lost at ${now}`);
          }
        }
        const [, last] = seen.at(-1)!;
        const outcome = outcomeOf(last)!;
        const facts = factsAfter(steps);
        const terms = { outcome, credits: PRICE, found: outcome === "done" ? TRUE : null };
        const settled = settlementOf(facts, last, terms);
        expect(settled.spent + settled.returned).to.equal(PRICE * k);
        if (last.accepted === null) expect(settled.paid).to.deep.equal([]);
        else {
          expect(new Set(last.agreed).size).to.be.at.least(k);
          const liars = last.agreed.filter((node) => !isHonest(all[NODES.indexOf(node)]!));
          if (last.accepted === LIE) expect(liars).to.deep.equal(last.agreed);
          const paid = new Set(settled.paid.map(({ node }) => node));
          expect(paid.size).to.equal(settled.paid.length);
          for (const { node, stage } of last.callers)
            if (stage === "revealed" && isHonest(all[NODES.indexOf(node)]!))
              expect([...paid], node[0]).to.include(node);
        }
        if (cancelAt === null && all.slice(0, k).every(isHonest))
          expect(last).to.include({ phase: "done", accepted: TRUE });
      }),
      RUNS,
    );
  });

  it(`a node has one voice however often a draw names it, and none is paid for two (seed ${SEED})`, () => {
    const names = array(constantFrom(...NODES.slice(0, 3)), { minLength: 1, maxLength: 8 });
    const said = integer({ min: 1, max: 1_000 });
    assert(
      property(
        names,
        integer({ min: 1, max: 8 }),
        boolean(),
        said,
        (drawn, called, isOne, credits) => {
          const stage = new Stage();
          const lock = { credits: 6, expires: DEADLINE, home: HOME, sig: "0".repeat(128) };
          const kind = isOne ? "economy" : "replicated";
          stage.say("job.open", HOME, 0, { k: 2, deadline: DEADLINE, lock, class: kind });
          stage.say("job.draw", HOME, 5, { about: JOB, job: JOB, drawn, called });
          for (const node of NODES.slice(0, 3))
            for (const [step, now] of [
              ["claim", 6],
              ["commit", 7],
              ["reveal", 8],
            ] as const)
              stage.work(`work.${step}`, node, now, TRUE);
          const progress = progressOf(crypto, stage.facts, 9);
          expect(new Set(progress.agreed).size).to.equal(progress.agreed.length);
          for (const { node } of progress.callers) expect(NODES).to.include(node);
          if (called > new Set(drawn).size) expect(progress.phase).to.equal("open");
          else expect(progress).to.include({ phase: "done", quorum: called });
          if (progress.phase !== "done" || called > 2) return;
          const { paid } = settlementOf(stage.facts, progress, { outcome: "done", credits });
          // Six are locked for two results.
          expect(paid.map((one) => one.credits)).to.deep.equal(
            paid.map(() => (credits < 3 ? credits : 3)),
          );
        },
      ),
      RUNS,
    );
  });

  it(`one verdict counts, by somebody whose turn had come, in any order of arrival (seed ${SEED})`, () => {
    const challenge = "c".repeat(64);
    const verdict = record({
      place: integer({ min: -1, max: 2 }),
      at: integer({ min: 0, max: 300 }),
      outcome: constantFrom("upheld", "rejected"),
    });
    const challenger = NODES[5]!;
    assert(
      property(array(verdict, { maxLength: 8 }), infiniteStream(nat()), (said, order) => {
        const stage = new Stage();
        const drawn = NODES.slice(0, 3);
        stage.say("job.open", HOME, 0, { k: 2, deadline: DEADLINE });
        const draw = { about: challenge, job: JOB, drawn, called: 1 };
        const opened: Step = [
          "work.challenge",
          { id: challenge, author: challenger, calcond: 10, seq: 1, body: { job: JOB } },
        ];
        takeFact(stage.facts, ...opened);
        stage.steps.push(opened);
        stage.say("job.draw", challenger, 12, draw);
        for (const { at, outcome, place } of [...said].sort((a, b) => a.at - b.at))
          stage.say("work.verdict", NODES[place] ?? NODES[4]!, at, {
            challenge,
            job: JOB,
            outcome,
          });
        const one = verdictOn(stage.facts, challenge);
        const shuffled = stage.steps
          .map((step) => [order.next().value, step] as const)
          .sort(([a], [b]) => a - b)
          .map(([, step]) => step);
        expect(verdictOn(factsAfter([...shuffled, ...stage.steps]), challenge)).to.deep.equal(one);
        // Each has 120 calconds, the first from the draw on.
        const inTurn = said.filter(({ at, place }) => place >= 0 && at >= 12 + 121 * place);
        expect(one?.calcond).to.equal(
          inTurn.length === 0 ? undefined : Math.min(...inTurn.map(({ at }) => at)),
        );
      }),
      RUNS,
    );
  });
});
