/**
 * What a node does before it serves: on an empty spine it computes and seals one real result, the
 * force between Earth and Moon; later it proves that receipt again. A start thus shows that the
 * whole path works.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import { instantOf } from "../../protocol/math/modulation.js";
import { verifyHeld } from "../../protocol/kernel/verifyAnswer.js";
import { ALLOWANCE } from "../sealing/draft.js";
import { OPERATOR_ACCOUNT } from "../../protocol/economy/accounts.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Clock, Crypto } from "../../protocol/ports.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { Store } from "../../storage/store.js";
import type { Identity } from "../runtime/identity/identity.js";
import type { ComputeService } from "./compute.js";
import type { Receipts } from "./receipts.js";

/** Name under which the receipt's id is kept. */
const FIRST_RECEIPT = "first-receipt";
/** Masses and mean distance of Earth and Moon in kg and m (NASA planetary fact sheets). */
const EARTH_AND_MOON = {
  operators: ["KO42", "NM21"],
  inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
};

export interface FirstResultReport {
  readonly receiptId: string;
  readonly value: number;
  readonly unit: string | null;
  readonly uncertainty: number;
  readonly equation: string;
  /**
   * Whether this start sealed it, or verified it again; `sound` where another engine or registry
   * computed it, so that its value cannot be computed again here.
   */
  readonly how: "sealed" | "verified" | "sound";
}

export class FirstResultError extends Error {
  override readonly name = "FirstResultError";
}

interface FirstResultModules {
  readonly clock: Clock;
  readonly compute: ComputeService;
  readonly crypto: Crypto;
  readonly identity: Identity;
  readonly receipts: Receipts;
  readonly registry: Registry;
  readonly spine: Pick<OwnSpine, "placeOf">;
  readonly store: Store;
}

export class FirstResult {
  readonly #modules: FirstResultModules;

  constructor(modules: FirstResultModules) {
    this.#modules = modules;
  }

  /** Whether a start of this node has sealed it already. */
  async isSealed(): Promise<boolean> {
    return (await this.#modules.store.meta.get(FIRST_RECEIPT)) !== undefined;
  }

  async run(): Promise<FirstResultReport> {
    const id = await this.#modules.store.meta.get(FIRST_RECEIPT);
    return id === undefined ? this.#seal() : this.#verify(id);
  }

  async #seal(): Promise<FirstResultReport> {
    const { compute, store } = this.#modules;
    const plan = compute.plan(EARTH_AND_MOON.operators);
    if (plan.status === "invalid") throw new FirstResultError(plan.message);
    const result = compute.run(plan, EARTH_AND_MOON);
    if (result.status !== "value")
      throw new FirstResultError("the first computation gave no value");
    const { sealed } = await compute.seal(plan, EARTH_AND_MOON, result, {
      account: OPERATOR_ACCOUNT,
      payment: ALLOWANCE,
      visibility: "private",
      // In the batch of the seal: a crash must not leave a sealed result that the next start does
      // not know.
      furtherWrite: { kind: "name", name: FIRST_RECEIPT },
    });
    const receiptId = sealed ? await store.meta.get(FIRST_RECEIPT) : undefined;
    if (receiptId === undefined)
      throw new FirstResultError("the first result could not be sealed; the log says why");
    return {
      receiptId,
      value: result.value,
      unit: result.unit,
      uncertainty: result.uncertainty,
      equation: result.equations[1]!,
      how: "sealed",
    };
  }

  async #verify(id: string): Promise<FirstResultReport> {
    const { clock, crypto, identity, receipts, registry, spine, store } = this.#modules;
    // A clock behind the own seals is told by /api/ready, and is no reason not to start.
    const sealed = (await store.envelopes.chain())?.calcond ?? 0;
    const found = await receipts.own(id);
    const read = found === null ? null : parseJson(found.text);
    if (read === null || !read.ok)
      throw new FirstResultError(`the receipt ${id} is missing from the store; restore a backup`);
    const proof = verifyHeld({ crypto, registry }, read.value, {
      id,
      // The key may have ended since.
      key: spine.placeOf(found?.place?.window ?? 0).author,
      proofKey: identity.proofKey,
      nowCalcond: Math.max(instantOf(clock.nowNs()).calcond, sealed),
    });
    if (proof.verdict === "invalid" || proof.receipt === null) {
      throw new FirstResultError(`the receipt ${id} does not verify: ${proof.reasons.join("; ")}`);
    }
    const { core, equations } = proof.receipt.envelope;
    return {
      receiptId: id,
      value: core.value,
      unit: core.unit,
      uncertainty: core.uncertainty,
      equation: equations[1]!,
      how: proof.valid ? "verified" : "sound",
    };
  }
}
