/**
 * All records of a node, read once in the order of their keys: from a database, a running node or a
 * backup. Memory grows with the windows and machines, not with what they hold.
 */
import type { Crypto } from "../../protocol/ports.js";
import { buckets, nameOfKey, type Bucket } from "../../storage/records/buckets.js";
import { valueUnder } from "../../storage/kv/checked.js";
import type { Entry } from "../../storage/kv/kv.js";
import { keyOf } from "../../storage/kv/table.js";
import { BooksCheck } from "./books.js";
import { EnvelopesCheck } from "./envelopes.js";
import { OWN_KEYS, ownKeysIn } from "../spine/ownKeys.js";
import { Findings, type Finding } from "./findings.js";
import { LogsCheck } from "./logs.js";
import { SpinesCheck } from "./spines.js";

export interface RecordsReport {
  readonly ok: boolean;
  readonly records: number;
  readonly events: number;
  readonly authors: number;
  readonly windows: number;
  readonly envelopes: number;
  /** Seal events whose envelopes are not here. */
  readonly absent: number;
  readonly entries: number;
  readonly machines: number;
  readonly rows: number;
  /** The last event of the node's own spine; null before the first. */
  readonly head: { readonly seq: number; readonly id: string } | null;
  readonly findings: readonly Finding[];
  readonly found: number;
}

type Take = (key: Uint8Array, value: Uint8Array) => void;

export class RecordsCheck {
  readonly #own: string | null;
  readonly #findings = new Findings();
  readonly #spines: SpinesCheck;
  readonly #envelopes: EnvelopesCheck;
  readonly #books: BooksCheck;
  readonly #logs: LogsCheck;
  /** Number of a bucket -> what its records are checked for. */
  readonly #takes: ReadonlyMap<number, Take>;
  #last: Uint8Array | null = null;
  #bucket = 0;
  records = 0;

  /** @param own public key of the node in hex; null where it is not known */
  constructor(crypto: Crypto, own: string | null) {
    this.#own = own;
    const findings = this.#findings;
    const spines = (this.#spines = new SpinesCheck(crypto, own, findings));
    const envelopes = (this.#envelopes = new EnvelopesCheck(crypto, spines, findings));
    const books = (this.#books = new BooksCheck(crypto, findings));
    const logs = (this.#logs = new LogsCheck(crypto, own, findings));
    this.#takes = new Map([
      this.#taking(buckets.meta, (name, text) => {
        if (name !== OWN_KEYS) return;
        const ended = ownKeysIn(text);
        spines.useEndedKeys(ended);
        logs.useEndedKeys(ended);
      }),
      this.#taking(buckets.ev, (key, event) => {
        spines.event(key, event);
        const net = /"net":"([0-9a-f]{8})"/.exec(event.header)?.[1];
        if (key[0] === own && net !== undefined) logs.useNet(net);
      }),
      this.#taking(buckets.body, (hash, text) => spines.body(hash, text)),
      this.#taking(buckets.tip, (author, tip) => spines.tip(author, tip)),
      this.#taking(buckets.env, (seq, window) => envelopes.window(seq, window)),
      this.#taking(buckets.chain, (_name, chain) => envelopes.chain(chain)),
      this.#taking(buckets.balance, (_account, balance) => books.balance(balance)),
      this.#taking(buckets.journal, (number, text) => books.entry(number, text)),
      this.#taking(buckets.ledger, (_name, head) => books.head(head)),
      this.#taking(buckets.row, (key, text) => logs.row(key, text)),
      this.#taking(buckets.loghead, (machine, head) => logs.head(machine, head)),
      this.#taking(buckets.logmark, (key, text) => logs.mark(key, text)),
    ]);
  }

  get found(): number {
    return this.#findings.count;
  }

  /** In the order of their keys, with their checksums. */
  take(list: readonly Entry[]): void {
    for (const [key, record] of list) this.#record(key, record);
  }

  #record(key: Uint8Array, record: Uint8Array): void {
    this.records += 1;
    if (this.#last !== null && Buffer.compare(this.#last, key) >= 0)
      this.#fault(key, "it stands in front of a lower key");
    this.#last = key;
    this.#pass(key[0] ?? 0);
    const value = valueUnder(key, record);
    if (value === null) return this.#fault(key, "its checksum does not match");
    this.#takes.get(this.#bucket)?.(key, value);
  }

  /** The first record of a later bucket: those before it are complete. */
  #pass(bucket: number): void {
    const before = this.#bucket;
    this.#bucket = bucket;
    const leaves = (number: number): boolean => before <= number && bucket > number;
    if (leaves(buckets.body.number)) this.#spines.bodiesEnd();
    if (leaves(buckets.env.number)) this.#books.useAbsent(this.#envelopes.absent);
    if (leaves(buckets.row.number)) this.#logs.rowsEnd();
  }

  #fault(key: Uint8Array, fault: string): void {
    const { bucket, key: name } = nameOfKey(key);
    this.#findings.add(bucket, name, fault);
  }

  #taking<K, V>(bucket: Bucket<K, V>, take: (key: K, value: V) => void): readonly [number, Take] {
    const read: Take = (bytes, value) => {
      let record: readonly [K, V];
      try {
        record = [keyOf(bucket, bytes), bucket.value.decode(value)];
      } catch (error) {
        this.#fault(bytes, `it cannot be read: ${error instanceof Error ? error.message : "?"}`);
        return;
      }
      take(...record);
    };
    return [bucket.number, read];
  }

  /** When all were taken. */
  end(): RecordsReport {
    this.#pass(0xff);
    for (const part of [this.#spines, this.#envelopes, this.#books, this.#logs]) part.end();
    const { count: found, list: findings } = this.#findings;
    return {
      ok: found === 0,
      records: this.records,
      events: this.#spines.events,
      authors: this.#spines.authors,
      windows: this.#envelopes.windows,
      envelopes: this.#envelopes.envelopes,
      absent: this.#envelopes.absent.size,
      entries: this.#books.entries,
      machines: this.#logs.machines,
      rows: this.#logs.rows,
      head: this.#own === null ? null : this.#spines.endOf(this.#own),
      findings,
      found,
    };
  }
}
