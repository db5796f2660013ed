/**
 * Names the generation of an envelope and checks what can be checked of the part that somebody
 * holds: a whole receipt, or its core with the link before it, or less. What was not checked is
 * said so; an older generation is not a fault.
 */
import { bitsToValue, valueBits } from "../encoding/bits.js";
import { equalBytes } from "../encoding/bytes.js";
import { fromHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import { modulationAt } from "../math/modulation.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import {
  calcProof,
  hashLink,
  V3_DETAIL,
  type Generation,
  type LinkedGeneration,
} from "./envelope.js";
import { verifyReceiptStructure } from "./receipt.js";
import { ARITHMETIC_MEMBERS, type Arithmetic } from "./members.js";
import { coreSchemas } from "./receiptFormat.js";

/** Members stated beside an envelope. */
export type StatedArithmetic = { readonly [N in keyof Arithmetic]?: Arithmetic[N] | undefined };

export interface EnvelopeCheck {
  readonly name: string;
  /** Null: cannot be checked here, and the detail says why. */
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface EnvelopeVerdict {
  /** False when a check failed; null when nothing could be checked. */
  readonly valid: boolean | null;
  readonly generation: Generation;
  readonly detail: string;
  /** The hash-link as computed; null where there is none. */
  readonly id: string | null;
  readonly checks: readonly EnvelopeCheck[];
}

export interface CheckingNode {
  /** Ed25519 key of the node that checks, hex. */
  readonly publicKey: string;
  /** Its key of `calcProof`. */
  readonly proofKey: Uint8Array;
}

/** Names under which an envelope states its own hash-link. */
const ID_MEMBERS = ["receipt_id", "token_id", "hash"] as const;
const HASH = /^[0-9a-f]{64}$/;

const GENERATIONS: Readonly<Record<Generation, string>> = {
  v3: V3_DETAIL,
  v1: "v1: an older generation, not broken: its hash-link does not cover the engine version and the precision pair",
  pre_genesis:
    "pre_genesis: the oldest generation, not broken: it is from before the hash-links and has none to check",
};

/**
 * @param held any JSON object: a receipt, a compute answer, {core, prev, ...}, or members of an
 * envelope
 * @param stated what the caller says of its arithmetic; held against what the envelope says
 */
export function checkEnvelope(
  crypto: Crypto,
  held: JsonObject,
  stated: StatedArithmetic,
  node: CheckingNode,
): EnvelopeVerdict {
  if (isWhole(held)) return wholeVerdict(crypto, held, stated, node);
  const core = isObject(held["core"]) ? held["core"] : null;
  if (core === null) return looseVerdict(held, stated);
  return new CoreCheck(crypto, held, completed(core, held, stated), stated, node).run();
}

/** A receipt, or an answer from which one can be put together. */
function isWhole(held: JsonObject): boolean {
  return (
    isObject(held["proof"]) && (isObject(held["envelope"]) || held["operatorChain"] !== undefined)
  );
}

/** Members that are kept beside a core of today are part of what its link covers. */
function completed(core: JsonObject, held: JsonObject, stated: StatedArithmetic): JsonObject {
  const claim = held["generation"];
  const arithmetic = definedOf(stated);
  const isNamed = ARITHMETIC_MEMBERS.some((name) => core[name] !== undefined);
  const isComplete = ARITHMETIC_MEMBERS.every((name) => arithmetic[name] !== undefined);
  if (isNamed || !isComplete || (claim !== undefined && claim !== "v3")) return core;
  return { ...core, ...arithmetic };
}

function claimed(held: JsonObject): Generation | null {
  const claim = held["generation"];
  return claim === "v3" || claim === "v1" || claim === "pre_genesis" ? claim : null;
}

function wholeVerdict(
  crypto: Crypto,
  held: JsonObject,
  stated: StatedArithmetic,
  node: CheckingNode,
): EnvelopeVerdict {
  const own = held["public_key"] === node.publicKey;
  const verdict = verifyReceiptStructure(
    crypto,
    held,
    own ? { key: node.publicKey, proofKey: node.proofKey } : {},
  );
  const core = verdict.receipt?.envelope.core as JsonObject | undefined;
  const checks: EnvelopeCheck[] = verdict.checks.map(({ name, ok, detail }) => ({
    name,
    ok,
    detail,
  }));
  if (core !== undefined) checks.push(...statedChecks(core, stated));
  const inner = isObject(held["envelope"]) ? held["envelope"] : held;
  const generation =
    verdict.generation ??
    claimed(inner) ??
    generationOf(isObject(inner["core"]) ? inner["core"] : inner, inner);
  return concluded(generation, verdict.id, checks);
}

/** By the engine version; without one, by whether there is a link. */
function generationOf(members: JsonObject, held: JsonObject): Generation {
  if (members["engine_version"] !== undefined) return "v3";
  const linked = ["prev", ...ID_MEMBERS].some(
    (name) => held[name] !== undefined && held[name] !== null,
  );
  return linked ? "v1" : "pre_genesis";
}

function looseVerdict(held: JsonObject, stated: StatedArithmetic): EnvelopeVerdict {
  const members: JsonObject = { ...definedOf(stated), ...held };
  const generation = claimed(held) ?? generationOf(members, held);
  const checks = statedChecks(held, stated).filter(({ ok }) => ok !== null);
  checks.push(...precisionChecks(members));
  return concluded(generation, null, [
    ...checks,
    {
      name: "hash-link",
      ok: null,
      detail: "there is no core to compute it from: hand over the receipt, or core and prev",
    },
  ]);
}

export function definedOf(stated: StatedArithmetic): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const name of ARITHMETIC_MEMBERS) {
    const value = stated[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Members stated beside an envelope and what it says itself. */
function statedChecks(members: JsonObject, stated: StatedArithmetic): EnvelopeCheck[] {
  return Object.entries(definedOf(stated)).map(([name, value]): EnvelopeCheck => {
    const own = members[name];
    if (own === undefined)
      return {
        name,
        ok: null,
        detail: `${name} is stated beside it; the envelope itself names none`,
      };
    return own === value
      ? { name, ok: true, detail: canonicalize(value) }
      : {
          name,
          ok: false,
          detail: `${name} is stated as ${canonicalize(value)}, and the envelope says ${canonicalize(own)}`,
        };
  });
}

/** None where the envelope does not state both figures. */
function precisionChecks({
  precision_actual: actual,
  precision_bound: bound,
  seal_kind: kind,
}: JsonObject): EnvelopeCheck[] {
  const isStated = typeof actual === "number" && typeof bound === "number";
  return isStated ? [precisionCheck(actual, bound, kind)] : [];
}

function precisionCheck(actual: number, bound: number, kind: JsonValue | undefined): EnvelopeCheck {
  if (kind === "observable-differential" && actual > bound) {
    return {
      name: "precision",
      ok: true,
      detail: `${kind}: the mesh or step was the caller's, its estimate ${actual} is stated`,
    };
  }
  return {
    name: "precision",
    ok: actual <= bound,
    detail: actual <= bound ? `${actual} within ${bound}` : `${actual} is over the bound ${bound}`,
  };
}

function concluded(
  generation: Generation,
  id: string | null,
  checks: readonly EnvelopeCheck[],
): EnvelopeVerdict {
  const failed = checks.filter(({ ok }) => ok === false);
  const done = checks.filter(({ name, ok }) => ok === true && name !== "format");
  const open = checks.filter(({ ok }) => ok === null);
  // Whatever else fits, an envelope that has a link is as good as that link.
  const counts = (name: string): boolean =>
    generation === "pre_genesis" || name === "hash-link" || name === "calc-proof";
  const valid = failed.length > 0 ? false : done.some(({ name }) => counts(name)) ? true : null;
  const parts = [
    failed.length > 0
      ? `${generation}: does not hold: ${failed.map(({ detail }) => detail).join("; ")}`
      : GENERATIONS[generation],
    done.length > 0
      ? `checked: ${done.map(({ name }) => name).join(", ")}`
      : "nothing of it could be checked here",
    ...(open.length > 0
      ? [`not checked: ${open.map(({ name, detail }) => `${name} (${detail})`).join(", ")}`]
      : []),
  ];
  return { valid, generation, detail: parts.join(". "), id, checks };
}

/** A core, with the link before it where its generation has one. */
class CoreCheck {
  readonly #crypto: Crypto;
  readonly #held: JsonObject;
  readonly #core: JsonObject;
  readonly #stated: StatedArithmetic;
  readonly #node: CheckingNode;
  readonly #checks: EnvelopeCheck[] = [];

  constructor(
    crypto: Crypto,
    held: JsonObject,
    core: JsonObject,
    stated: StatedArithmetic,
    node: CheckingNode,
  ) {
    this.#crypto = crypto;
    this.#held = held;
    this.#core = core;
    this.#stated = stated;
    this.#node = node;
  }

  run(): EnvelopeVerdict {
    const generation = claimed(this.#held) ?? generationOf(this.#core, this.#held);
    const fits = coreSchemas[generation].safeParse(this.#core);
    if (!fits.success) {
      const [issue] = fits.error.issues;
      this.#add(
        "format",
        false,
        `not the core of a ${generation} envelope: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
      );
      return concluded(generation, null, this.#checks);
    }
    this.#add("format", true, `the core of a ${generation} envelope`);
    const id = generation === "pre_genesis" ? null : this.#link(generation);
    const { value, value_bits: bits, operatorChain: chain, phase, R_t: modulation } = fits.data;
    this.#add(
      "value-bits",
      bitsToValue(bits) !== null && valueBits(value) === bits,
      `value ${value} as ${bits}`,
    );
    this.#add("chain", chain[0] === "KO42" && chain.lastIndexOf("KO42") === 0, chain.join(" "));
    this.#add(
      "modulation",
      modulationAt(phase) === modulation,
      `R_t = ${modulation} at phase ${phase}`,
    );
    this.#checks.push(...precisionChecks(this.#core));
    this.#checks.push(...statedChecks(this.#core, this.#stated));
    if (generation === "pre_genesis")
      this.#add("signature", null, "its signature is in the receipt, which was not handed over");
    else {
      // Anybody can make a core whose link fits: that a node sealed it is shown by nothing that is
      // here.
      this.#add(
        "inclusion",
        null,
        "the path to a seal event is in the receipt, which was not handed over: whether any " +
          "node sealed it is not shown",
      );
      this.#add("signature", null, "the signed seal event is in the receipt, too");
    }
    return concluded(generation, id, this.#checks);
  }

  #add(name: string, ok: boolean | null, detail: string): void {
    this.#checks.push({ name, ok, detail });
  }

  #link(generation: LinkedGeneration): string | null {
    const { prev } = this.#held;
    if (typeof prev !== "string" || !HASH.test(prev)) {
      this.#add("hash-link", null, "prev, the link before it, was not handed over");
      return null;
    }
    const id = hashLink(this.#crypto, prev, canonicalize(this.#core), generation);
    const claims = ID_MEMBERS.map((name) => this.#held[name]).filter(
      (claim) => claim !== undefined && claim !== null,
    );
    if (claims.length === 0)
      this.#add(
        "hash-link",
        null,
        `core and prev give ${id}; no id was handed over to hold it against`,
      );
    else {
      const agrees = claims.every((claim) => claim === id);
      this.#add(
        "hash-link",
        agrees,
        agrees ? id : `core and prev give ${id}, another id than stated`,
      );
    }
    this.#proof(id);
    return id;
  }

  #proof(id: string): void {
    const { calcProof: proof, public_key: signer } = this.#held;
    if (typeof proof !== "string" || !HASH.test(proof)) return;
    const own = equalBytes(
      fromHex(calcProof(this.#crypto, this.#node.proofKey, id))!,
      fromHex(proof)!,
    );
    if (own) this.#add("calc-proof", true, "this node's own");
    else if (signer === this.#node.publicKey)
      this.#add("calc-proof", false, "calcProof is not this node's");
    else this.#add("calc-proof", null, "not this node's: an HMAC that only its issuer can check");
  }
}
