/** What a reactor has done: its rows with their states, checked while they are read. */
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { LogCheck, type LogFault } from "../../protocol/log/check.js";
import {
  genesisHash,
  rowHashHex,
  type LogGenesis,
  type TransitionType,
} from "../../protocol/log/row.js";
import { TRAJECTORY_CHARS_MAX, TRAJECTORY_ROWS_MAX } from "../../protocol/limits.js";
import type { Crypto, JsonObject, JsonValue } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { ReactorRecord } from "../../storage/records/reactorRecords.js";
import type { Store } from "../../storage/store.js";
import { exportLines } from "../machines/log/exportLines.js";
import type { MachineLog } from "../machines/log/machineLog.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { Reactor } from "./reactors.js";

interface TrajectoryModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly machineLog: MachineLog;
  readonly spine: Pick<OwnSpine, "author" | "net">;
}

/** A row with what its payload says. */
export interface TrajectoryRow {
  readonly seq: number;
  readonly hash: string;
  readonly type: TransitionType;
  readonly calcond: number;
  readonly token: string | null;
  /** Members of the payload: n, and x, u or fault. */
  readonly payload: JsonObject;
}

export interface TrajectoryPage {
  readonly rows: readonly TrajectoryRow[];
  readonly chainValid: boolean;
  readonly firstBad: LogFault | null;
  /** State from which the next page begins; null behind the last row. */
  readonly next: number | null;
}

/** A step as those who wait for it are told. */
export interface StepSeen {
  readonly n: number;
  readonly u: JsonValue;
  readonly x: JsonObject;
  readonly row: number;
  readonly calcond: number;
  readonly token: string;
}

export class Trajectories {
  readonly #modules: TrajectoryModules;

  constructor(modules: TrajectoryModules) {
    this.#modules = modules;
  }

  /** @param to the last state; absent: the present one, and what came behind it */
  async page(
    { record, progress }: Reactor,
    from: number,
    to: number | undefined,
    limit: number,
  ): Promise<TrajectoryPage> {
    const { crypto, machineLog } = this.#modules;
    const { id } = record;
    if (from > progress.n)
      throw new Refusal("INVALID_INPUT", `the reactor is at step ${progress.n}`, {
        members: { n: progress.n },
      });
    const first = await this.#rowOf(id, from);
    const end = to === undefined || to >= progress.n ? undefined : (await this.#rowOf(id, to)) + 1;
    const check = new LogCheck(crypto, {
      machine: id,
      prev: await this.#hashBefore(record, first),
      seq: first,
    });
    const rows: TrajectoryRow[] = [];
    let at = from - 1;
    let broken: LogFault | null = null;
    let chars = 0;
    let next: number | null = null;
    const range = { from: first, ...(end === undefined ? {} : { to: end }) };
    const countMax = Math.min(limit, TRAJECTORY_ROWS_MAX);
    for await (const { seq, text } of machineLog.rows(id, range)) {
      // A page ends before a state, so that the next one begins with it.
      const isFull = rows.length >= countMax || chars >= TRAJECTORY_CHARS_MAX;
      const row = check.row(text);
      if (row === null) break;
      const isState = row.transitionType === "step" || row.transitionType === "created";
      if (isFull && isState) {
        next = at + 1;
        break;
      }
      const kept = await machineLog.payload(id, seq);
      if (kept !== undefined) check.payload(row, kept);
      const payload = membersOf(kept);
      if (isState) {
        at += 1;
        if (payload["n"] !== at)
          broken ??= {
            seq,
            rule: "n",
            expected: `${at}`,
            got: JSON.stringify(payload["n"] ?? null),
          };
      }
      chars += kept?.length ?? 0;
      const { calcond, token, transitionType: type } = row;
      rows.push({ seq, hash: rowHashHex(crypto, text), type, calcond, token, payload });
    }
    const faults = [check.linkage.first, check.pulse.first, broken].filter((one) => one !== null);
    const [firstBad = null] = faults.sort((a, b) => a.seq - b.seq);
    return { rows, chainValid: firstBad === null, firstBad, next };
  }

  /** A step by its number. */
  async step({ record: { id } }: Reactor, n: number): Promise<StepSeen> {
    const { machineLog, store } = this.#modules;
    const step = await store.reactors.step(id, n);
    if (step === undefined) throw new Refusal("NOT_FOUND", `${id} has no step ${n}`);
    const payload = membersOf(await machineLog.payload(id, step.row));
    const { u = null, x } = payload;
    return { n, u, x: x !== undefined && isObject(x) ? x : {}, ...step };
  }

  /**
   * The whole log with its payloads, as a stranger checks and replays it: to the end that it has now,
   * under a checkpoint of that end. Nothing is written for it.
   */
  lines(record: ReactorRecord, isOwnerTold: boolean): AsyncGenerator<string> {
    const genesis = this.#genesisOf(record);
    return exportLines(this.#modules, { genesis, isOwnerTold, isWithPayloads: true });
  }

  /** Number of the row that holds a state. */
  async #rowOf(id: string, n: number): Promise<number> {
    if (n === 0) return 0;
    const step = await this.#modules.store.reactors.step(id, n);
    if (step === undefined) throw new Error(`${id} has no row of its step ${n}`);
    return step.row;
  }

  async #hashBefore(record: ReactorRecord, seq: number): Promise<string | null> {
    const { crypto, machineLog } = this.#modules;
    if (seq === 0) return genesisHash(crypto, this.#genesisOf(record));
    for await (const { text } of machineLog.rows(record.id, { from: seq - 1, to: seq }))
      return rowHashHex(crypto, text);
    return null;
  }

  #genesisOf({ createdCalcond: genesisCalcond, id: machine, owner }: ReactorRecord): LogGenesis {
    return { machine, owner, genesisCalcond };
  }
}

function membersOf(text: string | undefined): JsonObject {
  const read = text === undefined ? null : parseJson(text);
  return read?.ok === true && isObject(read.value) ? read.value : {};
}
