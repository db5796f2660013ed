/** A channel that ticks while its node is killed, and what has to be there afterwards. */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  type Json,
  type Reply,
} from "../kit/requests.js";

const PATH = "/api/calc/streams";
const EARLY_MS = 20;

export class KilledChannel {
  readonly #id: string;
  readonly #key: string;
  /** Texts of ticks that were acknowledged, by number. */
  readonly #acknowledged = new Map<number, string>();
  /** Keys of requests that the kill left without an answer. */
  readonly #open: string[] = [];
  /** Ticks that were looked at; calcond of the last. */
  #seen = 0;
  #calcond = 0;
  broken = 0;

  private constructor(id: string, key: string) {
    this.#id = id;
    this.#key = key;
  }

  static async make(node: RunningNode, isAuto: boolean): Promise<KilledChannel> {
    const response = await call(node, "POST", PATH, {
      contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 }, subTicks: 4 },
      autotick: isAuto,
    });
    expect(response.status, response.text).to.equal(201);
    const id = textOf(fieldsOf(response.body, "channel"), "id");
    return new KilledChannel(id, textOf(response.body, "key"));
  }

  get ticks(): number {
    return this.#seen;
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  #tick(node: RunningNode, idempotencyKey: string): Promise<Reply> {
    const headers = { "idempotency-key": idempotencyKey };
    return call(node, "POST", `${PATH}/${this.#id}/tick`, undefined, { key: this.#key, headers });
  }

  /** False for one that came too early. */
  #take({ body, status, text }: Reply): boolean {
    if (status === 409) return false;
    expect(status, text).to.equal(201);
    const seq = numberOf(fieldsOf(body, "stream"), "tick");
    const before = this.#acknowledged.get(seq);
    if (before !== undefined) expect(text).to.equal(before);
    this.#acknowledged.set(seq, text);
    return true;
  }

  /** Ticks until the node is gone. */
  async ticker(node: RunningNode, prefix: string): Promise<void> {
    for (let i = 0; ; i += 1) {
      const key = `${prefix}-${i}`;
      const reply = await this.#tick(node, key).catch(() => null);
      if (reply === null) {
        this.#open.push(key);
        return;
      }
      if (!this.#take(reply)) await delay(EARLY_MS);
    }
  }

  /** The ticks since the last check, and what was acknowledged since. */
  async check(node: RunningNode): Promise<void> {
    await this.#readOn(node);
    for (const key of this.#open.splice(0)) {
      this.broken += 1;
      const first = await this.#tick(node, key);
      if (!this.#take(first)) continue;
      const again = await this.#tick(node, key);
      expect([again.status, again.text]).to.deep.equal([201, first.text]);
    }
  }

  /** The same from the first tick on. */
  async checkWhole(node: RunningNode): Promise<void> {
    this.#seen = this.#calcond = 0;
    await this.#readOn(node);
  }

  async #readOn(node: RunningNode): Promise<void> {
    const shown = await call(node, "GET", `${PATH}/${this.#id}`);
    const total = numberOf(shown.body, "ticks");
    expect(numberOf(fieldsOf(shown.body, "head"), "seq")).to.equal(total);
    expect(total).to.be.at.least(this.#seen);
    const first = this.#seen;
    let last: Json | undefined;
    while (this.#seen < total) {
      const path = `${PATH}/${this.#id}/ticks?after=${this.#seen}&limit=1000`;
      const page = await call(node, "GET", path);
      // Those that tick by themselves may have gone on.
      const found = listOf(page.body, "ticks").slice(0, total - this.#seen);
      expect(found.length, page.text.slice(0, 200)).to.be.greaterThan(0);
      for (const one of found) this.#look(one);
      last = found.at(-1);
    }
    for (const seq of this.#acknowledged.keys()) expect(seq).to.be.at.most(total);
    if (last === undefined || first === total) return;
    const receipt = await call(node, "GET", `/api/receipts/${textOf(last, "token")}`);
    expect(receipt.status, receipt.text).to.equal(200);
  }

  #look(one: Json): void {
    const n = this.#seen + 1;
    const body = textOf(one, "body");
    const read: { readonly stream: { readonly tick: number }; readonly receipt_id: string } =
      JSON.parse(body);
    // The first row of the log is the channel's own; every other one is a tick.
    const numbers = [numberOf(one, "seq"), read.stream.tick, numberOf(one, "row")];
    expect(numbers).to.deep.equal([n, n, n]);
    expect(numberOf(one, "calcond")).to.be.greaterThan(this.#calcond);
    expect(read.receipt_id).to.equal(textOf(one, "token"));
    const known = this.#acknowledged.get(n);
    if (known !== undefined) expect(body).to.equal(known);
    this.#calcond = numberOf(one, "calcond");
    this.#seen = n;
  }
}
