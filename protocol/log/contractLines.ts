/**
 * What stands beside the rows of a contract in an exported log: events without a transition, which
 * the next row folds, and receipts, which name the row that names them.
 */
import { parseCanonical } from "../encoding/canonicalJson.js";
import { canonicalize } from "../encoding/jcs.js";
import { isObject, parseObject } from "../encoding/json.js";
import {
  foldedEvaluation,
  readEvaluation,
  readRecordedTransition,
  type KeptEvaluation,
} from "../contracts/index.js";
import { againstTransition } from "../kernel/reexecute.js";
import { commitmentOf, TRANSITION_ENGINE } from "../kernel/transition.js";
import { instantOf } from "../math/modulation.js";
import type { Crypto, JsonObject } from "../ports.js";
import { solverOf } from "../seal/envelope.js";
import { verifyReceiptStructure } from "../seal/receipt.js";
import { foldAll } from "./fold.js";
import type { MachineRow } from "./row.js";

/** How ids of contracts begin. */
export const CONTRACT = "ct_";

export type Tell = (seq: number, rule: string, expected: string, got: string) => void;

interface LineModules {
  readonly crypto: Crypto;
  /** Public key that must have signed, hex. */
  readonly publicKey: string;
  readonly nowCalcond: number;
  readonly tell: Tell;
}

export class ContractLines {
  readonly #modules: LineModules;
  /** In front of the row that is read next. */
  #events: KeptEvaluation[] = [];
  #row: MachineRow | null = null;
  #payload: string | null = null;

  constructor(modules: LineModules) {
    this.#modules = modules;
  }

  evaluation(text: string, next: number): void {
    this.#row = null;
    const read = parseCanonical(text);
    const event = read.ok ? readEvaluation(read.value) : null;
    if (event === null) this.#modules.tell(next, "evaluation", "an event", "another text");
    else this.#events.push(event);
  }

  /** @param prev hash of the row before */
  row(row: MachineRow, prev: string): void {
    const events = this.#events;
    this.#events = [];
    this.#row = row;
    this.#payload = null;
    if (events.length === 0) return;
    const { crypto, tell } = this.#modules;
    const { evalCount, evalRoot, seq } = row;
    if (events.length !== evalCount)
      tell(seq, "evalCount", `${evalCount} events`, `${events.length}`);
    const all = events.map((event) => foldedEvaluation(crypto, event));
    const root = foldAll(crypto, prev, all);
    if (root !== evalRoot) tell(seq, "evalRoot", evalRoot ?? "none", root);
  }

  payload(text: string): void {
    this.#payload = text;
  }

  /** Events in front of no row. */
  end(next: number): void {
    if (this.#events.length > 0)
      this.#modules.tell(next, "evaluation", "a row behind it", "the end of the file");
  }

  receipt(text: string, next: number): void {
    const { crypto, nowCalcond, publicKey, tell } = this.#modules;
    const row = this.#row;
    const seq = row?.seq ?? next;
    this.#row = null;
    const read = parseCanonical(text);
    if (row === null || row.token === null || !read.ok || !isObject(read.value)) {
      tell(seq, "receipt", "the one that its row names", row === null ? "no row" : "another text");
      return;
    }
    const verdict = verifyReceiptStructure(crypto, read.value, {
      id: row.token,
      key: publicKey,
      nowCalcond,
    });
    if (verdict.verdict === "invalid") {
      tell(seq, "receipt", "one that holds", verdict.reasons.join("; "));
      return;
    }
    const { envelope } = read.value;
    const held: JsonObject = envelope !== undefined && isObject(envelope) ? envelope : {};
    const { calcProof = null, core = null } = held;
    if (calcProof !== row.proof) tell(seq, "proof", row.proof ?? "none", canonicalize(calcProof));
    this.#instant(row, core !== null && isObject(core) ? core : {});
    this.#commitment(row, read.value, core !== null && isObject(core) ? core : {});
  }

  /** It was sealed in the window of its row. */
  #instant({ ns, seq }: MachineRow, core: JsonObject): void {
    const { calcond, phase } = instantOf(BigInt(ns));
    if (core["calcond"] !== calcond || core["phase"] !== phase)
      this.#modules.tell(
        seq,
        "instant",
        `calcond ${calcond}, phase ${phase}`,
        canonicalize([core["calcond"] ?? null, core["phase"] ?? null]),
      );
  }

  /** Transitions of before have the receipt of a compute. */
  #commitment(row: MachineRow, receipt: JsonObject, core: JsonObject): void {
    const { crypto, tell } = this.#modules;
    const { engine_version: engine } = core;
    if (typeof engine !== "string" || solverOf(engine) !== TRANSITION_ENGINE) return;
    const { inputs = {} } = receipt;
    const found = againstTransition(crypto, core, { inputs: isObject(inputs) ? inputs : {} });
    if (found.verdict !== "not-comparable")
      tell(row.seq, "receipt", "what follows from its commitment", found.reasons.join("; "));
    const payload = this.#payload;
    const record = payload === null ? null : readRecordedTransition(parseObject(payload));
    if (payload === null || record === null) return;
    const { evalCount, evalRoot, machine: contract, prev, programHash, seq } = row;
    const place = {
      contract,
      row: seq,
      prev,
      programHash: programHash ?? "",
      evalCount,
      evalRoot,
    };
    const expected = canonicalize(commitmentOf(crypto, place, record, payload));
    const got = canonicalize(receipt["inputs"] ?? null);
    if (expected !== got) tell(seq, "commitment", expected, got);
  }
}
