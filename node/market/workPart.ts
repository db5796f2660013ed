/**
 * Whether this node has a part in work: it asks for some, does some, has a bond that may be withheld for
 * some, or is a witness whose word draws who does it. All others need not hear of any.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import { CHALLENGE_CALCONDS, JOB_KEPT_CALCONDS } from "../../protocol/market/terms.js";
import type { WitnessPolicy } from "../../protocol/witness/policy.js";
import type { MarketBook } from "./book.js";
import type { Contributor } from "./contributor.js";
import type { Disputes } from "./disputes.js";
import type { JobOrders } from "./orders.js";

/** Until the last word of what it took part in can have come. */
const LINGERS_CALCONDS = CHALLENGE_CALCONDS + JOB_KEPT_CALCONDS;

interface PartModules {
  readonly publicKey: string;
  readonly witnesses: { readonly policy: WitnessPolicy };
  readonly book: Pick<MarketBook, "jobs" | "offers">;
  readonly orders: Pick<JobOrders, "isBusy">;
  readonly disputes: Pick<Disputes, "isBusy">;
  readonly contributor: Pick<Contributor, "fact">;
}

export class WorkPart {
  readonly #modules: PartModules;
  #say: (takesPart: boolean) => void = () => undefined;
  #said = false;
  #lastAt: number | null = null;

  constructor(modules: PartModules) {
    this.#modules = modules;
  }

  /** @param say told at once, and whenever it changes */
  use(say: (takesPart: boolean) => void): void {
    this.#say = say;
    say(this.#said);
  }

  /** Whether it has to be looked at again although nothing is under way. */
  get isLeaving(): boolean {
    return this.#said && !this.#isNow();
  }

  look(now: number): void {
    if (this.#isNow()) this.#lastAt = now;
    // Of its own jobs from before a start the last words may still come.
    else if (this.#lastAt === null && this.#isParty()) this.#lastAt = now;
    const takesPart = this.#lastAt !== null && now <= this.#lastAt + LINGERS_CALCONDS;
    if (takesPart === this.#said) return;
    this.#said = takesPart;
    this.#say(takesPart);
  }

  #isNow(): boolean {
    const { book, contributor, disputes, orders, publicKey, witnesses } = this.#modules;
    const isWitness = witnesses.policy.keys.some((key) => toHex(key.publicKey) === publicKey);
    const offers = book.offers.get(publicKey)?.offer.open === true;
    return isWitness || offers || contributor.fact !== null || orders.isBusy || disputes.isBusy;
  }

  #isParty(): boolean {
    const { book, publicKey } = this.#modules;
    for (const { claims, open } of book.jobs.values())
      if (open?.author === publicKey || claims.has(publicKey)) return true;
    return false;
  }
}
