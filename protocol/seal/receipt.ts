/**
 * Checks a receipt by arithmetic alone: no node is asked and nobody is believed but the signer's
 * key.
 */
import { bitsToValue, valueBits } from "../encoding/bits.js";
import { equalBytes } from "../encoding/bytes.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { CanonicalError, canonicalize } from "../encoding/jcs.js";
import { parseJson } from "../encoding/json.js";
import { utf8Encode, utf8Length } from "../encoding/utf8.js";
import { verifyEventSignature } from "./event.js";
import { modulationAt } from "../math/modulation.js";
import {
  CALCOND_NS,
  PRECISION_BOUND,
  RECEIPT_AHEAD_CALCONDS_MAX,
  SAMPLING_BOUND,
} from "../limits.js";
import { isBound } from "../precision.js";
import type { Crypto, JsonObject } from "../ports.js";
import {
  calcProof,
  contentHash,
  engineOf,
  hashLink,
  inputsHash,
  solverOf,
  V3_DETAIL,
  type Generation,
  type SealedInputs,
} from "./envelope.js";
import type { EnvelopeCore } from "./members.js";
import { leafHash, rootFromPath } from "./merkle.js";
import {
  claimedGeneration,
  presentedReceipt,
  receiptPreGenesis,
  receiptV1,
  receiptV3,
  type PresentedReceipt,
  type Receipt,
  type ReceiptPreGenesis,
  type ReceiptV1,
  type ReceiptV3,
} from "./receiptFormat.js";
import { verifySignature } from "./signature.js";
import { verdictMembers, type Checked, type Verdict } from "./verdict.js";

type CheckName =
  | "format"
  | "answer"
  | "hash-link"
  | "inputs"
  | "equations"
  | "master-sum"
  | "value-bits"
  | "chain"
  | "modulation"
  | "precision"
  | "inclusion"
  | "order"
  | "clock"
  | "signature"
  | "signer"
  | "calc-proof"
  | "value"
  | "members";

interface ReceiptCheck extends Checked {
  readonly name: CheckName;
}

export interface ReceiptVerdict {
  readonly verdict: Verdict;
  /** Whether the verdict is `valid`: nothing failed, and the value was computed again. */
  readonly valid: boolean;
  readonly generation: Generation | null;
  /** What the generation means for the reader. */
  readonly detail: string;
  /** Hash-link in hex; null where there is none. */
  readonly id: string | null;
  /** Public key in hex that signed. */
  readonly signer: string | null;
  readonly checks: readonly ReceiptCheck[];
  /** Why the verdict is not `valid`: what failed, or else what was not checked. */
  readonly reasons: readonly string[];
  /** The receipt as read; null when its format is wrong. */
  readonly receipt: Receipt | null;
}

export interface ReceiptExpectations {
  /** Public key in hex that must be the signer's. */
  readonly key?: string;
  /** Receipt id that was asked for. */
  readonly id?: string;
  /** The issuer's own key of `calcProof`. */
  readonly proofKey?: Uint8Array;
  /** The calcond now, by the clock of the checker; pure code has none. */
  readonly nowCalcond?: number;
  /** Computes the value again; the kernel is not this module's business. */
  readonly reexecute?: (
    core: Partial<EnvelopeCore>,
    asked: SealedInputs,
  ) => { readonly ok: boolean | null; readonly detail: string };
}

const GENERATION_DETAILS: Readonly<Record<Generation, string>> = {
  v3: V3_DETAIL,
  v1: "v1: sound at best; the older hash-link does not name the engine version and the precision pair",
  pre_genesis:
    "pre_genesis: sound at best; signed by itself before the spine began, so it has no hash-link" +
    " and no place in it",
};
const PRE_GENESIS_TAG = "calc-pre-genesis/1\u0000";

/**
 * @param held a receipt, or the whole answer to a compute request; any JSON is answered.
 * Never throws, unless a callback does.
 */
