/**
 * A log, checked from one row on: rows, kept payloads, what was sealed, and signed checkpoints, each
 * read once and in order. A reading goes on where it ended.
 */
import { fromHex } from "../../../protocol/encoding/hex.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { LogCheck, type LayerVerdict, type LogFault } from "../../../protocol/log/check.js";
import { machineOrigin, verifyLogCheckpoint } from "../../../protocol/log/checkpoint.js";
import {
  ContentCheck,
  type ContentLayer,
  type LayerGround,
  type LayerName,
} from "../../../protocol/log/layers.js";
import { genesisHash, readRow, rowHashHex, type LogGenesis } from "../../../protocol/log/row.js";
import type { Crypto, JsonObject, JsonValue } from "../../../protocol/ports.js";
import { solverOf } from "../../../protocol/seal/envelope.js";
import type { Store } from "../../../storage/store.js";
import type { OwnSpine } from "../../spine/ownSpine.js";
import { SealedResults, type SealedResult } from "./sealedResults.js";

export interface ReadingModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: Pick<OwnSpine, "author" | "net"> & Partial<Pick<OwnSpine, "endedKeys">>;
  readonly hasOperator: LayerGround["hasOperator"];
}

/** What a job of a solver costs; null where that cannot be told. */
export type JobCredits = (solver: string, inputs: JsonObject) => Promise<number | null>;

/** First and last row, and whether layers are checked that need more than rows. */
export interface ReadingRange {
  readonly from: number;
  readonly to: number | null;
  readonly isDeep: boolean;
}

export interface ReadingStep {
  /** Rows read at most. */
  readonly rowsMax: number;
  readonly jobCredits: JobCredits;
  readonly signal: AbortSignal;
}

/** Faults of one layer that are kept. */
export const FAILURES_MAX = 100;

export class LogReading {
  readonly #modules: ReadingModules;
  readonly #machine: string;
  readonly #to: number | null;
  readonly #isDeep: boolean;
  readonly #check: LogCheck;
  readonly #content: ContentCheck;
  readonly #sealed: SealedResults;
  readonly #failures = new Map<LayerName, LogFault[]>();
  /** Number that the next stored row has or passes. */
  #next: number;
  /** Of the solver's job that is being checked. */
  #credits: number | null = null;
  #isComplete = false;
  #hasEndFault = false;

  private constructor(
    modules: ReadingModules,
    machine: string,
    { from, isDeep, to }: ReadingRange,
    prev: string | null,
  ) {
    const onFault = (layer: LayerName, fault: LogFault): void => this.#keep(layer, fault);
    this.#modules = modules;
    this.#machine = machine;
    this.#to = to;
    this.#isDeep = isDeep;
    this.#next = from;
    this.#check = new LogCheck(modules.crypto, { machine, prev, seq: from }, onFault);
    const { hasOperator } = modules;
    this.#content = new ContentCheck({ hasOperator, jobCredits: () => this.#credits }, onFault);
    this.#sealed = new SealedResults(modules);
  }

  static async begin(
    modules: ReadingModules,
    genesis: LogGenesis,
    range: ReadingRange,
  ): Promise<LogReading> {
    const prev = await hashBefore(modules, genesis, range.from);
    return new LogReading(modules, genesis.machine, range, prev);
  }

  get check(): LogCheck {
    return this.#check;
  }
  get content(): ContentCheck {
    return this.#content;
  }
  /** The row that would be read next; null where the last one that is wanted was read. */
  get next(): number | null {
    return this.#isComplete ? null : this.#next;
  }

  failures(layer: LayerName): readonly LogFault[] {
    return this.#failures.get(layer) ?? [];
  }

