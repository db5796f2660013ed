/**
 * Which challenges count here. A stranger may say any: nothing is computed, held or said for one whose
 * draw, offers and deposit this node cannot check itself.
 */
import { faultOfDeposit } from "../../protocol/events/deposit.js";
import type { WorkChallengeBody } from "../../protocol/market/bodies.js";
import { challengedReveal, faultOfChallenge, verdictOn } from "../../protocol/market/challenge.js";
import type { JobFacts, Said } from "../../protocol/market/facts.js";
import { CHALLENGE_CALCONDS } from "../../protocol/market/terms.js";
import { isCommitted } from "../../protocol/market/progress.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Successions } from "../runtime/identity/successions.js";
import { RecentMap } from "../runtime/recentMap.js";
import type { Beacons } from "./beacons.js";
import type { MarketBook } from "./book.js";

/** Challenges of one node that are looked at together. */
const OF_ONE_NODE_MAX = 8;
/** Challenges that a node may lose within an hour before no further one of it is looked at. */
const LOST_MAX = 3;
/** Nodes of which it is remembered that they lost one. */
const REMEMBERED_MAX = 4_096;

interface StandingModules {
  readonly crypto: Crypto;
  readonly beacons: Beacons;
  readonly book: MarketBook;
  readonly successions: Pick<Successions, "areOne" | "newestOf">;
  readonly net: string;
  readonly publicKey: string;
}

interface Look {
  /** A deposit that is lost counts for no other challenge. */
  spend(challenge: Said<WorkChallengeBody>): void;
  counts(facts: JobFacts, challenge: Said<WorkChallengeBody>): boolean;
}

export class Standing {
  readonly #modules: StandingModules;
  /** What a node lost last, by its newest key: challenge -> calcond. */
  readonly #lost = new RecentMap<string, ReadonlyMap<string, number>>(REMEMBERED_MAX);
  /** Why the deposits of challenges do not count. */
  readonly #deposits = new WeakMap<Said<WorkChallengeBody>, string | null>();

  constructor(modules: StandingModules) {
    this.#modules = modules;
  }

  /** A look at all challenges: of one node so many count, and each deposit counts once. */
  look(now: number): Look {
    const { publicKey, successions } = this.#modules;
    const ofNodes = new Map<string, number>();
    const deposits = new Set<string>();
    return {
      spend: ({ body }) => deposits.add(body.deposit),
      counts: (facts, challenge) => {
        if (this.faultOf(facts, challenge) !== null) return false;
        const node = successions.newestOf(challenge.author);
        const { deposit } = challenge.body;
        const others = ofNodes.get(node) ?? 0;
        const isBurden = others >= OF_ONE_NODE_MAX || this.#hasLostOften(node, now);
        if (deposits.has(deposit) || (isBurden && challenge.author !== publicKey)) return false;
        ofNodes.set(node, others + 1);
        deposits.add(deposit);
        return true;
      },
    };
  }

  /** Why a challenge does not count, in words; null where it does. */
  faultOf(facts: JobFacts, challenge: Said<WorkChallengeBody>): string | null {
    const { beacons, book, crypto } = this.#modules;
    if (facts.open === null) return "its job is not known";
    const fault = faultOfChallenge(facts, challenge);
    if (fault !== null) return fault;
    const reveal = challengedReveal(facts, challenge)!;
    if (!isCommitted(crypto, facts, reveal)) return "nobody had committed to the result";
    if (!book.hasOffered(reveal.author)) return "the node of the result has offered no work";
    const drawing = beacons.reading(facts, facts.id);
    if (drawing === null || drawing.fault !== null) return drawing?.fault ?? "there is no draw";
    return this.#faultOfDeposit(challenge);
  }

  #faultOfDeposit(challenge: Said<WorkChallengeBody>): string | null {
    const known = this.#deposits.get(challenge);
    if (known !== undefined) return known;
    const { crypto, net, successions } = this.#modules;
    const { author, body, calcond } = challenge;
    const { deposit, deposit_proof: proof } = body;
    const isOwn = proof !== undefined && successions.areOne(proof.header.author, author);
    const fault = isOwn
      ? faultOfDeposit(crypto, { calcond, deposit, net, proof })
      : "its deposit is not sealed by its node";
    this.#deposits.set(challenge, fault);
    return fault;
  }

  /** Whether a node that had offered work was drawn by the rules, and has answered. */
  isAnswered(facts: JobFacts, challenge: string): boolean {
    const { beacons, book } = this.#modules;
    const verdict = verdictOn(facts, challenge);
    if (verdict === null || !book.hasOffered(verdict.author)) return false;
    return beacons.reading(facts, challenge)?.fault === null;
  }

  /** A challenge cost a computation, and its node was not right. */
  lost({ author, id }: Said<WorkChallengeBody>, now: number): void {
    const node = this.#modules.successions.newestOf(author);
    const lost = new Map(this.#lost.get(node));
    lost.set(id, now);
    for (const [challenge, calcond] of lost)
      if (lost.size > LOST_MAX || now > calcond + CHALLENGE_CALCONDS) lost.delete(challenge);
    this.#lost.set(node, lost);
  }

  #hasLostOften(node: string, now: number): boolean {
    const lost = this.#lost.get(node);
    if (lost === undefined) return false;
    const recent = [...lost.values()].filter((at) => now <= at + CHALLENGE_CALCONDS);
    return recent.length >= LOST_MAX;
  }
}
