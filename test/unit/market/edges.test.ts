/** The last moment of each step of a job, and the one after it; and what a cancellation ends. */
import { expect } from "chai";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { faultOfChallenge, ownOutcome } from "../../../protocol/market/challenge.js";
import { noFacts, takeFact, type JobFacts, type Said } from "../../../protocol/market/facts.js";
import { commitmentOf, progressOf } from "../../../protocol/market/progress.js";
import { outcomeOf, settlementOf } from "../../../protocol/market/settle.js";

const JOB = "a".repeat(64);
const HOME = "b".repeat(64);
const [ONE, TWO] = ["1".repeat(64), "2".repeat(64)] as const;
const CHALLENGER = "c".repeat(64);
const SALT = "5".repeat(64);
const [TRUE, LIE] = ["e".repeat(64), "d".repeat(64)] as const;
const DEADLINE = 100;
/** (100 - 20 - 5) / 3 calconds from the call at 5. */
const COMMIT_LAST = 30;
/** An hour, by section 15 of the design: 4,632 calconds. */
const WINDOW = 4_632;

class Story {
  readonly facts: JobFacts = noFacts(JOB);
  #seq = 0;

  constructor() {
    const lock = { credits: 6, expires: DEADLINE, home: HOME, sig: "0".repeat(128) };
    this.say("job.open", HOME, 0, { k: 2, deadline: DEADLINE, lock, class: "replicated" });
  }