  #keep(layer: LayerName, fault: LogFault): void {
    const failures = this.#failures.get(layer) ?? [];
    this.#failures.set(layer, failures);
    if (failures.length < FAILURES_MAX) failures.push(fault);
  }

  /** Reads on. What throws leaves a reading behind the last row that was read whole. */
  async step({ jobCredits, rowsMax, signal }: ReadingStep): Promise<void> {
    const { store } = this.#modules;
    const machine = this.#machine;
    const from = this.#next;
    const range = {
      from,
      ...(this.#to === null ? {} : { to: this.#to + 1 }),
      ...(Number.isFinite(rowsMax) ? { limit: rowsMax } : {}),
    };
    const payloads = new Ahead(store.machineLogs.payloads(machine, range));
    const { limit } = range;
    const marks = new Ahead(
      store.machineLogs.checkpoints(machine, {
        from: from + 1,
        ...(limit === undefined ? {} : { limit }),
      }),
    );
    let rows = 0;
    try {
      for await (const { seq, text } of store.machineLogs.rows(machine, range)) {
        signal.throwIfAborted();
        const payload = await payloads.at((one) => one.seq, seq);
        const mark = await marks.at(({ size }) => size, seq + 1);
        await this.#row(seq, text, payload?.text, jobCredits);
        if (mark !== null) this.#checkpoint(mark.text, seq);
        this.#next = seq + 1;
        rows += 1;
      }
    } finally {
      await Promise.all([payloads.close(), marks.close()]);
    }
    this.#isComplete = rows < rowsMax || (this.#to !== null && this.#next > this.#to);
    if (this.#isComplete && this.#to === null && !this.#hasEndFault) await this.#checkEnd();
  }

  async #row(
    seq: number,
    text: string,
    payload: string | undefined,
    jobCredits: JobCredits,
  ): Promise<void> {
    const read = readRow(text);
    const token = read.ok ? read.row.token : null;
    const result = this.#isDeep && token !== null ? await this.#sealed.of(token) : null;
    const credits = await creditsOf(result, jobCredits);
    // From here on nothing fails or waits.
    const row = this.#check.row(text, read);
    if (row === null) return this.#content.unread(seq);
    if (payload !== undefined) this.#check.payload(row, payload);
    else if (result !== null && row.transitionType === "sealed_event")
      this.#check.payload(row, result.coreText);
    if (!this.#isDeep) return;
    this.#credits = credits;
    this.#content.add({ row, core: result?.core ?? null, payload: valueOf(payload) });
  }

  #checkpoint(text: string, seq: number): void {
    const { crypto, spine } = this.#modules;
    const { author, endedKeys = [], net } = spine;
    const isOf = ({ key }: { readonly key: string }): boolean =>
      text.startsWith(`${machineOrigin(net, key, this.#machine)}\n`);
    const key = endedKeys.find(isOf)?.key ?? author.publicKey;
    const origin = machineOrigin(net, key, this.#machine);
    const signed = verifyLogCheckpoint(crypto, text, origin, fromHex(key)!);
    if (signed.ok) this.#check.checkpoint(signed.checkpoint);
    else this.#check.linkageFault(seq, "checkpoint", "one signed by this node", signed.reason);
  }

  /** Rows that are not there any more, and of which something was signed or said. */
  async #checkEnd(): Promise<void> {
    const { machineLogs } = this.#modules.store;
    const { hash, next } = this.#check.end;
    const mark = await first(
      machineLogs.checkpoints(this.#machine, { from: this.#next + 1, limit: 1 }),
    );
    const head = await machineLogs.head(this.#machine);
    const row = await first(machineLogs.rows(this.#machine, { from: this.#next, limit: 1 }));
    // Rows that came while this was read are not a fault.
    if (row !== null) return;
    const fault = (...what: Parameters<LogCheck["linkageFault"]>): void => {
      this.#hasEndFault = true;
      this.#check.linkageFault(...what);
    };
    if (mark !== null)
      fault(next, "checkpoint", `${mark.size} rows under a signed checkpoint`, `${next}`);
    if (head === undefined || head.next < next) return;
    if (head.next > next) fault(next, "row", `${head.next} rows`, `${next}`);
    else if (head.hash !== hash) fault(Math.max(0, next - 1), "head", head.hash, hash ?? "");
  }
}

/** Of one layer, by what was read so far. */
export function verdictOf(
  { check, content }: Pick<LogReading, "check" | "content">,
  layer: LayerName,
): LayerVerdict {
  if (layer === "hash-linkage") return check.linkage;
  if (layer === "pulse-attestation") return check.pulse;
  const layerOfContent: ContentLayer = layer;
  return content.verdict(layerOfContent);
}

/** Hash of the row before one, or of the genesis. */
async function hashBefore(
  { crypto, store }: ReadingModules,
  genesis: LogGenesis,
  from: number,
): Promise<string | null> {
  if (from === 0) return genesisHash(crypto, genesis);
  const before = await first(store.machineLogs.rows(genesis.machine, { from: from - 1, to: from }));
  return before === null ? null : rowHashHex(crypto, before.text);
}

async function first<T>(source: AsyncIterable<T>): Promise<T | null> {
  for await (const one of source) return one;
  return null;
}

/** A stream in the order of its numbers, read as far as somebody asks. */
class Ahead<T> {
  readonly #source: AsyncIterator<T>;
  #next: IteratorResult<T> | null = null;

  constructor(source: AsyncIterable<T>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** What has a number, or null; what has a lower one is passed over. */
  async at(numberOf: (one: T) => number, number: number): Promise<T | null> {
    this.#next ??= await this.#source.next();
    while (this.#next.done !== true && numberOf(this.#next.value) < number)
      this.#next = await this.#source.next();
    if (this.#next.done === true || numberOf(this.#next.value) !== number) return null;
    const found = this.#next.value;
    this.#next = null;
    return found;
  }

  /** An abandoned reading holds the store no longer. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

async function creditsOf(
  result: SealedResult | null,
  jobCredits: JobCredits,
): Promise<number | null> {
  const engine = result?.core["engine_version"];
  const solver = typeof engine === "string" ? solverOf(engine) : null;
  return result === null || solver === null ? null : jobCredits(solver, result.inputs);
}

function valueOf(text: string | undefined): JsonValue {
  const read = text === undefined ? null : parseJson(text);
  return read?.ok === true ? read.value : null;
}
