/** A machine that takes events and computes while its node is killed, and what has to be there afterwards. */
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ExportCheck } from "../../protocol/log/exported.js";
import { readRow, rowHashHex } from "../../protocol/log/row.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { call, textOf, type Reply } from "../kit/requests.js";
import { Retries } from "./retries.js";

const EVENT = { type: "reading" };

export class KilledMachine {
  readonly #slug: string;
  readonly key: string;
  readonly #retries = new Retries();
  /** Receipt ids of what was computed since the last check. */
  readonly #receipts = new Set<string>();
  /** Of each row, in their order. */
  readonly #hashes: string[] = [];
  readonly #tokens = new Set<string>();
  readonly done = { events: 0, results: 0, unheard: 0 };

  private constructor(slug: string, key: string) {
    this.#slug = slug;
    this.key = key;
  }

  static async make(node: RunningNode, slug: string): Promise<KilledMachine> {
    const response = await call(node, "POST", "/api/state", { slug });
    expect(response.status, response.text).to.equal(201);
    return new KilledMachine(slug, textOf(response.body, "key"));
  }

  /** Requests that were answered since the last check. */
  get heard(): number {
    return this.#retries.heard;
  }

  #send(node: RunningNode, name: string): Promise<Reply> {
    return call(
      node,
      "POST",
      `/api/state/${this.#slug}/events`,
      { ...EVENT, data: { name } },
      { key: this.key, headers: { "idempotency-key": `"${name}"` } },
    );
  }

  /** Sends events until the node is gone. */
  sender(node: RunningNode, prefix: string): Promise<void> {
    return this.#retries.repeat(prefix, (name) => this.#send(node, name), 201);
  }

  /** Computes until the node is gone. */
  async computer(node: RunningNode, first: number): Promise<void> {
    for (let i = 0; ; i += 1) {
      const request = { operators: ["NM19"], inputs: { m: first + i, a: 2 } };
      const reply = await call(node, "POST", "/api/calc/compute", request, {
        key: this.key,
      }).catch(() => null);
      if (reply === null) return;
      expect(reply.status, reply.text).to.equal(200);
      this.#receipts.add(textOf(reply.body, "receipt_id"));
    }
  }

  /** Holds what was acknowledged since the last check to the rows that were read. */
  async check(node: RunningNode): Promise<void> {
    for (const id of this.#receipts) expect(this.#tokens.has(id), id).to.equal(true);
    this.done.results += this.#receipts.size;
    this.#receipts.clear();
    const known = this.#hashes.length;
    const { acknowledged, again } = await this.#retries.check(
      (name) => this.#send(node, name),
      201,
    );
    for (const text of acknowledged) {
      const { hash, seq } = rowIn(text);
      expect(this.#hashes[seq], `row ${seq}`).to.equal(hash);
    }
    this.done.events += acknowledged.length;
    for (const text of again) {
      const { hash, seq } = rowIn(text);
      if (seq >= known) continue;
      expect(this.#hashes[seq]).to.equal(hash);
      this.done.unheard += 1;
    }
  }

  /** Reads the rows since those that were read before. */
  async readOn(node: RunningNode): Promise<void> {
    const text = await this.#audit(node, `from=${this.#hashes.length}`);
    for (const line of text.split("\n").filter((one) => one !== "")) {
      const read = readRow(line);
      if (!read.ok) throw new Error(`${read.message}: ${line}`);
      const { prev, seq, token } = read.row;
      expect(seq).to.equal(this.#hashes.length);
      if (seq > 0) expect(prev, `row ${seq}`).to.equal(this.#hashes.at(-1));
      if (token !== null) {
        expect(this.#tokens.has(token), token).to.equal(false);
        this.#tokens.add(token);
      }
      this.#hashes.push(rowHashHex(nodeCrypto, line));
    }
  }

  async #audit({ api }: RunningNode, query: string): Promise<string> {
    const response = await fetch(`${api.http}/api/state/${this.#slug}/audit?${query}`, {
      headers: { accept: "application/x-ndjson", authorization: `Bearer ${api.token}` },
    });
    const text = await response.text();
    expect(response.status, text).to.equal(200);
    return text;
  }

  /** The whole log, as a stranger checks it and as the node does. */
  async checkWhole(node: RunningNode): Promise<void> {
    await this.readOn(node);
    const check = new ExportCheck(nodeCrypto, node.api.publicKey);
    let rows = 0;
    for (const line of (await this.#audit(node, "export=true")).trimEnd().split("\n")) {
      check.line(line);
      const read = readRow(line);
      if (!read.ok) continue;
      expect(rowHashHex(nodeCrypto, line)).to.equal(this.#hashes[read.row.seq]);
      rows += 1;
    }
    expect(rows).to.equal(this.#hashes.length);
    const { firstBad, verdict } = check.verdict;
    expect(verdict, JSON.stringify(firstBad)).to.not.equal("invalid");
    const validated = await call(node, "GET", `/api/state/${this.#slug}/pohc/validate`);
    expect(validated.body, validated.text).to.include({ valid: true, rows });
  }
}

function rowIn(text: string): { readonly seq: number; readonly hash: string } {
  const { row }: { readonly row: { readonly seq: number; readonly hash: string } } =
    JSON.parse(text);
  return row;
}
