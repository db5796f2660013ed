/**
 * Checks logs of this node as a whole and layer by layer: rows, kept payloads, what was sealed, and
 * signed checkpoints, each read once and in order.
 */
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { LogCheck, type LayerVerdict, type LogFault } from "../../../protocol/log/check.js";
import { machineOrigin, verifyLogCheckpoint } from "../../../protocol/log/checkpoint.js";
import {
  CONTENT_LAYERS,
  ContentCheck,
  type LayerGround,
  type LayerName,
} from "../../../protocol/log/layers.js";
import { genesisHash, rowHashHex, type LogGenesis } from "../../../protocol/log/row.js";
import type { Crypto, JsonObject, JsonValue } from "../../../protocol/ports.js";
import { fromHex } from "../../../protocol/encoding/hex.js";
import { solverOf } from "../../../protocol/seal/envelope.js";
import type { Store } from "../../../storage/store.js";
import type { OwnSpine } from "../../spine/ownSpine.js";
import { SealedResults, type SealedResult } from "./sealedResults.js";

interface ValidationModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spine: Pick<OwnSpine, "author" | "net"> & Partial<Pick<OwnSpine, "endedKeys">>;
  readonly registry: {
    readonly registryVersion: string;
    get(id: string): unknown;
  };
}

/** What a job of a solver costs; null where that cannot be told. */
export type JobCredits = (solver: string, inputs: JsonObject) => Promise<number | null>;

export interface LogReport {
  readonly valid: boolean;
  readonly rows: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly layers: Readonly<Record<LayerName, Omit<LayerVerdict, "first">>>;
  readonly firstBad: LogFault | null;
  readonly checkpointsMatched: number;
}

export interface LayerReport {
  readonly pass: boolean;
  readonly checked: number;
  /** The first ones. */
  readonly failures: readonly LogFault[];
}

/** A row that somebody shows, with what he has of it. */
export interface GivenRow {
  /** Canonical. */
  readonly text: string;
  /** Its hash, as it was shown with it; null where none was. */
  readonly hash: string | null;
  readonly core: JsonObject | null;
  readonly coreText: string | null;
  readonly payload: JsonValue | undefined;
  readonly payloadText: string | null;
}

interface Walk {
  /** First and last row. */
  readonly from?: number;
  readonly to?: number;
  /** Whether layers are checked that need more than rows. */
  readonly isDeep: boolean;
  readonly jobCredits: JobCredits;
  readonly signal: AbortSignal;
}

const FAILURES_MAX = 100;

export class LogValidation {
  readonly #modules: ValidationModules;

  constructor(modules: ValidationModules) {
    this.#modules = modules;
  }

  /** All of a log. */
  async validate(
    genesis: LogGenesis,
    options: Pick<Walk, "jobCredits" | "signal">,
  ): Promise<LogReport> {
    const walked = await this.#walk(genesis, { ...options, isDeep: true });
    const { check, content } = walked;
    const verdicts: Readonly<Record<LayerName, LayerVerdict>> = {
      "pulse-attestation": check.pulse,
      "phase-agreement": content.verdict("phase-agreement"),
      "hash-linkage": check.linkage,
      "operator-coverage": content.verdict("operator-coverage"),
      "energy-record": content.verdict("energy-record"),
    };
    const faults = Object.values(verdicts).flatMap(({ first }) => first ?? []);
    const [firstBad = null] = faults.sort((a, b) => a.seq - b.seq);
    const { hash, next } = check.end;
    return {
      valid: firstBad === null,
      rows: next,
      head: { seq: next - 1, hash: hash ?? "" },
      layers: mapped(verdicts),
      firstBad,
      checkpointsMatched: check.checkpointsMatched,
    };
  }

