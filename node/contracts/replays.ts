/** What a contract would do, and whether what it did comes out again: nothing is written or charged. */
import {
  EMPTY_WINDOW,
  initialState,
  readRecord,
  replayStep,
  trace,
  usualType,
  type Computing,
  type MachineState,
  type PreparedProgram,
  type Step,
  type StepDifference,
} from "../../protocol/contracts/index.js";
import { isObject } from "../../protocol/encoding/json.js";
import { readRow, type MachineRow } from "../../protocol/log/row.js";
import type { JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { Asker } from "../compute/evaluator.js";
import { computingBy } from "./computes.js";
import type { Contract, ContractModules, Contracts } from "./contracts.js";

/** Rows that are looked at in one go. */
const ROWS_MAX = 1_000;

export interface DryEvent {
  readonly type: string | null;
  readonly data: JsonObject;
  readonly calcond: number | null;
  /** Calconds since the first event. */
  readonly after?: number | null;
}

export interface DryRun {
  readonly steps: readonly Step[];
  readonly after: MachineState;
}

export interface Replay {
  readonly checked: number;
  readonly firstDifference: (StepDifference & { readonly seq: number }) | null;
  readonly next: number | null;
}

type Place = Pick<MachineState, "state" | "context">;

export class Replays {
  readonly #modules: ContractModules & { readonly contracts: Contracts };

  constructor(modules: ContractModules & { readonly contracts: Contracts }) {
    this.#modules = modules;
  }

  #computing(by: Asker): Computing {
    return computingBy(this.#modules, by, () => undefined);
  }

  /** @throws Refusal INVALID_INPUT for a state that there is not */
  async dryRun(
    { progress, record }: Contract,
    events: readonly DryEvent[],
    from: { readonly state: string | null; readonly context: JsonObject | null },
    by: Asker,
  ): Promise<DryRun> {
    const ready = this.#modules.contracts.readyOf(record);
    const state = from.state ?? progress.at.state;
    if (!ready.states.has(state))
      throw new Refusal("INVALID_INPUT", `there is no state ${state}`, {
        members: { states: [...ready.states.keys()] },
      });
    const isMoved = from.state !== null || from.context !== null;
    const { taken: _taken, ...place } = progress.at;
    const begin: MachineState = {
      ...(isMoved ? place : progress.at),
      state,
      context:
        from.context === null
          ? progress.at.context
          : { ...initialState(ready).context, ...from.context },
      ...(isMoved ? { window: EMPTY_WINDOW } : {}),
    };
    let calcond = this.#modules.deadlines.reckon();
    const first = events[0]?.calcond ?? calcond + 1;
    const given = events.map((event) => {
      calcond = event.calcond ?? (event.after == null ? calcond + 1 : first + event.after);
      return { type: event.type ?? usualType(ready), data: event.data, calcond };
    });
    return trace(ready, begin, given, this.#computing(by));
  }

  /**
   * Rows from `from` up to, and without, `to`. @param program in the place of those of the rows
   * @throws Refusal PAYLOAD_NOT_KEPT
   */
  async replay(
    { record: { id } }: Contract,
    { from, to, program }: { from: number; to: number | null; program: PreparedProgram | null },
    by: Asker,
  ): Promise<Replay> {
    const compute = this.#computing(by);
    let before: Place | null = from === 0 ? null : await this.#placeAfter(id, from - 1);
    let checked = 0;
    let seq = from;
    const end = Math.min(to ?? Number.MAX_SAFE_INTEGER, from + ROWS_MAX);
    for await (const { text } of this.#modules.machineLog.rows(id, { from, to: end })) {
      const row = rowOf(id, text);
      seq = row.seq + 1;
      const payload = await this.#payload(id, row.seq);
      const recorded = readRecord(payload);
      if (recorded !== null && before !== null) {
        const ready = program ?? (await this.#programOf(id, row));
        const found = await replayStep(ready, before, recorded, payload, compute);
        checked += 1;
        if (found !== null)
          return { checked, firstDifference: { seq: row.seq, ...found }, next: null };
      }
      before = placeOf(payload) ?? before;
    }
    const { size } = (await this.#modules.machineLog.head(id)) ?? { size: 0 };
    return { checked, firstDifference: null, next: seq < Math.min(to ?? size, size) ? seq : null };
  }

  async #placeAfter(id: string, seq: number): Promise<Place | null> {
    return placeOf(await this.#payload(id, seq));
  }

  async #payload(id: string, seq: number): Promise<JsonObject> {
    const text = await this.#modules.machineLog.payload(id, seq);
    if (text === undefined)
      throw new Refusal("PAYLOAD_NOT_KEPT", `the payload of row ${seq} was dropped`);
    const read: JsonObject = JSON.parse(text);
    return read;
  }

  async #programOf(id: string, { programHash, seq }: MachineRow): Promise<PreparedProgram> {
    const { contracts, store } = this.#modules;
    const program =
      programHash === null ? undefined : await store.contracts.program(id, programHash);
    if (program === undefined || programHash === null)
      throw new CorruptRecordError("contractprogram", id, `row ${seq} has no program`);
    return contracts.readyOf({ program, programHash });
  }
}

function rowOf(id: string, text: string): MachineRow {
  const read = readRow(text);
  if (!read.ok) throw new CorruptRecordError("row", id, "it is no row");
  return read.row;
}

/** Where a machine is after a row. */
function placeOf(payload: JsonObject): Place | null {
  const { context = null, state = null, to = null } = payload;
  const name = to ?? state;
  return typeof name === "string" && isObject(context) ? { state: name, context } : null;
}
