/**
 * A capability that only a test adds: notes that end, of which the mesh is told. It has what a
 * capability can have, written as those in `node/` are.
 */
import { defineCapability } from "../../../node/capability/define.js";
import type { Ground } from "../../../node/ground/ground.js";
import type { Effects, Step } from "../../../node/ledger/effects.js";
import { effectOf, type EffectServices } from "../../../node/operations/effect.js";
import type { DueHandler } from "../../../node/runtime/due.js";
import { gauge } from "../../../node/runtime/metrics/gauges.js";
import type { Call } from "../../../api/contract/definition/call.js";
import type { NodeHandlers } from "../../../api/contract/index.js";
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import type { Bucket } from "../../../storage/kv/bucket.js";
import { jsonValue, textKey } from "../../../storage/kv/codecs.js";
import type { Operation } from "../../../storage/kv/kv.js";
import { Table } from "../../../storage/repositories/table.js";
import { noteAdd } from "./contract.js";

export const NOTE_KIND = "note.told";
const NOTE_END = "note.end";
export const NOTE_CALCONDS = 7;

interface Note {
  readonly name: string;
  readonly text: string;
}

export interface NoteRecord {
  readonly text: string;
  /** Null for one of another node. */
  readonly endsCalcond: number | null;
}

/** A number that no bucket has: of a capability that stays it would stand in the table. */
export const noteBucket: Bucket<string, NoteRecord> = {
  number: 250,
  name: "note",
  key: textKey,
  value: jsonValue<NoteRecord>(["text", "endsCalcond"]),
};

class Notes {
  readonly table: Table<string, NoteRecord>;
  /** Notes that this node has kept since it started. */
  kept = 0;
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.table = new Table(ground.store.kv, noteBucket);
  }

  add(name: string, text: string): Step<NoteRecord & { readonly endsCalcond: number }> {
    const { deadlines, store } = this.#ground;
    return {
      keys: [`note:${name}`],
      run: async (tx) => {
        if ((await tx.get(noteBucket, name)) !== undefined)
          throw new Refusal("CONFLICT", "there is a note of this name");
        const endsCalcond = deadlines.now() + NOTE_CALCONDS;
        const record = { text, endsCalcond };
        tx.add([
          this.table.put(name, record),
          store.due.addOp({ calcond: endsCalcond, kind: NOTE_END, key: name }),
        ]);
        return record;
      },
    };
  }

  async tell(name: string, text: string): Promise<void> {
    this.kept += 1;
    // Without a row in the table of kinds it travels on no topic: other nodes fetch it with the spine.
    await this.#ground.sealer.append(NOTE_KIND, { name, text });
  }

  readonly ending: DueHandler = {
    guards: (name) => [`note:${name}`],
    fire: (tx, { key }) => tx.add([this.table.del(key)]),
  };

  readonly heard = ({ event: { body } }: AcceptedEvent): readonly Operation[] => {
    const { name, text } = body ?? {};
    if (typeof name !== "string" || typeof text !== "string") return [];
    return [this.table.put(name, { text, endsCalcond: null })];
  };
}

type Needs = EffectServices & { readonly notes: Notes };

export const notes = defineCapability({
  name: "notes",
  make: (ground, _given: { readonly effects: Effects }) => ({ notes: new Notes(ground) }),
  parts: (services: Needs) => {
    const book = services.notes;
    // Its operation is in no list of the contract, so the type of a node's handlers lacks it.
    const handlers: Partial<NodeHandlers> = Object({
      noteAdd: async ({ name, text }: Note, call: Call) => {
        const answer = await effectOf(services, call, noteAdd).run(
          book.add(name, text),
          ({ endsCalcond }) => ({ name, endsCalcond }),
        );
        await book.tell(name, text);
        return answer;
      },
    });
    return {
      handlers,
      buckets: [],
      due: { [NOTE_END]: book.ending },
      effects: { [NOTE_KIND]: book.heard },
      metrics: () => [gauge("notes_kept", "Notes kept since the start", book.kept)],
    };
  },
});