  say(kind: string, author: string, calcond: number, body: object): Said<object> {
    this.#seq += 1;
    const id = kind === "job.open" ? JOB : crypto.sha256Hex(`${kind} ${author} ${this.#seq}`);
    const said = { id, author, calcond, seq: this.#seq, body };
    takeFact(this.facts, kind, said);
    return said;
  }

  draw(): this {
    this.say("job.draw", HOME, 5, { about: JOB, job: JOB, drawn: [ONE, TWO], called: 2 });
    return this;
  }

  claim(): this {
    for (const node of [ONE, TWO]) this.say("work.claim", node, 6, { job: JOB });
    return this;
  }

  commit(node: string, calcond: number, resultHash = TRUE): this {
    const commit = commitmentOf(crypto, { resultHash, salt: SALT, node });
    this.say("work.commit", node, calcond, { job: JOB, commit });
    return this;
  }

  reveal(node: string, calcond: number, resultHash = TRUE): Said<object> {
    return this.say("work.reveal", node, calcond, {
      job: JOB,
      result_hash: resultHash,
      salt: SALT,
    });
  }

  phase(now: number): string {
    return progressOf(crypto, this.facts, now).phase;
  }

  stages(now: number): readonly string[] {
    return progressOf(crypto, this.facts, now).callers.map(({ stage }) => stage);
  }
}

describe("the last moments of a job", () => {
  it("a commitment counts in the last calcond of its lease, and not in the next", () => {
    const claimed = (): Story => new Story().draw().claim();
    expect(claimed().commit(ONE, COMMIT_LAST).stages(COMMIT_LAST)).to.deep.equal([
      "committed",
      "claimed",
    ]);
    expect(
      claimed()
        .commit(ONE, COMMIT_LAST + 1)
        .stages(COMMIT_LAST + 1),
    ).to.deep.equal(["lost", "lost"]);
  });

  it("a commitment is opened within 20 calconds after the last one, and is lost later", () => {
    const committed = (): Story => new Story().draw().claim().commit(ONE, 8).commit(TWO, 10);
    expect(committed().stages(30)).to.deep.equal(["committed", "committed"]);
    expect(committed().phase(31)).to.equal("failed");
    const opened = committed();
    opened.reveal(ONE, 11);
    opened.reveal(TWO, 30);
    expect(opened.phase(31)).to.equal("done");
  });

  it("a result that is not the one committed to is none, however many say it", () => {
    const copied = new Story().draw().claim().commit(ONE, 8).commit(TWO, 8);
    copied.reveal(ONE, 9, LIE);
    copied.reveal(TWO, 9, LIE);
    expect(copied.stages(10)).to.deep.equal(["committed", "committed"]);
    expect(copied.phase(29)).to.equal("failed");
  });

  it("a job without a result ends behind its deadline, and not with it", () => {
    const waiting = new Story();
    expect(waiting.phase(DEADLINE)).to.equal("open");
    expect(waiting.phase(DEADLINE + 1)).to.equal("expired");
    const progress = progressOf(crypto, waiting.facts, DEADLINE + 1);
    const outcome = outcomeOf(progress)!;
    expect(settlementOf(waiting.facts, progress, { outcome, credits: 3 })).to.include({
      spent: 0,
      returned: 6,
    });
  });

  it("a result that is told behind the deadline is none", () => {
    const late = new Story().draw().claim().commit(ONE, 29).commit(TWO, 30);
    late.reveal(ONE, 31);
    late.reveal(TWO, DEADLINE + 1);
    expect(late.phase(DEADLINE + 1)).to.not.equal("done");
  });

  it("a draw behind the deadline calls nobody", () => {
    const late = new Story();
    const body = { about: JOB, job: JOB, drawn: [ONE, TWO], called: 2 };
    late.say("job.draw", HOME, DEADLINE + 1, body);
    expect(late.phase(DEADLINE + 1)).to.equal("expired");
    expect(late.stages(DEADLINE + 1)).to.deep.equal([]);
  });

  it("a result is challenged in the last calcond of its hour, and not in the next", () => {
    const lied = new Story().draw().claim().commit(ONE, 8, LIE).commit(TWO, 8, LIE);
    const { id: reveal } = lied.reveal(ONE, 9, LIE);
    const challenge = (calcond: number): Said<never> => {
      const body = { job: JOB, reveal, result_hash: TRUE };
      // The body has what the rules read.
      // eslint-disable-next-line typescript/no-unsafe-type-assertion
      return { id: "7".repeat(64), author: CHALLENGER, calcond, body } as unknown as Said<never>;
    };
    const last = challenge(9 + WINDOW);
    expect(faultOfChallenge(lied.facts, last)).to.equal(null);
    expect(ownOutcome(lied.facts, last, TRUE)).to.equal("upheld");
    // The node's own computation decides, whatever a verdict says.
    expect(ownOutcome(lied.facts, last, LIE)).to.equal("rejected");
    const late = challenge(9 + WINDOW + 1);
    expect(faultOfChallenge(lied.facts, late)).to.match(/within 4632 calconds/);
    expect(ownOutcome(lied.facts, late, TRUE)).to.equal(null);
  });
});

describe("a cancellation", () => {
  const cancelled = (story: Story, now: number): string => {
    story.say("job.cancel", HOME, now, { job: JOB });
    return story.phase(now);
  };

  it("ends a job before its draw, while it is claimed and while it is computed: all comes back", () => {
    for (const story of [new Story(), new Story().draw(), new Story().draw().claim()]) {
      expect(cancelled(story, 7)).to.equal("cancelled");
      const progress = progressOf(crypto, story.facts, 7);
      const outcome = outcomeOf(progress)!;
      expect(settlementOf(story.facts, progress, { outcome, credits: 3 })).to.deep.include({
        outcome: "cancelled",
        spent: 0,
        returned: 6,
        paid: [],
      });
    }
  });

  it("leaves what somebody has committed to: it goes on, and is paid", () => {
    const story = new Story().draw().claim().commit(ONE, 8);
    expect(cancelled(story, 9)).to.equal("called");
    story.commit(TWO, 10);
    expect(story.phase(11)).to.equal("revealing");
    story.reveal(ONE, 11);
    story.reveal(TWO, 11);
    const progress = progressOf(crypto, story.facts, 12);
    expect(progress.phase).to.equal("done");
    const settled = settlementOf(story.facts, progress, { outcome: "done", credits: 3 });
    expect(settled).to.include({ spent: 6, returned: 0 });
  });

  it("changes nothing of a job that is done, and is nobody's but the asker's", () => {
    const story = new Story().draw().claim();
    story.say("job.cancel", ONE, 6, { job: JOB });
    story.say("job.cancel", CHALLENGER, 0, { job: JOB });
    expect(story.phase(7)).to.equal("called");
    story.commit(ONE, 8).commit(TWO, 8);
    story.reveal(ONE, 9);
    story.reveal(TWO, 9);
    expect(cancelled(story, 10)).to.equal("done");
  });
});