export function verifyReceiptStructure(
  crypto: Crypto,
  held: unknown,
  expected: ReceiptExpectations = {},
): ReceiptVerdict {
  const presented = readPresented(crypto, held);
  if (presented === null) return refused("the receipt has no canonical form");
  const generation = claimedGeneration(presented.receipt);
  if (generation === null) return refused("neither a receipt nor an answer that holds one");
  const schema =
    generation === "v3" ? receiptV3 : generation === "v1" ? receiptV1 : receiptPreGenesis;
  const parsed = schema.safeParse(presented.receipt);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined ? "" : `: ${issue.path.join(".")}: ${issue.message}`;
    return refused(`not a ${generation} receipt${where}`);
  }
  return new Verification(crypto, parsed.data, presented, expected).run();
}

function readPresented(crypto: Crypto, held: unknown): PresentedReceipt | null {
  let text: string;
  try {
    text = canonicalize(held);
  } catch (error) {
    if (error instanceof CanonicalError) return null;
    throw error;
  }
  // Read back, so that what is checked is plain JSON: no getters, no shared parts, no class
  // instances.
  const read = parseJson(text);
  return read.ok ? presentedReceipt(crypto, read.value) : null;
}

function refused(detail: string): ReceiptVerdict {
  return {
    verdict: "invalid",
    valid: false,
    generation: null,
    detail: "",
    id: null,
    signer: null,
    checks: [{ name: "format", ok: false, detail }],
    reasons: [detail],
    receipt: null,
  };
}

class Verification {
  readonly #crypto: Crypto;
  readonly #receipt: Receipt;
  readonly #presented: PresentedReceipt;
  readonly #expected: ReceiptExpectations;
  readonly #checks: ReceiptCheck[] = [];

  constructor(
    crypto: Crypto,
    receipt: Receipt,
    presented: PresentedReceipt,
    expected: ReceiptExpectations,
  ) {
    this.#crypto = crypto;
    this.#receipt = receipt;
    this.#presented = presented;
    this.#expected = expected;
  }

  run(): ReceiptVerdict {
    const receipt = this.#receipt;
    const { generation } = receipt.envelope;
    this.#add("format", true, `a ${generation} receipt`);
    this.#checkRepeats();
    const id = this.#checkLink();
    this.#checkContent();
    this.#checkChain();
    this.#checkModulation();
    this.#checkPrecision();
    if (isLinked(receipt)) this.#checkInclusion(receipt, id!);
    else this.#checkOwnSignature(receipt);
    this.#checkClock();
    this.#checkSigner();
    this.#checkCalcProof(id);
    this.#checkValue();
    return {
      ...verdictMembers(this.#checks),
      generation,
      detail: GENERATION_DETAILS[generation],
      id,
      signer: receipt.public_key,
      checks: this.#checks,
      receipt,
    };
  }

  #add(name: CheckName, ok: boolean | null, detail: string): void {
    this.#checks.push({ name, ok, detail });
  }

