/** Words that nobody could know before, said for the jobs and challenges of others. */
import { toHex } from "../../protocol/encoding/hex.js";
import { beaconMessage, wordOf } from "../../protocol/market/beacon.js";
import { keepers, poolOf, type DrawTerms, type Offer } from "../../protocol/market/draw.js";
import type { WorkChallengeBody } from "../../protocol/market/bodies.js";
import { drawOf, type JobFacts, type Said } from "../../protocol/market/facts.js";
import { BEACON_CALCONDS } from "../../protocol/market/terms.js";
import type { Crypto } from "../../protocol/ports.js";
import {
  challengeSubject,
  jobSubject,
  type Beacons,
  type FoundBeacon,
  type Wanting,
} from "./beacons.js";
import type { MarketBook } from "./book.js";
import type { MarketVoice } from "./voice.js";

/** The next one speaks where the one before said nothing for so long. */
const TURN_CALCONDS = 10;
/** So many more than a job calls have to offer work, or none of them can be spared for a beacon. */
const SPARE_NODES = 2;
/** Jobs of one asker that are not settled, for which this node says words; and when it looks again. */
const SPOKEN_MAX = 256;
const SPOKEN_AGAIN_CALCONDS = 400;

interface KeeperModules {
  readonly crypto: Crypto;
  readonly book: MarketBook;
  readonly publisher: MarketVoice;
  readonly beacons: Beacons;
  readonly seed: Uint8Array;
  readonly publicKey: string;
  readonly net: string;
}

interface Spoken {
  readonly jobs: Set<string>;
  /** Calcond at which settled ones were last taken out. */
  countedAt: number;
}

export class Keeper {
  readonly #modules: KeeperModules;
  /** Jobs for which this node has said a word, by their asker, until they are settled. */
  readonly #spoken = new Map<string, Spoken>();

  constructor(modules: KeeperModules) {
    this.#modules = modules;
  }

  /** Who may speak alone, in their order. */
  order({ about, accused, called, owner }: Wanting): readonly string[] {
    const { book, crypto, publicKey } = this.#modules;
    const offering = new Set<string>();
    for (const [node, { offer }] of book.offers) if (offer.open) offering.add(node);
    return keepers(crypto, about, {
      known: [...book.nodes, publicKey].filter((node) => node !== accused && !book.isAside(node)),
      offering,
      asker: owner,
      isScarce: offering.size < called + SPARE_NODES,
    });
  }

  /** What a draw can be made with now: the words of a quorum, or those of one node where it lacks. */
  found(facts: JobFacts, wanting: Wanting, now: number): FoundBeacon | null {
    const { beacons } = this.#modules;
    return (
      beacons.ofQuorum(facts, wanting, now) ??
      beacons.ofNode(facts, wanting, now, this.order(wanting))
    );
  }

  /**
   * Nodes that can be drawn with a beacon. Whose words it is of is none of them, as far as enough
   * others are left: who has spoken last could have been silent.
   */
  pool(found: FoundBeacon, called: number, terms: DrawTerms): readonly Offer[] {
    const offers = [...this.#modules.book.offers.values()];
    const parties = new Set([...terms.parties, ...found.by]);
    const others = poolOf(offers, { ...terms, parties });
    if (found.kind === "node" || others.length >= called + SPARE_NODES) return others;
    return poolOf(offers, terms);
  }

  /** Speaks for a job, where it is this node's turn. */
  async ofJob(facts: JobFacts, now: number): Promise<void> {
    const wanting = jobSubject(facts);
    const isOver = facts.settled !== null || facts.cancelled !== null;
    if (wanting !== null && !isOver && this.#maySpeak(facts, now))
      await this.#speak(facts, wanting, now);
  }

  /** Whoever opens jobs and settles none has no more words than that. */
  #maySpeak({ id, open }: JobFacts, now: number): boolean {
    const spoken = this.#spoken.get(open!.author);
    if (spoken === undefined) return true;
    const { jobs } = spoken;
    if (jobs.size < SPOKEN_MAX || jobs.has(id)) return true;
    if (spoken.countedAt === now) return false;
    spoken.countedAt = now;
    const { book } = this.#modules;
    for (const job of jobs) {
      const facts = book.jobs.get(job);
      if (facts === undefined || facts.settled !== null || facts.cancelled !== null)
        jobs.delete(job);
    }
    return jobs.size < SPOKEN_MAX;
  }

  #noteSpoken({ id, open }: JobFacts): void {
    const { author } = open!;
    const spoken = this.#spoken.get(author) ?? { jobs: new Set(), countedAt: 0 };
    spoken.jobs.add(id);
    this.#spoken.set(author, spoken);
  }

