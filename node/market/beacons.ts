/** Whose words make the beacon of a draw here, and what the draws of others were made with. */
import {
  beaconOf,
  outputOf,
  panelOf,
  quorumBeacon,
  type BeaconPanel,
} from "../../protocol/market/beacon.js";
import type { WorkChallengeBody, WorkVrfBody } from "../../protocol/market/bodies.js";
import { challengedReveal } from "../../protocol/market/challenge.js";
import { readDraw, wordsFor, type DrawReading } from "../../protocol/market/drawCheck.js";
import type { JobFacts, Said } from "../../protocol/market/facts.js";
import {
  BEACON_CALCONDS,
  ONE_BEACON_CALCONDS,
  WORDS_CALCONDS,
} from "../../protocol/market/terms.js";
import type { Crypto } from "../../protocol/ports.js";
import { isNode, type WitnessPolicy } from "../../protocol/witness/policy.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { RecentMap } from "../runtime/recentMap.js";

/** Words whose outputs are remembered: each is checked once. */
const WORDS_MAX = 8_192;

/** What needs a beacon, and since when. */
export interface Wanting {
  readonly about: string;
  readonly calcond: number;
  /** Node that draws with it. */
  readonly owner: string;
  /** Nodes that are called. */
  readonly called: number;
  /** Whose result is challenged: it says no word that decides who answers. */
  readonly accused: string | null;
}

/** A beacon that a draw can be made with. */
export interface FoundBeacon {
  /** As the draw names it. */
  readonly name: string;
  readonly value: string;
  /** Whose words it is of. */
  readonly by: readonly string[];
  readonly kind: "quorum" | "node";
}

interface BeaconModules {
  readonly crypto: Crypto;
  readonly net: string;
  /** Who is trusted now: a witness may have changed its key. */
  readonly witnesses: { readonly policy: WitnessPolicy };
}

interface KnownReading {
  /** Of the facts and the panel that it was read with. */
  readonly state: string;
  readonly reading: DrawReading | null;
}

export class Beacons {
  readonly #modules: BeaconModules;
  readonly #outputs = new RecentMap<string, string | null>(WORDS_MAX);
  /** How draws were made, while nothing is added to what was said of their jobs. */
  readonly #readings = new WeakMap<JobFacts, Map<string, KnownReading>>();

  constructor(modules: BeaconModules) {
    this.#modules = modules;
  }

  /** Whose words count for a draw; null where this node trusts too few witnesses. */
  panel({ accused, owner }: Pick<Wanting, "accused" | "owner">): BeaconPanel | null {
    const { keys, quorum } = this.#modules.witnesses.policy;
    const named = keys.map(({ publicKey }) => toHex(publicKey));
    // A witness of elsewhere cosigns and has no word about jobs: it is missing like a party.
    const foreign = keys.filter((key) => !isNode(this.#modules.net, key));
    const silent = foreign.map(({ publicKey }) => toHex(publicKey));
    return panelOf({ keys: named, quorum }, [owner, accused, ...silent]);
  }

  /** The beacon of a quorum, once all have spoken or those that did are enough and time is over. */
  ofQuorum(facts: JobFacts, wanting: Wanting, now: number): FoundBeacon | null {
    const panel = this.panel(wanting);
    if (panel === null) return null;
    const words = wordsFor(facts, wanting, panel, this.read);
    const isWhole = words.length === panel.nodes.length;
    const isOver = now >= wanting.calcond + BEACON_CALCONDS + WORDS_CALCONDS;
    if (words.length < panel.needed || (!isWhole && !isOver)) return null;
    const value = quorumBeacon(this.#modules.crypto, wanting.about, words);
    return { name: value, value, by: words.map(({ author }) => author), kind: "quorum" };
  }

  /** One node's, in the order of those who may speak: where there is no quorum that could. */
  ofNode(
    facts: JobFacts,
    wanting: Wanting,
    now: number,
    order: readonly string[],
  ): FoundBeacon | null {
    if (now < this.oneFrom(wanting)) return null;
    let best: { readonly at: number; readonly found: FoundBeacon } | null = null;
    for (const { author, body, calcond, id } of facts.beacons.values()) {
      if (body.about !== wanting.about || calcond < wanting.calcond + BEACON_CALCONDS) continue;
      const at = order.indexOf(author);
      if (at < 0 || (best !== null && at >= best.at)) continue;
      const value = beaconOf(this.#modules.crypto, body.word);
      best = { at, found: { name: id, value, by: [author], kind: "node" } };
    }
    return best?.found ?? null;
  }

  /** From when on one node's beacon counts. */
  oneFrom(wanting: Wanting): number {
    const waits = this.panel(wanting) === null ? 0 : ONE_BEACON_CALCONDS;
    return wanting.calcond + BEACON_CALCONDS + waits;
  }

  /** What a draw was made with; null where there is none. */
  reading(facts: JobFacts, about: string): DrawReading | null {
    const { crypto } = this.#modules;
    const challenge = facts.challenges.get(about);
    const wanting =
      challenge === undefined ? jobSubject(facts) : challengeSubject(facts, challenge);
    if (wanting?.about !== about) return null;
    const panel = this.panel(wanting);
    const state = `${facts.revision} ${panel?.needed} ${panel?.nodes.join("")}`;
    const ofJob = this.#readings.get(facts) ?? new Map<string, KnownReading>();
    this.#readings.set(facts, ofJob);
    const known = ofJob.get(about);
    if (known?.state === state) return known.reading;
    const reading = readDraw(crypto, facts, wanting, panel, this.read);
    ofJob.set(about, { state, reading });
    return reading;
  }

  readonly read = (said: Said<WorkVrfBody>): string | null => {
    const known = this.#outputs.get(said.id);
    if (known !== undefined) return known;
    const output = outputOf(said.author, this.#modules.net, said.body);
    this.#outputs.set(said.id, output);
    return output;
  };
}

/** What the draw of a job wants; null before it is opened. */
export function jobSubject({ id, open }: JobFacts): Wanting | null {
  if (open === null) return null;
  const { author: owner, body, calcond } = open;
  const called = body.class === "economy" ? 2 : body.k;
  return { about: id, calcond, owner, called, accused: null };
}

/** The same of who answers a challenge. */
export function challengeSubject(facts: JobFacts, challenge: Said<WorkChallengeBody>): Wanting {
  const { author: owner, calcond, id: about } = challenge;
  const accused = challengedReveal(facts, challenge)?.author ?? null;
  return { about, calcond, owner, called: 1, accused };
}
