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

interface KeeperModules {
  readonly crypto: Crypto;
  readonly book: MarketBook;
  readonly voice: MarketVoice;
  readonly beacons: Beacons;
  readonly seed: Uint8Array;
  readonly publicKey: string;
  readonly net: string;
}

export class Keeper {
  readonly #modules: KeeperModules;

  constructor(modules: KeeperModules) {
    this.#modules = modules;
  }

  /** Who may speak alone, in their order. */
  order({ about, accused, called, owner }: Wanting): readonly string[] {
    const { book, crypto, publicKey } = this.#modules;
    const offering = new Set<string>();
    for (const [node, { offer }] of book.offers) if (offer.open) offering.add(node);
    return keepers(crypto, about, {
      known: [...book.nodes, publicKey].filter((node) => node !== accused),
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
    if (wanting !== null && !isOver) await this.#speak(facts, wanting, now);
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
    const { beacons, net, publicKey, seed, voice } = this.#modules;
    if (beacons.panel(wanting)?.nodes.includes(publicKey) !== true) return;
    if (facts.words.has(`${about} ${publicKey}`)) return;
    await voice.say("work.vrf", { about, job: facts.id, proof: wordOf(seed, net, about) });
  }

  async #alone(facts: JobFacts, wanting: Wanting, now: number): Promise<void> {
    const { about } = wanting;
    const { beacons, crypto, net, publicKey, seed, voice } = this.#modules;
    const from = beacons.oneFrom(wanting);
    const said = [...facts.beacons.values()].some(({ body }) => body.about === about);
    if (said || now < from || beacons.ofQuorum(facts, wanting, now) !== null) return;
    const turn = this.order(wanting).indexOf(publicKey);
    if (turn < 0 || now < from + turn * TURN_CALCONDS) return;
    const word = toHex(crypto.ed25519Sign(seed, beaconMessage(net, about)));
    await voice.say("work.beacon", { about, job: facts.id, word });
  }
}
