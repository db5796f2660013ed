/**
 * The rules of the market without nodes: jobs drawn, computed by honest nodes and by liars that
 * collude, checked and challenged, by the functions that nodes use. Thousands take seconds.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import type { JobOpenBody } from "../../protocol/events/job.js";
import type { WorkChallengeBody } from "../../protocol/market/bodies.js";
import { ownOutcome } from "../../protocol/market/challenge.js";
import { isCheckedAgain, liarsIn, spotCheckChance } from "../../protocol/market/check.js";
import { Credibility } from "../../protocol/market/credibility.js";
import {
  chanceOf,
  drawn,
  isAlone,
  poolHash,
  poolOf,
  type Offer,
} from "../../protocol/market/draw.js";
import { noFacts, takeFact, type JobFacts, type Said } from "../../protocol/market/facts.js";
import { commitmentOf, progressOf, type Progress } from "../../protocol/market/progress.js";
import { CHALLENGE_CALCONDS, JOB_CALCONDS_DEFAULT } from "../../protocol/market/terms.js";
import type { JsonObject } from "../../protocol/ports.js";
import { nodeCrypto as crypto } from "../../node/runtime/crypto.js";

export interface RulesOptions {
  readonly nodes: number;
  /** So many of them lie, all about the same jobs and all the same. */
  readonly liars: number;
  readonly lieChance: number;
  readonly jobs: number;
  readonly class: "replicated" | "economy";
  readonly seed: string;
  /** Whether a liar that is found loses its bond, and is drawn no more. */
  readonly isSlashed: boolean;
  /** Between two jobs. */
  readonly calconds?: number;
}

export interface RulesFigures {
  readonly done: number;
  /**
   * Wrong results that a job ended with, those of them that no check had found an hour later, and
   * those that none had found in the end.
   */
  readonly falseAccepted: number;
  readonly falseLate: number;
  readonly falseLeft: number;
  /** Results of contributors, and those that the asker's node computed again. */
  readonly computed: number;
  readonly checked: number;
  readonly liarsSlashed: number;
  readonly honestSlashed: number;
  /** Challenges by liars against honest results, which cost them their deposits. */
  readonly rejected: number;
  /** Events said, and bytes of their bodies. */
  readonly events: number;
  readonly bytes: number;
}

const ENGINE = "rules";
const HOME = crypto.sha256Hex("home of the asker");
const SALT = "5".repeat(64);
const RIGHT = "a".repeat(64);
const WRONG = "b".repeat(64);
const CALCONDS_BETWEEN = 8;
const DRAWN_AT = 2;
/** Of so many jobs one has an honest result challenged by a liar. */
const FRAMED_EVERY = 5;

interface Ended {
  readonly facts: JobFacts;
  readonly progress: Progress;
  /** Calcond. */
  readonly at: number;
}

