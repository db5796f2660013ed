/** Logs of this node, checked as a whole and layer by layer; and rows that somebody shows. */
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { LogCheck, type LayerVerdict, type LogFault } from "../../../protocol/log/check.js";
import {
  CONTENT_LAYERS,
  ContentCheck,
  LAYERS,
  type LayerGround,
  type LayerName,
} from "../../../protocol/log/layers.js";
import type { LogGenesis } from "../../../protocol/log/row.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { KeptReadings, STRANGER_ROWS_MAX } from "./keptReadings.js";
import {
  FAILURES_MAX,
  LogReading,
  verdictOf,
  type ReadingModules,
  type ReadingRange,
  type ReadingStep,
} from "./logReading.js";
import { LogTally, type TallySummary } from "./logTally.js";

interface ValidationModules extends Omit<ReadingModules, "hasOperator"> {
  readonly registry: {
    readonly registryVersion: string;
    get(id: string): unknown;
  };
}

/** How far rows were read that were asked for. */
interface Extent {
  readonly complete: boolean;
  /** The row that would be read next; null where all were. */
  readonly next: number | null;
}

export interface LogReport extends Extent {
  /** Never before all rows were read. */
  readonly valid: boolean;
  readonly rows: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly layers: Readonly<Record<LayerName, Omit<LayerVerdict, "first">>>;
  readonly firstBad: LogFault | null;
  readonly checkpointsMatched: number;
}

export interface LayerReport extends Extent {
  /** Never before all rows were read. */
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

/** Who has a part in a log has it read whole and anew; to strangers a bounded number of rows is read. */
export interface ReadingAsked extends Omit<ReadingStep, "rowsMax"> {
  readonly isStranger: boolean;
}

interface LayerAsked extends ReadingAsked {
  /** First and last row. */
  readonly from?: number;
  readonly to?: number | null;
}

export class LogValidation {
  readonly #modules: ReadingModules;
  readonly #readings = new KeptReadings<LogReading>();
  readonly #tallies = new KeptReadings<LogTally>();

  constructor({ registry, ...modules }: ValidationModules) {
    const hasOperator: LayerGround["hasOperator"] = (version, id) =>
      version === registry.registryVersion ? registry.get(id) !== undefined : null;
    this.#modules = { ...modules, hasOperator };
  }

  /** All of a log. */
  validate(genesis: LogGenesis, asked: ReadingAsked): Promise<LogReport> {
    return this.#read(genesis, { from: 0, to: null, isDeep: true }, asked, reportOf);
  }

  /** One layer of some rows of a log. */
  layer(
    genesis: LogGenesis,
    layer: LayerName,
    { from = 0, to = null, ...asked }: LayerAsked,
  ): Promise<LayerReport> {
    const isDeep = CONTENT_LAYERS.some((name) => name === layer);
    return this.#read(genesis, { from, to, isDeep }, asked, (reading) =>
      layerReport(reading, layer, reading.next),
    );
  }

  /** The number sealed for a log in all. */
  summary(
    log: string,
    { isStranger, signal }: Pick<ReadingAsked, "isStranger" | "signal">,
  ): Promise<TallySummary> {
    const begin = async (): Promise<LogTally> => new LogTally(this.#modules, log);
    const count = async (tally: LogTally): Promise<TallySummary> => {
      await tally.step(isStranger ? STRANGER_ROWS_MAX : Infinity, signal);
      return tally.summary;
    };
    return isStranger ? this.#tallies.use(log, begin, count) : begin().then(count);
  }

  #read<T>(
    genesis: LogGenesis,
    range: ReadingRange,
    { isStranger, ...step }: ReadingAsked,
    answer: (reading: LogReading) => T,
  ): Promise<T> {
    const rowsMax = isStranger ? STRANGER_ROWS_MAX : Infinity;
    const readOn = async (reading: LogReading): Promise<T> => {
      await reading.step({ ...step, rowsMax });
      return answer(reading);
    };
    // A kept reading is one of the whole log, of which each layer is a part.
    if (isStranger && range.from === 0 && range.to === null) {
      const whole = { ...range, isDeep: true };
      const begin = (): Promise<LogReading> => LogReading.begin(this.#modules, genesis, whole);
      return this.#readings.use(genesis.machine, begin, readOn);
    }
    return LogReading.begin(this.#modules, genesis, range).then(readOn);
  }

  /** The same of rows that somebody shows. @param rows in their order */
  given(layer: LayerName, rows: readonly GivenRow[]): LayerReport {
    const failures: LogFault[] = [];
    const keep = (name: LayerName, fault: LogFault): void => {
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
      keep,
    );
    const { hasOperator } = this.#modules;
    const content = new ContentCheck({ hasOperator, jobCredits: () => null }, keep);
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
    return layerReport({ check, content, failures: () => failures }, layer, null);
  }
}

function reportOf(reading: LogReading): LogReport {
  const { check, next } = reading;
  const verdicts = LAYERS.map((layer) => [layer, verdictOf(reading, layer)] as const);
  const faults = verdicts.flatMap(([, { first }]) => first ?? []);
  const [firstBad = null] = faults.sort((a, b) => a.seq - b.seq);
  const { hash, next: rows } = check.end;
  const layers = mapped(verdicts, next === null);
  return {
    valid: next === null && firstBad === null,
    complete: next === null,
    next,
    rows,
    head: { seq: rows - 1, hash: hash ?? "" },
    layers,
    firstBad,
    checkpointsMatched: check.checkpointsMatched,
  };
}

function layerReport(
  reading: Pick<LogReading, "check" | "content" | "failures">,
  layer: LayerName,
  next: number | null,
): LayerReport {
  const { checked, pass } = verdictOf(reading, layer);
  const complete = next === null;
  const failures = [...reading.failures(layer)];
  return { pass: complete && pass, checked, failures, complete, next };
}

function mapped(
  verdicts: readonly (readonly [LayerName, LayerVerdict])[],
  isComplete: boolean,
): LogReport["layers"] {
  const of = new Map(verdicts);
  const shown = (layer: LayerName) => {
    const { checked, pass } = of.get(layer)!;
    return { pass: pass && isComplete, checked };
  };
  return {
    "pulse-attestation": shown("pulse-attestation"),
    "phase-agreement": shown("phase-agreement"),
    "hash-linkage": shown("hash-linkage"),
    "operator-coverage": shown("operator-coverage"),
    "energy-record": shown("energy-record"),
  };
}
