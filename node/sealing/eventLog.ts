/** Events of other kinds than `seal` for this node's spine, as a staged log. */
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { OwnSpine, SpineEnd } from "../spine/ownSpine.js";
import type { EventDraft } from "./draft.js";
import type { OpenWindow, StagedLog, StagedPart } from "./stagedLog.js";

export class EventLog implements StagedLog<EventDraft, EncodedEvent | null, EventDraft, SpineEnd> {
  readonly name = "spine";
  readonly isWrittenWhileBlocked = false;
  readonly #spine: OwnSpine;

  constructor(spine: OwnSpine) {
    this.#spine = spine;
  }

  get end(): SpineEnd {
    return this.#spine.end;
  }
  get notBeforeNs(): bigint {
    return BigInt(this.#spine.next.calcond) * CALCOND_NS;
  }

  reload(): Promise<void> {
    return this.#spine.reload();
  }
  load(): null {
    return null;
  }
  ready(entry: EventDraft): EventDraft {
    return entry;
  }

  stage(
    entries: readonly EventDraft[],
    { instant: { calcond } }: OpenWindow,
  ): StagedPart<EncodedEvent | null> {
    const staged = entries.map(({ kind, body }) => this.#spine.stage(kind, body, calcond));
    return {
      operations: staged.flatMap(({ operations }) => operations),
      came: () => staged.map(({ encoded }) => encoded),
    };
  }

  refused(entries: readonly EventDraft[]): readonly null[] {
    return entries.map(() => null);
  }

  confirm(end: SpineEnd): void {
    this.#spine.confirm(end);
  }
  discard(end?: SpineEnd): void {
    this.#spine.discard(end);
  }
  trim(): void {}
}