  /** Forgets jobs that nobody remembers any more. */
  forget(): void {
    const { book } = this.#modules;
    for (const [author, { jobs }] of this.#spoken) {
      for (const job of jobs) if (!book.jobs.has(job)) jobs.delete(job);
      if (jobs.size === 0) this.#spoken.delete(author);
    }
  }

  /** When this node looks at a job again for its words; Infinity where nothing but news changes that. */
  nextOf(facts: JobFacts, now: number): number {
    const wanting = jobSubject(facts);
    const isOver = facts.settled !== null || facts.cancelled !== null;
    if (wanting === null || isOver || drawOf(facts, facts.id) !== null) return Infinity;
    const { beacons, publicKey } = this.#modules;
    const { about } = wanting;
    if (now > facts.open!.body.deadline) return Infinity;
    if (now < wanting.calcond + BEACON_CALCONDS) return wanting.calcond + BEACON_CALCONDS;
    if (!this.#maySpeak(facts, now)) return now + SPOKEN_AGAIN_CALCONDS;
    const isWitness = beacons.panel(wanting)?.nodes.includes(publicKey) === true;
    if (isWitness && !facts.words.has(`${about} ${publicKey}`)) return now + 1;
    if ([...facts.beacons.values()].some(({ body }) => body.about === about)) return Infinity;
    const turn = this.order(wanting).indexOf(publicKey);
    return turn < 0
      ? now + TURN_CALCONDS
      : Math.max(now + 1, beacons.oneFrom(wanting) + turn * TURN_CALCONDS);
  }

  /** The same for a challenge that counts: for any other nobody says a word. */
  ofChallenge(facts: JobFacts, challenge: Said<WorkChallengeBody>, now: number): Promise<void> {
    return this.#speak(facts, challengeSubject(facts, challenge), now);
  }

  async #speak(facts: JobFacts, wanting: Wanting, now: number): Promise<void> {
    if (drawOf(facts, wanting.about) !== null) return;
    if (now < wanting.calcond + BEACON_CALCONDS) return;
    await this.#asWitness(facts, wanting);
    await this.#alone(facts, wanting, now);
  }

  async #asWitness(facts: JobFacts, wanting: Wanting): Promise<void> {
    const { about } = wanting;
    const { beacons, net, publicKey, seed, publisher } = this.#modules;
    if (beacons.panel(wanting)?.nodes.includes(publicKey) !== true) return;
    if (facts.words.has(`${about} ${publicKey}`)) return;
    this.#noteSpoken(facts);
    await publisher.say("work.vrf", { about, job: facts.id, proof: wordOf(seed, net, about) });
  }

  async #alone(facts: JobFacts, wanting: Wanting, now: number): Promise<void> {
    const { about } = wanting;
    const { beacons, crypto, net, publicKey, seed, publisher } = this.#modules;
    const from = beacons.oneFrom(wanting);
    const said = [...facts.beacons.values()].some(({ body }) => body.about === about);
    if (said || now < from || beacons.ofQuorum(facts, wanting, now) !== null) return;
    const turn = this.order(wanting).indexOf(publicKey);
    if (turn < 0 || now < from + turn * TURN_CALCONDS) return;
    const word = toHex(crypto.ed25519Sign(seed, beaconMessage(net, about)));
    this.#noteSpoken(facts);
    await publisher.say("work.beacon", { about, job: facts.id, word });
  }
}
