/** Answers sealed with rows: the cores of envelopes that this node keeps, window by window. */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import type { Crypto, JsonObject } from "../../../protocol/ports.js";
import type { EnvelopeWindow } from "../../../storage/records/records.js";
import type { Store } from "../../../storage/store.js";
import { restoreRun } from "../../sealing/envelopeText.js";

export interface SealedResult {
  readonly core: JsonObject;
  /** Canonical text of the core: the payload of a row that has none of its own. */
  readonly coreText: string;
  readonly inputs: JsonObject;
}

interface SealedModules {
  readonly crypto: Crypto;
  readonly store: Store;
}

export class SealedResults {
  readonly #modules: SealedModules;
  /** Rows that follow each other were mostly sealed together. */
  #window: EnvelopeWindow = [];

  constructor(modules: SealedModules) {
    this.#modules = modules;
  }

  /** Null for what is not kept here. @throws CorruptRecordError */
  async of(token: string): Promise<SealedResult | null> {
    const { crypto, store } = this.#modules;
    let index = this.#window.findIndex(({ id }) => id === token);
    if (index < 0) {
      const found = await store.envelopes.byId(token);
      if (found === undefined) return null;
      this.#window = found.siblings;
      ({ index } = found);
    }
    const { core, inputs } = restoreRun(crypto, this.#window, index);
    const coreText = canonicalize(core);
    return { core: objectOf(coreText), coreText, inputs: objectOf(canonicalize(inputs)) };
  }
}

function objectOf(text: string): JsonObject {
  const read = parseJson(text);
  return read.ok && isObject(read.value) ? read.value : {};
}