class RulesMarket {
  readonly #options: RulesOptions;
  readonly #offers: readonly Offer[];
  readonly #liars: ReadonlySet<string>;
  readonly #credibility = new Credibility();
  readonly #withheld = new Set<string>();
  readonly #ended = new Map<string, Ended>();
  /** Jobs that ended with a wrong result, and when; those that were found are no longer there. */
  readonly #wrong = new Map<string, number>();
  readonly #checked = new Set<string>();
  readonly #figures = {
    done: 0,
    falseAccepted: 0,
    falseLate: 0,
    computed: 0,
    checked: 0,
    liarsSlashed: 0,
    honestSlashed: 0,
    rejected: 0,
    events: 0,
    bytes: 0,
  };
  #said = 0;

  constructor(options: RulesOptions) {
    this.#options = options;
    this.#offers = Array.from({ length: options.nodes }, (_, n) =>
      offerOf(`${options.seed} node ${n}`),
    );
    this.#liars = new Set(this.#offers.slice(0, options.liars).map(({ node }) => node));
  }

  run(): RulesFigures {
    for (let i = 0; i < this.#options.jobs; i += 1) {
      const ended = this.#job(i);
      if (ended.progress.phase !== "done") continue;
      const { id } = ended.facts;
      this.#figures.done += 1;
      this.#ended.set(id, ended);
      this.#credibility.count(ended.facts, ended.progress);
      this.#check(ended, ended.at);
      // The job does not end with a result that was computed again before its end.
      if (ended.progress.accepted === WRONG && !this.#checked.has(id)) {
        this.#figures.falseAccepted += 1;
        this.#wrong.set(id, ended.at);
      }
      if (i % FRAMED_EVERY === 0) this.#frame(ended);
    }
    const end = this.#between * this.#options.jobs;
    for (const at of this.#wrong.values())
      if (at + CHALLENGE_CALCONDS < end) this.#figures.falseLate += 1;
    return { ...this.#figures, falseLeft: this.#wrong.size };
  }

  get #between(): number {
    return this.#options.calconds ?? CALCONDS_BETWEEN;
  }

  #say(facts: JobFacts, kind: string, author: string, calcond: number, body: JsonObject): void {
    const id = kind === "job.open" ? facts.id : crypto.sha256Hex(`event ${this.#said++}`);
    takeFact(facts, kind, { id, author, calcond, body });
    this.#figures.events += 1;
    this.#figures.bytes += canonicalize(body).length;
  }

  #job(i: number): Ended {
    const { class: kind, seed } = this.#options;
    const facts = noFacts(crypto.sha256Hex(`${seed} job ${i}`));
    const { id: about } = facts;
    const now = i * this.#between;
    const deadline = now + JOB_CALCONDS_DEFAULT;
    const lock = { credits: 6, expires: deadline, home: HOME, sig: "0".repeat(128) };
    const open: Partial<JobOpenBody> = {
      class: kind,
      deadline,
      engine_version: ENGINE,
      k: 2,
      lock,
    };
    this.#say(facts, "job.open", HOME, now, open);
    const beacon = crypto.sha256Hex(`${seed} beacon ${i}`);
    const pool = poolOf(this.#offers, {
      about,
      engineVersion: ENGINE,
      calcond: now,
      parties: new Set([HOME]),
      withheld: this.#withheld,
    });
    const nodes = drawn(crypto, pool, { about, beacon });
    const [first = ""] = nodes;
    const { agreements } = this.#credibility.of(first, ENGINE);
    const alone = kind === "economy" && isAlone(crypto, { about, beacon, node: first, agreements });
    this.#say(facts, "job.draw", HOME, now + DRAWN_AT, {
      about,
      beacon,
      called: alone ? 1 : 2,
      drawn: [...nodes],
      job: about,
      pool: pool.length,
      pool_hash: poolHash(crypto, pool),
    });
    for (let at = now + DRAWN_AT + 1; ; at += 1) {
      const progress = progressOf(crypto, facts, at);
      if (["done", "failed", "expired"].includes(progress.phase)) return { facts, progress, at };
      this.#work(facts, progress, at);
    }
  }

  #work(facts: JobFacts, { callers, phase }: Progress, at: number): void {
    const { id: job } = facts;
    for (const { node, stage } of callers) {
      const resultHash = this.#isLie(job, node) ? WRONG : RIGHT;
      if (stage === "called") this.#say(facts, "work.claim", node, at, { job });
      else if (stage === "claimed") {
        this.#figures.computed += 1;
        const commit = commitmentOf(crypto, { resultHash, salt: SALT, node });
        this.#say(facts, "work.commit", node, at, { commit, job });
      } else if (stage === "committed" && phase === "revealing")
        this.#say(facts, "work.reveal", node, at, {
          job,
          result_hash: resultHash,
          salt: SALT,
          token_id: null,
          value: null,
          value_bits: null,
        });
    }
  }

  #isLie(job: string, node: string): boolean {
    return this.#liars.has(node) && chanceOf(crypto, "lie", job) < this.#options.lieChance;
  }

  /** What the asker's node does with a result that its contributors agree on. */
  #check({ facts, progress }: Ended, now: number): void {
    const { id } = facts;
    const terms = {
      chance: (node: string) => spotCheckChance(this.#credibility.of(node, ENGINE).agreements),
      isLiar: (node: string) => this.#withheld.has(node),
      secret: this.#options.seed,
    };
    if (this.#checked.has(id) || !isCheckedAgain(crypto, facts, progress, terms)) return;
    this.#checked.add(id);
    this.#figures.checked += 1;
    const wrongSince = this.#wrong.get(id);
    if (wrongSince !== undefined && now > wrongSince + CHALLENGE_CALCONDS)
      this.#figures.falseLate += 1;
    this.#wrong.delete(id);
    const [node] = progress.agreed;
    if (progress.quorum === 1 && progress.accepted === RIGHT && node !== undefined)
      this.#credibility.confirm(node, ENGINE);
    for (const liar of liarsIn(progress, RIGHT)) this.#accuse(facts, liar, now);
  }

  #accuse(facts: JobFacts, node: string, now: number): void {
    if (this.#withheld.has(node) || !this.#options.isSlashed) return;
    if (this.#outcome(facts, HOME, node, RIGHT) !== "upheld") return;
    this.#withheld.add(node);
    this.#figures[this.#liars.has(node) ? "liarsSlashed" : "honestSlashed"] += 1;
    for (const job of this.#credibility.lied(node, ENGINE)) this.#check(this.#ended.get(job)!, now);
  }

  /** A liar challenges an honest result, and the drawn node says that the liar is right. */
  #frame({ facts, progress }: Ended): void {
    const [challenger] = this.#liars;
    const honest = progress.callers.find(({ reveal }) => reveal?.body.result_hash === RIGHT);
    if (challenger === undefined || honest === undefined || this.#liars.has(honest.node)) return;
    if (this.#outcome(facts, challenger, honest.node, WRONG) === "upheld")
      this.#figures.honestSlashed += 1;
    else this.#figures.rejected += 1;
  }

  /** What every node finds that computes the job itself before it acts. */
  #outcome(facts: JobFacts, author: string, node: string, resultHash: string): string | null {
    const reveal = facts.reveals.get(node)!;
    const body: Partial<WorkChallengeBody> = {
      job: facts.id,
      result_hash: resultHash,
      reveal: reveal.id,
    };
    const before = new Set(facts.challenges.keys());
    this.#say(facts, "work.challenge", author, reveal.calcond + 1, body);
    const said = [...facts.challenges.values()].find(({ id }) => !before.has(id));
    return ownOutcome(facts, said as Said<WorkChallengeBody>, RIGHT);
  }
}

function offerOf(name: string): Offer {
  return {
    node: crypto.sha256Hex(name),
    calcond: 0,
    blocks: [],
    offer: {
      account: name,
      attestation: "",
      bond: 1,
      count: 1_000,
      engine_version: ENGINE,
      list_hash: "",
      open: true,
      since: 0,
    },
  };
}

/** Runs jobs under the rules, the same for the same wish. */
export function runRules(options: RulesOptions): RulesFigures {
  return new RulesMarket(options).run();
}
