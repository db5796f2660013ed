/** Events of the market, orders of this node's accounts, its own work, disputes and documents. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type {
  DisputeRecord,
  JobOrderRecord,
  MarketEventRecord,
  WorkRecord,
} from "../records/marketRecords.js";
import { Table, type Reader } from "./table.js";

/** Offers are about no job. */
export const NO_JOB = "0".repeat(64);
const READ_UP_TO = "market/read";
const CONTRIBUTOR = "market/contributor";
const EARNED = "market/earned";
const WRONG = "market/wrong/";
/** Behind every id of 64 digits. */
const BEHIND = "g".repeat(64);
/** Behind every id: shorter keys come first. */
const ID_END = "~".repeat(30);

/** Who contributes on this node, and with how much of it. */
export interface ContributorFact {
  readonly account: string;
  /** Part of the time that may be spent on work for others, in per cent. */
  readonly sharePct: number;
}

/** Where the receipt of what was computed for a job is found again after a crash. */
export function sealNameOf(job: string): string {
  return `market/token/${job}`;
}

/** Over all jobs of others. */
export interface EarnedTotals {
  /** Results that were paid for, the credits burned for them, and of them those minted here. */
  readonly paid: number;
  readonly earned: number;
  readonly minted: number;
}

export class MarketRepository {
  readonly #events: Table<readonly [job: string, id: string], MarketEventRecord>;
  readonly #orders: Table<string, JobOrderRecord>;
  readonly #ordersOf: Table<readonly [account: string, id: string], string>;
  readonly #work: Table<string, WorkRecord>;
  readonly #disputes: Table<string, DisputeRecord>;
  readonly #documents: Table<string, string>;
  readonly #documentEnds: Table<string, string>;
  readonly #meta: Table<string, string>;

  constructor(store: Reader) {
    this.#events = new Table(store, buckets.jobevent);
    this.#orders = new Table(store, buckets.joborder);
    this.#ordersOf = new Table(store, buckets.joborderof);
    this.#work = new Table(store, buckets.jobwork);
    this.#disputes = new Table(store, buckets.jobdispute);
    this.#documents = new Table(store, buckets.jobdoc);
    this.#documentEnds = new Table(store, buckets.jobdocend);
    this.#meta = new Table(store, buckets.meta);
  }

  eventOps(job: string, id: string, record: MarketEventRecord): readonly Operation[] {
    return this.#events.putOps([job, id], record);
  }
  forgetEventOps(job: string, id: string): readonly Operation[] {
    return this.#events.delOps([job, id]);
  }
  events(): AsyncGenerator<readonly [key: readonly [job: string, id: string], MarketEventRecord]> {
    return this.#events.scan();
  }
  eventsOf(job: string) {
    return this.#events.list({ gte: [job, NO_JOB], lt: [job, "f".repeat(64)] });
  }

  order(id: string): Promise<JobOrderRecord | undefined> {
    return this.#orders.get(id);
  }
  orders(): AsyncGenerator<readonly [id: string, JobOrderRecord]> {
    return this.#orders.scan();
  }
  beginOps(order: JobOrderRecord): readonly Operation[] {
    return [...this.orderOps(order), this.#ordersOf.put([order.account, order.id], "")];
  }
  orderOps(order: JobOrderRecord): readonly Operation[] {
    return this.#orders.putOps(order.id, order);
  }
  forgetOrderOps({ account, id }: Pick<JobOrderRecord, "account" | "id">): readonly Operation[] {
    return [...this.#orders.delOps(id), ...this.#ordersOf.delOps([account, id])];
  }
  /** Ids of an account's orders, in their order. */
  async ordersOf(account: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [, id] of this.#ordersOf.keys({ gte: [account, ""], lt: [account, ID_END] }))
      ids.push(id);
    return ids;
  }

  work(job: string): Promise<WorkRecord | undefined> {
    return this.#work.get(job);
  }
  allWork(): AsyncGenerator<readonly [job: string, WorkRecord]> {
    return this.#work.scan();
  }
  workOps(job: string, record: WorkRecord): readonly Operation[] {
    return this.#work.putOps(job, record);
  }

  forgetWorkOps(job: string): readonly Operation[] {
    return [...this.#work.delOps(job), ...this.#meta.delOps(sealNameOf(job))];
  }

  disputes(): AsyncGenerator<readonly [challenge: string, DisputeRecord]> {
    return this.#disputes.scan();
  }
  disputeOps(challenge: string, record: DisputeRecord): readonly Operation[] {
    return this.#disputes.putOps(challenge, record);
  }
  forgetDisputeOps(challenge: string): readonly Operation[] {
    return this.#disputes.delOps(challenge);
  }

  /** Inputs or a result, by its SHA-256. */
  document(hash: string): Promise<string | undefined> {
    return this.#documents.get(hash);
  }
  /** @param until the last calcond in which it is needed */
  documentOps(hash: string, text: string, until: number): readonly Operation[] {
    return [
      ...this.#documents.putOps(hash, text),
      ...this.#documentEnds.putOps(hash, String(until)),
    ];
  }
  forgetDocumentOps(hash: string): readonly Operation[] {
    return [...this.#documents.delOps(hash), ...this.#documentEnds.delOps(hash)];
  }
  /** The last calcond in which a document is needed; 0 where there is none. */
  async documentEnd(hash: string): Promise<number> {
    return Number((await this.#documentEnds.get(hash)) ?? 0);
  }
  async *documentEnds(): AsyncGenerator<readonly [hash: string, until: number]> {
    for await (const [hash, until] of this.#documentEnds.scan()) yield [hash, Number(until)];
  }

  /** Number up to which this node's own spine was read for events of the market; null: never. */
  async readUpTo(): Promise<number | null> {
    const seq = await this.#meta.get(READ_UP_TO);
    return seq === undefined ? null : Number(seq);
  }
  readUpToOps(seq: number): readonly Operation[] {
    return this.#meta.putOps(READ_UP_TO, String(seq));
  }

  async earned(): Promise<EarnedTotals> {
    const text = (await this.#meta.get(EARNED)) ?? "0 0 0";
    const [paid = 0, earned = 0, minted = 0] = text.split(" ").map(Number);
    return { paid, earned, minted };
  }
  earnedOps({ earned, minted, paid }: EarnedTotals): readonly Operation[] {
    return this.#meta.putOps(EARNED, `${paid} ${earned} ${minted}`);
  }

  /** Jobs of this node's accounts that ended with a wrong result, as it found out itself. */
  async wrongJobs(): Promise<readonly string[]> {
    const found = await this.#meta.list({ gte: WRONG + NO_JOB, lt: WRONG + BEHIND });
    return found.map(([key]) => key.slice(WRONG.length));
  }
  wrongOps(job: string): readonly Operation[] {
    return this.#meta.putOps(WRONG + job, "");
  }
  forgetWrongOps(job: string): readonly Operation[] {
    return this.#meta.delOps(WRONG + job);
  }

  async contributor(): Promise<ContributorFact | null> {
    const text = await this.#meta.get(CONTRIBUTOR);
    if (text === undefined || text === "") return null;
    const [account = "", sharePct = ""] = text.split(" ");
    return { account, sharePct: Number(sharePct) };
  }
  contributorOps(fact: ContributorFact | null): readonly Operation[] {
    return this.#meta.putOps(CONTRIBUTOR, fact === null ? "" : `${fact.account} ${fact.sharePct}`);
  }
}
