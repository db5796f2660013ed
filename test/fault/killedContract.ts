/** A contract that fires while its node is killed, and what has to be there afterwards. */
import { expect } from "chai";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { call, fieldsOf, numberOf, textOf, type Reply } from "../kit/requests.js";
import { Retries } from "./retries.js";

const PATH = "/api/contracts";
const EVENT = "turn";
/** Nothing is computed: it seals KO42 alone. */
const CREDITS_A_FIRING = 1;

/** Moves and counts at each firing. */
function counter(trigger: object): object {
  const on = (target: string) => [{ guard: "true", target, assign: { n: "ctx.n + 1" } }];
  return {
    schema: "calc-contract/1",
    name: "counter",
    trigger,
    machine: {
      initial: "even",
      context: { n: 0 },
      states: { even: { on: on("odd") }, odd: { on: on("even") } },
    },
  };
}

export class KilledContract {
  readonly #id: string;
  readonly #key: string;
  readonly #retries = new Retries();
  /** Receipt of each firing that was answered, by the number of its row. */
  readonly #tokens = new Map<number, string>();
  #fired = 0;
  #isPaused = false;
  /** The last row of its log. */
  #head = 0;

  private constructor(id: string, key: string) {
    this.#id = id;
    this.#key = key;
  }

  /** Fires where it is asked to. @param key of the account or machine whose contract it becomes */
  static onEvent(node: RunningNode, key: string): Promise<KilledContract> {
    return KilledContract.#make(node, key, { type: "on-event", event: EVENT });
  }

  /** Fires by itself, at each calcond. */
  static everyCalcond(node: RunningNode, key: string): Promise<KilledContract> {
    return KilledContract.#make(node, key, { type: "every-calcond", every: 1 });
  }

  static async #make(node: RunningNode, key: string, trigger: object): Promise<KilledContract> {
    const body = { program: counter(trigger), machine: null };
    const response = await call(node, "POST", PATH, body, { key });
    expect(response.status, response.text).to.equal(201);
    return new KilledContract(textOf(response.body, "contract"), key);
  }

  /** Requests that were answered since the last check. */
  get heard(): number {
    return this.#retries.heard;
  }

  /** Firings that were read. */
  get fired(): number {
    return this.#fired;
  }

  /** Credits of them. */
  get credits(): number {
    return CREDITS_A_FIRING * this.#fired;
  }

  #fire(node: RunningNode, name: string): Promise<Reply> {
    return this.#call(node, "POST", "/fire", { event: EVENT }, { "idempotency-key": name });
  }

  #call(
    node: RunningNode,
    method: string,
    what: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    return call(node, method, `${PATH}/${this.#id}${what}`, body, { key: this.#key, headers });
  }

  /** Fires until the node is gone. */
  firer(node: RunningNode, prefix: string): Promise<void> {
    return this.#retries.repeat(prefix, (name) => this.#fire(node, name), 201);
  }

  /** The counted, moved and charged number is one number. */
  async readOn(node: RunningNode): Promise<void> {
    const { body, text } = await this.#call(node, "GET", "");
    const fired = numberOf(body, "transitions");
    expect(fired, text).to.be.at.least(this.#fired);
    this.#fired = fired;
    const status = this.#isPaused ? "paused" : "open";
    expect(body, text).to.include({ status, events: fired, faults: 0, credits: this.credits });
    expect(fieldsOf(body, "context")).to.deep.equal({ n: fired });
    this.#head = numberOf(fieldsOf(body, "head"), "seq");
  }

  /** Holds what was acknowledged to what is there, of a contract that nothing else fires. */
  async check(node: RunningNode): Promise<void> {
    const before = this.#fired;
    const { acknowledged, again } = await this.#retries.check(
      (name) => this.#fire(node, name),
      201,
    );
    for (const text of acknowledged) expect(this.#take(text), text).to.be.at.most(before);
    for (const text of again) this.#take(text);
    await this.readOn(node);
    // Every row is the answer to one request.
    expect([this.#tokens.size, this.#head]).to.deep.equal([this.#fired, this.#fired]);
  }

  /** @returns the number of its row */
  #take(text: string): number {
    const { context, credits, row, token }: Fired = JSON.parse(text);
    expect([credits, context.n], text).to.deep.equal([CREDITS_A_FIRING, row.seq]);
    expect(this.#tokens.has(row.seq), `row ${row.seq} answers two requests`).to.equal(false);
    this.#tokens.set(row.seq, token);
    return row.seq;
  }

  /** Each row of its log is a firing, which its program makes again. */
  async checkWhole(node: RunningNode): Promise<void> {
    await this.readOn(node);
    expect(this.#head).to.equal(this.#fired + (this.#isPaused ? 1 : 0));
    expect(new Set(this.#tokens.values()).size).to.equal(this.#tokens.size);
    let checked = 0;
    for (let from: number | null = 0; from !== null;) {
      const { body, text } = await this.#call(node, "POST", "/replay", { fromSeq: from });
      expect(body, text).to.include({ identical: true });
      checked += numberOf(body, "checked");
      const { next } = body;
      from = typeof next === "number" ? next : null;
    }
    expect(checked).to.equal(this.#fired);
  }

  /** It fires no more. */
  async pause(node: RunningNode): Promise<void> {
    const paused = await this.#call(node, "POST", "/pause");
    expect(paused.status, paused.text).to.equal(200);
    this.#isPaused = true;
  }
}

interface Fired {
  readonly context: { readonly n: number };
  readonly credits: number;
  readonly row: { readonly seq: number };
  readonly token: string;
}
