/** Documents of the keys of one node, `calc-succession/1`, from the events that are held here. */
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import type { KeyEnded } from "../../protocol/events/keyEnds.js";
import { REVOKE_SEQ } from "../../protocol/events/succession.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { StoredEvent } from "../../storage/repositories/spine.js";
import type { Store } from "../../storage/store.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { FollowedLogs } from "./followedLogs.js";

/** Of one document. */
const PLACES_MAX = 1_024;

interface DocumentModules {
  readonly store: Pick<Store, "spine">;
  readonly followedLogs: Pick<FollowedLogs, "of">;
  readonly successions: Pick<Successions, "endOf">;
  readonly net: string;
}

export class SuccessionDocuments {
  readonly #modules: DocumentModules;

  constructor(modules: DocumentModules) {
    this.#modules = modules;
  }

  /**
   * The keys of a node from one on, and the places of some of its events.
   * @param ids of events; of those of other nodes nothing is said
   * @returns null where the key has not ended, or an event that shows it is not held
   */
  async of(first: string, ids: readonly string[]): Promise<JsonObject | null> {
    const { net } = this.#modules;
    const ended = this.#endsFrom(first);
    if (ended.length === 0) return null;
    const keys = [first, ...ended.map(({ successor }) => successor)];
    const openings = await Promise.all(keys.map((key) => this.#event(key, 0)));
    const ends = await Promise.all(
      ended.map(({ by, key, size, successor }) =>
        by === "rotation" ? this.#event(key, size - 1) : this.#event(successor, REVOKE_SEQ),
      ),
    );
    const places = await this.#places(new Map(ended.map((end) => [end.key, end])), ids);
    const [opened, shown] = [openings.filter(isObject), ends.filter(isObject)];
    const isWhole = opened.length === openings.length && shown.length === ends.length;
    return isWhole ? { v: "calc-succession/1", net, openings: opened, ends: shown, places } : null;
  }

  #endsFrom(first: string): readonly KeyEnded[] {
    const ends: KeyEnded[] = [];
    const seen = new Set([first]);
    for (let end = this.#modules.successions.endOf(first); end !== null;) {
      if (seen.has(end.successor)) break;
      seen.add(end.successor);
      ends.push(end);
      end = this.#modules.successions.endOf(end.successor);
    }
    return ends;
  }

  async #places(
    ends: ReadonlyMap<string, KeyEnded>,
    ids: readonly string[],
  ): Promise<readonly JsonObject[]> {
    const { followedLogs, store } = this.#modules;
    const places: JsonObject[] = [];
    for (const id of ids) {
      const event = places.length < PLACES_MAX ? await store.spine.byId(id) : undefined;
      const end = event === undefined ? undefined : ends.get(event.author);
      if (event === undefined || end === undefined) continue;
      // The root in a rotation is that of the events before it.
      const size = end.by === "rotation" ? end.size - 1 : end.size;
      const log = event.seq < size ? await followedLogs.of(event.author) : null;
      if (log !== null && log.size >= size)
        places.push({ id, path: [...(await log.inclusion(event.seq, size))] });
    }
    return places;
  }

  async #event(author: string, seq: number): Promise<JsonObject | null> {
    const event = await this.#modules.store.spine.event(author, seq);
    return event === undefined ? null : objectOf(event);
  }
}

function objectOf({ body, header, sig }: StoredEvent): JsonObject | null {
  const read = parseJson(`{"body":${body ?? "null"},"header":${header},"sig":"${sig}"}`);
  return read.ok && isObject(read.value) ? read.value : null;
}
