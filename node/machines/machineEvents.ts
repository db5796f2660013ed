/** Events that are sent to machines, and payloads that are read and dropped. */
import type { Principal } from "../../protocol/identity/principal.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { readRow } from "../../protocol/log/row.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Store } from "../../storage/store.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Step } from "../ledger/effects.js";
import type { PendingRow } from "./log/draft.js";
import { payloadText, type MachineLog } from "./log/machineLog.js";
import { SealedResults } from "./log/sealedResults.js";
import type { Machines } from "./machines.js";
import type { RowBytes } from "./rowBytes.js";

/** Of an event's data in canonical form. */
const EVENT_BYTES_MAX = 16_384;
/** Payloads dropped in one batch. */
const DROPPED_MAX = 1_000;

interface EventModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly machines: Pick<Machines, "require" | "checked">;
  readonly machineLog: Pick<MachineLog, "append" | "head" | "payload">;
  readonly rowBytes: Pick<RowBytes, "take" | "giveBack" | "free">;
}

export interface SentEvent {
  readonly type: string;
  /** Plain JSON. */
  readonly data: unknown;
  /** Number that the last row must have. */
  readonly after?: number;
}

export interface Dropped {
  readonly dropped: number;
  /** The first row of those asked for that is left over. */
  readonly next: number | null;
}

export class MachineEvents {
  readonly #modules: EventModules;
  readonly #listeners = new Set<(machine: string) => void>();

  constructor(modules: EventModules) {
    this.#modules = modules;
  }

  /** Called with the id of a machine that an event was sent to. */
  onSent(listener: (machine: string) => void): void {
    this.#listeners.add(listener);
  }

  /** @throws Refusal TOO_LARGE, with the step too; with the step PRECONDITION_FAILED, MACHINE_CLOSED */
  async send(
    slugOrId: string,
    principal: Principal,
    { after, data, type }: SentEvent,
  ): Promise<Step<PendingRow>> {
    const { machineLog, machines, rowBytes } = this.#modules;
    const bytes = Buffer.byteLength(canonicalize(data));
    if (bytes > EVENT_BYTES_MAX) {
      throw new Refusal(
        "TOO_LARGE",
        `data has ${bytes} bytes in canonical form, of at most ${EVENT_BYTES_MAX}`,
      );
    }
    const { machine: seen } = await machines.require(slugOrId, principal, "send");
    return {
      keys: [`mach:${seen.id}`],
      run: async (tx) => {
        const record = await tx.get(buckets.mach, seen.id);
        const { machine, role } = machines.checked(record, slugOrId, principal, "send");
        if (!principal.unlimited) await rowBytes.take(machine.owner, bytes);
        tx.onSettled((isWritten) => {
          if (!isWritten && !principal.unlimited) void rowBytes.giveBack(machine.owner, bytes);
          if (isWritten) for (const listener of this.#listeners) listener(machine.id);
        });
        return machineLog.append(
          tx,
          machine.id,
          {
            transitionType: "event",
            actor: { key: principal.keyPrefix, role },
            payload: payloadText({ type, data }),
          },
          after === undefined ? {} : { after },
        );
      },
    };
  }

  /** Canonical bytes. @throws Refusal NOT_FOUND, PAYLOAD_NOT_KEPT */
  async payload(machine: string, seq: number): Promise<string> {
    const { crypto, machineLog, store } = this.#modules;
    const kept = await machineLog.payload(machine, seq);
    if (kept !== undefined) return kept;
    for await (const { text } of store.machineLogs.rows(machine, { from: seq, to: seq + 1 })) {
      const read = readRow(text);
      const token = read.ok && read.row.transitionType === "sealed_event" ? read.row.token : null;
      const sealed = token === null ? null : await new SealedResults({ crypto, store }).of(token);
      if (sealed !== null) return sealed.coreText;
      throw new Refusal("PAYLOAD_NOT_KEPT", `the payload of row ${seq} was dropped`, {
        members: read.ok ? { payloadHash: read.row.payloadHash } : {},
      });
    }
    throw new Refusal("NOT_FOUND", `there is no row ${seq}`);
  }

  /** @param to the first row whose payload stays */
  async drop(
    slugOrId: string,
    principal: Principal,
    from: number,
    to: number,
  ): Promise<Step<Dropped>> {
    const { machines, rowBytes, store } = this.#modules;
    const { machine: seen } = await machines.require(slugOrId, principal, "drop-payload");
    return {
      keys: [`mach:${seen.id}`],
      run: async (tx) => {
        machines.checked(await tx.get(buckets.mach, seen.id), slugOrId, principal, "drop-payload");
        let dropped = 0;
        let bytes = 0;
        tx.onSettled((isWritten) => {
          if (isWritten) void rowBytes.free(seen.owner, bytes);
        });
        for await (const { seq, text } of store.machineLogs.payloads(seen.id, { from, to })) {
          if (dropped === DROPPED_MAX) return { dropped, next: seq };
          tx.add([store.machineLogs.dropPayloadOp(seen.id, seq)]);
          dropped += 1;
          bytes += Buffer.byteLength(text);
        }
        return { dropped, next: null };
      },
    };
  }
}
