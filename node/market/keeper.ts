/** Beacons: words that nobody could know before, said for the jobs and challenges of others. */
import { toHex } from "../../protocol/encoding/hex.js";
import { beaconMessage } from "../../protocol/market/beacon.js";
import { keepers } from "../../protocol/market/draw.js";
import { challengedReveal } from "../../protocol/market/challenge.js";
import { drawOf, type JobFacts, type Said } from "../../protocol/market/facts.js";
import type { WorkBeaconBody } from "../../protocol/market/bodies.js";
import { BEACON_CALCONDS } from "../../protocol/market/terms.js";
import type { Crypto } from "../../protocol/ports.js";
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
  readonly seed: Uint8Array;
  readonly publicKey: string;
  readonly net: string;
}

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

export class Keeper {
  readonly #modules: KeeperModules;

  constructor(modules: KeeperModules) {
    this.#modules = modules;
  }

  /** Who may speak, in their order. */
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

  /** The beacon of the first who has spoken, where it counts. */
  found(facts: JobFacts, wanting: Wanting): Said<WorkBeaconBody> | null {
    const order = this.order(wanting);
    let best: { readonly at: number; readonly said: Said<WorkBeaconBody> } | null = null;
    for (const said of facts.beacons.values()) {
      if (said.body.about !== wanting.about) continue;
      if (said.calcond < wanting.calcond + BEACON_CALCONDS) continue;
      const at = order.indexOf(said.author);
      if (at >= 0 && (best === null || at < best.at)) best = { at, said };
    }
    return best?.said ?? null;
  }

  /** Speaks, where it is this node's turn. */
  async step(facts: JobFacts, now: number): Promise<void> {
    for (const wanting of wantings(facts)) {
      if (drawOf(facts, wanting.about) !== null) continue;
      const said = [...facts.beacons.values()].some(({ body }) => body.about === wanting.about);
      if (said || now < wanting.calcond + BEACON_CALCONDS) continue;
      const { crypto, net, publicKey, seed, voice } = this.#modules;
      const turn = this.order(wanting).indexOf(publicKey);
      if (turn < 0 || now < wanting.calcond + BEACON_CALCONDS + turn * TURN_CALCONDS) continue;
      const word = toHex(crypto.ed25519Sign(seed, beaconMessage(net, wanting.about)));
      await voice.say("work.beacon", { about: wanting.about, job: facts.id, word });
    }
  }
}

/** The job itself, and the challenges to its results. */
export function* wantings(facts: JobFacts): Iterable<Wanting> {
  const { challenges, open } = facts;
  if (open === null) return;
  if (facts.settled === null && facts.cancelled === null)
    yield {
      about: facts.id,
      calcond: open.calcond,
      owner: open.author,
      called: open.body.class === "economy" ? 2 : open.body.k,
      accused: null,
    };
  for (const challenge of challenges.values()) {
    const { author: owner, calcond, id: about } = challenge;
    const accused = challengedReveal(facts, challenge)?.author ?? null;
    yield { about, calcond, owner, called: 1, accused };
  }
}
