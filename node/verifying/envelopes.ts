/** Windows of envelopes in their order: every id computed again, the chain, and the signed root. */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import type { Crypto } from "../../protocol/ports.js";
import { FIRST_PREV } from "../../protocol/seal/envelope.js";
import { windowTree } from "../../protocol/seal/merkle.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { EnvelopeChain, EnvelopeWindow } from "../../storage/records/records.js";
import { restoreCore, windowPrev } from "../sealing/envelopeText.js";
import type { Findings } from "./findings.js";
import type { SpinesCheck } from "./spines.js";

export class EnvelopesCheck {
  readonly #crypto: Crypto;
  readonly #spines: SpinesCheck;
  readonly #findings: Findings;
  #last = FIRST_PREV;
  #isEnded = false;
  windows = 0;
  envelopes = 0;

  constructor(crypto: Crypto, spines: SpinesCheck, findings: Findings) {
    this.#crypto = crypto;
    this.#spines = spines;
    this.#findings = findings;
  }

  window(seq: number, envelopes: EnvelopeWindow): void {
    this.windows += 1;
    this.envelopes += envelopes.length;
    const fault = (text: string): void => this.#findings.add("env", `window ${seq}`, text);
    const seal = this.#spines.takeSeal(seq);
    if (envelopes.length === 0) return fault("it holds no envelope");
    this.#ids(seq, envelopes);
    const before = windowPrev(envelopes);
    if (before !== this.#last) fault("its first envelope is not linked to the one before it");
    this.#last = envelopes.at(-1)!.id;
    if (seal === undefined) return fault("no seal event of this node covers it");
    if (seal.count !== envelopes.length)
      fault(`${seal.count} envelopes were sealed, ${envelopes.length} are there`);
    const tree = windowTree(
      this.#crypto,
      envelopes.map(({ id }) => fromHex(id)!),
    );
    if (toHex(tree.root) !== seal.root) fault("the sealed root is not that of its envelopes");
  }

  /** Each id again, from what is kept. */
  #ids(seq: number, envelopes: EnvelopeWindow): void {
    for (let index = 0; index < envelopes.length; index += 1) {
      try {
        restoreCore(this.#crypto, envelopes, index);
      } catch (error) {
        if (!(error instanceof CorruptRecordError) && !(error instanceof SyntaxError)) throw error;
        this.#findings.add("env", envelopes[index]!.id, `window ${seq}: ${error.message}`);
      }
    }
  }

  chain({ count, last }: EnvelopeChain): void {
    this.#isEnded = true;
    if (count !== this.envelopes || last !== this.#last)
      this.#findings.add("chain", "head", `it ends with envelope ${count}, ${last}`);
  }

  end(): void {
    if (this.envelopes > 0 && !this.#isEnded)
      this.#findings.add("chain", "head", "it is missing, and envelopes are there");
  }

  /**
   * Seal events whose envelopes are not here: a node that was restored has events again that its
   * peers kept, and no peer keeps envelopes.
   */
  get absent(): ReadonlySet<number> {
    return this.#spines.windowless;
  }
}
