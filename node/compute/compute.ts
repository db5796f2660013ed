/**
 * From a compute request to a sealed answer: plan, run, and the draft that is submitted to the
 * sealer.
 */
import { flat } from "../../protocol/encoding/flat.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import { compute, type ComputeInputs } from "../../protocol/chains/compute.js";
import { planChain, type ChainPlan } from "../../protocol/chains/plan.js";
import type {
  KernelInvalid,
  KernelRequest,
  KernelResult,
  KernelValue,
} from "../../protocol/chains/result.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Quote } from "../../protocol/economy/price.js";
import type { Derivation } from "../../protocol/seal/derivationFormat.js";
import type { TableInputs } from "../../protocol/table/columns.js";
import type { Visibility } from "../../storage/records/records.js";
import type { Metrics } from "../runtime/metrics/metrics.js";
import type {
  ChainFacts,
  FurtherWrite,
  Payment,
  SealDraft,
  SealedPlace,
} from "../sealing/draft.js";
import type { Companion } from "../sealing/stagedLog.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { ResultSealer } from "../sealing/sealer.js";

/** Distinct chains kept ready; any client can name new ones, so the map is bounded. */
const PLANS_MAX = 4_096;
/** Prices of tables of one chain whose texts are kept. */
const PRICES_MAX = 16;

export interface ComputeModules {
  readonly registry: Registry;
  readonly sealer: ResultSealer;
  readonly metrics: Metrics;
}

export interface SealOptions {
  readonly account: string;
  /** Id of the machine whose key asks. */
  readonly machine?: string | null;
  readonly visibility: Visibility;
  /** How its price is paid. */
  readonly payment: Payment;
  /** A further write in the batch of the seal. */
  readonly furtherWrite?: FurtherWrite;
  /** The short form of the answer. */
  readonly shape?: AnswerShape | null;
  /** What other logs write with it. */
  readonly companion?: Companion<SealedPlace>;
}

/** A computed answer, as it is sealed. */
type Computation = Pick<SealDraft, "chain" | "domain" | "inputs" | "result" | "uncertainties">;

export class ComputeService {
  readonly #registry: Registry;
  readonly #sealer: ResultSealer;
  readonly #metrics: Metrics;
  readonly #facts = new WeakMap<ChainPlan, ChainFacts>();
  readonly #priced = new WeakMap<ChainPlan, Map<number, ChainFacts>>();
  readonly #plans = new Map<string, ChainPlan>();

  constructor({ registry, sealer, metrics }: ComputeModules) {
    this.#registry = registry;
    this.#sealer = sealer;
    this.#metrics = metrics;
  }

  /** The chain made ready, remembered by its ids. */
  plan(ids: readonly string[]): ChainPlan | KernelInvalid {
    const key = ids.join("\u0000");
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = planChain(this.#registry, ids);
    if (plan.status === "invalid") return plan;
    if (this.#plans.size >= PLANS_MAX) this.#plans.delete(this.#plans.keys().next().value!);
    this.#plans.set(key, plan);
    return plan;
  }

  run(plan: ChainPlan, request: ComputeInputs): KernelResult {
    return this.observed(compute(plan, request));
  }

  /** What came of a run, wherever it ran, for the metrics. */
  observed(result: KernelResult): KernelResult {
    if (result.status !== "invalid") {
      const { operatorId: operator, status: verdict } = result;
      this.#metrics.computes.inc(operator, verdict, () => ({ operator, verdict }));
    }
    if (result.status === "refused" && result.refusal.kind === "precision-loss") {
      this.#metrics.gateFailures.inc({ reason: "precision-loss" });
    }
    return result;
  }

  /**
   * Seals a value; when the node may not write, the result comes back without a receipt and says
   * why.
   */
  seal(
    plan: ChainPlan,
    request: KernelRequest,
    result: KernelValue,
    options: SealOptions,
  ): Promise<SealedAnswer> {
    return this.#sealer.seal(draftOf(options, this.#computation(plan, request, result)));
  }

  #computation(plan: ChainPlan, request: KernelRequest, result: KernelValue): Computation {
    const { domain = null, inputs, uncertainties } = request;
    return {
      chain: this.#factsOf(plan),
      domain,
      inputs: flat(canonicalize(inputs)),
      uncertainties: uncertainties === undefined ? null : canonicalize(uncertainties),
      result,
    };
  }

  /** The same of several values, in one window: all of them are written, or none. */
  sealTogether(
    values: readonly {
      readonly plan: ChainPlan;
      readonly request: KernelRequest;
      readonly result: KernelValue;
      readonly options: SealOptions;
    }[],
  ): Promise<readonly SealedAnswer[]> {
    return this.#sealer.sealTogether(
      values.map(({ options, plan, request, result }) =>
        draftOf(options, this.#computation(plan, request, result)),
      ),
    );
  }

  /** The same of laws that were joined: what each symbol is bound to stands among the inputs. */
  sealDerivation(
    plan: ChainPlan,
    derivation: Derivation,
    result: KernelValue,
    options: SealOptions,
  ): Promise<SealedAnswer> {
    return this.#sealer.seal(
      draftOf(options, {
        chain: this.#factsOf(plan),
        domain: null,
        inputs: canonicalize({ derivation }),
        uncertainties: null,
        result,
      }),
    );
  }

  /** The same of a table: its price follows from its rows. */
  sealTable(
    plan: ChainPlan,
    { domain, inputs }: { readonly domain: string | null; readonly inputs: TableInputs },
    { kernel, quote }: { readonly kernel: KernelValue; readonly quote: Quote },
    options: SealOptions,
  ): Promise<SealedAnswer> {
    return this.#sealer.seal(
      draftOf(options, {
        chain: this.#factsAt(plan, quote.credits),
        domain,
        inputs: canonicalize(inputs),
        uncertainties: null,
        result: kernel,
      }),
    );
  }

  /** At the price of a table: its texts are those of the tables before that cost as much. */
  #factsAt(plan: ChainPlan, credits: number): ChainFacts {
    const facts = this.#factsOf(plan);
    if (facts.credits === credits) return facts;
    let priced = this.#priced.get(plan);
    if (priced === undefined) this.#priced.set(plan, (priced = new Map()));
    const known = priced.get(credits);
    if (known !== undefined) return known;
    if (priced.size >= PRICES_MAX) priced.clear();
    const withCredits = { ...facts, credits };
    priced.set(credits, withCredits);
    return withCredits;
  }

  #factsOf(plan: ChainPlan): ChainFacts {
    const known = this.#facts.get(plan);
    if (known !== undefined) return known;
    const { chain: operators, masterEquation, quote, registryVersion } = plan;
    const facts: ChainFacts = {
      operators,
      masterEquation,
      credits: quote.credits,
      registryVersion,
    };
    this.#facts.set(plan, facts);
    return facts;
  }
}

function draftOf(
  { account, companion, furtherWrite, machine = null, payment, shape, visibility }: SealOptions,
  { chain, domain, inputs, result, uncertainties }: Computation,
): SealDraft & { readonly charge: Payment } {
  return {
    chain,
    account,
    machine,
    charge: payment,
    visibility,
    domain,
    inputs,
    uncertainties,
    result,
    furtherWrite: furtherWrite ?? null,
    shape: shape ?? null,
    ...(companion === undefined ? {} : { companion }),
  };
}
