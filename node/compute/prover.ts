/** Keyless proofs: computed, signed and HMACed, and no leaf of the spine. */
import { equalBytes } from "../../protocol/encoding/bytes.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { calcondReceipt, protocolMember, timelessMembers } from "../../protocol/kernel/answer.js";
import { instantOf, modulationAt } from "../../protocol/math/modulation.js";
import { planChain } from "../../protocol/chains/plan.js";
import type { KernelRequest, KernelValue } from "../../protocol/chains/result.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Clock, Crypto, JsonObject } from "../../protocol/ports.js";
import { calcProof } from "../../protocol/seal/envelope.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { Identity } from "../runtime/identity/identity.js";
import { CALCOND_NS, RECEIPT_AHEAD_CALCONDS_MAX } from "../../protocol/limits.js";
import type { Checked } from "../../protocol/seal/verdict.js";
import type { Asker, Evaluator } from "./evaluator.js";
import { isSigned, signStatement } from "./statements.js";

interface ProverModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly evaluator: Evaluator;
  readonly registry: Registry;
  readonly identity: Identity;
}

/** What the answer of `prove` calls itself, and what its signature is made for. */
export const PROVE_STATEMENT = "prove";

/** What a statement adds to the result: what was asked, when, by whom, and its proofs. */
const OF_THE_STATEMENT = new Set([
  "kind",
  "inputs",
  "domain",
  "R_t",
  "phase",
  "calcond",
  "engine_version",
  "registry_version",
  "public_key",
  "calcProof",
  "signature",
]);

export class Prover {
  readonly #modules: ProverModules;

  constructor(modules: ProverModules) {
    this.#modules = modules;
  }

  /** The signed answer of a result with a value. */
  prove(request: KernelRequest, result: KernelValue, registryVersion: string): JsonObject {
    const { crypto, clock, identity } = this.#modules;
    const { calcond, phase } = instantOf(clock.nowNs());
    const asked = {
      inputs: request.inputs,
      ...(request.domain === undefined ? {} : { domain: request.domain }),
    };
    const base = {
      ...timeless(result),
      ...asked,
      kind: PROVE_STATEMENT,
      R_t: modulationAt(phase),
      phase,
      calcond,
      engine_version: ENGINE_VERSION,
      registry_version: registryVersion,
      public_key: identity.publicKeyHex,
    };
    const proof = calcProof(crypto, identity.proofKey, crypto.sha256Hex(canonicalize(base)));
    const receipt = JSON.parse(`{${calcondReceipt(result, proof)}}`) as JsonObject;
    const statement = { ...base, calcProof: proof, ...receipt };
    return {
      ...statement,
      signature: signStatement(crypto, identity.seed, PROVE_STATEMENT, statement),
    };
  }

  /** Every check of a proof somebody holds. Total on any JSON object. */
  async check(held: JsonObject, by: Asker): Promise<readonly Checked[]> {
    const { crypto, identity } = this.#modules;
    const { signature, ...statement } = held;
    const signed = isSigned(crypto, held["public_key"], PROVE_STATEMENT, statement, signature);
    const checks: Checked[] = [
      {
        name: "signature",
        ok: signed,
        detail: signed
          ? "signed by its public_key"
          : "the statement is not signed by its public_key",
      },
    ];
    const { calcProof: proof, calcond_receipt: _receipt, ...base } = statement;
    if (held["public_key"] === identity.publicKeyHex) {
      const own = fromHex(
        calcProof(crypto, identity.proofKey, crypto.sha256Hex(canonicalize(base))),
      )!;
      const given = typeof proof === "string" ? fromHex(proof) : null;
      const ok = given !== null && equalBytes(own, given);
      checks.push({
        name: "calc-proof",
        ok,
        detail: ok ? "the issuer's own" : "calcProof is not the issuer's",
      });
    } else {
      checks.push({
        name: "calc-proof",
        ok: null,
        detail: "not checked: an HMAC, for which its issuer alone has the key",
      });
    }
    checks.push(this.#instant(held), this.#clock(held), await this.#value(held, by));
    return checks;
  }

  #instant({ R_t: stated, calcond, phase }: JsonObject): Checked {
    const ok =
      Number.isSafeInteger(calcond) &&
      (calcond as number) >= 0 &&
      typeof phase === "number" &&
      isPhase(phase) &&
      modulationAt(phase) === stated;
    return {
      name: "modulation",
      ok,
      detail: ok
        ? "R_t is that of its phase"
        : "calcond and phase are no instant, or R_t is not 1 + alpha sin(2 pi phase)",
    };
  }

  #clock({ calcond }: JsonObject): Checked {
    const now = instantOf(this.#modules.clock.nowNs()).calcond;
    const ok = typeof calcond === "number" && calcond <= now + RECEIPT_AHEAD_CALCONDS_MAX;
    return {
      name: "clock",
      ok,
      detail: ok
        ? `not after now, calcond ${now}`
        : `its calcond is in the future: it is ${now} now`,
    };
  }

  async #value(held: JsonObject, by: Asker): Promise<Checked> {
    const { operatorChain, inputs, engine_version: engine, registry_version: version } = held;
    const { evaluator, registry } = this.#modules;
    const name = "value";
    const failed = (detail: string): Checked => ({ name, ok: false, detail });
    const open = (detail: string): Checked => ({ name, ok: null, detail });
    if (typeof engine !== "string" || typeof version !== "string")
      return failed("engine_version or registry_version are missing");
    const elsewhere =
      engine !== ENGINE_VERSION
        ? `it was computed by ${engine}, this is ${ENGINE_VERSION}`
        : version !== registry.registryVersion
          ? `it was computed with registry ${version}, this is ${registry.registryVersion}`
          : null;
    if (
      !Array.isArray(operatorChain) ||
      !operatorChain.every((id) => typeof id === "string") ||
      !isNumbers(inputs)
    )
      return failed("operatorChain or inputs are missing");
    const plan = planChain(registry, operatorChain);
    if (plan.status === "invalid" && version === registry.registryVersion)
      return failed(`this registry refuses its chain: ${plan.message}`);
    if (elsewhere !== null) return open(elsewhere);
    const result = plan.status === "plan" ? await evaluator.compute(plan, { inputs }, by) : null;
    if (result === null || result.status !== "value")
      return failed("computed again, it has no value");
    const expected = timeless(result);
    const timed = JSON.parse(
      `{${calcondReceipt(result, typeof held["calcProof"] === "string" ? held["calcProof"] : "")}}`,
    ) as JsonObject;
    const all: JsonObject = { ...expected, ...timed };
    const wrong = Object.keys(all).filter(
      (key) => canonicalize(held[key] ?? null) !== canonicalize(all[key]!),
    );
    const strange = Object.keys(held).filter(
      (key) => !Object.hasOwn(all, key) && !OF_THE_STATEMENT.has(key),
    );
    if (wrong.length > 0) return failed(`computed again, these differ: ${wrong.join(", ")}`);
    if (strange.length > 0) return failed(`the computation gives no ${strange.join(", ")}`);
    return { name, ok: true, detail: "computed again: the same bits" };
  }
}

/** A whole number of nanoseconds within a calcond. */
function isPhase(phase: number): boolean {
  const period = Number(CALCOND_NS);
  return phase >= 0 && phase < 1 && Math.round(phase * period) / period === phase;
}

function timeless(result: KernelValue): JsonObject {
  const text = timelessMembers(result);
  return JSON.parse(`{${text},${protocolMember(result)}}`) as JsonObject;
}

function isNumbers(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "number")
  );
}