  /** One layer of some rows of a log. */
  async layer(
    genesis: LogGenesis,
    layer: LayerName,
    walk: Omit<Walk, "isDeep">,
  ): Promise<LayerReport> {
    const failures: LogFault[] = [];
    const isDeep = CONTENT_LAYERS.some((name) => name === layer);
    const { check, content } = await this.#walk(genesis, { ...walk, isDeep }, (name, fault) => {
      if (name === layer && failures.length < FAILURES_MAX) failures.push(fault);
    });
    const verdict =
      layer === "hash-linkage"
        ? check.linkage
        : layer === "pulse-attestation"
          ? check.pulse
          : content.verdict(layer);
    return { pass: verdict.pass, checked: verdict.checked, failures };
  }

  /** The same of rows that somebody shows. @param rows in their order */
  given(layer: LayerName, rows: readonly GivenRow[]): LayerReport {
    const failures: LogFault[] = [];
    const told = (name: LayerName, fault: LogFault): void => {
      if (name === layer && failures.length < FAILURES_MAX) failures.push(fault);
    };
    const first = parseJson(rows[0]?.text ?? "");
    const members = first.ok && isObject(first.value) ? first.value : {};
    const { machine, seq } = members;
    const check = new LogCheck(
      this.#modules.crypto,
      {
        machine: typeof machine === "string" ? machine : "",
        prev: null,
        seq: typeof seq === "number" ? seq : 0,
      },
      told,
    );
    const content = new ContentCheck(
      this.#ground(() => null),
      told,
    );
    for (const { core, coreText, hash, payload, payloadText, text } of rows) {
      const seqOfRow = check.end.next;
      const row = check.row(text);
      if (hash !== null && hash !== check.end.hash)
        check.linkageFault(seqOfRow, "hash", check.end.hash ?? "", hash);
      if (row === null) {
        content.unread(seqOfRow);
        continue;
      }
      const bytes = payloadText ?? (row.transitionType === "sealed_event" ? coreText : null);
      if (bytes !== null) check.payload(row, bytes);
      content.add({ row, core, payload: payload ?? null });
    }
    const verdict =
      layer === "hash-linkage"
        ? check.linkage
        : layer === "pulse-attestation"
          ? check.pulse
          : content.verdict(layer);
    return { pass: verdict.pass, checked: verdict.checked, failures };
  }

  #ground(jobCredits: LayerGround["jobCredits"]): LayerGround {
    const { registry } = this.#modules;
    return {
      hasOperator: (version, id) =>
        version === registry.registryVersion ? registry.get(id) !== undefined : null,
      jobCredits,
    };
  }

  async #walk(
    genesis: LogGenesis,
    { from = 0, to, isDeep, jobCredits, signal }: Walk,
    onFault?: (layer: LayerName, fault: LogFault) => void,
  ): Promise<{ readonly check: LogCheck; readonly content: ContentCheck }> {
    const { crypto, store } = this.#modules;
    const { machine } = genesis;
    const range = { from, ...(to === undefined ? {} : { to: to + 1 }) };
    const prev = await this.#hashBefore(genesis, from);
    const check = new LogCheck(crypto, { machine, prev, seq: from }, onFault);
    let credits: number | null = null;
    const content = new ContentCheck(
      this.#ground(() => credits),
      onFault,
    );
    const payloads = new Ahead(store.machineLogs.payloads(machine, range));
    const marks = new Ahead(store.machineLogs.checkpoints(machine, { from: from + 1 }));
    const sealed = new SealedResults({ crypto, store });
    for await (const { seq, text } of store.machineLogs.rows(machine, range)) {
      signal.throwIfAborted();
      const row = check.row(text);
      const payload = await payloads.at((one) => one.seq, seq);
      if (row === null) content.unread(seq);
      else {
        const result = isDeep && row.token !== null ? await sealed.of(row.token) : null;
        if (payload !== null) check.payload(row, payload.text);
        else if (result !== null && row.transitionType === "sealed_event")
          check.payload(row, result.coreText);
        if (isDeep) {
          credits = await creditsOf(result, jobCredits);
          content.add({ row, core: result?.core ?? null, payload: valueOf(payload?.text) });
        }
      }
      const mark = await marks.at(({ size }) => size, seq + 1);
      if (mark !== null) this.#checkpoint(check, machine, mark.text, seq);
    }
    if (to === undefined) await this.#checkEnd(machine, check, marks);
    await Promise.all([payloads.close(), marks.close()]);
    return { check, content };
  }

  /** Hash of the row before one, or of the genesis. */
  async #hashBefore(genesis: LogGenesis, from: number): Promise<string | null> {
    const { crypto, store } = this.#modules;
    if (from === 0) return genesisHash(crypto, genesis);
    for await (const { text } of store.machineLogs.rows(genesis.machine, {
      from: from - 1,
      to: from,
    }))
      return rowHashHex(crypto, text);
    return null;
  }

  #checkpoint(check: LogCheck, machine: string, text: string, seq: number): void {
    const { crypto, spine } = this.#modules;
    const { author, endedKeys = [], net } = spine;
    const isOf = ({ key }: { readonly key: string }): boolean =>
      text.startsWith(`${machineOrigin(net, key, machine)}\n`);
    const key = endedKeys.find(isOf)?.key ?? author.publicKey;
    const origin = machineOrigin(net, key, machine);
    const signed = verifyLogCheckpoint(crypto, text, origin, fromHex(key)!);
    if (signed.ok) check.checkpoint(signed.checkpoint);
    else check.linkageFault(seq, "checkpoint", "one signed by this node", signed.reason);
  }

  /** What was signed or said of rows that are not there any more. */
  async #checkEnd(machine: string, check: LogCheck, marks: Ahead<StoredMark>): Promise<void> {
    const { next, hash } = check.end;
    const more = await marks.rest();
    if (more !== null)
      check.linkageFault(
        next,
        "checkpoint",
        `${more.size} rows under a signed checkpoint`,
        `${next}`,
      );
    const head = await this.#modules.store.machineLogs.head(machine);
    // Rows that came while this was read are not a fault.
    if (head === undefined || head.next > next) {
      if (head !== undefined && !(await this.#isThere(machine, next)))
        check.linkageFault(next, "row", `${head.next} rows`, `${next}`);
      return;
    }
    if (head.next < next) return;
    if (head.hash !== hash)
      check.linkageFault(Math.max(0, next - 1), "head", head.hash, hash ?? "");
  }

  async #isThere(machine: string, seq: number): Promise<boolean> {
    for await (const row of this.#modules.store.machineLogs.rows(machine, { from: seq, limit: 1 }))
      return row.seq === seq;
    return false;
  }
}

interface StoredMark {
  readonly size: number;
  readonly text: string;
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

  /** What is read no further holds the store no longer. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** The first that was not asked for, or null at the end. */
  async rest(): Promise<T | null> {
    this.#next ??= await this.#source.next();
    return this.#next.done === true ? null : this.#next.value;
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

function mapped(
  verdicts: Readonly<Record<LayerName, LayerVerdict>>,
): Readonly<Record<LayerName, Omit<LayerVerdict, "first">>> {
  const told = ({ checked, pass }: LayerVerdict) => ({ pass, checked });
  return {
    "pulse-attestation": told(verdicts["pulse-attestation"]),
    "phase-agreement": told(verdicts["phase-agreement"]),
    "hash-linkage": told(verdicts["hash-linkage"]),
    "operator-coverage": told(verdicts["operator-coverage"]),
    "energy-record": told(verdicts["energy-record"]),
  };
}