  #checkRepeats(): void {
    const { repeats } = this.#presented;
    if (repeats.length === 0) return;
    const wrong = repeats
      .filter(([, claimed, stated]) => canonicalize(claimed) !== canonicalize(stated))
      .map(([name]) => name);
    this.#add(
      "answer",
      wrong.length === 0,
      wrong.length === 0 ? "repeated members agree" : `${wrong.join(", ")} disagree`,
    );
  }

  /** @returns the hash-link; null where the generation has none. */
  #checkLink(): string | null {
    const receipt = this.#receipt;
    const { receiptId } = this.#presented;
    const claims = [receiptId, this.#expected.id].filter((claim) => claim !== undefined);
    if (!isLinked(receipt)) {
      this.#add(
        "hash-link",
        claims.length === 0,
        claims.length === 0 ? "none in this generation" : "an id without a hash-link",
      );
      return null;
    }
    const { core, generation, prev } = receipt.envelope;
    const id = hashLink(this.#crypto, prev, canonicalize(core), generation);
    const ok = claims.every((claim) => claim === id);
    this.#add("hash-link", ok, ok ? id : `the core and prev give ${id}, another id than stated`);
    return id;
  }

  #checkContent(): void {
    const { envelope, inputs } = this.#receipt;
    const { core } = envelope;
    const asked: SealedInputs = {
      domain: envelope.domain,
      inputs: plainJson(inputs),
      uncertainties: envelope.uncertainties,
    };
    this.#compare("inputs", inputsHash(this.#crypto, asked), core.inputs_hash, "inputs");
    this.#compare(
      "equations",
      contentHash(this.#crypto, envelope.equations),
      core.equations_hash,
      "equations",
    );
    const masterSum = this.#crypto.sha256Hex(canonicalize(envelope.master_sum));
    this.#compare("master-sum", masterSum, core.master_sum_hash, "master_sum");
    const ok = bitsToValue(core.value_bits) !== null && valueBits(core.value) === core.value_bits;
    this.#add(
      "value-bits",
      ok,
      ok ? core.value_bits : "value and value_bits are different numbers",
    );
  }

  #compare(name: CheckName, actual: string, stated: string, what: string): void {
    this.#add(
      name,
      actual === stated,
      actual === stated ? stated : `the hash of ${what} is not the one sealed`,
    );
  }

  #checkChain(): void {
    const chain = this.#receipt.envelope.core.operatorChain;
    const ok = chain[0] === "KO42" && chain.lastIndexOf("KO42") === 0;
    this.#add("chain", ok, ok ? chain.join(" ") : "KO42 must be first, and there only");
  }

  #checkModulation(): void {
    const { R_t: stated, phase } = this.#receipt.envelope.core;
    const period = Number(CALCOND_NS);
    const isWholeNanosecond = Math.round(phase * period) / period === phase;
    const ok = isWholeNanosecond && modulationAt(phase) === stated;
    this.#add(
      "modulation",
      ok,
      ok
        ? `R_t = ${stated} at phase ${phase}`
        : "R_t is not 1 + alpha sin(2 pi phase) of this phase",
    );
  }

  #checkPrecision(): void {
    const { envelope } = this.#receipt;
    if (envelope.generation !== "v3") return;
    const {
      engine_version: engine,
      precision_actual: actual,
      precision_bound: bound,
      seal_kind: kind,
    } = envelope.core;
    if (!isBound(bound, solverOf(engine) !== null)) {
      this.#add(
        "precision",
        false,
        `the bound is ${bound}; by the rule it is ${PRECISION_BOUND}, and ${SAMPLING_BOUND} for ` +
          "a sampled result of a solver",
      );
      return;
    }
    if (kind === "observable-differential" && actual > bound) {
      this.#add(
        "precision",
        true,
        `${kind}: the mesh or step was the caller's, its estimate ${actual} is stated`,
      );
      return;
    }
    const ok = actual <= bound;
    this.#add(
      "precision",
      ok,
      ok ? `${actual} within ${bound}` : `${actual} is over the bound ${bound}`,
    );
  }

  /** Nothing is sealed before its time: neither the result nor its seal event. */
  #checkClock(): void {
    const receipt = this.#receipt;
    const { nowCalcond: now } = this.#expected;
    const { calcond } = receipt.envelope.core;
    const stated = isLinked(receipt) ? Math.max(calcond, receipt.proof.header.calcond) : calcond;
    if (now === undefined) {
      this.#add("clock", null, `calcond ${stated} was held against no clock`);
      return;
    }
    const ok = stated <= now + RECEIPT_AHEAD_CALCONDS_MAX;
    this.#add(
      "clock",
      ok,
      ok
        ? `not after now, calcond ${now}`
        : `calcond ${stated} is in the future: it is ${now} now, and a clock may be off by ` +
            `${RECEIPT_AHEAD_CALCONDS_MAX}`,
    );
  }

  /** Path to a root, root to the body of the seal event, body to its signed header. */
  #checkInclusion(receipt: ReceiptV3 | ReceiptV1, id: string): void {
    const { count, header, index, path, sig } = receipt.proof;
    const leaf = leafHash(this.#crypto, fromHex(id)!);
    const root = rootFromPath(
      this.#crypto,
      leaf,
      index,
      count,
      path.map((hash) => fromHex(hash)!),
    );
    const { envelope } = receipt;
    const engine =
      envelope.generation === "v3"
        ? { engine_version: engineOf(envelope.core.engine_version) }
        : {};
    const body = root === null ? "" : canonicalize({ count, ...engine, root: toHex(root) });
    const included =
      root !== null &&
      this.#crypto.sha256Hex(body) === header.body_hash &&
      utf8Length(body) === header.body_len;
    this.#add(
      "inclusion",
      included,
      included
        ? `envelope ${index} of ${count} under seal event ${header.seq}`
        : "the path does not lead from this envelope to the sealed root",
    );
    const inOrder = envelope.core.calcond <= header.calcond;
    this.#add(
      "order",
      inOrder,
      inOrder
        ? `computed at ${envelope.core.calcond}, sealed at ${header.calcond}`
        : "sealed before it was computed",
    );
    const headerText = canonicalize(header);
    const signed =
      header.author === receipt.public_key &&
      verifyEventSignature(this.#crypto, receipt.public_key, headerText, sig);
    this.#add(
      "signature",
      signed,
      signed ? "the seal event is signed" : "the seal event is not signed by public_key",
    );
  }

  #checkOwnSignature(receipt: ReceiptPreGenesis): void {
    const message = utf8Encode(PRE_GENESIS_TAG + canonicalize(receipt.envelope.core));
    const ok = verifySignature(
      this.#crypto,
      fromHex(receipt.public_key)!,
      message,
      fromHex(receipt.proof.sig)!,
    );
    this.#add("signature", ok, ok ? "the core is signed" : "the core is not signed by public_key");
  }

  #checkSigner(): void {
    const { key } = this.#expected;
    const signer = this.#receipt.public_key;
    if (key === undefined)
      this.#add("signer", null, `signed by ${signer}; whose key that is, the reader must know`);
    else
      this.#add(
        "signer",
        key === signer,
        key === signer ? signer : `signed by ${signer}, not by the expected key`,
      );
  }

  #checkCalcProof(id: string | null): void {
    const proof = this.#receipt.envelope.calcProof;
    if (proof === undefined) return;
    const { proofKey } = this.#expected;
    if (proofKey === undefined || id === null) {
      this.#add("calc-proof", null, "not checked: an HMAC, for which its issuer alone has the key");
      return;
    }
    const ok = equalBytes(fromHex(calcProof(this.#crypto, proofKey, id))!, fromHex(proof)!);
    this.#add("calc-proof", ok, ok ? "the issuer's own" : "calcProof is not the issuer's");
  }

  #checkValue(): void {
    const { reexecute } = this.#expected;
    if (reexecute === undefined) {
      this.#add("value", null, "not computed again");
      return;
    }
    const { envelope, inputs } = this.#receipt;
    const result = reexecute(envelope.core, {
      domain: envelope.domain,
      inputs: plainJson(inputs),
      uncertainties: envelope.uncertainties,
    });
    this.#add("value", result.ok, result.detail);
  }
}

/**
 * Data read from JSON is JSON: the receipt's schema leaves the inputs of a solver to that
 * solver.
 */
function plainJson(inputs: Readonly<Record<string, unknown>>): JsonObject {
  if (!isPlain(inputs)) throw new TypeError("the inputs of a receipt are no JSON");
  return inputs;
}

function isPlain(value: Readonly<Record<string, unknown>>): value is JsonObject {
  return !Object.values(value).includes(undefined);
}

function isLinked(receipt: Receipt): receipt is ReceiptV3 | ReceiptV1 {
  return receipt.envelope.generation !== "pre_genesis";
}

/** What a pre_genesis signature covers, for those who still hold such envelopes. */
export function preGenesisMessage(core: Readonly<Record<string, unknown>>): Uint8Array {
  return utf8Encode(PRE_GENESIS_TAG + canonicalize(core));
}
