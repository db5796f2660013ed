/** Ticks as files that a stranger checks: read from what is durable, and nothing is written. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { genesisHash } from "../../protocol/log/row.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { TICK_EXPORT_VERSION, type ExportedTick } from "../../protocol/streams/exportedTick.js";
import { tickHeaderFields } from "../../protocol/streams/tickBody.js";
import type { Store } from "../../storage/store.js";
import type { Receipts } from "../compute/receipts.js";
import type { LogProofs, ProvenRow } from "../machines/log/logProofs.js";
import type { Channel } from "./channels.js";

interface ExportModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly receipts: Pick<Receipts, "own">;
  readonly logProofs: Pick<LogProofs, "of">;
}

export class TickExports {
  readonly #modules: ExportModules;

  constructor(modules: ExportModules) {
    this.#modules = modules;
  }

  /**
   * @param seq number of the tick; the last one unless given
   * @returns canonical text
   * @throws Refusal NO_TICK_YET, NOT_FOUND
   */
  async of({ record, state }: Channel, seq: number = state.ticks): Promise<string> {
    const { crypto, logProofs, receipts, store } = this.#modules;
    const { createdCalcond: genesisCalcond, id, owner } = record;
    if (state.ticks === 0) throw new Refusal("NO_TICK_YET", `${id} has not ticked yet`);
    const tick = seq > state.ticks ? undefined : await store.streams.tick(id, seq);
    if (tick === undefined) throw new Refusal("NOT_FOUND", `${id} has no tick ${seq}`);
    const last = seq === 1 ? undefined : await store.streams.tick(id, seq - 1);
    const wanted = last === undefined ? [tick.row] : [tick.row, last.row];
    const proven = await logProofs.of(id, wanted);
    const [own, before] = proven.rows;
    const found = await receipts.own(tick.token);
    if (found === null) throw new Error(`the receipt of tick ${seq} of ${id} is missing`);
    const receipt: JsonObject = JSON.parse(found.text);
    const file: ExportedTick = {
      "calc-tick": TICK_EXPORT_VERSION,
      contentType: tick.contentType,
      body: tick.body,
      headers: { ...tickHeaderFields(tick) },
      receipt,
      ...(await this.#placed(id, own!)),
      before: before === undefined ? null : await this.#placed(id, before),
      genesis: seq === 1 ? genesisHash(crypto, { machine: id, owner, genesisCalcond }) : null,
      origin: proven.origin,
      checkpoint: proven.checkpoint,
    };
    return canonicalize(file);
  }

  async #placed(machine: string, { path, row }: ProvenRow) {
    const text = await this.#modules.store.machineLogs.payload(machine, row.seq);
    const payload: JsonObject | null = text === undefined ? null : JSON.parse(text);
    const members: JsonObject = { ...row, actor: { ...row.actor } };
    return { row: members, payload, path: [...path] };
  }
}
