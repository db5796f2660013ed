/** Envelopes of transitions: each commits to one step of a contract and to its place in its log. */
import { masterEquationText } from "../../protocol/chains/master.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import {
  TRANSITION_ENGINE,
  transitionCredits,
  transitionValue,
  type Commitment,
} from "../../protocol/kernel/transition.js";
import { PRECISION_BOUND } from "../../protocol/limits.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Visibility } from "../../storage/records/records.js";
import type { ChainFacts, Payment, SealedPlace } from "../sealing/draft.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { Sealer } from "../sealing/sealer.js";
import type { Companion } from "../sealing/stagedLog.js";

/** Prices whose texts are kept. */
const PRICES_MAX = 64;

interface SealModules {
  readonly crypto: Crypto;
  readonly registry: Pick<Registry, "registryVersion">;
  readonly sealer: Pick<Sealer, "seal">;
}

export interface SealOptions {
  readonly account: string;
  /** Id of the machine that it is counted for. */
  readonly machine: string;
  readonly visibility: Visibility;
  readonly payment: Payment;
  readonly companion: Companion<SealedPlace>;
}

export class TransitionSeals {
  readonly #modules: SealModules;
  /** What all transitions of one price have in common. */
  readonly #chains = new Map<number, ChainFacts>();

  constructor(modules: SealModules) {
    this.#modules = modules;
  }

  seal(commitment: Commitment, options: SealOptions): Promise<SealedAnswer> {
    const { account, companion, machine, payment, visibility } = options;
    const inputs = canonicalize(commitment);
    const result = transitionValue(this.#modules.crypto, commitment, inputs);
    return this.#modules.sealer.seal({
      chain: this.#chainOf(transitionCredits(commitment.results), result.operatorChain),
      account,
      machine,
      charge: payment,
      visibility,
      domain: null,
      inputs,
      uncertainties: null,
      result,
      furtherWrite: null,
      // A firing has an answer of its own: that of the envelope is not written.
      shape: [],
      companion,
    });
  }

  #chainOf(credits: number, operators: readonly string[]): ChainFacts {
    const known = this.#chains.get(credits);
    if (known !== undefined) return known;
    const chain: ChainFacts = {
      operators,
      masterEquation: masterEquationText([]),
      credits,
      registryVersion: this.#modules.registry.registryVersion,
      solver: { engine: TRANSITION_ENGINE, precisionBound: PRECISION_BOUND },
    };
    if (this.#chains.size >= PRICES_MAX) this.#chains.clear();
    this.#chains.set(credits, chain);
    return chain;
  }
}
