/** Keyless proofs: computed, signed and HMACed, and no leaf of the spine. */
import { equalBytes } from "../../protocol/encoding/bytes.js";
import { fromHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { calcondReceipt, protocolMember, timelessMembers } from "../../protocol/kernel/answer.js";
import { compute } from "../../protocol/kernel/compute.js";
import { instantOf, modulationAt } from "../../protocol/kernel/modulation.js";
import { planChain } from "../../protocol/kernel/plan.js";
import type { KernelRequest, KernelValue } from "../../protocol/kernel/result.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Clock, Crypto, JsonObject } from "../../protocol/ports.js";
import { calcProof } from "../../protocol/seal/envelope.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { Identity } from "../runtime/identity.js";
import { isSigned, signStatement } from "./statements.js";

interface ProverModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly identity: Identity;
}

interface Check {
  readonly name: string;
  readonly ok: boolean | null;
  readonly detail: string;
}

const STATEMENT_KIND = "prove";

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
      kind: STATEMENT_KIND,
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
      signature: signStatement(crypto, identity.seed, STATEMENT_KIND, statement),
    };
  }

  /** Every check of a proof somebody holds. Total on any JSON object. */
  check(held: JsonObject): readonly Check[] {
    const { crypto, identity } = this.#modules;
    const { signature, ...statement } = held;
    const signed = isSigned(crypto, held["public_key"], STATEMENT_KIND, statement, signature);
    const checks: Check[] = [
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
        detail: "an HMAC: only its issuer can check it",
      });
    }
    checks.push(this.#modulation(held), this.#value(held));
    return checks;
  }

  #modulation(held: JsonObject): Check {
    const { phase, R_t: stated } = held;
    const ok =
      typeof phase === "number" && phase >= 0 && phase < 1 && modulationAt(phase) === stated;
    return {
      name: "modulation",
      ok,
      detail: ok ? "R_t is that of its phase" : "R_t is not 1 + alpha sin(2 pi phase)",
    };
  }

  #value(held: JsonObject): Check {
    const { operatorChain, inputs, engine_version: engine } = held;
    const name = "value";
    if (engine !== ENGINE_VERSION) {
      return {
        name,
        ok: null,
        detail: `computed by ${canonicalize(engine ?? null)}, this is ${ENGINE_VERSION}`,
      };
    }
    if (
      !Array.isArray(operatorChain) ||
      !operatorChain.every((id) => typeof id === "string") ||
      !isNumbers(inputs)
    ) {
      return { name, ok: false, detail: "operatorChain or inputs are missing" };
    }
    const plan = planChain(this.#modules.registry, operatorChain);
    const result = plan.status === "plan" ? compute(plan, { inputs }) : null;
    if (result === null || result.status !== "value")
      return { name, ok: false, detail: "computed again, it has no value" };
    const expected = timeless(result);
    const wrong = Object.keys(expected).filter(
      (key) => canonicalize(held[key] ?? null) !== canonicalize(expected[key]!),
    );
    return {
      name,
      ok: wrong.length === 0,
      detail:
        wrong.length === 0
          ? "computed again: the same bits"
          : `computed again, these differ: ${wrong.join(", ")}`,
    };
  }
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
