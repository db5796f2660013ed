/** Contracts, where their machines are, and the programs that they had. */
import type { Program } from "../../protocol/contracts/index.js";
import { buckets } from "../records/buckets.js";
import type { ContractProgress, ContractRecord } from "../records/contractRecords.js";
import type { Operation } from "../kv/kv.js";
import { Table, type Reader } from "./table.js";

/** Of one contract: twice what the longest window and the rows between need. */
const EVALUATIONS_KEPT_MAX = 65_536;

/** Behind every id: shorter keys come first. */
const ID_END = "~".repeat(30);

export class ContractRepository {
  readonly #contracts: Table<string, ContractRecord>;
  readonly #progress: Table<string, ContractProgress>;
  readonly #of: Table<readonly [account: string, id: string], string>;
  readonly #programs: Table<readonly [id: string, hash: string], Program>;
  readonly #evaluations: Table<readonly [id: string, event: number], string>;

  constructor(store: Reader) {
    this.#contracts = new Table(store, buckets.contract);
    this.#progress = new Table(store, buckets.contractstate);
    this.#of = new Table(store, buckets.contractof);
    this.#programs = new Table(store, buckets.contractprogram);
    this.#evaluations = new Table(store, buckets.contracteval);
  }

  beginOps(record: ContractRecord, progress: ContractProgress): readonly Operation[] {
    const { id, owner } = record;
    return [...this.versionOps(record, progress), this.#of.put([owner, id], "")];
  }

  /** The programs of older versions stay, for replays. */
  versionOps(record: ContractRecord, progress: ContractProgress): readonly Operation[] {
    const { id, program, programHash } = record;
    return [
      this.#contracts.put(id, record),
      this.#progress.put(id, progress),
      this.#programs.put([id, programHash], program),
    ];
  }

  get(id: string): Promise<ContractRecord | undefined> {
    return this.#contracts.get(id);
  }
  progress(id: string): Promise<ContractProgress | undefined> {
    return this.#progress.get(id);
  }
  program(id: string, hash: string): Promise<Program | undefined> {
    return this.#programs.get([id, hash]);
  }

  /**
   * An event that led to no transition, with the oldest of its contract left out beyond a bound.
   * @param event its number
   */
  evaluationOps(id: string, event: number, text: string): readonly Operation[] {
    const put = this.#evaluations.put([id, event], text);
    return event <= EVALUATIONS_KEPT_MAX
      ? [put]
      : [put, this.#evaluations.del([id, event - EVALUATIONS_KEPT_MAX])];
  }

  /** Texts of events up to, and without, another: those that are kept. */
  async evaluations(id: string, from: number, to: number): Promise<readonly string[]> {
    const texts: string[] = [];
    for await (const [, text] of this.#evaluations.scan({ gte: [id, from], lt: [id, to] }))
      texts.push(text);
    return texts;
  }

  /** Ids of an account's contracts, in their order. */
  async ofAccount(account: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [, id] of this.#of.keys({ gte: [account, ""], lt: [account, ID_END] }))
      ids.push(id);
    return ids;
  }

  /** Where every machine is. */
  async *all(): AsyncGenerator<readonly [id: string, progress: ContractProgress]> {
    yield* this.#progress.scan();
  }
}
