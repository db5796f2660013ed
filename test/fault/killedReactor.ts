/** A reactor that steps while its node is killed, and what has to be there afterwards. */
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ExportCheck } from "../../protocol/log/exported.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { replayed } from "../kit/reactorSolvers.js";
import { call, listOf, numberOf, textOf, type Reply } from "../kit/requests.js";
import { Retries } from "./retries.js";

const PATH = "/api/calc/reactor";
const CREDITS_A_STEP = 3;

export class KilledReactor {
  readonly #id: string;
  readonly #key: string;
  readonly #retries = new Retries();
  /** Receipt of each step that was read, by its number. */
  readonly #tokens: (string | null)[] = [null];
  /** Of the row of the last step that was read. */
  #hash: string | null = null;

  private constructor(id: string, key: string) {
    this.#id = id;
    this.#key = key;
  }

  /** @param key of a machine, whose reactor it becomes */
  static async make(node: RunningNode, key: string): Promise<KilledReactor> {
    const program = {
      operators: ["NM19"],
      initialState: { value: 1 },
      transition: { inputs: { m: 0.5, a: "x.value + u" } },
      onFail: "skip",
    };
    const response = await call(node, "POST", PATH, program, { key });
    expect(response.status, response.text).to.equal(201);
    return new KilledReactor(textOf(response.body, "reactor"), key);
  }

  /** Requests that were answered since the last check. */
  get heard(): number {
    return this.#retries.heard;
  }

  /** Steps that were read. */
  get charged(): number {
    return this.#tokens.length - 1;
  }

  #step(node: RunningNode, name: string): Promise<Reply> {
    const headers = { "idempotency-key": name };
    const path = `${PATH}/${this.#id}/step`;
    return call(node, "POST", path, { u: name.length }, { key: this.#key, headers });
  }

  /** Steps until the node is gone. */
  stepper(node: RunningNode, prefix: string): Promise<void> {
    return this.#retries.repeat(prefix, (name) => this.#step(node, name), 200);
  }

  /** Holds what was acknowledged since the last check to the steps that were read. */
  async check(node: RunningNode): Promise<void> {
    const telemetry = await this.#ask(node, "telemetry");
    const steps = this.charged;
    expect(telemetry.body).to.include({ steps, credits: CREDITS_A_STEP * steps, faults: 0 });
    const { acknowledged, again } = await this.#retries.check(
      (name) => this.#step(node, name),
      200,
    );
    const numbers = acknowledged.map((text) => this.#checkStep(text));
    // No two requests made one step.
    expect(new Set(numbers).size).to.equal(numbers.length);
    for (const n of numbers) expect(n).to.be.at.most(steps);
    for (const text of again) {
      const { n } = stepIn(text);
      expect(numbers).to.not.include(n);
      if (n <= steps) this.#checkStep(text);
    }
  }

  /** @returns its number */
  #checkStep(text: string): number {
    const { envelope, n } = stepIn(text);
    expect(this.#tokens[n], `step ${n}`).to.equal(envelope.receipt_id);
    return n;
  }

  /** Reads the steps since those that were read before. */
  async readOn(node: RunningNode): Promise<void> {
    for (let from: number | null = this.charged; from !== null;) {
      const { body, text } = await this.#ask(node, `trajectory?from=${from}`);
      expect(body["chainValid"], text.slice(0, 200)).to.equal(true);
      const [first, ...rows] = listOf(body, "rows");
      // The page begins with the state that is known.
      expect(numberOf(first, "n")).to.equal(from);
      if (this.#hash !== null) expect(textOf(first, "hash")).to.equal(this.#hash);
      this.#hash = textOf(first, "hash");
      for (const row of rows) {
        expect(numberOf(row, "n")).to.equal(this.#tokens.length);
        const token = textOf(row, "token");
        this.#tokens.push(token);
        this.#hash = textOf(row, "hash");
      }
      const { next } = body;
      from = typeof next === "number" ? this.charged : null;
    }
  }

  async #ask(node: RunningNode, what: string): Promise<Reply> {
    const reply = await call(node, "GET", `${PATH}/${this.#id}/${what}`, undefined, {
      key: this.#key,
    });
    expect(reply.status, reply.text).to.equal(200);
    return reply;
  }

  /** The whole trajectory: linked, signed, and computed again. */
  async checkWhole(node: RunningNode): Promise<void> {
    await this.readOn(node);
    const steps = this.charged;
    expect(new Set(this.#tokens).size).to.equal(steps + 1);
    const log = await fetch(`${node.api.http}${PATH}/${this.#id}/trajectory`, {
      headers: { accept: "application/x-ndjson", authorization: `Bearer ${this.#key}` },
    });
    const text = await log.text();
    const check = new ExportCheck(nodeCrypto, node.api.publicKey);
    for (const line of text.trimEnd().split("\n")) check.line(line);
    expect(check.verdict.firstBad).to.equal(null);
    expect(await replayed(text)).to.include({ steps, replayed: steps, firstDifference: null });
  }
}

interface Step {
  readonly n: number;
  readonly envelope: { readonly receipt_id: string };
}

function stepIn(text: string): Step {
  const read: Step = JSON.parse(text);
  return read;
}
